//! A list of tools: a bare path is made by a macro, `..expr` is any value at run time: a
//! tool, a toolset, or a list of them.
//!
//! A path stands as a type, `<path as MadeTool>::tool()`, so that rustc looks for one of that
//! name and not for a crate.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Expr, Ident, Path, Token};

use super::crate_path;
use super::respan::{at, ours, respanned};

/// The entries between the brackets.
#[derive(Debug, Default)]
pub(crate) struct List(Vec<Entry>);

#[derive(Debug)]
struct Entry {
    conditions: Vec<Attribute>,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Made(Path),
    Spread(Expr),
}

impl Parse for List {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let entries = input.parse_terminated(Entry::parse, Token![,])?;
        let (mut list, mut wrong) = (Vec::new(), None);
        for entry in entries {
            match (entry, &mut wrong) {
                (Ok(entry), _) => list.push(entry),
                (Err(error), None) => wrong = Some(error),
                (Err(error), Some(all)) => all.combine(error),
            }
        }
        wrong.map_or(Ok(Self(list)), Err)
    }
}

impl Entry {
    /// What can be read and still makes no sense does not keep the others from being read.
    fn parse(input: ParseStream<'_>) -> syn::Result<syn::Result<Self>> {
        let attrs = input.call(Attribute::parse_outer)?;
        let kind = if input.parse::<Option<Token![..]>>()?.is_some() {
            Ok(Kind::Spread(input.parse()?))
        } else {
            made(&input.parse()?).map(Kind::Made)
        };
        let is_other = |attribute: &&Attribute| !attribute.path().is_ident("cfg");
        if let Some(other) = attrs.iter().find(is_other) {
            let message = "an entry can have no attribute but `cfg`\nhelp: take it away";
            return Ok(Err(syn::Error::new_spanned(other, message)));
        }
        Ok(kind.map(|kind| Self {
            conditions: attrs,
            kind,
        }))
    }
}

fn made(expr: &Expr) -> syn::Result<Path> {
    match expr {
        Expr::Path(path) if path.qself.is_none() => match owner(&path.path) {
            Some(owner) => {
                let what = format!(
                    "an entry is the name of a `#[tool]` function, and this belongs to the type `{owner}`"
                );
                let help = format!("a toolset stands in a list as `..` and a value of `{owner}`");
                let message = format!("{what}\nhelp: {help}");
                Err(syn::Error::new_spanned(path, message))
            }
            None => Ok(path.path.clone()),
        },
        other => {
            let help = match (called(other), other) {
                (Some(name), _) => format!("write `{name}` alone"),
                (None, Expr::Array(_)) => "take these brackets away".to_owned(),
                _ => {
                    "write `..` before it, if it is a tool, a toolset or a list of them".to_owned()
                }
            };
            let what = "an entry is the name of a `#[tool]` function, or `..` before a value";
            Err(syn::Error::new_spanned(
                other,
                format!("{what}\nhelp: {help}"),
            ))
        }
    }
}

/// The type, by its spelling, whose method this is.
fn owner(path: &Path) -> Option<&Ident> {
    let owner = &path.segments.iter().nth_back(1)?.ident;
    let is_type = owner.to_string().starts_with(char::is_uppercase);
    (is_type && owner != "Self").then_some(owner)
}

/// The function of a call that was likely meant as the tool itself, as in `get_weather()` or
/// `get_weather::tool()`.
fn called(expr: &Expr) -> Option<String> {
    let Expr::Call(call) = expr else {
        return None;
    };
    match &*call.func {
        Expr::Path(function) if call.args.is_empty() => {
            let names: Vec<_> = function.path.segments.iter().collect();
            match names[..] {
                [name] => Some(name.ident.to_string()),
                [name, tool] if tool.ident == "tool" => Some(name.ident.to_string()),
                _ => None,
            }
        }
        _ => None,
    }
}

