//! Many sessions of ten events in which nobody speaks, beside the JSON of their events.

use adk::session::{NewSession, SessionKey};
use adk::{Event, InMemorySessionService, SessionService};

use crate::{Result, heap_of, row, session};

const EVENTS: usize = 10;

pub(crate) async fn report(sessions: usize) -> Result<()> {
    let played = session(3).await?;
    let events = played.events().take(EVENTS).map(serde_json::to_string);
    let events: Vec<String> = events.collect::<serde_json::Result<_>>()?;
    let (heap, store) = heap_of(async || filled(sessions, &events).await).await;
    store?;
    let json: usize = events.iter().map(String::len).sum();
    row(&format!("{sessions} idle"), heap, json * sessions);
    Ok(())
}

/// A store in which each session has its own copy of the events, as if it had been played.
async fn filled(sessions: usize, events: &[String]) -> Result<InMemorySessionService> {
    let store = InMemorySessionService::new();
    for number in 0..sessions {
        let key = SessionKey::new("weather_app", format!("user-{number}"), "session");
        let mut revision = store.create(NewSession::new(key.clone())).await?.revision();
        for event in events {
            let event: Event = serde_json::from_str(event)?;
            revision = store.append(&key, revision, &event).await?;
        }
    }
    Ok(store)
}
