//! Skills that are too large, or too many: refused soon, and by what is said of them.

use std::fs;
use std::time::{Duration, Instant};

use adk::ErrorKind;
use adk::tool::skill::{SkillDir, SkillSource, SkillToolset};
use insta::assert_snapshot;
use serde_json::json;
use tests::skills::{Skills, call, checked, read};

/// What `unzip` would make a gigabyte of.
const ZIP: &[u8] = b"PK\x03\x04\x14\x00\x00\x00\x08\x00\x00\x00\xff\xfe";

#[tokio::test]
async fn a_file_is_read_up_to_its_limit_and_text_only() {
    let skills = Skills::new();
    skills
        .skill("pdf", "Fills in forms.")
        .write("pdf/assets/fits.txt", "x".repeat(1000))
        .write("pdf/assets/large.txt", "x".repeat(1001))
        .write("pdf/assets/bomb.zip", ZIP)
        .write("pdf/assets/nul.txt", "a\0b")
        .write("pdf/assets/empty.txt", "")
        .write("pdf/assets/huge.txt", "");
    let huge = skills.path().join("pdf/assets/huge.txt");
    let huge = fs::File::options().write(true).open(huge).unwrap();
    huge.set_len(1 << 40).unwrap();
    let folder = SkillDir::new(skills.path()).max_file_bytes(1000);
    let toolset = SkillToolset::new(folder.clone());
    let started = Instant::now();
    let mut said = Vec::new();
    for name in ["large.txt", "huge.txt", "bomb.zip", "nul.txt"] {
        let path = format!("assets/{name}");
        said.push(read(&toolset, "pdf", &path).await.unwrap_err());
    }
    let error = folder
        .resource("pdf", "assets/large.txt")
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
    said.push(skills.without_path(&error));
    assert_snapshot!(said.join("\n"), @r#"
    the file `assets/large.txt` of the skill `pdf` is too large to be read
    the file `assets/huge.txt` of the skill `pdf` is too large to be read
    the file `assets/bomb.zip` of the skill `pdf` is no text: it has 14 bytes of another kind, which cannot be shown
    the file `assets/nul.txt` of the skill `pdf` is no text: it has 3 bytes of another kind, which cannot be shown
    the folder of skills `…/skills` has a file `pdf/assets/large.txt` of 1001 bytes, where 1000 are the most; raise `SkillDir::max_file_bytes`
    "#);
    assert!(started.elapsed() < Duration::from_secs(5));
    assert_eq!(
        read(&toolset, "pdf", "assets/fits.txt")
            .await
            .unwrap()
            .len(),
        1000
    );
    assert_eq!(read(&toolset, "pdf", "assets/empty.txt").await.unwrap(), "");
}

#[tokio::test]
async fn large_instructions_and_frontmatters_are_refused() {
    let skills = Skills::new();
    let body = "x".repeat(11 * 1024 * 1024);
    let head = "x".repeat(5_000_000);
    skills
        .skill("tea", "Makes tea.")
        .write(
            "body/SKILL.md",
            tests::skills::skill("body", "Has a body.") + &body,
        )
        .write("head/SKILL.md", tests::skills::skill("head", &head));
    let started = Instant::now();
    assert_snapshot!(checked(&skills).await, @r#"InvalidSkill: …/skills/head/SKILL.md: the frontmatter has no line `---` at its end, or is larger than 64 KiB"#);
    let toolset = skills.toolset();
    let error = call(&toolset, "load_skill", json!({"name": "body"}))
        .await
        .unwrap_err();
    assert_snapshot!(error, @r#"the skill `body` is too large to be loaded"#);
    assert!(
        call(&toolset, "load_skill", json!({"name": "tea"}))
            .await
            .is_ok()
    );
    assert!(started.elapsed() < Duration::from_secs(5));
}

#[tokio::test]
async fn ten_thousand_files_of_a_skill_cost_nothing_until_one_is_missed() {
    let skills = Skills::new();
    skills.skill("pdf", "Fills in forms.");
    for number in 0..10_000 {
        skills.write(&format!("pdf/references/{number:05}.md"), "x");
    }
    let toolset = skills.toolset();
    let started = Instant::now();
    assert_eq!(checked(&skills).await, "");
    assert_eq!(
        read(&toolset, "pdf", "references/09999.md").await.unwrap(),
        "x"
    );
    let error = read(&toolset, "pdf", "references/none").await.unwrap_err();
    assert!(error.len() < 2000, "{error}");
    let listed = SkillDir::new(skills.path()).resources("pdf").await.unwrap();
    assert_eq!(listed.len(), 100);
    assert!(started.elapsed() < Duration::from_secs(5));
}

#[tokio::test]
async fn more_skills_or_entries_than_a_folder_may_have_are_an_error() {
    let skills = Skills::new();
    skills.skill("a", "A.").skill("b", "B.");
    let folder = SkillDir::new(skills.path());
    let error = folder.clone().max_skills(1).list().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
    assert_snapshot!(skills.without_path(&error), @r#"the folder of skills `…/skills` has more than 1 skills; raise `SkillDir::max_skills`"#);
    assert_eq!(
        folder
            .clone()
            .max_skills(2)
            .list()
            .await
            .unwrap()
            .skills()
            .len(),
        2
    );
    for number in 0..10_000 {
        skills.write(&format!("{number}.txt"), "");
    }
    let error = folder.list().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
    assert_snapshot!(skills.without_path(&error), @r#"the folder of skills `…/skills` has more than 10000 entries; give skills a folder of their own"#);
}
