//! Google's Gemini models, over the Gemini API.
//!
//! The client says where to post and how its answers read; `wire` holds the JSON.

mod wire;

use std::sync::Arc;

use http::Uri;

use super::answer;
use super::http::{Http, Options, Vendor, http_options};
use super::{Llm, LlmRequest, ResponseStream, StreamingMode};
use crate::content::SchemaDialect;
use crate::error::{Error, ErrorKind, Result};

static VENDOR: Vendor = Vendor {
    name: "Gemini",
    key_variables: &["GOOGLE_API_KEY", "GEMINI_API_KEY"],
    base_url_variable: "GOOGLE_GEMINI_BASE_URL",
    base_url: "https://generativelanguage.googleapis.com",
    key_header: ("x-goog-api-key", ""),
    error_text: wire::error_text,
};

/// A Gemini model. A clone shares the connections.
///
/// ```
/// use adk::model::{Gemini, Llm};
///
/// let gemini = Gemini::builder("gemini-2.5-flash").api_key("my-key").build()?;
/// assert_eq!(gemini.name(), "gemini-2.5-flash");
/// # Ok::<(), adk::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Gemini(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    name: Box<str>,
    http: Http,
    plain: Uri,
    streamed: Uri,
    schemas: SchemaDialect,
}

/// Sets a [`Gemini`] up.
#[derive(Debug, Clone)]
#[must_use]
pub struct GeminiBuilder {
    name: String,
    http: Options,
    schemas: SchemaDialect,
}

impl Gemini {
    /// The model `name`, with the key in `GOOGLE_API_KEY` or else `GEMINI_API_KEY`, at
    /// `GOOGLE_GEMINI_BASE_URL` if that is set. An empty variable counts as unset.
    ///
    /// ```
    /// use adk::ErrorKind;
    /// use adk::model::Gemini;
    ///
    /// match Gemini::new("gemini-2.5-flash") {
    ///     Ok(gemini) => println!("{gemini:?}"),
    ///     Err(error) => assert_eq!(error.kind(), ErrorKind::MissingKey),
    /// }
    /// ```
    ///
    /// # Errors
    /// As [`GeminiBuilder::build`].
    pub fn new(name: impl Into<String>) -> Result<Self> {
        Self::builder(name).build()
    }

    /// A client for the model `name` with settings of its own.
    pub fn builder(name: impl Into<String>) -> GeminiBuilder {
        GeminiBuilder {
            name: name.into(),
            http: Options::default(),
            schemas: SchemaDialect::Gemini,
        }
    }
}

impl GeminiBuilder {
    http_options!();

    /// Declares functions in `parameters`, in the part of `OpenAPI` that older endpoints
    /// and proxies know, and not in JSON Schema.
    ///
    /// It has no maps, no recursion and no enums of numbers: the model sends their JSON as
    /// a string, which is read as what it holds.
    ///
    /// ```
    /// let gemini = adk::model::Gemini::builder("gemini-2.0-flash")
    ///     .api_key("my-key")
    ///     .openapi_parameters()
    ///     .build()?;
    /// # Ok::<(), adk::Error>(())
    /// ```
    pub fn openapi_parameters(mut self) -> Self {
        self.schemas = SchemaDialect::GeminiOpenApi;
        self
    }

    /// The client. It connects with its first request.
    ///
    /// # Errors
    /// [`ErrorKind::MissingKey`] without a key, [`ErrorKind::InvalidName`] when the model's
    /// name cannot stand in a URL, [`ErrorKind::Config`] when the base URL or a header is none.
    pub fn build(self) -> Result<Gemini> {
        let name = self.name;
        let path = path(&name)?;
        let http = self.http.connect(&VENDOR)?;
        Ok(Gemini(Arc::new(Inner {
            plain: http.address(&format!("{path}:generateContent"))?,
            streamed: http.address(&format!("{path}:streamGenerateContent?alt=sse"))?,
            name: name.into(),
            schemas: self.schemas,
            http,
        })))
    }
}

impl Llm for Gemini {
    fn name(&self) -> &str {
        &self.0.name
    }

    fn generate(&self, request: LlmRequest) -> ResponseStream {
        let client = Arc::clone(&self.0);
        let streaming = request.streaming();
        let body = wire::body(&request, client.schemas);
        answer::responses(Box::pin(async move {
            let address = match streaming {
                StreamingMode::None => &client.plain,
                StreamingMode::Sse => &client.streamed,
            };
            let reply = client.http.post(address, body?).await?;
            answer::begin(&client.http, reply, streaming, wire::Reader::default()).await
        }))
    }

    fn supports_response_schema_with_tools(&self) -> bool {
        false
    }
}

/// The model's path; a name may say its collection, as in `tunedModels/mine`.
fn path(name: &str) -> Result<String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.@".contains(c);
    let mut segments = name.split('/');
    if !segments
        .all(|segment| segment.chars().all(is_plain) && !segment.trim_matches('.').is_empty())
    {
        return Err(Error::new(
            ErrorKind::InvalidName,
            format!(
                "`{name}` is not a valid model name: letters, digits, `-`, `_`, `.` and `@`, such as `gemini-2.5-flash`"
            ),
        ));
    }
    let collection = if name.contains('/') { "" } else { "models/" };
    Ok(format!("/v1beta/{collection}{name}"))
}
