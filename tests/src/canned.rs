//! A transport that answers without a network.

use adk::Result;
use adk::model::http::{Body, Transport};
use bytes::Bytes;
use futures::future::BoxFuture;
use futures::{FutureExt, StreamExt, stream};
use http::{Request, Response};

/// Gives every request the same body, in the same chunks.
#[derive(Debug, Clone)]
pub struct Canned(Vec<Bytes>);

impl Canned {
    /// A body in these chunks.
    pub fn new(chunks: impl IntoIterator<Item = Bytes>) -> Self {
        Self(chunks.into_iter().collect())
    }
}

impl Transport for Canned {
    fn send(&self, _: Request<Bytes>) -> BoxFuture<'_, Result<Response<Body>>> {
        let chunks = self.0.clone().into_iter().map(Ok);
        async { Ok(Response::new(stream::iter(chunks).boxed())) }.boxed()
    }
}
