//! Doc comments as a model reads them: paragraphs, without the sections that speak to
//! Rust's callers, and the entries of `# Arguments` apart.

use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, Meta, parse_quote_spanned};

use super::keys::literal_text;

/// Sections that are no business of a model's.
const DROPPED: [&str; 6] = [
    "errors", "panics", "examples", "example", "safety", "see also",
];
/// Headings under which parameters are described.
const ARGUMENTS: [&str; 3] = ["arguments", "args", "parameters"];

/// The docs of a function or a parameter.
#[derive(Debug, Default)]
pub(crate) struct Docs {
    /// The text; empty when there is none, or when it is a part of what is computed.
    pub(crate) text: String,
    /// Docs that only the compiler can read, as `include_str!`.
    pub(crate) computed: Option<Expr>,
    /// What stands under `# Arguments`.
    pub(crate) arguments: Vec<Entry>,
}

/// One parameter in the `# Arguments` section.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) at: Attribute,
}

impl Docs {
    /// Whether anything is said, arguments aside.
    pub(crate) fn is_there(&self) -> bool {
        !self.text.is_empty() || self.computed.is_some()
    }
}

/// Reads every doc attribute among `attrs`.
pub(crate) fn read(attrs: &[Attribute]) -> Docs {
    let mut reader = Reader::default();
    for attribute in attrs
        .iter()
        .filter(|attribute| attribute.path().is_ident("doc"))
    {
        let Meta::NameValue(pair) = &attribute.meta else {
            continue;
        };
        match literal_text(&pair.value) {
            Some(text) => lines(&text.value()).for_each(|line| reader.line(line, attribute)),
            None => reader.compute(&pair.value),
        }
    }
    let text = fold(&reader.kept);
    match &mut reader.docs.computed {
        Some(computed) if !text.is_empty() => *computed = joined(&text, computed),
        _ => reader.docs.text = text,
    }
    for entry in &mut reader.docs.arguments {
        entry.text = fold(&[std::mem::take(&mut entry.text)]);
    }
    reader.docs
}

/// The lines of one attribute: a `/** … */` block has many, with stars before them.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let is_block = text.contains('\n');
    text.split('\n').map(move |line| {
        let star = line
            .trim_start()
            .strip_prefix('*')
            .filter(|rest| !rest.starts_with('*'));
        let line = star.filter(|_| is_block).unwrap_or(line);
        line.strip_prefix(' ').unwrap_or(line).trim_end()
    })
}

#[derive(Debug, Default)]
struct Reader {
    docs: Docs,
    kept: Vec<String>,
    section: Section,
    in_code: bool,
}

#[derive(Debug, Default, Clone, Copy, PartialEq)]
enum Section {
    #[default]
    Kept,
    Dropped,
    Arguments,
}

