//! Names, resolved and checked in one go: the connection is made to what was checked.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use futures_core::future::BoxFuture;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use super::Guard;

/// Asks for the addresses of a name.
pub(super) type Lookup =
    Arc<dyn Fn(String) -> BoxFuture<'static, io::Result<Vec<SocketAddr>>> + Send + Sync>;

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
