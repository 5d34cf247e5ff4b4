//! The workloads, unit by unit: what is done in one, and what the model must have seen afterwards.
//!
//! A further one is a variant here, an arm in `Driver::unit` and in `asked`, and its lines in `stretch.rs`.

use std::{error::Error, hint::black_box, str::FromStr};

use futures::future::try_join_all;

use crate::{
    Result,
    contender::Contender,
    mock::{Mock, Stats},
    scene,
};

/// The sessions of a crowd.
pub(crate) const CROWD: u16 = 64;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Workload {
    /// A unit is a session of one turn, which stays: the question, the tool's call and output, the answer.
    W1,
    /// The same, with many calls at once.
    W2,
    /// A unit is a turn like that of `W1`, all in one session.
    W3,
    /// A unit is a session of one answer in pieces.
    W4,
    /// A unit is a turn like that of `W1` in each of [`CROWD`] sessions at once.
    W5,
    /// A unit is the tool alone: decode, call, encode.
    W6,
    /// A unit is a turn of many calls: the whole dispatch, with tasks, time limits and panic guards where a side has
    /// them.
    W6Turn,
}

impl Workload {
    pub(crate) const ALL: [Self; 7] = [
        Self::W1,
        Self::W2,
        Self::W3,
        Self::W4,
        Self::W5,
        Self::W6,
        Self::W6Turn,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::W1 => "W1",
            Self::W2 => "W2",
            Self::W3 => "W3",
            Self::W4 => "W4",
            Self::W5 => "W5",
            Self::W6 => "W6",
            Self::W6Turn => "W6-turn",
        }
    }

    /// What a unit is many of, and how many: the figures are of one.
    pub(crate) fn parts(self) -> f64 {
        let parts = match self {
            Self::W1 | Self::W2 | Self::W3 | Self::W6 => 1,
            Self::W4 => scene::PIECES,
            Self::W5 => CROWD,
            Self::W6Turn => scene::MANY,
        };
        f64::from(parts)
    }

    /// The sessions that all units are turns of.
    fn sessions(self) -> u16 {
        match self {
            Self::W3 => 1,
            Self::W5 => CROWD,
            Self::W1 | Self::W2 | Self::W4 | Self::W6 | Self::W6Turn => 0,
        }
    }

    /// The requests that so many units make, and the contents in all of them together.
    fn asked(self, units: u32) -> (u64, u64) {
        let units = u64::from(units);
        match self {
            Self::W1 | Self::W2 => (2 * units, units * contents(1)),
            Self::W3 => (2 * units, contents(units)),
            Self::W4 => (units, units),
            Self::W5 => {
                let crowd = u64::from(CROWD);
                (crowd * 2 * units, crowd * contents(units))
            }
            Self::W6 | Self::W6Turn => (0, 0),
        }
    }
}

impl FromStr for Workload {
    type Err = Box<dyn Error + Send + Sync>;

    fn from_str(name: &str) -> Result<Self> {
        Self::ALL
            .into_iter()
            .find(|workload| workload.name() == name)
            .ok_or_else(|| format!("no workload {name:?}").into())
    }
}

/// The contents sent in a session of so many turns: turn t asks with 4t + 1 and again with 4t + 3.
fn contents(turns: u64) -> u64 {
    4 * turns * turns
}

/// One side at one workload.
pub(crate) struct Driver<'a, C: Contender> {
    contender: &'a C,
    mock: &'a Mock,
    workload: Workload,
    sessions: Vec<C::Session>,
    arguments: C::Json,
    units: u32,
    before: Stats,
}

impl<'a, C: Contender> Driver<'a, C> {
    /// Opens the sessions, once a turn and a dispatch in another have warmed the connection and what is made lazily.
    pub(crate) async fn open(contender: &'a C, mock: &'a Mock, workload: Workload) -> Result<Self> {
        let arguments = C::json(scene::ARGUMENTS)?;
        session(contender, scene::QUESTION).await?;
        dispatch(contender, &arguments).await?;
        let sessions = (0..workload.sessions()).map(|_| contender.open());
        Ok(Self {
            contender,
            mock,
            workload,
            sessions: try_join_all(sessions).await?,
            arguments,
            units: 0,
            before: mock.stats()?,
        })
    }

    pub(crate) async fn advance(&mut self, units: u32) -> Result<()> {
        for _ in 0..units {
            self.unit().await?;
        }
        self.units += units;
        Ok(())
    }

    async fn unit(&mut self) -> Result<()> {
        match self.workload {
            Workload::W1 => self.further_session(scene::QUESTION).await,
            Workload::W2 => self.further_session(scene::BROAD_QUESTION).await,
            Workload::W3 | Workload::W5 => {
                let sessions = self.sessions.iter_mut();
                let turns = sessions.map(|session| turn(self.contender, session, scene::QUESTION));
                try_join_all(turns).await.map(drop)
            }
            Workload::W4 => stream(self.contender).await,
            Workload::W6 => dispatch(self.contender, &self.arguments).await,
            Workload::W6Turn => many_calls(self.contender).await,
        }
    }

    /// A session that stays, as it does where its user may come back.
    async fn further_session(&mut self, question: &str) -> Result<()> {
        let mut session = self.contender.open().await?;
        turn(self.contender, &mut session, question).await?;
        self.sessions.push(session);
        Ok(())
    }

    /// What the model has seen since the start, once it is known to be what it should be.
    pub(crate) fn seen(&self) -> Result<Stats> {
        let seen = self.mock.stats()? - self.before;
        let asked = self.workload.asked(self.units);
        if (seen.requests, seen.contents) != asked {
            let (name, units) = (self.workload.name(), self.units);
            return Err(format!("{name}: {units} units should ask {asked:?}, not {seen:?}").into());
        }
        Ok(seen)
    }
}

pub(crate) async fn session<C: Contender>(contender: &C, question: &str) -> Result<()> {
    turn(contender, &mut contender.open().await?, question).await
}

async fn turn<C: Contender>(contender: &C, session: &mut C::Session, question: &str) -> Result<()> {
    let answer = contender.turn(session, black_box(question)).await?;
    expect(&answer, scene::ANSWER)
}

async fn stream<C: Contender>(contender: &C) -> Result<()> {
    let (pieces, whole) = contender.stream(black_box(scene::LONG_QUESTION)).await?;
    if pieces != usize::from(scene::PIECES) {
        return Err(format!("{pieces} pieces").into());
    }
    expect(&whole, &scene::PIECE.repeat(pieces))
}

async fn dispatch<C: Contender>(contender: &C, arguments: &C::Json) -> Result<()> {
    let output = contender.dispatch(black_box(arguments)).await?;
    expect(C::text(&output), scene::OUTPUT)
}

async fn many_calls<C: Contender>(contender: &C) -> Result<()> {
    let outputs = contender.many_calls().await?;
    if outputs == usize::from(scene::MANY) {
        Ok(())
    } else {
        Err(format!("{outputs} outputs").into())
    }
}

fn expect(found: &str, wanted: &str) -> Result<()> {
    if found == wanted {
        Ok(())
    } else {
        Err(format!("{found:?} instead of {wanted:?}").into())
    }
}
