//! What is logged through `tracing`, as text.

use std::fmt::{self, Write as _};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::DefaultGuard;
use tracing::{Event, Metadata, Subscriber};

/// Hears what this thread logs, spans and their fields too.
#[derive(Debug, Clone, Default)]
pub struct Logged(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    lines: Mutex<String>,
    spans: AtomicU64,
}

impl Logged {
    /// Listens until the guard is dropped.
    #[must_use]
    pub fn listen() -> (Self, DefaultGuard) {
        let logged = Self::default();
        let guard = tracing::subscriber::set_default(logged.clone());
        (logged, guard)
    }

    /// All that was logged, a line each: level, fields, message; or `span`, name, fields.
    #[must_use]
    pub fn text(&self) -> String {
        let lines = self.0.lines.lock();
        lines.unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn add(&self, start: impl fmt::Display, record: impl FnOnce(&mut Line)) {
        let mut line = Line(start.to_string());
        record(&mut line);
        let lines = self.0.lines.lock();
        let _ = writeln!(lines.unwrap_or_else(PoisonError::into_inner), "{}", line.0);
    }
}

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let _ = write!(self.0, " {field}={value:?}");
    }
}

impl Subscriber for Logged {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("adk")
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        self.add(format_args!("span {}", span.metadata().name()), |line| {
            span.record(line);
        });
        Id::from_u64(self.0.spans.fetch_add(1, Ordering::Relaxed) + 1)
    }

    fn record(&self, _: &Id, values: &Record<'_>) {
        self.add("span", |line| values.record(line));
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        self.add(event.metadata().level(), |line| event.record(line));
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}
