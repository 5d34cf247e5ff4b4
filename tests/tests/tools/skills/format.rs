//! The format of a `SKILL.md`: what may stand in one, and what is said of one that is wrong.

use std::time::{Duration, Instant};

use adk::ErrorKind;
use adk::tool::skill::{Frontmatter, Skill};
use insta::assert_snapshot;
use proptest::prelude::*;
use serde_json::json;
use tests::skills::{Skills, call, checked};

#[tokio::test]
async fn all_that_the_format_has_is_read() {
    let skills = Skills::new();
    let text = "\u{feff}---\r\nname: pdf-2\r\ndescription: >\r\n  Fills in\r\n  forms.\r\n\
                license: Apache-2.0\r\ncompatibility: Needs git.\r\n\
                metadata:\r\n  version: \"1.0\"\r\n  tags: [a, b]\r\n\
                allowed-tools: Bash(git add:*), Read\r\nfuture-key: {x: 1}\r\n---\r\n\r\n\
                # Forms\r\n---\r\nDo it.\r\n";
    skills.write("pdf-2/SKILL.md", text);
    let loaded = call(&skills.toolset(), "load_skill", json!({"name": "pdf-2"})).await;
    assert_eq!(
        loaded.unwrap(),
        json!({
            "skill_name": "pdf-2",
            "instructions": "# Forms\r\n---\r\nDo it.",
            "frontmatter": {
                "name": "pdf-2",
                "description": "Fills in forms.",
                "license": "Apache-2.0",
                "compatibility": "Needs git.",
                "metadata": {"version": "1.0", "tags": ["a", "b"]},
                "allowed-tools": ["Bash(git add:*)", "Read"],
            },
        })
    );
    let texts = "---\nname: a\ndescription: b\nmetadata:\n  version: 1.10\n  on: yes\n---";
    let texts = Skill::parse(texts).unwrap();
    let texts = serde_json::to_value(texts.frontmatter().metadata()).unwrap();
    assert_eq!(texts, json!({"version": "1.10", "on": "yes"}));
    let list = Skill::parse("---\nname: a\ndescription: b\nallowed-tools:\n  - Read\n---").unwrap();
    assert_eq!(list.frontmatter().allowed_tools(), ["Read"]);
    assert_eq!(list.instructions(), "");
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    let long = "x".repeat(1025);
    let texts = [
        "",
        "# Tea\n",
        "---\nname: tea\n",
        "---\nname: tea\n---\n",
        "---\ndescription: x\n---\n",
        "---\nname: Tea\ndescription: x\n---\n",
        "---\ndescription: x\nname: te--a\n---\n",
        "---\nname: ''\ndescription: x\n---\n",
        "---\nname: ../../etc\ndescription: x\n---\n",
        "---\nname: tea\ndescription: ''\n---\n",
        "---\nname: tea\ndescription:\n---\n",
        &format!("---\nname: tea\ndescription: {long}\n---\n"),
        &format!("---\nname: tea\ndescription: x\ncompatibility: {long}\n---\n"),
        "---\nname: tea\ndescription: Use it: always\n---\n",
        "---\nname: tea\ndescription: x\ndescription: y\n---\n",
        "---\nname: [tea]\ndescription: x\n---\n",
        "---\nname: tea\ndescription: x\nmetadata: [1]\n---\n",
        "---\nname: tea\ndescription: x\nallowed-tools: 7\n---\n",
        "---\nname: tea\n\tdescription: x\n---\n",
        "---\n- name\n---\n",
        "---\n---\n",
    ];
    let said = texts.map(|text| Skill::parse(text).unwrap_err().to_string());
    assert_snapshot!(said.join("\n"), @r#"
    SKILL.md, line 1: the file has to begin with a line `---`, and its frontmatter
    SKILL.md, line 1: the file has to begin with a line `---`, and its frontmatter
    SKILL.md: the frontmatter has no line `---` at its end, or is larger than 64 KiB
    SKILL.md, line 3: `description` is missing, which has to stand above this line
    SKILL.md, line 3: `name` is missing, which has to stand above this line
    SKILL.md, line 2: the name "Tea" may have only the letters a to z, digits and hyphens
    SKILL.md, line 3: the name "te--a" may have hyphens only between letters or digits, and one at a time
    SKILL.md, line 2: the name "" has to have 1 to 64 characters
    SKILL.md, line 2: the name "../../etc" may have only the letters a to z, digits and hyphens
    SKILL.md, line 3: `description` has to have 1 to 1024 characters, which say what the skill does and when to use it
    SKILL.md, line 3: null is not allowed here
    SKILL.md, line 3: `description` has to have 1 to 1024 characters, which say what the skill does and when to use it
    SKILL.md, line 4: `compatibility` has more than 500 characters
    SKILL.md, line 3: mapping values are not allowed in this context; a text with a colon and a blank has to stand in quotes
    SKILL.md, line 4: duplicate mapping key `description` is not allowed here
    SKILL.md, line 2: a text has to stand here; put it in quotes
    SKILL.md, line 4: keys with their values have to stand here, as in `name: tea`
    SKILL.md, line 4: `allowed-tools` has to be a text of names with blanks between them, or a list of names
    SKILL.md, line 2: while scanning a plain scalar, found a tab
    SKILL.md, line 2: keys with their values have to stand here, as in `name: tea`
    SKILL.md, line 1: keys with their values have to stand here, as in `name: tea`
    "#);
    let whole = format!("---\nname: tea\ndescription: {}\n---\n", "ä".repeat(1024));
    assert!(Skill::parse(&whole).is_ok());
    let error = Frontmatter::new("tea", " ").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidSkill);
}

