//! The examples as a person starts them: offline, and through both model clients against
//! local servers that speak the vendors' JSON and answer from the same scripts.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on panics")]

mod gemini;
mod mcp;
mod openai;
mod openapi;
mod skills;
mod teams;
mod vacation;
mod vendor;

use std::io::Write as _;
use std::process::{Command, Stdio};

use adk::testing::ScriptedModel;
use examples::scripts;

use vendor::Vendor;

const QUICKSTART: &str = env!("CARGO_BIN_EXE_quickstart");
const MULTI_TOOL: &str = env!("CARGO_BIN_EXE_multi_tool");
const STREAMING: &str = env!("CARGO_BIN_EXE_streaming");
const ARTICLE: &str = env!("CARGO_BIN_EXE_article");
const SUPPORT_DESK: &str = env!("CARGO_BIN_EXE_support_desk");
const SEARCH_AND_CALCULATE: &str = env!("CARGO_BIN_EXE_search_and_calculate");
const SKILLS: &str = env!("CARGO_BIN_EXE_skills");
const VACATION_APPROVAL: &str = env!("CARGO_BIN_EXE_vacation_approval");
const OPENAPI: &str = env!("CARGO_BIN_EXE_openapi");

const NOTICE: &str = "No GOOGLE_API_KEY, GEMINI_API_KEY or OPENAI_API_KEY is set: a script answers instead of a model.\n";

/// What a program printed, to stdout and to stderr, that nobody types anything for.
fn run(program: &str, args: &[&str], env: &[(&str, &str)]) -> (String, String) {
    run_typing(program, args, env, "")
}

/// The same of a program that finds `typed` on stdin, and then its end.
fn run_typing(program: &str, args: &[&str], env: &[(&str, &str)], typed: &str) -> (String, String) {
    let mut command = Command::new(program);
    let unset = ["GOOGLE_API_KEY", "GEMINI_API_KEY", "OPENAI_API_KEY"];
    for name in unset {
        command.env_remove(name);
    }
    let mut child = command
        .args(args)
        .envs(env.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // A program that reads nothing may be over by now.
    _ = stdin.write_all(typed.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    assert!(output.status.success(), "{}", text(output.stderr));
    (text(output.stdout), text(output.stderr))
}

#[test]
fn quickstart_calls_the_tool_that_the_question_needs() {
    let (out, err) = run(QUICKSTART, &["What's the weather in Tokyo?"], &[]);
    assert_eq!(
        out,
        "  → get_weather({\"city\":\"Tokyo\"})\n  \
           ← get_weather: {\"city\":\"Tokyo\",\"celsius\":22.0,\"sky\":\"broken clouds\"}\n\
         weather_agent: city Tokyo, celsius 22.0, sky broken clouds\n"
    );
    assert_eq!(err, NOTICE);
}

#[test]
fn quickstart_tells_what_a_tool_refused() {
    let (out, err) = run(QUICKSTART, &["And the forecast for Atlantis?"], &[]);
    assert!(
        err.contains("WARN") && err.contains("a tool failed"),
        "{err}"
    );
    assert!(out.ends_with(
        "weather_agent: That did not work: no station in `Atlantis`; there is one in Paris, Beijing and Tokyo\n"
    ), "{out}");
}

#[test]
fn multi_tool_answers_three_questions_by_three_tools() {
    let (out, err) = run(MULTI_TOOL, &[], &[]);
    assert!(out.contains("← calculator: {\"result\":32.0}"), "{out}");
    assert!(
        out.contains("→ get_current_time({\"timezone\":\"Asia/Tokyo\"})"),
        "{out}"
    );
    assert!(
        out.contains("← process_string: {\"result\":\"dlroW olleH\"}"),
        "{out}"
    );
    assert_eq!(err, NOTICE);
}

#[test]
fn streaming_prints_the_pieces_of_the_whole() {
    let (out, _) = run(STREAMING, &["A haiku about Ferris."], &[]);
    assert!(out.starts_with("Ferris at first light,\n"), "{out}");
    assert!(
        out.ends_with("(11 pieces, then the whole: 74 characters)\n"),
        "{out}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_scripts_read_the_same_through_both_clients() {
    let weather: &[&str] = &["What's the weather in Paris?"];
    let texts: &[&str] = &["What is 256 divided by 8 ?", "Reverse 'Hello World'."];
    let haiku: &[&str] = &["A haiku about Ferris."];
    let programs = [
        (
            QUICKSTART,
            weather,
            scripts::weather as fn() -> ScriptedModel,
        ),
        (MULTI_TOOL, texts, scripts::multi_tool),
        (STREAMING, haiku, scripts::haiku),
        (ARTICLE, &[], scripts::article),
        (SUPPORT_DESK, &[], scripts::support_desk),
        (SEARCH_AND_CALCULATE, &[], scripts::search_and_calculate),
        (SKILLS, &[], scripts::skills),
        (VACATION_APPROVAL, &[], scripts::vacation),
    ];
    for (program, args, script) in programs {
        let run = |env: &[_]| run_typing(program, args, env, "2\n");
        let (offline, _) = run(&[]);
        let google = Vendor::start(gemini::answer, script()).await;
        let env = [
            ("GOOGLE_API_KEY", "a-key"),
            ("GOOGLE_GEMINI_BASE_URL", &google.url()),
        ];
        assert_eq!(run(&env), (offline.clone(), String::new()));
        let open_ai = Vendor::start(openai::answer, script()).await;
        let env = [
            ("OPENAI_API_KEY", "a-key"),
            ("OPENAI_BASE_URL", &open_ai.url()),
        ];
        assert_eq!(run(&env), (offline, String::new()));
    }
}
