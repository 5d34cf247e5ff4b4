//! Paths that a model makes up: whatever they are, nothing outside of a skill is read.

use std::cell::Cell;

use adk::ErrorKind;
use adk::tool::skill::{SkillDir, SkillSource};
use insta::assert_snapshot;
use proptest::prelude::*;
use serde_json::json;
use tests::skills::{Skills, call, read};

const SECRET: &str = "the canary";

/// A skill `pdf`, and secrets beside it, below it, and above the skills.
fn caged() -> Skills {
    let skills = Skills::new();
    skills
        .skill("pdf", "Fills in forms.")
        .write("pdf/references/a.md", "known")
        .write("pdf/assets/100%2e.md", "percent")
        .write("pdf/forms.md", "known")
        .write("pdf/more/deep/b.md", "known")
        .write("pdf/.env", SECRET)
        .write("pdf/references/.git/secret.txt", SECRET)
        .write("secret.txt", SECRET)
        .write("other/references/secret.txt", SECRET)
        .write("../secret.txt", SECRET)
        .write("../skills-evil/references/secret.txt", SECRET);
    skills
}

#[tokio::test]
async fn a_path_that_leads_out_is_refused_by_its_text() {
    let skills = caged();
    let toolset = skills.toolset();
    let absolute = format!("{}/pdf/references/a.md", skills.path().display());
    let paths = [
        "../secret.txt",
        "references/../secret.txt",
        "references/../../secret.txt",
        "references/./a.md",
        "references//a.md",
        "references/..",
        "references/.. /secret.txt",
        "/etc/passwd",
        &absolute,
        ".env",
        "./.env",
        "references/.git/secret.txt",
        "secret.txt",
        "other/secret.txt",
        "references-2/secret.txt",
        "REFERENCES/a.md",
        "..\\secret.txt",
        "references\\a.md",
        "C:\\secret.txt",
        "C:/secret.txt",
        "references/a.md:stream",
        "references/a.md\0.txt",
        "references/a.md\n",
        "%2e%2e/secret.txt",
        "references%2fa.md",
        "file:///etc/passwd",
        "~/secret.txt",
        ".",
        "",
        "././references/a.md",
        "references/",
        "references",
        &format!("references/{}a", "a/".repeat(20)),
        &format!("references/{}", "a".repeat(10_000)),
        "\u{2024}\u{2024}/secret.txt",
        "references/\u{ff0e}\u{ff0e}/secret.txt",
        "references/%2e%2e/%2e%2e/secret.txt",
    ];
    let mut said = Vec::new();
    for path in paths {
        let text = read(&toolset, "pdf", path).await.unwrap_err();
        assert!(text.len() < 600 && !text.contains(SECRET), "{text}");
        said.push(skills.without_path(&text));
        // The source refuses it by itself, whoever asks.
        let asked = SkillDir::new(skills.path()).resource("pdf", path).await;
        assert!(!matches!(asked, Ok(Some(_))), "{path}");
    }
    assert_snapshot!(said.join("\n"), @r#"
    no skill has a file "../secret.txt": it has an empty step, or one with a dot at its beginning or its end. Send a path such as `references/guide.md`
    no skill has a file "references/../secret.txt": it has an empty step, or one with a dot at its beginning or its end. Send a path such as `references/guide.md`
    no skill has a file "references/../../secret.txt": it has an empty step, or one with a dot at its beginning or its end. Send a path such as `references/guide.md`
    no skill has a file "references/./a.md": it has an empty step, or one with a dot at its beginning or its end. Send a path such as `references/guide.md`
    no skill has a file "references//a.md": it has an empty step, or one with a dot at its beginning or its end. Send a path such as `references/guide.md`
    no skill has a file "references/..": it has an empty step, or one with a dot at its beginning or its end. Send a path such as `references/guide.md`
    no skill has a file "references/.. /secret.txt": it has an empty step, or one with a dot at its beginning or its end. Send a path such as `references/guide.md`
    no skill has a file "/etc/passwd": it has an empty step, or one with a dot at its beginning or its end. Send a path such as `references/guide.md`
    no skill has a file "…/skills/pdf/references/a.md": it has an empty step, or one with a dot at its beginning or its end. Send a path such as `references/guide.md`
    no skill has a file ".env": it has an empty step, or one with a dot at its beginning or its end. Send a path such as `references/guide.md`
    no skill has a file "./.env": it has an empty step, or one with a dot at its beginning or its end. Send a path such as `references/guide.md`
    no skill has a file "references/.git/secret.txt": it has an empty step, or one with a dot at its beginning or its end. Send a path such as `references/guide.md`
    there is no file "secret.txt": the skill `pdf` has `assets/100%2e.md`, `forms.md`, `more/deep/b.md`, `references/a.md`
    there is no file "other/secret.txt": the skill `pdf` has `assets/100%2e.md`, `forms.md`, `more/deep/b.md`, `references/a.md`
    there is no file "references-2/secret.txt": did you mean `references/a.md`?
    there is no file "REFERENCES/a.md": did you mean `references/a.md`?
    no skill has a file "..\\secret.txt": it has a control character, a backslash or a colon. Send a path such as `references/guide.md`
    no skill has a file "references\\a.md": it has a control character, a backslash or a colon. Send a path such as `references/guide.md`
    no skill has a file "C:\\secret.txt": it has a control character, a backslash or a colon. Send a path such as `references/guide.md`
    no skill has a file "C:/secret.txt": it has a control character, a backslash or a colon. Send a path such as `references/guide.md`
    no skill has a file "references/a.md:stream": it has a control character, a backslash or a colon. Send a path such as `references/guide.md`
    no skill has a file "references/a.md\0.txt": it has a control character, a backslash or a colon. Send a path such as `references/guide.md`
    no skill has a file "references/a.md\n": it has a control character, a backslash or a colon. Send a path such as `references/guide.md`
    there is no file "%2e%2e/secret.txt": the skill `pdf` has `assets/100%2e.md`, `forms.md`, `more/deep/b.md`, `references/a.md`
    there is no file "references%2fa.md": did you mean `references/a.md`?
    no skill has a file "file:///etc/passwd": it has a control character, a backslash or a colon. Send a path such as `references/guide.md`
    there is no file "~/secret.txt": the skill `pdf` has `assets/100%2e.md`, `forms.md`, `more/deep/b.md`, `references/a.md`
    no skill has a file ".": it has an empty step, or one with a dot at its beginning or its end. Send a path such as `references/guide.md`
    no skill has a file "": it has an empty step, or one with a dot at its beginning or its end. Send a path such as `references/guide.md`
    no skill has a file "././references/a.md": it has an empty step, or one with a dot at its beginning or its end. Send a path such as `references/guide.md`
    no skill has a file "references/": it has an empty step, or one with a dot at its beginning or its end. Send a path such as `references/guide.md`
    there is no file "references": did you mean `references/a.md`?
    no skill has a file "references/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a": it goes through more than 16 folders. Send a path such as `references/guide.md`
    no skill has a file "references/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": it is longer than 1024 bytes. Send a path such as `references/guide.md`
    there is no file "․․/secret.txt": the skill `pdf` has `assets/100%2e.md`, `forms.md`, `more/deep/b.md`, `references/a.md`
    there is no file "references/．．/secret.txt": did you mean `references/a.md`?
    there is no file "references/%2e%2e/%2e%2e/secret.txt": did you mean `references/a.md`?
    "#);
}

#[tokio::test]
async fn files_anywhere_in_a_skill_are_read_and_listed() {
    let skills = caged();
    let toolset = skills.toolset();
    for path in [
        "references/a.md",
        "./references/a.md",
        "forms.md",
        "more/deep/b.md",
    ] {
        assert_eq!(
            read(&toolset, "pdf", path).await.unwrap(),
            "known",
            "{path}"
        );
    }
    let listed = SkillDir::new(skills.path()).resources("pdf").await.unwrap();
    let known = [
        "assets/100%2e.md",
        "forms.md",
        "more/deep/b.md",
        "references/a.md",
    ];
    assert_eq!(listed, known);
    assert_eq!(
        read(&toolset, "pdf", "assets/100%2e.md").await.unwrap(),
        "percent"
    );
}

#[tokio::test]
async fn a_name_that_leads_out_is_no_skill() {
    let skills = caged();
    skills.write("../etc/SKILL.md", tests::skills::skill("etc", SECRET));
    let toolset = skills.toolset();
    let inside = SkillDir::new(skills.path());
    let absolute = skills.path().join("pdf").display().to_string();
    for name in [
        "../etc",
        "../skills/pdf",
        "..",
        ".",
        "",
        "/",
        &absolute,
        "pdf/",
        "pdf\0",
        "PDF",
        "p\u{430}f",
    ] {
        assert!(
            call(&toolset, "load_skill", json!({"name": name}))
                .await
                .is_err(),
            "{name}"
        );
        assert!(
            read(&toolset, name, "references/a.md").await.is_err(),
            "{name}"
        );
        assert!(inside.load(name).await.is_err(), "{name}");
        assert!(
            inside.resource(name, "references/a.md").await.is_err(),
            "{name}"
        );
        assert!(inside.resources(name).await.is_err(), "{name}");
    }
    assert!(inside.load("pdf").await.is_ok());
    // It would be one, were its folder among the skills.
    let etc = SkillDir::new(skills.path().parent().unwrap());
    assert!(etc.load("etc").await.is_ok());
}

fn step() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(vec![
            "..", ".", "", "references", "assets", "scripts", "pdf", "other", "skills",
            "secret.txt", "a.md", "skills-evil", ".env", ".git", "forms.md", "~", "..%2f", "%2e%2e",
            "..\\", "C:", "\u{2025}", "...", ".. ", "References", "etc", "passwd",
        ])
        .prop_map(str::to_owned),
        1 => any::<String>(),
    ]
}