/// Both, a blank line between them: what a doc attribute computes is a literal to rustc.
fn joined(first: impl ToTokens, second: &Expr) -> Expr {
    parse_quote_spanned!(second.span()=> ::core::concat!(#first, "\n\n", #second))
}

impl Reader {
    fn compute(&mut self, value: &Expr) {
        let first = self.docs.computed.take();
        let both = first.map(|first| joined(first, value));
        self.docs.computed = Some(both.unwrap_or_else(|| value.clone()));
    }

    fn line(&mut self, line: &str, at: &Attribute) {
        if line.trim_start().starts_with("```") {
            self.in_code = !self.in_code;
        } else if !self.in_code
            && let Some(heading) = line.strip_prefix('#')
            && heading.trim_start_matches('#').starts_with(' ')
        {
            self.section = section(heading.trim_matches(['#', ' ']));
            if self.section != Section::Kept {
                return;
            }
        }
        match self.section {
            Section::Kept => self.kept.push(line.to_owned()),
            Section::Dropped => {}
            Section::Arguments => self.argument(line, at),
        }
    }

    fn argument(&mut self, line: &str, at: &Attribute) {
        if let Some((name, text)) = entry(line) {
            self.docs.arguments.push(Entry {
                name: name.to_owned(),
                text: text.to_owned(),
                at: at.clone(),
            });
        } else if let Some(last) = self.docs.arguments.last_mut() {
            last.text.push('\n');
            last.text.push_str(line.trim());
        }
    }
}

fn section(heading: &str) -> Section {
    let heading = heading.to_lowercase();
    if ARGUMENTS.contains(&&*heading) {
        Section::Arguments
    } else if DROPPED.contains(&&*heading) {
        Section::Dropped
    } else {
        Section::Kept
    }
}

/// ``* `city` - The city's name.``, also with `-` before it and `:` behind the name.
fn entry(line: &str) -> Option<(&str, &str)> {
    let line = line.strip_prefix(['*', '-'])?.strip_prefix(' ')?.trim();
    let (name, text) = match line.strip_prefix('`') {
        Some(quoted) => quoted.split_once('`')?,
        None => line.split_at(line.find([':', ' '])?),
    };
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let text = text
        .trim_start()
        .trim_start_matches([':', '-', '–', '—'])
        .trim();
    (!name.is_empty() && name.chars().all(is_name)).then_some((name, text))
}

/// Joins the lines of a paragraph; lists, tables, code and headings keep their lines.
fn fold(lines: &[String]) -> String {
    let mut text = String::new();
    let mut in_code = false;
    let mut blank = true;
    for line in lines.iter().flat_map(|line| line.split('\n')) {
        let fence = line.trim_start().starts_with("```");
        if line.trim().is_empty() && !in_code {
            blank = true;
            continue;
        }
        let separator = match () {
            () if text.is_empty() => "",
            () if blank => "\n\n",
            () if in_code || fence || keeps_its_line(line) => "\n",
            () => " ",
        };
        text.push_str(separator);
        text.push_str(if in_code || separator != " " {
            line
        } else {
            line.trim()
        });
        in_code ^= fence;
        blank = false;
    }
    text.trim().to_owned()
}

fn keeps_its_line(line: &str) -> bool {
    let start = line.trim_start();
    let is_numbered = || {
        let rest = start.trim_start_matches(|letter: char| letter.is_ascii_digit());
        rest.len() < start.len() && rest.starts_with(". ")
    };
    let marks = ["- ", "* ", "+ ", "| ", "> ", "# ", "## "];
    line.starts_with("    ") || marks.iter().any(|mark| start.starts_with(mark)) || is_numbered()
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    fn docs(item: &syn::ItemFn) -> Docs {
        read(&item.attrs)
    }

    #[test]
    fn lines_fold_into_paragraphs_and_lists_do_not() {
        let docs = docs(&parse_quote! {
            /// Looks up
            /// the weather.
            ///
            /// Knows:
            /// - rain
            /// - snow
            ///
            /// # Errors
            /// When the sky falls.
            fn f() {}
        });
        assert_eq!(docs.text, "Looks up the weather.\n\nKnows:\n- rain\n- snow");
    }

    #[test]
    fn the_arguments_section_is_read_also_without_a_summary() {
        let docs = docs(&parse_quote! {
            /// # Arguments
            /// * `city` - The city's name,
            ///   in English.
            /// - days: How many.
            fn f() {}
        });
        assert_eq!(docs.text, "");
        let entries: Vec<_> = docs
            .arguments
            .iter()
            .map(|entry| (&*entry.name, &*entry.text))
            .collect();
        assert_eq!(
            entries,
            [
                ("city", "The city's name, in English."),
                ("days", "How many.")
            ]
        );
    }

    #[test]
    fn a_block_comment_loses_its_stars() {
        let docs = docs(&parse_quote! {
            /**
             * Looks up
             * the weather.
             */
            fn f() {}
        });
        assert_eq!(docs.text, "Looks up the weather.");
    }
}
