//! What a side must be able to do, and the sides there are; the first is what the others are compared with.

use std::{error::Error, str::FromStr};

use crate::Result;

/// One way to write the agent of the scene.
pub(crate) trait Contender {
    /// What a side keeps of one conversation.
    type Session;

    /// What it keeps of a call's arguments and of their output.
    type Json;

    /// The arguments as they stand in the model's answer.
    fn json(text: &str) -> Result<Self::Json>;

    /// The text that goes back to the model.
    fn text(json: &Self::Json) -> &str;

    /// Begins a conversation.
    async fn open(&self) -> Result<Self::Session>;

    /// Gives the user's words to the agent and answers with the agent's last ones.
    async fn turn(&self, session: &mut Self::Session, text: &str) -> Result<String>;

    /// Asks in a conversation of its own for an answer in pieces: how many came, and the whole.
    async fn stream(&self, text: &str) -> Result<(usize, String)>;

    /// Runs the tool: decode, call, encode.
    async fn dispatch(&self, arguments: &Self::Json) -> Result<Self::Json>;

    /// Does all that a turn of [`MANY`](crate::scene::MANY) calls is but for the model, which
    /// answers within the process, and says how many outputs it was given.
    async fn many_calls(&self) -> Result<usize>;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Raw,
    Ours,
}

impl Side {
    pub(crate) const ALL: [Self; 2] = [Self::Raw, Self::Ours];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Raw => "raw",
            Self::Ours => "ours",
        }
    }
}

impl FromStr for Side {
    type Err = Box<dyn Error + Send + Sync>;

    fn from_str(name: &str) -> Result<Self> {
        Self::ALL
            .into_iter()
            .find(|side| side.name() == name)
            .ok_or_else(|| format!("no side {name:?}").into())
    }
}
