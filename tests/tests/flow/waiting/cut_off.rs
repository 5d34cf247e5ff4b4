//! Runs that are cut off while they take up an answer: nothing is done twice, the session goes
//! on, and what else waits can be answered.

use adk::content::FunctionCall;
use adk::model::LlmResponse;
use adk::testing::ScriptedModel;
use adk::{Content, Error, ErrorKind, Part, Role, Run};
use futures::FutureExt as _;
use serde_json::json;
use tests::history::assert_valid_history;
use tests::office::{Office, assert_all_said, member, parallel, sequence};
use tokio::task::yield_now;

use super::{acting, asking, call};

/// Calls once, and says that it is done whenever it has called.
fn once(tool: &'static str, what: &'static str) -> ScriptedModel {
    ScriptedModel::from_fn(move |request| {
        let mut own = request.contents().iter().flat_map(Content::function_calls);
        let content = if own.next().is_some() {
            Content::model("Good.")
        } else {
            let call = FunctionCall::new(tool, json!({ "what": what }));
            Content::new(Role::Model, [Part::from_function_call(call)])
        };
        LlmResponse::new(content)
    })
}

/// Polls so often; whether the run ended.
async fn poll(mut run: Run, times: usize) -> bool {
    for _ in 0..times {
        match run.next().now_or_never() {
            Some(None) => return true,
            Some(Some(event)) => drop(event),
            None => yield_now().await,
        }
    }
    false
}

fn times(office: &Office, what: &str) -> usize {
    office
        .done
        .all()
        .iter()
        .filter(|done| *done == what)
        .count()
}

#[tokio::test]
async fn beside_another_that_waits() {
    for polls in 0.. {
        let models = [once("ask", "a"), once("ask", "b"), once("act", "end")];
        let all = models.clone();
        let office = Office::new(move || {
            let both = parallel("both", [member("a", &all[0]), member("b", &all[1])]);
            sequence("plan", [both, member("end", &all[2])])
        });
        office.play("Go").await;
        let asked = office.asked().await;
        let of = |what: &str| {
            let mut asked = asked.iter();
            asked
                .find(|asked| asked.call().args().as_str().contains(what))
                .cloned()
        };
        let (a, b) = (of("\"a\"").unwrap(), of("\"b\"").unwrap());
        let ended = poll(office.run(a.approve()), polls).await;
        assert_eq!(times(&office, "end"), 0);
        // Before its first poll the answer was not even taken.
        let is_open = office.asked().await.len() == 2;
        assert_eq!(is_open, polls == 0);
        let told = office.play(b.approve()).await;
        assert!(!told.contains("\nerror"), "{told}");
        if is_open {
            office.play(a.approve()).await;
        }
        assert!(
            times(&office, "a") <= 1 && times(&office, "b") == 1,
            "{polls}"
        );
        assert_eq!(times(&office, "end"), 1, "{polls}: {told}");
        for request in models.iter().flat_map(ScriptedModel::requests) {
            assert_valid_history(request.contents());
        }
        if ended {
            assert!(polls > 3 && times(&office, "a") == 1, "{polls}");
            return;
        }
    }
}

#[tokio::test]
async fn in_a_sequence() {
    for polls in 0.. {
        let models = [once("ask", "a"), once("act", "end")];
        let all = models.clone();
        let office =
            Office::new(move || sequence("plan", [member("a", &all[0]), member("end", &all[1])]));
        office.play("Go").await;
        let asked = office.asked().await.swap_remove(0);
        let ended = poll(office.run(asked.approve()), polls).await;
        let told = office.play("And now?").await;
        assert!(told.ends_with("end: \"Good.\"\n"), "{polls}: {told}");
        if polls > 0 {
            let again = office.run(asked.approve()).text().await.unwrap_err();
            assert_eq!(again.kind(), ErrorKind::InvalidAnswer);
        }
        assert!(
            times(&office, "a") <= 1 && times(&office, "end") <= 1,
            "{polls}"
        );
        for request in models.iter().flat_map(ScriptedModel::requests) {
            assert_valid_history(request.contents());
        }
        if ended {
            assert!(polls > 5 && times(&office, "a") == 1);
            return;
        }
    }
}

#[tokio::test]
async fn an_error_beside_a_question_leaves_it_open() {
    let broken = ScriptedModel::new()
        .calls([call("act", "b1")])
        .calls([call("act", "b2")])
        .error(Error::new(ErrorKind::ModelProtocol, "broken"))
        .text("Back again.");
    let models = [asking("a", "Good."), broken, acting("end", "Over.")];
    let all = models.clone();
    let office = Office::new(move || {
        let both = parallel("both", [member("a", &all[0]), member("b", &all[1])]);
        sequence("plan", [both, member("end", &all[2])])
    });
    let told = office.play("Go").await;
    assert!(told.contains("error ModelProtocol"), "{told}");
    let asked = office.asked().await.swap_remove(0);
    office.play(asked.approve()).await;
    let mut done = office.done.all();
    assert_eq!(done.pop().unwrap(), "end");
    done.sort();
    assert_eq!(done, ["a", "b1", "b2"]);
    assert_all_said(&models.each_ref());
}
