//! What it costs to compile tools: `cargo check` of a crate of so many `#[tool]` functions, beside one with the same
//! functions behind hand-written implementations of `Tool` with derived arguments.
//!
//! `cargo bench -p adk --all-features --bench compile`. Dependencies are warm, nothing is incremental, the sides take
//! turns. Without cargo's `--bench` (that is, under `cargo test`) one small round checks that both still compile.

#![expect(clippy::print_stdout, reason = "a bench prints its table")]

mod generated;

use std::error::Error;
use std::time::Instant;
use std::{env, fs, result};

use generated::Crate;

/// A bench has one reader: any error ends it and is shown.
pub(crate) type Result<T> = result::Result<T, Box<dyn Error + Send + Sync>>;

const TOOLS: usize = 100;
const ROUNDS: usize = 7;

fn main() -> Result<()> {
    if env::args().any(|argument| argument == "--bench") {
        report()
    } else {
        Crate::by_macro(2)?.check()?;
        Crate::by_hand(2)?.check()
    }
}

fn report() -> Result<()> {
    let [none, by_hand, by_macro] = [
        Crate::by_hand(0)?,
        Crate::by_hand(TOOLS)?,
        Crate::by_macro(TOOLS)?,
    ];
    for warmed in [&none, &by_hand, &by_macro] {
        warmed.check()?;
    }
    let mut rounds = Vec::with_capacity(ROUNDS);
    for _ in 0..ROUNDS {
        rounds.push([seconds(&none)?, seconds(&by_hand)?, seconds(&by_macro)?]);
    }
    let median = |figure: &dyn Fn(&[f64; 3]) -> f64| {
        let mut figures: Vec<f64> = rounds.iter().map(figure).collect();
        figures.sort_by(f64::total_cmp);
        figures[figures.len() / 2]
    };
    println!("`cargo check` of {TOOLS} tools, CPU seconds, medians of {ROUNDS} rounds\n");
    println!("no tools        {:>6.2}", median(&|round| round[0]));
    println!("by hand         {:>6.2}", median(&|round| round[1]));
    println!("by macro        {:>6.2}", median(&|round| round[2]));
    println!(
        "macro / hand    {:>6.3}",
        median(&|round| round[2] / round[1])
    );
    println!(
        "the tools alone {:>6.3}",
        median(&|round| (round[2] - round[0]) / (round[1] - round[0]))
    );
    Ok(())
}

/// What a check takes: the CPU time of cargo and its compiler, or the time on the clock where the system does not
/// say.
fn seconds(checked: &Crate) -> Result<f64> {
    let (start, before) = (Instant::now(), children());
    checked.check()?;
    Ok(match (before, children()) {
        (Some(before), Some(after)) => after - before,
        _ => start.elapsed().as_secs_f64(),
    })
}

/// The CPU seconds of the processes that this one has waited for.
fn children() -> Option<f64> {
    let status = fs::read_to_string("/proc/self/stat").ok()?;
    // The name in brackets may hold blanks; of what follows, user and system time are the 14th and 15th.
    let mut fields = status.rsplit_once(')')?.1.split_whitespace().skip(13);
    let ticks = fields.next()?.parse::<f64>().ok()? + fields.next()?.parse::<f64>().ok()?;
    Some(ticks / 100.0)
}
