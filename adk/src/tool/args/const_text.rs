//! Texts while compiling: what const checks look at, and what they say.

use std::str::from_utf8;

/// The bytes of the longest text.
const CAPACITY: usize = 600;

/// A text that grows; what is too long is cut.
#[derive(Debug, Clone, Copy)]
#[must_use]
pub(crate) struct ConstText {
    bytes: [u8; CAPACITY],
    length: usize,
}

impl ConstText {
    pub(crate) const fn new() -> Self {
        Self {
            bytes: [0; CAPACITY],
            length: 0,
        }
    }

    pub(crate) const fn with(mut self, more: &str) -> Self {
        let (more, mut index) = (more.as_bytes(), 0);
        while index < more.len() && self.length < CAPACITY {
            self.bytes[self.length] = more[index];
            self.length += 1;
            index += 1;
        }
        self
    }

    pub(crate) const fn with_number(self, number: i128) -> Self {
        let this = if number < 0 { self.with("-") } else { self };
        this.with_digits(number.unsigned_abs())
    }

    const fn with_digits(self, number: u128) -> Self {
        let mut this = self;
        if number > 9 {
            this = this.with_digits(number / 10);
        }
        let digit = (number % 10) as usize;
        this.with("0123456789".split_at(digit).1.split_at(1).0)
    }

    pub(crate) const fn as_str(&self) -> &str {
        let bytes = self.bytes.split_at(self.length).0;
        match from_utf8(bytes) {
            Ok(text) => text,
            // Cut within a letter.
            Err(error) => match from_utf8(bytes.split_at(error.valid_up_to()).0) {
                Ok(text) => text,
                Err(_) => "",
            },
        }
    }
}

/// How many characters a text has.
pub(crate) const fn count_characters(text: &str) -> usize {
    let (bytes, mut index, mut count) = (text.as_bytes(), 0, 0);
    while index < bytes.len() {
        // Bytes that go on with a character start with the bits 10.
        if bytes[index] & 0b1100_0000 != 0b1000_0000 {
            count += 1;
        }
        index += 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_numbers_follow_each_other() {
        let text = ConstText::new().with("from ").with_number(-10);
        assert_eq!(text.with(" to ").with_number(0).as_str(), "from -10 to 0");
    }

    #[test]
    fn characters_are_counted_and_not_bytes() {
        assert_eq!(count_characters("größe €"), 7);
        assert_eq!(count_characters(""), 0);
    }

    #[test]
    fn what_is_too_long_is_cut_between_letters() {
        let text = ConstText::new().with("a").with(&"ß".repeat(CAPACITY));
        assert_eq!(text.as_str().len(), CAPACITY - 1);
    }
}
