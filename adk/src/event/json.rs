//! An event's JSON, as ADK stores and sends it: the response's fields flat beside
//! the event's own, times as float seconds.

use std::sync::Arc;

use jiff::Timestamp;
use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

use super::{Event, Inner, Reported};
use crate::content::{Fields, flag, optional, unknown};
use crate::model::{LlmResponse, Rare};

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let event = &*self.0;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &event.id)?;
        map.serialize_entry("timestamp", &seconds(event.timestamp))?;
        map.serialize_entry("invocationId", &event.invocation_id)?;
        map.serialize_entry("author", &event.author)?;
        optional(&mut map, "branch", event.branch.as_ref())?;
        write_response(&mut map, &event.response)?;
        map.serialize_entry("actions", self.actions())?;
        let ids = &event.long_running_tool_ids;
        optional(
            &mut map,
            "longRunningToolIds",
            (!ids.is_empty()).then_some(ids),
        )?;
        unknown(&mut map, &event.unknown)?;
        map.end()
    }
}

fn write_response<M: SerializeMap>(map: &mut M, response: &LlmResponse) -> Result<(), M::Error> {
    optional(map, "content", response.content.as_ref())?;
    optional(map, "usageMetadata", response.usage.as_ref())?;
    optional(map, "finishReason", response.finish_reason.as_ref())?;
    optional(map, "modelVersion", response.model_version.as_ref())?;
    flag(map, "partial", response.partial)?;
    flag(map, "turnComplete", response.turn_complete)?;
    flag(map, "interrupted", response.interrupted)?;
    let Some(rare) = &response.rare else {
        return Ok(());
    };
    optional(map, "errorCode", rare.error_code.as_ref())?;
    optional(map, "errorMessage", rare.error_message.as_ref())?;
    optional(map, "citationMetadata", rare.citation_metadata.as_ref())?;
    optional(map, "groundingMetadata", rare.grounding_metadata.as_ref())?;
    optional(map, "logprobsResult", rare.logprobs_result.as_ref())?;
    optional(map, "avgLogprobs", rare.avg_logprobs.as_ref())?;
    optional(map, "customMetadata", rare.custom_metadata.as_ref())?;
    optional(map, "inputTranscription", rare.input_transcription.as_ref())?;
    optional(
        map,
        "outputTranscription",
        rare.output_transcription.as_ref(),
    )
}

impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut fields = Fields::deserialize(deserializer)?;
        let timestamp = match fields.take::<Value, D::Error>("timestamp")? {
            Some(value) => read_timestamp(&value).map_err(D::Error::custom)?,
            None => Timestamp::UNIX_EPOCH,
        };
        Ok(Self(Arc::new(Inner {
            id: fields.take("id")?.unwrap_or_default(),
            timestamp,
            invocation_id: fields.take("invocationId")?.unwrap_or_default(),
            author: fields.take("author")?.unwrap_or_default(),
            branch: fields.take("branch")?,
            response: read_response(&mut fields)?,
            actions: fields.take("actions")?.unwrap_or_default(),
            long_running_tool_ids: fields.take("longRunningToolIds")?.unwrap_or_default(),
            unknown: fields.unknown(),
            reported: Reported::default(),
        })))
    }
}

fn read_response<E: serde::de::Error>(fields: &mut Fields) -> Result<LlmResponse, E> {
    let rare = Rare {
        error_code: fields.take("errorCode")?,
        error_message: fields.take("errorMessage")?,
        citation_metadata: fields.take("citationMetadata")?,
        grounding_metadata: fields.take("groundingMetadata")?,
        logprobs_result: fields.take("logprobsResult")?,
        avg_logprobs: fields.take("avgLogprobs")?,
        custom_metadata: fields.take("customMetadata")?,
        input_transcription: fields.take("inputTranscription")?,
        output_transcription: fields.take("outputTranscription")?,
    };
    Ok(LlmResponse {
        content: fields.take("content")?,
        usage: fields.take("usageMetadata")?,
        finish_reason: fields.take("finishReason")?,
        model_version: fields.take("modelVersion")?,
        partial: fields.take("partial")?.unwrap_or_default(),
        turn_complete: fields.take("turnComplete")?.unwrap_or_default(),
        interrupted: fields.take("interrupted")?.unwrap_or_default(),
        rare: (rare != Rare::default()).then(|| Box::new(rare)),
    })
}

#[expect(
    clippy::cast_precision_loss,
    reason = "microseconds since 1970 fit a float's 53 bits until the year 2255"
)]
fn seconds(timestamp: Timestamp) -> f64 {
    timestamp.as_microsecond() as f64 / 1e6
}

/// Float seconds, as Python and this crate write them, integers, or RFC 3339, as Go does.
fn read_timestamp(value: &Value) -> Result<Timestamp, String> {
    let wrong = || format!("`timestamp`: {value} is neither seconds since 1970 nor RFC 3339");
    match value {
        Value::String(text) => text.parse().map_err(|_| wrong()),
        Value::Number(number) => {
            let seconds = number.as_f64().ok_or_else(wrong)?;
            #[expect(
                clippy::cast_possible_truncation,
                reason = "a float out of range saturates, and is then refused"
            )]
            let microseconds = (seconds * 1e6).round() as i64;
            Timestamp::from_microsecond(microseconds).map_err(|_| wrong())
        }
        _ => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> serde_json::Result<Event> {
        serde_json::from_str(text)
    }

    #[test]
    fn an_event_survives_the_way_through_json_with_what_it_does_not_know() {
        let text = r#"{"id":"1","timestamp":1700000000.25,"invocationId":"e-1","author":"a","content":{"parts":[{"text":"x"}],"role":"model"},"errorCode":"SAFETY","actions":{"stateDelta":{"k":1},"escalate":true},"longRunningToolIds":["2"],"isolationScope":"s"}"#;
        assert_eq!(serde_json::to_string(&read(text).unwrap()).unwrap(), text);
    }

    #[test]
    fn what_was_spoken_is_typed_and_survives_as_it_came() {
        let text = r#"{"id":"1","timestamp":0.0,"invocationId":"e-1","author":"a","inputTranscription":{"text":"Hi","finished":false},"outputTranscription":{"finished":true},"actions":{}}"#;
        let event = read(text).unwrap();
        assert_eq!(serde_json::to_string(&event).unwrap(), text);
        let response = event.response();
        let heard = response.input_transcription().unwrap();
        assert_eq!((heard.text(), heard.is_finished()), ("Hi", false));
        let spoken = response.output_transcription().unwrap();
        assert_eq!((spoken.text(), spoken.is_finished()), ("", true));
        let unset = read(r#"{"inputTranscription":{"text":null}}"#).unwrap();
        assert_eq!(unset.response().input_transcription().unwrap().text(), "");
    }

    #[test]
    fn all_three_spellings_of_a_time_are_read() {
        for time in ["1700000000.5", "\"2023-11-14T22:13:20.5Z\""] {
            let event = read(&format!(r#"{{"timestamp":{time}}}"#)).unwrap();
            assert_eq!(event.timestamp().as_microsecond(), 1_700_000_000_500_000);
        }
        assert_eq!(
            read(r#"{"timestamp":17}"#).unwrap().timestamp().as_second(),
            17
        );
        let error = read(r#"{"timestamp":1e300}"#).unwrap_err().to_string();
        assert!(error.contains("neither seconds since 1970"), "{error}");
    }
}
