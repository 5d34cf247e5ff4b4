//! Skills: folders of instructions and files in the public format of agent skills, which a model
//! reads when a task calls for them.
//!
//! A model is told each skill's name and purpose; it loads the instructions of the one that fits,
//! and then the files that these name. So an agent may know a thousand things, and pays for few.

mod dir;
mod folder;
mod frontmatter;
mod names;
mod skills;
mod source;
mod told;
mod tools;
mod yaml;

pub use dir::SkillDir;
pub use frontmatter::{Frontmatter, Skill};
pub use source::{SkillList, SkillSource};

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use futures_core::future::BoxFuture;
use futures_util::future::ready;

use self::skills::Skills;
use super::{Tool, Toolset};
use crate::context::{CallbackContext, ReadonlyContext};
use crate::error::{Error, ErrorKind, Result};
use crate::model::LlmRequest;

/// Errors that [`SkillToolset::checked`] tells of at once.
const MOST_TOLD: usize = 20;

/// A toolset by which an agent uses skills.
///
/// Each request of the model tells it the skills' names and descriptions. By the tools
/// `load_skill` and `load_skill_resource` it reads the instructions of one and the files that they
/// name, and `list_skills` lists them all.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use adk::testing::ScriptedModel;
/// use adk::tool::skill::SkillToolset;
/// use adk::{LlmAgent, Runner};
/// use serde_json::json;
///
/// let folder = std::env::temp_dir().join(format!("adk-skill-toolset-{}", std::process::id()));
/// std::fs::create_dir_all(folder.join("tea"))?;
/// let text = "---\nname: tea\ndescription: Makes tea.\n---\nBoil water.\n";
/// std::fs::write(folder.join("tea/SKILL.md"), text)?;
///
/// let model = ScriptedModel::new()
///     .call("load_skill", json!({"name": "tea"}))
///     .text("First, boil water.");
/// let agent = LlmAgent::builder("butler")
///     .model(model.clone())
///     .toolset(SkillToolset::from_dir(&folder).checked().await?)
///     .build()?;
/// let runner = Runner::builder("house", agent).build()?;
/// runner.run("ada", "one", "How is tea made?").text().await?;
///
/// let requests = model.requests();
/// let told = requests[0].system_instruction().unwrap();
/// assert!(told.contains("<name>tea</name>\n<description>Makes tea.</description>"));
/// let answer = requests[1].contents().last().unwrap().function_responses().next().unwrap();
/// assert_eq!(answer.response().to_value()["instructions"], "Boil water.");
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok(()) }
/// ```
///
/// A skill that is broken is left out, with a warning in the log, and the others stay; a folder
/// without any skill is warned of too. Two skills of one name, in whichever sources, are an error
/// of the run. [`checked`](Self::checked) tells of all that when the program starts.
///
/// What a skill says is read by the model as instructions: take skills only from where you would
/// take code from.
#[derive(Debug, Clone)]
pub struct SkillToolset {
    name: String,
    skills: Arc<Skills>,
    tools: [Arc<dyn Tool>; 3],
}

impl SkillToolset {
    /// The skills of a folder that has a folder for each. It is read when the model is first told
    /// of them; see [`SkillDir`] for what it holds and how large it may be.
    pub fn from_dir(path: impl AsRef<Path>) -> Self {
        Self::new(SkillDir::new(path))
    }

    /// The skills of a source.
    pub fn new(source: impl SkillSource + 'static) -> Self {
        Self::over("skills".to_owned(), vec![Arc::new(source)], 32 * 1024)
    }

    fn over(name: String, sources: Vec<Arc<dyn SkillSource>>, budget: usize) -> Self {
        let skills = Arc::new(Skills::new(sources, budget));
        Self {
            name,
            tools: tools::tools(&skills),
            skills,
        }
    }

    /// The same toolset with the skills of one more source.
    #[must_use]
    pub fn source(self, source: impl SkillSource + 'static) -> Self {
        let mut sources = self.skills.sources.clone();
        sources.push(Arc::new(source));
        Self::over(self.name, sources, self.skills.budget)
    }

    /// The same toolset under another name than `skills`.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// How many bytes of each request the list of skills may take, 32 KiB by default. Where all do
    /// not fit, descriptions are cut; where not even the names do, the last skills are only counted.
    #[must_use]
    pub fn max_list_bytes(self, most: usize) -> Self {
        Self::over(self.name, self.skills.sources.clone(), most)
    }

    /// Reads all skills now, and gives the toolset back if none is broken and each source has some.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidSkill`] names the file and the line of what is broken, and a source that
    /// has no skill or cannot be read; [`ErrorKind::DuplicateName`] names a skill that is there
    /// twice, with both sources; [`ErrorKind::Limit`] names a limit of the source.
    pub async fn checked(self) -> Result<Self> {
        let lists = self.skills.lists().await?;
        let broken = lists.iter().flat_map(|list| list.broken());
        let mut texts: Vec<_> = broken.map(|(_, error)| error.to_string()).collect();
        for (source, list) in self.skills.sources.iter().zip(&lists) {
            if list.skills().is_empty() && list.broken().is_empty() {
                let plain = || format!("the source of skills `{}` has none", source.name());
                texts.push(list.empty.clone().unwrap_or_else(plain));
            }
        }
        if texts.is_empty() {
            return Ok(self);
        }
        if texts.len() > MOST_TOLD {
            let more = format!("… and {} more", texts.len() - MOST_TOLD);
            texts.truncate(MOST_TOLD);
            texts.push(more);
        }
        Err(Error::new(ErrorKind::InvalidSkill, texts.join("\n")))
    }

    fn late(&self, limit: Duration) -> Error {
        let text = format!(
            "the skills of toolset `{}` were not listed within {limit:?}, the run's time limit for \
             a tool; raise it by `RunConfig::tool_timeout`",
            self.name
        );
        Error::new(ErrorKind::Limit, text)
    }
}

impl Toolset for SkillToolset {
    fn name(&self) -> &str {
        &self.name
    }

    fn tools<'a>(&'a self, _: &'a ReadonlyContext) -> BoxFuture<'a, Result<Vec<Arc<dyn Tool>>>> {
        Box::pin(ready(Ok(self.tools.to_vec())))
    }

    fn fixed_tools(&self) -> Option<&[Arc<dyn Tool>]> {
        Some(&self.tools)
    }

    fn process_request<'a>(
        &'a self,
        ctx: &'a CallbackContext,
        request: &'a mut LlmRequest,
    ) -> Option<BoxFuture<'a, Result<()>>> {
        Some(Box::pin(async move {
            let declared = |tool: &Arc<dyn Tool>| {
                let told = request.declared(tool.declaration());
                told.map(|told| told.name())
            };
            let [list, load, resource] = &self.tools;
            let Some(load) = declared(load) else {
                return Ok(());
            };
            let limit = ctx.readonly.scope.run_config.tool_timeout;
            let listed = tokio::time::timeout(limit, self.skills.xml()).await;
            let Some(xml) = listed.unwrap_or_else(|_| Err(self.late(limit)))? else {
                return Ok(());
            };
            let names = told::ToolNames {
                load,
                resource: declared(resource),
                list: declared(list),
            };
            let text = told::instruction(&names, &xml);
            request.append_instructions(&text);
            Ok(())
        }))
    }
}