#[tokio::test]
async fn a_folder_without_its_file_is_no_skill() {
    let skills = caged();
    let inside = SkillDir::new(skills.path());
    let path = "references/secret.txt";
    let refused = inside.resource("other", path).await.unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::InvalidSkill);
    assert!(refused.to_string().contains("other/SKILL.md"), "{refused}");
    assert!(inside.resources("other").await.is_err());
    skills.skill("other", "Is one now.");
    assert!(inside.resource("other", path).await.unwrap().is_some());
}

#[test]
fn nothing_outside_is_ever_read() {
    let skills = caged();
    let mut builder = tokio::runtime::Builder::new_current_thread();
    let runtime = builder.enable_time().build().unwrap();
    let inside = SkillDir::new(skills.path());
    let first = prop::sample::select(vec!["references/", "assets/", "./references/", "/", ""]);
    let steps = prop::collection::vec(step(), 1..7);
    let name = prop_oneof![9 => Just("pdf".to_owned()), 1 => step()];
    let config = ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(1_500)
    };
    let read = Cell::new(0);
    proptest!(config, |(first in first, steps in steps, name in name)| {
        let path = format!("{first}{}", steps.join("/"));
        if let Ok(Some(bytes)) = runtime.block_on(inside.resource(&name, &path)) {
            read.set(read.get() + 1);
            prop_assert_eq!(&bytes[..], b"known");
            let is_known = ["references/a.md", "forms.md"].iter().any(|known| path.ends_with(known));
            prop_assert!(is_known, "{}", path);
        }
    });
    // Some of them do lead to a file.
    assert!(read.get() > 0);
}
