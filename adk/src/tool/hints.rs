//! What a tool's author says of its effect.

/// What a call of a tool does to the world, as its author says. Nothing enforces it: a
/// plugin may ask a person by it, or a host show it.
///
/// ```
/// use adk::tool::Hints;
///
/// let hints = Hints::new().read_only();
/// assert!(hints.is_read_only() && hints.is_idempotent() && !hints.is_destructive());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hints {
    effect: Effect,
    idempotent: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Effect {
    #[default]
    Unknown,
    None,
    Destructive,
}

impl Hints {
    /// Nothing is said.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            effect: Effect::Unknown,
            idempotent: false,
        }
    }

    /// A call changes nothing.
    #[must_use]
    pub const fn read_only(mut self) -> Self {
        self.effect = Effect::None;
        self
    }

    /// A call may destroy what cannot be brought back.
    #[must_use]
    pub const fn destructive(mut self) -> Self {
        self.effect = Effect::Destructive;
        self
    }

    /// A second call with the same arguments does nothing that the first did not.
    #[must_use]
    pub const fn idempotent(mut self) -> Self {
        self.idempotent = true;
        self
    }

    /// Whether a call changes nothing.
    #[must_use]
    pub const fn is_read_only(&self) -> bool {
        matches!(self.effect, Effect::None)
    }

    /// Whether a call may destroy what cannot be brought back.
    #[must_use]
    pub const fn is_destructive(&self) -> bool {
        matches!(self.effect, Effect::Destructive)
    }

    /// Whether a second call does no more than the first; so it is when it changes nothing.
    #[must_use]
    pub const fn is_idempotent(&self) -> bool {
        self.idempotent || self.is_read_only()
    }
}
