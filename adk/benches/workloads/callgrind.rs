//! Instructions, counted by valgrind: the bench runs itself under callgrind to both ends of a stretch.
//!
//! Only user code of the client counts; the mock model it starts is not traced. Counts differ a little from run
//! to run (hash seeds, how often the reactor wakes), which is why they are a difference over many units.

use std::{env, fs, process::Command};

use crate::{
    Result,
    contender::Side,
    first,
    mock::Mock,
    stretch::{self, Stretch},
    table,
};

/// Asks this binary for the run that is to be counted: a side, a workload, so many units.
pub(crate) const ARGUMENT: &str = "--run";

pub(crate) fn head() {
    println!("instructions in user code; one thread, tokio current_thread\n");
    table::head(["instructions", "ratio"]);
}

pub(crate) fn report(names: &[&str]) -> Result<()> {
    head();
    for stretch in stretch::counted(names)? {
        ratio(&stretch)?;
    }
    if names.is_empty() {
        first::counted(&Mock::start()?)?;
    }
    Ok(())
}

/// What ours costs of what raw does, both printed.
pub(crate) fn ratio(stretch: &Stretch) -> Result<f64> {
    rows(stretch.label, |side| instructions(side, stretch))
}

/// The sides' figures, and what they are beside the first; the last of these.
pub(crate) fn rows(label: &str, figure: impl Fn(Side) -> Result<f64>) -> Result<f64> {
    let (mut first, mut ratio) = (None, 1.0);
    for side in Side::ALL {
        let cost = figure(side)?;
        ratio = cost / *first.get_or_insert(cost);
        table::row(label, side.name(), [cost, ratio]);
    }
    Ok(ratio)
}

/// What one part of the stretch takes.
fn instructions(side: Side, stretch: &Stretch) -> Result<f64> {
    let to = |units: u32| {
        let (workload, units) = (stretch.workload.name(), units.to_string());
        count(&[ARGUMENT, side.name(), workload, &units])
    };
    Ok((to(stretch.units.end)? - to(stretch.units.start)?) / stretch.parts())
}

/// What this binary takes with these arguments, from its start to its end.
pub(crate) fn count(arguments: &[&str]) -> Result<f64> {
    let file = env::temp_dir().join(format!("workloads-{}.callgrind", std::process::id()));
    let output = Command::new("valgrind")
        .arg("--tool=callgrind")
        .arg(format!("--callgrind-out-file={}", file.display()))
        .arg(env::current_exe()?)
        .args(arguments)
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    let profile = fs::read_to_string(&file)?;
    fs::remove_file(&file)?;
    let total = profile
        .lines()
        .find_map(|line| line.strip_prefix("totals: "));
    Ok(total.ok_or("callgrind gave no totals")?.trim().parse()?)
}
