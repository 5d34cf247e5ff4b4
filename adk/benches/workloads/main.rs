//! What a turn costs, as a ratio to a loop written by hand against the same mock model.
//!
//! `cargo bench -p adk --features testing --bench workloads [-- W1 W3 …]` prints CPU and wall time,
//! `… -- callgrind [W1 …]` instructions counted by valgrind, and `… -- guard` those few that have a ceiling.
//! Without cargo's `--bench` (that is, under `cargo test`) one small round checks that each side still does
//! the same work.
//! To profile: `valgrind --tool=callgrind <this binary> --run ours W1 50`, then `callgrind_annotate`.

#![expect(clippy::print_stdout, reason = "a bench prints its table")]

mod callgrind;
mod contender;
mod first;
mod guard;
mod measure;
mod mock;
mod ours;
mod raw;
mod run;
mod scene;
mod stretch;
mod table;
mod workload;

use std::{env, error::Error, result};

use contender::Side;
use mock::Mock;
use stretch::Stretch;

/// A bench has one reader: any error ends it and is shown.
pub(crate) type Result<T> = result::Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        [mock::ARGUMENT] => mock::serve(),
        [callgrind::ARGUMENT, side, workload, units] => watched(side, workload, units),
        [first::ARGUMENT, side, url] => first::run(side.parse()?, url),
        ["guard", "--bench"] => guard::check(),
        ["callgrind", names @ .., "--bench"] => callgrind::report(names),
        [names @ .., "--bench"] => measure::report(names),
        _ => smoke(),
    }
}

/// One run of so many units, for callgrind to watch.
fn watched(side: &str, workload: &str, units: &str) -> Result<()> {
    let stretch = Stretch::of(workload.parse()?, 0..units.parse()?);
    run::watch(side.parse()?, &Mock::start()?, &stretch)
}

fn smoke() -> Result<()> {
    let mock = Mock::start()?;
    for stretch in stretch::smoke() {
        for side in Side::ALL {
            run::run(side, &mock, &stretch, || Ok(()))?;
        }
        println!("{}: ok", stretch.label);
    }
    Ok(())
}
