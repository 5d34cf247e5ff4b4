//! What a process pays from its start to the end of its first run: a client, an agent, a connection, one turn.

use std::{
    env,
    process::{Command, Stdio},
    time::Instant,
};

use crate::{
    Result, callgrind,
    contender::Side,
    measure::{cpu_micros, micros},
    mock::Mock,
    run,
    table::{self, median},
};

/// Asks this binary for one run against the model at an address, and no more.
pub(crate) const ARGUMENT: &str = "--first";

const LABEL: &str = "first run";
const ROUNDS: usize = 51;

/// The run; says what the process has taken so far.
pub(crate) fn run(side: Side, url: &str) -> Result<()> {
    run::session(side, url)?;
    println!("{}", cpu_micros()?);
    Ok(())
}

pub(crate) fn timed(mock: &Mock) -> Result<()> {
    let mut rounds = Vec::with_capacity(ROUNDS);
    for _ in 0..ROUNDS {
        rounds.push([process(Side::Raw, mock)?, process(Side::Ours, mock)?]);
    }
    for (at, side) in Side::ALL.into_iter().enumerate() {
        let of = |figure: fn(&[[f64; 2]; 2], usize) -> f64| {
            median(rounds.iter().map(|costs| figure(costs, at)))
        };
        let figures = [
            of(|costs, at| costs[at][0]),
            of(|costs, at| costs[at][1]),
            f64::NAN,
            of(|costs, at| costs[at][0] / costs[0][0]),
        ];
        table::row(LABEL, side.name(), figures);
    }
    Ok(())
}

/// CPU and wall time, in microseconds.
fn process(side: Side, mock: &Mock) -> Result<[f64; 2]> {
    let start = Instant::now();
    let output = Command::new(env::current_exe()?)
        .args([ARGUMENT, side.name(), &mock.url()])
        .stderr(Stdio::inherit())
        .output()?;
    let wall = micros(start.elapsed());
    Ok([String::from_utf8(output.stdout)?.trim().parse()?, wall])
}

pub(crate) fn counted(mock: &Mock) -> Result<()> {
    let url = mock.url();
    callgrind::rows(LABEL, |side| {
        callgrind::count(&[ARGUMENT, side.name(), &url])
    })?;
    Ok(())
}