#[tokio::test]
async fn a_fault_is_named_with_its_file_and_hides_no_other_skill() {
    let skills = Skills::new();
    skills
        .skill("tea", "Makes tea.")
        .write(
            "broken/SKILL.md",
            "---\nname: broken\ndescription: [\n---\n",
        )
        .write(
            "moved/SKILL.md",
            tests::skills::skill("other", "Is elsewhere."),
        )
        .write(
            "latin/SKILL.md",
            b"---\nname: latin\ndescription: caf\xe9\n---\n",
        )
        .write("folder/SKILL.md/x", "")
        .write("no-skill/README.md", "")
        .write(".hidden/SKILL.md", "")
        .write("README.md", "");
    assert_snapshot!(checked(&skills).await, @r#"
    InvalidSkill: …/skills/broken/SKILL.md, line 3: a text has to stand here; put it in quotes
    …/skills/folder/SKILL.md: it cannot be read: it is no file
    …/skills/latin/SKILL.md: the file is not in UTF-8
    …/skills/moved/SKILL.md: the name is `other`, and the folder's is "moved": they have to be the same
    "#);
    let toolset = skills.toolset();
    let listed = call(&toolset, "list_skills", json!({})).await.unwrap();
    assert_snapshot!(listed, @r#"{"skills":"<available_skills>\n<skill>\n<name>tea</name>\n<description>Makes tea.</description>\n</skill>\n</available_skills>","broken":["broken","folder","latin","moved"]}"#);
    let error = call(&toolset, "load_skill", json!({"name": "broken"})).await;
    assert_snapshot!(error.unwrap_err(), @r#"the skill `broken` is broken: whoever keeps it has to mend it"#);
    assert!(
        call(&toolset, "load_skill", json!({"name": "tea"}))
            .await
            .is_ok()
    );
}

/// Levels of lists, each with the one below nine times over.
fn bomb(levels: usize) -> String {
    let lines = (1..=levels).map(|level| {
        let below = format!("*a{}, ", level - 1).repeat(9);
        format!("  a{level}: &a{level} [{below}]\n")
    });
    let lines = lines.collect::<Vec<_>>().concat();
    format!("---\nname: tea\ndescription: x\nmetadata:\n  a0: &a0 [lol]\n{lines}---\n")
}

#[test]
fn yaml_that_would_grow_is_refused_at_once() {
    let nested = |depth| {
        let (open, close) = ("[".repeat(depth), "]".repeat(depth));
        format!("---\nname: tea\ndescription: x\nmetadata: {{a: {open}{close}}}\n---\n")
    };
    let many = |keys: usize| {
        let keys: Vec<_> = (0..keys).map(|n| format!("  k{n}: v\n")).collect();
        let keys = keys.concat();
        format!("---\nname: tea\ndescription: x\nmetadata:\n{keys}---\n")
    };
    let large = |bytes| {
        format!(
            "---\nname: tea\ndescription: x\nlicense: {}\n---\n",
            "x".repeat(bytes)
        )
    };
    let started = Instant::now();
    let cases = [
        ("aliases", bomb(2), bomb(9)),
        ("nesting", nested(8), nested(5_000)),
        ("keys", many(500), many(6_000)),
        ("5 MB", large(50_000), large(5_000_000)),
    ];
    let mut said = Vec::new();
    for (what, small, grown) in cases {
        // A little of it is fine, so what is refused is how much there is.
        assert!(Skill::parse(&small).is_ok(), "{what}");
        let error = Skill::parse(&grown).unwrap_err().to_string();
        assert!(error.len() < 300, "{error}");
        said.push(format!("{what}: {error}"));
    }
    assert!(started.elapsed() < Duration::from_secs(5));
    assert_snapshot!(said.join("\n"), @r#"
    aliases: SKILL.md, line 8: it holds more than a frontmatter may: 2000 values, 16 of them one in another, and 64 aliases
    nesting: SKILL.md, line 4: recursion limit exceeded
    keys: SKILL.md, line 1001: it holds more than a frontmatter may: 2000 values, 16 of them one in another, and 64 aliases
    5 MB: SKILL.md: the frontmatter has no line `---` at its end, or is larger than 64 KiB
    "#);
}

fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "---",
            "\n",
            "\r\n",
            "name: ",
            "tea",
            "description: ",
            "metadata:",
            "allowed-tools: ",
            "  ",
            "- ",
            "? ",
            ": ",
            "[",
            "]",
            "{",
            "}",
            "&a ",
            "*a",
            "<<: *a",
            "!!binary ",
            "!x ",
            "|",
            ">-",
            "\"",
            "'",
            "#",
            "%YAML 9",
            "...",
            "\t",
            "\u{feff}",
            "\0",
            "é",
            "\u{2028}",
        ])
        .prop_map(str::to_owned),
        any::<String>(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1_000) })]

    #[test]
    fn whatever_stands_in_it_is_a_skill_or_an_error(pieces in prop::collection::vec(piece(), 0..60)) {
        let started = Instant::now();
        let text = format!("---\n{}", pieces.concat());
        match Skill::parse(&text) {
            Ok(skill) => prop_assert!(!skill.frontmatter().description().is_empty()),
            Err(error) => prop_assert!(error.to_string().starts_with("SKILL.md")),
        }
        prop_assert!(started.elapsed() < Duration::from_secs(2));
    }

    #[test]
    fn a_skill_that_is_written_is_read_again(
        name in "[a-z0-9]{1,20}(-[a-z0-9]{1,20}){0,2}",
        description in "[^\\p{C}\\s]([^\\p{C}]{0,80}[^\\p{C}\\s])?",
        body in "[a-z\n-]{0,100}",
    ) {
        let quoted = serde_json::to_string(&description).unwrap_or_default();
        let text = format!("---\nname: {name}\ndescription: {quoted}\n---\n{body}");
        let skill = Skill::parse(&text).unwrap();
        prop_assert_eq!(skill.frontmatter().name(), name);
        prop_assert_eq!(skill.frontmatter().description(), description.trim());
        prop_assert_eq!(skill.instructions(), body.trim());
    }
}
