//! A `SKILL.md`: the YAML between its first two `---` lines, and the text below.

use std::fmt;

use serde::Serialize;
use serde_json::{Map, Value};
use serde_saphyr::{Location, Spanned};

use super::names::name_fault;
use super::yaml::{self, Written};
use crate::error::{Error, ErrorKind, Result};

/// How large a frontmatter may be, in bytes.
pub(super) const MOST_FRONTMATTER: usize = 64 * 1024;
const LONGEST_DESCRIPTION: usize = 1024;
const LONGEST_COMPATIBILITY: usize = 500;

/// What a skill says of itself at the head of its `SKILL.md`.
///
/// ```
/// # fn main() -> adk::Result<()> {
/// use adk::tool::skill::Frontmatter;
///
/// let head = Frontmatter::new("pdf-forms", "Fills in PDF forms.")?;
/// assert_eq!(head.name(), "pdf-forms");
/// assert!(Frontmatter::new("PDF forms", "Fills in PDF forms.").is_err());
/// # Ok(()) }
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Frontmatter {
    name: String,
    description: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    license: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    compatibility: Option<String>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    metadata: Map<String, Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    allowed_tools: Vec<String>,
    #[serde(skip)]
    unknown_keys: Vec<String>,
}

impl Frontmatter {
    /// A skill's name, and what it does and when to use it.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidSkill`] for a name of other characters than `a` to `z`, digits and single
    /// hyphens between them, or of more than 64; for a description that is empty or has more than
    /// 1024 characters.
    pub fn new(name: impl Into<String>, description: impl Into<String>) -> Result<Self> {
        let nowhere = Location::UNKNOWN;
        let written = Written {
            name: Spanned::new(name.into(), nowhere, nowhere),
            description: Spanned::new(description.into(), nowhere, nowhere),
            license: None,
            compatibility: None,
            metadata: None::<Map<String, Value>>,
            allowed_tools: None,
        };
        Self::checked(written).map_err(|fault| Error::new(ErrorKind::InvalidSkill, fault.text))
    }

    /// The name, which is that of the skill's folder too.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the skill does, and when to use it.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The name of its licence, or of a file that has it.
    #[must_use]
    pub fn license(&self) -> Option<&str> {
        self.license.as_deref()
    }

    /// What the skill needs around it, in its own words.
    #[must_use]
    pub fn compatibility(&self) -> Option<&str> {
        self.compatibility.as_deref()
    }

    /// What else is written of it: texts, as they stand there; where one is a list or a map, all as
    /// JSON.
    #[must_use]
    pub fn metadata(&self) -> &Map<String, Value> {
        &self.metadata
    }

    /// The tools that the skill would like to be allowed. The model is told of them; nothing is
    /// allowed by it.
    #[must_use]
    pub fn allowed_tools(&self) -> &[String] {
        &self.allowed_tools
    }

    /// The keys that the format does not have, and that are passed over. What is one's own stands
    /// below [`metadata`](Self::metadata).
    #[must_use]
    pub fn unknown_keys(&self) -> &[String] {
        &self.unknown_keys
    }

    pub(super) fn with_unknown_keys(mut self, keys: Vec<String>) -> Self {
        self.unknown_keys = keys;
        self
    }

    pub(super) fn checked<M, V>(written: Written<M>) -> Result<Self, Fault>
    where
        M: IntoIterator<Item = (String, V)>,
        V: Into<Value>,
    {
        let fault = |line: u64, text: String| Err(Fault { line, text });
        let Written {
            name, description, ..
        } = written;
        let line = name.referenced.line();
        if let Some(wrong) = name_fault(&name.value) {
            let name = name.value.chars().take(80).collect::<String>();
            return fault(line, format!("the name {name:?} {wrong}"));
        }
        let line = description.referenced.line();
        let description = description.value.trim();
        if description.is_empty() || description.chars().nth(LONGEST_DESCRIPTION).is_some() {
            let text = "`description` has to have 1 to 1024 characters, which say what the skill \
                        does and when to use it";
            return fault(line, text.to_owned());
        }
        if let Some(needs) = &written.compatibility
            && needs.value.chars().nth(LONGEST_COMPATIBILITY).is_some()
        {
            let line = needs.referenced.line();
            let text = "`compatibility` has more than 500 characters".to_owned();
            return fault(line, text);
        }
        let metadata = written.metadata.into_iter().flatten();
        Ok(Self {
            description: description.to_owned(),
            license: written.license,
            compatibility: written.compatibility.map(|needs| needs.value),
            metadata: metadata.map(|(key, value)| (key, value.into())).collect(),
            allowed_tools: tool_names(written.allowed_tools)?,
            unknown_keys: Vec::new(),
            name: name.value,
        })
    }
}