impl List {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// An expression of type `ToolList`.
    pub(crate) fn tools(&self, adk: &Path) -> TokenStream {
        let pushes = self.0.iter().map(|Entry { conditions, kind }| {
            let tools = match kind {
                Kind::Made(path) => {
                    let made = made_tool(adk, path);
                    quote_spanned! {at(path)=>
                        #adk::tool::ToolList::push(&mut tools, #made::tool());
                    }
                }
                Kind::Spread(expr) => {
                    let entry = respanned(quote!(#adk::__private::Entry), at(expr));
                    quote_spanned! {at(expr)=> {
                        let entry = #expr;
                        (&#entry::of(&entry)).kind().add(entry, &mut tools);
                    }}
                }
            };
            quote!(#(#conditions)* #tools)
        });
        ours! {{
            use #adk::__private::{
                AnyEntry as _, LentEntry as _, ManyEntry as _, SharedEntry as _, ToolsetEntry as _,
            };
            let mut tools = #adk::tool::ToolList::new();
            #(#pushes)*
            tools
        }}
    }

    /// Items that do not compile when two made entries have one name; each on its second.
    pub(crate) fn checks(&self, adk: &Path) -> TokenStream {
        let made: Vec<_> = self.0.iter().filter_map(Entry::made).collect();
        if made.len() < 2 {
            return TokenStream::new();
        }
        let names = made.iter().map(|(conditions, path)| {
            let made = made_tool(adk, path);
            quote!(#(#conditions)* #made::NAME)
        });
        let mut before = Before::default();
        let checks = made.iter().map(|(conditions, path)| {
            let index = before.index();
            before.count(conditions);
            let check = respanned(quote!(#adk::__private::check_once), at(path));
            quote_spanned! {at(path)=>
                #(#conditions)*
                const _: () = #check(__ADK_NAMES, #index);
            }
        });
        quote! {
            const __ADK_NAMES: &[&::core::primitive::str] = &[#(#names),*];
            #(#checks)*
        }
    }
}

/// `tools![…]`.
pub(crate) fn expand(entries: &TokenStream) -> TokenStream {
    let adk = crate_path::resolve(None);
    match syn::parse2::<List>(entries.clone()) {
        Ok(list) => {
            let (checks, tools) = (list.checks(&adk), list.tools(&adk));
            quote!({ #checks #tools })
        }
        Err(error) => {
            let complaint = error.to_compile_error();
            quote!({ #complaint #adk::tool::ToolList::new() })
        }
    }
}

/// `check_tools!(…)`.
pub(crate) fn expand_check(entries: &TokenStream) -> TokenStream {
    let (adk, tools) = (crate_path::resolve(None), expand(entries));
    quote!(#adk::testing::assert_tools(#tools))
}

impl Entry {
    fn made(&self) -> Option<(&[Attribute], &Path)> {
        match &self.kind {
            Kind::Made(path) => Some((&self.conditions, path)),
            Kind::Spread(_) => None,
        }
    }
}

/// The path as a type, `<path as MadeTool>`.
fn made_tool(adk: &Path, path: &Path) -> TokenStream {
    let made = respanned(quote!(#adk::__private::MadeTool), at(path));
    quote_spanned!(at(path)=> <#path as #made>)
}

/// How many entries stand before one, of which some may be left out.
#[derive(Default)]
pub(crate) struct Before {
    certain: usize,
    perhaps: Vec<TokenStream>,
}

impl Before {
    pub(crate) fn index(&self) -> TokenStream {
        let (certain, perhaps) = (self.certain, &self.perhaps);
        quote!(#certain #(+ (::core::cfg!(#perhaps) as ::core::primitive::usize))*)
    }

    pub(crate) fn count(&mut self, conditions: &[Attribute]) {
        let conditions = conditions
            .iter()
            .filter_map(|condition| Some(condition.meta.require_list().ok()?.tokens.clone()));
        let conditions: Vec<_> = conditions.collect();
        if conditions.is_empty() {
            self.certain += 1;
        } else {
            self.perhaps.push(quote!(all(#(#conditions),*)));
        }
    }
}
