//! The tool by which a model searches what other sessions said.

use std::sync::{Arc, LazyLock};

use futures_util::future::ready;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::made_tool;
use super::shaping::Shaping;
use crate::content::{Content, Part, Role};
use crate::context::ToolContext;
use crate::memory::MemoryEntry;
use crate::tool::{FunctionTool, Hints, ToolError};

/// The most text of memories in one answer, in bytes.
const MOST_BYTES: usize = 256 * 1024;

made_tool! {
    /// The tool by which a model searches what other sessions of the user said: those that were
    /// given to the runner's [memory](crate::runner::RunnerBuilder::memory_service). It answers
    /// with their texts, who said each, and when: the newest 256 KiB of what is found, and how many
    /// more there are.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
    /// use adk::prelude::*;
    /// use adk::testing::ScriptedModel;
    /// use adk::tool::builtin::load_memory;
    /// use serde_json::json;
    ///
    /// let model = ScriptedModel::new()
    ///     .call("load_memory", json!({"query": "tea"}))
    ///     .text("You never told me of tea.");
    /// let agent = LlmAgent::builder("friend").model(model).tools(tools![load_memory]).build()?;
    /// let runner = Runner::builder("app", agent).build()?;
    /// let answer = runner.run("ada", "monday", "What tea do I like?").text().await?;
    /// assert_eq!(answer, "You never told me of tea.");
    /// # Ok(()) }
    /// ```
    load_memory = TOOL.clone()
}

static TOOL: LazyLock<Shaping> = LazyLock::new(|| {
    let description = "Loads the memory for the current user.";
    let function = FunctionTool::new(load_memory::NAME, description, search);
    Shaping {
        function: function.hinted(Hints::new().read_only()),
        shape: |_, request, declared| {
            request.append_instructions(&format!(
                "You have memory. You can use it to answer questions.\nIf any questions need you to \
                 look up the memory, you should call {} function with a query.",
                declared.name()
            ));
            Box::pin(ready(Ok(())))
        },
    }
});

#[derive(Deserialize, JsonSchema)]
struct Query {
    /// The query to search memory for.
    query: String,
}

#[derive(Serialize)]
struct Found {
    memories: Vec<Memory>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// An entry as the model reads it. Only texts are told: no answer of a tool can show more.
#[derive(Serialize)]
struct Memory {
    content: Content,
    author: Arc<str>,
    timestamp: String,
}

impl From<MemoryEntry> for Memory {
    fn from(entry: MemoryEntry) -> Self {
        let role = entry.content.role().cloned().unwrap_or(Role::User);
        let text = Part::from_text(entry.content.text());
        Self {
            content: Content::new(role, [text]),
            author: entry.author,
            timestamp: format!("{:.0}", entry.timestamp),
        }
    }
}

fn size(entry: &MemoryEntry) -> usize {
    entry.content.text().len()
}

async fn search(query: Query, ctx: ToolContext) -> Result<Found, ToolError> {
    let found = ctx.search_memory(&query.query).await.map_err(|error| {
        ToolError::model("the memory cannot be searched at the moment").with_cause(error)
    })?;
    let (count, mut left) = (found.len(), MOST_BYTES);
    let newest_first = found
        .into_iter()
        .rev()
        .filter(|entry| size(entry) <= MOST_BYTES);
    let fit = newest_first.take_while(|entry| {
        let fits = size(entry) <= left;
        left = left.saturating_sub(size(entry));
        fits
    });
    let mut memories: Vec<_> = fit.map(Memory::from).collect();
    memories.reverse();
    let more = count - memories.len();
    let note = format!("{more} more are too long to be told beside these; search for other words");
    Ok(Found {
        memories,
        note: (more > 0).then_some(note),
    })
}
