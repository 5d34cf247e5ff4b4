//! Tools made of closures, with arguments as they come.

use std::fmt;
use std::future::Future;
use std::sync::Arc;

use adk::content::{FunctionDeclaration, Schema};
use adk::{Json, Tool, ToolContext, ToolError};
use futures::future::BoxFuture;
use serde_json::{Value, json};
use tokio::sync::Notify;

type Run = dyn Fn(ToolContext, Json) -> BoxFuture<'static, Result<Json, ToolError>> + Send + Sync;

/// A tool that a test wrote.
pub struct TestTool {
    declaration: Arc<FunctionDeclaration>,
    run: Box<Run>,
}

/// A tool of that name; `run` gets the context and the arguments as the model sent them.
pub fn tool<F, A>(name: &str, run: F) -> TestTool
where
    F: Fn(ToolContext, Json) -> A + Send + Sync + 'static,
    A: Future<Output = Result<Value, ToolError>> + Send + 'static,
{
    let declaration = FunctionDeclaration::new(name, "For a test.", Schema::empty_object());
    TestTool {
        declaration: Arc::new(declaration),
        run: Box::new(move |ctx, args| {
            let answer = run(ctx, args);
            Box::pin(async move { Ok(Json::from(answer.await?)) })
        }),
    }
}

/// A tool that answers with its arguments.
#[must_use]
pub fn echo() -> TestTool {
    tool("echo", |_, args| async move { Ok(args.to_value()) })
}

/// A tool that says when it is called and returns when it is let go.
#[must_use]
pub fn gate() -> (TestTool, Arc<Notify>, Arc<Notify>) {
    let (called, go) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (says, waits) = (Arc::clone(&called), Arc::clone(&go));
    let gate = tool("gate", move |_, _| {
        let (says, waits) = (Arc::clone(&says), Arc::clone(&waits));
        async move {
            says.notify_one();
            waits.notified().await;
            Ok(json!({"open": true}))
        }
    });
    (gate, called, go)
}

impl Tool for TestTool {
    fn declaration(&self) -> &Arc<FunctionDeclaration> {
        &self.declaration
    }

    fn run<'a>(
        &'a self,
        ctx: &'a ToolContext,
        args: &'a Json,
    ) -> BoxFuture<'a, Result<Json, ToolError>> {
        (self.run)(ctx.clone(), args.clone())
    }
}

impl fmt::Debug for TestTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TestTool({})", self.declaration.name())
    }
}
