//! What is logged through `tracing`, as text.

use std::fmt::{self, Write as _};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::DefaultGuard;
use tracing::{Dispatch, Event, Metadata, Subscriber};
use tracing_core::span::Current;

/// While there is but one subscriber, a place that logs is switched off for good by the first
/// thread without any that comes upon it; so there are always more.
static OTHERS: LazyLock<[Dispatch; 2]> =
    LazyLock::new(|| [(); 2].map(|()| Dispatch::new(Logged::default())));

/// Hears what this thread logs, spans and their fields too.
#[derive(Debug, Clone, Default)]
pub struct Logged {
    heard: Arc<Mutex<Heard>>,
    /// What other crates log too.
    hears_all: bool,
}

#[derive(Debug, Default)]
struct Heard {
    /// All lines, in order.
    text: String,
    /// Each span's line with those of the spans around it.
    spans: Vec<String>,
    /// What was logged in no span or in one: its line with those of the spans around it.
    events: Vec<String>,
    /// The spans that this thread is in.
    entered: Vec<Id>,
    /// What kind of span each is.
    kinds: Vec<&'static Metadata<'static>>,
}

impl Logged {
    /// Listens until the guard is dropped.
    #[must_use]
    pub fn listen() -> (Self, DefaultGuard) {
        Self::default().listening()
    }

    /// Listens to what other crates log too, at all levels.
    #[must_use]
    pub fn listen_to_all() -> (Self, DefaultGuard) {
        let logged = Self {
            hears_all: true,
            ..Self::default()
        };
        logged.listening()
    }

    fn listening(self) -> (Self, DefaultGuard) {
        LazyLock::force(&OTHERS);
        let guard = tracing::subscriber::set_default(self.clone());
        (self, guard)
    }

    /// All that was logged, a line each: level, fields, message; or `span`, name, fields.
    #[must_use]
    pub fn text(&self) -> String {
        self.heard().text.clone()
    }

    /// Each span, and each event, with all spans around it, the outermost first.
    #[must_use]
    pub fn trails(&self) -> Vec<String> {
        let heard = self.heard();
        let spans = heard.spans.iter();
        spans.chain(&heard.events).cloned().collect()
    }

    fn heard(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, start: impl fmt::Display, record: impl FnOnce(&mut Line)) -> String {
        let mut line = Line(start.to_string());
        record(&mut line);
        let _ = writeln!(self.heard().text, "{}", line.0);
        line.0
    }
}

impl Heard {
    /// A line behind that of the span around it: this one, or that which the thread is in.
    fn trail(&self, parent: Option<&Id>, line: &str) -> String {
        let around = parent.or(self.entered.last());
        around.map_or_else(
            || line.to_owned(),
            |around| format!("{} > {line}", self.spans[index(around)]),
        )
    }
}

fn index(id: &Id) -> usize {
    usize::try_from(id.into_u64() - 1).unwrap_or(usize::MAX)
}

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let _ = write!(self.0, " {field}={value:?}");
    }
}

impl Subscriber for Logged {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        self.hears_all || metadata.target().starts_with("adk")
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let line = self.add(format_args!("span {}", span.metadata().name()), |line| {
            span.record(line);
        });
        let mut heard = self.heard();
        let trail = heard.trail(span.parent(), &line);
        heard.spans.push(trail);
        heard.kinds.push(span.metadata());
        Id::from_u64(heard.spans.len() as u64)
    }

    fn record(&self, span: &Id, values: &Record<'_>) {
        let line = self.add("span", |line| values.record(line));
        self.heard().spans[index(span)].push_str(&line);
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let line = self.add(event.metadata().level(), |line| event.record(line));
        let mut heard = self.heard();
        let trail = heard.trail(event.parent(), &line);
        heard.events.push(trail);
    }

    fn enter(&self, span: &Id) {
        self.heard().entered.push(span.clone());
    }

    fn current_span(&self) -> Current {
        let heard = self.heard();
        heard.entered.last().map_or_else(Current::none, |id| {
            Current::new(id.clone(), heard.kinds[index(id)])
        })
    }

    fn exit(&self, span: &Id) {
        let entered = &mut self.heard().entered;
        if let Some(at) = entered.iter().rposition(|entered| entered == span) {
            entered.remove(at);
        }
    }
}
