//! What stands in the brackets of `#[agent(…)]`.

use darling::FromMeta;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Expr, ExprArray, LitStr, Meta, Path};

use crate::shared::errors::Errors;
use crate::shared::keys::{self, Keys};
use crate::shared::list::List;

/// The keys of `#[agent]`.
#[derive(Debug, Default, FromMeta)]
#[darling(default)]
pub(super) struct AgentArgs {
    #[darling(with = keys::expr)]
    pub(super) model: Option<Expr>,
    #[darling(with = keys::text)]
    pub(super) name: Option<LitStr>,
    #[darling(with = keys::expr)]
    pub(super) description: Option<Expr>,
    #[darling(with = self::tools, rename = "tools")]
    tool_entries: Option<ExprArray>,
    #[darling(with = keys::expr)]
    pub(super) output_key: Option<Expr>,
    #[darling(with = keys::path, rename = "crate")]
    pub(super) crate_path: Option<Path>,
    #[darling(skip)]
    pub(super) mentions_model: bool,
    #[darling(skip)]
    pub(super) tools: List,
}

impl Keys for AgentArgs {
    const OWNER: &'static str = "#[agent]";
    const OF_TEXT: &'static str = "name";
    const KNOWN: &'static [&'static str] = &[
        "model",
        "name",
        "description",
        "tools",
        "output_key",
        "crate",
    ];
}

impl AgentArgs {
    pub(super) fn read(tokens: TokenStream, errors: &mut Errors) -> Self {
        let (mut args, mentioned) = Self::read_keys(tokens, errors);
        args.mentions_model = mentioned.iter().any(|key| key == "model");
        if let Some(entries) = &args.tool_entries {
            let entries = entries.elems.to_token_stream();
            let list = syn::parse2(entries).map_err(|error| errors.push(error));
            args.tools = list.unwrap_or_default();
        }
        args
    }
}

fn tools(meta: &Meta) -> darling::Result<Option<ExprArray>> {
    keys::array(meta, " = [get_weather, ..more]")
}
