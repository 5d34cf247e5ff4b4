//! How an agent runs: model, tools, hooks, limits, and what can go wrong in each.

#![expect(clippy::panic, reason = "tools that panic")]

mod agent_tool;
mod bleed;
mod broken_tools;
mod builtin;
mod busy;
mod callbacks;
mod cancellation;
mod causes;
mod choose;
mod confirmation;
mod contents;
mod contract;
mod conversation;
mod custom;
mod drops;
mod gemini_tools;
mod graph;
mod input_blobs;
mod instructions;
mod limits;
mod logging;
mod long_running;
mod merges;
mod oddities;
mod output_key;
mod output_schema;
mod pairing;
mod panics;
mod plugins;
mod processors;
mod progress;
mod recorder;
mod remember;
mod replaced_events;
mod retry_and_reflect;
mod runs;
mod same_ids;
mod soak;
mod state;
mod state_keys;
mod templates;
mod transfer;
mod waiting;
mod workflow;
