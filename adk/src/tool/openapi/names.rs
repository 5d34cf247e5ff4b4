//! Names that every vendor takes, made of those that a document has.

use std::collections::{HashMap, HashSet};

/// The longest name of a tool, as in ADK.
const MAX_TOOL: usize = 60;
/// The longest name of an argument that every vendor takes.
const MAX_ARGUMENT: usize = 64;

/// `listPetsById` as `list_pets_by_id`; empty where it has no letter or digit. One too long for a
/// tool is cut, and ends in a mark of the whole.
pub(super) fn snake_case(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut snake = String::new();
    for (at, &letter) in letters.iter().enumerate() {
        if !letter.is_ascii_alphanumeric() {
            snake.push('_');
            continue;
        }
        let before = at.checked_sub(1).and_then(|at| letters.get(at));
        let after = letters.get(at + 1);
        // `petsById`, and the last of the capitals in `HTTPServer`.
        let follows = before.is_some_and(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
        let leads = before.is_some_and(char::is_ascii_uppercase)
            && after.is_some_and(char::is_ascii_lowercase);
        if letter.is_ascii_uppercase() && (follows || leads) {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    let words = snake.split('_').filter(|word| !word.is_empty());
    let mut snake = words.collect::<Vec<_>>().join("_");
    if snake.starts_with(|first: char| first.is_ascii_digit()) {
        snake.insert(0, '_');
    }
    if snake.len() > MAX_TOOL {
        // Long names often differ at their end alone.
        let mark = mark(&snake);
        snake.truncate(MAX_TOOL - 5);
        snake += &mark;
    }
    snake
}

/// Four digits that are made of the whole name (by FNV-1a), behind a `_`.
fn mark(name: &str) -> String {
    let hash = name.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    format!("_{:04x}", (hash >> 16) ^ (hash & 0xffff))
}

/// Whether every vendor takes it as the name of an argument, or of a field in one.
pub(super) fn is_argument(name: &str) -> bool {
    let starts = |first: char| first.is_ascii_alphabetic() || first == '_';
    let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    name.len() <= MAX_ARGUMENT && name.starts_with(starts) && name.chars().all(plain)
}

/// The name as every vendor takes it: `filter[name]` as `filter_name`.
pub(super) fn argument(name: &str) -> String {
    if is_argument(name) {
        return name.to_owned();
    }
    let words = name.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    let mut plain = words.join("_");
    if !plain.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') {
        plain.insert(0, '_');
    }
    // Room for what tells it from another.
    plain.truncate(MAX_ARGUMENT - 4);
    plain
}

/// Names that are given once each.
#[derive(Default)]
pub(super) struct Names {
    given: HashSet<String>,
    /// The last number behind a name, or behind what is left of one that is cut for it.
    counts: HashMap<String, usize>,
}

impl Names {
    /// Gives the name itself, where nobody has it yet.
    pub(super) fn give(&mut self, name: &str) -> bool {
        self.given.insert(name.to_owned())
    }

    /// Gives the first of `name`, `name_2`, `name_3`… that nobody has.
    pub(super) fn give_like(&mut self, name: &str) -> String {
        if self.give(name) {
            return name.to_owned();
        }
        let stem = &name[..name.len().min(MAX_ARGUMENT - 8)];
        let count = self.counts.entry(stem.to_owned()).or_insert(1);
        loop {
            *count += 1;
            let free = format!("{stem}_{count}");
            if self.given.insert(free.clone()) {
                return free;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tools_are_those_of_adk() {
        for (id, name) in [
            ("listPets", "list_pets"),
            ("ListPets", "list_pets"),
            ("getHTTPServer", "get_http_server"),
            ("pets/list-all", "pets_list_all"),
            ("GetPet2ById", "get_pet2_by_id"),
            ("/pets/{petId}_get", "pets_pet_id_get"),
            ("3dModels", "_3d_models"),
            ("__x__", "x"),
            ("??", ""),
        ] {
            assert_eq!(snake_case(id), name, "{id}");
        }
        let long = "get".repeat(20);
        assert_eq!(snake_case(&long), long);
        let [one, other] = ["s", "t"].map(|end| snake_case(&format!("{long}{end}")));
        assert!(one != other && one[..55] == other[..55]);
        assert_eq!((one.len(), other.len()), (MAX_TOOL, MAX_TOOL));
    }

    #[test]
    fn names_of_arguments_stay_where_they_can() {
        for (name, argument_name) in [
            ("petId", "petId"),
            ("filter[name]", "filter_name"),
            ("X-Request-ID", "X_Request_ID"),
            ("$top", "top"),
            ("+1", "_1"),
            ("é", "_"),
        ] {
            assert_eq!(argument(name), argument_name, "{name}");
        }
        assert!(is_argument(&argument(&"x-".repeat(99))));
    }

    #[test]
    fn each_name_is_given_once() {
        let mut names = Names::default();
        assert!(names.give("a") && names.give("a_2") && !names.give("a"));
        let more = ["a", "a", "b"].map(|name| names.give_like(name));
        assert_eq!(more, ["a_3", "a_4", "b"]);
        let long = ["x".repeat(60), "x".repeat(61)];
        let all: HashSet<_> = [&long[0], &long[1], &long[0], &long[1]]
            .map(|name| names.give_like(name))
            .into();
        assert!(all.len() == 4 && all.iter().all(|name| is_argument(name)));
    }
}
