//! What stands in the brackets of `#[agent(…)]`.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::parse::ParseStream;
use syn::{Expr, LitStr, Path, bracketed};

use crate::shared::errors::Errors;
use crate::shared::keys::Keys;
use crate::shared::list::List;

const KEYS: [&str; 6] = [
    "model",
    "name",
    "description",
    "tools",
    "output_key",
    "crate",
];

/// The keys of `#[agent]`.
#[derive(Debug, Default)]
pub(super) struct AgentArgs {
    pub(super) model: Option<Expr>,
    pub(super) mentions_model: bool,
    pub(super) name: Option<LitStr>,
    pub(super) description: Option<Expr>,
    pub(super) tools: List,
    pub(super) output_key: Option<Expr>,
    pub(super) crate_path: Option<Path>,
}

impl AgentArgs {
    pub(super) fn read(tokens: &TokenStream, errors: &mut Errors) -> Self {
        let mut keys = Keys::read("#[agent]", &KEYS, tokens.clone(), errors);
        Self {
            mentions_model: keys.mentions("model"),
            model: keys.expr("model", errors),
            name: keys.text("name", errors),
            description: keys.expr("description", errors),
            tools: tools(&mut keys, errors),
            output_key: keys.expr("output_key", errors),
            crate_path: keys.path("crate", errors),
        }
    }
}

fn tools(keys: &mut Keys, errors: &mut Errors) -> List {
    let Some(expr) = keys.expr("tools", errors) else {
        return List::default();
    };
    if !matches!(expr, Expr::Array(_)) {
        let what = "`tools` of `#[agent]` is a list in brackets";
        errors.at(expr, what, "write `tools = [get_weather, ..more]`");
        return List::default();
    }
    let list = |input: ParseStream<'_>| {
        let inner;
        bracketed!(inner in input);
        inner.parse::<List>()
    };
    syn::parse::Parser::parse2(list, expr.to_token_stream()).unwrap_or_else(|error| {
        errors.push(error);
        List::default()
    })
}
