//! Skills that change on disk while the program runs.

use std::fs;

use adk::testing::ScriptedModel;
use adk::tool::skill::{SkillDir, SkillSource as _};
use futures::FutureExt as _;
use serde_json::json;
use tests::skills::{Skills, call, read, skill};
use tests::stage::{Stage, helper};

fn descriptions(request: &adk::model::LlmRequest) -> Vec<String> {
    let told = request.system_instruction().unwrap_or_default();
    let after = told.split("<description>").skip(1);
    after
        .filter_map(|text| Some(text.split_once('<')?.0.to_owned()))
        .collect()
}

#[tokio::test]
async fn what_changes_is_told_from_the_next_request_on() {
    let skills = Skills::new();
    let model =
        ScriptedModel::from_fn(|_| adk::model::LlmResponse::new(adk::Content::model("Yes.")));
    let stage = Stage::new(helper(&model).toolset(skills.toolset()));
    let told = async || {
        stage.run("Hi.").text().await.unwrap();
        descriptions(model.requests().last().unwrap())
    };
    assert!(told().await.is_empty());
    skills.skill("tea", "Makes tea.");
    assert_eq!(told().await, ["Makes tea."]);
    skills.skill("tea", "Makes TEA.").aged("tea/SKILL.md", 60);
    assert_eq!(told().await, ["Makes TEA."]);
    skills
        .write("tea/SKILL.md", "---\nname: tea")
        .skill("a", "A.");
    assert_eq!(told().await, ["A."]);
    skills.skill("tea", "Is mended.");
    assert_eq!(told().await, ["A.", "Is mended."]);
    fs::remove_dir_all(skills.path().join("tea")).unwrap();
    assert_eq!(told().await, ["A."]);
}

#[tokio::test]
async fn a_file_is_read_again_when_its_size_or_time_changed() {
    let skills = Skills::new();
    skills.skill("tea", "One.").aged("tea/SKILL.md", 60);
    let folder = SkillDir::new(skills.path());
    let first = folder.list().await.unwrap();
    assert!(std::sync::Arc::ptr_eq(
        &first,
        &folder.list().await.unwrap()
    ));
    // Neither is another, so this is not seen: it is not read each time.
    let time = fs::metadata(skills.path().join("tea/SKILL.md"))
        .unwrap()
        .modified()
        .unwrap();
    skills.skill("tea", "Two.");
    let file = fs::File::options()
        .append(true)
        .open(skills.path().join("tea/SKILL.md"));
    file.unwrap().set_modified(time).unwrap();
    let description =
        |list: &adk::tool::skill::SkillList| list.skills()[0].description().to_owned();
    assert_eq!(description(&folder.list().await.unwrap()), "One.");
    skills.aged("tea/SKILL.md", 50);
    assert_eq!(description(&folder.list().await.unwrap()), "Two.");
    skills.skill("tea", "Three.").aged("tea/SKILL.md", 50);
    assert_eq!(description(&folder.list().await.unwrap()), "Three.");
}

#[tokio::test]
async fn two_writes_within_one_tick_of_the_clock_are_both_seen() {
    let skills = Skills::new();
    let folder = SkillDir::new(skills.path());
    for number in 0..200 {
        skills.skill("tea", format!("Is {number:03}."));
        let list = folder.list().await.unwrap();
        assert_eq!(list.skills()[0].description(), format!("Is {number:03}."));
    }
}

#[tokio::test]
async fn instructions_and_files_are_read_as_they_are_when_asked_for() {
    let skills = Skills::new();
    skills
        .skill("tea", "Makes tea.")
        .write("tea/assets/a.txt", "one");
    let toolset = skills.toolset();
    assert_eq!(read(&toolset, "tea", "assets/a.txt").await.unwrap(), "one");
    skills.write("tea/assets/a.txt", "two");
    skills.write("tea/SKILL.md", skill("tea", "Makes tea.") + "Slowly.");
    assert_eq!(read(&toolset, "tea", "assets/a.txt").await.unwrap(), "two");
    let loaded = call(&toolset, "load_skill", json!({"name": "tea"}))
        .await
        .unwrap();
    assert_eq!(loaded["instructions"], "Do tea.\nSlowly.");
}

/// While the only thread for blocking work is held, nothing is read; so nothing is read elsewhere.
#[test]
fn the_disk_is_not_read_on_the_thread_that_asks() {
    let skills = Skills::new();
    skills
        .skill("tea", "Makes tea.")
        .write("tea/assets/a.txt", "one");
    let folder = SkillDir::new(skills.path());
    let mut builder = tokio::runtime::Builder::new_current_thread();
    let runtime = builder.enable_time().max_blocking_threads(1).build();
    runtime.unwrap().block_on(async {
        let (release, held) = std::sync::mpsc::channel::<()>();
        let holder = tokio::task::spawn_blocking(move || held.recv());
        assert!(folder.list().now_or_never().is_none());
        assert!(folder.load("tea").now_or_never().is_none());
        let file = folder.resource("tea", "assets/a.txt");
        assert!(file.now_or_never().is_none());
        assert!(folder.resources("tea").now_or_never().is_none());
        drop(release);
        assert!(holder.await.unwrap().is_err());
        assert_eq!(folder.list().await.unwrap().skills().len(), 1);
    });
}
