//! A tree of agents as a picture.

use std::sync::Arc;

use adk::Agent;
use adk::agent::{AgentKind, Graph};
use adk::graph::{EdgeKind, NodeKind};
use insta::assert_snapshot;
use tests::drawn::{Drawn, desk};
use tests::tool::tool;

#[test]
fn a_tree_is_drawn_by_graphviz() {
    assert_snapshot!(desk().graph().to_dot(), @r#"
    digraph agents {
      n0 [label="desk", shape=ellipse];
      n1 [label="pay-now", shape=box];
      n2 [label="library", shape=ellipse];
      n3 [label="reader", shape=ellipse];
      n4 [label="echo", shape=box];
      n5 [label="archive", shape=ellipse];
      n6 [label="plan", shape=box3d];
      n7 [label="rounds", shape=box3d];
      n8 [label="write", shape=ellipse];
      n9 [label="judge", shape=ellipse];
      n10 [label="echo", shape=box];
      n11 [label="both", shape=box3d];
      n12 [label="left", shape=ellipse];
      n13 [label="right", shape=ellipse];
      n14 [label="own", shape=hexagon];
      n0 -> n1 [style=dotted, dir=none];
      n3 -> n4 [style=dotted, dir=none];
      n2 -> n3 [style=dotted, dir=none];
      n2 -> n5;
      n0 -> n2 [style=dotted, dir=none];
      n9 -> n10 [style=dotted, dir=none];
      n7 -> n8 [label="1"];
      n7 -> n9 [label="2"];
      n9 -> n8 [label="again", constraint=false];
      n11 -> n12;
      n11 -> n13;
      n6 -> n7 [label="1"];
      n6 -> n11 [label="2"];
      n0 -> n6;
      n0 -> n14;
    }
    "#);
}

#[test]
fn a_tree_is_drawn_by_mermaid() {
    assert_snapshot!(desk().graph().to_mermaid(), @r#"
    flowchart TD
      n0(["desk"])
      n1["pay-now"]
      n2(["library"])
      n3(["reader"])
      n4["echo"]
      n5(["archive"])
      n6[["plan"]]
      n7[["rounds"]]
      n8(["write"])
      n9(["judge"])
      n10["echo"]
      n11[["both"]]
      n12(["left"])
      n13(["right"])
      n14{{"own"}}
      n0 -.- n1
      n3 -.- n4
      n2 -.- n3
      n2 --> n5
      n0 -.- n2
      n9 -.- n10
      n7 -->|1| n8
      n7 -->|2| n9
      n9 -->|again| n8
      n11 --> n12
      n11 --> n13
      n6 -->|1| n7
      n6 -->|2| n11
      n0 --> n6
      n0 --> n14
    "#);
}

#[test]
fn an_agent_is_drawn_however_it_is_held() {
    let drawn = desk().graph();
    let shared: Arc<dyn Agent> = Arc::new(desk());
    assert_eq!(shared.graph(), drawn);
    assert_eq!((*shared).graph(), drawn);
    assert_eq!(Graph::of(&shared), drawn);
    assert_eq!(Graph::of(&*shared), drawn);
    assert_ne!(shared.sub_agents()[0].graph(), drawn);
}

#[test]
fn an_agent_that_is_a_tool_is_drawn_with_all_below_it() {
    let graph = desk().graph();
    let of_kind = |kind: EdgeKind| {
        let edges = graph.edges().iter().filter(move |edge| edge.kind == kind);
        let name = |place: usize| &*graph.nodes()[place].name;
        edges
            .map(|edge| (name(edge.from), name(edge.to)))
            .collect::<Vec<_>>()
    };
    let tools = of_kind(EdgeKind::Tool);
    assert!(tools.contains(&("desk", "library")), "{tools:?}");
    assert!(tools.contains(&("library", "reader")), "{tools:?}");
    assert!(tools.contains(&("reader", "echo")), "{tools:?}");
    let below = of_kind(EdgeKind::Below);
    assert!(below.contains(&("library", "archive")), "{below:?}");
    let library = graph.nodes().iter().find(|node| &*node.name == "library");
    assert_eq!(
        library.map(|node| node.kind),
        Some(NodeKind::Agent(AgentKind::Llm))
    );
}

#[test]
fn names_of_any_letters_are_drawn_in_one_line() {
    let mut agent = Drawn::new(
        "end\n\"a\" \\n <b> `c` #35; & ß__init__ a_b",
        AgentKind::Custom,
    );
    agent.tools.push(Arc::new(tool("", |_, _| async {
        Ok(serde_json::Value::Null)
    })));
    assert_snapshot!(agent.graph().to_dot(), @r#"
    digraph agents {
      n0 [label="end \"a\" \\n <b> `c` #35; &amp; ß__init__ a_b", shape=hexagon];
      n1 [label="", shape=box];
      n0 -> n1 [style=dotted, dir=none];
    }
    "#);
    assert_snapshot!(agent.graph().to_mermaid(), @r#"
    flowchart TD
      n0{{"end#32;#34;a#34;#32;#92;n#32;#60;b#62;#32;#96;c#96;#32;#35;35#59;#32;#38;#32;ß#95;#95;init#95;#95;#32;a_b"}}
      n1[" "]
      n0 -.- n1
    "#);
}
