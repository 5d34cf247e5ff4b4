//! A list of tools or agents: a bare path is made by a macro, `path(args)` is an agent that
//! takes something, `..expr` is any value at run time.
//!
//! A path stands as a type, `<path as MadeTool>::add_to`, so that rustc looks for one of that
//! name and not for a crate.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprCall, Ident, Path, Token};

use super::crate_path;
use super::respan::{at, ours, respanned};

/// The entries between the brackets.
#[derive(Debug, Default)]
pub(crate) struct List(Vec<Entry>);

#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) conditions: Vec<Attribute>,
    pub(crate) kind: Kind,
}

#[derive(Debug)]
pub(crate) enum Kind {
    Made(Path),
    Called(Path, Punctuated<Expr, Token![,]>),
    Spread(Expr),
}

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
                _ => None,
            };
            let help =
                help.unwrap_or_else(|| format!("write `..` before it, if it is {}", of.values()));
            fault(&other, what, help)
        }
    }
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
fn owner(path: &Path) -> Option<&Ident> {
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

impl List {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.0.iter()
    }

    /// An expression of type `ToolList`; `scope` stands before each of the author's own.
    pub(crate) fn tools(&self, adk: &Path, scope: &TokenStream) -> TokenStream {
        let pushes = self.0.iter().map(|Entry { conditions, kind }| {
            let tools = match kind {
                Kind::Made(path) => {
                    let made = made_tool(adk, path);
                    quote_spanned!(at(path)=> #made::add_to(&mut tools);)
                }
                Kind::Called(path, args) => {
                    let add = respanned(quote!(#adk::__private::add_agent), at(path));
                    quote_spanned! {at(path)=> {
                        #scope
                        #add(&mut tools, <#path>::NAME, <#path>::agent(#args));
                    }}
                }
                Kind::Spread(expr) => {
                    let entry = respanned(quote!(#adk::__private::Entry), at(expr));
                    quote_spanned! {at(expr)=> {
                        #scope
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

    /// Items that do not compile when two made entries have one name, each on its second, or when
    /// an agent among them cannot be a tool.
    pub(crate) fn checks(&self, adk: &Path) -> TokenStream {
        let names = self.names(adk);
        let mut before = Before::default();
        let checks = self.made().map(|(Entry { conditions, .. }, path)| {
            let index = before.index();
            before.count(conditions);
            let once = respanned(quote!(#adk::__private::check_once), at(path));
            let agent = respanned(quote!(#adk::__private::check_agent_tool), at(path));
            let facts = facts_of(adk, path);
            quote_spanned! {at(path)=>
                #(#conditions)*
                const _: () = {
                    #once(__ADK_NAMES, #index);
                    #agent(#facts);
                };
            }
        });
        let checks: Vec<_> = checks.collect();
        if checks.is_empty() {
            return TokenStream::new();
        }
        quote! {
            use #adk::__private::NoFacts as _;
            const __ADK_NAMES: &[&::core::primitive::str] = &[#(#names),*];
            #(#checks)*
        }
    }

    /// What each made entry is called.
    pub(crate) fn names(&self, adk: &Path) -> Vec<TokenStream> {
        let named = self
            .named(adk)
            .map(|(Entry { conditions, .. }, _, name)| quote!(#(#conditions)* #name));
        named.collect()
    }

    /// What is known of each made entry.
    pub(crate) fn facts(&self, adk: &Path) -> Vec<TokenStream> {
        let facts = self.made().map(|(Entry { conditions, .. }, path)| {
            let facts = facts_of(adk, path);
            quote!(#(#conditions)* #facts)
        });
        facts.collect()
    }

    /// Each made entry with its path.
    pub(crate) fn made(&self) -> impl Iterator<Item = (&Entry, &Path)> {
        self.0.iter().filter_map(|entry| match &entry.kind {
            Kind::Made(path) | Kind::Called(path, _) => Some((entry, path)),
            Kind::Spread(_) => None,
        })
    }

    /// Each made entry with its path and the constant of its name.
    pub(crate) fn named(&self, adk: &Path) -> impl Iterator<Item = (&Entry, &Path, TokenStream)> {
        self.made().map(move |(entry, path)| {
            let made = match entry.kind {
                Kind::Called(..) => quote_spanned!(at(path)=> <#path>),
                _ => made_tool(adk, path),
            };
            (entry, path, quote!(#made::NAME))
        })
    }

    /// Each entry that is a tool of Gemini's server by its spelling, with the tool's name.
    pub(crate) fn server_tools(&self) -> impl Iterator<Item = (&Entry, &Expr, String)> {
        self.0.iter().filter_map(|entry| match &entry.kind {
            Kind::Spread(expr) => Some((entry, expr, server_tool(expr)?)),
            _ => None,
        })
    }

    /// Whether there is a made entry whatever the build's configuration is.
    pub(crate) fn has_certain(&self) -> bool {
        self.made().any(|(entry, _)| entry.conditions.is_empty())
    }

    pub(crate) fn has_spread(&self) -> bool {
        let mut kinds = self.0.iter().map(|entry| &entry.kind);
        kinds.any(|kind| matches!(kind, Kind::Spread(_)))
    }
}

/// `tools![…]`.
pub(crate) fn expand(entries: &TokenStream) -> TokenStream {
    let adk = crate_path::resolve(None);
    match List::read(entries.clone(), Of::Tools) {
        Ok(list) => {
            let (checks, tools) = (list.checks(&adk), list.tools(&adk, &TokenStream::new()));
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

/// `google_search` of `GeminiTool::google_search()`.
fn server_tool(expr: &Expr) -> Option<String> {
    let Expr::Call(call) = expr else { return None };
    let Expr::Path(function) = &*call.func else {
        return None;
    };
    let name = &function.path.segments.last()?.ident;
    (owner(&function.path)? == "GeminiTool").then(|| name.to_string())
}

/// What is known of an agent of that name while compiling; `NoFacts` has to be in scope.
pub(crate) fn facts_of(adk: &Path, path: &Path) -> TokenStream {
    let facts = respanned(quote!(#adk::__private::FactsOf), at(path));
    // In parentheses it can be nothing but a type, of which rustc then complains once.
    quote_spanned!(at(path)=> #facts::<(#path)>::FACTS)
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
