//! What every store must do: the cases are functions over the service traits, so that
//! each back end runs the same ones.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a case that fails panics"
)]

mod artifacts;
mod memory;
mod outside;
mod sessions;

use adk::artifact::InMemoryArtifactService;
use adk::memory::InMemoryMemoryService;
use adk::session::InMemorySessionService;

/// Runs each case on a store of its own.
macro_rules! on_each_new {
    ($store:expr, $room:ident: $($case:ident)*) => {$(
        #[tokio::test]
        async fn $case() {
            $room::$case(&$store).await;
        }
    )*};
}

/// The cases for a store of sessions.
macro_rules! every_session_case {
    ($store:expr) => {
        on_each_new!($store, sessions:
            a_new_session_is_empty_and_has_its_state
            a_session_is_made_once
            misleading_names_are_refused
            what_is_not_there_is_not_found
            a_session_belongs_to_its_user_and_app
            the_newest_and_the_latest_events_can_be_asked_for
            sessions_are_listed_by_user_or_app_without_events
            a_deleted_session_is_gone_and_may_be_deleted_again
            inner_sessions_are_not_listed_and_go_with_their_outer_one
            an_append_names_the_revision_it_builds_on
            a_partial_event_is_not_stored
            nothing_of_an_event_is_lost
            state_is_kept_by_its_scope
            fault_8_temporary_state_is_not_kept
            fault_8_a_copy_does_not_change_behind_its_back
            one_of_many_writers_wins_each_revision
        );
    };
}

mod in_memory {
    use super::*;

    every_session_case!(InMemorySessionService::new());

    on_each_new!(InMemoryArtifactService::new(), artifacts:
        versions_start_at_one_and_grow_by_one
        a_deleted_version_is_gone
        what_is_not_saved_is_none
        names_of_a_user_are_shared_by_the_sessions
        names_are_listed_sorted_while_they_have_a_version
        names_that_lead_elsewhere_are_refused
        only_texts_and_bytes_can_be_saved
    );

    on_each_new!(InMemoryMemoryService::new(), memory:
        a_shared_word_finds_what_was_said_oldest_first
        a_session_that_is_added_again_replaces_itself
        a_session_that_has_grown_is_remembered_once
        memories_belong_to_their_user_and_app
        an_entry_says_what_when_by_whom_and_where
        what_was_thought_or_called_is_not_found
        words_without_spaces_are_found_by_two_letters
    );
}

/// What the public API is enough for.
mod written_outside {
    use super::*;

    every_session_case!(outside::Journal::default());
}
