//! The YAML of a frontmatter. The reader has a budget for all that YAML can make grow, so that a
//! small text cannot become a large value.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};
use serde_saphyr::{
    Error as YamlError, MessageFormatter as _, Options, Spanned, UserMessageFormatter,
};

use super::Frontmatter;
use super::frontmatter::{Fault, MOST_FRONTMATTER};

/// What is told of an error at the most, which may quote the text.
const LONGEST_TOLD: usize = 200;

/// The keys of the format.
const KNOWN: [&str; 6] = [
    "name",
    "description",
    "license",
    "compatibility",
    "metadata",
    "allowed-tools",
];

/// Reads YAML that still has its first `---`, by which its lines count as those of the file.
pub(super) fn read(yaml: &str) -> Result<Frontmatter, Fault> {
    let read = known(yaml)?;
    let keys = serde_saphyr::from_str_with_options(yaml, options());
    let keys: Map<String, Value> = keys.unwrap_or_default();
    let keys = keys.into_iter().map(|(key, _)| key);
    let unknown = keys.filter(|key| !KNOWN.contains(&&**key));
    Ok(read.with_unknown_keys(unknown.collect()))
}

fn known(yaml: &str) -> Result<Frontmatter, Fault> {
    // In the format, metadata are texts, so that a version 1.10 is not 1.1. Many have more.
    let plain = serde_saphyr::from_str_with_options(yaml, options());
    if let Ok(written) = plain {
        return Frontmatter::checked::<BTreeMap<String, String>, _>(written);
    }
    let written = serde_saphyr::from_str_with_options(yaml, options());
    let written = written.map_err(|error| Fault {
        line: match error.without_snippet() {
            // The line below, which ends the frontmatter.
            YamlError::SerdeMissingField { .. } => yaml.lines().count() as u64 + 1,
            _ => error.location().map_or(0, |place| place.line()),
        },
        text: told(error.without_snippet()),
    })?;
    Frontmatter::checked::<Map<String, Value>, _>(written)
}

fn told(error: &YamlError) -> String {
    match error {
        YamlError::AliasError { error, .. } => return told(error),
        YamlError::Budget { .. }
        | YamlError::AliasReplayLimitExceeded { .. }
        | YamlError::AliasReplayStackDepthExceeded { .. } => {
            return "it holds more than a frontmatter may: 2000 values, 16 of them one in another, \
                    and 64 aliases"
                .to_owned();
        }
        YamlError::SerdeMissingField { field, .. } => {
            return format!("`{field}` is missing, which has to stand above this line");
        }
        YamlError::Unexpected { expected, .. } if expected.contains("string") => {
            return "a text has to stand here; put it in quotes".to_owned();
        }
        YamlError::Unexpected { expected, .. } if expected.contains("mapping") => {
            return "keys with their values have to stand here, as in `name: tea`".to_owned();
        }
        _ => {}
    }
    let text = UserMessageFormatter.format_message(error);
    let plain = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let plain: String = plain.take(LONGEST_TOLD).collect();
    if plain.contains("mapping values") {
        return format!("{plain}; a text with a colon and a blank has to stand in quotes");
    }
    plain
}

fn options() -> Options {
    serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_events: 4_000,
            max_nodes: 2_000,
            max_depth: 16,
            flow_nesting_limit: 16,
            max_documents: 1,
            max_anchors: 16,
            max_aliases: 64,
            max_merge_keys: 16,
            max_recorded_anchor_events: 2_000,
            max_recorded_anchor_bytes: MOST_FRONTMATTER,
            max_total_scalar_bytes: MOST_FRONTMATTER,
        },
        alias_limits: serde_saphyr::alias_limits! {
            max_total_replayed_events: 2_000,
            max_replay_stack_depth: 8,
        },
    }
}

/// The frontmatter as YAML has it.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Written<M> {
    pub(super) name: Spanned<String>,
    pub(super) description: Spanned<String>,
    pub(super) license: Option<String>,
    pub(super) compatibility: Option<Spanned<String>>,
    pub(super) metadata: Option<M>,
    pub(super) allowed_tools: Option<Spanned<Value>>,
}
