//! What code that runs inside an agent is given: who asks, the state, the services.
//!
//! Contexts are owned and cheap to clone, so a future may keep one. Each shows all
//! its accessors itself.

mod app;
mod callback;
mod progress;
mod readonly;
mod run_config;
mod scope;
mod state;
mod tool;
mod written;

pub use app::{App, Need};
pub use callback::CallbackContext;
pub use readonly::ReadonlyContext;
pub use run_config::RunConfig;
pub use state::{ReadonlyState, State};
/// Is cancelled when a call has to end; a tool takes it as a parameter.
pub use tokio_util::sync::CancellationToken;
pub use tool::ToolContext;

pub(crate) use app::Provided;
pub(crate) use progress::{Listener, Reports};
pub(crate) use scope::{Scope, Services};
pub(crate) use tool::{CallAnswer, Held};

/// Writes the accessors that every context has, over its `base()`.
macro_rules! shared_accessors {
    () => {
        /// The message that started the run.
        #[must_use]
        pub fn user_content(&self) -> Option<&crate::content::Content> {
            self.base().scope.user_content.as_ref()
        }

        /// The id of the run.
        #[must_use]
        pub fn invocation_id(&self) -> &str {
            &self.base().scope.invocation_id
        }

        /// The agent that is running.
        #[must_use]
        pub fn agent_name(&self) -> &str {
            &self.base().agent
        }

        /// The user that asks.
        #[must_use]
        pub fn user_id(&self) -> &str {
            self.base().scope.key.user().as_str()
        }

        /// The app that the runner was built for.
        #[must_use]
        pub fn app_name(&self) -> &str {
            self.base().scope.key.app().as_str()
        }

        /// The session.
        #[must_use]
        pub fn session_id(&self) -> &str {
            self.base().scope.key.session().as_str()
        }

        /// The branch of the agent tree that is running; none at its root.
        #[must_use]
        pub fn branch(&self) -> Option<&str> {
            self.base().branch.as_deref()
        }

        /// The value of this type that the application gave the runner.
        #[must_use]
        pub fn provided<T: 'static>(&self) -> Option<crate::context::App<T>> {
            self.base().scope.services.provided.get()
        }
    };
}
pub(crate) use shared_accessors;

/// Writes access to artifacts, which every context that may write has, over its `base()`
/// and its `changes()`.
macro_rules! artifact_accessors {
    () => {
        /// Saves a new version of an artifact and returns its number. The event of
        /// this call says so.
        ///
        /// # Errors
        /// A name or a part that no store takes, or a failure of the store.
        pub async fn save_artifact(
            &self,
            name: &str,
            part: crate::content::Part,
        ) -> crate::error::Result<u64> {
            let scope = &self.base().scope;
            let version = scope
                .services
                .artifacts
                .save(&scope.artifact_key, name, part)
                .await?;
            self.changes().add_artifact(name.to_owned(), version);
            Ok(version)
        }

        /// Loads the newest version of an artifact; `None` when there is none.
        ///
        /// # Errors
        /// A failure of the store.
        pub async fn load_artifact(
            &self,
            name: &str,
        ) -> crate::error::Result<Option<crate::content::Part>> {
            let scope = &self.base().scope;
            scope
                .services
                .artifacts
                .load(&scope.artifact_key, name, None)
                .await
        }

        /// The names of the session's and the user's artifacts, sorted.
        ///
        /// # Errors
        /// A failure of the store.
        pub async fn list_artifacts(&self) -> crate::error::Result<Vec<String>> {
            let scope = &self.base().scope;
            scope.services.artifacts.list(&scope.artifact_key).await
        }
    };
}
pub(crate) use artifact_accessors;
