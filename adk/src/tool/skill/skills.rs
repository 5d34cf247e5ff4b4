//! The skills of several sources together, and what was last told of them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::{SkillList, SkillSource, told};
use crate::error::{Error, ErrorKind, Result};

#[derive(Debug)]
pub(super) struct Skills {
    pub(super) sources: Vec<Arc<dyn SkillSource>>,
    pub(super) budget: usize,
    last: Mutex<Told>,
}

/// What was told of these lists; `None` where there is no skill.
#[derive(Debug, Clone, Default)]
struct Told {
    lists: Vec<Arc<SkillList>>,
    xml: Option<Arc<str>>,
}

impl Skills {
    pub(super) fn new(sources: Vec<Arc<dyn SkillSource>>, budget: usize) -> Self {
        Self {
            sources,
            budget,
            last: Mutex::default(),
        }
    }

    /// What each source has, in which no name is there twice.
    pub(super) async fn lists(&self) -> Result<Vec<Arc<SkillList>>> {
        Ok(self.told().await?.lists)
    }

    /// The skills as XML within the budget; `None` where there is none.
    pub(super) async fn xml(&self) -> Result<Option<Arc<str>>> {
        Ok(self.told().await?.xml)
    }

    async fn told(&self) -> Result<Told> {
        let mut lists = Vec::with_capacity(self.sources.len());
        for source in &self.sources {
            lists.push(source.list().await?);
        }
        let last = self
            .last
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let mut pairs = lists.iter().zip(&last.lists);
        if lists.len() == last.lists.len() && pairs.all(|(now, then)| Arc::ptr_eq(now, then)) {
            return Ok(last);
        }
        self.check_names(&lists)?;
        let skills = lists.iter().flat_map(|list| list.skills());
        let skills = skills.map(|skill| &**skill);
        let is_some = skills.clone().next().is_some();
        let xml = is_some.then(|| told::xml(skills, self.budget).into());
        let told = Told { lists, xml };
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = told.clone();
        Ok(told)
    }

    fn check_names(&self, lists: &[Arc<SkillList>]) -> Result<()> {
        let mut seen = HashMap::new();
        for (source, list) in self.sources.iter().zip(lists) {
            for skill in list.skills() {
                if let Some(first) = seen.insert(skill.name(), source.name()) {
                    let text = format!(
                        "two skills are named `{}`, one of the source `{first}`, one of `{}`: \
                         rename one, or leave one source out",
                        skill.name(),
                        source.name(),
                    );
                    return Err(Error::new(ErrorKind::DuplicateName, text));
                }
            }
        }
        Ok(())
    }
}
