//! Every complaint about a tool, each on the author's own token.

mod confirm;
mod field;
mod params;
mod receiver;
mod values;

use quote::ToTokens;
use syn::{Expr, Lifetime, ReturnType, Safety};

use super::args::milliseconds;
use super::model::Tool;
use super::rules::Value;
use super::stream;
use crate::shared::errors::Errors;
use crate::shared::keys::literal_text;
use crate::shared::{names, types};

/// The longest description that every vendor takes, in characters.
const MAX_DESCRIPTION: usize = 1024;
/// What ADK's note leaves of it to a long-running tool.
const MAX_LONG_RUNNING: usize = 903;

/// Complains of all that is wrong.
pub(super) fn complain(tool: &Tool, errors: &mut Errors) {
    signature(tool, errors);
    name(tool, errors);
    description(tool, errors);
    timeout(tool, errors);
    hints(tool, errors);
    confirm::complain(tool, errors);
    arguments_section(tool, errors);
    params::complain(tool, errors);
}

fn signature(tool: &Tool, errors: &mut Errors) {
    let sig = &tool.function.sig;
    match (&sig.asyncness, &tool.args.blocking) {
        (None, None) if stream::is_returned(&sig.output) => {}
        (None, None) => errors.at(
            sig.fn_token,
            "a tool is an `async fn`",
            "write `async fn`, or `#[tool(blocking)]` to run this one where blocking is allowed",
        ),
        (Some(_), Some(blocking)) => errors.at(
            blocking,
            "`blocking` is for a function that is not `async`",
            "take `blocking` away, or `async`",
        ),
        (None, Some(blocking)) if stream::is_returned(&sig.output) => errors.at(
            blocking,
            "a function that returns a stream does not block",
            "take `blocking` away",
        ),
        _ => {}
    }
    if let Some(constness) = &sig.constness {
        errors.at(
            constness,
            "a tool cannot be a `const fn`",
            "take `const` away",
        );
    }
    if !matches!(sig.safety, Safety::Default) {
        let help = "make a safe function that calls the unsafe one";
        errors.at(&sig.safety, "a tool has to be safe to call", help);
    }
    if let Some(abi) = &sig.abi {
        errors.at(abi, "a tool is a Rust function", "take `extern` away");
    }
    if let Some(variadic) = &sig.variadic {
        let what = "a tool cannot take any number of arguments";
        errors.at(variadic, what, "take one `Vec<T>`");
    }
    generics(tool, errors);
    if let Some(receiver) = sig.receiver() {
        receiver::complain(tool, receiver, errors);
    }
    if let ReturnType::Type(_, ty) = &sig.output
        && let Some(opaque) = types::first_impl_trait(ty)
        && !stream::is_returned(&sig.output)
    {
        let help = "name the type, such as a `Vec`; an `impl Stream` tells of progress";
        errors.at(opaque, "a tool cannot return an `impl Trait`", help);
    }
    borrowed_result(tool, errors);
}

fn borrowed_result(tool: &Tool, errors: &mut Errors) {
    let (Some(_), ReturnType::Type(_, ty)) = (&tool.args.blocking, &tool.function.sig.output)
    else {
        return;
    };
    let is_static = |lifetime: &Lifetime| lifetime.ident == "static";
    if let Some(reference) = types::first_reference(ty)
        && !reference.lifetime.as_ref().is_some_and(is_static)
    {
        let what = "a `blocking` tool runs on another thread, and its result cannot borrow";
        errors.at(reference, what, "return a value that is owned");
    }
}

fn generics(tool: &Tool, errors: &mut Errors) {
    let generics = &tool.function.sig.generics;
    for parameter in &generics.params {
        let (what, help) = match parameter {
            syn::GenericParam::Lifetime(_) => (
                "a tool cannot have lifetime parameters",
                "leave the lifetime out: an argument lives as long as the call",
            ),
            syn::GenericParam::Type(_) | syn::GenericParam::Const(_) => (
                "a tool cannot be generic",
                "name the types: the model is told one schema",
            ),
        };
        errors.at(parameter, what, help);
    }
    if let Some(bounds) = &generics.where_clause {
        errors.at(
            bounds,
            "a tool cannot have a `where` clause",
            "take it away",
        );
    }
}

