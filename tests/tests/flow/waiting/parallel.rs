//! Agents side by side, some of which wait.

use std::collections::BTreeSet;

use adk::RunConfig;
use adk::event::ConfirmationRequest;
use adk::testing::ScriptedModel;
use tests::office::{Office, assert_all_said, member, parallel, sequence};
use tests::transcript;

use super::{acting, asking, call, ordering, orders, result};

/// Agents `a`, `b` and `c` side by side, and then `end`.
fn three(models: &[ScriptedModel; 3], end: &ScriptedModel) -> Office {
    let (models, end) = (models.clone(), end.clone());
    Office::new(move || {
        let names = ["a", "b", "c"].iter().zip(&models);
        let all = parallel("all", names.map(|(name, model)| member(name, model)));
        sequence("plan", [all, member("end", &end)])
    })
}

fn set<const N: usize>(names: [&str; N]) -> BTreeSet<String> {
    names.into_iter().map(str::to_owned).collect()
}

async fn last_set(office: &Office) -> BTreeSet<String> {
    office.last_authors().await.into_iter().collect()
}

#[tokio::test]
async fn one_asks_and_the_others_are_done() {
    for approves in [true, false] {
        for asker in 0..3 {
            let names = ["a", "b", "c"];
            let models = [0, 1, 2].map(|at| {
                let make = if at == asker { asking } else { acting };
                make(names[at], "Good.")
            });
            let end = acting("end", "Over.");
            let office = three(&models, &end);
            let told = office.play("Go").await;
            assert!(!told.contains("\nerror "), "{told}");
            assert_eq!(office.done.all().len(), 2);
            assert!(!office.last_authors().await.contains(&"end".to_owned()));
            let asked = office.asked().await;
            let answer = if approves {
                asked[0].approve()
            } else {
                asked[0].deny()
            };
            office.play(answer).await;
            assert_eq!(office.last_authors().await, [names[asker], "end"]);
            let done = office.done.all();
            assert_eq!(done.iter().any(|what| what == names[asker]), approves);
            assert_eq!(done.len(), if approves { 4 } else { 3 }, "{done:?}");
            assert_all_said(&[&models[0], &models[1], &models[2], &end]);
        }
    }
}

#[tokio::test]
async fn two_ask_and_are_answered_one_by_one_or_both_at_once() {
    for order in [
        vec![vec![0], vec![1]],
        vec![vec![1], vec![0]],
        vec![vec![0, 1]],
        vec![vec![1, 0]],
    ] {
        let models = [
            asking("a", "Good."),
            acting("b", "Good."),
            asking("c", "Good."),
        ];
        let end = acting("end", "Over.");
        let office = three(&models, &end);
        office.play("Go").await;
        assert_eq!(office.done.all(), ["b"]);
        let mut asked = office.asked().await;
        asked.sort_by_key(|asked| asked.call().args().to_string());
        for (turn, answers) in order.iter().enumerate() {
            let answers: Vec<_> = answers.iter().map(|at| asked[*at].approve()).collect();
            office.play(answers).await;
            let ended = last_set(&office).await.contains("end");
            assert_eq!(ended, turn + 1 == order.len(), "{order:?}");
        }
        let done: BTreeSet<_> = office.done.all().into_iter().collect();
        assert_eq!(done, set(["a", "b", "c", "end"]));
        assert_eq!(office.done.all().len(), 4);
        assert_all_said(&[&models[0], &models[1], &models[2], &end]);
    }
}

#[tokio::test]
async fn one_asks_at_once_and_another_is_done_much_later() {
    let models = [
        asking("a", "Good."),
        ScriptedModel::new()
            .calls([call("act", "b1")])
            .calls([call("act", "b2")])
            .calls([call("act", "b3")])
            .text("Good."),
        ScriptedModel::new().text("Done first."),
    ];
    let end = acting("end", "Over.");
    let office = three(&models, &end);
    office.play("Go").await;
    assert_eq!(office.done.all(), ["b1", "b2", "b3"]);
    let asked = office.asked().await;
    office.play(asked[0].approve()).await;
    assert_eq!(office.last_authors().await, ["a", "end"]);
    assert_all_said(&[&models[0], &models[1], &models[2], &end]);
}

