//! Models beyond a script of whole answers.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use adk::Result;
use adk::model::{Llm, LlmRequest, LlmResponse, ResponseStream};
use futures::{StreamExt as _, stream};

/// Answers each request with the next stream of its script, item by item, and gives
/// way to others before each item, as a network does.
#[derive(Debug, Clone, Default)]
pub struct Streams(Arc<Mutex<VecDeque<Vec<Result<LlmResponse>>>>>);

impl Streams {
    /// A model without lines.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Then answers with these, one after the other.
    #[must_use]
    pub fn then(self, items: impl IntoIterator<Item = Result<LlmResponse>>) -> Self {
        self.lines().push_back(items.into_iter().collect());
        self
    }

    fn lines(&self) -> MutexGuard<'_, VecDeque<Vec<Result<LlmResponse>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Llm for Streams {
    fn name(&self) -> &'static str {
        "streams"
    }

    fn generate(&self, _: LlmRequest) -> ResponseStream {
        let items = self.lines().pop_front().unwrap_or_default();
        stream::iter(items)
            .then(|item| async {
                tokio::task::yield_now().await;
                item
            })
            .boxed()
    }
}

/// Gives way to others before and after each answer of another model.
#[derive(Debug, Clone)]
pub struct Slow<M>(M);

/// `model`, slowed down.
pub fn slow<M: Llm>(model: M) -> Slow<M> {
    Slow(model)
}

impl<M: Llm> Llm for Slow<M> {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn supports_response_schema_with_tools(&self) -> bool {
        self.0.supports_response_schema_with_tools()
    }

    fn generate(&self, request: LlmRequest) -> ResponseStream {
        self.0
            .generate(request)
            .then(|item| async {
                tokio::task::yield_now().await;
                item
            })
            .boxed()
    }
}
