//! Two agents as tools of a third, which goes on itself with what they answer.
//!
//! `cargo run -p examples --bin search_and_calculate -- "How many more people live in Oslo than in Bergen?"`

use adk::model::Llm;
use adk::prelude::*;

/// Looks up how many people live in a city.
#[tool]
async fn look_up(
    /// City name, e.g. "Oslo".
    city: &str,
) -> Result<u32, ToolError> {
    match city {
        "Oslo" => Ok(718_000),
        "Bergen" => Ok(292_000),
        "Trondheim" => Ok(214_000),
        _ => Err(ToolError::model(format!(
            "no figure for `{city}`; there is one for Oslo, Bergen and Trondheim"
        ))),
    }
}

/// Adds or subtracts two numbers.
#[tool]
async fn calculator(
    /// The first number.
    a: f64,
    /// The second number.
    b: f64,
    /// What to do with them.
    #[arg(one_of("add", "sub"))]
    operation: &str,
) -> f64 {
    if operation == "add" { a + b } else { a - b }
}

/// Finds out how many people live in one city. Ask in one sentence.
#[agent(model = model, tools = [look_up])]
fn search_agent(model: &dyn Llm) -> &'static str {
    "Look up the city that you are asked about, and answer with the number."
}

/// Adds or subtracts two numbers. Ask in one sentence.
#[agent(model = model, tools = [calculator])]
fn calculator_agent(model: &dyn Llm) -> &'static str {
    "Calculate with the tool, and answer with the number."
}

/// Answers questions about the number of people in cities.
#[agent(model = model, tools = [search_agent(model), calculator_agent(model)])]
fn main_agent(model: &dyn Llm) -> &'static str {
    "Ask the search agent about each city, and have the calculator agent do each sum."
}

#[tokio::main]
async fn main() -> adk::Result<()> {
    let question = std::env::args().nth(1);
    let question =
        question.unwrap_or_else(|| "How many people live in Oslo and Bergen together?".to_owned());
    let agent = main_agent::agent(examples::model(examples::scripts::search_and_calculate())?)?;
    let runner = Runner::builder("cities_app", agent).build()?;
    let mut run = runner.run("user-1", "session-1", question);
    while let Some(event) = run.next().await {
        examples::print(&event?);
    }
    Ok(())
}
