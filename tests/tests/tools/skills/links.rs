//! Links, pipes and folders in the place of files.

use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{fs, thread};

use adk::tool::skill::{SkillDir, SkillSource};
use insta::assert_snapshot;
use serde_json::json;
use tests::skills::{Skills, call, checked, link, read, skill};

#[tokio::test]
async fn a_link_that_leads_out_of_the_skill_is_refused() {
    let skills = Skills::new();
    let path = skills.path();
    skills
        .skill("pdf", "Fills in forms.")
        .write("pdf/references/a.md", "known")
        .write("tea/SKILL.md", skill("tea", "Makes tea."))
        .write("tea/references/b.md", "the canary")
        .write("../outside/secret.txt", "the canary")
        .write("../outside/SKILL.md", skill("outside", "Is elsewhere."));
    let files = path.join("pdf/references");
    link(
        path.join("../outside/secret.txt"),
        files.join("absolute.md"),
    )
    .unwrap();
    link("../../../outside/secret.txt", files.join("relative.md")).unwrap();
    link("../../tea/references/b.md", files.join("beside.md")).unwrap();
    link("/etc", files.join("etc")).unwrap();
    link("loop.md", files.join("loop.md")).unwrap();
    link("a.md", files.join("inside.md")).unwrap();
    link(path.join("../outside"), path.join("outside")).unwrap();
    fs::create_dir(path.join("head")).unwrap();
    link(path.join("../outside/SKILL.md"), path.join("head/SKILL.md")).unwrap();
    let toolset = skills.toolset();
    let mut said = Vec::new();
    let names = [
        "absolute.md",
        "relative.md",
        "beside.md",
        "etc/passwd",
        "loop.md",
    ];
    for name in names {
        let path = format!("references/{name}");
        said.push(read(&toolset, "pdf", &path).await.unwrap_err());
    }
    for name in ["outside", "head"] {
        said.push(
            call(&toolset, "load_skill", json!({"name": name}))
                .await
                .unwrap_err(),
        );
    }
    assert_snapshot!(said.join("\n"), @r#"
    the file `references/absolute.md` of the skill `pdf` cannot be read
    the file `references/relative.md` of the skill `pdf` cannot be read
    the file `references/beside.md` of the skill `pdf` cannot be read
    the file `references/etc/passwd` of the skill `pdf` cannot be read
    the file `references/loop.md` of the skill `pdf` cannot be read
    the skill `outside` is broken: whoever keeps it has to mend it
    the skill `head` is broken: whoever keeps it has to mend it
    "#);
    assert_snapshot!(checked(&skills).await, @r#"
    InvalidSkill: …/skills/head/SKILL.md: it cannot be read: a path led outside of the filesystem
    …/skills/outside/SKILL.md: it cannot be read: a path led outside of the filesystem
    "#);
    // The links do lead there, for who follows them; and one that stays inside is followed.
    let followed = fs::read_to_string(files.join("relative.md")).unwrap();
    assert_eq!(followed, "the canary");
    assert_eq!(
        read(&toolset, "pdf", "references/inside.md").await.unwrap(),
        "known"
    );
    let listed = SkillDir::new(&path).resources("pdf").await.unwrap();
    assert_eq!(listed, ["references/a.md"]);
}

#[tokio::test]
async fn a_pipe_or_a_folder_is_no_file_and_nobody_waits_for_it() {
    let skills = Skills::new();
    skills
        .skill("pdf", "Fills in forms.")
        .write("pdf/references/folder/x", "")
        .write("pipe/x", "");
    for pipe in ["pdf/references/pipe.md", "pipe/SKILL.md"] {
        let made = Command::new("mkfifo")
            .arg(skills.path().join(pipe))
            .status();
        assert!(made.unwrap().success());
    }
    let started = Instant::now();
    let toolset = skills.toolset();
    let mut said = Vec::new();
    for path in ["references/pipe.md", "references/folder"] {
        said.push(read(&toolset, "pdf", path).await.unwrap_err());
    }
    said.push(
        call(&toolset, "load_skill", json!({"name": "pipe"}))
            .await
            .unwrap_err(),
    );
    assert_snapshot!(said.join("\n"), @r#"
    the file `references/pipe.md` of the skill `pdf` cannot be read
    there is no file "references/folder": did you mean `references/folder/x`?
    the skill `pipe` is broken: whoever keeps it has to mend it
    "#);
    assert!(started.elapsed() < Duration::from_secs(5));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_becomes_a_pipe_between_two_looks_is_not_waited_for() {
    let skills = Skills::new();
    skills
        .skill("pdf", "Fills in forms.")
        .write("pdf/references/a.md", "known")
        .write("pdf/known", "known");
    let path = skills.path().join("pdf");
    let made = Command::new("mkfifo").arg(path.join("pipe")).status();
    assert!(made.unwrap().success());
    let is_over = Arc::new(AtomicBool::new(false));
    let swaps = Arc::clone(&is_over);
    let swapping = thread::spawn(move || {
        while !swaps.load(Ordering::Relaxed) {
            for name in ["pipe", "known"] {
                fs::hard_link(path.join(name), path.join("next")).unwrap();
                fs::rename(path.join("next"), path.join("references/a.md")).unwrap();
            }
        }
    });
    let folder = SkillDir::new(skills.path());
    let (mut known, mut refused) = (0, 0);
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(5) || known == 0 || refused == 0 {
        let read = folder.resource("pdf", "references/a.md");
        match tokio::time::timeout(Duration::from_secs(5), read).await {
            Ok(Ok(read)) => known += usize::from(read.is_some()),
            Ok(Err(_)) => refused += 1,
            // The thread that waits would keep the test from ending.
            Err(_) => std::process::abort(),
        }
    }
    is_over.store(true, Ordering::Relaxed);
    swapping.join().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_becomes_a_link_between_two_looks_is_not_followed() {
    let skills = Skills::new();
    skills
        .skill("pdf", "Fills in forms.")
        .write("pdf/references/a.md", "known")
        .write("../secret.txt", "the canary");
    let path = skills.path();
    let is_over = Arc::new(AtomicBool::new(false));
    let swaps = Arc::clone(&is_over);
    let swapping = thread::spawn(move || {
        let file = path.join("pdf/references/a.md");
        let next = path.join("pdf/next");
        while !swaps.load(Ordering::Relaxed) {
            link("../../../secret.txt", &next).unwrap();
            fs::rename(&next, &file).unwrap();
            fs::write(&next, "known").unwrap();
            fs::rename(&next, &file).unwrap();
        }
    });
    let folder = SkillDir::new(skills.path());
    let (mut known, mut refused) = (0, 0);
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(1) || known == 0 || refused == 0 {
        assert!(started.elapsed() < Duration::from_secs(30));
        match folder.resource("pdf", "references/a.md").await {
            Ok(Some(bytes)) => {
                assert_eq!(&bytes[..], b"known");
                known += 1;
            }
            Ok(None) => panic!("it was there all the time"),
            Err(_) => refused += 1,
        }
    }
    is_over.store(true, Ordering::Relaxed);
    swapping.join().unwrap();
}
