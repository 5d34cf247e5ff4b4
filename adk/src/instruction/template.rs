//! The template of an instruction: parsed once, filled in one pass, so that what is
//! filled in is never read as a template again.

use serde_json::Value;

use crate::content::{Part, PartKind};
use crate::context::ReadonlyContext;
use crate::error::{Error, ErrorKind, Result};

#[derive(Debug)]
pub(super) struct Template(Vec<Piece>);

#[derive(Debug, PartialEq)]
enum Piece {
    Text(String),
    State { key: String, optional: bool },
    Artifact { name: String, optional: bool },
}

impl Template {
    /// Parses any text: braces around what is not a name stand for themselves.
    pub(super) fn parse(text: &str) -> Self {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            push_text(&mut pieces, &rest[..at]);
            rest = &rest[at..];
            let taken = if let Some(end) = escaped(rest) {
                push_text(&mut pieces, &rest[1..end - 1]);
                end
            } else if let Some((piece, end)) = placeholder(rest) {
                pieces.push(piece);
                end
            } else {
                push_text(&mut pieces, &rest[..1]);
                1
            };
            rest = &rest[taken..];
        }
        push_text(&mut pieces, rest);
        Self(pieces)
    }

    pub(super) async fn render(&self, ctx: &ReadonlyContext) -> Result<String> {
        let mut out = String::new();
        for piece in &self.0 {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::State { key, optional } => match ctx.state().get(key) {
                    Some(Value::String(text)) => out.push_str(&text),
                    Some(Value::Null) => {}
                    Some(value) => out.push_str(&value.to_string()),
                    None if *optional => {}
                    None => return Err(missing(ctx, "the state has no key", key, key)),
                },
                Piece::Artifact { name, optional } => match artifact(ctx, name).await? {
                    Some(text) => out.push_str(&text),
                    None if *optional => {}
                    None => {
                        let written = format!("artifact.{name}");
                        return Err(missing(ctx, "no text is saved as", name, &written));
                    }
                },
            }
        }
        Ok(out)
    }
}

fn push_text(pieces: &mut Vec<Piece>, text: &str) {
    match pieces.last_mut() {
        _ if text.is_empty() => {}
        Some(Piece::Text(last)) => last.push_str(text),
        _ => pieces.push(Piece::Text(text.to_owned())),
    }
}

/// A placeholder at the start of `text` and where it ends.
fn placeholder(text: &str) -> Option<(Piece, usize)> {
    let inner = text.strip_prefix('{')?;
    let end = inner
        .find(['{', '}'])
        .filter(|end| inner[*end..].starts_with('}'))?;
    let written = inner[..end].trim();
    let (name, optional) = match written.strip_suffix('?') {
        Some(name) => (name.trim_end(), true),
        None => (written, false),
    };
    let piece = match name.strip_prefix("artifact.") {
        Some(artifact) if !artifact.is_empty() => Piece::Artifact {
            name: artifact.to_owned(),
            optional,
        },
        _ if is_key(name) => Piece::State {
            key: name.to_owned(),
            optional,
        },
        _ => return None,
    };
    Some((piece, end + 2))
}

fn is_key(name: &str) -> bool {
    let bare = ["app:", "user:", "temp:"]
        .iter()
        .find_map(|scope| name.strip_prefix(scope))
        .unwrap_or(name);
    let mut chars = bare.chars();
    chars.next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && chars.all(|c| c.is_alphanumeric() || c == '_')
}

/// Where `{{key}}`, the escape of `{key}`, ends. Other doubled braces, as JSON has
/// them, are left alone.
fn escaped(text: &str) -> Option<usize> {
    let (_, end) = placeholder(text.strip_prefix('{')?)?;
    text[end + 1..].starts_with('}').then_some(end + 2)
}

async fn artifact(ctx: &ReadonlyContext, name: &str) -> Result<Option<String>> {
    let scope = &ctx.scope;
    let load = scope
        .services
        .artifacts
        .load(&scope.artifact_key, name, None);
    Ok(load.await?.as_ref().and_then(text_of))
}

/// The text of an artifact. Some stores give texts back as bytes.
fn text_of(part: &Part) -> Option<String> {
    match part.kind() {
        PartKind::Text(text) => Some(text.to_string()),
        PartKind::InlineData(blob) if blob.mime_type().starts_with("text/") => {
            String::from_utf8(blob.data().to_vec()).ok()
        }
        _ => None,
    }
}

fn missing(ctx: &ReadonlyContext, what: &str, name: &str, written: &str) -> Error {
    Error::new(
        ErrorKind::Template,
        format!(
            "the instruction of agent `{}` needs `{{{written}}}`, but {what} `{name}`; set it \
             first, write `{{{written}?}}` to allow for that, or `{{{{{written}}}}}` for the braces",
            ctx.agent_name()
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Piece {
        Piece::Text(text.into())
    }

    fn state(key: &str, optional: bool) -> Piece {
        Piece::State {
            key: key.into(),
            optional,
        }
    }

    #[test]
    fn names_are_placeholders_and_all_else_is_text() {
        let parsed =
            Template::parse("a {x} { user:näme? } {artifact.f.txt} {\"k\": 1} {} {1a} {foo:b}");
        assert_eq!(
            parsed.0,
            [
                text("a "),
                state("x", false),
                text(" "),
                state("user:näme", true),
                text(" "),
                Piece::Artifact {
                    name: "f.txt".into(),
                    optional: false
                },
                text(" {\"k\": 1} {} {1a} {foo:b}"),
            ]
        );
    }

    #[test]
    fn a_key_in_doubled_braces_is_text_and_other_braces_stay() {
        let written = r#"{{x?}} {y {"a": {"b": 1}} {{ }}"#;
        let shown = r#"{x?} {y {"a": {"b": 1}} {{ }}"#;
        assert_eq!(Template::parse(written).0, [text(shown)]);
    }
}
