//! The seam between the clients and the network.

use std::fmt;

use bytes::Bytes;
use futures_core::future::BoxFuture;
use futures_core::stream::BoxStream;
use http::{Request, Response};

use crate::error::Result;

/// The body of an answer, chunk by chunk as it comes.
pub type Body = BoxStream<'static, Result<Bytes>>;

/// Carries a request to a model's server and its answer back.
///
/// The clients have one of their own; another records, replays, or goes by a way
/// that the first does not know. It neither follows redirects, since requests
/// carry keys, nor judges the status.
///
/// ```
/// use adk::model::http::{Body, Transport};
/// use bytes::Bytes;
/// use futures::{FutureExt, StreamExt, future::BoxFuture, stream};
/// use http::{Request, Response};
///
/// /// Gives every request the same answer.
/// #[derive(Debug)]
/// struct Canned(&'static str);
///
/// impl Transport for Canned {
///     fn send(&self, _: Request<Bytes>) -> BoxFuture<'_, adk::Result<Response<Body>>> {
///         let body = stream::iter([Ok(Bytes::from_static(self.0.as_bytes()))]).boxed();
///         async { Ok(Response::new(body)) }.boxed()
///     }
/// }
/// ```
pub trait Transport: fmt::Debug + Send + Sync {
    /// Sends `request`; done when the answer's head is there.
    ///
    /// # Errors
    /// [`ErrorKind::Http`](crate::ErrorKind::Http) without a status when there is no answer.
    fn send(&self, request: Request<Bytes>) -> BoxFuture<'_, Result<Response<Body>>>;
}
