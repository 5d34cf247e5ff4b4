//! Several questions at once: of one agent, of two, and in a plan around or behind a tool.

use adk::event::ConfirmationRequest;
use adk::prelude::*;
use adk::testing::ScriptedModel;
use adk::{AgentTool, LoopAgent, ParallelAgent, SequentialAgent};
use futures::StreamExt as _;
use insta::assert_snapshot;
use tests::stage::{Stage, assert_goes_on, built, helper};

use super::{Office, Paid, asks_clerk, call, clerk, contents, helped, pay, pays};

#[tokio::test]
async fn two_questions_inside_are_answered_one_by_one() {
    let inner = ScriptedModel::new().calls([pays(5), pays(6)]);
    let inner = inner.text("Six, so far.").text("Both.");
    let model = asks_clerk().text("Six is paid.").text("Both are paid.");
    let office = Office::of(&model, &inner);
    let asked = office.ask("Pay!").await;
    let amounts: Vec<_> = asked
        .iter()
        .map(|asked| asked.call().args().as_str())
        .collect();
    assert_eq!(amounts, [r#"{"amount":5}"#, r#"{"amount":6}"#]);
    assert_eq!(office.text(asked[1].approve()).await, "Six is paid.");
    assert_eq!(office.paid.amounts(), [6]);
    assert_eq!(office.text(asked[0].approve()).await, "Both are paid.");
    assert_eq!(office.paid.amounts(), [6, 5]);
    assert_snapshot!(contents(&model), @r#"
    user: "Pay!"
    model: call clerk(adk-id-3) {"request":"Do it."}
    user: answer clerk(adk-id-3) {"result":"Both."}
    "#);
    assert_goes_on(&office.stage(), &model).await;
}

#[tokio::test]
async fn two_questions_inside_are_answered_at_once() {
    let inner = ScriptedModel::new().calls([pays(5), pays(6)]).text("Five.");
    let model = asks_clerk().text("Five is paid.");
    let office = Office::of(&model, &inner);
    let asked = office.ask("Pay!").await;
    let both = vec![
        asked[1].deny(),
        asked[0].approve(),
        Part::from_text("The small one."),
    ];
    assert_snapshot!(office.play(both).await, @r#"
    helper: answer clerk(adk-id-3) {"result":"Five."}
    helper: "Five is paid."
    "#);
    assert_eq!(office.paid.amounts(), [5]);
    assert_snapshot!(contents(&inner), @r#"
    user: "Do it."
    model: call pay(adk-id-8) {"amount":5}, call pay(adk-id-9) {"amount":6}
    user: answer pay(adk-id-8) {"result":"5 paid"}, answer pay(adk-id-9) {"error":"error tool \"pay\" call is rejected"}
    "#);
    assert_snapshot!(contents(&model), @r#"
    user: "Pay!"
    model: call clerk(adk-id-3) {"request":"Do it."}
    user: answer clerk(adk-id-3) {"result":"Five."}
    user: "The small one."
    "#);
    assert_goes_on(&office.stage(), &model).await;
}

/// The helper calls two clerks at once, and each asks.
fn two_clerks() -> (ScriptedModel, Office) {
    let model = ScriptedModel::new().calls([call("clerk", "One."), call("clerk", "Two.")]);
    let inner = ScriptedModel::from_fn(|request| {
        let amount = request.contents()[0].text().len();
        let call = pays(amount.try_into().unwrap());
        let paid = request.contents().len() > 1;
        let said = if paid {
            Content::model(request.contents()[0].text())
        } else {
            Content::new(Role::Model, [Part::from_function_call(call)])
        };
        adk::model::LlmResponse::new(said)
    });
    let office = Office::of(&model, &inner);
    (model, office)
}

#[tokio::test]
async fn two_agents_that_ask_in_one_turn_are_answered_one_by_one() {
    let (model, office) = two_clerks();
    let asked = office.ask("Pay!").await;
    let _script = model.clone().text("Half.").text("All.");
    assert_eq!(office.text(asked[1].approve()).await, "Half.");
    assert_snapshot!(contents(&model), @r#"
    user: "Pay!"
    model: call clerk(adk-id-3) {"request":"One."}, call clerk(adk-id-4) {"request":"Two."}
    user: answer clerk(adk-id-3) {"status":"pending"}, answer clerk(adk-id-4) {"result":"Two."}
    "#);
    assert_eq!(office.text(asked[0].approve()).await, "All.");
    assert_snapshot!(contents(&model), @r#"
    user: "Pay!"
    model: call clerk(adk-id-3) {"request":"One."}, call clerk(adk-id-4) {"request":"Two."}
    user: answer clerk(adk-id-3) {"result":"One."}, answer clerk(adk-id-4) {"result":"Two."}
    "#);
    assert_eq!(office.paid.amounts(), [4, 4]);
    assert_goes_on(&office.stage(), &model).await;
}

#[tokio::test]
async fn two_agents_that_ask_in_one_turn_are_answered_at_once() {
    let (model, office) = two_clerks();
    let asked = office.ask("Pay!").await;
    let _script = model.clone().text("Half.");
    let both = vec![asked[0].deny(), asked[1].approve()];
    assert_eq!(office.text(both).await, "Half.");
    assert_eq!(office.paid.amounts(), [4]);
    assert_snapshot!(contents(&model), @r#"
    user: "Pay!"
    model: call clerk(adk-id-3) {"request":"One."}, call clerk(adk-id-4) {"request":"Two."}
    user: answer clerk(adk-id-3) {"result":"One."}, answer clerk(adk-id-4) {"result":"Two."}
    "#);
    assert_goes_on(&office.stage(), &model).await;
}

#[tokio::test]
async fn two_calls_of_one_id_that_ask_are_answered_each_on_its_own() {
    let named = |request: &str| call("clerk", request).with_id("same");
    let inner = ScriptedModel::new().calls([pays(5)]).calls([pays(6)]);
    let model = ScriptedModel::new()
        .calls([named("Five.")])
        .calls([named("Six.")]);
    let office = Office::of(&model, &inner);
    let first = office.ask("Pay five!").await;
    let second = office.ask("And six!").await;
    let _script = (
        inner.text("One.").text("Other."),
        model.clone().text("Done."),
    );
    let both = vec![first[0].deny(), second[0].approve()];
    assert_eq!(office.text(both).await, "Done.");
    assert_eq!(office.paid.amounts(), [6]);
    assert_goes_on(&office.stage(), &model).await;
}

#[tokio::test]
async fn a_question_of_ones_own_waits_beside_one_from_inside() {
    let inner = ScriptedModel::new().calls([pays(5)]).text("Paid five.");
    let model = ScriptedModel::new().calls([call("clerk", "Pay."), pays(6)]);
    let (i, m) = (inner.clone(), model.clone());
    let office = Office::new(move || {
        let clerk = clerk(&i).tool(pay::tool());
        built(
            helper(&m)
                .tool(AgentTool::new(built(clerk)))
                .tool(pay::tool()),
        )
    });
    let asked = office.ask("Pay!").await;
    let amounts: Vec<_> = asked
        .iter()
        .map(|asked| asked.call().args().as_str())
        .collect();
    assert_eq!(amounts, [r#"{"amount":6}"#, r#"{"amount":5}"#]);
    let _script = model.clone().text("Done.");
    let both: Vec<_> = asked.iter().map(ConfirmationRequest::approve).collect();
    assert_eq!(office.text(both).await, "Done.");
    assert_eq!(office.paid.amounts().len(), 2);
    assert_snapshot!(contents(&model), @r#"
    user: "Pay!"
    model: call clerk(adk-id-3) {"request":"Pay."}, call pay(adk-id-4) {"amount":6}
    user: answer clerk(adk-id-3) {"result":"Paid five."}, answer pay(adk-id-4) {"result":"6 paid"}
    "#);
    assert_goes_on(&office.stage(), &model).await;
}

#[tokio::test]
async fn a_plan_stops_at_an_agent_that_waits_and_goes_on_behind_it() {
    let inner = ScriptedModel::new().calls([pays(5)]).text("Paid.");
    let model = asks_clerk().text("Helped.");
    let last = ScriptedModel::new().text("Last.");
    let paid = Paid::default();
    let stage = || {
        let last = built(LlmAgent::builder("last").model(last.clone()));
        let all = SequentialAgent::builder("all").sub_agent(helped(&model, &inner));
        all.sub_agent(last).build().unwrap()
    };
    let first = Stage::of(stage(), |runner| runner.provide(paid.clone()));
    let events: Vec<_> = first.run("Go").map(Result::unwrap).collect().await;
    let asked: Vec<_> = events
        .iter()
        .flat_map(Event::confirmation_requests)
        .collect();
    assert!(last.requests().is_empty());
    let second = first.again(stage(), |runner| runner.provide(paid.clone()));
    assert_snapshot!(second.play(asked[0].approve()).await, @r#"
    helper: answer clerk(adk-id-3) {"result":"Paid."}
    helper: "Helped."
    last: "Last."
    "#);
    assert_eq!(paid.amounts(), [5]);
}

#[tokio::test]
async fn a_plan_behind_a_tool_goes_on_where_it_waited() {
    let inner = ScriptedModel::new().calls([pays(5)]).text("Paid.");
    let last = ScriptedModel::new().text("Last.");
    let model = asks_clerk().text("Done.");
    let (i, l, m) = (inner.clone(), last.clone(), model.clone());
    let office = Office::new(move || {
        let payer = LlmAgent::builder("payer")
            .model(i.clone())
            .tool(pay::tool());
        let last = LlmAgent::builder("last").model(l.clone());
        let steps = SequentialAgent::builder("clerk").description("Pays and tells.");
        let steps = steps.sub_agent(built(payer)).sub_agent(built(last));
        built(helper(&m).tool(AgentTool::new(steps.build().unwrap())))
    });
    let asked = office.ask("Go").await;
    assert!(last.requests().is_empty());
    assert_eq!(office.text(asked[0].approve()).await, "Done.");
    assert_eq!((office.paid.amounts(), last.requests().len()), (vec![5], 1));
    assert_snapshot!(contents(&model), @r#"
    user: "Go"
    model: call clerk(adk-id-3) {"request":"Do it."}
    user: answer clerk(adk-id-3) {"result":"Last."}
    "#);
}

/// An agent of that name whose clerk pays so much.
fn paying(name: &str, amount: u32) -> (ScriptedModel, ScriptedModel, impl Fn() -> LlmAgent) {
    let inner = ScriptedModel::new().calls([pays(amount)]);
    let model = asks_clerk();
    let (i, m, name) = (inner.clone(), model.clone(), name.to_owned());
    let agent = move || {
        let clerk = clerk(&i).tool(pay::tool());
        let agent = LlmAgent::builder(&name).model(m.clone());
        built(agent.tool(AgentTool::new(built(clerk))))
    };
    (model, inner, agent)
}

#[tokio::test]
async fn agents_side_by_side_wait_each_for_its_own_clerk() {
    let (model_1, inner_1, one) = paying("one", 5);
    let (model_2, inner_2, two) = paying("two", 6);
    let (paid, last) = (Paid::default(), ScriptedModel::new().text("Last."));
    let plan = || {
        let both = ParallelAgent::builder("both");
        let both = both.sub_agent(one()).sub_agent(two()).build().unwrap();
        let last = built(LlmAgent::builder("last").model(last.clone()));
        let all = SequentialAgent::builder("all").sub_agent(both);
        all.sub_agent(last).build().unwrap()
    };
    let stage = Stage::of(plan(), |runner| runner.provide(paid.clone()));
    let again = || stage.again(plan(), |runner| runner.provide(paid.clone()));
    let events: Vec<_> = stage.run("Go").map(Result::unwrap).collect().await;
    let asked: Vec<_> = events
        .iter()
        .flat_map(Event::confirmation_requests)
        .collect();
    assert_eq!(asked.len(), 2);
    let is_six = |asked: &&ConfirmationRequest| asked.call().args().as_str().contains('6');
    let (six, five) = (
        asked.iter().find(is_six),
        asked.iter().find(|it| !is_six(it)),
    );
    let _script = (inner_2.text("Paid six."), model_2.text("Six."));
    assert_snapshot!(again().play(six.unwrap().approve()).await, @r#"
    two: answer clerk(adk-id-5) {"result":"Paid six."}
    two: "Six."
    both:
    "#);
    assert_eq!(paid.amounts(), [6]);
    let _script = (inner_1.text("Paid five."), model_1.text("Five."));
    assert_snapshot!(again().play(five.unwrap().approve()).await, @r#"
    one: answer clerk(adk-id-3) {"result":"Paid five."}
    one: "Five."
    last: "Last."
    "#);
    assert_eq!(paid.amounts(), [6, 5]);
}

#[tokio::test]
async fn a_loop_waits_for_a_clerk_in_each_of_its_rounds() {
    let (model, inner, one) = paying("one", 5);
    let paid = Paid::default();
    let plan = || {
        let rounds = LoopAgent::builder("rounds").max_iterations(2);
        rounds.sub_agent(one()).build().unwrap()
    };
    let stage = Stage::of(plan(), |runner| runner.provide(paid.clone()));
    let mut message = Content::user("Go");
    let _script = (
        inner.text("Paid.").calls([pays(6)]).text("Paid."),
        model
            .text("Round 1.")
            .calls([call("clerk", "Again.")])
            .text("Round 2."),
    );
    let mut told = String::new();
    for round in 0..3 {
        let stage = stage.again(plan(), |runner| runner.provide(paid.clone()));
        let events: Vec<_> = stage.run(message).map(Result::unwrap).collect().await;
        told.extend(events.iter().map(Event::text));
        let asked = events
            .iter()
            .find_map(|event| event.confirmation_requests().next());
        assert_eq!(asked.is_some(), round < 2);
        message = asked.map_or_else(|| Content::user(""), |asked| asked.approve().into());
    }
    assert_eq!(
        (told.as_str(), paid.amounts()),
        ("Round 1.Round 2.", vec![5, 6])
    );
}
