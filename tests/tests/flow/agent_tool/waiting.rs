//! Questions and long-running calls behind an agent tool: asked in the caller's session,
//! answered by a later runner, and taken up inside.

use std::sync::Arc;

use adk::content::{FunctionDeclaration, Schema};
use adk::context::Need;
use adk::event::ToolConfirmation;
use adk::plugin::BeforeTool;
use adk::prelude::*;
use adk::testing::ScriptedModel;
use adk::{AgentTool, ErrorKind};
use futures::future::BoxFuture;
use insta::assert_snapshot;
use serde_json::json;
use tests::stage::{assert_goes_on, built, helper};

use super::{Office, answer, asks_clerk, clerk, contents, pay, pays};

#[tokio::test]
async fn a_question_inside_is_asked_around_and_answered_by_another_process() {
    let inner = ScriptedModel::new().calls([pays(5)]).text("All paid.");
    let model = asks_clerk().text("It is paid.");
    let office = Office::of(&model, &inner);
    assert_snapshot!(office.play("Pay!").await, @r#"
    helper: call clerk(adk-id-3) {"request":"Do it."}
    helper: answer clerk(adk-id-3) {"status":"pending"}, [no summary]
    helper: call adk_request_confirmation(adk-id-13) {"originalFunctionCall":{"id":"adk-id-8","name":"pay","args":{"amount":5}},"toolConfirmation":{"hint":"Really pay?","confirmed":false}}
    "#);
    let session = office.session().await;
    let asked: Vec<_> = session
        .events()
        .flat_map(Event::confirmation_requests)
        .collect();
    let [asked] = &asked[..] else {
        panic!("{asked:?}")
    };
    assert_eq!((asked.hint(), asked.call().name()), ("Really pay?", "pay"));
    assert_eq!(asked.call().args().as_str(), r#"{"amount":5}"#);
    assert!(office.paid.amounts().is_empty());

    assert_snapshot!(office.play(asked.approve()).await, @r#"
    helper: answer clerk(adk-id-3) {"result":"All paid."}
    helper: "It is paid."
    "#);
    assert_eq!(office.paid.amounts(), [5]);
    assert_snapshot!(contents(&model), @r#"
    user: "Pay!"
    model: call clerk(adk-id-3) {"request":"Do it."}
    user: answer clerk(adk-id-3) {"result":"All paid."}
    "#);
    assert_snapshot!(contents(&inner), @r#"
    user: "Do it."
    model: call pay(adk-id-8) {"amount":5}
    user: answer pay(adk-id-8) {"result":"5 paid"}
    "#);
    assert_goes_on(&office.stage(), &model).await;
}

#[tokio::test]
async fn the_question_says_the_way_back() {
    let office = Office::of(&asks_clerk(), &ScriptedModel::new().calls([pays(5)]));
    office.play("Pay!").await;
    let session = office.session().await;
    let question = session.events().next_back().unwrap();
    let mut json = serde_json::to_value(question).unwrap();
    json["timestamp"].take();
    assert_snapshot!(json.to_string(), @r#"{"id":"id-15","timestamp":null,"invocationId":"e-id-1","author":"helper","content":{"parts":[{"functionCall":{"id":"adk-id-13","name":"adk_request_confirmation","args":{"originalFunctionCall":{"id":"adk-id-8","name":"pay","args":{"amount":5}},"toolConfirmation":{"hint":"Really pay?","confirmed":false}}}}],"role":"model"},"actions":{"innerCalls":[{"id":"adk-id-13","call":{"id":"adk-id-11","name":"adk_request_confirmation","args":{"originalFunctionCall":{"id":"adk-id-8","name":"pay","args":{"amount":5}},"toolConfirmation":{"hint":"Really pay?","confirmed":false}}},"session":"id-5","agentCall":{"id":"adk-id-3","name":"clerk","args":{"request":"Do it."}}}]},"longRunningToolIds":["adk-id-13"]}"#);
    let read: Event = serde_json::from_value(serde_json::to_value(question).unwrap()).unwrap();
    assert_eq!(
        serde_json::to_value(&read).unwrap(),
        serde_json::to_value(question).unwrap()
    );
}

#[tokio::test]
async fn a_run_that_waits_for_an_agent_inside_has_no_text() {
    let office = Office::of(&asks_clerk(), &ScriptedModel::new().calls([pays(5)]));
    let error = office.stage().run("Pay!").text().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Paused);
    assert_snapshot!(error.to_string(), @"the run waits for an answer about the call of `pay` (Really pay?); read it from `Event::confirmation_requests`, and run on the session with what `ConfirmationRequest::approve` or `deny` gives");

    let ship = ScriptedModel::new().call("ship", json!({}));
    let office = Office::of(&asks_clerk(), &ship);
    let error = office.stage().run("Ship!").text().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Paused);
    assert_snapshot!(error.to_string(), @"the run waits for the result of `ship`, which comes later: run on the session with a `FunctionResponse` of the id `adk-id-11`");
}

#[tokio::test]
async fn a_denied_call_is_not_made() {
    let inner = ScriptedModel::new().calls([pays(5)]).text("I may not.");
    let model = asks_clerk().text("It was refused.");
    let office = Office::of(&model, &inner);
    let asked = office.ask("Pay!").await;
    assert_eq!(office.text(asked[0].deny()).await, "It was refused.");
    assert!(office.paid.amounts().is_empty());
    assert_snapshot!(contents(&inner), @r#"
    user: "Do it."
    model: call pay(adk-id-8) {"amount":5}
    user: answer pay(adk-id-8) {"error":"error tool \"pay\" call is rejected"}
    "#);
    assert_goes_on(&office.stage(), &model).await;
}

#[tokio::test]
async fn payloads_go_in_and_out() {
    let inner = ScriptedModel::new()
        .call("book", json!({"days": 3}))
        .text("Booked.");
    let office = Office::of(&asks_clerk().text("Done."), &inner);
    let asked = office.ask("Book!").await;
    assert_eq!(asked[0].hint(), "How many?");
    assert_eq!(asked[0].payload().unwrap().as_str(), r#"{"days":3}"#);
    let two = ToolConfirmation::approved().with_payload(json!({"days": 2}));
    assert_eq!(office.text(asked[0].answer(&two)).await, "Done.");
    assert_snapshot!(contents(&inner), @r#"
    user: "Do it."
    model: call book(adk-id-8) {"days":3}
    user: answer book(adk-id-8) {"result":"true {\"days\":2}"}
    "#);
}

#[tokio::test]
async fn an_agent_may_ask_again_after_it_was_answered() {
    let inner = ScriptedModel::new()
        .calls([pays(5)])
        .calls([pays(6)])
        .text("Both.");
    let model = asks_clerk().text("Done.");
    let office = Office::of(&model, &inner);
    let first = office.ask("Pay!").await;
    let second = office.ask(first[0].approve()).await;
    assert_eq!(second[0].call().args().as_str(), r#"{"amount":6}"#);
    assert_eq!(office.paid.amounts(), [5]);
    assert_eq!(office.text(second[0].approve()).await, "Done.");
    assert_eq!(office.paid.amounts(), [5, 6]);
    assert_snapshot!(contents(&model), @r#"
    user: "Pay!"
    model: call clerk(adk-id-3) {"request":"Do it."}
    user: answer clerk(adk-id-3) {"result":"Both."}
    "#);
    assert_goes_on(&office.stage(), &model).await;
}

#[tokio::test]
async fn an_agent_that_was_allowed_asks_inside_and_is_not_asked_about_again() {
    for allows in [true, false] {
        let inner = ScriptedModel::new().calls([pays(5)]).text("Paid.");
        let model = asks_clerk();
        let (i, m) = (inner.clone(), model.clone());
        let office = Office::new(move || {
            let clerk = clerk(&i).tool(pay::tool());
            let helper = helper(&m).tool(AgentTool::new(built(clerk)));
            built(helper.before_tool(|ctx, _, args| async move {
                if ctx.tool_confirmation().is_none() {
                    ctx.request_confirmation("Call the clerk?", None);
                }
                Ok(BeforeTool::Proceed(args))
            }))
        });
        let asked = office.ask("Pay!").await;
        assert_eq!(asked[0].hint(), "Call the clerk?");
        assert!(inner.requests().is_empty());
        if !allows {
            let _script = model.clone().text("No clerk.");
            assert_eq!(office.text(asked[0].deny()).await, "No clerk.");
            assert!(inner.requests().is_empty());
            continue;
        }
        let asked = office.ask(asked[0].approve()).await;
        assert_eq!(asked[0].hint(), "Really pay?");
        let _script = model.clone().text("Done.");
        assert_eq!(office.text(asked[0].approve()).await, "Done.");
        assert_eq!(office.paid.amounts(), [5]);
        assert_goes_on(&office.stage(), &model).await;
    }
}

#[tokio::test]
async fn a_result_inside_comes_later_under_the_id_around() {
    let inner = ScriptedModel::new()
        .call("ship", json!({}))
        .text("It is in Oslo.");
    let model = asks_clerk().text("In Oslo.");
    let office = Office::of(&model, &inner);
    assert_snapshot!(office.play("Ship!").await, @r#"
    helper: call clerk(adk-id-3) {"request":"Do it."}
    helper: answer clerk(adk-id-3) {"status":"pending"}, [no summary]
    helper: call ship(adk-id-11) {}
    "#);
    let session = office.session().await;
    let waits = session.events().next_back().unwrap();
    let id = waits.long_running_tool_ids().next().unwrap();
    let later = answer("ship", id, json!({"place": "Oslo"}));
    assert_snapshot!(office.play(later).await, @r#"
    helper: answer clerk(adk-id-3) {"result":"It is in Oslo."}
    helper: "In Oslo."
    "#);
    assert_snapshot!(contents(&inner), @r#"
    user: "Do it."
    model: call ship(adk-id-8) {}
    user: answer ship(adk-id-8) {"place":"Oslo"}
    "#);
    assert_snapshot!(contents(&model), @r#"
    user: "Ship!"
    model: call clerk(adk-id-3) {"request":"Do it."}
    user: answer clerk(adk-id-3) {"result":"It is in Oslo."}
    "#);
    assert_goes_on(&office.stage(), &model).await;
}

#[tokio::test]
async fn a_conversation_goes_on_while_an_agent_waits() {
    let inner = ScriptedModel::new().calls([pays(5)]).text("Paid.");
    let model = asks_clerk().text("It waits for you.").text("Done.");
    let office = Office::of(&model, &inner);
    let asked = office.ask("Pay!").await;
    assert_eq!(office.text("What is up?").await, "It waits for you.");
    assert_snapshot!(contents(&model), @r#"
    user: "Pay!"
    model: call clerk(adk-id-3) {"request":"Do it."}
    user: answer clerk(adk-id-3) {"status":"pending"}
    user: "What is up?"
    "#);
    assert_eq!(office.text(asked[0].approve()).await, "Done.");
    assert_eq!(office.paid.amounts(), [5]);
    assert_goes_on(&office.stage(), &model).await;
}

#[tokio::test]
async fn an_agent_that_was_handed_the_conversation_takes_up_the_answer() {
    let inner = ScriptedModel::new().calls([pays(5)]).text("Paid.");
    let model = asks_clerk().text("I had it paid.");
    let root = ScriptedModel::new().call("transfer_to_agent", json!({"agent_name": "helper"}));
    let (i, m, r) = (inner.clone(), model.clone(), root.clone());
    let office = Office::new(move || {
        let reception = LlmAgent::builder("reception").model(r.clone());
        built(reception.sub_agent(super::helped(&m, &i)))
    });
    let asked = office.ask("Pay!").await;
    assert_snapshot!(office.play(asked[0].approve()).await, @r#"
    helper: answer clerk(adk-id-6) {"result":"Paid."}
    helper: "I had it paid."
    "#);
    assert_eq!((office.paid.amounts(), root.requests().len()), (vec![5], 1));
    assert_goes_on(&office.stage(), &model).await;
}

/// An agent tool under a name of one's own.
#[derive(Debug)]
struct Renamed(AgentTool, Arc<FunctionDeclaration>);

impl Tool for Renamed {
    fn declaration(&self) -> &Arc<FunctionDeclaration> {
        &self.1
    }

    fn needs(&self) -> &[Need] {
        self.0.needs()
    }

    fn run<'a>(
        &'a self,
        ctx: &'a ToolContext,
        _: &'a Json,
    ) -> BoxFuture<'a, Result<Json, ToolError>> {
        Box::pin(async move { self.0.run(ctx, &json!({"request": "Pay."}).into()).await })
    }
}

#[tokio::test]
async fn a_tool_of_another_name_may_stand_around_the_agent_tool() {
    let inner = ScriptedModel::new().calls([pays(5)]).text("Paid.");
    let model = ScriptedModel::new().call("paying", json!({})).text("Done.");
    let (i, m) = (inner.clone(), model.clone());
    let office = Office::new(move || {
        let clerk = AgentTool::new(built(clerk(&i).tool(pay::tool())));
        let named = FunctionDeclaration::new("paying", "Pays.", Schema::empty_object());
        built(helper(&m).tool(Renamed(clerk, named.into())))
    });
    let asked = office.ask("Pay!").await;
    assert_eq!(office.text(asked[0].approve()).await, "Done.");
    assert_eq!(office.paid.amounts(), [5]);
    assert_snapshot!(contents(&model), @r#"
    user: "Pay!"
    model: call paying(adk-id-3) {}
    user: answer paying(adk-id-3) {"result":"Paid."}
    "#);
}
