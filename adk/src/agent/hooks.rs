//! The builder methods that add callbacks to an agent, over a field `callbacks`.

/// Writes a method for each hook that is named.
macro_rules! callback_methods {
    ($($(#[$doc:meta])* $name:ident($($of:ty),*) -> $answer:ty;)*) => {$(
        $(#[$doc])*
        pub fn $name<F, R>(mut self, callback: F) -> Self
        where
            F: Fn($($of),*) -> R + Send + Sync + 'static,
            R: Future<Output = crate::error::Result<$answer>> + Send + 'static,
        {
            let callbacks = self.callbacks.unwrap_or_default();
            self.callbacks = Some(callbacks.$name(callback));
            self
        }
    )*};
}
pub(super) use callback_methods;

/// Writes the methods for the hooks that an agent of any kind has.
macro_rules! agent_callbacks {
    () => {
        $crate::agent::hooks::callback_methods! {
            /// Before the agent runs. May be added several times: the callbacks are asked in that
            /// order, after the runner's plugins, and the first answer other than "proceed" stands.
            before_agent(crate::context::CallbackContext) -> crate::plugin::BeforeAgent;
            /// After the agent ran; asked as [`before_agent`](Self::before_agent) is.
            after_agent(crate::context::CallbackContext) -> crate::plugin::AfterAgent;
        }
    };
}
pub(super) use agent_callbacks;
