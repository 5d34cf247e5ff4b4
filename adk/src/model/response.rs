//! A model's answer, whole or in part.

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Transcription, UsageMetadata};
use crate::content::{Content, Json, Part, Word};

/// One response of a model.
///
/// ```
/// use adk::Content;
/// use adk::model::{FinishReason, LlmResponse};
///
/// let response = LlmResponse::new(Content::model("Hi.")).with_finish_reason(FinishReason::Stop);
/// assert!(!response.is_partial());
/// ```
#[derive(Debug, Clone, Default)]
pub struct LlmResponse {
    pub(crate) content: Option<Content>,
    pub(crate) usage: Option<UsageMetadata>,
    pub(crate) finish_reason: Option<FinishReason>,
    pub(crate) model_version: Option<Arc<str>>,
    pub(crate) partial: bool,
    pub(crate) turn_complete: bool,
    pub(crate) interrupted: bool,
    pub(crate) rare: Option<Box<Rare>>,
}

/// What few responses carry.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Rare {
    pub(crate) error_code: Option<Box<str>>,
    pub(crate) error_message: Option<Box<str>>,
    pub(crate) citation_metadata: Option<Json>,
    pub(crate) grounding_metadata: Option<Json>,
    pub(crate) logprobs_result: Option<Json>,
    pub(crate) avg_logprobs: Option<f64>,
    pub(crate) custom_metadata: Option<Json>,
    pub(crate) input_transcription: Option<Transcription>,
    pub(crate) output_transcription: Option<Transcription>,
}

/// Why a model stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FinishReason {
    /// The answer is complete.
    Stop,
    /// The answer reached the longest length allowed.
    MaxTokens,
    /// A safety filter cut the answer.
    Safety,
    /// The model sent a function call that its server could not read.
    MalformedFunctionCall,
    /// Another reason, in the vendor's word.
    Other(Box<str>),
}

impl LlmResponse {
    /// A whole response of `content`.
    #[must_use]
    pub fn new(content: Content) -> Self {
        Self {
            content: Some(content),
            ..Self::default()
        }
    }

    /// A response that says why there is no content: blocked, or refused.
    pub fn from_error(code: impl Into<String>, message: impl Into<String>) -> Self {
        Self::default().with_error(code, message)
    }

    /// The same response that also says what went wrong.
    #[must_use]
    pub fn with_error(mut self, code: impl Into<String>, message: impl Into<String>) -> Self {
        let rare = self.rare_mut();
        rare.error_code = Some(code.into().into());
        rare.error_message = Some(message.into().into());
        self
    }

    /// The same response, marked as a piece of a longer one.
    #[must_use]
    pub fn into_partial(mut self) -> Self {
        self.partial = true;
        self
    }

    /// The same response, no longer a piece.
    pub(crate) fn into_whole(mut self) -> Self {
        self.partial = false;
        self
    }

    /// The same response with the tokens it used.
    #[must_use]
    pub fn with_usage(mut self, usage: UsageMetadata) -> Self {
        self.usage = Some(usage);
        self
    }

    /// The same response with the reason for which it ended.
    #[must_use]
    pub fn with_finish_reason(mut self, reason: FinishReason) -> Self {
        self.finish_reason = Some(reason);
        self
    }

    /// The same response as that of the exact model that answered.
    #[must_use]
    pub fn with_model_version(mut self, version: impl Into<Arc<str>>) -> Self {
        self.model_version = Some(version.into());
        self
    }

    /// The same response with the sources of the answer, in the vendor's form.
    #[must_use]
    pub fn with_grounding_metadata(mut self, sources: impl Into<Json>) -> Self {
        self.rare_mut().grounding_metadata = Some(sources.into());
        self
    }

    /// The same response with the citations in the answer, in the vendor's form.
    #[must_use]
    pub fn with_citation_metadata(mut self, citations: impl Into<Json>) -> Self {
        self.rare_mut().citation_metadata = Some(citations.into());
        self
    }

    /// The same response with how likely the model held its tokens, in the vendor's form.
    #[must_use]
    pub fn with_logprobs_result(mut self, logprobs: impl Into<Json>) -> Self {
        self.rare_mut().logprobs_result = Some(logprobs.into());
        self
    }

    /// The same response with what a program keeps beside it: an object of its own, which
    /// no model sees.
    ///
    /// ```
    /// use adk::model::LlmResponse;
    /// use serde_json::json;
    ///
    /// let response = LlmResponse::default().with_custom_metadata(json!({"cached": true}));
    /// assert_eq!(response.custom_metadata().unwrap().as_str(), r#"{"cached":true}"#);
    /// ```
    #[must_use]
    pub fn with_custom_metadata(mut self, metadata: impl Into<Json>) -> Self {
        self.rare_mut().custom_metadata = Some(metadata.into());
        self
    }

