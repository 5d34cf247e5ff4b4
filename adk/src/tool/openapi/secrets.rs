//! What a server may repeat of a toolset's credentials, in whatever form they were sent: it is
//! masked before a model or an event has it.

use memchr::memchr3_iter;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use secrecy::{ExposeSecret as _, SecretString};

const MASK: &str = "[masked]";
/// What is shorter is no key, and would only garble the text.
const SHORTEST: usize = 8;
/// As many backslashes stand before a letter of a JSON text in a JSON text in one.
const MAX_BACKSLASHES: usize = 8;

/// All that a toolset sends and nobody is to read.
#[derive(Debug)]
pub(super) struct Secrets(Vec<SecretString>);

impl Secrets {
    pub(super) fn new(secrets: impl Iterator<Item = SecretString>) -> Self {
        let long = |secret: &SecretString| secret.expose_secret().len() >= SHORTEST;
        let mut secrets: Vec<_> = secrets.filter(long).collect();
        // One that begins with another is masked whole.
        secrets.sort_by_key(|secret| std::cmp::Reverse(secret.expose_secret().len()));
        Self(secrets)
    }

    /// The text without them, be they as they are, percent-encoded, or escaped as in JSON.
    pub(super) fn masked(&self, mut text: String) -> String {
        for secret in &self.0 {
            if let Some(masked) = without(&text, secret.expose_secret()) {
                text = masked;
            }
        }
        text
    }

    /// Whether there is one in the bytes.
    pub(super) fn are_in(&self, bytes: &[u8]) -> bool {
        let text = String::from_utf8_lossy(bytes);
        let mut secrets = self.0.iter();
        secrets.any(|secret| without(&text, secret.expose_secret()).is_some())
    }
}

/// The text without the secret; `None` where it is not there.
fn without(text: &str, secret: &str) -> Option<String> {
    let first = *secret.as_bytes().first()?;
    let mut masked = String::new();
    let mut from = 0;
    for at in memchr3_iter(first, b'%', b'\\', text.as_bytes()) {
        if at < from {
            continue;
        }
        if let Some(length) = length(&text[at..], secret) {
            masked.extend([&text[from..at], MASK]);
            from = at + length;
        }
    }
    (from > 0).then(|| masked + &text[from..])
}

/// How many bytes the secret has at the beginning of the text, if it is there.
fn length(text: &str, secret: &str) -> Option<usize> {
    if text.starts_with(secret) {
        return Some(secret.len());
    }
    secret.chars().try_fold(0, |length, letter| {
        Some(length + written(&text[length..], letter)?)
    })
}

/// How many bytes stand for the letter at the beginning of the text.
fn written(text: &str, letter: char) -> Option<usize> {
    if text.starts_with('%') {
        let letter = letter.to_string();
        let encoded = utf8_percent_encode(&letter, NON_ALPHANUMERIC).to_string();
        let there = text.get(..encoded.len());
        if there.is_some_and(|there| there.eq_ignore_ascii_case(&encoded)) {
            return Some(encoded.len());
        }
    }
    let backslashes = text.bytes().take(MAX_BACKSLASHES);
    let before = backslashes.take_while(|byte| *byte == b'\\').count();
    let bare = &text[before..];
    let unit = bare.strip_prefix('u').and_then(|bare| bare.get(..4));
    let unit = unit.and_then(|unit| u32::from_str_radix(unit, 16).ok());
    // A backslash too may be written so, and begins with itself then.
    if before > 0 && unit == Some(u32::from(letter)) {
        return Some(before + 5);
    }
    if text.starts_with(letter) || (letter == ' ' && text.starts_with('+')) {
        return Some(letter.len_utf8());
    }
    (before > 0 && bare.starts_with(letter)).then_some(before + letter.len_utf8())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_masked() {
        let secrets = Secrets::new(
            ["s3cret/key+1\"é\\ %7", "short"]
                .map(Into::into)
                .into_iter(),
        );
        let json = serde_json::Value::from("s3cret/key+1\"é\\ %7").to_string();
        let twice = serde_json::Value::from(&*json).to_string();
        for (text, masked) in [
            ("a s3cret/key+1\"é\\ %7 b", "a [masked] b"),
            ("?k=s3cret%2Fkey%2B1%22%C3%A9%5C%20%257&a", "?k=[masked]&a"),
            ("?k=s3cret%2fkey%2b1%22%c3%a9%5c+%257&a", "?k=[masked]&a"),
            ("?k=s3cret/key%2b1%22é%5c%20%257&a", "?k=[masked]&a"),
            (&*json, "\"[masked]\""),
            (&*twice, "\"\\\"[masked]\\\"\""),
            ("s3cret\\/key+1\\u0022\\u00e9\\\\ %7", "[masked]"),
            ("s3cret\\u002Fkey+1\\\"\\u00E9\\u005c %7.", "[masked]."),
            ("short, s3cret/key+2", "short, s3cret/key+2"),
        ] {
            assert_eq!(secrets.masked(text.to_owned()), masked, "{text}");
            assert_eq!(secrets.are_in(text.as_bytes()), text != masked, "{text}");
        }
    }

    #[test]
    fn the_longest_is_masked_first_and_nothing_else() {
        let secrets = Secrets::new(["12345678", "1234567890"].map(Into::into).into_iter());
        assert_eq!(
            secrets.masked("1234567890 123456789".into()),
            "[masked] [masked]9"
        );
        for text in [
            "",
            "%",
            "\\",
            "é%é\\é",
            "%31234567",
            "\\u0031234567",
            "1234567",
        ] {
            assert_eq!(secrets.masked(text.into()), text);
        }
        let many = "\\".repeat(1 << 20) + &"%".repeat(1 << 20);
        assert_eq!(secrets.masked(many.clone()), many);
    }
}
