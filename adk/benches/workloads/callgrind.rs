//! Instructions of a unit, counted by valgrind: the bench runs itself under callgrind to both ends of a stretch.
//!
//! Only user code of the client counts; the mock model it starts is not traced. Counts differ a little from run
//! to run (hash seeds, how often the reactor wakes), which is why a unit is a difference over many.

use std::{env, fs, process::Command};

use crate::{
    Result,
    contender::Side,
    stretch::{self, Stretch},
    table,
};

/// Asks this binary for the run that is to be counted: a side, a workload, so many units.
pub(crate) const ARGUMENT: &str = "--run";

pub(crate) fn report(names: &[&str]) -> Result<()> {
    println!("a unit's instructions in user code; one thread, tokio current_thread\n");
    table::head(["instructions", "ratio"]);
    for stretch in stretch::counted(names)? {
        let mut first = None;
        for side in Side::ALL {
            let cost = instructions(side, &stretch)?;
            let ratio = cost / *first.get_or_insert(cost);
            table::row(stretch.label, side.name(), [cost, ratio]);
        }
    }
    Ok(())
}

fn instructions(side: Side, stretch: &Stretch) -> Result<f64> {
    let short = count(side, stretch, stretch.units.start)?;
    let long = count(side, stretch, stretch.units.end)?;
    Ok((long - short) / f64::from(stretch.length()))
}

fn count(side: Side, stretch: &Stretch, units: u32) -> Result<f64> {
    let file = env::temp_dir().join(format!("workloads-{}.callgrind", std::process::id()));
    let output = Command::new("valgrind")
        .arg("--tool=callgrind")
        .arg(format!("--callgrind-out-file={}", file.display()))
        .arg(env::current_exe()?)
        .args([ARGUMENT, side.name(), stretch.workload.name()])
        .arg(units.to_string())
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
