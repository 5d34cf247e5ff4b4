//! The template of an instruction: parsed once, filled in one pass, so that what is
//! filled in is never read as a template again.

use serde_json::Value;

use super::braces::{Kind, braces, without_scope};
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
        let (mut pieces, mut at) = (Vec::new(), 0);
        while let Some(next) = text[at..].find(['{', '}']) {
            push_text(&mut pieces, &text[at..at + next]);
            at += next;
            let found = braces(text, at);
            let (name, optional) = (found.name, found.is_optional);
            match found.kind {
                Kind::Artifact => pieces.push(Piece::Artifact {
                    name: name.to_owned(),
                    optional,
                }),
                Kind::Escaped if is_named(text, at + 1) => {
                    push_text(&mut pieces, &text[at + 1..found.end - 1]);
                }
                Kind::State | Kind::Unknown if is_key(name) => pieces.push(Piece::State {
                    key: name.to_owned(),
                    optional,
                }),
                _ => {
                    push_text(&mut pieces, &text[at..=at]);
                    at += 1;
                    continue;
                }
            }
            at = found.end;
        }
        push_text(&mut pieces, &text[at..]);
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

/// Whether what is escaped would mean something by itself.
fn is_named(text: &str, at: usize) -> bool {
    let found = braces(text, at);
    found.kind != Kind::Unknown || is_key(found.name)
}

fn is_key(name: &str) -> bool {
    let mut chars = without_scope(name).chars();
    chars.next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && chars.all(|c| c.is_alphanumeric() || c == '_')
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
    fn what_looks_like_a_key_can_be_escaped_too() {
        let parsed = Template::parse("{{foo:b}} {{user name}} {{see what is below}} {{é!}}");
        let shown = "{foo:b} {user name} {{see what is below}} {{é!}}";
        assert_eq!(parsed.0, [text(shown)]);
    }

    #[test]
    fn code_that_is_no_key_is_not_taken_for_one() {
        let written =
            "{ id name } {{ user.name }} ${{ a.b }} {price:.2f} {user.name} {{user.name}}";
        let shown = "{ id name } {{ user.name }} ${{ a.b }} {price:.2f} {user.name} {user.name}";
        assert_eq!(Template::parse(written).0, [text(shown)]);
    }

    #[test]
    fn a_key_may_be_long() {
        let key = "k".repeat(100);
        let parsed = Template::parse(&format!("{{{key}}}"));
        assert_eq!(parsed.0, [state(&key, false)]);
    }

    #[test]
    fn a_key_in_doubled_braces_is_text_and_other_braces_stay() {
        let written = r#"{{x?}} {y {"a": {"b": 1}} {{ }}"#;
        let shown = r#"{x?} {y {"a": {"b": 1}} {{ }}"#;
        assert_eq!(Template::parse(written).0, [text(shown)]);
    }
}
