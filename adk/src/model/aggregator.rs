//! From the chunks of a streamed answer to partial responses and one whole.
//!
//! The vendors' clients push each chunk as it comes and pass on what they get back;
//! at the end the whole follows. Nothing is looked at twice, so a chunk costs the
//! same wherever in the stream it stands.

use super::metadata::{joined, joined_once};
use super::streamed_calls::{Place, StreamedCalls};
use super::{FinishReason, LlmResponse, Transcription};
use crate::content::{Content, Json, Part, PartKind, Role};
use crate::error::{Error, ErrorKind, Result};

/// Gathers the chunks of one streamed answer; for whoever implements
/// [`Llm`](super::Llm) over a stream.
///
/// Texts that follow each other are joined while they are of one kind, thought or not.
/// Calls stay as they came; one whose arguments came in pieces is put together. If the model
/// gave it no id, its pieces and the whole share one that counts within the answer, for which
/// the run puts one of its own.
///
/// ```
/// use adk::Content;
/// use adk::model::{Aggregator, FinishReason, LlmResponse};
///
/// let mut aggregator = Aggregator::new();
/// let partial = aggregator.push(LlmResponse::new(Content::model("Par")))?;
/// assert!(partial.is_some_and(|partial| partial.is_partial()));
/// let last = LlmResponse::new(Content::model("is")).with_finish_reason(FinishReason::Stop);
/// aggregator.push(last)?;
/// assert_eq!(aggregator.finish()?.content().map(Content::text).as_deref(), Some("Paris"));
/// # Ok::<(), adk::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Aggregator {
    parts: Vec<Part>,
    text: Option<Text>,
    /// A signature that merging took off a text, for the next call that has none.
    signature: Option<Box<str>>,
    calls: StreamedCalls,
    citations: Vec<Json>,
    logprobs: Vec<Json>,
    whole: LlmResponse,
}

/// Texts of one kind that followed each other.
#[derive(Debug)]
struct Text {
    is_thought: bool,
    joined: String,
}

impl Aggregator {
    /// An answer of which nothing has come yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes in a chunk and returns the partial response to pass on, if it says anything.
    ///
    /// # Errors
    /// [`ErrorKind::ModelProtocol`] when pieces of arguments do not fit together.
    pub fn push(&mut self, mut chunk: LlmResponse) -> Result<Option<LlmResponse>> {
        self.gather(&chunk);
        if let Some(content) = chunk.content.take() {
            chunk.content = Some(self.take_in(content)?);
        }
        let is_said = chunk.content.is_some() || chunk.finish_reason.is_some() || !chunk.is_empty();
        if !is_said || chunk.error_code().is_some() {
            return Ok(None);
        }
        chunk.turn_complete = chunk.finish_reason.is_some();
        forget_stray_message(&mut chunk);
        Ok(Some(chunk.into_partial()))
    }

    /// The whole answer.
    ///
    /// # Errors
    /// [`ErrorKind::ModelProtocol`] when the stream ended before the answer did.
    pub fn finish(mut self) -> Result<LlmResponse> {
        if !self.is_finished() {
            return Err(early_end("before its answer was whole"));
        }
        self.flush();
        if let Some(name) = self.calls.open_name() {
            if self.whole.finish_reason == Some(FinishReason::Stop) {
                return Err(early_end(&format!(
                    "within the arguments of a call of `{name}`"
                )));
            }
            self.calls.drop_open(&mut self.parts);
        }
        if self.whole.error_code().is_none() {
            self.whole.content = Some(Content::new(Role::Model, self.parts));
        }
        if let Some(rare) = &mut self.whole.rare {
            rare.citation_metadata = joined_once(self.citations);
            rare.logprobs_result = joined(self.logprobs);
        }
        explain_silence(&mut self.whole);
        Ok(self.whole)
    }

    /// An answer that came in one: parts without a field are left out, and one that says
    /// nothing gets its finish reason as error code, unless it simply stopped.
    #[must_use]
    pub fn whole(mut response: LlmResponse) -> LlmResponse {
        let is_said = |content: &Content| {
            content.role().is_some() && !content.parts().iter().any(Part::is_empty)
        };
        if let Some(content) = response.content.take_if(|content| !is_said(content)) {
            let role = content.role().cloned().unwrap_or(Role::Model);
            let parts = content.into_parts();
            let said = parts.into_iter().filter(|part| !part.is_empty());
            response.content = Some(Content::new(role, said));
        }
        explain_silence(&mut response);
        response
    }

