//! What an agent is told to be: a text with `{keys}` of the session's state, or a
//! provider that computes it.

pub(crate) mod braces;
mod template;

use std::fmt;
use std::future::Future;
use std::sync::Arc;

use futures_core::future::BoxFuture;

use crate::context::ReadonlyContext;
use crate::error::Result;
use template::Template;

/// An instruction, told to the model before the conversation.
///
/// In a text, `{key}` stands for a value of the session's state, `{app:key}`, `{user:key}`
/// and `{temp:key}` for one of another scope, `{artifact.name}` for the text of an artifact;
/// `?` before the closing brace makes a missing one empty instead of an error. `{{key}}` is
/// the text `{key}`; braces around anything else stand for themselves. What is filled in is
/// not looked through for more. A provider's text is taken as it is, unless the provider
/// [fills it in](Self::inject_session_state).
///
/// ```
/// use adk::Instruction;
///
/// let text = Instruction::from("You help {user:name?} with the weather.");
/// let computed = Instruction::provider(|ctx| async move { Ok(format!("You serve {}.", ctx.user_id())) });
/// # let _ = (text, computed);
/// ```
#[derive(Clone)]
pub struct Instruction(Kind);

type Provide = dyn Fn(ReadonlyContext) -> BoxFuture<'static, Result<String>> + Send + Sync;

#[derive(Clone)]
enum Kind {
    Plain(Arc<str>),
    Template(Arc<Template>),
    Provider(Arc<Provide>),
}

impl Instruction {
    /// An instruction that is computed whenever the model is called.
    pub fn provider<F, A>(provide: F) -> Self
    where
        F: Fn(ReadonlyContext) -> A + Send + Sync + 'static,
        A: Future<Output = Result<String>> + Send + 'static,
    {
        Self(Kind::Provider(Arc::new(move |ctx| Box::pin(provide(ctx)))))
    }

    /// Fills in a text by the rules of a written instruction: for providers, whose own text
    /// is taken as it is.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
    /// use adk::Instruction;
    ///
    /// let by_day = Instruction::provider(|ctx| async move {
    ///     Instruction::inject_session_state("You help {user:name} on a weekday.", &ctx).await
    /// });
    /// # let _ = by_day;
    /// let ctx = adk::testing::tool_context_builder().state("user:name", "Ada").readonly();
    /// let text = Instruction::inject_session_state("You help {user:name}.", &ctx).await?;
    /// assert_eq!(text, "You help Ada.");
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// [`Template`](crate::ErrorKind::Template) for a key or an artifact that is not there, or
    /// a failure of the artifact store.
    pub async fn inject_session_state(text: &str, ctx: &ReadonlyContext) -> Result<String> {
        Template::parse(text).render(ctx).await
    }

    /// Whether it is the same text for every call.
    pub(crate) fn is_fixed(&self) -> bool {
        matches!(self.0, Kind::Plain(_))
    }

    /// The text for this call.
    pub(crate) async fn render(&self, ctx: &ReadonlyContext) -> Result<Arc<str>> {
        match &self.0 {
            Kind::Plain(text) => Ok(Arc::clone(text)),
            Kind::Template(template) => template.render(ctx).await.map(Arc::from),
            Kind::Provider(provide) => provide(ctx.clone()).await.map(Arc::from),
        }
    }
}

impl<T: Into<Arc<str>>> From<T> for Instruction {
    fn from(text: T) -> Self {
        let text = text.into();
        if text.contains(['{', '}']) {
            Self(Kind::Template(Arc::new(Template::parse(&text))))
        } else {
            Self(Kind::Plain(text))
        }
    }
}

impl fmt::Debug for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Plain(text) => write!(f, "Instruction({text:?})"),
            Kind::Template(template) => write!(f, "Instruction({template:?})"),
            Kind::Provider(_) => f.write_str("Instruction(provider)"),
        }
    }
}
