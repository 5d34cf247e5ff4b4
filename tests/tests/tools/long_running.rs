//! Tools whose work goes on when a call is over.

use adk::prelude::*;
use adk::testing::{self, ScriptedModel};

use super::call;

const NOTE: &str = "NOTE: This is a long-running operation. Do not call this tool again if it has already returned some status or response.";

/// Asks the manager for days off.
#[tool(long_running)]
async fn ask_for_days(
    /// How many.
    days: u8,
) -> Option<String> {
    (days < 2).then(|| "granted".to_owned())
}

/// Starts the oven.
#[tool(long_running, blocking)]
fn start_oven() {}

/// Starts the oven, or fails.
#[tool(long_running)]
async fn start_broken_oven(#[arg(undocumented)] broken: bool) -> Result<(), String> {
    if broken {
        return Err("no gas".to_owned());
    }
    Ok(())
}

/// Answers at once.
#[tool]
async fn answer() -> Option<u8> {
    None
}

#[test]
fn the_model_is_told_not_to_call_again() {
    let told = ask_for_days::tool().description().to_owned();
    assert_eq!(told, format!("Asks the manager for days off.\n\n{NOTE}"));
    assert_eq!(ask_for_days::declaration().description(), told);
    assert!(ask_for_days::tool().is_long_running());
    let twice = ask_for_days::tool().long_running();
    assert_eq!(twice.description(), told);
    assert!(!answer::tool().is_long_running());
    assert_eq!(answer::tool().description(), "Answers at once.");
    testing::check_tools!(ask_for_days, start_oven);
}

#[tokio::test]
async fn nothing_is_no_answer_yet() {
    assert_eq!(call(&ask_for_days::tool(), r#"{"days":5}"#).await, "null");
    assert_eq!(call(&start_oven::tool(), "{}").await, "null");
    let started = call(&start_broken_oven::tool(), r#"{"broken":false}"#).await;
    assert_eq!(started, "null");
    assert_eq!(call(&answer::tool().long_running(), "{}").await, "null");
    let closure = FunctionTool::new("later", "Answers later.", |(): (), _| async {
        Ok::<_, ToolError>(())
    });
    assert_eq!(call(&closure, "{}").await, "{}");
    assert_eq!(call(&closure.long_running(), "{}").await, "null");
}

#[tokio::test]
async fn something_is_an_answer() {
    let granted = call(&ask_for_days::tool(), r#"{"days":1}"#).await;
    assert_eq!(granted, r#"{"result":"granted"}"#);
    let failed = call(&start_broken_oven::tool(), r#"{"broken":true}"#).await;
    assert_eq!(failed, "error: no gas");
}

#[test]
fn the_longest_description_has_room_for_the_note() {
    const LONGEST: &str = match std::str::from_utf8(&[b'a'; 903]) {
        Ok(text) => text,
        Err(_) => "",
    };

    #[tool(long_running, description = LONGEST)]
    async fn waits() {}

    assert_eq!(waits::tool().description().len(), 1024);
    let agent = LlmAgent::builder("cook").model(ScriptedModel::new());
    assert!(agent.tool(waits::tool()).build().is_ok());
}
