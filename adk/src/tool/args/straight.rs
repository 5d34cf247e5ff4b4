//! Arguments that came as they were declared: read once, from the first to the last.
//!
//! A model mostly sends what it was asked for, in the order of the schema. Anything else
//! is not told apart here: it is read anew by [`Read`](super::read::Read).

use serde::de::{DeserializeOwned, IgnoredAny};

use super::Bind;
use super::params::{Bound, Param, Params, Unbound};
use super::read::Absent;
use crate::content::Json;

/// The text of the arguments that were not taken yet.
#[derive(Debug)]
pub(super) struct Straight<'a>(&'a str);

/// The arguments, if nothing about them is unusual.
pub(super) fn decode<T>(args: &Json, bind: Bind<T>) -> Option<T> {
    let mut params = Params::straight(Straight(args.as_str()));
    let bound = bind(&mut params).ok()?;
    params.is_at_end().then_some(bound)
}

impl<'a> Straight<'a> {
    /// The parameter if it is the next one, or nothing if its type takes that.
    pub(super) fn take<T: DeserializeOwned>(&mut self, param: &Param) -> Bound<T> {
        match self.value_of(param) {
            Some(value) if param.rules.is_empty() => self.read(value),
            Some(_) => Err(Unbound),
            None => T::deserialize(Absent).map_err(|_| Unbound),
        }
    }

    /// The same, where a default stands for nothing.
    pub(super) fn take_or<T: DeserializeOwned>(
        &mut self,
        param: &Param,
        default: impl FnOnce() -> T,
    ) -> Bound<T> {
        match self.value_of(param) {
            Some(_) => self.take(param),
            None => Ok(default()),
        }
    }

    pub(super) fn is_at_end(&self) -> bool {
        matches!(self.0, "}" | "{}")
    }

    /// What follows the name, if the text goes on with it: a [`Json`] has no blanks.
    fn value_of(&self, param: &Param) -> Option<&'a str> {
        let text = self.0.strip_prefix(['{', ','])?.strip_prefix('"')?;
        text.strip_prefix(param.name)?.strip_prefix("\":")
    }

    fn read<T: DeserializeOwned>(&mut self, text: &'a str) -> Bound<T> {
        let mut reader = serde_json::Deserializer::from_str(text);
        let value = T::deserialize(&mut reader).map_err(|_| Unbound)?;
        self.0 = &text[reader.into_iter::<IgnoredAny>().byte_offset()..];
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(params: &mut Params<'_>) -> Bound<(String, Option<u8>)> {
        let name = params.take(&Param::new("name"));
        let count = params.take(&Param::new("count"));
        Ok((name?, count?))
    }

    #[test]
    fn only_what_was_declared_is_read_and_in_that_order() {
        let read = |text: &str| decode(&text.parse().unwrap(), pair);
        let both = r#"{ "name": "x\"}", "count": 1 }"#;
        assert_eq!(read(both), Some(("x\"}".to_owned(), Some(1))));
        assert_eq!(read(r#"{"name":"x"}"#), Some(("x".to_owned(), None)));
        for other in [
            r#"{"count":1,"name":"x"}"#,
            r#"{"name":"x","name":"y"}"#,
            r#"{"name":"x","count":1,"more":2}"#,
            r#"{"name":"x","count":"1"}"#,
            r#"{"n\u0061me":"x"}"#,
            "{}",
            "null",
        ] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
