//! What an agent may be called: models read the name, and events carry it.

use crate::error::{Error, ErrorKind, Result};

/// Refuses a name that is no identifier, or that means a person.
pub(crate) fn check_agent_name(name: &str) -> Result<()> {
    let mut chars = name.chars();
    let starts = |letter: char| letter.is_ascii_alphabetic() || letter == '_';
    let identifier = chars.next().is_some_and(starts)
        && chars.all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    let text = match name {
        "user" => "the name `user` is reserved for the person who asks".to_owned(),
        _ if identifier && name.len() <= 64 => return Ok(()),
        _ => format!(
            "`{name}` is not a valid agent name: it starts with a letter or `_`, has only ASCII \
             letters, digits and `_`, and 64 characters at most"
        ),
    };
    let text = text + "\nhelp: choose another name";
    Err(Error::new(ErrorKind::InvalidName, text))
}
