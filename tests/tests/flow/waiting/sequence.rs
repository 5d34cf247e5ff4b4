//! Agents one after the other, one of which waits.

use adk::testing::ScriptedModel;
use insta::assert_snapshot;
use serde_json::json;
use std::sync::Arc;
use tests::office::{Office, assert_all_said, clerk, member, sequence};
use tests::stage::built;

use super::{acting, asking, ordering, orders, result};

/// A sequence of agents `a`, `b` and `c` with these models.
fn three(models: &[ScriptedModel; 3]) -> Office {
    let models = models.clone();
    Office::new(move || {
        let names = ["a", "b", "c"].iter().zip(&models);
        sequence("plan", names.map(|(name, model)| member(name, model)))
    })
}

#[tokio::test]
async fn fault_25_whichever_agent_asks_the_plan_waits_and_goes_on_there() {
    for asker in 0..3 {
        for approves in [true, false] {
            let models = [0, 1, 2].map(|at| {
                let name = ["a", "b", "c"][at];
                let make = if at == asker { asking } else { acting };
                make(name, "Good.")
            });
            let office = three(&models);
            let told = office.play("Go").await;
            assert!(!told.contains("\nerror "), "{told}");
            assert_eq!(office.last_authors().await, ["a", "b", "c"][..=asker]);
            assert_eq!(office.done.all(), ["a", "b", "c"][..asker]);
            let asked = office.asked().await;
            let answer = if approves {
                asked[0].approve()
            } else {
                asked[0].deny()
            };
            let told = office.play(answer).await;
            assert!(!told.contains("\nerror "), "{told}");
            assert_eq!(office.last_authors().await, ["a", "b", "c"][asker..]);
            let mut done = vec!["a", "b", "c"];
            if !approves {
                done.remove(asker);
            }
            assert_eq!(office.done.all(), done, "{asker} {approves}");
            assert_all_said(&models.iter().collect::<Vec<_>>());
            assert_one_run(&office).await;
        }
    }
}

/// Checks that all that happened since the first message belongs to one invocation.
async fn assert_one_run(office: &Office) {
    let session = office.session().await;
    let mut ids: Vec<_> = session.events().map(adk::Event::invocation_id).collect();
    ids.dedup();
    assert_eq!(ids.len(), 1, "{ids:?}");
}

#[tokio::test]
async fn each_of_them_may_ask_in_turn() {
    let models = ["a", "b", "c"].map(|name| asking(name, "Good."));
    let office = three(&models);
    office.play("Go").await;
    for (at, name) in ["a", "b", "c"].iter().enumerate() {
        let asked = office.asked().await;
        assert_eq!(asked.len(), 1, "{name}");
        office.play(asked[0].approve()).await;
        assert_eq!(office.done.all().len(), at + 1);
    }
    assert_eq!(office.done.all(), ["a", "b", "c"]);
    assert_all_said(&models.iter().collect::<Vec<_>>());
    assert_one_run(&office).await;
}

#[tokio::test]
async fn the_plan_waits_until_all_questions_of_an_agent_are_answered() {
    let two = ["x", "y"].map(|what| super::call("ask", what));
    let a = ScriptedModel::new().calls(two).text("Half.").text("All.");
    let models = [a, acting("b", "Good."), acting("c", "Good.")];
    let office = three(&models);
    office.play("Go").await;
    let asked = office.asked().await;
    office.play(asked[1].approve()).await;
    assert_eq!(office.last_authors().await, ["a"]);
    assert_eq!(office.done.all(), ["y"]);
    office.play(asked[0].deny()).await;
    assert_eq!(office.last_authors().await, ["a", "b", "c"]);
    assert_eq!(office.done.all(), ["y", "b", "c"]);
    assert_all_said(&models.iter().collect::<Vec<_>>());
}

#[tokio::test]
async fn a_run_that_is_dropped_behind_its_question_can_be_answered() {
    let models = [
        acting("a", "Good."),
        asking("b", "Good."),
        acting("c", "Good."),
    ];
    let office = three(&models);
    let mut run = office.run("Go");
    while let Some(event) = run.next().await {
        if event.unwrap().confirmation_requests().next().is_some() {
            break;
        }
    }
    drop(run);
    let asked = office.asked().await;
    office.play(asked[0].approve()).await;
    assert_eq!(office.done.all(), ["a", "b", "c"]);
    assert_all_said(&models.iter().collect::<Vec<_>>());
}

