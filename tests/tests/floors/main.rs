//! The house has floors: what a room uses lies below it.

mod contract;

use std::path::Path;
use std::{fs, io};

/// Every room of `adk/src`, ground floor first. A room may use the rooms of lower floors,
/// none beside it or above it. ARCHITECTURE.md shows the same table.
const FLOORS: &[&[&str]] = &[
    &["error", "platform", "telemetry", "content", "graph"],
    &["emit", "net", "panic"],
    &["model"],
    &["event"],
    &["session"],
    &["artifact", "memory"],
    &["context"],
    &["tool", "instruction", "auth", "planner", "code"],
    &["plugin"],
    &["invocation"],
    &["flow", "runner"],
    &["agent"],
    &["testing", "mcp"],
    &["lib", "prelude", "guides", "__private"],
];

/// The floor of a room; one that is not in the house lies above all.
fn floor(room: &str) -> usize {
    let known = FLOORS.iter().position(|rooms| rooms.contains(&room));
    known.unwrap_or(FLOORS.len())
}

/// The uses of a file in `room` that do not lead down.
fn faults(room: &str, text: &str) -> Vec<String> {
    let code = text.lines().filter(|line| !line.trim().starts_with("//"));
    let used = code.flat_map(|line| line.split("crate::").skip(1));
    used.map(|path| path.split([':', ';', ',', ' ', ')']).next().unwrap_or(path))
        .filter(|used| *used != room && floor(used) >= floor(room))
        .map(|used| format!("`{room}` uses `{used}`"))
        .collect()
}

fn assert_leads_down(folder: &Path, room: Option<&str>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let room = room.unwrap_or(&stem);
        if path.is_dir() {
            assert_leads_down(&path, Some(room))?;
        } else {
            assert!(floor(room) < FLOORS.len(), "`{room}` is on no floor");
            let faults = faults(room, &fs::read_to_string(&path)?);
            assert!(faults.is_empty(), "{}: {faults:?}", path.display());
        }
    }
    Ok(())
}

#[test]
fn every_use_leads_down() -> io::Result<()> {
    let src = concat!(env!("CARGO_MANIFEST_DIR"), "/../adk/src");
    assert_leads_down(Path::new(src), None)
}

#[test]
fn a_use_that_leads_up_or_nowhere_is_a_fault() {
    let text =
        "use crate::flow::X;\n// crate::agent\nuse crate::event::Event;\nfn f() -> crate::Y {";
    assert_eq!(
        faults("tool", text),
        ["`tool` uses `flow`", "`tool` uses `Y`"]
    );
    assert_eq!(faults("flow", text), ["`flow` uses `Y`"]);
    assert_eq!(
        faults("tool", "use crate::{flow, error};"),
        ["`tool` uses `{flow`"]
    );
    assert_eq!(floor("cellar"), FLOORS.len());
}
