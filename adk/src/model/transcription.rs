//! What was spoken, as text: along with an answer, or in place of one.

use serde::{Deserialize, Serialize};

/// The words of a user's or a model's speech.
///
/// ```
/// use adk::model::{LlmResponse, Transcription};
///
/// let heard = Transcription::new("What's the weather?").finished();
/// let response = LlmResponse::default().with_input_transcription(heard);
/// assert_eq!(response.input_transcription().map(Transcription::text), Some("What's the weather?"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Transcription {
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    finished: Option<bool>,
}

impl Transcription {
    /// Words that more may follow.
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: Some(text.into()),
            finished: None,
        }
    }

    /// The same words, as the last of what was said.
    #[must_use]
    pub fn finished(mut self) -> Self {
        self.finished = Some(true);
        self
    }

    /// Takes up what was said after it.
    pub(super) fn go_on(&mut self, more: &Self) {
        self.text.get_or_insert_default().push_str(more.text());
        self.finished = more.finished.or(self.finished);
    }

    /// The words; empty where only their end was sent.
    #[must_use]
    pub fn text(&self) -> &str {
        self.text.as_deref().unwrap_or_default()
    }

    /// Whether no more words follow.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.finished == Some(true)
    }
}