/// A skill as a model loads it: its frontmatter, and what to do.
///
/// ```
/// # fn main() -> adk::Result<()> {
/// use adk::tool::skill::Skill;
///
/// let skill = Skill::parse("---\nname: tea\ndescription: Makes tea.\n---\nBoil water.\n")?;
/// assert_eq!(skill.frontmatter().description(), "Makes tea.");
/// assert_eq!(skill.instructions(), "Boil water.");
///
/// let error = Skill::parse("---\nname: Tea\ndescription: Makes tea.\n---\n").unwrap_err();
/// assert!(error.to_string().starts_with("SKILL.md, line 2: the name \"Tea\""));
/// # Ok(()) }
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Skill {
    frontmatter: Frontmatter,
    instructions: String,
}

impl Skill {
    /// A skill of these.
    #[must_use]
    pub fn new(frontmatter: Frontmatter, instructions: impl Into<String>) -> Self {
        Self {
            frontmatter,
            instructions: instructions.into(),
        }
    }

    /// Reads the text of a `SKILL.md`. Keys of its frontmatter that the format does not have are
    /// passed over; [`unknown_keys`](Frontmatter::unknown_keys) has them.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidSkill`] for a text that is not in the format; it names the line.
    pub fn parse(text: &str) -> Result<Self> {
        Self::read(text).map_err(|fault| {
            let text = format!("SKILL.md{fault}");
            Error::new(ErrorKind::InvalidSkill, text)
        })
    }

    /// What the skill says of itself.
    #[must_use]
    pub fn frontmatter(&self) -> &Frontmatter {
        &self.frontmatter
    }

    /// What to do, in Markdown.
    #[must_use]
    pub fn instructions(&self) -> &str {
        &self.instructions
    }

    pub(super) fn read(text: &str) -> Result<Self, Fault> {
        let (frontmatter, below) = read_head(text)?;
        Ok(Self::new(frontmatter, below.trim()))
    }
}

/// What is wrong in a `SKILL.md`, and in which line; line 0 is none of it.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) line: u64,
    pub(super) text: String,
}

impl Fault {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self {
            line: 0,
            text: text.into(),
        }
    }
}

/// Goes behind the name of the file.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, ": {}", self.text),
            line => write!(f, ", line {line}: {}", self.text),
        }
    }
}

/// The frontmatter of a text that begins as a `SKILL.md` does, and what comes behind it.
pub(super) fn read_head(text: &str) -> Result<(Frontmatter, &str), Fault> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_mark = |line: &str| line.trim_end() == "---";
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().filter(|first| is_mark(first));
    let first = first.ok_or_else(|| Fault {
        line: 1,
        text: "the file has to begin with a line `---`, and its frontmatter".to_owned(),
    })?;
    let mut end = first.len();
    for line in lines {
        if is_mark(line) {
            let frontmatter = yaml::read(&text[..end])?;
            return Ok((frontmatter, &text[end + line.len()..]));
        }
        end += line.len();
        if end > MOST_FRONTMATTER {
            break;
        }
    }
    let text = "the frontmatter has no line `---` at its end, or is larger than 64 KiB";
    Err(Fault::new(text))
}

/// The names in a list, or in a text between blanks or commas; what stands in brackets is one
/// word with the name before it.
fn tool_names(written: Option<Spanned<Value>>) -> Result<Vec<String>, Fault> {
    let Some(written) = written else {
        return Ok(Vec::new());
    };
    let names = match &written.value {
        Value::String(text) => {
            let mut depth = 0_usize;
            let words = text.split(|c: char| {
                match c {
                    '(' => depth += 1,
                    ')' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                depth == 0 && (c.is_whitespace() || c == ',')
            });
            let words = words.filter(|word| !word.is_empty());
            Some(words.map(str::to_owned).collect())
        }
        Value::Array(names) => {
            let names = names.iter().map(|name| name.as_str().map(str::to_owned));
            names.collect()
        }
        Value::Null => Some(Vec::new()),
        _ => None,
    };
    names.ok_or_else(|| Fault {
        line: written.referenced.line(),
        text:
            "`allowed-tools` has to be a text of names with blanks between them, or a list of names"
                .to_owned(),
    })
}
