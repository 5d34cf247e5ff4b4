//! A folder with a folder for each skill, asked on the threads for blocking work: what is listed
//! is kept until its file changes, what is loaded is read anew.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use futures_core::future::BoxFuture;
use tokio::sync::Semaphore;

use super::folder::{Folder, Seen};
use super::{Skill, SkillList, SkillSource};
use crate::error::{Error, ErrorKind, Result};

/// How long the disk may take; a share of a network may never answer.
const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// How many threads one folder may hold at once.
const MOST_AT_ONCE: usize = 8;

/// A folder that has a folder for each skill, with a `SKILL.md` in it.
///
/// ```text
/// skills/
///   pdf-forms/
///     SKILL.md
///     forms.md
///     references/fields.md
///     assets/letter.txt
///     scripts/fill.py
/// ```
///
/// Other files, folders without a `SKILL.md`, and those whose name begins with a dot are passed
/// over. Of a skill all files may be read but hidden ones, which begin with a dot. Nothing outside
/// of its own folder ever is: a link that leads out of it is an error. Scripts are read like any
/// other file, and never run.
///
/// The folder is looked at before each request of a model, so a skill that comes, goes or changes
/// is told from the next request on. Of each `SKILL.md` only size and time are asked then; it is
/// read again where they changed.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use adk::tool::skill::{SkillDir, SkillSource};
///
/// let folder = std::env::temp_dir().join(format!("adk-skills-{}", std::process::id()));
/// std::fs::create_dir_all(folder.join("tea"))?;
/// let text = "---\nname: tea\ndescription: Makes tea.\n---\nBoil water.\n";
/// std::fs::write(folder.join("tea/SKILL.md"), text)?;
///
/// let skills = SkillDir::new(&folder).max_file_bytes(64 * 1024);
/// assert_eq!(skills.list().await?.skills()[0].name(), "tea");
/// assert_eq!(skills.load("tea").await?.instructions(), "Boil water.");
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok(()) }
/// ```
#[derive(Debug, Clone)]
pub struct SkillDir {
    name: String,
    folder: Folder,
    seen: Arc<Mutex<Arc<Seen>>>,
    at_once: Arc<Semaphore>,
}

impl SkillDir {
    /// The folder at this path. Nothing is read yet.
    pub fn new(path: impl AsRef<Path>) -> Self {
        Self {
            name: path.as_ref().display().to_string(),
            folder: Folder::new(path.as_ref()),
            seen: Arc::default(),
            at_once: Arc::new(Semaphore::new(MOST_AT_ONCE)),
        }
    }

    /// The most skills that the folder may have, 1000 by default. More are an error.
    #[must_use]
    pub fn max_skills(mut self, most: usize) -> Self {
        self.folder.max_skills = most;
        self
    }

    /// The largest file of a skill that is read, its `SKILL.md` too, in bytes: 10 MiB by default.
    /// What reaches the model is limited by
    /// [`RunConfig::max_tool_result_bytes`](crate::RunConfig::max_tool_result_bytes) besides.
    #[must_use]
    pub fn max_file_bytes(mut self, most: usize) -> Self {
        self.folder.max_file_bytes = most;
        self
    }

    /// Does what blocks where that is allowed.
    async fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Folder) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let folder = self.folder.clone();
        let asked = async {
            let held = Arc::clone(&self.at_once).acquire_owned().await.ok();
            let work = move || {
                let _held = held;
                work(&folder)
            };
            tokio::task::spawn_blocking(work).await
        };
        match tokio::time::timeout(LONGEST_WAIT, asked).await {
            Ok(Ok(done)) => done,
            Ok(Err(stopped)) => Err(self.error("could not be read").with_source(stopped)),
            Err(_) => {
                let text = format!("did not answer within {LONGEST_WAIT:?}; is its disk there?");
                Err(self.error(&text))
            }
        }
    }

    fn error(&self, what: &str) -> Error {
        let text = format!("the folder of skills `{}` {what}", self.name);
        Error::new(ErrorKind::InvalidSkill, text)
    }
}

impl SkillSource for SkillDir {
    fn name(&self) -> &str {
        &self.name
    }

    fn list(&self) -> BoxFuture<'_, Result<Arc<SkillList>>> {
        Box::pin(async move {
            let before = Arc::clone(&self.seen.lock().unwrap_or_else(PoisonError::into_inner));
            let list = Arc::clone(&before.list);
            let seen = self.ask(move |folder| folder.look(&before)).await?;
            let is_new = !Arc::ptr_eq(&list, &seen.list);
            for error in &seen.newly_broken {
                tracing::warn!(%error, "a skill is left out");
            }
            for odd in &seen.newly_odd {
                let (skill, keys) = (odd.name(), odd.unknown_keys());
                tracing::warn!(
                    skill,
                    ?keys,
                    "a skill has keys that the format does not have"
                );
            }
            if let (Some(error), true) = (&seen.list.empty, is_new) {
                tracing::warn!(error, "no skill was found");
            }
            let list = Arc::clone(&seen.list);
            *self.seen.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(seen);
            Ok(list)
        })
    }

    fn load<'a>(&'a self, skill: &'a str) -> BoxFuture<'a, Result<Skill>> {
        let skill = skill.to_owned();
        Box::pin(self.ask(move |folder| folder.load(&skill)))
    }

    fn resource<'a>(
        &'a self,
        skill: &'a str,
        path: &'a str,
    ) -> BoxFuture<'a, Result<Option<Bytes>>> {
        let (skill, path) = (skill.to_owned(), path.to_owned());
        Box::pin(self.ask(move |folder| folder.resource(&skill, &path)))
    }

    fn resources<'a>(&'a self, skill: &'a str) -> BoxFuture<'a, Result<Vec<String>>> {
        let skill = skill.to_owned();
        Box::pin(self.ask(move |folder| folder.resources(&skill)))
    }
}
