//! What CI holds: the instructions of a unit, beside raw's, that no change may raise unseen.
//!
//! A ceiling is a tenth over what was measured when it was set: room for another compiler, none for a regression
//! of 15 %.

use crate::{Result, callgrind, stretch};

const CEILINGS: [(&str, f64); 3] = [
    ("W1 session", 0.97),
    ("W3 turn 91-100", 0.27),
    ("W6 dispatch", 1.31),
];

pub(crate) fn check() -> Result<()> {
    callgrind::head();
    let mut over = Vec::new();
    for stretch in stretch::counted(&[])? {
        let held = CEILINGS.iter().find(|(label, _)| *label == stretch.label);
        let Some((label, ceiling)) = held else {
            continue;
        };
        let ratio = callgrind::ratio(&stretch)?;
        if ratio > *ceiling {
            over.push(format!("{label}: {ratio:.3} is over {ceiling}"));
        }
    }
    if over.is_empty() {
        Ok(())
    } else {
        Err(over.join("; ").into())
    }
}
