//! The calls of a turn of which no hook is asked: each a task, and one timer for all. They begin
//! in their order, as far as there are places, and what they come to is taken up in that order.

use std::pin::{Pin, pin};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures_util::future::poll_fn;
use tokio::time::{Instant, Sleep, sleep_until};
use tracing::Span;

use super::call_tool::{Answer, Calling};
use crate::context::RunConfig;
use crate::tool::Task;

/// Longer limits are none, since the clock has an end.
const LONGEST: Duration = Duration::from_hours(24 * 365 * 30);

/// Makes the calls, that many, and gives their answers in the same order.
pub(super) async fn make<'a>(
    calls: impl Iterator<Item = Calling<'a>>,
    count: usize,
    config: &RunConfig,
) -> impl Iterator<Item = Answer> {
    let mut turn = Turn {
        calls,
        count,
        places: config.max_parallel_tools.max(1),
        limit: config.tool_timeout.min(LONGEST),
        span: Span::current(),
        begun: Vec::with_capacity(count),
        running: 0,
    };
    let mut timer = pin!(sleep_until(turn.until()));
    poll_fn(|cx| turn.poll(timer.as_mut(), cx)).await;
    turn.begun.into_iter().filter_map(|call| match call.state {
        State::Runs(_) => None,
        State::Ended(answer) => Some(answer),
    })
}

struct Turn<'a, C> {
    calls: C,
    count: usize,
    /// How many may run at the same time.
    places: usize,
    limit: Duration,
    /// What is around the calls.
    span: Span,
    begun: Vec<Begun<'a>>,
    running: usize,
}

struct Begun<'a> {
    calling: Calling<'a>,
    until: Instant,
    state: State<'a>,
}

enum State<'a> {
    Runs(Task<'a>),
    Ended(Answer),
}

impl<'a, C: Iterator<Item = Calling<'a>>> Turn<'a, C> {
    /// When a call that begins now is out of time.
    fn until(&self) -> Instant {
        Instant::now() + self.limit
    }

    /// Begins as many calls as there is room for.
    fn begin(&mut self) {
        let until = self.until();
        while self.running < self.places
            && let Some(calling) = self.calls.next()
        {
            let state = match calling.start(&self.span) {
                Ok(task) => {
                    self.running += 1;
                    State::Runs(task)
                }
                Err(error) => State::Ended(calling.answer(Err(error))),
            };
            self.begun.push(Begun {
                calling,
                until,
                state,
            });
        }
    }

    fn poll(&mut self, mut timer: Pin<&mut Sleep>, cx: &mut Context<'_>) -> Poll<()> {
        loop {
            self.look(cx);
            if self.begun.len() < self.count && self.running < self.places {
                self.begin();
                continue;
            }
            let mut running = self.begun.iter().filter(|call| call.runs());
            let Some(first) = running.next() else {
                return Poll::Ready(());
            };
            if timer.is_elapsed() {
                timer.as_mut().reset(first.until);
            }
            ready!(timer.as_mut().poll(cx));
            self.stop(timer.deadline());
        }
    }

    /// Takes up what has ended. Where no call waits for a place, nobody waits for what comes
    /// behind the first that still runs.
    fn look(&mut self, cx: &mut Context<'_>) {
        let all_begun = self.begun.len() == self.count;
        for call in &mut self.begun {
            let State::Runs(task) = &mut call.state else {
                continue;
            };
            match Pin::new(task).poll(cx) {
                Poll::Ready(result) => {
                    call.state = State::Ended(call.calling.answer(result));
                    self.running -= 1;
                }
                Poll::Pending if all_begun => break,
                Poll::Pending => {}
            }
        }
    }

    /// Stops the calls whose time was over at that moment.
    fn stop(&mut self, over: Instant) {
        for call in &mut self.begun {
            if let State::Runs(task) = &call.state
                && call.until <= over
                && !task.is_over()
            {
                let error = call.calling.out_of_time();
                call.state = State::Ended(call.calling.answer(Err(error)));
                self.running -= 1;
            }
        }
    }
}

impl Begun<'_> {
    fn runs(&self) -> bool {
        matches!(self.state, State::Runs(_))
    }
}
