//! Memory in memory: any word shared with the query, whatever its case, is a hit. Scripts that put
//! no spaces between words, as Chinese and Japanese, have any two letters side by side for a word.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_core::future::BoxFuture;
use futures_util::future::ready;

use super::{MemoryEntry, MemoryService};
use crate::error::Result;
use crate::event::Event;
use crate::session::{AppName, Session, SessionId, UserId};

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
pub struct InMemoryMemoryService(Mutex<BTreeMap<Owner, Said>>);

type Owner = (AppName, UserId);
/// What was said in each session, shared so that a search copies none of it under the lock.
type Said = BTreeMap<SessionId, Arc<[MemoryEntry]>>;

/// How many bytes are searched before others of the thread have their turn.
const MAX_AT_ONCE: usize = 256 * 1024;

impl InMemoryMemoryService {
    /// A store without memories.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn store(&self) -> MutexGuard<'_, BTreeMap<Owner, Said>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl MemoryService for InMemoryMemoryService {
    fn add_session<'a>(&'a self, session: &'a Session) -> BoxFuture<'a, Result<()>> {
        let key = session.key();
        let entries = session.events().filter_map(entry);
        let entries = entries.map(|entry| entry.in_session(key.session().clone()));
        let entries = entries.collect();
        let owner = (key.app().clone(), key.user().clone());
        let mut store = self.store();
        let said = store.entry(owner).or_default();
        said.insert(key.session().clone(), entries);
        Box::pin(ready(Ok(())))
    }

    fn search<'a>(
        &'a self,
        app: &'a AppName,
        user: &'a UserId,
        query: &'a str,
    ) -> BoxFuture<'a, Result<Vec<MemoryEntry>>> {
        let wanted = wanted(query);
        let said = self.store().get(&(app.clone(), user.clone())).cloned();
        Box::pin(async move {
            let (mut found, mut searched) = (Vec::new(), 0);
            for entry in said.iter().flat_map(Said::values).flat_map(|all| &**all) {
                let text = entry.content.text();
                if has_any(&text, &wanted) {
                    found.push(entry.clone());
                }
                searched += text.len();
                if searched > MAX_AT_ONCE {
                    searched = 0;
                    tokio::task::yield_now().await;
                }
            }
            found.sort_by_key(|entry| entry.timestamp);
            Ok(found)
        })
    }
}

fn entry(event: &Event) -> Option<MemoryEntry> {
    let content = event
        .content()
        .filter(|content| !content.text().is_empty())?;
    let entry = MemoryEntry::new(content.clone(), event.author(), event.timestamp());
    Some(entry)
}

/// Whether the text is found by one of these words.
fn has_any(text: &str, wanted: &HashSet<String>) -> bool {
    let mut word = String::new();
    runs(text).any(|run| {
        if !run.is_ascii() {
            return !wanted.is_disjoint(&words(run));
        }
        word.clear();
        word.push_str(run);
        word.make_ascii_lowercase();
        wanted.contains(&word)
    })
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
    for run in runs(query) {
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

/// What stands between blanks and signs.
fn runs(text: &str) -> impl Iterator<Item = &str> {
    let runs = text.split(|c: char| !c.is_alphanumeric() && !is_unspaced(c));
    runs.filter(|run| !run.is_empty())
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
