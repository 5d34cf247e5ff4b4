//! Whom a model may hand over to: what its tool offers, and what becomes of any other name.

use adk::content::FunctionCall;
use adk::testing::ScriptedModel;
use adk::{LlmAgentBuilder, SequentialAgent};
use insta::assert_snapshot;
use serde_json::{Value, json};
use tests::stage::{Stage, built};

use super::{agent, says, targets, to};

/// `root` above `a` and `b`; `a` above `leaf`. Each model's request tells whom it may hand
/// over to.
async fn all_targets(
    a: impl Fn(LlmAgentBuilder) -> LlmAgentBuilder,
) -> Vec<(&'static str, Option<Vec<Value>>)> {
    let leaf = says("Leaf.");
    let models = [
        ("root", ScriptedModel::new().calls([to("a")])),
        ("a", ScriptedModel::new().calls([to("leaf")])),
        ("leaf", leaf),
    ];
    let leaf = built(agent("leaf", &models[2].1));
    let first = built(a(agent("a", &models[1].1).sub_agent(leaf)));
    let second = built(agent("b", &ScriptedModel::new()));
    let root = agent("root", &models[0].1)
        .sub_agent(first)
        .sub_agent(second);
    let told = Stage::new(root).play("Hi").await;
    assert!(told.ends_with("leaf: \"Leaf.\"\n"), "{told}");
    let seen = models.map(|(name, model)| (name, targets(&model.requests()[0])));
    seen.into()
}

#[tokio::test]
async fn both_switches_take_targets_away() {
    let of_a = async |a: fn(LlmAgentBuilder) -> LlmAgentBuilder| {
        let all = all_targets(a).await;
        assert_eq!(all[0].1.as_ref().unwrap(), &["a", "b"]);
        assert_eq!(all[2].1.as_ref().unwrap(), &["a"]);
        all[1].1.clone().unwrap()
    };
    assert_eq!(of_a(|a| a).await, ["leaf", "root", "b"]);
    assert_eq!(
        of_a(LlmAgentBuilder::disallow_transfer_to_parent).await,
        ["leaf", "b"]
    );
    assert_eq!(
        of_a(LlmAgentBuilder::disallow_transfer_to_peers).await,
        ["leaf", "root"]
    );
    let neither = |a: LlmAgentBuilder| a.disallow_transfer_to_parent().disallow_transfer_to_peers();
    assert_eq!(of_a(neither).await, ["leaf"]);
}

#[tokio::test]
async fn without_a_target_there_is_no_such_tool() {
    let alone = says("Hello.");
    Stage::new(agent("alone", &alone)).play("Hi").await;
    assert_eq!(targets(&alone.requests()[0]), None);
    // Nor below a plan, nor where both ways are closed.
    let (in_plan, closed) = (says("Plan."), says("Closed."));
    let plan = SequentialAgent::builder("plan")
        .sub_agent(built(agent("a", &in_plan)))
        .sub_agent(built(agent("b", &says("B."))));
    Stage::of(plan.build().unwrap(), |runner| runner)
        .play("Hi")
        .await;
    assert_eq!(targets(&in_plan.requests()[0]), None);
    let leaf = agent("leaf", &closed)
        .disallow_transfer_to_parent()
        .disallow_transfer_to_peers();
    let root = ScriptedModel::new().calls([to("leaf")]);
    let root = agent("root", &root)
        .sub_agent(built(leaf))
        .sub_agent(built(agent("b", &says(""))));
    Stage::new(root).play("Hi").await;
    assert_eq!(targets(&closed.requests()[0]), None);
    let request = closed.requests().swap_remove(0);
    let text = request.system_instruction().unwrap();
    assert!(!text.contains("transfer_to_agent"), "{text}");
}

#[tokio::test]
async fn fault_24_a_name_that_is_no_target_is_an_error_to_the_model() {
    for args in [
        json!({"agent_name": "nowhere"}),
        json!({"agent_name": "root"}),
        json!({"agent_name": ""}),
        json!({"agent_name": "leaf"}),
        json!({"agent_name": 7}),
        json!({}),
        json!([]),
    ] {
        let root = ScriptedModel::new()
            .calls([FunctionCall::new("transfer_to_agent", args.clone())])
            .text("I stay.");
        let a = agent("a", &says("A.")).sub_agent(built(agent("leaf", &says("Leaf."))));
        let stage = Stage::new(agent("root", &root).sub_agent(built(a)));
        let told = stage.play("Hi").await;
        assert!(
            told.contains("\"error\"") && told.contains("I stay."),
            "{args}: {told}"
        );
        assert!(root.requests().len() == 2, "{args}");
    }
    let root = ScriptedModel::new().calls([to("nowhere")]).text("I stay.");
    let stage = Stage::new(agent("root", &root).sub_agent(built(agent("a", &says("A.")))));
    assert_snapshot!(stage.play("Hi").await, @r#"
    root: call transfer_to_agent(adk-id-3) {"agent_name":"nowhere"}
    root: answer transfer_to_agent(adk-id-3) {"error":"you cannot hand over to `nowhere`; the agents are: a"}
    root: "I stay."
    "#);
}
