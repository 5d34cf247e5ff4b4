//! Names that every vendor takes, made of those that a document has.

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

/// The first of `name`, `name_2`, `name_3`… that is free.
pub(super) fn free(name: &str, is_free: impl Fn(&str) -> bool) -> String {
    let mut free = name.to_owned();
    let mut count = 2;
    while !is_free(&free) {
        free = format!("{}_{count}", &name[..name.len().min(MAX_ARGUMENT - 8)]);
        count += 1;
    }
    free
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
        assert_eq!(free("a", |name| !["a", "a_2"].contains(&name)), "a_3");
    }
}
