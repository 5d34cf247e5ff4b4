//! What a call reports, told to its host as it comes.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use futures_core::future::BoxFuture;
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::{Peer, RoleServer};
use serde_json::Value;

use crate::content::Json;
use crate::context::Listener;

/// How long a host may take for a report; one that takes longer is told nothing more of the call.
const PATIENCE: Duration = Duration::from_secs(1);

/// The host that made a call, as the listener to what it reports.
pub(super) struct Host {
    peer: Peer<RoleServer>,
    token: ProgressToken,
    reports: AtomicU32,
    is_deaf: AtomicBool,
}

impl Host {
    pub(super) fn new(peer: Peer<RoleServer>, token: ProgressToken) -> Self {
        Self {
            peer,
            token,
            reports: AtomicU32::new(0),
            is_deaf: AtomicBool::new(false),
        }
    }

    /// The report in the protocol's form: what has one is told by it, all else is a message.
    fn told(&self, report: &Json) -> ProgressNotificationParam {
        let count = self.reports.fetch_add(1, Ordering::Relaxed) + 1;
        let value = report.to_value();
        let Some(progress) = value.get("progress").and_then(Value::as_f64) else {
            let message = value
                .as_str()
                .map_or_else(|| report.to_string(), str::to_owned);
            let told = ProgressNotificationParam::new(self.token.clone(), count.into());
            return told.with_message(message);
        };
        let mut told = ProgressNotificationParam::new(self.token.clone(), progress);
        told.total = value.get("total").and_then(Value::as_f64);
        told.message = value
            .get("message")
            .and_then(Value::as_str)
            .map(str::to_owned);
        told
    }
}

impl Listener for Host {
    fn hear(&self, _: usize, report: Json) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            if self.is_deaf.load(Ordering::Relaxed) {
                return;
            }
            // Of a host whose input has ended nobody takes a report any more, nor says so.
            let telling = self.peer.notify_progress(self.told(&report));
            let told = tokio::time::timeout(PATIENCE, telling).await;
            if !matches!(told, Ok(Ok(()))) {
                tracing::debug!("a host takes no more reports of a call");
                self.is_deaf.store(true, Ordering::Relaxed);
            }
        })
    }
}
