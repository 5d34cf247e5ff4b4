//! Reads a list, and says of an entry that is none what was likely meant.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprCall, Ident, Path, Token};

use super::{Entry, Kind, List};
use crate::shared::keys::literal_text;

/// What a list is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Of {
    Tools,
    Agents,
}

impl Of {
    fn made_by(self) -> &'static str {
        match self {
            Self::Tools => "the name of a `#[tool]` or `#[agent]` function",
            Self::Agents => "the name of an `#[agent]` function",
        }
    }

    fn values(self) -> &'static str {
        match self {
            Self::Tools => "a tool, a toolset or a list of them",
            Self::Agents => "an agent or a list of them",
        }
    }
}

/// An entry as it was written.
struct Written {
    attrs: Vec<Attribute>,
    spread: Option<Token![..]>,
    expr: Expr,
}

impl Parse for Written {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        Ok(Self {
            attrs: input.call(Attribute::parse_outer)?,
            spread: input.parse()?,
            expr: input.parse()?,
        })
    }
}

impl List {
    /// What can be read and still makes no sense does not keep the others from being read.
    pub(crate) fn read(entries: TokenStream, of: Of) -> syn::Result<Self> {
        let written = Punctuated::<Written, Token![,]>::parse_terminated.parse2(entries)?;
        let (mut list, mut wrong) = (Vec::new(), None::<syn::Error>);
        for entry in written {
            match (Entry::read(entry, of), &mut wrong) {
                (Ok(entry), _) => list.push(entry),
                (Err(error), None) => wrong = Some(error),
                (Err(error), Some(all)) => all.combine(error),
            }
        }
        wrong.map_or(Ok(Self(list)), Err)
    }
}

impl Entry {
    fn read(written: Written, of: Of) -> syn::Result<Self> {
        let Written {
            attrs,
            spread,
            expr,
        } = written;
        let is_other = |attribute: &&Attribute| !attribute.path().is_ident("cfg");
        if let Some(other) = attrs.iter().find(is_other) {
            let message = "an entry can have no attribute but `cfg`\nhelp: take it away";
            return Err(syn::Error::new_spanned(other, message));
        }
        let kind = match spread {
            Some(_) => Kind::Spread(expr),
            None => made(expr, of)?,
        };
        Ok(Self {
            conditions: attrs,
            kind,
        })
    }
}

fn made(expr: Expr, of: Of) -> syn::Result<Kind> {
    let fault = |expr: &Expr, what: String, help: String| {
        Err(syn::Error::new_spanned(
            expr,
            format!("{what}\nhelp: {help}"),
        ))
    };
    let what = format!("an entry is {}, or `..` before a value", of.made_by());
    if let Some((path, args)) = dependent(&expr) {
        return Ok(Kind::Called(path, args));
    }
    match expr {
        Expr::Path(path) if path.qself.is_none() => match owner(&path.path) {
            Some(owner) => {
                let what = format!(
                    "an entry is {}, and this belongs to the type `{owner}`",
                    of.made_by()
                );
                let help = match of {
                    Of::Tools => {
                        format!("a toolset stands in a list as `..` and a value of `{owner}`")
                    }
                    Of::Agents => "write `..` before an agent that is a value".to_owned(),
                };
                fault(&Expr::Path(path), what, help)
            }
            None => Ok(Kind::Made(path.path)),
        },
        other => {
            let help = match &other {
                Expr::Call(call) => called(call),
                Expr::Try(tried) => match &*tried.expr {
                    Expr::Call(call) => called(call),
                    _ => None,
                },
                Expr::Array(_) => Some("take these brackets away".to_owned()),
                Expr::Lit(_) => unquoted(&other),
                _ => None,
            };
            let help =
                help.unwrap_or_else(|| format!("write `..` before it, if it is {}", of.values()));
            fault(&other, what, help)
        }
    }
}

/// A name in quotes.
fn unquoted(expr: &Expr) -> Option<String> {
    let name = literal_text(expr)?.value();
    let is_name = syn::parse_str::<Path>(&name).is_ok();
    is_name.then(|| format!("write `{name}` without quotes"))
}

/// `order_agent(orders)`: a path that is called with something, and no method.
fn dependent(expr: &Expr) -> Option<(Path, Punctuated<Expr, Token![,]>)> {
    let Expr::Call(call) = expr else {
        return None;
    };
    match &*call.func {
        Expr::Path(function) if function.qself.is_none() && !call.args.is_empty() => {
            let last = &function.path.segments.last()?.ident;
            let is_type = last.to_string().starts_with(char::is_uppercase);
            let is_method = function.path.segments.len() > 1 && is_maker(last);
            let is_made = owner(&function.path).is_none() && !is_type && !is_method;
            is_made.then(|| (function.path.clone(), call.args.clone()))
        }
        _ => None,
    }
}

/// Whether it is a function of the struct beside a tool or an agent.
fn is_maker(ident: &Ident) -> bool {
    ident == "tool" || ident == "agent"
}

/// The type, by its spelling, whose method this is.
pub(super) fn owner(path: &Path) -> Option<&Ident> {
    let owner = &path.segments.iter().nth_back(1)?.ident;
    let is_type = owner.to_string().starts_with(char::is_uppercase);
    (is_type && owner != "Self").then_some(owner)
}

/// What was likely meant by a call: `get_weather()` and `get_weather::tool()` by the name
/// alone, `order_agent::agent(orders)` by the name with what it takes.
fn called(call: &ExprCall) -> Option<String> {
    let Expr::Path(function) = &*call.func else {
        return None;
    };
    let names: Vec<_> = function.path.segments.iter().collect();
    let name = match names[..] {
        [name] if call.args.is_empty() => name,
        [name, maker] if is_maker(&maker.ident) => name,
        _ => return None,
    };
    let name = &name.ident;
    if call.args.is_empty() {
        return Some(format!("write `{name}` alone"));
    }
    let args = call.args.to_token_stream();
    Some(format!("write `{name}({args})`"))
}
