#![deny(warnings)]

use adk::agent::IncludeContents;
use adk::content::{GenerateContentConfig, Schema};
use adk::plugin::BeforeModel;
use adk::{Instruction, ReadonlyContext, Result, agent};

#[agent(
    model = "gemini-2.5-flash",
    global_instruction = rules,
    include_contents = none,
    disallow_transfer_to_parent,
    disallow_transfer_to_peers,
    config = GenerateContentConfig::new(),
    temperature = 0.2,
    max_output_tokens = 100,
    stop_sequences = ["END"],
    output_schema = Schema::of::<String>(),
    before_model = [async |_, request| Ok(BeforeModel::Proceed(request))],
    request_processors = []
)]
fn whole() -> &'static str {
    "You help."
}

async fn rules(ctx: ReadonlyContext) -> Result<String> {
    Ok(ctx.user_id().to_owned())
}

#[agent(
    model = "gemini-2.5-flash",
    global_instruction = Instruction::from("Be kind."),
    include_contents = IncludeContents::Default
)]
fn given() -> &'static str {
    "You help."
}

#[agent(model = "gemini-2.5-flash", global_instruction = || "Be kind.", include_contents = default)]
fn in_place() -> &'static str {
    "You help."
}

fn main() {
    let _ = (whole::builder(), given::builder(), in_place::builder());
}
