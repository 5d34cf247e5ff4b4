//! The three tools by which a model uses skills, under ADK's names and with its JSON. A model
//! reads nothing of where the skills lie; that is for the operator, as the cause of an error.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names::checked_path;
use super::skills::Skills;
use super::{Frontmatter, SkillSource, told};
use crate::error::{Error, ErrorKind};
use crate::tool::args::closest;
use crate::tool::{FunctionTool, Hints, Tool, ToolError};

/// What `list_skills` answers at the most, in bytes.
const MOST_LISTED: usize = 256 * 1024;
/// Names that an error tells.
const MOST_NAMED: usize = 50;

pub(super) fn tools(skills: &Arc<Skills>) -> [Arc<dyn Tool>; 3] {
    let read_only = |tool: FunctionTool| Arc::new(tool.hinted(Hints::new().read_only())) as _;
    let of = Arc::clone(skills);
    let list = FunctionTool::new(
        "list_skills",
        "Lists the skills that there are, with what each is for.",
        move |(): (), _| list(Arc::clone(&of)),
    );
    let of = Arc::clone(skills);
    let load = FunctionTool::new(
        "load_skill",
        "Reads the instructions of a skill. Call it before a task that the skill is for.",
        move |args, _| load(Arc::clone(&of), args),
    );
    let of = Arc::clone(skills);
    let resource = FunctionTool::new(
        "load_skill_resource",
        "Reads a file of a skill, one that its instructions name. Scripts are read, not run.",
        move |args, _| resource(Arc::clone(&of), args),
    );
    [read_only(list), read_only(load), read_only(resource)]
}

#[derive(Serialize)]
struct Listed {
    skills: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    broken: Vec<String>,
}

async fn list(skills: Arc<Skills>) -> Result<Listed, ToolError> {
    let lists = skills.lists().await.map_err(not_listed)?;
    let listed = lists.iter().flat_map(|list| list.skills());
    let broken = lists.iter().flat_map(|list| list.broken());
    Ok(Listed {
        skills: told::xml(listed.map(|skill| &**skill), MOST_LISTED),
        broken: broken
            .take(MOST_NAMED)
            .map(|(name, _)| name.clone())
            .collect(),
    })
}

#[derive(Deserialize, JsonSchema)]
struct Named {
    /// The name of the skill.
    name: String,
}

#[derive(Serialize)]
struct Loaded {
    skill_name: String,
    instructions: String,
    frontmatter: Frontmatter,
}

async fn load(skills: Arc<Skills>, args: Named) -> Result<Loaded, ToolError> {
    let source = find(&skills, &args.name).await?;
    let skill = source.load(&args.name).await.map_err(|error| {
        let text = match error.kind() {
            ErrorKind::Limit => "is too large to be loaded",
            _ => "cannot be loaded",
        };
        ToolError::model(format!("the skill `{}` {text}", args.name)).with_cause(error)
    })?;
    Ok(Loaded {
        skill_name: args.name,
        instructions: skill.instructions().to_owned(),
        frontmatter: skill.frontmatter().clone(),
    })
}

#[derive(Deserialize, JsonSchema)]
struct Wanted {
    /// The name of the skill.
    skill_name: String,
    /// The path of the file in the skill, as in `forms.md`, `references/guide.md` or
    /// `scripts/setup.sh`.
    resource_path: String,
}

#[derive(Serialize)]
struct Resource {
    skill_name: String,
    path: String,
    content: String,
}

async fn resource(skills: Arc<Skills>, args: Wanted) -> Result<Resource, ToolError> {
    let Wanted {
        skill_name: name,
        resource_path: asked,
    } = args;
    let path = checked_path(&asked).map_err(|wrong| {
        let asked: String = asked.chars().take(200).collect();
        ToolError::model(format!(
            "no skill has a file {asked:?}: {wrong}. Send a path such as `references/guide.md`"
        ))
    })?;
    let source = find(&skills, &name).await?;
    let read = source.resource(&name, path).await.map_err(|error| {
        let text = match error.kind() {
            ErrorKind::Limit => "is too large to be read",
            _ => "cannot be read",
        };
        let text = format!("the file `{path}` of the skill `{name}` {text}");
        ToolError::model(text).with_cause(error)
    })?;
    let Some(bytes) = read else {
        let there = source.resources(&name).await.unwrap_or_default();
        return Err(unknown(
            "file",
            path,
            &format!("the skill `{name}` has"),
            &there,
        ));
    };
    let size = bytes.len();
    let text = std::str::from_utf8(&bytes).ok();
    let text = text.filter(|text| !text.contains('\0')).ok_or_else(|| {
        ToolError::model(format!(
            "the file `{path}` of the skill `{name}` is no text: it has {size} bytes of another \
             kind, which cannot be shown"
        ))
    })?;
    Ok(Resource {
        content: text.strip_prefix('\u{feff}').unwrap_or(text).to_owned(),
        path: path.to_owned(),
        skill_name: name,
    })
}

/// The source that has a skill of this name.
async fn find<'a>(skills: &'a Skills, name: &str) -> Result<&'a dyn SkillSource, ToolError> {
    let lists = skills.lists().await.map_err(not_listed)?;
    let has = lists
        .iter()
        .position(|list| list.skills().iter().any(|skill| skill.name() == name));
    if let Some(index) = has {
        return Ok(&*skills.sources[index]);
    }
    let mut broken = lists.iter().flat_map(|list| list.broken());
    if let Some((_, error)) = broken.find(|(broken, _)| broken == name) {
        let text = format!("the skill `{name}` is broken: whoever keeps it has to mend it");
        return Err(ToolError::model(text).with_cause(error.clone()));
    }
    let names = lists.iter().flat_map(|list| list.skills());
    let names: Vec<_> = names.map(|skill| skill.name().to_owned()).collect();
    Err(unknown("skill", name, "there are", &names))
}

/// What a model reads that asked for what there is not.
fn unknown(kind: &str, asked: &str, there: &str, known: &[String]) -> ToolError {
    let help = if let Some(meant) = closest(asked, known.iter()) {
        format!("did you mean `{meant}`?")
    } else if known.is_empty() {
        format!("{there} none")
    } else {
        let more = if known.len() > MOST_NAMED {
            ", …"
        } else {
            ""
        };
        let known = known[..known.len().min(MOST_NAMED)].join("`, `");
        format!("{there} `{known}`{more}")
    };
    let asked: String = asked.chars().take(200).collect();
    ToolError::model(format!("there is no {kind} {asked:?}: {help}"))
}

fn not_listed(error: Error) -> ToolError {
    let text = match error.kind() {
        ErrorKind::DuplicateName => "two skills have one name, so none can be used",
        _ => "the skills cannot be listed at the moment",
    };
    ToolError::model(text).with_cause(error)
}
