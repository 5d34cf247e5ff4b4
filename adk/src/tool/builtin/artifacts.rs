//! The tool by which a model is shown artifacts: it is told of their names, calls for some, and
//! its next request holds what is in them.

use std::collections::HashSet;
use std::sync::LazyLock;

use futures_core::future::BoxFuture;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::made_tool;
use super::shaping::Shaping;
use crate::content::{Blob, Content, Part, PartKind, Role};
use crate::context::{CallbackContext, ToolContext};
use crate::error::Result;
use crate::model::LlmRequest;
use crate::tool::{FunctionTool, Hints, ToolError};

/// The largest artifact that a model is shown, in bytes.
const MOST_BYTES: usize = 10 * 1024 * 1024;

made_tool! {
    /// The tool by which a model reads the session's artifacts and the user's. Each request tells
    /// it their names; it calls for some of them, and its next request holds what is in them, as
    /// words of the user. In the requests after that they are not.
    ///
    /// Pictures, sound, films and PDFs are sent as they are, and what is text as text. Of other
    /// bytes, and of more than 10 MiB, the model is told the type and the size. Names that there
    /// are not are an error that the model reads.
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
        shape: |ctx, request| Box::pin(shape(ctx, request)),
    }
});

#[derive(Serialize, Deserialize, JsonSchema)]
struct Names {
    /// The names of the artifacts to load.
    artifact_names: Vec<String>,
}

/// Answers with the names, once all of them are known: the next request shows what is in them.
async fn load(names: Names, ctx: ToolContext) -> Result<Names, ToolError> {
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
        format!("there are {}", json(&known)?)
    };
    let text = format!("there are no artifacts {}: {known}", json(&unknown)?);
    Err(ToolError::model(text))
}

fn json(names: &impl Serialize) -> serde_json::Result<String> {
    serde_json::to_string(names)
}

async fn shape(ctx: &CallbackContext, request: &mut LlmRequest) -> Result<()> {
    let known = ctx.list_artifacts().await?;
    if !known.is_empty() {
        let names = json(&known).unwrap_or_default();
        request.append_instructions(&format!(
            "You have a list of artifacts:\n  {names}\n\nWhen the user asks questions about any of \
             the artifacts, you should call the `load_artifacts` function to load the artifact. Do \
             not generate any text other than the function call. Whenever you are asked about \
             artifacts, you should first load it. You must always load an artifact to access its \
             content, even if it has been loaded before."
        ));
    }
    let side_by_side = ctx.readonly.scope.run_config.max_parallel_tools.max(1);
    let loads = wanted(request.contents()).into_iter().map(|name| {
        // A name that went since the call, or that a hook made up, is not asked for.
        let is_known = known.contains(&name);
        shown(ctx, name, is_known)
    });
    let loads: Vec<BoxFuture<'_, _>> = loads.map(|load| Box::pin(load) as _).collect();
    let loads = stream::iter(loads).buffered(side_by_side);
    let contents: Vec<Content> = loads.try_collect().await?;
    request.contents_mut().extend(contents);
    Ok(())
}

/// The names in the answers to the model's last calls, each once.
fn wanted(contents: &[Content]) -> Vec<String> {
    let is_model = |content: &&Content| content.role() == Some(&Role::Model);
    let since = contents
        .iter()
        .rev()
        .take_while(|content| !is_model(content));
    let answers = since.flat_map(Content::function_responses);
    // A toolset may have put a prefix before it.
    let answers = answers.filter(|answer| answer.name().ends_with(load_artifacts::NAME));
    let names = answers.filter_map(|answer| answer.response().decode::<Names>().ok());
    let mut seen = HashSet::new();
    let names = names.flat_map(|names| names.artifact_names);
    names.filter(|name| seen.insert(name.clone())).collect()
}

/// What the model reads of one artifact.
async fn shown(ctx: &CallbackContext, name: String, is_known: bool) -> Result<Content> {
    let part = if is_known {
        ctx.load_artifact(&name).await?
    } else {
        None
    };
    let part = part.map_or_else(|| Part::from_text("[It is not there.]"), readable);
    let label = Part::from_text(format!("Artifact {name} is:"));
    Ok(Content::new(Role::User, [label, part]))
}

/// The part in a form that models take, or what is told of it.
fn readable(part: Part) -> Part {
    let (size, kind) = match part.kind() {
        PartKind::InlineData(blob) => (blob.data().len(), blob.mime_type()),
        PartKind::Text(text) => (text.len(), "text/plain"),
        _ => return part,
    };
    if size > MOST_BYTES {
        let limit = MOST_BYTES / 1024 / 1024;
        return Part::from_text(format!(
            "[It is too large to be shown: {size} bytes of type {kind:?}, where {limit} MiB is the \
             most.]"
        ));
    }
    match part.kind() {
        PartKind::InlineData(blob) => blob_as_read(blob).unwrap_or(part),
        PartKind::Text(text) if text.is_empty() => Part::from_text("[It is empty.]"),
        _ => part,
    }
}

/// What stands for bytes that models do not take as they are.
fn blob_as_read(blob: &Blob) -> Option<Part> {
    let kind = blob.mime_type().split(';').next().unwrap_or_default();
    let kind = kind.trim().to_ascii_lowercase();
    let size = blob.data().len();
    let is_text = kind.starts_with("text/")
        || kind.ends_with("+json")
        || kind.ends_with("+xml")
        || ["application/json", "application/xml", "application/csv"].contains(&&*kind);
    let is_seen = ["image/", "audio/", "video/", "application/pdf"]
        .iter()
        .any(|family| kind.starts_with(family));
    Some(Part::from_text(if size == 0 {
        "[It is empty.]".to_owned()
    } else if is_text {
        String::from_utf8_lossy(blob.data()).into_owned()
    } else if is_seen {
        return None;
    } else {
        format!("[It cannot be shown: {size} bytes of type {kind:?}.]")
    }))
}
