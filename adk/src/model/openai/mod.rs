//! OpenAI's models and what else speaks its chat completions: Ollama, vLLM,
//! OpenRouter and others.
//!
//! The client says where to post and how its answers read; `wire` holds the JSON.

mod wire;

use std::sync::Arc;

use http::Uri;

use super::answer;
use super::http::{Http, Options, Vendor, http_options};
use super::{Llm, LlmRequest, ResponseStream};
use crate::content::{Schema, SchemaDialect};
use crate::error::{Error, ErrorKind, Result};

static VENDOR: Vendor = Vendor {
    name: "OpenAI",
    key_variables: &["OPENAI_API_KEY"],
    base_url_variable: "OPENAI_BASE_URL",
    base_url: "https://api.openai.com/v1",
    key_header: ("authorization", "Bearer "),
    error_text: wire::error_text,
};

/// A model behind OpenAI's chat completions. A clone shares the connections.
///
/// What only other vendors know is not sent: `top_k` and the thinking settings.
///
/// ```
/// use adk::model::{Llm, OpenAi};
///
/// let gpt = OpenAi::builder("gpt-5").api_key("my-key").build()?;
/// assert_eq!(gpt.name(), "gpt-5");
///
/// let local = OpenAi::builder("qwen3")
///     .base_url("http://localhost:11434/v1")
///     .without_api_key()
///     .build()?;
/// # let _ = local;
/// # Ok::<(), adk::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct OpenAi(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    name: Box<str>,
    http: Http,
    address: Uri,
    schemas: SchemaDialect,
}

/// Sets an [`OpenAi`] up.
#[derive(Debug, Clone)]
#[must_use]
pub struct OpenAiBuilder {
    name: String,
    http: Options,
    schemas: SchemaDialect,
}

impl OpenAi {
    /// The model `name`, with the key in `OPENAI_API_KEY`, at `OPENAI_BASE_URL` if that
    /// is set. An empty variable counts as unset.
    ///
    /// ```
    /// use adk::ErrorKind;
    /// use adk::model::OpenAi;
    ///
    /// match OpenAi::new("gpt-5") {
    ///     Ok(gpt) => println!("{gpt:?}"),
    ///     Err(error) => assert_eq!(error.kind(), ErrorKind::MissingKey),
    /// }
    /// ```
    ///
    /// # Errors
    /// As [`OpenAiBuilder::build`].
    pub fn new(name: impl Into<String>) -> Result<Self> {
        Self::builder(name).build()
    }

    /// A client for the model `name` with settings of its own.
    pub fn builder(name: impl Into<String>) -> OpenAiBuilder {
        OpenAiBuilder {
            name: name.into(),
            http: Options::default(),
            schemas: SchemaDialect::OpenAi,
        }
    }
}

impl OpenAiBuilder {
    http_options!();

    /// Sends no key at all, to a server that asks for none.
    pub fn without_api_key(mut self) -> Self {
        self.http.no_api_key = true;
        self
    }

    /// Declares functions as `strict` where that can hold, so that the model is kept to
    /// their schemas; others stay as they are.
    ///
    /// It cannot hold for maps, values of any type and tuples of several types, as
    /// [`Schema::rewrite`](crate::content::Schema::rewrite) says.
    ///
    /// ```
    /// let gpt = adk::model::OpenAi::builder("gpt-5").api_key("my-key").strict_tools().build()?;
    /// # Ok::<(), adk::Error>(())
    /// ```
    pub fn strict_tools(mut self) -> Self {
        self.schemas = SchemaDialect::OpenAiStrict;
        self
    }

    /// The client. It connects with its first request.
    ///
    /// # Errors
    /// [`ErrorKind::MissingKey`] without a key, [`ErrorKind::InvalidName`] when the model
    /// has no name, [`ErrorKind::Config`] when the base URL or a header is none.
    pub fn build(self) -> Result<OpenAi> {
        if self.name.trim().is_empty() {
            let text = "a model needs a name, such as `gpt-5`";
            return Err(Error::new(ErrorKind::InvalidName, text));
        }
        let http = self.http.connect(&VENDOR)?;
        Ok(OpenAi(Arc::new(Inner {
            address: http.address("/chat/completions")?,
            name: self.name.into(),
            schemas: self.schemas,
            http,
        })))
    }
}

impl Llm for OpenAi {
    fn name(&self) -> &str {
        &self.0.name
    }

    fn generate(&self, request: LlmRequest) -> ResponseStream {
        let client = Arc::clone(&self.0);
        let streaming = request.streaming();
        let body = wire::body(&client.name, &request, client.schemas);
        answer::responses(Box::pin(async move {
            let reply = client.http.post(&client.address, body?).await?;
            answer::begin(&client.http, reply, streaming, wire::Reader::default()).await
        }))
    }

    /// The vendor wants an object at the root.
    fn supports_response_schema(&self, schema: &Schema) -> bool {
        schema.is_object()
    }
}
