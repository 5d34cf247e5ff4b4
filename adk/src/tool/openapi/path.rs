//! A path with places for values. What a model puts there stays in its place: it neither ends the
//! segment nor leads out of it.

use super::document::fault;
use super::encode::encoded;
use crate::error::Result;
use crate::tool::ToolError;

/// A path as the document has it.
#[derive(Debug)]
pub(super) struct Template {
    pieces: Vec<Piece>,
}

#[derive(Debug)]
enum Piece {
    Text(String),
    Value(String),
}

impl Template {
    /// # Errors
    /// When the text is no path.
    pub(super) fn read(text: &str, place: &str) -> Result<Self> {
        if !text.starts_with('/') {
            return Err(fault(place, "is no path: it begins with no `/`"));
        }
        if text.contains(['?', '#', '\\']) || text.split('/').any(is_dots) {
            return Err(fault(
                place,
                "is no path: it has a `?`, `#`, `\\` or dots in it",
            ));
        }
        let unclosed = || {
            fault(
                place,
                "has a `{` or `}` without its other; write values as in `/pets/{petId}`",
            )
        };
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}').ok_or_else(unclosed)?;
            if before.contains('}') || name.contains(['{', '/']) || name.is_empty() {
                return Err(unclosed());
            }
            pieces.push(Piece::Text(literal(before)));
            pieces.push(Piece::Value(name.to_owned()));
            rest = after;
        }
        if rest.contains('}') {
            return Err(unclosed());
        }
        pieces.push(Piece::Text(literal(rest)));
        Ok(Self { pieces })
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Value(name) => Some(&**name),
            Piece::Text(_) => None,
        })
    }

    /// The path with its values, which are encoded.
    ///
    /// # Errors
    /// When a value would change the path.
    pub(super) fn filled<'a>(
        &self,
        value: impl Fn(&str) -> Option<&'a str>,
    ) -> Result<String, ToolError> {
        let mut path = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => path += text,
                Piece::Value(name) => match value(name) {
                    Some(value) if !value.is_empty() => path += value,
                    _ => {
                        let text = format!("the path value `{name}` is empty; send one");
                        return Err(ToolError::model(text).permanent());
                    }
                },
            }
        }
        // Some servers take an encoded slash for one.
        let decoded = path.to_ascii_lowercase();
        let decoded = decoded.replace("%2f", "/").replace("%5c", "/");
        if decoded.split('/').any(is_dots) {
            let text = "a path value with nothing but dots between slashes would lead to another \
                        path; send another";
            return Err(ToolError::model(text).permanent());
        }
        Ok(path)
    }
}

/// What addresses take for a step within the path.
fn is_dots(segment: &str) -> bool {
    let dots = segment.to_ascii_lowercase().replace("%2e", ".");
    dots == "." || dots == ".."
}

/// What stands between values, as an address has it: what is encoded there stays as it is.
fn literal(text: &str) -> String {
    let kept = |c: char| c.is_ascii_alphanumeric() || "/-._~%!$&'()*+,;=:@".contains(c);
    let mut out = String::new();
    for letter in text.chars() {
        if kept(letter) {
            out.push(letter);
        } else {
            out += &encoded(letter.encode_utf8(&mut [0; 4]));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(template: &str, value: &str) -> Option<String> {
        let template = Template::read(template, "paths").unwrap();
        template.filled(|_| Some(value)).ok()
    }

    #[test]
    fn values_stay_in_their_place() {
        assert_eq!(filled("/a b/{x}.json", "7").unwrap(), "/a%20b/7.json");
        assert_eq!(filled("/a/{x}.json", "."), Some("/a/..json".into()));
        assert_eq!(filled("/a/{x}", "b%2Fc..d"), Some("/a/b%2Fc..d".into()));
        for (template, value) in [
            ("/a/{x}", "."),
            ("/a/{x}", ".."),
            ("/a/{x}", ""),
            ("/a/{x}/b", "%2E%2e"),
            ("/a/.{x}", "."),
            ("/a/{x}{x}", "."),
            ("/a/{x}", "..%2Fadmin"),
            ("/a/{x}", "b%5C..%5Cadmin"),
            ("/a/{x}", "b%2f."),
        ] {
            assert_eq!(filled(template, value), None, "{template} {value}");
        }
    }

    #[test]
    fn what_is_no_path_is_refused() {
        for text in [
            "a",
            "",
            "/a?b",
            "/a#b",
            "/../a",
            "/a/./b",
            "/{",
            "/}",
            "/{}",
            "/{a{b}}",
            "/a\\b",
            "/{a/b}",
            "/%2e%2E/a",
        ] {
            assert!(Template::read(text, "paths").is_err(), "{text}");
        }
    }
}
