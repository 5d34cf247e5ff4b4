//! How an agent runs: model, tools, hooks, limits, and what can go wrong in each.

mod broken_tools;
mod callbacks;
mod conversation;
mod drops;
mod instructions;
mod limits;
mod oddities;
mod pairing;
mod plugins;
mod recorder;
mod runs;
mod state;
