//! What a skill may be called, and which paths lead to its files: decided by the text alone,
//! before any disk is asked.

/// The folders of a skill whose files a model may read.
pub(super) const FOLDERS: [&str; 3] = ["references", "assets", "scripts"];

const LONGEST_NAME: usize = 64;
const LONGEST_PATH: usize = 1024;
const MOST_FOLDERS: usize = 16;

/// What is wrong with the name of a skill.
pub(super) fn name_fault(name: &str) -> Option<&'static str> {
    let is_allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || name.len() > LONGEST_NAME {
        Some("has to have 1 to 64 characters")
    } else if !name.chars().all(is_allowed) {
        Some("is made of the letters a to z, digits and hyphens")
    } else if name.starts_with('-') || name.ends_with('-') || name.contains("--") {
        Some("has hyphens only between letters or digits, and one at a time")
    } else {
        None
    }
}

/// The path of a file inside a skill, such as `references/forms.md`.
///
/// Nothing is decoded and nothing is resolved: what has another spelling is refused, so that one
/// file has one path and no path has two meanings.
pub(super) fn checked_path(path: &str) -> Result<&str, &'static str> {
    let path = path.strip_prefix("./").unwrap_or(path);
    if path.len() > LONGEST_PATH {
        return Err("it is longer than 1024 bytes");
    }
    if path
        .chars()
        .any(|c| c.is_control() || c == '\\' || c == ':')
    {
        return Err("it has a control character, a backslash or a colon");
    }
    let mut steps = path.split('/');
    if !steps.next().is_some_and(|first| FOLDERS.contains(&first)) {
        return Err("it does not begin with `references/`, `assets/` or `scripts/`");
    }
    // Windows drops dots and blanks at the end of a name.
    let is_odd = |step: &str| step.is_empty() || step.ends_with(['.', ' ']);
    match steps.clone().count() {
        0 => Err("it names a folder"),
        MOST_FOLDERS.. => Err("it goes through more than 16 folders"),
        _ if steps.any(is_odd) => Err("it has an empty step, `.` or `..`, or a dot at the end"),
        _ => Ok(path),
    }
}
