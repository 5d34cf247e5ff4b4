//! Skills on disk: how a model finds, loads and follows them.

mod changes;
mod format;
mod found;
#[cfg(unix)]
mod links;
mod paths;
mod sizes;
mod sources;
mod told;

use adk::testing::ScriptedModel;
use insta::assert_snapshot;
use serde_json::json;
use tests::skills::Skills;
use tests::stage::{Stage, assert_goes_on, helper};

fn letters() -> Skills {
    let skills = Skills::new();
    let text = "---\nname: letters\ndescription: Writes letters. Use it for mail on paper.\n\
                license: MIT\n---\n\nTake assets/frame.txt, and heed references/tone.md.\n";
    skills
        .write("letters/SKILL.md", text)
        .write("letters/references/tone.md", "Be brief.")
        .write("letters/assets/frame.txt", "Dear {name},\n")
        .write("letters/scripts/post.sh", "touch posted\n")
        .skill("tea", "Makes tea.");
    skills
}

#[tokio::test]
async fn a_model_lists_loads_reads_and_answers() {
    let skills = letters();
    let file = |path: &str| json!({"skill_name": "letters", "resource_path": path});
    let model = ScriptedModel::new()
        .call("list_skills", json!({}))
        .call("load_skill", json!({"name": "letters"}))
        .call("load_skill_resource", file("references/tone.md"))
        .call("load_skill_resource", file("./assets/frame.txt"))
        .call("load_skill_resource", file("scripts/post.sh"))
        .text("Dear Ada,");
    let stage = Stage::new(helper(&model).toolset(skills.toolset()));
    assert_snapshot!(stage.play("Write to Ada.").await, @r#"
    helper: call list_skills(adk-id-3) {}
    helper: answer list_skills(adk-id-3) {"skills":"<available_skills>\n<skill>\n<name>letters</name>\n<description>Writes letters. Use it for mail on paper.</description>\n</skill>\n<skill>\n<name>tea</name>\n<description>Makes tea.</description>\n</skill>\n</available_skills>"}
    helper: call load_skill(adk-id-6) {"name":"letters"}
    helper: answer load_skill(adk-id-6) {"skill_name":"letters","instructions":"Take assets/frame.txt, and heed references/tone.md.","frontmatter":{"name":"letters","description":"Writes letters. Use it for mail on paper.","license":"MIT"}}
    helper: call load_skill_resource(adk-id-9) {"skill_name":"letters","resource_path":"references/tone.md"}
    helper: answer load_skill_resource(adk-id-9) {"skill_name":"letters","path":"references/tone.md","content":"Be brief."}
    helper: call load_skill_resource(adk-id-12) {"skill_name":"letters","resource_path":"./assets/frame.txt"}
    helper: answer load_skill_resource(adk-id-12) {"skill_name":"letters","path":"assets/frame.txt","content":"Dear {name},\n"}
    helper: call load_skill_resource(adk-id-15) {"skill_name":"letters","resource_path":"scripts/post.sh"}
    helper: answer load_skill_resource(adk-id-15) {"skill_name":"letters","path":"scripts/post.sh","content":"touch posted\n"}
    helper: "Dear Ada,"
    "#);
    let requests = model.requests();
    let told = requests[0].system_instruction().unwrap();
    assert_snapshot!(told.split_once("\n\n").unwrap().1, @r#"
    You have skills, each a guide to one kind of task. The list below tells what each is for.

    When a task is of a kind that a skill is for, first call `load_skill` with the skill's name, and then do the task as its instructions say, step by step. They may name files of the skill, as in `references/guide.md`: `load_skill_resource` is the only way to read those. It runs no script. Where the list is cut short, `list_skills` tells more.

    <available_skills>
    <skill>
    <name>letters</name>
    <description>Writes letters. Use it for mail on paper.</description>
    </skill>
    <skill>
    <name>tea</name>
    <description>Makes tea.</description>
    </skill>
    </available_skills>
    "#);
    assert_eq!(told, requests[5].system_instruction().unwrap());
    assert_goes_on(&stage, &model).await;
    // Its scripts were read, and none was run.
    assert!(!std::path::Path::new("posted").exists());
}

#[tokio::test]
async fn a_model_is_told_what_there_is_instead_of_what_it_made_up() {
    let skills = letters();
    let toolset = skills.toolset();
    let mut said = Vec::new();
    for name in [
        "leters",
        "Letters",
        "cooking",
        "../../etc",
        "",
        "tea/../letters",
    ] {
        let called = tests::skills::call(&toolset, "load_skill", json!({"name": name})).await;
        said.push(called.unwrap_err());
    }
    for path in [
        "references/tones.md",
        "assets/x",
        "scripts",
        "assets/frame.txt/x",
    ] {
        said.push(
            tests::skills::read(&toolset, "letters", path)
                .await
                .unwrap_err(),
        );
    }
    said.push(
        tests::skills::read(&toolset, "tea", "assets/x")
            .await
            .unwrap_err(),
    );
    said.push(
        tests::skills::read(&toolset, "coffee", "assets/x")
            .await
            .unwrap_err(),
    );
    assert_snapshot!(said.join("\n"), @r#"
    there is no skill "leters": did you mean `letters`?
    there is no skill "Letters": did you mean `letters`?
    there is no skill "cooking": there are `letters`, `tea`
    there is no skill "../../etc": there are `letters`, `tea`
    there is no skill "": there are `letters`, `tea`
    there is no skill "tea/../letters": did you mean `tea`?
    there is no file "references/tones.md": did you mean `references/tone.md`?
    there is no file "assets/x": did you mean `assets/frame.txt`?
    there is no file "scripts": did you mean `scripts/post.sh`?
    there is no file "assets/frame.txt/x": did you mean `assets/frame.txt`?
    there is no file "assets/x": the skill `tea` has none
    there is no skill "coffee": there are `letters`, `tea`
    "#);
}
