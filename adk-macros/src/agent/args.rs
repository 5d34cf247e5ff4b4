//! What stands in the brackets of `#[agent(…)]`.

use darling::FromMeta;
use darling::ast::NestedMeta;
use darling::util::path_to_string;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Expr, ExprArray, LitStr, Meta, Path, Type};

use super::keys::{KEYS, Key, NAMES, Takes};
use crate::shared::errors::Errors;
use crate::shared::keys::{self, Keys, literal_text};
use crate::shared::list::{List, Of};

/// The keys that were given, in their order.
#[derive(Debug, Default)]
pub(super) struct AgentArgs {
    pub(super) given: Vec<Given>,
    /// The keys that are there or were misspelt, whatever stands behind them.
    pub(super) mentioned: Vec<String>,
}

/// A key, where it stands, and what stands behind it.
#[derive(Debug)]
pub(super) struct Given {
    pub(super) key: &'static Key,
    pub(super) at: Path,
    pub(super) value: Value,
}

#[derive(Debug)]
pub(super) enum Value {
    Flag,
    Expr(Expr),
    Exprs(Vec<Expr>),
    Type(Type),
    List(List),
}

impl Keys for AgentArgs {
    const OWNER: &'static str = "#[agent]";
    const OF_TEXT: &'static str = "name";
    const KNOWN: &'static [&'static str] = &NAMES;
    const ELSEWHERE: &'static [(&'static str, &'static str)] = &[(
        "instruction",
        "the instruction is what the function returns",
    )];

    fn takes_type(key: &str) -> bool {
        let takes_one = |known: &Key| matches!(known.takes, Takes::Type | Takes::State);
        KEYS.iter()
            .any(|known| known.name == key && takes_one(known))
    }
}

impl FromMeta for AgentArgs {
    fn from_list(items: &[NestedMeta]) -> darling::Result<Self> {
        let given = items.iter().filter_map(|item| match item {
            NestedMeta::Meta(meta) => read(meta).transpose(),
            _ => None,
        });
        Ok(Self {
            given: given.collect::<darling::Result<_>>()?,
            mentioned: Vec::new(),
        })
    }
}

impl AgentArgs {
    pub(super) fn read(tokens: TokenStream, errors: &mut Errors) -> Self {
        let (mut args, mentioned) = Self::read_keys(tokens, errors);
        args.mentioned = mentioned;
        for given in &mut args.given {
            let of = match given.key.takes {
                Takes::Tools => Of::Tools,
                Takes::Agents => Of::Agents,
                _ => continue,
            };
            if let Value::Exprs(entries) = &given.value {
                let entries = quote!(#(#entries),*);
                let list = List::read(entries, of).map_err(|error| errors.push(error));
                given.value = Value::List(list.unwrap_or_default());
            }
        }
        args
    }

    pub(super) fn mentions(&self, key: &str) -> bool {
        self.mentioned.iter().any(|mentioned| mentioned == key)
    }

    pub(super) fn get(&self, key: &str) -> Option<&Given> {
        self.given.iter().find(|given| given.key.name == key)
    }

    pub(super) fn expr(&self, key: &str) -> Option<&Expr> {
        match &self.get(key)?.value {
            Value::Expr(expr) => Some(expr),
            _ => None,
        }
    }

    pub(super) fn ty(&self, key: &str) -> Option<&Type> {
        match &self.get(key)?.value {
            Value::Type(ty) => Some(ty),
            _ => None,
        }
    }

    pub(super) fn text(&self, key: &str) -> Option<&LitStr> {
        literal_text(self.expr(key)?)
    }

    pub(super) fn crate_path(&self) -> Option<Path> {
        match self.expr("crate")? {
            Expr::Path(path) => Some(path.path.clone()),
            _ => None,
        }
    }

    pub(super) fn lists(&self) -> impl Iterator<Item = (&Given, &List)> {
        self.given.iter().filter_map(|given| match &given.value {
            Value::List(list) => Some((given, list)),
            _ => None,
        })
    }
}

/// A key as far as its form is right; `None` for one that is not known.
fn read(meta: &Meta) -> darling::Result<Option<Given>> {
    let name = path_to_string(meta.path());
    let Some(key) = KEYS.iter().find(|key| key.name == name) else {
        return Ok(None);
    };
    let value = match key.takes {
        Takes::Flag | Takes::Word => keys::flag(meta)?.map(|_| Value::Flag),
        Takes::Text => {
            keys::text(meta)?;
            keys::expr(meta)?.map(Value::Expr)
        }
        Takes::Type => keys::ty(meta, "Report")?.map(Value::Type),
        Takes::State => keys::ty(meta, "AppState")?.map(Value::Type),
        Takes::Path => {
            keys::path(meta)?;
            keys::expr(meta)?.map(Value::Expr)
        }
        Takes::Value | Takes::Setting | Takes::Generation => keys::expr(meta)?.map(Value::Expr),
        Takes::Callback => keys::expr(meta)?.map(|expr| match expr {
            Expr::Array(list) => exprs(list),
            one => Value::Expr(one),
        }),
        Takes::Each(_) | Takes::GenerationEach(_) => {
            keys::array(meta, " = [one, another]")?.map(exprs)
        }
        Takes::Tools => keys::array(meta, " = [get_weather, ..more]")?.map(exprs),
        Takes::Agents => keys::array(meta, " = [weather_agent, ..more]")?.map(exprs),
    };
    let at = meta.path().clone();
    Ok(value.map(|value| Given { key, at, value }))
}

fn exprs(list: ExprArray) -> Value {
    Value::Exprs(list.elems.into_iter().collect())
}

impl ToTokens for Given {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.at.to_tokens(tokens);
    }
}
