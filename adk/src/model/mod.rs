//! What a language model is to this crate: the trait [`Llm`], its request and its
//! responses. A client per vendor implements it; the Flow calls it.

mod aggregator;
#[cfg(feature = "_http")]
mod answer;
#[cfg(feature = "_http")]
mod first;
#[cfg(feature = "gemini")]
mod gemini;
#[cfg(feature = "_http")]
pub mod http;
mod metadata;
#[cfg(feature = "openai")]
mod openai;
mod registry;
mod request;
mod response;
mod streamed_calls;
mod transcription;
mod usage;

pub use aggregator::Aggregator;
#[cfg(feature = "gemini")]
pub use gemini::{Gemini, GeminiBuilder};
#[cfg(feature = "openai")]
pub use openai::{OpenAi, OpenAiBuilder};
pub use registry::resolve;
pub use request::{LlmRequest, StreamingMode};
pub use response::{FinishReason, LlmResponse};
pub use transcription::Transcription;
pub use usage::UsageMetadata;

pub(crate) use request::{BEGIN, last_word};
pub(crate) use response::Rare;

use std::fmt;
use std::sync::Arc;

use futures_core::stream::BoxStream;

use crate::content::Schema;
use crate::error::Result;

/// The responses to one request.
///
/// With [`StreamingMode::Sse`] any number of partial responses, each holding only what
/// is new, and then the whole one; otherwise the whole one alone.
pub type ResponseStream = BoxStream<'static, Result<LlmResponse>>;

/// A language model.
///
/// ```
/// use adk::model::{Llm, LlmRequest, LlmResponse, ResponseStream};
/// use adk::Content;
/// use futures::{StreamExt, stream};
///
/// #[derive(Debug)]
/// struct Parrot;
///
/// impl Llm for Parrot {
///     fn name(&self) -> &str {
///         "parrot"
///     }
///
///     fn generate(&self, request: LlmRequest) -> ResponseStream {
///         let last = request.contents().last().map(Content::text).unwrap_or_default();
///         stream::iter([Ok(LlmResponse::new(Content::model(last)))]).boxed()
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a language model",
    note = "implement `adk::model::Llm`, or name a model as text, e.g. \"gemini-2.5-flash\""
)]
pub trait Llm: fmt::Debug + Send + Sync {
    /// The model's name as its vendor writes it.
    fn name(&self) -> &str;

    /// Answers `request`. Nothing is sent before the stream is first polled, and
    /// dropping the stream ends the exchange.
    fn generate(&self, request: LlmRequest) -> ResponseStream;

    /// Whether the model takes this
    /// [response schema](crate::content::GenerateContentConfig::response_schema). Where it does
    /// not, an agent has it answer with a tool.
    fn supports_response_schema(&self, _schema: &Schema) -> bool {
        true
    }

    /// Whether a request may have a
    /// [response schema](crate::content::GenerateContentConfig::response_schema) together with
    /// functions to call. Where it may not, an agent that needs both has the model answer with a
    /// tool.
    fn supports_response_schema_with_tools(&self) -> bool {
        true
    }
}

/// A share of a model is one.
impl<T: Llm + ?Sized> Llm for Arc<T> {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn generate(&self, request: LlmRequest) -> ResponseStream {
        (**self).generate(request)
    }

    fn supports_response_schema(&self, schema: &Schema) -> bool {
        (**self).supports_response_schema(schema)
    }

    fn supports_response_schema_with_tools(&self) -> bool {
        (**self).supports_response_schema_with_tools()
    }
}
