//! The same on the wire: what the vendors' servers are asked, and what comes of their answers.

use adk::content::Schema;
use adk::model::{Gemini, Llm, OpenAi};
use adk::{LlmAgent, LlmAgentBuilder, RunConfig};
use serde_json::{Value, json};
use tests::fake_server::{FakeServer, Reply};
use tests::stage::{Stage, streaming};
use tests::tool::echo;

use super::{Report, good};

/// A whole answer and a streamed one, as Gemini writes them.
fn gemini(parts: &Value, config: &RunConfig) -> Reply {
    let said = json!({"candidates": [{
        "content": {"parts": parts, "role": "model"},
        "finishReason": "STOP",
    }]});
    if *config == streaming() {
        Reply::sse(format!("data: {said}\n\n"))
    } else {
        Reply::json(said.to_string())
    }
}

/// The same as OpenAI writes them.
fn openai(message: &Value, config: &RunConfig) -> Reply {
    let said =
        |key: &str| json!({"choices": [{"index": 0, key: message, "finish_reason": "stop"}]});
    if *config == streaming() {
        Reply::sse(format!("data: {}\n\ndata: [DONE]\n\n", said("delta")))
    } else {
        Reply::json(said("message").to_string())
    }
}

#[expect(clippy::unwrap_used, reason = "a helper of tests fails like a test")]
fn gemini_at(server: &FakeServer) -> LlmAgentBuilder {
    let model = Gemini::builder("m")
        .api_key("canary")
        .base_url(server.url());
    agent(model.build().unwrap())
}

#[expect(clippy::unwrap_used, reason = "a helper of tests fails like a test")]
fn openai_at(server: &FakeServer) -> LlmAgentBuilder {
    let model = OpenAi::builder("m")
        .api_key("canary")
        .base_url(server.url());
    agent(model.build().unwrap())
}

fn agent(model: impl Llm + 'static) -> LlmAgentBuilder {
    let agent = LlmAgent::builder("helper").model(model);
    agent
        .output_schema(Schema::of::<Report>())
        .output_key("report")
}

#[expect(clippy::unwrap_used, reason = "a helper of tests fails like a test")]
fn bodies(server: &FakeServer) -> Vec<Value> {
    let received = server.received().into_iter();
    let bodies = received.map(|request| serde_json::from_str(&request.body));
    bodies.collect::<Result<_, _>>().unwrap()
}

#[tokio::test]
async fn gemini_without_tools_is_told_the_schema_and_repairs_its_answer() {
    for config in [RunConfig::new(), streaming()] {
        let replies = [json!({"city": "Paris"}), good()].map(|answer| {
            let parts = json!([{"text": answer.to_string()}]);
            gemini(&parts, &config)
        });
        let server = FakeServer::start(replies).await.unwrap();
        let stage = Stage::new(gemini_at(&server));
        let run = stage.run("Paris?").config(config);
        assert_eq!(run.output::<Report>().await.unwrap().degrees, 22);
        let [first, second] = &bodies(&server)[..] else {
            panic!("two requests are made");
        };
        let settings = &first["generationConfig"];
        assert_eq!(settings["responseMimeType"], "application/json");
        assert_eq!(
            settings["responseJsonSchema"]["required"],
            json!(["city", "degrees"])
        );
        assert_eq!(second["generationConfig"], *settings);
        let contents = second["contents"].as_array().unwrap();
        assert_eq!(contents[..1], first["contents"].as_array().unwrap()[..]);
        let roles = contents.iter().map(|content| &content["role"]);
        assert_eq!(roles.collect::<Vec<_>>(), ["user", "model", "user"]);
        let told = contents[2]["parts"][0]["text"].as_str().unwrap();
        assert!(told.contains("`degrees`: missing"), "{told}");
    }
}

#[tokio::test]
async fn gemini_beside_tools_calls_set_model_response() {
    for config in [RunConfig::new(), streaming()] {
        let replies = [json!({"city": "Paris"}), good()].map(|args| {
            let call = json!({"functionCall": {"name": "set_model_response", "args": args}});
            gemini(&json!([call]), &config)
        });
        let server = FakeServer::start(replies).await.unwrap();
        let stage = Stage::new(gemini_at(&server).tool(echo()));
        let run = stage.run("Paris?").config(config);
        assert_eq!(run.output::<Report>().await.unwrap().degrees, 22);
        assert_eq!(stage.session().await.state("report"), Some(&good()));
        let [first, second] = &bodies(&server)[..] else {
            panic!("two requests are made");
        };
        assert_eq!(first["generationConfig"], json!({}));
        let declared = &first["tools"][0]["functionDeclarations"];
        assert_eq!(declared[0]["name"], "echo");
        assert_eq!(declared[1]["name"], "set_model_response");
        let parameters = &declared[1]["parametersJsonSchema"];
        assert_eq!(parameters["required"], json!(["city", "degrees"]));
        let told = &second["contents"][2]["parts"][0]["functionResponse"]["response"]["error"];
        assert!(
            told.as_str().unwrap().contains("`degrees`: missing"),
            "{told}"
        );
    }
}

#[tokio::test]
async fn openai_is_told_the_schema_beside_its_tools() {
    for config in [RunConfig::new(), streaming()] {
        let replies = [
            json!({"city": "Paris"}),
            json!({"city": "Paris", "degrees": 22, "note": null}),
        ];
        let replies = replies.map(|answer| {
            let message = json!({"role": "assistant", "content": answer.to_string()});
            openai(&message, &config)
        });
        let server = FakeServer::start(replies).await.unwrap();
        let stage = Stage::new(openai_at(&server).tool(echo()));
        let run = stage.run("Paris?").config(config);
        assert_eq!(run.output::<Report>().await.unwrap().note, None);
        let [first, second] = &bodies(&server)[..] else {
            panic!("two requests are made");
        };
        let names = first["tools"].as_array().unwrap().iter();
        let names: Vec<_> = names.map(|tool| &tool["function"]["name"]).collect();
        assert_eq!(names, ["echo"]);
        let format = &first["response_format"]["json_schema"];
        assert_eq!(format["strict"], true);
        assert_eq!(
            format["schema"]["required"],
            json!(["city", "degrees", "note"])
        );
        assert_eq!(second["response_format"], first["response_format"]);
        let told = second["messages"].as_array().unwrap().iter();
        let roles: Vec<_> = told.map(|message| &message["role"]).collect();
        assert_eq!(roles, ["system", "user", "assistant", "user"]);
    }
}

#[tokio::test]
async fn openai_is_asked_by_a_tool_for_what_is_no_object() {
    let arguments = json!({"response": ["a", "b"]}).to_string();
    let call = json!({"name": "set_model_response", "arguments": arguments});
    let message = json!({"role": "assistant", "tool_calls": [
        {"index": 0, "id": "1", "type": "function", "function": call},
    ]});
    let config = RunConfig::new();
    let server = FakeServer::start([openai(&message, &config)])
        .await
        .unwrap();
    let agent = openai_at(&server).output_schema(Schema::of::<Vec<String>>());
    let names: Vec<String> = Stage::new(agent).run("Who?").output().await.unwrap();
    assert_eq!(names, ["a", "b"]);
    let body = &bodies(&server)[0];
    assert_eq!(body["response_format"], Value::Null);
    assert_eq!(body["tools"][0]["function"]["name"], "set_model_response");
}