#[tokio::test]
async fn one_that_asks_twice_is_heard_twice() {
    let models = [
        ScriptedModel::new()
            .calls([call("ask", "a1")])
            .calls([call("ask", "a2")])
            .text("Good."),
        asking("b", "Good."),
        acting("c", "Good."),
    ];
    let end = acting("end", "Over.");
    let office = three(&models, &end);
    office.play("Go").await;
    for what in ["a1", "a2", "b"] {
        let asked = office.asked().await;
        let it = asked
            .iter()
            .find(|asked| asked.call().args().to_string().contains(what));
        office.play(it.unwrap().approve()).await;
    }
    assert_eq!(office.done.all(), ["c", "a1", "a2", "b", "end"]);
    assert_all_said(&[&models[0], &models[1], &models[2], &end]);
}

#[tokio::test]
async fn a_question_and_an_order_side_by_side() {
    for first in ["question", "order"] {
        let models = [
            asking("a", "Good."),
            ordering("b", "Good."),
            acting("c", "Good."),
        ];
        let end = acting("end", "Over.");
        let office = three(&models, &end);
        office.play("Go").await;
        let (asked, ids) = (office.asked().await, orders(&office).await);
        let ids: Vec<_> = ids.into_iter().filter(|id| *id != asked[0].id()).collect();
        if first == "question" {
            office.play(asked[0].approve()).await;
            assert_eq!(last_set(&office).await, set(["a", "all"]));
            office.play(result(&ids[0], "there")).await;
            assert_eq!(office.last_authors().await, ["b", "end"]);
        } else {
            office.play(result(&ids[0], "there")).await;
            assert_eq!(last_set(&office).await, set(["b", "all"]));
            office.play(asked[0].approve()).await;
            assert_eq!(office.last_authors().await, ["a", "end"]);
        }
        assert_eq!(office.done.all().len(), 4);
        assert_all_said(&[&models[0], &models[1], &models[2], &end]);
    }
}

#[tokio::test]
async fn dropped_behind_the_question_the_others_go_on_with_what_they_have() {
    let models = [
        asking("a", "Good."),
        ScriptedModel::new()
            .calls([call("act", "b1")])
            .calls([call("act", "b2")])
            .text("Good."),
        ScriptedModel::new().text("Done first."),
    ];
    let end = acting("end", "Over.");
    let office = three(&models, &end);
    let mut run = office.run("Go");
    while let Some(event) = run.next().await {
        if event.unwrap().confirmation_requests().next().is_some() {
            break;
        }
    }
    drop(run);
    let asked = office.asked().await;
    let told = office.play(asked[0].approve()).await;
    assert!(!told.contains("\nerror Mod"), "{told}");
    assert!(last_set(&office).await.contains("end"), "{told}");
    assert_all_said(&[&models[0], &models[1], &models[2], &end]);
}

#[tokio::test]
async fn an_old_question_goes_on_where_its_own_run_stood() {
    // In the first run b is done, in the second c.
    let models = [
        asking("a1", "I said a.")
            .call("ask", serde_json::json!({"what": "a2"}))
            .text("Good."),
        ScriptedModel::new()
            .text("Done.")
            .calls([call("ask", "b2")]),
        ScriptedModel::new()
            .calls([call("ask", "c1")])
            .text("Done."),
    ];
    let end = ScriptedModel::new();
    let office = three(&models, &end);
    office.play("Go").await;
    let first = office.asked().await;
    assert_eq!(first.len(), 2);
    let _script = (models[0].clone(), models[2].clone());
    office.play("Again!").await;
    // b asks in the second run; a said something; c is done.
    let asked = office.asked().await;
    assert_eq!(asked.len(), 3, "{asked:?}");
    let a1 = first
        .iter()
        .find(|asked| asked.call().args().to_string().contains("a1"));
    let told = office.play(a1.unwrap().approve()).await;
    // c asked in the first run and still waits; b was done there.
    assert_eq!(last_set(&office).await, set(["a"]), "{told}");
}

#[tokio::test]
async fn eight_hundred_members_wait_and_go_on() {
    let names: Vec<_> = (0..800).map(|n| format!("m{n}")).collect();
    let models: Vec<_> = names.iter().map(|name| asking(name, "Good.")).collect();
    let made = names.clone();
    let office = Office::new(move || {
        let members = made.iter().zip(&models);
        parallel("all", members.map(|(name, model)| member(name, model)))
    });
    let config = RunConfig::new().max_model_calls(800);
    transcript::of_run(office.run("Go").config(config.clone())).await;
    let answers: Vec<_> = office
        .asked()
        .await
        .iter()
        .map(ConfirmationRequest::approve)
        .collect();
    transcript::of_run(office.run(answers).config(config)).await;
    assert_eq!(office.done.all().len(), names.len());
}
