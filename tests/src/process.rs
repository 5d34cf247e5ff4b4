//! What the system says of this process.

use std::fs;

/// The most memory that this process has had, in bytes, where the system says it.
#[must_use]
pub fn peak() -> Option<usize> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes: usize = line?.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes << 10)
}
