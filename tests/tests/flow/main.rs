//! How an agent runs: model, tools, hooks, limits, and what can go wrong in each.

mod callbacks;
mod conversation;
mod oddities;
mod plugins;
mod recorder;
