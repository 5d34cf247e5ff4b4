//! Several sources, and sources that fail.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use adk::prelude::*;
use adk::testing::ScriptedModel;
use adk::tool::Toolset as _;
use adk::tool::skill::{Skill, SkillDir, SkillList, SkillSource, SkillToolset};
use adk::{Error, ErrorKind, RunConfig};
use bytes::Bytes;
use futures::future::{BoxFuture, FutureExt as _, pending, ready};
use insta::assert_snapshot;
use serde_json::json;
use tests::logged::Logged;
use tests::skills::{Skills, call, read};
use tests::stage::{Stage, helper};
use tokio::time::Instant;

/// One skill of a program's own; counts how often it is asked.
#[derive(Debug)]
struct Own {
    skill: Skill,
    list: Arc<SkillList>,
    asked: AtomicUsize,
}

impl Own {
    fn named(name: &str) -> Self {
        let skill = Skill::parse(&tests::skills::skill(name, "Is built in.")).unwrap();
        Self {
            list: Arc::new(SkillList::new([skill.frontmatter().clone()])),
            skill,
            asked: AtomicUsize::new(0),
        }
    }
}

impl SkillSource for Own {
    fn name(&self) -> &'static str {
        "own"
    }

    fn list(&self) -> BoxFuture<'_, Result<Arc<SkillList>>> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        ready(Ok(Arc::clone(&self.list))).boxed()
    }

    fn load<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<Skill>> {
        ready(Ok(self.skill.clone())).boxed()
    }

    fn resource<'a>(&'a self, _: &'a str, path: &'a str) -> BoxFuture<'a, Result<Option<Bytes>>> {
        let found = (path == "references/own.md").then(|| Bytes::from_static(b"own"));
        ready(Ok(found)).boxed()
    }
}

/// A source that is down.
#[derive(Debug)]
struct Down;

impl SkillSource for Down {
    fn name(&self) -> &'static str {
        "down"
    }

    fn list(&self) -> BoxFuture<'_, Result<Arc<SkillList>>> {
        ready(Err(Error::new(ErrorKind::Store, "no database at 10.0.0.7"))).boxed()
    }

    fn load<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<Skill>> {
        ready(Err(Error::new(ErrorKind::Store, "no database"))).boxed()
    }

    fn resource<'a>(&'a self, _: &'a str, _: &'a str) -> BoxFuture<'a, Result<Option<Bytes>>> {
        ready(Ok(None)).boxed()
    }
}

#[tokio::test]
async fn skills_of_two_sources_are_told_and_read_together() {
    let skills = Skills::new();
    skills
        .skill("tea", "Makes tea.")
        .write("tea/references/own.md", "tea's");
    let own = Arc::new(Own::named("own"));
    let toolset = skills.toolset().source(Arc::clone(&own)).named("guides");
    assert_eq!(toolset.name(), "guides");
    let listed = call(&toolset, "list_skills", json!({})).await.unwrap();
    assert_snapshot!(listed["skills"].as_str().unwrap(), @r#"
    <available_skills>
    <skill>
    <name>tea</name>
    <description>Makes tea.</description>
    </skill>
    <skill>
    <name>own</name>
    <description>Is built in.</description>
    </skill>
    </available_skills>
    "#);
    for (name, content) in [("tea", "tea's"), ("own", "own")] {
        assert!(
            call(&toolset, "load_skill", json!({"name": name}))
                .await
                .is_ok()
        );
        assert_eq!(
            read(&toolset, name, "references/own.md").await.unwrap(),
            content
        );
    }
    let error = read(&toolset, "own", "references/none").await.unwrap_err();
    assert_eq!(
        error,
        "there is no file \"references/none\": the skill `own` has none"
    );
    assert_eq!(own.asked.load(Ordering::Relaxed), 6);
}

#[tokio::test]
async fn two_skills_of_one_name_are_an_error_that_names_both_sources() {
    let skills = Skills::new();
    skills
        .skill("tea", "Makes tea.")
        .skill("own", "Is on disk.");
    let toolset = skills.toolset().source(Own::named("own"));
    let error = toolset.clone().checked().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DuplicateName);
    assert_snapshot!(skills.without_path(&error), @r#"two skills are named `own`, one of the source `…/skills`, one of `own`: rename one, or leave one source out"#);
    let said = call(&toolset, "load_skill", json!({"name": "tea"}))
        .await
        .unwrap_err();
    assert_eq!(said, "two skills have one name, so none can be used");
    let model = ScriptedModel::new().text("Hello.");
    let stage = Stage::new(helper(&model).toolset(toolset));
    let error = stage.run("Hi.").text().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DuplicateName);
    assert!(model.requests().is_empty());
    // The same sources get on once one of the two is gone.
    std::fs::remove_dir_all(skills.path().join("own")).unwrap();
    assert_eq!(stage.run("Hi.").text().await.unwrap(), "Hello.");
}

