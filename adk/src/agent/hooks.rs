//! The hooks around an agent of any kind, on its builder.

/// Writes the methods that add one, over a field `callbacks`.
macro_rules! agent_hooks {
    () => {
        /// Before the agent runs.
        pub fn before_agent<F, R>(mut self, callback: F) -> Self
        where
            F: Fn(crate::context::CallbackContext) -> R + Send + Sync + 'static,
            R: Future<Output = crate::error::Result<crate::plugin::BeforeAgent>> + Send + 'static,
        {
            let callbacks = self.callbacks.unwrap_or_default();
            self.callbacks = Some(callbacks.before_agent(callback));
            self
        }

        /// After the agent ran.
        pub fn after_agent<F, R>(mut self, callback: F) -> Self
        where
            F: Fn(crate::context::CallbackContext) -> R + Send + Sync + 'static,
            R: Future<Output = crate::error::Result<crate::plugin::AfterAgent>> + Send + 'static,
        {
            let callbacks = self.callbacks.unwrap_or_default();
            self.callbacks = Some(callbacks.after_agent(callback));
            self
        }
    };
}
pub(super) use agent_hooks;