#[tokio::test]
async fn another_message_starts_anew_and_the_old_question_stays() {
    let a = acting("a", "First.")
        .call("act", json!({"what": "a again"}))
        .text("Second.");
    let models = [
        a,
        asking("b", "I will not ask.").text("Late."),
        acting("c", "Good."),
    ];
    let _script = models[2]
        .clone()
        .call("act", json!({"what": "c again"}))
        .text("Good.");
    let office = three(&models);
    office.play("Go").await;
    assert_eq!(office.done.all(), ["a"]);
    let told = office.play("Never mind; start again.").await;
    assert!(!told.contains("error "), "{told}");
    assert_eq!(office.last_authors().await, ["a", "b", "c"]);
    assert_eq!(office.done.all(), ["a", "a again", "c"]);
    let asked = office.asked().await;
    office.play(asked[0].approve()).await;
    assert_eq!(office.last_authors().await, ["b", "c"]);
    assert_eq!(office.done.all(), ["a", "a again", "c", "b", "c again"]);
    assert_all_said(&models.iter().collect::<Vec<_>>());
}

#[tokio::test]
async fn a_result_that_comes_later_lets_the_plan_go_on() {
    for asker in 0..3 {
        let models = [0, 1, 2].map(|at| {
            let name = ["a", "b", "c"][at];
            let make = if at == asker { ordering } else { acting };
            make(name, "Good.")
        });
        let office = three(&models);
        office.play("Go").await;
        assert_eq!(office.last_authors().await, ["a", "b", "c"][..=asker]);
        let ids = orders(&office).await;
        office.play(result(&ids[0], "there")).await;
        assert_eq!(office.last_authors().await, ["a", "b", "c"][asker..]);
        assert_eq!(office.done.all(), ["a", "b", "c"]);
        assert_all_said(&models.iter().collect::<Vec<_>>());
        assert_one_run(&office).await;
    }
}

#[tokio::test]
async fn an_update_of_what_nothing_waits_for_does_not_start_the_plan_again() {
    let models = [
        acting("a", "Good."),
        ordering("b", "Good."),
        acting("c", "Good."),
    ];
    let office = three(&models);
    office.play("Go").await;
    let ids = orders(&office).await;
    office.play(result(&ids[0], "there")).await;
    assert_eq!(office.done.all(), ["a", "b", "c"]);
    assert_snapshot!(office.play(result(&ids[0], "there twice")).await, @"");
    assert_eq!(office.done.all(), ["a", "b", "c"]);
    assert_all_said(&models.iter().collect::<Vec<_>>());
    // What is kept of it is told with the next message.
    let _script = models[0].clone().text("Anew.");
    office.play("And?").await;
    let request = models[0].requests().pop().unwrap();
    let told = tests::transcript::of_contents(request.contents());
    assert!(told.contains("there twice"), "{told}");
}

#[tokio::test]
async fn an_agent_below_one_of_the_sequence_asks() {
    let chief = ScriptedModel::new().call("transfer_to_agent", json!({"agent_name": "aide"}));
    let (aide, last) = (asking("it", "Good."), acting("rest", "Done."));
    let models = [chief.clone(), aide.clone(), last.clone()];
    let office = Office::new(move || {
        let aide = member("aide", &aide);
        let chief = built(clerk("chief", &chief).sub_agent(aide));
        sequence("plan", [Arc::new(chief) as _, member("last", &last)])
    });
    office.play("Go").await;
    assert_eq!(office.last_authors().await, ["chief", "aide"]);
    let asked = office.asked().await;
    office.play(asked[0].approve()).await;
    assert_eq!(office.last_authors().await, ["aide", "last"]);
    assert_eq!(office.done.all(), ["it", "rest"]);
    assert_all_said(&models.iter().collect::<Vec<_>>());
}

#[tokio::test]
async fn fault_25_a_sequence_below_a_model_goes_on_to_its_end() {
    let chief = ScriptedModel::new().call("transfer_to_agent", json!({"agent_name": "plan"}));
    let (a, b) = (asking("a", "Good."), acting("b", "Done."));
    let models = [chief.clone(), a.clone(), b.clone()];
    let office = Office::new(move || {
        let plan = sequence("plan", [member("a", &a), member("b", &b)]);
        Arc::new(built(clerk("chief", &chief).sub_agent(plan)))
    });
    office.play("Go").await;
    assert_eq!(office.last_authors().await, ["chief", "a"]);
    let asked = office.asked().await;
    office.play(asked[0].approve()).await;
    assert_eq!(office.last_authors().await, ["a", "b"]);
    assert_eq!(office.done.all(), ["a", "b"]);
    assert_all_said(&models.iter().collect::<Vec<_>>());
    // The plan is over: the next message goes to the model above it.
    let _script = models[0].clone().text("What else?");
    assert_eq!(office.run("Hi").text().await.unwrap(), "What else?");
}
