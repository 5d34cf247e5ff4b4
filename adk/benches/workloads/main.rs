//! What a turn costs, as a ratio to a loop written by hand against the same mock model.
//!
//! `cargo bench -p adk --bench workloads [-- W1 W3 …]` prints CPU and wall time. Without cargo's `--bench` (that is,
//! under `cargo test`) one small round checks that each side still does the same work.

#![expect(clippy::print_stdout, reason = "a bench prints its table")]

mod contender;
mod measure;
mod mock;
mod raw;
mod scene;
mod stretch;
mod table;
mod workload;

use std::{env, error::Error, result};

use contender::Side;
use mock::Mock;

/// A bench has one reader: any error ends it and is shown.
pub(crate) type Result<T> = result::Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        [mock::ARGUMENT] => mock::serve(),
        [names @ .., "--bench"] => measure::report(names),
        _ => smoke(),
    }
}

fn smoke() -> Result<()> {
    let mock = Mock::start()?;
    for stretch in stretch::smoke() {
        for side in Side::ALL {
            measure::run(side, &mock, &stretch)?;
        }
        println!("{}: ok", stretch.label);
    }
    Ok(())
}
