//! Writes what happened as events.

use adk::content::{FunctionCall, FunctionResponse};
use adk::event::EventBuilder;
use adk::model::{LlmResponse, Transcription};
use adk::{Content, Event, Part, Role};
use serde_json::json;

use super::happens::{Happens, Said};

/// Numbers what is said, so that it can be found again.
#[derive(Default)]
pub(super) struct Writer(u32);

impl Writer {
    pub(super) fn event(&mut self, happens: &Happens) -> EventBuilder {
        let mut response = LlmResponse::default();
        let (mut parts, mut ids) = (Vec::new(), Vec::new());
        for said in &happens.parts {
            self.0 += 1;
            match (said, format!("§{};", self.0)) {
                (Said::Heard, text) => {
                    response = response.with_input_transcription(Transcription::new(text));
                }
                (Said::Spoke, text) => {
                    response = response.with_output_transcription(Transcription::new(text));
                }
                // The Flow sees to it that the ids of a turn differ.
                (Said::Call(id) | Said::Question(_, id), _) if ids.contains(id) => {}
                (said, text) => {
                    if let Said::Call(id) | Said::Question(_, id) = said {
                        ids.push(*id);
                    }
                    parts.push(self.part(*said, text));
                }
            }
        }
        if !parts.is_empty() || !happens.role.is_empty() {
            response = response.with_content(content(happens.role, parts));
        }
        let later = ids.iter().filter(|_| happens.later);
        let later = later.flat_map(|id| [id.to_string().into(), format!("q{id}").into()]);
        Event::builder(happens.author)
            .id("event")
            .invocation_id("e-before")
            .branch(happens.branch.map(Into::into))
            .response(response)
            .long_running_tool_ids(later.collect::<Vec<_>>())
    }

    fn part(&self, said: Said, text: String) -> Part {
        let call = |id: u8| FunctionCall::new("f", json!({})).with_id(id.to_string());
        match said {
            Said::Text | Said::Heard | Said::Spoke => Part::from_text(text),
            Said::Thought => Part::from_text(text).into_thought(),
            Said::Nothing => Part::from_text(""),
            Said::Signature => {
                let part = json!({"thoughtSignature": "c2ln"});
                serde_json::from_value(part).unwrap_or_else(|error| panic!("{error}"))
            }
            Said::Picture => Part::from_bytes("image/png", &b"png"[..]),
            Said::Call(id) => Part::from_function_call(call(id)),
            Said::Answer(id) => {
                let answer = FunctionResponse::new("f", json!({"n": self.0}));
                Part::from_function_response(answer.with_id(id.to_string()))
            }
            Said::Question(name, id) => {
                let confirmation = json!({"hint": "Sure?", "confirmed": false});
                let args =
                    json!({"originalFunctionCall": call(id), "toolConfirmation": confirmation});
                Part::from_function_call(FunctionCall::new(name, args).with_id(format!("q{id}")))
            }
            Said::Reply(name, id) => {
                let answer = FunctionResponse::new(name, json!({"confirmed": true}));
                Part::from_function_response(answer.with_id(format!("q{id}")))
            }
        }
    }
}

fn content(role: &str, parts: Vec<Part>) -> Content {
    let content = Content::new(Role::from(role), parts);
    if !role.is_empty() {
        return content;
    }
    let nobodys = json!({"parts": content.parts()});
    serde_json::from_value(nobodys).unwrap_or_else(|error| panic!("{error}"))
}
