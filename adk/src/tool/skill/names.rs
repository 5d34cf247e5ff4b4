//! What a skill may be called, and which paths lead to its files: decided by the text alone,
//! before any disk is asked.

const LONGEST_NAME: usize = 64;
const LONGEST_PATH: usize = 1024;
const MOST_FOLDERS: usize = 16;

/// What is wrong with the name of a skill.
pub(super) fn name_fault(name: &str) -> Option<&'static str> {
    let is_allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || name.len() > LONGEST_NAME {
        Some("has to have 1 to 64 characters")
    } else if !name.chars().all(is_allowed) {
        Some("may have only the letters a to z, digits and hyphens")
    } else if name.starts_with('-') || name.ends_with('-') || name.contains("--") {
        Some("may have hyphens only between letters or digits, and one at a time")
    } else {
        None
    }
}

/// The path of a file inside a skill, such as `references/forms.md`. The format has any files and
/// folders; what is hidden, such as `.git` and `.env`, is not of the skill.
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
    if steps.clone().nth(MOST_FOLDERS + 1).is_some() {
        return Err("it goes through more than 16 folders");
    }
    // Windows drops dots and blanks at the end of a name.
    let is_odd = |step: &str| step.starts_with('.') || step.ends_with(['.', ' ']);
    if steps.any(|step| step.is_empty() || is_odd(step)) {
        return Err("it has an empty step, or one with a dot at its beginning or its end");
    }
    Ok(path)
}
