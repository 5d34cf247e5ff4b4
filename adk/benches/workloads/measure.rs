//! CPU and wall time of the client's process alone, in rounds that take the sides in turn.
//!
//! The mock model runs in another process.

use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

use crate::{
    Result,
    contender::Side,
    first,
    mock::Mock,
    run::run,
    stretch::{self, Stretch},
    table::{self, median},
};

const ROUNDS: usize = 15;

/// What one part of a stretch took: microseconds, and bytes sent to the model.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cost {
    cpu: f64,
    wall: f64,
    sent: f64,
}

pub(crate) fn report(names: &[&str]) -> Result<()> {
    println!("medians of {ROUNDS} rounds; one thread, tokio current_thread\n");
    let mock = Mock::start()?;
    table::head(["cpu us", "wall us", "sent B", "cpu ratio"]);
    for stretch in stretch::timed(names)? {
        let rounds: Vec<_> = (0..ROUNDS)
            .map(|_| round(&mock, &stretch))
            .collect::<Result<_>>()?;
        for side in 0..Side::ALL.len() {
            let of = |figure: fn(&[Cost], usize) -> f64| {
                median(rounds.iter().map(|costs| figure(costs, side)))
            };
            let figures = [
                of(|costs, side| costs[side].cpu),
                of(|costs, side| costs[side].wall),
                of(|costs, side| costs[side].sent),
                of(|costs, side| costs[side].cpu / costs[0].cpu),
            ];
            table::row(stretch.label, Side::ALL[side].name(), figures);
        }
    }
    if names.is_empty() {
        first::timed(&mock)?;
    }
    Ok(())
}

fn round(mock: &Mock, stretch: &Stretch) -> Result<Vec<Cost>> {
    let costs = Side::ALL.into_iter().map(|side| cost(side, mock, stretch));
    costs.collect()
}

fn cost(side: Side, mock: &Mock, stretch: &Stretch) -> Result<Cost> {
    let run = run(side, mock, stretch, || Ok((Instant::now(), cpu_micros()?)))?;
    let parts = stretch.parts();
    Ok(Cost {
        cpu: (run.to.1 - run.from.1) / parts,
        wall: micros(run.to.0 - run.from.0) / parts,
        sent: f64::from(u32::try_from(run.sent)?) / parts,
    })
}

/// The CPU time of this process so far, all its threads and the kernel's work for them.
pub(crate) fn cpu_micros() -> Result<f64> {
    Ok(micros(clock_gettime(ClockId::ProcessCPUTime).try_into()?))
}

pub(crate) fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