#[tokio::test]
async fn a_source_that_is_down_ends_the_run_and_tells_the_model_nothing_of_itself() {
    let toolset = SkillToolset::new(Down);
    let said = call(&toolset, "list_skills", json!({})).await.unwrap_err();
    assert_eq!(said, "the skills cannot be listed at the moment");
    let model = ScriptedModel::new().text("Hello.");
    let stage = Stage::new(helper(&model).toolset(toolset));
    let error = stage.run("Hi.").text().await.unwrap_err();
    assert_eq!(error.to_string(), "no database at 10.0.0.7");

    let skills = Skills::new();
    let nowhere = SkillToolset::new(SkillDir::new(skills.path().join("nowhere")));
    let error = nowhere.checked().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidSkill);
    assert_snapshot!(skills.without_path(&error), @r#"the folder of skills `…/skills/nowhere` cannot be read: No such file or directory (os error 2)"#);
}

/// A source that never answers.
#[derive(Debug)]
struct Silent;

impl SkillSource for Silent {
    fn name(&self) -> &'static str {
        "silent"
    }

    fn list(&self) -> BoxFuture<'_, Result<Arc<SkillList>>> {
        pending().boxed()
    }

    fn load<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<Skill>> {
        pending().boxed()
    }

    fn resource<'a>(&'a self, _: &'a str, _: &'a str) -> BoxFuture<'a, Result<Option<Bytes>>> {
        pending().boxed()
    }
}

#[tokio::test(start_paused = true)]
async fn a_source_that_never_answers_is_waited_for_as_long_as_for_a_tool() {
    let model = ScriptedModel::new().text("Hello.");
    let stage = Stage::new(helper(&model).toolset(SkillToolset::new(Silent)));
    let started = Instant::now();
    let error = stage.run("Hi.").text().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
    assert_eq!(started.elapsed(), RunConfig::new().tool_timeout);
    assert_snapshot!(error, @r#"the skills of toolset `skills` were not listed within 600s, the run's time limit for a tool; raise it by `RunConfig::tool_timeout`"#);
}

#[tokio::test]
async fn a_broken_skill_is_logged_once_and_the_run_goes_on_without_it() {
    let skills = Skills::new();
    skills
        .skill("tea", "Makes tea.")
        .write("bad/SKILL.md", "no frontmatter");
    let (logged, listening) = Logged::listen();
    let model = ScriptedModel::new().text("One.").text("Two.");
    let stage = Stage::new(helper(&model).toolset(skills.toolset()));
    stage.run("Hi.").text().await.unwrap();
    stage.run("Hi.").text().await.unwrap();
    drop(listening);
    for request in model.requests() {
        let told = request.system_instruction().unwrap();
        assert!(
            told.contains("<name>tea</name>") && !told.contains("bad"),
            "{told}"
        );
    }
    let text = logged.text();
    assert_eq!(text.matches("a skill is left out").count(), 1, "{text}");
}

/// A source that cannot be asked.
#[derive(Debug)]
struct Broken;

impl SkillSource for Broken {
    fn name(&self) -> &'static str {
        "broken"
    }

    fn list(&self) -> BoxFuture<'_, Result<Arc<SkillList>>> {
        async { panic!("no disk") }.boxed()
    }

    fn load<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<Skill>> {
        panic!("no disk")
    }

    fn resource<'a>(&'a self, _: &'a str, _: &'a str) -> BoxFuture<'a, Result<Option<Bytes>>> {
        panic!("no disk")
    }
}

#[tokio::test]
async fn a_source_that_panics_ends_the_run_as_an_error() {
    let model = ScriptedModel::new().text("Hi.");
    let stage = Stage::new(helper(&model).toolset(SkillToolset::new(Broken)));
    let error = stage.run("Hello").text().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Panicked);
    assert_snapshot!(error, @"toolset `skills` of agent `helper` panicked while it changed a request: no disk");
    assert!(model.requests().is_empty());
}

#[tokio::test]
async fn a_tool_that_only_ends_like_one_of_a_skill_is_not_told_of() {
    let other = |name| {
        FunctionTool::new(name, "Loads.", |(): (), _: ToolContext| async {
            Ok::<_, ToolError>(())
        })
    };
    let model = ScriptedModel::new().text("Hi.");
    let office = SkillToolset::new(Own::named("office")).prefixed("office");
    let shop = SkillToolset::new(Own::named("shop"))
        .named("other")
        .prefixed("shop");
    let agent = helper(&model)
        .tool(other("my_load_skill"))
        .tool(other("load_skill"));
    let stage = Stage::new(agent.toolset(office).toolset(shop));
    stage.run("Hello").text().await.unwrap();
    let requests = model.requests();
    let told = requests[0].system_instruction().unwrap();
    let (first, second) = told.split_once("<name>office</name>").unwrap();
    assert!(first.contains("call `office_load_skill`"), "{told}");
    assert!(second.contains("call `shop_load_skill`"), "{told}");
    assert!(!told.contains("my_load_skill"), "{told}");
}