fn name(tool: &Tool, errors: &mut Errors) {
    let (at, name) = (tool.name_token(), &tool.whole_name());
    let help = match (&tool.args.name, *name == tool.name) {
        (Some(_), true) => "choose another name",
        (None, true) => "rename the function, or say `#[tool(name = \"…\")]`",
        (_, false) => "say `#[tool(name = \"…\")]`, or choose another `prefix` of the toolset",
    };
    if let Some(what) = names::reserved(name) {
        errors.at(at, what, help);
    } else if name.len() > names::MAX_TOOL_NAME {
        let (length, most) = (name.len(), names::MAX_TOOL_NAME);
        let what = format!("a tool's name has {most} characters at most, this one has {length}");
        errors.at(at, what, help);
    } else if !names::is_tool_name(name) {
        let what = format!(
            "`{name}` is not a valid tool name: it starts with a letter or `_` and has only ASCII letters, digits, `_` and `-`"
        );
        errors.at(at, what, help);
    }
}

fn description(tool: &Tool, errors: &mut Errors) {
    let given = tool.args.description.as_ref();
    let has_docs = tool.docs.is_there();
    let at = match given {
        None if !has_docs && tool.args.mentions_description => return,
        None if !has_docs => {
            let help = "say in a `///` comment what it is for: the model chooses by it";
            return errors.at(&tool.function.sig.ident, "a tool needs a description", help);
        }
        Some(expr) => expr.to_token_stream(),
        None => tool.function.sig.ident.to_token_stream(),
    };
    let text = match given {
        Some(expr) => literal_text(expr).map(syn::LitStr::value),
        None => Some(tool.docs.text.clone()),
    };
    let length = text.as_ref().map(|text| text.chars().count());
    if given.is_some() && text.is_some_and(|text| text.trim().is_empty()) {
        let help = "say what the tool is for: the model chooses by it";
        return errors.at(at, "the description is empty", help);
    }
    let (whose, most) = match tool.args.long_running {
        Some(_) => ("a long-running tool's", MAX_LONG_RUNNING),
        None => ("a tool's", MAX_DESCRIPTION),
    };
    if let Some(length) = length.filter(|length| *length > most) {
        let what =
            format!("{whose} description has {most} characters at most, this one has {length}");
        let help = "shorten it, or say `description = \"…\"` and keep the docs for people";
        errors.at(at, what, help);
    }
}

fn timeout(tool: &Tool, errors: &mut Errors) {
    if let (Some(_), Some(long_running)) = (&tool.args.timeout, &tool.args.long_running) {
        let what = "a tool that is `long_running` goes on after its call: no `timeout` ends it";
        errors.at(long_running, what, "keep one of the two");
    }
    let Some(text) = tool.args.timeout.as_ref().and_then(literal_text) else {
        if let Some(Expr::Lit(number)) = &tool.args.timeout {
            let help = "write `timeout = \"5s\"`, or an expression of type `Duration`";
            errors.at(number, "`timeout` needs a unit", help);
        }
        return;
    };
    if milliseconds(&text.value()).is_none() {
        let what = format!("`{}` is not a length of time", text.value());
        errors.at(
            text,
            what,
            "write a number and a unit: `500ms`, `5s`, `2m` or `1h`",
        );
    }
}

fn hints(tool: &Tool, errors: &mut Errors) {
    let args = &tool.args;
    if let (Some(_), Some(destructive)) = (&args.read_only, &args.destructive) {
        let what = "a tool that is `read_only` destroys nothing";
        errors.at(destructive, what, "keep one of the two");
    }
    let Some(retries) = &args.retries else {
        return;
    };
    let times = Value::read(retries).and_then(|value| value.number());
    if !times.is_some_and(|times| (1.0..=10.0).contains(&times) && times.fract() == 0.0) {
        let what = "`retries` is a whole number from 1 to 10";
        errors.at(retries, what, "write it as `retries = 2`");
    }
    if args.idempotent.is_none() && args.read_only.is_none() {
        let what = "a tool with `retries` may be called twice";
        let help = "say `idempotent` or `read_only` beside it if a second call does no harm";
        errors.at(retries, what, help);
    }
}

fn arguments_section(tool: &Tool, errors: &mut Errors) {
    let entries = &tool.docs.arguments;
    for (index, entry) in entries.iter().enumerate() {
        let name = &entry.name;
        let Some(param) = tool.params.iter().find(|param| param.is_called(name)) else {
            let known = tool.params.iter().filter(|param| param.is_named());
            let known: Vec<_> = known.map(|param| &*param.name).collect();
            let help = match names::closest(name, &known) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!("the parameters are {}", names::listed(&known)),
            };
            errors.at(&entry.at, format!("no parameter is called `{name}`"), help);
            continue;
        };
        if !param.is_named() {
            let what = format!("the model is never told of `{name}`");
            errors.at(&entry.at, what, "take the line away");
        } else if entries[..index]
            .iter()
            .any(|earlier| param.is_called(&earlier.name))
            || param.docs.is_there()
            || param.keys.description.is_some()
        {
            let what = format!("`{name}` is described twice");
            errors.at(&entry.at, what, "keep one description");
        }
    }
}
