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

    pub(crate) fn of(workload: Workload, units: Range<u32>) -> Self {
        Self::new(workload.name(), workload, units)
    }

    /// The units of it.
    pub(crate) fn length(&self) -> u32 {
        self.units.end - self.units.start
    }

    /// What its figures are divided by.
    pub(crate) fn parts(&self) -> f64 {
        f64::from(self.length()) * self.workload.parts()
    }
}

/// Long enough for a clock.
pub(crate) fn timed(names: &[&str]) -> Result<Vec<Stretch>> {
    let mut stretches = vec![
        Stretch::new("W1 session", Workload::W1, 0..2_000),
        Stretch::new("W2 session", Workload::W2, 0..1_000),
        Stretch::new("W4 piece", Workload::W4, 0..50),
        Stretch::new("W5 turn 1-50", Workload::W5, 0..50),
        Stretch::new("W6 dispatch", Workload::W6, 0..100_000),
        Stretch::new("W6 call of many", Workload::W6Turn, 0..1_000),
    ];
    stretches.extend(turns());
    chosen(names, stretches)
}

/// Short enough for valgrind.
pub(crate) fn counted(names: &[&str]) -> Result<Vec<Stretch>> {
    let mut stretches = vec![
        Stretch::new("W1 session", Workload::W1, 10..60),
        Stretch::new("W2 session", Workload::W2, 10..60),
        Stretch::new("W4 piece", Workload::W4, 1..5),
        Stretch::new("W5 turn 10-12", Workload::W5, 9..12),
        Stretch::new("W6 dispatch", Workload::W6, 1_000..6_000),
        Stretch::new("W6 call of many", Workload::W6Turn, 10..60),
    ];
    stretches.extend(turns());
    chosen(names, stretches)
}

/// Just enough to see that all is well.
pub(crate) fn smoke() -> Vec<Stretch> {
    let few = |workload| Stretch::of(workload, 0..3);
    Workload::ALL.into_iter().map(few).collect()
}

/// Turns early and late in a session.
fn turns() -> [Stretch; 3] {
    [
        Stretch::new("W3 turn 1-10", Workload::W3, 0..10),
        Stretch::new("W3 turn 91-100", Workload::W3, 90..100),
        Stretch::new("W3 turn 291-300", Workload::W3, 290..300),
    ]
}

fn chosen(names: &[&str], mut stretches: Vec<Stretch>) -> Result<Vec<Stretch>> {
    let wanted = names.iter().map(|name| name.parse());
    let wanted: Vec<Workload> = wanted.collect::<Result<_>>()?;
    stretches.retain(|stretch| wanted.is_empty() || wanted.contains(&stretch.workload));
    stretches.sort_by_key(|stretch| stretch.workload);
    Ok(stretches)
}
