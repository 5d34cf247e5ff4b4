//! Where skills come from: the trait, and what a source says that it has.

use std::fmt;
use std::sync::Arc;

use bytes::Bytes;
use futures_core::future::BoxFuture;
use futures_util::future::ready;

use super::{Frontmatter, Skill};
use crate::error::{Error, Result};

/// Where a [`SkillToolset`](super::SkillToolset) has its skills from: a folder
/// ([`SkillDir`](super::SkillDir)), a database, the program itself.
///
/// ```
/// use std::sync::Arc;
///
/// use adk::tool::skill::{Skill, SkillList, SkillSource, SkillToolset};
/// use adk::{Error, ErrorKind, Result};
/// use bytes::Bytes;
/// use futures::future::{BoxFuture, ready};
///
/// /// One skill, built into the program.
/// #[derive(Debug)]
/// struct Tea {
///     skill: Skill,
///     list: Arc<SkillList>,
/// }
///
/// impl SkillSource for Tea {
///     fn name(&self) -> &str {
///         "tea"
///     }
///
///     fn list(&self) -> BoxFuture<'_, Result<Arc<SkillList>>> {
///         Box::pin(ready(Ok(self.list.clone())))
///     }
///
///     fn load<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<Skill>> {
///         Box::pin(ready(Ok(self.skill.clone())))
///     }
///
///     fn resource<'a>(&'a self, _: &'a str, path: &'a str) -> BoxFuture<'a, Result<Option<Bytes>>> {
///         let file = (path == "references/kinds.md").then(|| Bytes::from_static(b"Green, black."));
///         Box::pin(ready(Ok(file)))
///     }
/// }
///
/// let skill = Skill::parse("---\nname: tea\ndescription: Makes tea.\n---\nBoil water.\n").unwrap();
/// let list = Arc::new(SkillList::new([skill.frontmatter().clone()]));
/// let toolset = SkillToolset::new(Tea { skill, list });
/// # let _ = toolset;
/// ```
pub trait SkillSource: fmt::Debug + Send + Sync {
    /// What the source is called in errors, which only the operator reads.
    fn name(&self) -> &str;

    /// The skills that there are now. It is asked before each request of a model, so it should be
    /// quick; as long as nothing changed, it gives the same `Arc`.
    ///
    /// # Errors
    /// When they cannot be told; it ends the run.
    fn list(&self) -> BoxFuture<'_, Result<Arc<SkillList>>>;

    /// The skill of this name, one of those listed.
    ///
    /// # Errors
    /// When it cannot be read.
    fn load<'a>(&'a self, skill: &'a str) -> BoxFuture<'a, Result<Skill>>;

    /// What is in a file of a skill; `None` where there is none. The path is that of the file in
    /// the skill, as in `references/guide.md`, and has no step that leads out of it.
    ///
    /// # Errors
    /// When it cannot be read; [`ErrorKind::Limit`](crate::ErrorKind::Limit) when it is too large.
    fn resource<'a>(
        &'a self,
        skill: &'a str,
        path: &'a str,
    ) -> BoxFuture<'a, Result<Option<Bytes>>>;

    /// The paths of the files of a skill, some hundred at the most: a model that asks for one that
    /// there is not is told of them.
    ///
    /// # Errors
    /// When they cannot be listed.
    fn resources<'a>(&'a self, _skill: &'a str) -> BoxFuture<'a, Result<Vec<String>>> {
        Box::pin(ready(Ok(Vec::new())))
    }
}

impl<S: SkillSource + ?Sized> SkillSource for Arc<S> {
    fn name(&self) -> &str {
        S::name(self)
    }

    fn list(&self) -> BoxFuture<'_, Result<Arc<SkillList>>> {
        S::list(self)
    }

    fn load<'a>(&'a self, skill: &'a str) -> BoxFuture<'a, Result<Skill>> {
        S::load(self, skill)
    }

    fn resource<'a>(
        &'a self,
        skill: &'a str,
        path: &'a str,
    ) -> BoxFuture<'a, Result<Option<Bytes>>> {
        S::resource(self, skill, path)
    }

    fn resources<'a>(&'a self, skill: &'a str) -> BoxFuture<'a, Result<Vec<String>>> {
        S::resources(self, skill)
    }
}

/// What a [`SkillSource`] has: skills, and what ought to be one but is not.
#[derive(Debug, Clone, Default)]
pub struct SkillList {
    skills: Vec<Arc<Frontmatter>>,
    broken: Vec<(String, Error)>,
    /// Why there may be no skill, in words.
    pub(super) empty: Option<String>,
}

impl SkillList {
    /// These skills.
    pub fn new<F: Into<Arc<Frontmatter>>>(skills: impl IntoIterator<Item = F>) -> Self {
        Self {
            skills: skills.into_iter().map(Into::into).collect(),
            ..Self::default()
        }
    }

    /// The same list with a skill that cannot be used, and why.
    #[must_use]
    pub fn with_broken(mut self, skill: impl Into<String>, error: Error) -> Self {
        self.broken.push((skill.into(), error));
        self
    }

    pub(super) fn with_empty(mut self, why: Option<String>) -> Self {
        self.empty = why;
        self
    }

    /// What each skill says of itself.
    #[must_use]
    pub fn skills(&self) -> &[Arc<Frontmatter>] {
        &self.skills
    }

    /// The skills that cannot be used, each with the error that says where and why. The model is
    /// told their names, where it lists skills, and nothing more.
    #[must_use]
    pub fn broken(&self) -> &[(String, Error)] {
        &self.broken
    }
}