    /// The same response with other content.
    #[must_use]
    pub fn with_content(mut self, content: Content) -> Self {
        self.content = Some(content);
        self
    }

    /// The same response with what the user was heard to say.
    #[must_use]
    pub fn with_input_transcription(mut self, heard: Transcription) -> Self {
        self.rare_mut().input_transcription = Some(heard);
        self
    }

    /// The same response with the words of what the model spoke.
    #[must_use]
    pub fn with_output_transcription(mut self, spoken: Transcription) -> Self {
        self.rare_mut().output_transcription = Some(spoken);
        self
    }

    /// What the model said.
    #[must_use]
    pub fn content(&self) -> Option<&Content> {
        self.content.as_ref()
    }

    /// The tokens used, where the vendor says.
    #[must_use]
    pub fn usage(&self) -> Option<&UsageMetadata> {
        self.usage.as_ref()
    }

    /// Why the model stopped.
    #[must_use]
    pub fn finish_reason(&self) -> Option<&FinishReason> {
        self.finish_reason.as_ref()
    }

    /// The exact model that answered.
    #[must_use]
    pub fn model_version(&self) -> Option<&str> {
        self.model_version.as_deref()
    }

    /// Whether this is a piece, followed by others and the whole.
    #[must_use]
    pub fn is_partial(&self) -> bool {
        self.partial
    }

    /// Whether the piece is the last of its turn.
    #[must_use]
    pub fn is_turn_complete(&self) -> bool {
        self.turn_complete
    }

    /// Whether the user cut the answer off.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.interrupted
    }

    /// The code of a response without content.
    #[must_use]
    pub fn error_code(&self) -> Option<&str> {
        self.rare.as_ref()?.error_code.as_deref()
    }

    /// What a person reads of it.
    #[must_use]
    pub fn error_message(&self) -> Option<&str> {
        self.rare.as_ref()?.error_message.as_deref()
    }

    /// The sources of the answer, as the vendor gives them.
    #[must_use]
    pub fn grounding_metadata(&self) -> Option<&Json> {
        self.rare.as_ref()?.grounding_metadata.as_ref()
    }

    /// The citations in the answer, as the vendor gives them.
    #[must_use]
    pub fn citation_metadata(&self) -> Option<&Json> {
        self.rare.as_ref()?.citation_metadata.as_ref()
    }

    /// How likely the model held its tokens, as the vendor gives it.
    #[must_use]
    pub fn logprobs_result(&self) -> Option<&Json> {
        self.rare.as_ref()?.logprobs_result.as_ref()
    }

    /// The average of the logarithms of its tokens' probabilities.
    #[must_use]
    pub fn avg_logprobs(&self) -> Option<f64> {
        self.rare.as_ref()?.avg_logprobs
    }

    /// What a program keeps beside the response.
    #[must_use]
    pub fn custom_metadata(&self) -> Option<&Json> {
        self.rare.as_ref()?.custom_metadata.as_ref()
    }

    /// What the user was heard to say.
    #[must_use]
    pub fn input_transcription(&self) -> Option<&Transcription> {
        self.rare.as_ref()?.input_transcription.as_ref()
    }

    /// The words of what the model spoke.
    #[must_use]
    pub fn output_transcription(&self) -> Option<&Transcription> {
        self.rare.as_ref()?.output_transcription.as_ref()
    }

    /// Whether it says nothing at all, not even what went wrong.
    pub(crate) fn is_empty(&self) -> bool {
        let silent = |content: &Content| content.parts().iter().all(Part::is_empty);
        self.content.as_ref().is_none_or(silent)
            && !self.interrupted
            && self.error_code().is_none()
            && self.input_transcription().is_none()
            && self.output_transcription().is_none()
    }

    pub(crate) fn rare_mut(&mut self) -> &mut Rare {
        self.rare.get_or_insert_default()
    }
}

impl FinishReason {
    /// The reason's name in JSON.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Stop => "STOP",
            Self::MaxTokens => "MAX_TOKENS",
            Self::Safety => "SAFETY",
            Self::MalformedFunctionCall => "MALFORMED_FUNCTION_CALL",
            Self::Other(word) => word,
        }
    }
}

impl From<&str> for FinishReason {
    fn from(word: &str) -> Self {
        match word {
            "STOP" => Self::Stop,
            "MAX_TOKENS" => Self::MaxTokens,
            "SAFETY" => Self::Safety,
            "MALFORMED_FUNCTION_CALL" => Self::MalformedFunctionCall,
            other => Self::Other(other.into()),
        }
    }
}

impl Serialize for FinishReason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for FinishReason {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Word(word) = Word::deserialize(deserializer)?;
        Ok(Self::from(&*word))
    }
}
