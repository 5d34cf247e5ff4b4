//! What the behaviour tests share: a stage to run an agent on, a server of bytes, tools and
//! models whose every move a test decides, and the form in which runs are read and checked.

#![expect(clippy::panic, reason = "a test that cannot go on panics")]

pub mod canned;
pub mod drawn;
pub mod fake_server;
pub mod history;
pub mod logged;
pub mod mcp_server;
pub mod memory;
pub mod model;
pub mod office;
pub mod peers;
pub mod process;
pub mod roads;
pub mod skills;
pub mod stage;
pub mod store;
pub mod tool;
pub mod transcript;
