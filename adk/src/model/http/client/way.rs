//! The way to a server: its own address, or the proxy that the environment names for it, as
//! curl reads `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures_core::future::BoxFuture;
use http::uri::Scheme;
use http::{HeaderValue, Uri};
use hyper::rt::{Read, ReadBufCursor, Write};
use hyper_rustls::{HttpsConnector, MaybeHttpsStream};
use hyper_util::client::legacy::connect::proxy::Tunnel;
use hyper_util::client::legacy::connect::{Connected, Connection, HttpConnector};
use hyper_util::client::proxy::matcher::Matcher;
use hyper_util::rt::TokioIo;
use rustls::ClientConfig;
use tokio::net::TcpStream;
use tower_service::Service;

use super::connect::BoxError;

/// Which proxy stands before which server.
#[derive(Debug, Clone)]
pub(super) struct Proxies {
    matcher: Arc<Matcher>,
    /// Whether any stands before servers without TLS.
    before_plain: bool,
}

impl Proxies {
    pub(super) fn from_env() -> Self {
        let matcher = Matcher::from_env();
        let anywhere = Uri::from_static("http://anywhere.invalid");
        Self {
            before_plain: matcher.intercept(&anywhere).is_some(),
            matcher: Arc::new(matcher),
        }
    }

    /// What the proxy before a server without TLS wants to see with each request. Before one
    /// with TLS it sees it once, when it opens the tunnel.
    pub(super) fn password_for_plain(&self, server: &Uri) -> Option<HeaderValue> {
        if !self.before_plain || is_tls(server) {
            return None;
        }
        self.matcher.intercept(server)?.basic_auth().cloned()
    }
}

fn is_tls(server: &Uri) -> bool {
    server.scheme() == Some(&Scheme::HTTPS)
}

/// Opens ways.
#[derive(Debug, Clone)]
pub(super) struct Ways {
    /// To a server itself: its TLS is not the way's.
    tcp: HttpConnector,
    /// To a proxy, which may be reached over TLS of its own.
    connector: HttpsConnector<HttpConnector>,
    proxies: Proxies,
}

impl Ways {
    pub(super) fn new(tcp: HttpConnector, tls: Arc<ClientConfig>, proxies: Proxies) -> Self {
        Self {
            connector: HttpsConnector::from((tcp.clone(), tls)),
            tcp,
            proxies,
        }
    }

    async fn open(mut self, server: Uri) -> Result<Way, BoxError> {
        let Some(proxy) = self.proxies.matcher.intercept(&server) else {
            let stream = self.tcp.call(server).await?;
            return Ok(Way::straight(MaybeHttpsStream::Http(stream)));
        };
        if !is_tls(&server) {
            let stream = self.connector.call(proxy.uri().clone()).await?;
            let asks_proxy = true;
            return Ok(Way { stream, asks_proxy });
        }
        let mut tunnel = Tunnel::new(proxy.uri().clone(), self.connector);
        if let Some(password) = proxy.basic_auth() {
            tunnel = tunnel.with_auth(password.clone());
        }
        Ok(Way::straight(tunnel.call(server).await?))
    }
}

impl Service<Uri> for Ways {
    type Response = Way;
    type Error = BoxError;
    type Future = BoxFuture<'static, Result<Way, BoxError>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.connector.poll_ready(cx)
    }

    fn call(&mut self, server: Uri) -> Self::Future {
        Box::pin(self.clone().open(server))
    }
}

/// An open way; what is sent on it reaches the server, or the proxy that asks the server.
#[derive(Debug)]
pub(super) struct Way {
    stream: MaybeHttpsStream<TokioIo<TcpStream>>,
    /// Whether the proxy reads the requests, and has to be told whom they are for.
    asks_proxy: bool,
}

impl Way {
    fn straight(stream: MaybeHttpsStream<TokioIo<TcpStream>>) -> Self {
        let asks_proxy = false;
        Self { stream, asks_proxy }
    }

    fn stream(self: Pin<&mut Self>) -> Pin<&mut MaybeHttpsStream<TokioIo<TcpStream>>> {
        Pin::new(&mut self.get_mut().stream)
    }
}

impl Connection for Way {
    fn connected(&self) -> Connected {
        self.stream.connected().proxy(self.asks_proxy)
    }
}

impl Read for Way {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        self.stream().poll_read(cx, buffer)
    }
}

impl Write for Way {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.stream().poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.stream().poll_write_vectored(cx, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream().poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream().poll_shutdown(cx)
    }
}
