//! What waits for agents that are not there any more, or that no model drives.

#![expect(clippy::unwrap_used, reason = "what a test is made of is right")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use adk::testing::ScriptedModel;
use adk::{Content, CustomAgent, ErrorKind, Part, Role};
use insta::assert_snapshot;
use tests::office::{Member, Office, assert_all_said, member, parallel, rounds, sequence};

use super::{acting, asking, call, ordering, orders, result};

/// A plan whose first agent has another name from now on.
fn renamed(first: &ScriptedModel, last: &ScriptedModel) -> (Office, Arc<AtomicBool>) {
    let (first, last) = (first.clone(), last.clone());
    let flag = Arc::new(AtomicBool::new(false));
    let is_new = Arc::clone(&flag);
    let office = Office::new(move || {
        let name = if is_new.load(Ordering::Relaxed) {
            "new"
        } else {
            "old"
        };
        sequence("plan", [member(name, &first), member("last", &last)])
    });
    (office, flag)
}

#[tokio::test]
async fn a_question_of_an_agent_that_is_gone_is_not_lost() {
    let models = [asking("it", "Good."), acting("rest", "Good.")];
    let (office, is_new) = renamed(&models[0], &models[1]);
    office.play("Go").await;
    let asked = office.asked().await.swap_remove(0);
    is_new.store(true, Ordering::Relaxed);
    assert_snapshot!(office.play(asked.approve()).await, @"error UnknownAgent: agent `old`, which asked, is not in this runner's tree: answer with a runner that has it, or add it under that name");
    assert!(office.done.all().is_empty());
    is_new.store(false, Ordering::Relaxed);
    office.play(asked.approve()).await;
    assert_eq!(office.done.all(), ["it", "rest"]);
    assert_all_said(&models.each_ref());
}

#[tokio::test]
async fn a_result_for_an_agent_that_is_gone_is_kept_and_starts_no_plan() {
    let models = [ordering("it", "Good."), acting("rest", "Good.")];
    let (office, is_new) = renamed(&models[0], &models[1]);
    office.play("Go").await;
    let ids = orders(&office).await;
    is_new.store(true, Ordering::Relaxed);
    assert_eq!(office.play(result(&ids[0], "there")).await, "");
    assert_eq!(office.done.all(), ["it"]);
    office.play("And?").await;
    let request = models[0].requests().pop().unwrap();
    let told = tests::transcript::of_contents(request.contents());
    assert!(told.contains("there"), "{told}");
}

/// An agent that orders something itself, and says what came of it.
fn buyer(orders: &Arc<AtomicU32>) -> Member {
    let orders = Arc::clone(orders);
    let buyer = CustomAgent::builder("buyer", move |ctx, mut out| {
        let orders = Arc::clone(&orders);
        async move {
            let message = ctx.user_content().cloned().unwrap_or(Content::user(""));
            let mut answers = message.function_responses();
            let said = answers.find(|answer| answer.name() == "order");
            let event = if let Some(answer) = said {
                ctx.event()
                    .content(Content::model(answer.response().as_str()))
            } else {
                let id = format!("order-{}", orders.fetch_add(1, Ordering::Relaxed));
                let call = Part::from_function_call(call("order", "it").with_id(&*id));
                let event = ctx.event().content(Content::new(Role::Model, [call]));
                event.long_running_tool_ids([id.into()])
            };
            out.emit(event.build()).await;
            Ok(())
        }
    });
    Arc::new(buyer.build().unwrap())
}

#[tokio::test]
async fn an_agent_of_a_function_waits_for_its_own_call() {
    let (orders, last) = (
        Arc::new(AtomicU32::new(0)),
        ScriptedModel::new().text("1").text("2"),
    );
    let (count, model) = (Arc::clone(&orders), last.clone());
    let office = Office::new(move || {
        let inner = rounds("inner", 1, [buyer(&orders), member("last", &last)]);
        rounds("outer", 2, [inner])
    });
    office.play("Go").await;
    assert_eq!(office.last_authors().await, ["buyer"]);
    let told = office.play(result("order-0", "there")).await;
    assert!(!told.contains("\nerror"), "{told}");
    // In the second round its message is still the answer to the first.
    assert_eq!(
        office.last_authors().await,
        ["buyer", "last", "buyer", "last"]
    );
    assert_eq!(count.load(Ordering::Relaxed), 1);
    assert_all_said(&[&model]);
}

#[tokio::test]
async fn a_run_in_which_one_asks_has_no_text_though_another_has() {
    let (a, b) = (
        asking("it", "Good."),
        ScriptedModel::new()
            .calls([call("act", "b")])
            .text("I am done."),
    );
    let office = Office::new(move || parallel("all", [member("a", &a), member("b", &b)]));
    let error = office.run("Go").text().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Paused);
    let session = office.session().await;
    assert!(session.events().any(|event| event.text() == "I am done."));
    let asked = office.asked().await.swap_remove(0);
    assert_eq!(office.run(asked.approve()).text().await.unwrap(), "Good.");
}
