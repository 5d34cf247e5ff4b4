//! The block understood: its tools, and what they are called together.
//!
//! Nothing is complained of here but the methods, which `tool` reads; a fact about the
//! block that makes no sense is kept for `validate`.

use proc_macro2::{Ident, TokenStream};
use syn::ext::IdentExt;
use syn::{Attribute, GenericParam, Meta, Path, Type};

use super::args::ToolsetArgs;
use crate::shared::attributes::{conditions, is_tool};
use crate::shared::block::{Block, Item};
use crate::shared::errors::Errors;
use crate::shared::function::Function;
use crate::shared::{cfg, crate_path, names};
use crate::tool::{self, Home, Tool};

/// A block of methods as its author wrote it.
#[derive(Debug)]
pub(super) struct Toolset {
    pub(super) args: ToolsetArgs,
    pub(super) block: Block,
    pub(super) crate_path: Path,
    /// The name in errors at run time.
    pub(super) name: String,
    pub(super) items: Vec<Member>,
}

/// What stands in the block.
#[derive(Debug)]
pub(super) enum Member {
    Tool(Box<Tool>),
    Other(Item),
}

impl Toolset {
    pub(super) fn read(args: ToolsetArgs, block: Block, errors: &mut Errors) -> Self {
        let adk = crate_path::resolve(args.crate_path.clone());
        let prefix = args.prefix.as_ref().map(syn::LitStr::value);
        let home = Home::Toolset {
            prefix: prefix.filter(|prefix| names::is_prefix(prefix)),
            generics: block.generics.params.iter().filter_map(named).collect(),
        };
        let mut items: Vec<Member> = Vec::new();
        for (item, plain) in block.items.iter().zip(block.as_rustc_takes_it().items) {
            match item {
                Item::Function(function) if function.attrs.iter().any(is_tool) => {
                    if items.iter().any(|earlier| earlier.is_same_as(function)) {
                        items.push(Member::Other(plain));
                    } else {
                        items.extend(tools(function, &home, &adk, errors));
                    }
                }
                _ => items.push(Member::Other(plain)),
            }
        }
        let own = type_name(&block.ty).map(snake_case).unwrap_or_default();
        Self {
            name: args.name.as_ref().map_or(own, syn::LitStr::value),
            args,
            block,
            crate_path: adk,
            items,
        }
    }

    pub(super) fn tools(&self) -> impl Iterator<Item = &Tool> {
        self.items.iter().filter_map(|item| match item {
            Member::Tool(tool) => Some(&**tool),
            Member::Other(_) => None,
        })
    }

    /// The name of the part, where the block is one.
    pub(super) fn part(&self) -> Option<&Ident> {
        self.args.part.as_ref()?.get_ident()
    }
}

impl Member {
    /// Whether rustc will say that there are two of this method.
    fn is_same_as(&self, function: &Function) -> bool {
        let has_condition = |function: &Function| !conditions(&function.attrs).is_empty();
        match self {
            Self::Tool(tool) => {
                tool.function.sig.ident == function.sig.ident
                    && !has_condition(&tool.function)
                    && !has_condition(function)
            }
            Self::Other(_) => false,
        }
    }
}

/// A method's tool; more than one, each under its condition, where a parameter has a `cfg`.
fn tools(function: &Function, home: &Home, adk: &Path, errors: &mut Errors) -> Vec<Member> {
    let mut function = function.clone();
    let attribute = function.attrs.iter().position(is_tool);
    let attribute = attribute.map(|index| function.attrs.remove(index));
    let keys = attribute.map_or_else(TokenStream::new, |attribute| keys(&attribute, errors));
    let forms = cfg::forms(function).into_iter();
    let tools = forms.map(|form| tool::method(keys.clone(), form, home.clone(), adk, errors));
    tools.map(|tool| Member::Tool(Box::new(tool))).collect()
}

fn keys(attribute: &Attribute, errors: &mut Errors) -> TokenStream {
    match &attribute.meta {
        Meta::List(list) => return list.tokens.clone(),
        Meta::Path(_) => {}
        Meta::NameValue(_) => errors.at(
            attribute,
            "this attribute is not written like this",
            "write `#[tool]`, or `#[tool(…)]` with keys",
        ),
    }
    TokenStream::new()
}

fn named(param: &GenericParam) -> Option<Ident> {
    match param {
        GenericParam::Type(param) => Some(param.ident.clone()),
        GenericParam::Const(param) => Some(param.ident.clone()),
        GenericParam::Lifetime(_) => None,
    }
}

/// The last segment of the block's type.
pub(super) fn type_name(ty: &Type) -> Option<&Ident> {
    match ty {
        Type::Path(path) if path.qself.is_none() => Some(&path.path.segments.last()?.ident),
        Type::Group(group) => type_name(&group.elem),
        Type::Paren(paren) => type_name(&paren.elem),
        _ => None,
    }
}

/// `HttpOrders` as `http_orders`.
fn snake_case(name: &Ident) -> String {
    let name = name.unraw().to_string();
    let letters: Vec<char> = name.chars().collect();
    let mut text = String::new();
    for (index, letter) in letters.iter().enumerate() {
        let follows = index > 0 && letters[index - 1] != '_';
        let before = index > 0 && !letters[index - 1].is_uppercase();
        let after = letters
            .get(index + 1)
            .is_some_and(|next| next.is_lowercase());
        if letter.is_uppercase() && follows && (before || after) {
            text.push('_');
        }
        text.extend(letter.to_lowercase());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_gives_its_toolset_a_name() {
        for (ty, name) in [
            ("Orders", "orders"),
            ("HttpOrders", "http_orders"),
            ("HTTPClient", "http_client"),
            ("Orders2Go", "orders2_go"),
            ("Own_Orders", "own_orders"),
        ] {
            let ty = syn::parse_str::<Ident>(ty).expect("it is a name");
            assert_eq!(snake_case(&ty), name);
        }
    }
}