    /// Whether the model has said why it stopped.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.whole.finish_reason.is_some() || self.whole.error_code().is_some()
    }

    fn gather(&mut self, chunk: &LlmResponse) {
        let whole = &mut self.whole;
        replace(&mut whole.usage, chunk.usage.as_ref());
        replace(&mut whole.finish_reason, chunk.finish_reason.as_ref());
        replace(&mut whole.model_version, chunk.model_version.as_ref());
        whole.interrupted |= chunk.interrupted;
        let Some(new) = chunk.rare.as_deref() else {
            return;
        };
        let rare = whole.rare_mut();
        replace(&mut rare.error_code, new.error_code.as_ref());
        replace(&mut rare.error_message, new.error_message.as_ref());
        // A chunk may say that there is nothing new, and takes back nothing by it.
        let grounding = new.grounding_metadata.as_ref();
        let grounding = grounding.filter(|json| json.as_str() != "{}");
        replace(&mut rare.grounding_metadata, grounding);
        replace(&mut rare.avg_logprobs, new.avg_logprobs.as_ref());
        replace(&mut rare.custom_metadata, new.custom_metadata.as_ref());
        hear(
            &mut rare.input_transcription,
            new.input_transcription.as_ref(),
        );
        hear(
            &mut rare.output_transcription,
            new.output_transcription.as_ref(),
        );
        self.citations.extend(new.citation_metadata.clone());
        self.logprobs.extend(new.logprobs_result.clone());
    }

    /// Takes in what a chunk says, and returns what is passed on of it.
    fn take_in(&mut self, content: Content) -> Result<Content> {
        if content.role().is_some() && !content.has_calls() {
            content.parts().iter().for_each(|part| self.add(part));
            return Ok(content);
        }
        let role = content.role().cloned().unwrap_or(Role::Model);
        let parts = content.into_parts().into_iter();
        let parts = parts.filter_map(|mut part| match self.add_call(&mut part) {
            Ok(is_new) => is_new.then_some(Ok(part)),
            Err(error) => Some(Err(error)),
        });
        Ok(Content::new(role, parts.collect::<Result<Vec<_>>>()?))
    }

    /// Takes in a part, a call or not. `false`: it speaks of what has ended, and is not
    /// passed on.
    fn add_call(&mut self, part: &mut Part) -> Result<bool> {
        let PartKind::FunctionCall(call) = part.kind() else {
            self.add(part);
            return Ok(true);
        };
        match self.calls.place(call)? {
            Place::Nowhere => return Ok(false),
            Place::In(index) => self.calls.go_on(index, part, &mut self.parts)?,
            Place::New => {
                self.flush();
                self.sign(part);
                self.calls.begin(part, &mut self.parts)?;
            }
        }
        Ok(true)
    }

    /// Takes in a part that is no call.
    fn add(&mut self, part: &Part) {
        match (part.text(), part.thought_signature()) {
            _ if part.is_empty() => {}
            (Some(""), Some(signature)) => {
                let signature = signature.into();
                self.flush();
                self.parts.push(Part::from_signature(signature));
            }
            (Some(text), signature) => {
                self.signature = signature.map(Into::into).or(self.signature.take());
                self.add_text(part.is_thought(), text);
            }
            (None, _) => {
                self.flush();
                self.parts.push(part.clone());
            }
        }
    }

    /// Gives a call without a signature the one of a text before it.
    fn sign(&mut self, part: &mut Part) {
        if part.thought_signature().is_none()
            && let Some(signature) = self.signature.take()
        {
            part.set_thought_signature(signature);
        }
    }

    fn add_text(&mut self, is_thought: bool, text: &str) {
        match &mut self.text {
            Some(run) if run.is_thought == is_thought => run.joined.push_str(text),
            _ => {
                self.flush();
                self.text = Some(Text {
                    is_thought,
                    joined: text.to_owned(),
                });
            }
        }
    }

    fn flush(&mut self) {
        if let Some(Text { is_thought, joined }) = self.text.take() {
            let part = Part::from_text(joined);
            self.parts.push(if is_thought {
                part.into_thought()
            } else {
                part
            });
        }
    }
}

/// An answer without a part gets its finish reason as error code, unless it simply stopped.
fn explain_silence(response: &mut LlmResponse) {
    let is_silent = response
        .content
        .as_ref()
        .is_none_or(|content| content.parts().is_empty());
    if is_silent
        && response.error_code().is_none()
        && let Some(reason) = &response.finish_reason
        && *reason != FinishReason::Stop
    {
        let reason = reason.as_str().into();
        response.rare_mut().error_code = Some(reason);
    }
    forget_stray_message(response);
}

/// A message without a code is the vendor's remark on a reason that is no error.
fn forget_stray_message(response: &mut LlmResponse) {
    if let Some(rare) = &mut response.rare
        && rare.error_code.is_none()
    {
        rare.error_message = None;
    }
}

fn replace<T: Clone>(old: &mut Option<T>, new: Option<&T>) {
    if let Some(new) = new {
        *old = Some(new.clone());
    }
}

fn hear(so_far: &mut Option<Transcription>, more: Option<&Transcription>) {
    match (so_far, more) {
        (Some(so_far), Some(more)) => so_far.go_on(more),
        (so_far, more) => replace(so_far, more),
    }
}

fn early_end(place: &str) -> Error {
    let text = format!("the model's stream ended {place}");
    Error::new(ErrorKind::ModelProtocol, text)
}

#[cfg(test)]
mod tests;
