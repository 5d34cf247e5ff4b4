//! Keys and addresses from the environment, which a process of its own has.

use std::process::Command;

use adk::model::{Gemini, OpenAi};
use tests::fake_server::FakeServer;

use crate::{ask, plain};

const KEYS: [&str; 3] = ["GOOGLE_API_KEY", "GEMINI_API_KEY", "OPENAI_API_KEY"];

/// The key that a client sent which was made in this environment, or what it said instead.
async fn key_of(vendor: &str, keys: &[(&str, &str)]) -> Result<String, String> {
    let server = FakeServer::start([]).await.unwrap();
    let mut child = process(vendor);
    child.env("GOOGLE_GEMINI_BASE_URL", format!("{}/", server.url()));
    child.env("OPENAI_BASE_URL", server.url());
    child.envs(keys.iter().copied());
    let output = tokio::task::spawn_blocking(move || child.output().unwrap());
    let output = output.await.unwrap();
    assert!(output.status.success(), "{output:?}");
    match server.received().first() {
        Some(request) => {
            let bearer = request
                .header("authorization")
                .map(|value| value.replace("Bearer ", ""));
            let key = request.header("x-goog-api-key").map(str::to_owned);
            Ok(key.or(bearer).unwrap())
        }
        None => Err(String::from_utf8(output.stderr).unwrap()),
    }
}

/// A process that asks a model of the vendor in the environment that it is given.
pub(crate) fn process(vendor: &str) -> Command {
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args([
        "--exact",
        "environment::a_client_made_in_its_environment",
        "--nocapture",
    ]);
    for key in KEYS {
        child.env_remove(key);
    }
    child.env("ADK_TEST_VENDOR", vendor);
    child
}

/// What the process does that [`process`] starts; nothing in any other.
#[tokio::test]
async fn a_client_made_in_its_environment() {
    let error = match std::env::var("ADK_TEST_VENDOR").as_deref() {
        Ok("gemini") => match Gemini::new("m") {
            Ok(client) => return drop(ask(&client, plain("Hi")).await),
            Err(error) => error,
        },
        Ok("openai") => match OpenAi::new("m") {
            Ok(client) => return drop(ask(&client, plain("Hi")).await),
            Err(error) => error,
        },
        _ => return,
    };
    eprintln!("{error:?}");
}

#[tokio::test]
async fn the_first_variable_that_is_set_gives_the_key() {
    let both = [("GOOGLE_API_KEY", "google"), ("GEMINI_API_KEY", "gemini")];
    assert_eq!(key_of("gemini", &both).await.unwrap(), "google");
    let empty = [("GOOGLE_API_KEY", ""), ("GEMINI_API_KEY", " gemini\n")];
    assert_eq!(key_of("gemini", &empty).await.unwrap(), "gemini");
    let openai = [("OPENAI_API_KEY", "openai"), ("GOOGLE_API_KEY", "google")];
    assert_eq!(key_of("openai", &openai).await.unwrap(), "openai");
}

#[tokio::test]
async fn without_a_key_the_error_says_what_to_set() {
    let said = key_of("gemini", &[("OPENAI_API_KEY", "openai")])
        .await
        .unwrap_err();
    assert!(
        said.contains("set GOOGLE_API_KEY or GEMINI_API_KEY"),
        "{said}"
    );
    assert!(said.contains("MissingKey"), "{said}");
    let said = key_of("openai", &[("OPENAI_API_KEY", " ")])
        .await
        .unwrap_err();
    assert!(said.contains("set OPENAI_API_KEY"), "{said}");
}
