//! The contract with ADK names tests that exist, and forgets no fault of the reference.

use std::path::{Path, PathBuf};
use std::{fs, io};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
const FAULTS: usize = 27;

/// Where the modules lie that the first name of a test's path means.
fn folder(first: &str) -> Option<PathBuf> {
    let root = Path::new(ROOT);
    match first {
        "flow" | "tools" | "sessions" | "models" | "mcp" | "floors" => {
            Some(root.join("tests/tests").join(first))
        }
        "tests" => Some(root.join("tests/src")),
        "adk" => Some(root.join("adk/src")),
        _ => None,
    }
}

/// The texts between backticks that are paths of tests: names in small letters, joined.
fn named(page: &str) -> impl Iterator<Item = &str> {
    let is_small = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || ":_".contains(c);
    let spans = page.split('`').skip(1).step_by(2);
    spans.filter(move |span| span.contains("::") && span.chars().all(is_small))
}

/// The file of the modules; that of the room around it, where `tests` is a block in it.
fn file(folder: &Path, modules: &[&str]) -> Option<PathBuf> {
    let path = modules
        .iter()
        .fold(folder.to_owned(), |path, name| path.join(name));
    let of_room = if modules.is_empty() {
        "main.rs"
    } else {
        "mod.rs"
    };
    let found = [path.with_extension("rs"), path.join(of_room)]
        .into_iter()
        .find(|path| path.is_file());
    match modules {
        [around @ .., "tests"] => found.or_else(|| file(folder, around)),
        _ => found,
    }
}

/// What is wrong with the path of a test; `None` when it is there.
fn fault(path: &str) -> Option<String> {
    let names: Vec<_> = path.split("::").collect();
    let [first, modules @ .., test] = &names[..] else {
        return Some(format!("`{path}` is no path"));
    };
    let Some(folder) = folder(first) else {
        return Some(format!("`{path}` begins with no package or test binary"));
    };
    let Some(file) = file(&folder, modules) else {
        return Some(format!("`{path}` lies in no file"));
    };
    let code = fs::read_to_string(&file).unwrap_or_default();
    let is_there = code.contains(&format!("fn {test}("));
    (!is_there).then(|| format!("`{path}`: no such fn in {}", file.display()))
}

/// The rows of the tables under a heading: their cells.
fn rows<'a>(page: &'a str, heading: &str) -> Vec<Vec<&'a str>> {
    let lines = page.lines().skip_while(|line| *line != heading).skip(1);
    let lines = lines.take_while(|line| !line.starts_with("# "));
    let lines: Vec<_> = lines.filter(|line| line.starts_with('|')).collect();
    let is_rule = |line: Option<&&str>| line.is_some_and(|line| line.starts_with("|--"));
    let rows = lines.iter().enumerate();
    let rows = rows.filter(|(at, row)| !is_rule(Some(*row)) && !is_rule(lines.get(at + 1)));
    let cells = |row: &'a str| row.trim_matches('|').split('|').map(str::trim);
    rows.map(|(_, row)| cells(row).collect()).collect()
}

/// What is missing in the table of faults.
fn missing(page: &str) -> Vec<String> {
    let rows = rows(page, "# Faults that ours mends");
    let mut missing = Vec::new();
    for number in 1..=FAULTS {
        let text = number.to_string();
        let row = rows.iter().find(|row| row.first() == Some(&text.as_str()));
        let told = row.and_then(|row| row.last()).copied().unwrap_or_default();
        let is_shown = told.contains(&format!("::fault_{number}_"));
        if !is_shown && !told.contains("not yet") {
            missing.push(format!(
                "fault {number} has neither a test of its name nor a `not yet`"
            ));
        }
    }
    missing
}

fn page() -> io::Result<String> {
    guide("contract")
}

fn guide(name: &str) -> io::Result<String> {
    fs::read_to_string(Path::new(ROOT).join(format!("adk/docs/{name}.md")))
}

#[test]
fn every_test_that_the_contract_names_is_there() -> io::Result<()> {
    let page = page()?;
    let faults: Vec<_> = named(&page).filter_map(fault).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(named(&page).count() > 100);
    Ok(())
}

#[test]
fn every_test_that_the_comparison_names_is_there() -> io::Result<()> {
    let page = guide("comparison")?;
    let faults: Vec<_> = named(&page).filter_map(fault).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(named(&page).count() >= 10);
    Ok(())
}

#[test]
fn every_fault_of_the_reference_is_in_the_contract() -> io::Result<()> {
    let missing = missing(&page()?);
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    Ok(())
}

#[test]
fn every_row_shows_a_test_or_says_why_there_is_none() -> io::Result<()> {
    let page = page()?;
    let mut faults = Vec::new();
    for heading in [
        "# Rules",
        "# Faults that ours mends",
        "# Faults and attacks",
    ] {
        let rows = rows(&page, heading);
        assert!(rows.len() > 10, "{heading}");
        for row in rows {
            let told = row.last().copied().unwrap_or_default();
            if named(told).next().is_none() && !told.contains("not yet") {
                faults.push(format!("{heading}: {row:?}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    Ok(())
}

#[test]
fn what_is_wrong_with_a_contract_is_seen() {
    assert_eq!(
        fault("floors::contract::what_is_wrong_with_a_contract_is_seen"),
        None
    );
    assert_eq!(fault("floors::every_use_leads_down"), None);
    assert_eq!(
        fault("adk::event::json::tests::all_three_spellings_of_a_time_are_read"),
        None
    );
    for wrong in [
        "floors::contract::what_is_wrong",
        "floors::nowhere::every_use_leads_down",
        "cellar::every_use_leads_down",
    ] {
        assert!(fault(wrong).is_some(), "{wrong}");
    }
    let page = "`a::b` and `Type::of` and `word`, ``\n`flow::c_2`";
    assert_eq!(named(page).collect::<Vec<_>>(), ["a::b", "flow::c_2"]);
    let rows = (1..=FAULTS).filter(|number| *number != 7);
    let rows: Vec<_> = rows
        .map(|n| format!("| {n} | x | `flow::fault_{n}_x` |"))
        .collect();
    let page = format!(
        "# Faults that ours mends\n\n| # | x | y |\n|---|---|---|\n{}",
        rows.join("\n")
    );
    assert_eq!(missing(&page).len(), 1);
    assert_eq!(missing("").len(), FAULTS);
}
