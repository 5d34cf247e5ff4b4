//! Names, resolved and checked in one go: the connection is made to what was checked.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use futures_core::future::BoxFuture;
use reqwest::ClientBuilder;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use super::Guard;
use crate::error::Result;
use crate::net;

/// Asks for the addresses of a name.
pub(super) type Lookup =
    Arc<dyn Fn(String) -> BoxFuture<'static, io::Result<Vec<SocketAddr>>> + Send + Sync>;

/// A client that connects to what the guard lets pass, to be built by [`build`](net::build). It
/// uses no proxy, which would resolve names by itself.
///
/// # Errors
/// [`Config`](crate::ErrorKind::Config) when TLS cannot be set up at all.
pub(crate) fn client(guard: &Guard, connect: Duration) -> Result<ClientBuilder> {
    over(Resolver::new(guard.clone()), connect)
}

pub(super) fn over(resolver: Resolver, connect: Duration) -> Result<ClientBuilder> {
    let client = net::client(connect)?.no_proxy();
    Ok(client.dns_resolver(Arc::new(resolver)))
}

/// Resolves names to addresses that the guard lets pass.
pub(super) struct Resolver {
    guard: Guard,
    lookup: Lookup,
}

impl Resolver {
    /// Over the resolver of the system.
    pub(super) fn new(guard: Guard) -> Self {
        let lookup = |name: String| -> BoxFuture<'static, _> {
            Box::pin(async move { Ok(tokio::net::lookup_host((name, 0)).await?.collect()) })
        };
        Self::over(guard, Arc::new(lookup))
    }

    pub(super) fn over(guard: Guard, lookup: Lookup) -> Self {
        Self { guard, lookup }
    }
}

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        let (guard, host) = (self.guard.clone(), name.as_str().to_owned());
        let found = (self.lookup)(host.clone());
        Box::pin(async move {
            let found = found.await?;
            guard.check_answer(&host, &found)?;
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}
