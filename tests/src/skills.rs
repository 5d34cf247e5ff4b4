//! Folders of skills on disk, and what a model reads when it uses them.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use std::{fs, io};

use adk::tool::Toolset;
use adk::tool::skill::SkillToolset;
use adk::{Json, testing};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A folder with skills that is gone when it is dropped, inside of one for what lies beside it.
#[derive(Debug)]
pub struct Skills {
    around: TempDir,
}

impl Skills {
    /// No skills yet.
    #[must_use]
    pub fn new() -> Self {
        let around = must(TempDir::new());
        must(fs::create_dir(around.path().join("skills")));
        Self { around }
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        self.around.path().join("skills")
    }

    /// Writes a file: `tea/SKILL.md`, or one outside, `../secret.txt`.
    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) -> &Self {
        let path = self.path().join(path);
        must(path.parent().map_or(Ok(()), fs::create_dir_all));
        must(fs::write(path, text));
        self
    }

    /// Writes a skill with this description.
    pub fn skill(&self, name: &str, description: impl AsRef<str>) -> &Self {
        self.write(
            &format!("{name}/SKILL.md"),
            skill(name, description.as_ref()),
        )
    }

    /// Makes a file look as if it had been written this many seconds ago.
    pub fn aged(&self, path: &str, seconds: u64) {
        let file = fs::File::options()
            .append(true)
            .open(self.path().join(path));
        let time = SystemTime::now() - Duration::from_secs(seconds);
        must(file.and_then(|file| file.set_modified(time)));
    }

    /// A toolset of the folder.
    #[must_use]
    pub fn toolset(&self) -> SkillToolset {
        SkillToolset::from_dir(self.path())
    }

    /// A text without the path of the folder.
    #[must_use]
    pub fn without_path(&self, text: &impl ToString) -> String {
        let path = self.around.path();
        text.to_string().replace(&*path.to_string_lossy(), "…")
    }
}

impl Default for Skills {
    fn default() -> Self {
        Self::new()
    }
}

/// The text of a `SKILL.md`.
#[must_use]
pub fn skill(name: &str, description: &str) -> String {
    format!("---\nname: {name}\ndescription: {description}\n---\nDo {name}.\n")
}

/// What a model reads of a call of one of the toolset's tools.
///
/// # Errors
/// The text of the error.
pub async fn call(toolset: &SkillToolset, tool: &str, args: Value) -> Result<Value, String> {
    let tools = toolset.fixed_tools().unwrap_or_default();
    let Some(tool) = tools.iter().find(|known| known.name() == tool) else {
        return Err(format!("no tool `{tool}`"));
    };
    let called = tool.run(&testing::tool_context(), &Json::from(args)).await;
    called
        .map(|json| json.to_value())
        .map_err(|error| error.to_string())
}

/// What a model reads of a file of a skill.
///
/// # Errors
/// The text of the error.
pub async fn read(toolset: &SkillToolset, skill: &str, path: &str) -> Result<String, String> {
    let args = json!({"skill_name": skill, "resource_path": path});
    let answer = call(toolset, "load_skill_resource", args).await?;
    Ok(answer["content"].as_str().unwrap_or_default().to_owned())
}

/// The error of a check of the skills in a folder, without its path; empty where all are well.
pub async fn checked(skills: &Skills) -> String {
    match skills.toolset().checked().await {
        Ok(_) => String::new(),
        Err(error) => format!("{:?}: {}", error.kind(), skills.without_path(&error)),
    }
}

/// A link to a folder or a file.
///
/// # Errors
/// Those of the system.
#[cfg(unix)]
pub fn link(to: impl AsRef<Path>, at: impl AsRef<Path>) -> io::Result<()> {
    std::os::unix::fs::symlink(to, at)
}

fn must<T>(done: io::Result<T>) -> T {
    match done {
        Ok(value) => value,
        Err(error) => panic!("{error}"),
    }
}
