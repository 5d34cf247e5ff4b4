//! CPU and wall time of the client's process alone, in rounds that take the sides in turn.
//!
//! Sides share one thread and one `current_thread` runtime per run; the mock model runs in another process.

use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};
use tokio::runtime::Builder;

use crate::{
    Result,
    contender::{Contender, Side},
    mock::Mock,
    ours::Ours,
    raw::Raw,
    stretch::{self, Stretch},
    table::{self, median},
    workload::Driver,
};

const ROUNDS: usize = 15;

/// What one unit of a stretch took: microseconds, and bytes sent to the model.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cost {
    cpu: f64,
    wall: f64,
    sent: f64,
}

pub(crate) fn report(names: &[&str]) -> Result<()> {
    println!("a unit's medians of {ROUNDS} rounds; one thread, tokio current_thread\n");
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
    Ok(())
}

fn round(mock: &Mock, stretch: &Stretch) -> Result<Vec<Cost>> {
    let costs = Side::ALL.into_iter().map(|side| run(side, mock, stretch));
    costs.collect()
}

/// Runs one side through a stretch and checks that it did what it should.
pub(crate) fn run(side: Side, mock: &Mock, stretch: &Stretch) -> Result<Cost> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    match side {
        Side::Raw => runtime.block_on(cost(&Raw::new(&mock.url())?, mock, stretch)),
        Side::Ours => runtime.block_on(cost(&Ours::new(&mock.url())?, mock, stretch)),
    }
}

async fn cost<C: Contender>(contender: &C, mock: &Mock, stretch: &Stretch) -> Result<Cost> {
    let mut driver = Driver::open(contender, mock, stretch.workload).await?;
    driver.advance(stretch.units.start).await?;
    let sent = driver.seen()?.bytes;
    let (wall, cpu) = (Instant::now(), cpu_micros()?);
    driver.advance(stretch.length()).await?;
    let (wall, cpu) = (wall.elapsed(), cpu_micros()? - cpu);
    let sent = driver.seen()?.bytes - sent;
    let units = f64::from(stretch.length());
    Ok(Cost {
        cpu: cpu / units,
        wall: micros(wall) / units,
        sent: f64::from(u32::try_from(sent)?) / units,
    })
}

/// The CPU time of this process so far, all its threads and the kernel's work for them.
fn cpu_micros() -> Result<f64> {
    Ok(micros(clock_gettime(ClockId::ProcessCPUTime).try_into()?))
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
