//! What a model is told of the skills that there are: XML within a budget, so that many skills
//! or long descriptions cannot crowd out the rest of a request.

use std::fmt::Write as _;

use super::Frontmatter;

const OPEN: &str = "<available_skills>\n";
const CLOSE: &str = "</available_skills>";
/// What a skill takes beside its description, with a name of 64 letters.
const LONGEST_FRAME: usize = 128;

/// The skills as XML of at most `budget` bytes, or little more. Descriptions are cut where they do
/// not fit all; where even the names do not, the first ones are told and the others counted.
pub(super) fn xml<'a>(
    skills: impl Iterator<Item = &'a Frontmatter> + Clone,
    budget: usize,
) -> String {
    let whole = written(skills.clone(), usize::MAX, usize::MAX);
    if whole.len() <= budget {
        return whole;
    }
    let share = budget / skills.clone().count().max(1);
    written(skills, share.saturating_sub(LONGEST_FRAME), budget)
}

fn written<'a>(
    skills: impl Iterator<Item = &'a Frontmatter> + Clone,
    most: usize,
    budget: usize,
) -> String {
    let mut xml = OPEN.to_owned();
    let mut rest = skills;
    while let Some(skill) = rest.next() {
        let before = xml.len();
        let _ = write!(xml, "<skill>\n<name>{}</name>\n<description>", skill.name());
        escape(&mut xml, skill.description(), most);
        xml.push_str("</description>\n</skill>\n");
        if xml.len() > budget {
            xml.truncate(before);
            let _ = writeln!(xml, "<more count=\"{}\"/>", rest.count() + 1);
            break;
        }
    }
    xml.push_str(CLOSE);
    xml
}

/// Writes a text as XML has it, cut to `most` bytes.
fn escape(xml: &mut String, text: &str, most: usize) {
    let end = xml.len().saturating_add(most);
    for c in text.chars() {
        if xml.len() >= end {
            xml.push('…');
            return;
        }
        match c {
            '&' => xml.push_str("&amp;"),
            '<' => xml.push_str("&lt;"),
            '>' => xml.push_str("&gt;"),
            '"' => xml.push_str("&quot;"),
            '\'' => xml.push_str("&apos;"),
            c if c.is_control() => xml.push(' '),
            c => xml.push(c),
        }
    }
}

/// The names under which an agent has the tools: with a prefix, they are others.
pub(super) struct ToolNames<'a> {
    pub(super) load: &'a str,
    pub(super) resource: Option<&'a str>,
    pub(super) list: Option<&'a str>,
}

pub(super) fn instruction(names: &ToolNames<'_>, xml: &str) -> String {
    let load = names.load;
    let mut text = format!(
        "You have skills, each a guide to one kind of task. The list below tells what each is \
         for.\n\nWhen a task is of a kind that a skill is for, first call `{load}` with the \
         skill's name, and then do the task as its instructions say, step by step."
    );
    if let Some(resource) = names.resource {
        let _ = write!(
            text,
            " They may name files of the skill, as in `references/guide.md`: `{resource}` is the \
             only way to read those. It runs no script."
        );
    }
    if let Some(list) = names.list {
        let _ = write!(text, " Where the list is cut short, `{list}` tells more.");
    }
    text.push_str("\n\n");
    text.push_str(xml);
    text
}
