//! A folder in which no skill is found, and what a skill has that means nothing: told, not passed
//! over in silence.

use adk::tool::skill::{SkillDir, SkillList, SkillSource as _, SkillToolset};
use adk::{Error, ErrorKind, Result};
use insta::assert_snapshot;
use tests::logged::Logged;
use tests::skills::{Skills, checked, skill};

/// The error of a check of that folder, and the same as a warning of the first of two looks.
async fn told(skills: &Skills, folder: &str) -> String {
    let path = skills.path().join(folder);
    let error = SkillToolset::from_dir(&path).checked().await.err();
    assert_eq!(
        error.as_ref().map(Error::kind),
        Some(ErrorKind::InvalidSkill)
    );
    let error = error.map(|error| error.to_string()).unwrap_or_default();
    let (logged, _guard) = Logged::listen();
    let folder = SkillDir::new(&path);
    for _ in 0..2 {
        assert!(
            folder
                .list()
                .await
                .is_ok_and(|list| list.skills().is_empty())
        );
    }
    let logged = logged.text();
    assert_eq!(logged.matches(&error).count(), 1, "{logged}");
    assert!(logged.contains("WARN"), "{logged}");
    skills.without_path(&error)
}

#[tokio::test]
async fn a_folder_without_a_skill_is_told_of_with_the_likely_mistake() {
    let skills = Skills::new();
    skills
        .skill("tea", "Makes tea.")
        .write("small/skill.md", skill("small", "Is small."))
        .write("nothing/README.md", "")
        .write("misnamed/coffee/skill.md", skill("coffee", "Makes coffee."));
    let mut said = Vec::new();
    for folder in ["tea", "small", "nothing", "misnamed"] {
        said.push(told(&skills, folder).await);
    }
    assert_snapshot!(said.join("\n"), @r#"
    the folder of skills `…/skills/tea` has a `SKILL.md` of its own, so it is one skill: name the folder around it
    the folder of skills `…/skills/small` has a `SKILL.md` of its own, so it is one skill: name the folder around it
    the folder of skills `…/skills/nothing` has no skill: each is a folder in it with a `SKILL.md`, as in `…/skills/nothing/tea/SKILL.md`
    …/skills/misnamed/coffee/SKILL.md: the file is named `skill.md`; rename it
    "#);
}

#[tokio::test]
async fn a_misnamed_file_is_told_of_beside_skills_that_are_well() {
    let skills = Skills::new();
    skills.skill("tea", "Makes tea.");
    assert_eq!(checked(&skills).await, "");
    skills.write("coffee/skill.md", skill("coffee", "Makes coffee."));
    assert_snapshot!(checked(&skills).await, @r#"InvalidSkill: …/skills/coffee/SKILL.md: the file is named `skill.md`; rename it"#);
}

#[tokio::test]
async fn each_source_has_to_have_some() {
    let skills = Skills::new();
    skills
        .skill("tea", "Makes tea.")
        .write("none/README.md", "");
    let none = SkillDir::new(skills.path().join("none"));
    let error = skills.toolset().source(none).checked().await.unwrap_err();
    assert_snapshot!(skills.without_path(&error), @r#"
    the folder of skills `…/skills/none` has no skill: each is a folder in it with a `SKILL.md`, as in `…/skills/none/tea/SKILL.md`
    "#);
}

#[tokio::test]
async fn keys_that_the_format_does_not_have_are_warned_of_once() -> Result<()> {
    let skills = Skills::new();
    let text = |more: &str| format!("---\nname: tea\ndescription: x\nlicense: MIT\n{more}---\n");
    skills.write("tea/SKILL.md", text("allowed_tools: Read\nversion: 2\n"));
    let (logged, _guard) = Logged::listen();
    let folder = SkillDir::new(skills.path());
    let keys = |list: &SkillList| list.skills()[0].unknown_keys().to_vec();
    for _ in 0..2 {
        assert_eq!(keys(&*folder.list().await?), ["allowed_tools", "version"]);
    }
    assert_snapshot!(logged.text(), @r#"
    WARN message=a skill has keys that the format does not have skill="tea" keys=["allowed_tools", "version"]
    "#);
    skills.write("tea/SKILL.md", text("metadata: {version: 2}\n"));
    assert!(keys(&*folder.list().await?).is_empty());
    assert_eq!(logged.text().lines().count(), 1);
    assert_eq!(checked(&skills).await, "");
    Ok(())
}
