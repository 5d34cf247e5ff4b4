//! The builder's calls, one a key, each on what the one before it returned.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, Ident, Type};

use super::{agents, leader, scope, setting, types};
use crate::agent::args::{Given, Value};
use crate::agent::keys::Takes;
use crate::agent::model::Agent;
use crate::shared::respan::{at, ours, respanned};

/// All of them: what the function says first, then the keys in their order.
pub(super) fn settings(agent: &Agent) -> Vec<TokenStream> {
    let description = description(agent).map(|text| setting(agent, "description", &text));
    let instruction = leader::instruction(agent);
    let keys = agent.args.given.iter().flat_map(|given| key(agent, given));
    let first = description.into_iter().chain(instruction);
    first.chain(keys).chain(generation(agent)).collect()
}

fn description(agent: &Agent) -> Option<TokenStream> {
    let text = &agent.docs.text;
    match (agent.args.expr("description"), &agent.docs.computed) {
        (Some(given), _) => Some(given.to_token_stream()),
        (None, _) if !text.is_empty() => Some(quote!(#text)),
        (None, computed) => computed.as_ref().map(ToTokens::to_token_stream),
    }
}

fn key(agent: &Agent, given: &Given) -> Vec<TokenStream> {
    let name = given.key.name;
    let set = |method: &str, value: &Expr| setting(agent, method, value);
    match (&given.value, given.key.takes) {
        (Value::Expr(value), Takes::Setting | Takes::Callback) => vec![set(name, value)],
        (Value::Exprs(values), Takes::Callback) => {
            values.iter().map(|value| set(name, value)).collect()
        }
        (Value::Exprs(values), Takes::Each(method)) => {
            values.iter().map(|value| set(method, value)).collect()
        }
        (Value::Type(ty), Takes::Type) => vec![typed(agent, name, ty)],
        (Value::Flag, Takes::Flag) => vec![flag(agent, given)],
        (Value::List(list), Takes::Tools) => {
            let tools = list.tools(&agent.crate_path, &scope::named(agent));
            vec![setting(agent, name, &tools)]
        }
        (Value::List(list), _) => vec![agents::agents(agent, list)],
        (Value::Expr(value), Takes::Value) => special(agent, name, value).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// What the type lacks is shown at it.
fn typed(agent: &Agent, method: &str, ty: &Type) -> TokenStream {
    let at = at(ty);
    let (method, builder) = (Ident::new(method, at), respanned(types(agent).0, at));
    let local = ours!(builder);
    quote_spanned!(at=> <#builder>::#method::<#ty>(#local))
}

fn flag(agent: &Agent, given: &Given) -> TokenStream {
    let (method, builder) = (Ident::new(given.key.name, at(&given.at)), types(agent).0);
    ours!(<#builder>::#method(builder))
}

/// The keys whose values are read in a way of their own.
fn special(agent: &Agent, name: &str, value: &Expr) -> Option<TokenStream> {
    let adk = &agent.crate_path;
    let value = match name {
        "output_key" => output_key(agent, value),
        "global_instruction" => {
            let given = respanned(quote!(#adk::__private::given_instruction), at(value));
            quote_spanned!(at(value)=> #given(#value))
        }
        "include_contents" => match word(value).as_deref() {
            Some("none") => ours!(#adk::agent::IncludeContents::None),
            Some(_) => ours!(#adk::agent::IncludeContents::Default),
            None => value.to_token_stream(),
        },
        _ => return None,
    };
    Some(setting(agent, name, &value))
}

/// The key of the state; one that knows its type is asked whether it is the answer's.
fn output_key(agent: &Agent, value: &Expr) -> TokenStream {
    let adk = &agent.crate_path;
    if agent.args.mentions("output_schema") {
        return value.to_token_stream();
    }
    let answer = agent
        .args
        .ty("output")
        .map_or_else(|| ours!(::std::string::String), ToTokens::to_token_stream);
    let key = respanned(quote!(#adk::__private::output_key), at(value));
    quote_spanned!(at(value)=> #key::<#answer>(#value))
}

fn word(value: &Expr) -> Option<String> {
    match value {
        Expr::Path(path) => Some(path.path.get_ident()?.to_string()),
        _ => None,
    }
}

/// How the model generates: what `config` gives, with the other keys on top of it.
fn generation(agent: &Agent) -> Option<TokenStream> {
    let adk = &agent.crate_path;
    let set = |method: &str, value: &Expr| {
        let at = at(value);
        let method = Ident::new(method, at);
        let config = respanned(quote!(#adk::content::GenerateContentConfig), at);
        let local = ours!(config);
        let set = quote_spanned!(at=> #config::#method(#local, #value));
        let set = scope::scoped(agent, set);
        ours!(let config = #set;)
    };
    let mut settings = Vec::new();
    for given in &agent.args.given {
        match (&given.value, given.key.takes) {
            (Value::Expr(value), Takes::Generation) => settings.push(set(given.key.name, value)),
            (Value::Exprs(values), Takes::GenerationEach(method)) => {
                settings.extend(values.iter().map(|value| set(method, value)));
            }
            _ => {}
        }
    }
    let base = agent.args.expr("config");
    if base.is_none() && settings.is_empty() {
        return None;
    }
    let base = base.map_or_else(
        || ours!(#adk::content::GenerateContentConfig::new()),
        |base| scope::scoped(agent, base.to_token_stream()),
    );
    if settings.is_empty() {
        return Some(setting(agent, "generate_content_config", &base));
    }
    let builder = types(agent).0;
    Some(ours! {{
        let config: #adk::content::GenerateContentConfig = #base;
        #(#settings)*
        <#builder>::generate_content_config(builder, config)
    }})
}
