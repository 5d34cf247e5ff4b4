//! Memory in memory: any word shared with the query, whatever its case, is a hit. Scripts that put
//! no spaces between words, as Chinese and Japanese, have any two letters side by side for a word.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use futures_core::future::BoxFuture;
use futures_util::future::ready;

use super::{MemoryEntry, MemoryService};
use crate::error::Result;
use crate::event::Event;
use crate::session::{AppName, Session, SessionKey, UserId};

/// Keeps what sessions said until it is dropped.
///
/// A search finds what has a word of the query, whatever its case. In scripts that put no spaces
/// between words, such as those of Chinese, Japanese and Thai, two letters side by side count as a
/// word, and one letter where the query has it alone.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
/// use std::sync::Arc;
///
/// use adk::memory::{InMemoryMemoryService, MemoryService};
/// use adk::runner::Remember;
/// use adk::testing::ScriptedModel;
/// use adk::{LlmAgent, Runner};
///
/// let memory = Arc::new(InMemoryMemoryService::new());
/// let agent = LlmAgent::builder("friend").model(ScriptedModel::new().text("Noted.")).build()?;
/// let runner = Runner::builder("app", agent)
///     .memory_service(Arc::clone(&memory))
///     .remember(Remember::after_each_run())
///     .build()?;
/// runner.run("ada", "monday", "I like green tea.").text().await?;
/// let found = memory.search(&"app".into(), &"ada".into(), "TEA").await?;
/// assert_eq!(found[0].content.text(), "I like green tea.");
/// # Ok(()) }
/// ```
#[derive(Debug, Default)]
pub struct InMemoryMemoryService(Mutex<BTreeMap<SessionKey, Vec<MemoryEntry>>>);

impl InMemoryMemoryService {
    /// A store without memories.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn store(&self) -> MutexGuard<'_, BTreeMap<SessionKey, Vec<MemoryEntry>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl MemoryService for InMemoryMemoryService {
    fn add_session<'a>(&'a self, session: &'a Session) -> BoxFuture<'a, Result<()>> {
        let id = session.key().session();
        let entries = session.events().filter_map(entry);
        let entries = entries.map(|entry| entry.in_session(id.clone())).collect();
        self.store().insert(session.key().clone(), entries);
        Box::pin(ready(Ok(())))
    }

    fn search<'a>(
        &'a self,
        app: &'a AppName,
        user: &'a UserId,
        query: &'a str,
    ) -> BoxFuture<'a, Result<Vec<MemoryEntry>>> {
        let wanted = wanted(query);
        let store = self.store();
        let mut found: Vec<MemoryEntry> = store
            .iter()
            .filter(|(key, _)| key.app() == app && key.user() == user)
            .flat_map(|(_, entries)| entries)
            .filter(|entry| !wanted.is_disjoint(&words(&entry.content.text())))
            .cloned()
            .collect();
        found.sort_by_key(|entry| entry.timestamp);
        Box::pin(ready(Ok(found)))
    }
}

fn entry(event: &Event) -> Option<MemoryEntry> {
    let content = event
        .content()
        .filter(|content| !content.text().is_empty())?;
    let entry = MemoryEntry::new(content.clone(), event.author(), event.timestamp());
    Some(entry)
}

/// The words by which a text is found.
fn words(text: &str) -> HashSet<String> {
    let mut words = wanted(text);
    let letters = text.chars().filter(|c| is_unspaced(*c));
    words.extend(letters.map(String::from));
    words
}

/// The words of a query.
fn wanted(query: &str) -> HashSet<String> {
    let mut words = HashSet::new();
    let runs = query.split(|c: char| !c.is_alphanumeric() && !is_unspaced(c));
    for run in runs.filter(|run| !run.is_empty()) {
        let run: Vec<char> = run.chars().collect();
        for part in run.chunk_by(|a, b| is_unspaced(*a) == is_unspaced(*b)) {
            if is_unspaced(part[0]) && part.len() > 1 {
                words.extend(part.windows(2).map(String::from_iter));
            } else {
                words.insert(String::from_iter(part).to_lowercase());
            }
        }
    }
    words
}

/// Whether the letter is of a script whose words stand side by side, or end in particles, as Korean's.
fn is_unspaced(c: char) -> bool {
    matches!(c,
        '\u{e00}'..='\u{eff}' // Thai, Lao
        | '\u{1000}'..='\u{109f}' // Burmese
        | '\u{1780}'..='\u{17ff}' // Khmer
        | '\u{3040}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{ff66}'..='\u{ff9d}' // kana
        | '\u{3005}'..='\u{3007}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' // Chinese
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}'
        | '\u{ac00}'..='\u{d7a3}' // Korean
    )
}
