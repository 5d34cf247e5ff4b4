#![deny(warnings)]

use std::collections::HashMap;

use adk::{InvocationContext, ReadonlyContext, Session, StateDelta, StateKeys, ToolContext};
use adk::serde::{Deserialize, Serialize};

/// Nobody makes one, and nobody reads a field or a key.
#[derive(StateKeys)]
struct Unused {
    city: String,
    #[state(user)]
    name: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(crate = "adk::serde")]
struct Draft {
    lines: Vec<String>,
}

/// Can only be written.
#[derive(Serialize)]
#[serde(crate = "adk::serde")]
struct Shown(&'static str);

/// Can only be read.
#[derive(Deserialize)]
#[serde(crate = "adk::serde")]
struct Known {
    by: String,
}

mod inner {
    use adk::prelude::*;

    #[derive(StateKeys)]
    #[state(crate = ::adk)]
    pub struct AppState {
        /// The city that the user asked about last.
        city: String,
        #[state(user)]
        pub name: String,
        #[state(app, )]
        pub(super) rates: super::HashMap<String, f64>,
        #[state(temp)]
        pub(in super) draft: super::Draft,
        #[state(session)]
        #[state(key = "lastOrder")]
        pub order: Option<u64>,
        #[deprecated]
        pub r#type: u8,
        #[cfg(any())]
        pub gone: super::Missing,
        #[cfg_attr(all(), state(user))]
        pub shown: super::Shown,
        pub known: super::Known,
        pub größe: u8,
        pub _0: Box<Option<Self>>,
    }

    impl<'de> adk::serde::Deserialize<'de> for AppState {
        fn deserialize<D: adk::serde::Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
            Err(adk::serde::de::Error::custom("is never made"))
        }
    }

    pub fn city(ctx: &ToolContext) -> Result<Option<String>> {
        AppState::CITY.get(ctx)
    }
}

use inner::AppState;

fn tool(ctx: &ToolContext, draft: Draft) -> adk::Result<()> {
    AppState::NAME.set(ctx, "Ada")?;
    AppState::ORDER.set(ctx, None)?;
    AppState::ORDER.set(ctx, Some(7))?;
    AppState::RATES.set(ctx, HashMap::new())?;
    AppState::DRAFT.set(ctx, &draft)?;
    AppState::DRAFT.set(ctx, draft)?;
    AppState::SHOWN.set(ctx, Shown("it"))?;
    let _: Option<Known> = AppState::KNOWN.get(ctx)?;
    inner::city(ctx).map(|_| ())
}

fn others(ctx: &InvocationContext, readonly: &ReadonlyContext) -> adk::Result<[Option<u8>; 3]> {
    let session: Session = ctx.session();
    let key = AppState::GRÖSSE;
    Ok([key.get(ctx)?, key.get(readonly)?, key.get(&session)?])
}

fn main() -> adk::Result<()> {
    #[derive(StateKeys)]
    struct Local {
        city: Vec<u8>,
    }

    const NAME: &str = AppState::NAME.name();
    assert_eq!(NAME, "user:name");
    assert_eq!(Local::KEYS, ["city"]);
    let keys = AppState::KEYS.join(" ");
    let known = "city user:name app:rates temp:draft lastOrder type user:shown known größe _0";
    assert_eq!(keys, known);
    let delta = StateDelta::new().with(AppState::NAME, "Ada")?.with(Local::CITY, &[7][..])?;
    assert_eq!(delta.get("city"), Some(&adk::serde_json::json!([7])));
    let _ = (tool as fn(&_, _) -> _, others as fn(&_, &_) -> _);
    Ok(())
}
