//! Which part of which workload is measured: the units between two points of one run.
//!
//! Time is read at both points; instructions are the difference of two runs that end there, so that start-up cancels.

use std::ops::Range;

use crate::{Result, workload::Workload};

#[derive(Debug, Clone)]
pub(crate) struct Stretch {
    pub(crate) label: &'static str,
    pub(crate) workload: Workload,
    pub(crate) units: Range<u32>,
}

impl Stretch {
    const fn new(label: &'static str, workload: Workload, units: Range<u32>) -> Self {
        Self {
            label,
            workload,
            units,
        }
    }

    pub(crate) fn length(&self) -> u32 {
        self.units.end - self.units.start
    }
}

/// Long enough for a clock.
pub(crate) fn timed(names: &[&str]) -> Result<Vec<Stretch>> {
    chosen(names, 0..400, 0..100_000)
}

/// Short enough for valgrind.
pub(crate) fn counted(names: &[&str]) -> Result<Vec<Stretch>> {
    chosen(names, 10..60, 1_000..6_000)
}

/// Just enough to see that all is well.
pub(crate) fn smoke() -> [Stretch; 4] {
    [
        Stretch::new("W1 session", Workload::W1, 0..3),
        Stretch::new("W3 turn", Workload::W3, 0..3),
        Stretch::new("W6 dispatch", Workload::W6, 0..3),
        Stretch::new("W6 turn of 64", Workload::W6Turn, 0..3),
    ]
}

fn chosen(names: &[&str], sessions: Range<u32>, dispatches: Range<u32>) -> Result<Vec<Stretch>> {
    let wanted: Vec<Workload> = names
        .iter()
        .map(|name| name.parse())
        .collect::<Result<_>>()?;
    let mut stretches = vec![
        Stretch::new("W1 session", Workload::W1, sessions),
        Stretch::new("W3 turn 1-10", Workload::W3, 0..10),
        Stretch::new("W3 turn 91-100", Workload::W3, 90..100),
        Stretch::new("W3 turn 291-300", Workload::W3, 290..300),
        Stretch::new("W6 dispatch", Workload::W6, dispatches.clone()),
        Stretch::new(
            "W6 turn of 64",
            Workload::W6Turn,
            dispatches.start / 50..dispatches.end / 50,
        ),
    ];
    stretches.retain(|stretch| wanted.is_empty() || wanted.contains(&stretch.workload));
    Ok(stretches)
}
