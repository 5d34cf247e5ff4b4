//! What was spoken, as texts of the conversation: it comes in pieces, and those that one speaker
//! says in a row become one text.

use super::turns::Speaker;
use crate::content::{Content, Part, Role};
use crate::event::Event;
use crate::model::Transcription;

/// Words that may still go on.
pub(super) struct Words<'a> {
    author: &'a str,
    by: Speaker<'a>,
    role: Role,
    text: String,
    finished: bool,
}

impl<'a> Words<'a> {
    /// The pieces in an event: of the user's speech, and of that of the event's author.
    pub(super) fn heard_in(event: &'a Event, by: Speaker<'a>) -> impl Iterator<Item = Self> {
        let response = event.response();
        let words = move |role: Role, by, heard: &Transcription| Self {
            author: event.author(),
            by,
            role,
            text: heard.text().to_owned(),
            finished: heard.is_finished(),
        };
        let input = response.input_transcription();
        let output = response.output_transcription();
        let input = input.map(|heard| words(Role::User, Speaker::User, heard));
        let output = output.map(|heard| words(Role::Model, by, heard));
        input.into_iter().chain(output)
    }

    /// Whether `next` goes on with what this began.
    pub(super) fn go_on_in(&self, next: &Self) -> bool {
        !self.finished && self.author == next.author && self.role == next.role
    }

    pub(super) fn append(&mut self, next: &Self) {
        self.text.push_str(&next.text);
        self.finished = next.finished;
    }

    /// Who spoke, and what.
    pub(super) fn into_content(self) -> (Content, Speaker<'a>) {
        let text = Part::from_text(self.text);
        (Content::new(self.role, [text]), self.by)
    }
}
