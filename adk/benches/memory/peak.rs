//! The most memory that a process held in which one side did one workload and nothing else.

use std::{env, fs, process::Command};

use crate::{
    Result, contender::Side, mock::Mock, run, stretch::Stretch, table, workload::Workload,
};

/// Asks this binary for one workload of one side, and what it held at most.
pub(crate) const ARGUMENT: &str = "--peak";

pub(crate) fn report(is_bench: bool) -> Result<()> {
    println!();
    table::head(["peak KiB", "ratio"]);
    let workloads = [(Workload::W3, 300), (Workload::W4, 50), (Workload::W5, 50)];
    for (workload, units) in workloads {
        let units = if is_bench { units } else { 1 };
        let label = format!("{} of {units}", workload.name());
        let mut first = None;
        for side in Side::ALL {
            let peak = process(side, workload, units)?;
            let ratio = peak / *first.get_or_insert(peak);
            table::row(&label, side.name(), [peak, ratio]);
        }
    }
    Ok(())
}

fn process(side: Side, workload: Workload, units: u32) -> Result<f64> {
    let output = Command::new(env::current_exe()?)
        .args([ARGUMENT, side.name(), workload.name()])
        .arg(units.to_string())
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    Ok(String::from_utf8(output.stdout)?.trim().parse()?)
}

/// The workload; prints the peak in KiB.
pub(crate) fn run(side: &str, workload: &str, units: &str) -> Result<()> {
    let stretch = Stretch::of(workload.parse()?, 0..units.parse()?);
    run::run(side.parse()?, &Mock::start()?, &stretch, || Ok(()))?;
    let status = fs::read_to_string("/proc/self/status")?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    println!("{}", peak.ok_or("no peak")?.trim().trim_end_matches(" kB"));
    Ok(())
}
