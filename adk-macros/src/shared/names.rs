//! Names: which ones models and vendors take, and which one was meant.

/// The longest name of a tool that every vendor takes.
pub(crate) const MAX_TOOL_NAME: usize = 63;
/// The longest name of a parameter that every vendor takes.
pub(crate) const MAX_PARAMETER_NAME: usize = 64;

/// Tools that the flow itself speaks to.
const RESERVED: [&str; 3] = ["transfer_to_agent", "set_model_response", "finish_task"];

/// Why a tool cannot have this name: it would be taken for one of the flow's.
pub(crate) fn reserved(name: &str) -> Option<String> {
    if RESERVED.contains(&name) {
        Some(format!(
            "the name `{name}` is reserved for a tool of `adk` itself"
        ))
    } else if name.starts_with("adk_") {
        let what = "names that start with `adk_` are reserved for tools of `adk` itself";
        Some(what.to_owned())
    } else {
        None
    }
}

/// `[A-Za-z_][A-Za-z0-9_-]{0,62}`, the common ground of all vendors.
pub(crate) fn is_tool_name(name: &str) -> bool {
    is_name(name, MAX_TOOL_NAME, "_-")
}

/// Whether the names of tools can begin so, an `_` behind it.
pub(crate) fn is_prefix(prefix: &str) -> bool {
    is_tool_name(prefix) && reserved(&format!("{prefix}_")).is_none()
}

/// `[A-Za-z_][A-Za-z0-9_]{0,63}`.
pub(crate) fn is_parameter_name(name: &str) -> bool {
    is_name(name, MAX_PARAMETER_NAME, "_")
}

/// An identifier, as agents are named in instructions and branches.
pub(crate) fn is_agent_name(name: &str) -> bool {
    is_parameter_name(name)
}

fn is_name(name: &str, longest: usize, extra: &str) -> bool {
    let start = |letter: char| letter.is_ascii_alphabetic() || letter == '_';
    name.len() <= longest
        && name.starts_with(start)
        && name
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || extra.contains(letter))
}

/// The known name that was most likely meant.
pub(crate) fn closest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let rated = known
        .iter()
        .map(|known| (strsim::jaro_winkler(name, known), *known));
    let best = rated.max_by(|(left, _), (right, _)| left.total_cmp(right))?;
    (best.0 > 0.8).then_some(best.1)
}

/// `a`, `b` and `c`.
pub(crate) fn listed(names: &[&str]) -> String {
    let quoted: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    match &quoted[..] {
        [] => "none".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_name_is_what_every_vendor_takes() {
        for good in [
            "a",
            "_",
            "get_weather",
            "get-weather",
            "A1",
            &"a".repeat(63),
        ] {
            assert!(is_tool_name(good), "{good}");
        }
        for bad in ["", "1a", "-a", "a.b", "a b", "größe", &"a".repeat(64)] {
            assert!(!is_tool_name(bad), "{bad}");
        }
    }

    #[test]
    fn names_are_listed_as_in_a_sentence() {
        assert_eq!(listed(&["a", "b", "c"]), "`a`, `b` and `c`");
        assert_eq!(listed(&["a"]), "`a`");
    }
}
