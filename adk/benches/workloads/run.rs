//! One side through a stretch, on one thread and a `current_thread` runtime of its own.

use std::process;

use tokio::runtime::Builder;

use crate::{
    Result,
    contender::{Contender, Side},
    mock::Mock,
    ours::Ours,
    raw::Raw,
    scene,
    stretch::Stretch,
    workload::{self, Driver},
};

/// What a gauge showed at both ends of a stretch, and the bytes sent to the model between them.
pub(crate) struct Run<T> {
    pub(crate) from: T,
    pub(crate) to: T,
    pub(crate) sent: u64,
}

/// Fails unless the side did what it should.
pub(crate) fn run<T>(
    side: Side,
    mock: &Mock,
    stretch: &Stretch,
    gauge: impl Fn() -> Result<T>,
) -> Result<Run<T>> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    match side {
        Side::Raw => runtime.block_on(pass(&Raw::new(&mock.url())?, mock, stretch, gauge)),
        Side::Ours => runtime.block_on(pass(&Ours::new(&mock.url())?, mock, stretch, gauge)),
    }
}

/// The same, and the end of the process with the last unit: what a side keeps is not given back
/// then, so that a unit's figure is what it cost until its answer.
pub(crate) fn watch(side: Side, mock: &Mock, stretch: &Stretch) -> Result<()> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    match side {
        Side::Raw => runtime.block_on(leave(&Raw::new(&mock.url())?, mock, stretch)),
        Side::Ours => runtime.block_on(leave(&Ours::new(&mock.url())?, mock, stretch)),
    }
}

/// A session of one turn against the model at `url`, with all that it takes to begin.
pub(crate) fn session(side: Side, url: &str) -> Result<()> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    match side {
        Side::Raw => runtime.block_on(workload::session(&Raw::new(url)?, scene::QUESTION)),
        Side::Ours => runtime.block_on(workload::session(&Ours::new(url)?, scene::QUESTION)),
    }
}

async fn leave<C: Contender>(contender: &C, mock: &Mock, stretch: &Stretch) -> Result<()> {
    pass(contender, mock, stretch, || Ok(())).await?;
    process::exit(0)
}

async fn pass<C: Contender, T>(
    contender: &C,
    mock: &Mock,
    stretch: &Stretch,
    gauge: impl Fn() -> Result<T>,
) -> Result<Run<T>> {
    let mut driver = Driver::open(contender, mock, stretch.workload).await?;
    driver.advance(stretch.units.start).await?;
    let sent = driver.seen()?.bytes;
    let from = gauge()?;
    driver.advance(stretch.length()).await?;
    let to = gauge()?;
    let sent = driver.seen()?.bytes - sent;
    Ok(Run { from, to, sent })
}
