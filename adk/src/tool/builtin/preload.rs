//! The tool that tells a model, before it is asked, what other sessions said about the user's
//! message. It is no tool that a model calls.

use futures_core::future::BoxFuture;
use tokio::sync::OnceCell;

use super::made_tool;
use super::marks::protected;
use super::shaping::only_shapes;
use crate::content::Content;
use crate::context::{CallbackContext, Scope};
use crate::error::Result;
use crate::memory::MemoryEntry;
use crate::model::LlmRequest;
use crate::tool::Tool;

/// The most text of memories that a model is told, in bytes.
const MOST_BYTES: usize = 32 * 1024;
const END: &str = "</PAST_CONVERSATIONS>";

made_tool! {
    /// The tool that adds to each request what other sessions of the user said about the message
    /// of the run: those that were given to the runner's
    /// [memory](crate::runner::RunnerBuilder::memory_service). The model does not call it.
    ///
    /// Memory is searched once in a run. Of what it finds the model is told the newest 32 KiB, and
    /// nothing of an entry that is longer by itself. A memory that cannot be searched is a warning
    /// in the log, and the run goes on without it.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
    /// use adk::prelude::*;
    /// use adk::runner::Remember;
    /// use adk::testing::ScriptedModel;
    /// use adk::tool::builtin::preload_memory;
    ///
    /// let model = ScriptedModel::new().text("Noted.").text("Green tea.");
    /// let agent = LlmAgent::builder("friend").model(model.clone()).tools(tools![preload_memory]);
    /// let runner = Runner::builder("app", agent.build()?).remember(Remember::after_each_run());
    /// let runner = runner.build()?;
    /// runner.run("ada", "monday", "I like green tea.").text().await?;
    /// runner.run("ada", "tuesday", "What tea do I like?").text().await?;
    /// let told = model.requests()[1].system_instruction().unwrap().to_owned();
    /// assert!(told.contains("user: I like green tea."));
    /// # Ok(()) }
    /// ```
    preload_memory = PreloadMemory
}

#[derive(Debug)]
struct PreloadMemory;

impl Tool for PreloadMemory {
    only_shapes!(
        preload_memory::NAME,
        "Tells the model what earlier sessions said."
    );

    fn process_request<'a>(
        &'a self,
        ctx: &'a CallbackContext,
        request: &'a mut LlmRequest,
    ) -> Option<BoxFuture<'a, Result<()>>> {
        Some(Box::pin(async move {
            let scope = &ctx.readonly.scope;
            let kept = scope.kept::<Preloaded>();
            if let Some(told) = kept.0.get_or_init(|| search(scope)).await {
                request.append_instructions(told);
            }
            Ok(())
        }))
    }
}

/// What a run's requests are told, once it is known.
#[derive(Debug, Default)]
struct Preloaded(OnceCell<Option<String>>);

async fn search(scope: &Scope) -> Option<String> {
    let query = scope.user_content.as_ref().map(Content::text)?;
    if query.is_empty() {
        return None;
    }
    let limit = scope.run_config.tool_timeout;
    match tokio::time::timeout(limit, scope.search_memory(&query)).await {
        Ok(Ok(memories)) => told(&memories),
        Ok(Err(error)) => {
            tracing::warn!(%error, "the memory could not be searched");
            None
        }
        Err(_) => {
            tracing::warn!(?limit, "the memory was not searched in time");
            None
        }
    }
}

/// The newest memories that fit, in ADK's words.
fn told(memories: &[MemoryEntry]) -> Option<String> {
    let mut left = MOST_BYTES;
    let newest_first = memories.iter().rev().filter_map(line);
    let fit = newest_first.take_while(|line| {
        let fits = line.len() <= left;
        left = left.saturating_sub(line.len());
        fits
    });
    let mut lines: Vec<_> = fit.collect();
    if lines.is_empty() {
        return None;
    }
    lines.reverse();
    let lines = lines.join("\n");
    Some(format!(
        "The following content is from your previous conversations with the user.\nThey may be \
         useful for answering the user's current query.\n<PAST_CONVERSATIONS>\n{lines}\n{END}"
    ))
}

/// A memory as it is told; one that is longer than all that is told would keep the others out.
fn line(memory: &MemoryEntry) -> Option<String> {
    let (time, author, text) = (memory.timestamp, &memory.author, memory.content.text());
    if text.is_empty() || text.len() > MOST_BYTES {
        return None;
    }
    let text = protected(&text, END);
    Some(format!("Time: {time:.0}\n{author}: {text}"))
}
