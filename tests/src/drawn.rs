//! Trees of agents to be drawn: one with all that there is, and agents that a test makes of parts.

use std::sync::Arc;

use adk::agent::AgentKind;
use adk::testing::ScriptedModel;
use adk::{
    Agent, AgentTool, CustomAgent, EventStream, InvocationContext, LlmAgent, LlmAgentBuilder,
    LoopAgent, ParallelAgent, SequentialAgent, Tool,
};
use futures::{StreamExt as _, stream};
use serde_json::Value;

use crate::stage::built;
use crate::tool::{echo, tool};

/// Names that the languages of drawings might read as something else.
pub const ODD_NAMES: &[&str] = &[
    "",
    " ",
    " two  blanks ",
    "a \"quoted\" name",
    r"C:\new\N\G\E\",
    "two\nlines\r\n\tand a tab",
    "nul \0, bell \u{7}, \u{85}",
    "<b>bold</b>",
    "<<table>>",
    "a < b && b > c",
    "&lt;&amp;&#35;",
    "#35; #quot; #amp;",
    "style x fill:#f00;",
    "classDef y fill:#0f0;",
    "%% comment %%{init: {}}%%",
    "---",
    "end",
    "subgraph",
    "graph TD; a-->b",
    "click n0 href \"x\"",
    "`code` and \"`markdown`\"",
    "**bold** _slanted_ __init__ ~~gone~~",
    "1. a list",
    "- another",
    "# title",
    "> said",
    "[link](to) ![image](of)",
    "$$\\sqrt{2}$$",
    "n0",
    "fa:fa-car",
    "[(])}{|/\\|",
    "ﬂ°°35¶ß ﬂ°quot¶ß",
    "Straße, größe, 天気, погода",
    "\u{1f469}\u{200d}\u{1f680} \u{2764}\u{fe0f}",
    "नमस्ते, e\u{301}, \u{202e}turned\u{202c}",
    "\u{feff}bom",
    "javascript:alert(1)",
    "__proto__",
    "get_weather",
    "server.tool-2",
];

fn agent(name: &str) -> LlmAgentBuilder {
    LlmAgent::builder(name).model(ScriptedModel::new())
}

/// A desk: agents of each kind, plans in plans, tools, and agents that are tools.
///
/// # Panics
/// When it cannot be built.
#[must_use]
pub fn desk() -> LlmAgent {
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
    let reader = agent("reader").description("Reads.").tool(echo());
    let library = agent("library")
        .description("Looks things up.")
        .tool(AgentTool::new(built(reader)))
        .sub_agent(built(agent("archive")));
    let desk = agent("desk")
        .tool(tool("pay-now", |_, _| async { Ok(Value::Null) }))
        .tool(AgentTool::new(built(library)));
    built(desk.sub_agent(plan.build()).sub_agent(own.build()))
}

/// An agent of these parts, which does nothing.
#[derive(Debug)]
#[non_exhaustive]
pub struct Drawn {
    /// Its name, whatever that is.
    pub name: String,
    /// What is said to lead it.
    pub kind: AgentKind,
    /// Its tools.
    pub tools: Vec<Arc<dyn Tool>>,
    /// The agents below it.
    pub below: Vec<Arc<dyn Agent>>,
}

impl Drawn {
    /// One of that name, alone.
    #[must_use]
    pub fn new(name: impl Into<String>, kind: AgentKind) -> Self {
        Self {
            name: name.into(),
            kind,
            tools: Vec::new(),
            below: Vec::new(),
        }
    }

    /// One whose agents and tools have all the odd names.
    #[must_use]
    pub fn odd() -> Self {
        let mut root = Self::new("root", AgentKind::Sequential);
        for name in ODD_NAMES {
            let mut agent = Self::new(*name, AgentKind::Custom);
            agent
                .tools
                .push(Arc::new(tool(name, |_, _| async { Ok(Value::Null) })));
            root.below.push(Arc::new(agent));
        }
        root
    }
}

impl Agent for Drawn {
    fn name(&self) -> &str {
        &self.name
    }

    fn description(&self) -> &'static str {
        "Is drawn."
    }

    fn kind(&self) -> AgentKind {
        self.kind
    }

    fn tools(&self) -> &[Arc<dyn Tool>] {
        &self.tools
    }

    fn sub_agents(&self) -> &[Arc<dyn Agent>] {
        &self.below
    }

    fn run(&self, _: InvocationContext) -> EventStream {
        stream::empty().boxed()
    }
}
