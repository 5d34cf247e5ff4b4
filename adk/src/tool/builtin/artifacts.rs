//! The tool by which a model is shown artifacts: it is told of their names, calls for some, and
//! its next request holds what is in them.

use std::collections::HashSet;
use std::sync::{Arc, LazyLock};

use futures_core::future::BoxFuture;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::made_tool;
use super::readable::{MOST_TOGETHER, readable};
use super::shaping::Shaping;
use crate::content::{Content, FunctionDeclaration, FunctionResponse, Part, Role};
use crate::context::{CallbackContext, ToolContext};
use crate::error::Result;
use crate::model::LlmRequest;
use crate::tool::{FunctionTool, Hints, ToolError};

/// The most names that a model is told, and that it may ask for at once.
const MOST_NAMES: usize = 100;

made_tool! {
    /// The tool by which a model reads the session's artifacts and the user's. Each request tells
    /// it their names; it calls for some of them, and its next request holds what is in them, as
    /// words of the user. In the requests after that they are not, nor in a later run: so one that
    /// a provider refuses ends the run that asked for it, and no other.
    ///
    /// Pictures, sound, films and PDFs are sent as they are, and what is text as text. Of other
    /// bytes, of more than 10 MiB, and of what is more than 20 MiB together, the model is told the
    /// type and the size. It is told 100 names at the most, and how many more there are. A name
    /// without an artifact is an error that the model reads.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
    /// use adk::prelude::*;
    /// use adk::testing::ScriptedModel;
    /// use adk::tool::builtin::load_artifacts;
    /// use serde_json::json;
    ///
    /// /// Writes a note.
    /// #[tool]
    /// async fn write_note(ctx: &ToolContext) -> Result<u64> {
    ///     ctx.save_artifact("note.txt", Part::from_text("Buy tea.")).await
    /// }
    ///
    /// let model = ScriptedModel::new()
    ///     .call("write_note", json!({}))
    ///     .call("load_artifacts", json!({"artifact_names": ["note.txt"]}))
    ///     .text("It says to buy tea.");
    /// let agent = LlmAgent::builder("clerk").model(model.clone());
    /// let agent = agent.tools(tools![write_note, load_artifacts]).build()?;
    /// let runner = Runner::builder("app", agent).build()?;
    /// runner.run("ada", "one", "Write a note, and read it.").text().await?;
    /// let last = model.requests()[2].contents().last().unwrap().text();
    /// assert_eq!(last, "Artifact note.txt is:Buy tea.");
    /// # Ok(()) }
    /// ```
    load_artifacts = TOOL.clone()
}

static TOOL: LazyLock<Shaping> = LazyLock::new(|| {
    let description = "Loads the artifacts and adds them to the session.";
    let function = FunctionTool::new(load_artifacts::NAME, description, load);
    Shaping {
        function: function.hinted(Hints::new().read_only()),
        shape: |ctx, request, declared| Box::pin(shape(ctx, request, declared)),
    }
});

#[derive(Serialize, Deserialize, JsonSchema)]
struct Names {
    /// The names of the artifacts to load.
    artifact_names: Vec<String>,
}

/// Answers with the names, once all of them are known: the next request shows what is in them.
async fn load(names: Names, ctx: ToolContext) -> Result<Names, ToolError> {
    let count = names.artifact_names.len();
    if count > MOST_NAMES {
        return Err(ToolError::model(format!(
            "{count} artifacts are too many at once: ask for {MOST_NAMES} at the most"
        )));
    }
    let known = ctx.list_artifacts().await.map_err(|error| {
        ToolError::model("the artifacts cannot be listed at the moment").with_cause(error)
    })?;
    let is_unknown = |name: &&String| !known.contains(name);
    let unknown: Vec<_> = names.artifact_names.iter().filter(is_unknown).collect();
    if unknown.is_empty() {
        return Ok(names);
    }
    let known = if known.is_empty() {
        "there are none".to_owned()
    } else {
        format!("there are {}", told(&known))
    };
    let text = format!("there are no artifacts {}: {known}", told(&unknown));
    Err(ToolError::model(text))
}

/// The names as JSON; where there are many, the first ones and how many more there are.
fn told(names: &[impl Serialize]) -> String {
    let first = &names[..names.len().min(MOST_NAMES)];
    let text = serde_json::to_string(first).unwrap_or_default();
    match names.len() - first.len() {
        0 => text,
        more => format!("{text} and {more} more"),
    }
}

async fn shape(
    ctx: &CallbackContext,
    request: &mut LlmRequest,
    declared: Arc<FunctionDeclaration>,
) -> Result<()> {
    let known = ctx.list_artifacts().await?;
    let tool = declared.name();
    if !known.is_empty() {
        let names = told(&known);
        request.append_instructions(&format!(
            "You have a list of artifacts:\n  {names}\n\nWhen the user asks questions about any of \
             the artifacts, you should call the `{tool}` function to load the artifact. Do \
             not generate any text other than the function call. Whenever you are asked about \
             artifacts, you should first load it. You must always load an artifact to access its \
             content, even if it has been loaded before."
        ));
    }
    let side_by_side = ctx.readonly.scope.run_config.max_parallel_tools.max(1);
    let loads = wanted(ctx, tool, request.contents())
        .into_iter()
        .map(|name| {
            // A name that went since the call, or that a hook made up, is not asked for.
            let is_known = known.contains(&name);
            loaded(ctx, name, is_known)
        });
    let loads: Vec<BoxFuture<'_, Loaded>> = loads.map(|load| Box::pin(load) as _).collect();
    let mut loads = stream::iter(loads).buffered(side_by_side);
    let mut left = MOST_TOGETHER;
    while let Some((name, part)) = loads.try_next().await? {
        let part = part.map_or_else(
            || Part::from_text("[It is not there.]"),
            |part| readable(part, &mut left),
        );
        let label = Part::from_text(format!("Artifact {name} is:"));
        let content = Content::new(Role::User, [label, part]);
        request.contents_mut().push(content);
    }
    Ok(())
}

/// The names in the answers of this run to the model's last calls, each once.
fn wanted(ctx: &CallbackContext, tool: &str, contents: &[Content]) -> Vec<String> {
    let is_model = |content: &&Content| content.role() == Some(&Role::Model);
    let since = contents
        .iter()
        .rev()
        .take_while(|content| !is_model(content));
    let answers = since.flat_map(Content::function_responses);
    let answers = answers.filter(|answer| answer.name() == tool && is_of_run(ctx, answer));
    let names = answers.filter_map(|answer| answer.response().decode::<Names>().ok());
    let mut seen = HashSet::new();
    let names = names.flat_map(|names| names.artifact_names);
    names.filter(|name| seen.insert(name.clone())).collect()
}

/// Whether the answer was given in this run. An earlier one may have ended when its model was shown
/// what it had asked for, and would end each later run so.
fn is_of_run(ctx: &CallbackContext, answer: &FunctionResponse) -> bool {
    let scope = &ctx.readonly.scope;
    let session = scope.session();
    let events = session.events().rev();
    let mut of_run = events.take_while(|event| event.invocation_id() == &*scope.invocation_id);
    of_run.any(|event| {
        let mut answers = event
            .content()
            .into_iter()
            .flat_map(Content::function_responses);
        answers.any(|given| given.id() == answer.id())
    })
}

/// The name of an artifact, and what is in it.
type Loaded = Result<(String, Option<Part>)>;

async fn loaded(ctx: &CallbackContext, name: String, is_known: bool) -> Loaded {
    let part = if is_known {
        ctx.load_artifact(&name).await?
    } else {
        None
    };
    Ok((name, part))
}
