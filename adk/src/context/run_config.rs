//! The settings of one run: streaming, its limits, what becomes of bytes.

use std::time::Duration;

use crate::model::StreamingMode;

/// Settings of a run. Every limit has a default and is named by the error of the run
/// that reaches it.
///
/// ```
/// use adk::{RunConfig, model::StreamingMode};
///
/// let config = RunConfig::new().streaming(StreamingMode::Sse).max_model_calls(20);
/// assert_eq!(config.max_model_calls, 20);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
#[must_use]
pub struct RunConfig {
    /// Whether the model's answer arrives in pieces.
    pub streaming: StreamingMode,
    /// The most model calls of a run.
    pub max_model_calls: u32,
    /// The most turns in a row in which the model thinks and says nothing.
    pub max_thought_turns: u32,
    /// The most times that an agent's model may correct an answer that does not fit its output
    /// schema.
    pub max_output_repairs: u32,
    /// The most times that a run hands over from one agent to another.
    pub max_transfers: u32,
    /// The most rounds of a [`LoopAgent`](crate::LoopAgent) that was given no bound.
    pub max_loop_rounds: u32,
    /// The longest tool call.
    pub tool_timeout: Duration,
    /// The most tools of a turn that run at the same time; 0 is as 1.
    pub max_parallel_tools: usize,
    /// The largest result of a tool, in bytes of JSON.
    pub max_tool_result_bytes: usize,
    /// The longest run, if there is such a limit.
    pub timeout: Option<Duration>,
    /// Whether the bytes in the user's message become artifacts.
    pub save_input_blobs_as_artifacts: bool,
}

impl RunConfig {
    /// The default settings: no streaming and no limit of the whole run; 500 model calls,
    /// 10 turns of thoughts alone, 3 repairs of an answer, 20 transfers between agents, 100 rounds
    /// of a loop, 10 minutes a tool call, 16 tools at once, 1 MiB a tool's result.
    pub fn new() -> Self {
        Self {
            streaming: StreamingMode::None,
            max_model_calls: 500,
            max_thought_turns: 10,
            max_output_repairs: 3,
            max_transfers: 20,
            max_loop_rounds: 100,
            tool_timeout: Duration::from_mins(10),
            max_parallel_tools: 16,
            max_tool_result_bytes: 1024 * 1024,
            timeout: None,
            save_input_blobs_as_artifacts: false,
        }
    }

    /// Whether the model's answer arrives in pieces.
    pub fn streaming(mut self, mode: StreamingMode) -> Self {
        self.streaming = mode;
        self
    }

    /// The most model calls of a run, at least 1.
    pub fn max_model_calls(mut self, calls: u32) -> Self {
        self.max_model_calls = calls.max(1);
        self
    }

    /// The most turns in a row in which the model thinks and says nothing.
    pub fn max_thought_turns(mut self, turns: u32) -> Self {
        self.max_thought_turns = turns;
        self
    }

    /// The most times that an agent's model may correct an answer that does not fit its
    /// [output](crate::LlmAgentBuilder::output); 0 is none. After that, the run ends
    /// with [`ErrorKind::OutputMismatch`](crate::ErrorKind::OutputMismatch).
    pub fn max_output_repairs(mut self, repairs: u32) -> Self {
        self.max_output_repairs = repairs;
        self
    }

    /// The most times that a run hands over from one agent to another.
    pub fn max_transfers(mut self, transfers: u32) -> Self {
        self.max_transfers = transfers;
        self
    }

    /// The most rounds of a [`LoopAgent`](crate::LoopAgent) that was given no bound.
    pub fn max_loop_rounds(mut self, rounds: u32) -> Self {
        self.max_loop_rounds = rounds;
        self
    }

    /// The longest tool call; after it the model is told that the tool timed out.
    pub fn tool_timeout(mut self, timeout: Duration) -> Self {
        self.tool_timeout = timeout;
        self
    }

    /// The most tools of a turn that run at the same time, at least 1.
    pub fn max_parallel_tools(mut self, tools: usize) -> Self {
        self.max_parallel_tools = tools.max(1);
        self
    }

    /// The largest result of a tool, in bytes of JSON; a larger one is an error to the
    /// model. It bounds each report of progress too.
    pub fn max_tool_result_bytes(mut self, bytes: usize) -> Self {
        self.max_tool_result_bytes = bytes;
        self
    }

    /// The longest run, from the moment when its first event is asked for. The wait for a busy
    /// session and the time that the reader takes count too. The run then ends at its next await
    /// point with [`ErrorKind::Limit`](crate::ErrorKind::Limit); the next run on the session
    /// answers its open calls as cancelled.
    ///
    /// There is none by default: each part of a run has its own limit, and only you know how many
    /// parts a task needs. Set one where somebody waits for the answer. It also ends what no other
    /// limit does, such as a server that sends comments for ever.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Saves the bytes in the user's message as artifacts of the session, under
    /// `artifact_<invocation id>_<n>` for the part at place `n`, from 0. The session and the
    /// model get a note in their place; a tool reads them with
    /// [`load_artifact`](crate::ToolContext::load_artifact).
    ///
    /// By default they stay in the message, and the model is sent them in each turn.
    pub fn save_input_blobs_as_artifacts(mut self) -> Self {
        self.save_input_blobs_as_artifacts = true;
        self
    }
}

impl Default for RunConfig {
    fn default() -> Self {
        Self::new()
    }
}
