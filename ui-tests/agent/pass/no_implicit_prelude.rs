#![no_implicit_prelude]
#![deny(warnings)]
#![forbid(unsafe_code)]
#![allow(non_camel_case_types, dead_code)]

use ::adk::{Emitter, InvocationContext, ReadonlyContext};

/// Nothing has its usual meaning here.
struct Ok;
struct Some;
struct Result;
struct String;
struct Into;
struct Arc;
struct u8;
struct str;

/// Is taken by the agents.
struct Builder;

/// Does nothing.
#[::adk::tool]
async fn nothing() {}

/// Does something.
#[::adk::tool]
async fn something() {}

/// Stands where nothing has its usual name.
#[::adk::agent(
    model = "gemini-2.5-flash",
    tools = [nothing, #[cfg(any())] missing, something, ..nothing::tool()],
    temperature = 0.2,
    include_contents = none,
    output = ::std::vec::Vec<::std::string::String>,
    input = ::std::collections::BTreeMap<::std::string::String, ::core::primitive::u8>
)]
fn helper() -> &'static ::core::primitive::str {
    "You help."
}

/// Takes what is named as the locals of a macro might be.
#[::adk::agent(
    model = "gemini-2.5-flash",
    tools = [helper],
    sub_agents = [helper, ..helper::agent(), ..[helper::agent()]],
    seed = 3,
    global_instruction = "Be kind."
)]
async fn named(
    builder: &Builder,
    value: &Builder,
    ctx: &ReadonlyContext,
) -> ::adk::Result<::std::string::String> {
    let _ = (builder, value);
    ::core::result::Result::Ok(::std::borrow::ToOwned::to_owned(ctx.user_id()))
}

/// Helps too.
#[::adk::agent(model = "gemini-2.5-flash", root)]
fn other() -> &'static ::core::primitive::str {
    "Ask {app:name?}."
}

#[::adk::agent(model = "gemini-2.5-flash")]
fn below() -> &'static ::core::primitive::str {
    "Help, {user:name?}."
}

#[::adk::agent(sub_agents = [below])]
async fn driver(builder: &Builder, _ctx: &InvocationContext, _out: &mut Emitter) {
    let _ = builder;
}

#[::adk::agent(loop = [named(builder, entry), driver(agents)], max_iterations = 2)]
fn rounds(builder: &Builder, entry: &Builder, agents: &Builder) {}

fn main() {
    let _ = (helper::builder(), other::builder(), rounds::builder(Builder, Builder, Builder));
}
