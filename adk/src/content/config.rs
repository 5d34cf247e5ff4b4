//! How a model generates: temperature, lengths, thinking, choice of tools.

use serde::Serialize;

use super::{Json, ResponseSchema};

/// Generation settings; what is not set is left to the model.
///
/// ```
/// use adk::content::GenerateContentConfig;
///
/// let config = GenerateContentConfig::new().temperature(0.2).max_output_tokens(512);
/// assert_eq!(config.max_output_tokens, Some(512));
/// ```
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
#[must_use]
pub struct GenerateContentConfig {
    /// Randomness of the choice of tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f32>,
    /// The share of probability that tokens are chosen from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top_p: Option<f32>,
    /// The number of tokens that one is chosen from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top_k: Option<u32>,
    /// The longest answer, in tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_output_tokens: Option<u32>,
    /// Texts at which the answer ends.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stop_sequences: Vec<String>,
    /// The seed of the random choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<i32>,
    /// How much a token loses for having been used at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub presence_penalty: Option<f32>,
    /// How much a token loses each time it was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frequency_penalty: Option<f32>,
    /// Whether and how the model thinks first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thinking_config: Option<ThinkingConfig>,
    /// The MIME type of the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response_mime_type: Option<String>,
    /// What the answer has to be.
    #[serde(skip)]
    pub response_schema: Option<ResponseSchema>,
    /// Tools that the model's own server runs, each an object in the vendor's form.
    #[serde(skip)]
    pub server_tools: Vec<Json>,
    /// Whether the model may call tools.
    #[serde(skip)]
    pub tool_choice: ToolChoice,
}

/// How much a model thinks before it answers, and whether it shows its thoughts.
///
/// ```
/// let thinking = adk::content::ThinkingConfig::new().include_thoughts().budget(1024);
/// assert_eq!(thinking.thinking_budget, Some(1024));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
#[must_use]
pub struct ThinkingConfig {
    /// Whether the answer has the thoughts as parts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include_thoughts: Option<bool>,
    /// How long to think, in tokens; 0 is not at all, -1 as the model sees fit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thinking_budget: Option<i32>,
}

/// Whether a model may, must or must not call a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum ToolChoice {
    /// The model decides.
    #[default]
    Auto,
    /// The model calls a tool.
    Any,
    /// The model calls none.
    None,
}

impl GenerateContentConfig {
    /// Settings that leave all to the model.
    pub fn new() -> Self {
        Self::default()
    }

    /// Randomness of the choice of tokens, 0 to 2.
    pub fn temperature(mut self, temperature: f32) -> Self {
        self.temperature = Some(temperature);
        self
    }

    /// The share of probability that tokens are chosen from, 0 to 1.
    pub fn top_p(mut self, top_p: f32) -> Self {
        self.top_p = Some(top_p);
        self
    }

    /// The number of tokens that one is chosen from.
    pub fn top_k(mut self, top_k: u32) -> Self {
        self.top_k = Some(top_k);
        self
    }

    /// The longest answer, in tokens.
    pub fn max_output_tokens(mut self, tokens: u32) -> Self {
        self.max_output_tokens = Some(tokens);
        self
    }

    /// One more text at which the answer ends.
    pub fn stop_sequence(mut self, text: impl Into<String>) -> Self {
        self.stop_sequences.push(text.into());
        self
    }

    /// The seed of the random choice, for answers that repeat.
    pub fn seed(mut self, seed: i32) -> Self {
        self.seed = Some(seed);
        self
    }

    /// How much a token loses for having been used at all, -2 to 2.
    pub fn presence_penalty(mut self, penalty: f32) -> Self {
        self.presence_penalty = Some(penalty);
        self
    }

    /// How much a token loses each time it was used, -2 to 2.
    pub fn frequency_penalty(mut self, penalty: f32) -> Self {
        self.frequency_penalty = Some(penalty);
        self
    }

    /// Whether and how the model thinks first.
    pub fn thinking(mut self, thinking: ThinkingConfig) -> Self {
        self.thinking_config = Some(thinking);
        self
    }

    /// The MIME type of the answer: `text/plain`, or `application/json` for JSON of any
    /// form. Gemini knows more.
    pub fn response_mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.response_mime_type = Some(mime_type.into());
        self
    }

    /// What the answer has to be, in JSON where no other type is set. Some models take it
    /// only where they have no tools
    /// ([`Llm::supports_response_schema_with_tools`](crate::model::Llm::supports_response_schema_with_tools)),
    /// and those of `OpenAI` only with an object at its root.
    pub fn response_schema(mut self, schema: impl Into<ResponseSchema>) -> Self {
        self.response_schema = Some(schema.into());
        self.response_mime_type
            .get_or_insert_with(|| "application/json".to_owned());
        self
    }

    /// One more tool that the model's own server runs, an object in the vendor's form: Gemini
    /// takes `{"google_search": {}}`. A client of another vendor refuses the request.
    pub fn server_tool(mut self, tool: impl Into<Json>) -> Self {
        self.server_tools.push(tool.into());
        self
    }

    /// Whether the model may call tools.
    pub fn tool_choice(mut self, choice: ToolChoice) -> Self {
        self.tool_choice = choice;
        self
    }
}

impl ThinkingConfig {
    /// Thinking as the model does by itself.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks for the thoughts as parts of the answer.
    pub fn include_thoughts(mut self) -> Self {
        self.include_thoughts = Some(true);
        self
    }

    /// How long to think, in tokens; 0 is not at all, -1 as the model sees fit.
    pub fn budget(mut self, tokens: i32) -> Self {
        self.thinking_budget = Some(tokens);
        self
    }
}
