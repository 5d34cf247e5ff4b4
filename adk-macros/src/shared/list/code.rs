//! The code of a list: the tools that it makes, what is known of its entries, and their checks.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Attribute, Path};

use super::{Entry, Kind, List, Of};
use crate::shared::crate_path;
use crate::shared::respan::{at, ours, respanned};

impl List {
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

    /// Items that do not compile when two made entries have one of these names, each on its second,
    /// or when an agent among them cannot be a tool.
    pub(crate) fn checks(&self, adk: &Path, names: &TokenStream) -> TokenStream {
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
                    #once(#names, #index);
                    #agent(#facts);
                };
            }
        });
        quote!(#(#checks)*)
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
}

/// `tools![…]`.
pub(crate) fn expand(entries: &TokenStream) -> TokenStream {
    let adk = crate_path::resolve(None);
    match List::read(entries.clone(), Of::Tools) {
        Ok(list) => {
            let names = list.names(&adk);
            let checks = list.checks(&adk, &ours!(__ADK_NAMES));
            let tools = list.tools(&adk, &TokenStream::new());
            ours! {{
                #[allow(unused_imports)]
                use #adk::__private::NoFacts as _;
                const __ADK_NAMES: &[&::core::primitive::str] = &[#(#names),*];
                #checks
                #tools
            }}
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
