//! What is known of the agent while compiling, and the checks that go by it: each is an item that
//! does not compile, shown at what is at fault.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::{Attribute, Expr, Ident};

use crate::agent::model::{Agent, Leader};
use crate::agent::text;
use crate::shared::list::{Before, Entry, List, facts_of};
use crate::shared::respan::{at, ours, respanned};

/// The impl that holds the facts, and the checks.
pub(super) fn facts(agent: &Agent) -> TokenStream {
    let (adk, name, ident) = (&agent.crate_path, &agent.name, &agent.function.sig.ident);
    let item = ident.to_string();
    let kind = match agent.leader {
        Leader::Text | Leader::Computed => ours!(Llm),
        Leader::Function => ours!(Custom),
        Leader::Sequence => ours!(Sequential),
        Leader::Parallel => ours!(Parallel),
        Leader::Loop => ours!(Loop),
    };
    let (is_described, is_root) = (agent.is_described(), agent.args.mentions("root"));
    let instruction = optional(text::instruction(agent));
    let global = optional(text::global_instruction(agent));
    let (writes, state) = (writes(agent), state(agent));
    let tools = agent.tools().flat_map(|list| list.names(adk));
    let asks = agent.tools().flat_map(|list| list.facts(adk));
    let below = agent.below().flat_map(|list| list.facts(adk));
    let is_whole = !agent.below().any(List::has_spread);
    let checks = checks(agent);
    ours! {
        use #adk::__private::NoFacts as _;

        #[automatically_derived]
        impl #adk::__private::Known for #ident {
            const FACTS: &'static #adk::__private::Facts = &#adk::__private::Facts {
                name: #name,
                item: ::core::concat!(::core::module_path!(), "::", #item),
                kind: #adk::__private::AgentKind::#kind,
                is_described: #is_described,
                is_root: #is_root,
                instruction: #instruction,
                global_instruction: #global,
                writes: #writes,
                tools: &[#(#tools),*],
                asks: &[#(#asks),*],
                below: &[#(#below),*],
                is_whole: #is_whole,
                state: #state,
            };
        }

        const __ADK_FACTS: &#adk::__private::Facts = <#ident as #adk::__private::Known>::FACTS;
        #checks
    }
}

fn optional(value: Option<&impl ToTokens>) -> TokenStream {
    value.map_or_else(
        || ours!(::core::option::Option::None),
        |value| ours!(::core::option::Option::Some(#value)),
    )
}

/// The key that keeps the answer.
fn writes(agent: &Agent) -> TokenStream {
    let adk = &agent.crate_path;
    let Some(key) = agent.args.expr("output_key") else {
        return ours!(#adk::__private::Writes::Nothing);
    };
    if agent.args.text("output_key").is_some() {
        return ours!(#adk::__private::Writes::Key(#key));
    }
    if text::is_constant(key) {
        let at = at(key);
        let name = respanned(quote!(#adk::__private::KeyName), at);
        return quote_spanned!(at=> #name(#key).writes());
    }
    ours!(#adk::__private::Writes::Unknown)
}

fn state(agent: &Agent) -> TokenStream {
    let adk = &agent.crate_path;
    let state = agent.args.ty("state").map(|ty| {
        let (name, at) = (ty.to_token_stream().to_string(), at(ty));
        let keys = respanned(quote!(#adk::session::StateKeys), at);
        let keys = quote_spanned!(at=> <#ty as #keys>::KEYS);
        ours!(#adk::__private::DeclaredState { name: #name, keys: #keys })
    });
    optional(state.as_ref())
}

fn checks(agent: &Agent) -> TokenStream {
    let texts = [text::instruction(agent), text::global_instruction(agent)];
    let texts = texts.into_iter().flatten().map(|text| of_text(agent, text));
    let computed = text::computed(agent)
        .map(|text| check(agent, "check_computed", (&[], text), &quote!(#text)));
    let key = agent.args.expr("output_key");
    let key = key.filter(|_| agent.args.mentions("state"));
    let key = key.map(|key| check(agent, "check_output_key", (&[], key), &ours!(__ADK_FACTS)));
    let below = agent.below().map(|list| of_below(agent, list));
    let tools = agent.tools().map(|list| of_tools(agent, list));
    quote!(#(#texts)* #computed #key #(#below)* #(#tools)*)
}

fn of_text(agent: &Agent, text: &Expr) -> TokenStream {
    let form = check(agent, "check_instruction", (&[], text), &quote!(#text));
    let reads = agent.args.mentions("state").then(|| {
        let given = ours!(__ADK_FACTS, #text);
        check(agent, "check_reads", (&[], text), &given)
    });
    quote!(#form #reads)
}

/// The checks of each agent below.
fn of_below(agent: &Agent, list: &List) -> TokenStream {
    let is_loop = matches!(agent.leader, Leader::Loop | Leader::Function);
    let exits_nothing = agent.args.mentions("root") && !is_loop;
    let mut before = Before::default();
    let checks = list.made().map(|(Entry { conditions, .. }, path)| {
        let (at, index) = ((&**conditions, path), before.index());
        before.count(conditions);
        let place = ours!(__ADK_FACTS, #index);
        let names = check(agent, "check_below", at, &place);
        let reads = agent.args.mentions("state");
        let reads = reads.then(|| check(agent, "check_state_below", at, &place));
        let exits = exits_nothing.then(|| {
            let facts = facts_of(&agent.crate_path, path);
            check(agent, "check_root_entry", at, &facts)
        });
        quote!(#names #reads #exits)
    });
    quote!(#(#checks)*)
}

fn of_tools(agent: &Agent, list: &List) -> TokenStream {
    let adk = &agent.crate_path;
    let checks = list.checks(adk, &ours!(__ADK_FACTS.tools));
    let exits = agent.args.mentions("root").then(|| {
        let exits = list
            .named(adk)
            .map(|(Entry { conditions, .. }, path, name)| {
                check(agent, "check_root_tool", (conditions, path), &name)
            });
        quote!(#(#exits)*)
    });
    let server_tools = server_tools(agent, list);
    quote!(#checks #exits #server_tools)
}

/// The checks of the tools that a model's server runs, where the model is named.
fn server_tools(agent: &Agent, list: &List) -> TokenStream {
    let Some(model) = agent.args.text("model") else {
        return TokenStream::new();
    };
    let beside = if list.has_certain() {
        "functions"
    } else if agent.below().any(List::has_certain) {
        "agents to hand over to"
    } else if agent.args.mentions("output_schema") || agent.args.mentions("output") {
        "output schema"
    } else {
        ""
    };
    let checks = list
        .server_tools()
        .map(|(Entry { conditions, .. }, expr, tool)| {
            let given = quote!(#model, #tool, #beside);
            check(agent, "check_server_tool", (conditions, expr), &given)
        });
    quote!(#(#checks)*)
}

/// An item that does not compile where the check fails of what is given; shown at what it is of,
/// which may stand under conditions.
fn check(
    agent: &Agent,
    name: &str,
    (conditions, of): (&[Attribute], &impl ToTokens),
    given: &TokenStream,
) -> TokenStream {
    let (adk, at) = (&agent.crate_path, at(&of.to_token_stream()));
    let name = Ident::new(name, at);
    let check = respanned(quote!(#adk::__private::#name), at);
    quote_spanned!(at=> #(#conditions)* const _: () = #check(#given);)
}
