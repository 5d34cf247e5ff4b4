//! Agent tools behind agent tools: a question from two deep finds its way out and back.

use adk::AgentTool;
use adk::event::ConfirmationRequest;
use adk::prelude::*;
use adk::testing::ScriptedModel;
use insta::assert_snapshot;
use serde_json::json;
use tests::stage::{assert_goes_on, built, helper};
use tests::transcript;

use super::{Office, answer, call, clerk, pay, pays, ship};

fn office(outer: &ScriptedModel, middle: &ScriptedModel, inner: &ScriptedModel) -> Office {
    let (outer, middle, inner) = (outer.clone(), middle.clone(), inner.clone());
    Office::new(move || {
        let clerk = clerk(&inner).tools(tools![pay, ship]).output_key("clerk");
        let chief = LlmAgent::builder("chief").description("Has a clerk.");
        let chief = chief
            .model(middle.clone())
            .tool(AgentTool::new(built(clerk)));
        built(helper(&outer).tool(AgentTool::new(built(chief))))
    })
}

fn asks_chief() -> ScriptedModel {
    ScriptedModel::new().calls([call("chief", "Have it done.")])
}

fn asks_clerk() -> ScriptedModel {
    ScriptedModel::new().calls([call("clerk", "Do it.")])
}

#[tokio::test]
async fn an_answer_two_deep_comes_out() {
    let (outer, middle) = (asks_chief().text("All done."), asks_clerk().text("Done."));
    let inner = ScriptedModel::new().text("Filed.");
    let office = office(&outer, &middle, &inner);
    assert_snapshot!(office.play("Go").await, @r#"
    helper: call chief(adk-id-3) {"request":"Have it done."}
    helper: answer chief(adk-id-3) {"result":"Done."}, [clerk="Filed."]
    helper: "All done."
    "#);
    assert_eq!(office.session().await.state("clerk").unwrap(), "Filed.");
    assert_goes_on(&office.stage(), &outer).await;
}

#[tokio::test]
async fn a_question_two_deep_is_asked_around_and_answered_inside() {
    let (outer, middle) = (asks_chief().text("All done."), asks_clerk().text("Done."));
    let inner = ScriptedModel::new().calls([pays(5)]).text("Paid.");
    let office = office(&outer, &middle, &inner);
    let asked = office.ask("Go").await;
    assert_eq!((asked.len(), asked[0].call().name()), (1, "pay"));
    assert_snapshot!(office.play(asked[0].approve()).await, @r#"
    helper: answer chief(adk-id-3) {"result":"Done."}, [clerk="Paid."]
    helper: "All done."
    "#);
    assert_eq!(office.paid.amounts(), [5]);
    for (model, what) in [(&middle, "the chief"), (&inner, "the clerk")] {
        let request = model.requests().pop().unwrap();
        tests::history::assert_valid_history(request.contents());
        assert_eq!(request.contents().len(), 3, "{what}");
    }
    let request = assert_goes_on(&office.stage(), &outer).await;
    assert_snapshot!(transcript::of_contents(request.contents()), @r#"
    user: "Go"
    model: call chief(adk-id-3) {"request":"Have it done."}
    user: answer chief(adk-id-3) {"result":"Done."}
    model: "All done."
    user: "Are you still there?"
    "#);
}

#[tokio::test]
async fn a_result_two_deep_comes_later() {
    let (outer, middle) = (asks_chief().text("All done."), asks_clerk().text("Done."));
    let inner = ScriptedModel::new()
        .call("ship", json!({}))
        .text("In Oslo.");
    let office = office(&outer, &middle, &inner);
    office.play("Go").await;
    let session = office.session().await;
    let id = session
        .events()
        .next_back()
        .unwrap()
        .long_running_tool_ids()
        .next()
        .unwrap();
    assert_eq!(
        office
            .text(answer("ship", id, json!({"place": "Oslo"})))
            .await,
        "All done."
    );
    let asked = inner.requests().pop().unwrap();
    assert_snapshot!(transcript::of_contents(asked.contents()), @r#"
    user: "Do it."
    model: call ship(adk-id-13) {}
    user: answer ship(adk-id-13) {"place":"Oslo"}
    "#);
}

#[tokio::test]
async fn questions_two_deep_are_answered_one_by_one() {
    let (outer, middle) = (asks_chief(), asks_clerk());
    let inner = ScriptedModel::new().calls([pays(5), pays(6)]);
    let office = office(&outer, &middle, &inner);
    let asked = office.ask("Go").await;
    for (asked, said) in asked.iter().zip(["One.", "Two."]) {
        let _script = (
            inner.clone().text(said),
            middle.clone().text(said),
            outer.clone().text(said),
        );
        assert_eq!(office.text(asked.approve()).await, said);
    }
    assert_eq!(office.paid.amounts(), [5, 6]);
    assert_goes_on(&office.stage(), &outer).await;
}

#[tokio::test]
async fn each_floor_may_ask_of_its_own() {
    // The chief's own question comes beside that of its clerk.
    let (outer, inner) = (asks_chief(), ScriptedModel::new().calls([pays(5)]));
    let middle = ScriptedModel::new().calls([pays(7), call("clerk", "Do it.")]);
    let (o, m, i) = (outer.clone(), middle.clone(), inner.clone());
    let office = Office::new(move || {
        let clerk = clerk(&i).tool(pay::tool());
        let chief = LlmAgent::builder("chief").description("Has a clerk.");
        let chief = chief.model(m.clone()).tool(pay::tool());
        let chief = chief.tool(AgentTool::new(built(clerk)));
        built(helper(&o).tool(AgentTool::new(built(chief))))
    });
    let asked = office.ask("Go").await;
    assert_eq!(asked.len(), 2);
    let _script = (
        inner.text("Five."),
        middle.clone().text("Both."),
        outer.clone().text("Done."),
    );
    let both: Vec<_> = asked.iter().map(ConfirmationRequest::approve).collect();
    assert_eq!(office.text(both).await, "Done.");
    assert_eq!(office.paid.amounts().len(), 2);
    let asked = middle.requests().pop().unwrap();
    assert_snapshot!(transcript::of_contents(asked.contents()), @r#"
    user: "Have it done."
    model: call pay(adk-id-8) {"amount":7}, call clerk(adk-id-9) {"request":"Do it."}
    user: answer pay(adk-id-8) {"result":"7 paid"}, answer clerk(adk-id-9) {"result":"Five."}
    "#);
    assert_goes_on(&office.stage(), &outer).await;
}
