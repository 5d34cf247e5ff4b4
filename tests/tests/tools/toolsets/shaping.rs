//! Toolsets that shape requests.

use std::sync::Arc;

use adk::model::LlmRequest;
use adk::prelude::*;
use adk::testing::ScriptedModel;
use adk::tool::{StaticToolset, Toolset};
use futures::future::{BoxFuture, FutureExt as _, ready};
use serde_json::json;
use tests::stage::{Stage, helper};

/// Greets.
#[tool]
async fn greet() {}

/// Signs each request with its name; says whether its tools are fixed.
#[derive(Debug)]
struct Signs(&'static str, Option<[Arc<dyn Tool>; 0]>);

fn fixed(name: &'static str) -> Signs {
    Signs(name, Some([]))
}

fn listed(name: &'static str) -> Signs {
    Signs(name, None)
}

impl Toolset for Signs {
    fn name(&self) -> &'static str {
        self.0
    }

    fn tools<'a>(&'a self, _: &'a ReadonlyContext) -> BoxFuture<'a, Result<Vec<Arc<dyn Tool>>>> {
        ready(Ok(vec![Arc::new(greet::tool()) as _])).boxed()
    }

    fn fixed_tools(&self) -> Option<&[Arc<dyn Tool>]> {
        self.1.as_ref().map(<[_; 0]>::as_slice)
    }

    fn process_request<'a>(
        &'a self,
        ctx: &'a CallbackContext,
        request: &'a mut LlmRequest,
    ) -> Option<BoxFuture<'a, Result<()>>> {
        Some(Box::pin(async move {
            if ctx.user_id() == "nobody" {
                return Err(Error::new(ErrorKind::Store, "no skills on disk"));
            }
            request.append_instructions(self.0);
            Ok(())
        }))
    }
}

fn signed(request: &LlmRequest) -> String {
    let instruction = request.system_instruction().unwrap();
    let lines: Vec<_> = instruction
        .lines()
        .filter(|line| !line.is_empty())
        .collect();
    lines[1..].join(" ")
}

#[tokio::test]
async fn each_shapes_each_request_once_in_order() {
    let list = tools![
        ..fixed("a"),
        ..StaticToolset::new("nested", tools![..fixed("b"), greet, ..fixed("c")]).prefixed("p"),
        ..listed("d")
            .prefixed("q")
            .confirmed("")
            .filtered(|_: &ReadonlyContext, _: &dyn Tool| true),
        ..StaticToolset::new("plain", tools![greet]),
    ];
    let model = ScriptedModel::new().call("greet", json!({})).text("Hi.");
    let stage = Stage::new(helper(&model).tools(list));
    stage.run("Hello").text().await.unwrap();
    let requests = model.requests();
    assert_eq!(
        requests.iter().map(signed).collect::<Vec<_>>(),
        ["a b c d"; 2]
    );
}

#[tokio::test]
async fn an_error_ends_the_run() {
    let model = ScriptedModel::new().text("Hi.");
    let stage = Stage::new(helper(&model).toolset(fixed("a")));
    let run = stage.runner.run("nobody", "session", "Hello");
    let error = run.text().await.unwrap_err();
    assert_eq!(
        (error.kind(), &*error.to_string()),
        (ErrorKind::Store, "no skills on disk")
    );
    assert!(model.requests().is_empty());
    assert_eq!(stage.run("Hello").text().await.unwrap(), "Hi.");
}
