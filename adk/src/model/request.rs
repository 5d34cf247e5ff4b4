//! A request to a model: contents, instruction, declarations, settings.

use std::sync::Arc;

use crate::content::{Content, Dialect, FunctionDeclaration, GenerateContentConfig, Json, Role};

/// ADK's words where no user begins the conversation, and where the model spoke last.
pub(crate) const BEGIN: &str = "Handle the requests as specified in the System Instruction.";
const CONTINUE: &str = "Continue processing previous requests as instructed. Exit or provide a \
                        summary if no more outputs are needed.";

/// Everything a model is sent for one answer. Its large parts are shared, so it is
/// cheap to make and to clone.
///
/// ```
/// use adk::Content;
/// use adk::model::LlmRequest;
///
/// let request = LlmRequest::new([Content::user("Hi")]).with_system_instruction("Be brief.");
/// assert_eq!(request.contents().len(), 1);
/// ```
#[derive(Debug, Clone, Default)]
pub struct LlmRequest {
    contents: Vec<Content>,
    system_instruction: Option<Content>,
    declarations: Arc<[Arc<FunctionDeclaration>]>,
    config: Arc<GenerateContentConfig>,
    streaming: StreamingMode,
    model: Option<Arc<str>>,
}

/// Whether a model's answer arrives whole or in pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum StreamingMode {
    /// One whole answer.
    #[default]
    None,
    /// Pieces as they come, by server-sent events, then the whole.
    Sse,
}

impl LlmRequest {
    /// A request that asks for what follows `contents`.
    pub fn new(contents: impl IntoIterator<Item = Content>) -> Self {
        Self {
            contents: contents.into_iter().collect(),
            ..Self::default()
        }
    }

    /// The same request under a system instruction.
    #[must_use]
    pub fn with_system_instruction(self, text: impl Into<Arc<str>>) -> Self {
        let text: Arc<str> = text.into();
        self.with_system_content(Content::from(&*text))
    }

    /// The same, as a content of one text, which keeps the form in which it is sent.
    pub(crate) fn with_system_content(mut self, text: Content) -> Self {
        self.system_instruction = Some(text);
        self
    }

    /// The same request with one more function that the model may call.
    #[must_use]
    pub fn with_declaration(mut self, declaration: Arc<FunctionDeclaration>) -> Self {
        self.declarations = self
            .declarations
            .iter()
            .cloned()
            .chain([declaration])
            .collect();
        self
    }

    /// The same request with these functions, and no others, for the model to call.
    #[must_use]
    pub fn with_declarations(
        mut self,
        declarations: impl Into<Arc<[Arc<FunctionDeclaration>]>>,
    ) -> Self {
        self.declarations = declarations.into();
        self
    }

    /// The same request with one more tool that the model's own server runs, an object in
    /// the vendor's form.
    ///
    /// It is one of the settings, so replacing these removes it.
    ///
    /// ```
    /// use adk::model::LlmRequest;
    /// use serde_json::json;
    ///
    /// let request = LlmRequest::new([]).with_server_tool(json!({"google_search": {}}));
    /// assert_eq!(request.server_tools().len(), 1);
    /// ```
    #[must_use]
    pub fn with_server_tool(mut self, tool: impl Into<Json>) -> Self {
        Arc::make_mut(&mut self.config)
            .server_tools
            .push(tool.into());
        self
    }

    /// The same request under other settings.
    #[must_use]
    pub fn with_config(mut self, config: impl Into<Arc<GenerateContentConfig>>) -> Self {
        self.config = config.into();
        self
    }

    /// The same request, answered whole or in pieces.
    #[must_use]
    pub fn with_streaming(mut self, streaming: StreamingMode) -> Self {
        self.streaming = streaming;
        self
    }

    /// The same request for the model of that name. A client sends it to its own model all the
    /// same: the name is for those who shape the request.
    #[must_use]
    pub fn with_model(mut self, name: impl Into<Arc<str>>) -> Self {
        self.model = Some(name.into());
        self
    }

    /// The same request with other contents.
    #[must_use]
    pub fn with_contents(mut self, contents: Vec<Content>) -> Self {
        self.contents = contents;
        self
    }

    /// Adds a text to the system instruction, a blank line before it.
    pub fn append_instructions(&mut self, text: &str) {
        let text = match self.system_instruction() {
            Some(present) if !present.is_empty() => format!("{present}\n\n{text}"),
            _ => text.to_owned(),
        };
        self.system_instruction = Some(Content::from(text));
    }

    /// The conversation so far, to change it.
    #[must_use]
    pub fn contents_mut(&mut self) -> &mut Vec<Content> {
        &mut self.contents
    }

    /// Room for the body in `dialect`: for what was written before, and for the rest of most
    /// requests.
    #[cfg_attr(not(feature = "_http"), expect(dead_code, reason = "no client is on"))]
    pub(super) fn room(&self, dialect: Dialect) -> usize {
        let contents = self.contents.iter();
        let written: usize = contents.map(|content| content.wire_len(dialect) + 1).sum();
        2048 + written
    }

    /// The conversation so far.
    #[must_use]
    pub fn contents(&self) -> &[Content] {
        &self.contents
    }

    /// The system instruction.
    #[must_use]
    pub fn system_instruction(&self) -> Option<&str> {
        self.system_content()?.parts().first()?.text()
    }

    pub(crate) fn system_content(&self) -> Option<&Content> {
        self.system_instruction.as_ref()
    }

    /// The functions that the model may call.
    #[must_use]
    pub fn declarations(&self) -> &[Arc<FunctionDeclaration>] {
        &self.declarations
    }

    /// The declaration by which the model knows a tool's own: the same, or one of another name, where
    /// the tool was given a prefix. A tool that tells the model of itself, in
    /// [`process_request`](crate::Tool::process_request), says that name. `None` where the model is
    /// not told of the tool.
    #[must_use]
    pub fn declared(&self, own: &FunctionDeclaration) -> Option<&Arc<FunctionDeclaration>> {
        self.declarations.iter().find(|told| told.is_renamed(own))
    }

    /// The tools that the model's own server runs.
    #[must_use]
    pub fn server_tools(&self) -> &[Json] {
        &self.config.server_tools
    }

    /// The generation settings.
    pub fn config(&self) -> &GenerateContentConfig {
        &self.config
    }

    /// The name of the model that an agent asks, as its vendor writes it.
    #[must_use]
    pub fn model(&self) -> Option<&str> {
        self.model.as_deref()
    }

    /// Whether the answer is wanted in pieces.
    #[must_use]
    pub fn streaming(&self) -> StreamingMode {
        self.streaming
    }
}

/// What the user says after `last`, since providers want the user to speak last.
pub(crate) fn last_word(last: Option<&Content>) -> Option<Content> {
    let text = match last.map(Content::role) {
        None => BEGIN,
        Some(Some(Role::User) | None) => return None,
        Some(_) => CONTINUE,
    };
    Some(Content::user(text))
}
