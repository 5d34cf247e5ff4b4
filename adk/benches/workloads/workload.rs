//! The workloads, unit by unit: what is done in one, and what the model must have seen afterwards.
//!
//! A further one is a variant here, an arm in `Driver::unit` and in `asked`, and its lines in `stretch.rs`.

use std::{error::Error, hint::black_box, str::FromStr};

use crate::{
    Result,
    contender::{CALLS, Contender},
    mock::{Mock, Stats},
    scene,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Workload {
    /// A unit is a session of one turn: the question, the tool's call and output, the answer.
    W1,
    /// A unit is one such turn, all in one session.
    W3,
    /// A unit is the tool alone: decode, call, encode.
    W6,
    /// A unit is a turn of many calls: the whole dispatch, with tasks, time limits and panic guards where a side has
    /// them.
    W6Turn,
}

impl Workload {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::W1 => "W1",
            Self::W3 => "W3",
            Self::W6 => "W6",
            Self::W6Turn => "W6-turn",
        }
    }

    /// The requests that so many units make, and the contents in all of them together.
    fn asked(self, units: u32) -> (u64, u64) {
        let units = u64::from(units);
        match self {
            Self::W1 => (2 * units, units * contents(1)),
            Self::W3 => (2 * units, contents(units)),
            Self::W6 | Self::W6Turn => (0, 0),
        }
    }
}

impl FromStr for Workload {
    type Err = Box<dyn Error + Send + Sync>;

    fn from_str(name: &str) -> Result<Self> {
        [Self::W1, Self::W3, Self::W6, Self::W6Turn]
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
    session: C::Session,
    arguments: C::Json,
    units: u32,
    before: Stats,
}

impl<'a, C: Contender> Driver<'a, C> {
    /// Opens the session, once a turn and a dispatch in another have warmed the connection and what is made lazily.
    pub(crate) async fn open(contender: &'a C, mock: &'a Mock, workload: Workload) -> Result<Self> {
        let arguments = C::json(scene::ARGUMENTS)?;
        turn(contender, &mut contender.open().await?).await?;
        dispatch(contender, &arguments).await?;
        Ok(Self {
            contender,
            mock,
            workload,
            session: contender.open().await?,
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
            Workload::W1 => turn(self.contender, &mut self.contender.open().await?).await,
            Workload::W3 => turn(self.contender, &mut self.session).await,
            Workload::W6 => dispatch(self.contender, &self.arguments).await,
            Workload::W6Turn => many_calls(self.contender).await,
        }
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

async fn turn<C: Contender>(contender: &C, session: &mut C::Session) -> Result<()> {
    let answer = contender.turn(session, black_box(scene::QUESTION)).await?;
    expect(&answer, scene::ANSWER)
}

async fn dispatch<C: Contender>(contender: &C, arguments: &C::Json) -> Result<()> {
    let output = contender.dispatch(black_box(arguments)).await?;
    expect(C::text(&output), scene::OUTPUT)
}

async fn many_calls<C: Contender>(contender: &C) -> Result<()> {
    match contender.many_calls().await? {
        CALLS => Ok(()),
        other => Err(format!("{other} outputs").into()),
    }
}

fn expect(found: &str, wanted: &str) -> Result<()> {
    if found == wanted {
        Ok(())
    } else {
        Err(format!("{found:?} instead of {wanted:?}").into())
    }
}
