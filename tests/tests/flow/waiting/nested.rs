//! Rounds that wait, and plans in plans.

use std::sync::Arc;

use adk::prelude::*;
use adk::testing::ScriptedModel;
use adk::{CustomAgent, LoopAgent};
use serde_json::json;
use tests::office::{Office, assert_all_said, clerk, member, parallel, rounds, sequence};
use tests::stage::built;

use super::{acting, asking, call};

#[tokio::test]
async fn a_loop_goes_on_in_the_round_that_it_waited_in() {
    for approves in [true, false] {
        let a = ScriptedModel::new().text("1").text("2").text("3");
        let b = ScriptedModel::new()
            .text("1")
            .calls([call("ask", "b2")])
            .text("2")
            .text("3");
        let c = ScriptedModel::new().text("1").text("2").text("3");
        let models = [a.clone(), b.clone(), c.clone()];
        let office = Office::new(move || {
            rounds(
                "loop",
                3,
                [member("a", &a), member("b", &b), member("c", &c)],
            )
        });
        office.play("Go").await;
        assert_eq!(office.last_authors().await, ["a", "b", "c", "a", "b"]);
        let asked = office.asked().await;
        let answer = if approves {
            asked[0].approve()
        } else {
            asked[0].deny()
        };
        office.play(answer).await;
        assert_eq!(office.last_authors().await, ["b", "c", "a", "b", "c"]);
        assert_eq!(office.done.all().len(), usize::from(approves));
        assert_all_said(&models.each_ref());
    }
}

#[tokio::test]
async fn each_round_may_wait() {
    let a = asking("1", "Good.")
        .call("ask", json!({"what": "2"}))
        .text("Good.");
    let a = a.call("ask", json!({"what": "3"})).text("Good.");
    let model = a.clone();
    let office = Office::new(move || rounds("loop", 3, [member("a", &a)]));
    office.play("Go").await;
    for round in 1..=3 {
        let asked = office.asked().await;
        assert_eq!(asked.len(), 1, "{round}");
        office.play(asked[0].approve()).await;
        assert_eq!(office.done.all().len(), round);
    }
    assert!(office.asked().await.is_empty());
    assert_all_said(&[&model]);
}

#[tokio::test]
async fn the_end_of_a_loop_is_remembered_while_it_waits() {
    // It leaves the loop and asks in one turn, or asks behind one that leaves it, or before.
    let leave = || call("exit_loop_now", "");
    for case in ["one turn", "behind", "before"] {
        let (a, b) = match case {
            "one turn" => (
                ScriptedModel::new()
                    .calls([call("ask", "it"), leave()])
                    .text("Good."),
                ScriptedModel::new(),
            ),
            "behind" => (
                ScriptedModel::new().calls([leave()]).text("Left."),
                asking("it", "Good."),
            ),
            _ => (
                ScriptedModel::new()
                    .calls([call("order", "it"), leave()])
                    .text("Went on.")
                    .text("Good."),
                ScriptedModel::new().text("Behind."),
            ),
        };
        let models = [a.clone(), b.clone()];
        let office = Office::new(move || {
            let leave = tests::tool::tool("exit_loop_now", |ctx, _| async move {
                ctx.escalate();
                Ok(json!({}))
            });
            let a = built(clerk("a", &a).tool(leave));
            let inner = if case == "before" {
                Arc::new(a) as _
            } else {
                sequence("inner", [Arc::new(a) as _, member("b", &b)])
            };
            rounds("loop", 3, [inner])
        });
        office.play("Go").await;
        let message: Content = if case == "before" {
            let ids = super::orders(&office).await;
            super::result(&ids[0], "there")
        } else {
            office.asked().await[0].approve().into()
        };
        if case == "one turn" {
            let _script = models[1].clone().text("Behind.");
        }
        let told = office.play(message).await;
        assert!(!told.contains("error Mod"), "{case}: {told}");
        assert_eq!(office.done.all(), ["it"], "{case}");
        if case == "before" {
            continue;
        }
        assert_all_said(&models.each_ref());
    }
}

#[tokio::test]
async fn an_old_question_counts_the_rounds_of_its_own_run() {
    let a = ScriptedModel::new()
        .text("1")
        .text("2")
        .calls([call("ask", "old")])
        .calls([call("ask", "new")]);
    let model = a.clone();
    let office = Office::new(move || rounds("loop", 4, [member("a", &a)]));
    office.play("Go").await;
    office.play("Again").await;
    let _script = model.clone().text("3").text("4");
    let asked = office.asked().await;
    let told = office.play(asked[0].approve()).await;
    assert!(!told.contains("error Mod"), "{told}");
    let _script = model.clone().text("1").text("2").text("3").text("4");
    let told = office.play(asked[1].approve()).await;
    assert!(!told.contains("error Mod"), "{told}");
    assert_eq!(office.done.all(), ["old", "new"]);
    assert_all_said(&[&model]);
}

#[tokio::test]
async fn an_inner_loop_begins_anew_in_each_round_of_the_outer() {
    let a = ScriptedModel::new()
        .text("1.1")
        .calls([call("ask", "1.2")])
        .text("1.2")
        .text("2.1")
        .calls([call("ask", "2.2")])
        .text("2.2");
    let model = a.clone();
    let office = Office::new(move || rounds("outer", 2, [rounds("inner", 2, [member("a", &a)])]));
    office.play("Go").await;
    for _ in 0..2 {
        let asked = office.asked().await;
        let told = office.play(asked[0].approve()).await;
        assert!(!told.contains("error Mod"), "{told}");
    }
    assert_eq!(office.done.all(), ["1.2", "2.2"]);
    assert_all_said(&[&model]);
}

