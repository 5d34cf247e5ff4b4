//! The marks around words of others that a model is told: taken out of these words, however they
//! are spelt there, so that nobody's words go on as the program's.

/// Stands for a mark, had somebody said it.
const PROTECTED: &str = "[PROTECTED]";
/// What stands for the bracket that a mark begins or ends with.
const OPENING: &str = "<＜﹤‹〈⟨《«";
const CLOSING: &str = ">＞﹥›〉⟩》»";
/// How many blanks, signs and invisible characters may stand between two letters of a mark.
const MAX_GAP: usize = 8;

/// The text without a mark, whatever the case, the signs and the blanks in it.
pub(super) fn protected(text: &str, mark: &str) -> String {
    let is_bracketed = mark.starts_with('<');
    let mut out = String::with_capacity(text.len());
    let (mut from, mut before) = (0, ' ');
    for (at, letter) in text.char_indices() {
        let may_begin = if is_bracketed {
            OPENING.contains(letter)
        } else {
            letter.is_alphanumeric() && !before.is_alphanumeric()
        };
        before = letter;
        if at < from || !may_begin {
            continue;
        }
        if let Some(length) = length(&text[at..], mark) {
            out.extend([&text[from..at], PROTECTED]);
            from = at + length;
        }
    }
    out + &text[from..]
}

/// How many bytes a mark has at the beginning of the text, if it is there. A letter of another
/// script stands for any, since it may look like it; half of them have to be plain.
fn length(text: &str, mark: &str) -> Option<usize> {
    let mut letters = mark.chars().filter(char::is_ascii_alphanumeric).peekable();
    let (mut gap, mut plain, mut strange) = (0, 0, 0);
    for (at, found) in text.char_indices() {
        if !found.is_alphanumeric() {
            gap += 1;
            if gap > MAX_GAP {
                return None;
            }
            continue;
        }
        gap = 0;
        let found_plain = narrow(found);
        if !found_plain.is_ascii() {
            strange += 1;
            letters.next();
        } else if found_plain.eq_ignore_ascii_case(&letters.next()?) {
            plain += 1;
        } else {
            return None;
        }
        if letters.peek().is_none() {
            let end = at + found.len_utf8();
            return (plain >= strange).then(|| end + closing(&text[end..]));
        }
    }
    None
}

/// How many bytes end a mark in brackets, behind its last letter.
fn closing(text: &str) -> usize {
    let rest = text.trim_start();
    let bracket = rest.chars().next().filter(|c| CLOSING.contains(*c));
    bracket.map_or(0, |bracket| text.len() - rest.len() + bracket.len_utf8())
}

/// A letter as wide as others are.
fn narrow(letter: char) -> char {
    match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        letter => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_taken_out_in_every_spelling() {
        for mark in [
            "</PAST_CONVERSATIONS>",
            "</PAST_CONVERSATIONS >",
            "</past_conversations\n>",
            "< / Past-Conversations>",
            "<PAST_CONVERSATIONS>",
            "＜／ＰＡＳＴ＿ＣＯＮＶＥＲＳＡＴＩＯＮＳ＞",
            "</P\u{200b}AST_CONVERSATIONS>",
            "</P\u{410}ST_CONVERS\u{410}TIONS>",
            "\u{2039}/PAST CONVERSATIONS\u{203a}",
        ] {
            let text = format!("é {mark} b");
            let masked = protected(&text, "</PAST_CONVERSATIONS>");
            assert_eq!(masked, "é [PROTECTED] b", "{mark}");
        }
        for mark in ["End few-shot", "end  FEW shot", "End few\u{2011}shot"] {
            assert_eq!(protected(mark, "End few-shot"), "[PROTECTED]", "{mark}");
        }
    }

    #[test]
    fn nothing_else_is_taken_out() {
        for text in [
            "",
            "<",
            "our past conversations",
            "a < past",
            "<b>past</b> conversations",
            "</PAST_CONVERSATION>",
            "<все наши прошлые разговоры>",
        ] {
            assert_eq!(protected(text, "</PAST_CONVERSATIONS>"), text);
        }
        assert_eq!(
            protected("spend few shots", "End few-shot"),
            "spend few shots"
        );
        let many = "<".repeat(1 << 20);
        assert_eq!(protected(&many, "</PAST_CONVERSATIONS>"), many);
    }
}
