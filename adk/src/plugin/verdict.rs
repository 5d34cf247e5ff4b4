//! What a hook may answer: a type per hook, so that an impossible answer does not compile.

use crate::content::{Content, Json};
use crate::event::Event;
use crate::model::{LlmRequest, LlmResponse};

macro_rules! verdicts {
    ($($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident $(($of:ty))?),* $(,)? })*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$variant_doc])* $variant $(($of))?,)*
        }
    )*};
}

verdicts! {
    /// The answer to a new message of the user.
    OnUserMessage {
        /// The message stands.
        Proceed,
        /// This content takes its place.
        Replace(Content),
    }
    /// The answer before a run.
    BeforeRun {
        /// The run starts.
        Proceed,
        /// The run ends with this content, said by the root agent; no agent runs.
        Respond(Content),
    }
    /// The answer to an event of a run, before it is stored.
    OnEvent {
        /// The event stands.
        Proceed,
        /// This event takes its place, as a piece where it was one.
        Replace(Event),
    }
    /// The answer before an agent runs.
    BeforeAgent {
        /// The agent runs.
        Proceed,
        /// The agent says this instead.
        Respond(Content),
    }
    /// The answer after an agent ran.
    AfterAgent {
        /// Nothing is added.
        Proceed,
        /// The agent also says this.
        Respond(Content),
    }
    /// The answer before a model is called.
    BeforeModel {
        /// The model is sent this request.
        Proceed(LlmRequest),
        /// The model is not called; this stands for its response.
        Respond(LlmResponse),
    }
    /// The answer to a model's response, whole or partial.
    AfterModel {
        /// The response stands.
        Proceed,
        /// This response takes its place, as a piece where it was one.
        Replace(LlmResponse),
    }
    /// The answer to a model's failure.
    OnModelError {
        /// The run fails.
        Proceed,
        /// The run goes on with this response.
        Respond(LlmResponse),
    }
    /// The answer before a tool is called.
    BeforeTool {
        /// The tool is called with these arguments.
        Proceed(Json),
        /// The tool is not called; this stands for its result.
        Respond(Json),
    }
    /// The answer to a tool's result.
    AfterTool {
        /// The result stands.
        Proceed,
        /// This result takes its place.
        Replace(Json),
    }
    /// The answer to a tool's failure.
    OnToolError {
        /// The model is told of the failure.
        Proceed,
        /// The model is told this instead, as a result.
        Respond(Json),
    }
}