#[tokio::test]
async fn a_loop_in_a_sequence_beside_another_agent() {
    let (a, b) = (
        ScriptedModel::new().text("1").text("2"),
        acting("b", "Good."),
    );
    let worker = ScriptedModel::new()
        .text("1")
        .calls([call("ask", "w2")])
        .text("2");
    let (beside, end) = (asking("beside", "Good."), acting("end", "Over."));
    let models = [&a, &b, &worker, &beside, &end].map(Clone::clone);
    let office = Office::new(move || {
        let turns = rounds("turns", 2, [member("a", &a), member("worker", &worker)]);
        let line = sequence("line", [turns, member("b", &b)]);
        let all = parallel("all", [line, member("beside", &beside)]);
        sequence("plan", [all, member("end", &end)])
    });
    office.play("Go").await;
    let asked = office.asked().await;
    assert_eq!(asked.len(), 2);
    for asked in asked {
        office.play(asked.approve()).await;
    }
    let mut done = office.done.all();
    assert_eq!(done.pop().unwrap(), "end");
    done.sort();
    assert_eq!(done, ["b", "beside", "w2"]);
    assert_all_said(&models.each_ref());
    // What was said in one branch was not told in another.
    for request in models[3].requests() {
        let told = tests::transcript::of_contents(request.contents());
        assert!(
            !told.contains("[a]") && !told.contains("[worker]"),
            "{told}"
        );
    }
}

#[tokio::test]
async fn a_custom_agent_is_called_again_and_runs_the_agent_that_asked() {
    let (a, b) = (acting("a", "Good."), asking("b", "Good."));
    let models = [a.clone(), b.clone()];
    let office = Office::new(move || {
        let lead = CustomAgent::builder("lead", |ctx, mut out| async move {
            let agents = ctx.agent().sub_agents();
            if ctx.session().state("a_is_done").is_none() {
                out.forward(ctx.run_agent(&agents[0])).await?;
                let done = adk::event::EventActions::new().with_state("a_is_done", true);
                out.emit(ctx.event().actions(done).build()).await;
            }
            out.forward(ctx.run_agent(&agents[1])).await
        });
        let lead = lead.sub_agent(member("a", &a)).sub_agent(member("b", &b));
        Arc::new(lead.build().unwrap())
    });
    office.play("Go").await;
    let asked = office.asked().await;
    office.play(asked[0].approve()).await;
    assert_eq!(office.last_authors().await, ["b"]);
    assert_eq!(office.done.all(), ["a", "b"]);
    assert_all_said(&models.each_ref());
}

#[tokio::test]
async fn a_plan_of_ones_own_stops_and_goes_on_like_any() {
    let models = [
        acting("a", "Good."),
        asking("b", "Good."),
        acting("c", "Good."),
    ];
    let all = models.clone();
    let office = Office::new(move || {
        let lead = CustomAgent::builder("lead", |ctx, mut out| async move {
            let agents = ctx.agent().sub_agents();
            let answered = agents.iter().position(|agent| ctx.is_answered(agent));
            for agent in agents.iter().skip(answered.unwrap_or(0)) {
                out.forward(ctx.run_agent(agent)).await?;
                if ctx.is_waiting(agent) || ctx.ended() {
                    break;
                }
            }
            Ok(())
        });
        let names = ["a", "b", "c"].iter().zip(&all);
        let lead = names.fold(lead, |lead, (name, model)| {
            lead.sub_agent(member(name, model))
        });
        Arc::new(lead.build().unwrap())
    });
    office.play("Go").await;
    assert_eq!(office.last_authors().await, ["a", "b"]);
    let asked = office.asked().await;
    office.play(asked[0].approve()).await;
    assert_eq!(office.last_authors().await, ["b", "c"]);
    assert_eq!(office.done.all(), ["a", "b", "c"]);
    assert_all_said(&models.each_ref());
}

#[tokio::test]
async fn a_custom_agent_in_a_plan_makes_the_plan_wait() {
    let (a, end) = (asking("a", "Good."), acting("end", "Over."));
    let models = [a.clone(), end.clone()];
    let office = Office::new(move || {
        let lead = CustomAgent::builder("lead", |ctx, mut out| async move {
            let agents = ctx.agent().sub_agents();
            out.forward(ctx.run_agent(&agents[0])).await
        });
        let lead = lead.sub_agent(member("a", &a)).build().unwrap();
        sequence("plan", [Arc::new(lead) as _, member("end", &end)])
    });
    office.play("Go").await;
    assert_eq!(office.last_authors().await, ["a"]);
    let asked = office.asked().await;
    office.play(asked[0].deny()).await;
    assert_eq!(office.last_authors().await, ["a", "end"]);
    assert_eq!(office.done.all(), ["end"]);
    assert_all_said(&models.each_ref());
}

#[tokio::test]
async fn a_loop_without_a_bound_counts_its_rounds_over_the_wait() {
    let a = ScriptedModel::new()
        .text("1")
        .calls([call("ask", "2")])
        .text("2")
        .text("3");
    let model = a.clone();
    let office = Office::new(move || {
        let agent = LoopAgent::builder("loop").sub_agent(member("a", &a));
        Arc::new(agent.build().unwrap())
    });
    office.play("Go").await;
    let asked = office.asked().await;
    let config = RunConfig::new().max_loop_rounds(3);
    let run = office.run(asked[0].approve()).config(config);
    let error = run.text().await.unwrap_err();
    assert_eq!(error.kind(), adk::ErrorKind::Limit, "{error}");
    assert_all_said(&[&model]);
}
