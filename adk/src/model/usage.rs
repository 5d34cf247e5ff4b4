//! What an exchange with a model cost, in tokens.

use serde::{Deserialize, Serialize};

/// Tokens that an exchange used.
///
/// ```
/// let usage = adk::model::UsageMetadata::new(11, 1).with_thoughts(33).with_total(45);
/// assert_eq!(usage.total_token_count(), 45);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[expect(
    clippy::struct_field_names,
    reason = "the names of the JSON, which all count tokens"
)]
pub struct UsageMetadata {
    prompt_token_count: u32,
    candidates_token_count: u32,
    total_token_count: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    thoughts_token_count: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cached_content_token_count: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_use_prompt_token_count: Option<u32>,
}

impl UsageMetadata {
    /// Tokens read and tokens written.
    #[must_use]
    pub fn new(prompt: u32, candidates: u32) -> Self {
        Self {
            prompt_token_count: prompt,
            candidates_token_count: candidates,
            total_token_count: prompt.saturating_add(candidates),
            ..Self::default()
        }
    }

    /// The same counts with the tokens of thoughts.
    #[must_use]
    pub fn with_thoughts(mut self, tokens: u32) -> Self {
        self.thoughts_token_count = Some(tokens);
        self
    }

    /// The same counts with the prompt's tokens that came from a cache.
    #[must_use]
    pub fn with_cached_content(mut self, tokens: u32) -> Self {
        self.cached_content_token_count = Some(tokens);
        self
    }

    /// The same counts with the total that the vendor states.
    #[must_use]
    pub fn with_total(mut self, tokens: u32) -> Self {
        self.total_token_count = tokens;
        self
    }

    /// Tokens read.
    #[must_use]
    pub fn prompt_token_count(&self) -> u32 {
        self.prompt_token_count
    }

    /// Tokens written, thoughts aside.
    #[must_use]
    pub fn candidates_token_count(&self) -> u32 {
        self.candidates_token_count
    }

    /// Tokens in all.
    #[must_use]
    pub fn total_token_count(&self) -> u32 {
        self.total_token_count
    }

    /// Tokens of thoughts.
    #[must_use]
    pub fn thoughts_token_count(&self) -> Option<u32> {
        self.thoughts_token_count
    }

    /// Tokens of the prompt that came from a cache.
    #[must_use]
    pub fn cached_content_token_count(&self) -> Option<u32> {
        self.cached_content_token_count
    }
}
