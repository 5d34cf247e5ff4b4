//! A tree of agents as a picture.

use adk::agent::Graph;
use adk::testing::ScriptedModel;
use adk::{CustomAgent, LlmAgent, LlmAgentBuilder, LoopAgent, ParallelAgent, SequentialAgent};
use insta::assert_snapshot;
use tests::stage::built;
use tests::tool::{echo, tool};

fn agent(name: &str) -> LlmAgentBuilder {
    LlmAgent::builder(name).model(ScriptedModel::new())
}

fn desk() -> LlmAgent {
    let rounds = LoopAgent::builder("rounds")
        .sub_agent(built(agent("write")))
        .sub_agent(built(agent("judge").tool(echo())));
    let both = ParallelAgent::builder("both")
        .sub_agent(built(agent("left")))
        .sub_agent(built(agent("right")));
    let plan = SequentialAgent::builder("plan")
        .sub_agent(rounds.build())
        .sub_agent(both.build());
    let own = CustomAgent::builder("own", |_, _| async { Ok(()) });
    let agent = agent("desk")
        .tool(echo())
        .tool(tool("pay-now", |_, _| async {
            Ok(serde_json::Value::Null)
        }));
    built(agent.sub_agent(plan.build()).sub_agent(own.build()))
}

#[test]
fn a_tree_is_drawn_by_graphviz() {
    assert_snapshot!(Graph::of(&desk()).to_dot(), @r#"
    digraph agents {
      n0 [label="desk", shape=ellipse];
      n1 [label="echo", shape=box];
      n2 [label="pay-now", shape=box];
      n3 [label="plan", shape=box3d];
      n4 [label="rounds", shape=box3d];
      n5 [label="write", shape=ellipse];
      n6 [label="judge", shape=ellipse];
      n7 [label="echo", shape=box];
      n8 [label="both", shape=box3d];
      n9 [label="left", shape=ellipse];
      n10 [label="right", shape=ellipse];
      n11 [label="own", shape=hexagon];
      n0 -> n1 [style=dotted, dir=none];
      n0 -> n2 [style=dotted, dir=none];
      n6 -> n7 [style=dotted, dir=none];
      n4 -> n5 [label="1"];
      n4 -> n6 [label="2"];
      n6 -> n5 [label="again", constraint=false];
      n8 -> n9;
      n8 -> n10;
      n3 -> n4 [label="1"];
      n3 -> n8 [label="2"];
      n0 -> n3;
      n0 -> n11;
    }
    "#);
}

#[test]
fn a_tree_is_drawn_by_mermaid() {
    assert_snapshot!(Graph::of(&desk()).to_mermaid(), @r#"
    flowchart TD
      n0(["desk"])
      n1["echo"]
      n2["pay-now"]
      n3[["plan"]]
      n4[["rounds"]]
      n5(["write"])
      n6(["judge"])
      n7["echo"]
      n8[["both"]]
      n9(["left"])
      n10(["right"])
      n11{{"own"}}
      n0 -.- n1
      n0 -.- n2
      n6 -.- n7
      n4 -->|1| n5
      n4 -->|2| n6
      n6 -->|again| n5
      n8 --> n9
      n8 --> n10
      n3 -->|1| n4
      n3 -->|2| n8
      n0 --> n3
      n0 --> n11
    "#);
}
