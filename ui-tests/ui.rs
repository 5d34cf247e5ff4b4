//! Runs the cases; see `src/lib.rs`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

#[test]
fn items() {
    let cases = trybuild::TestCases::new();
    for item in ["tool", "toolset", "agent", "state"] {
        cases.pass(format!("{item}/pass/*.rs"));
        cases.compile_fail(format!("{item}/fail/*.rs"));
    }
}

#[test]
fn every_mistake_is_in_the_table() -> io::Result<()> {
    let table = include_str!("cases.md");
    let rows = table.lines().filter(|line| line.starts_with("| "));
    let (mut listed, mut near) = (BTreeSet::new(), BTreeSet::new());
    for row in rows {
        let columns: Vec<_> = row.split('|').collect();
        listed.extend(names(columns[3]));
        near.extend(names(columns[4]));
    }
    for name in &near {
        assert!(path(name, "pass").exists(), "{name} is not there");
    }
    let mut there = BTreeSet::new();
    for item in ["tool", "toolset", "agent", "state"] {
        for entry in fs::read_dir(folder(item, "fail"))? {
            let file = entry?.path();
            if let Some(stem) = file.file_stem().and_then(|stem| stem.to_str()) {
                there.insert(format!("{item}/{stem}"));
            }
        }
    }
    assert_eq!(listed, there);
    Ok(())
}

/// What stands in backquotes and has a folder.
fn names(column: &str) -> impl Iterator<Item = String> {
    let quoted = column.split('`').skip(1).step_by(2);
    quoted.filter(|name| name.contains('/')).map(str::to_owned)
}

/// `tool/sync` as `tool/fail/sync.rs`.
fn path(name: &str, outcome: &str) -> PathBuf {
    let (item, case) = name.split_once('/').unwrap_or((name, ""));
    folder(item, outcome).join(format!("{case}.rs"))
}

fn folder(item: &str, outcome: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.join(item).join(outcome)
}
