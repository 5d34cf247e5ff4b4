//! A context for the unit test of a tool.

use std::sync::Arc;

use crate::artifact::InMemoryArtifactService;
use crate::context::{ReadonlyContext, RunConfig, Scope, Services, ToolContext};
use crate::memory::InMemoryMemoryService;
use crate::platform::SystemPlatform;
use crate::session::{InMemorySessionService, Session, SessionKey};

/// A context as a tool gets it in a run: user `user` in session `session` of app `app`,
/// agent `agent`, call `call-1`, empty services in memory.
///
/// ```
/// let ctx = adk::testing::tool_context();
/// ctx.state().set("city", "Paris");
/// assert_eq!(ctx.state().get("city").unwrap(), "Paris");
/// ```
#[must_use]
pub fn tool_context() -> ToolContext {
    let services = Services {
        sessions: Arc::new(InMemorySessionService::new()),
        artifacts: Arc::new(InMemoryArtifactService::new()),
        memory: Arc::new(InMemoryMemoryService::new()),
        platform: Arc::new(SystemPlatform::default()),
    };
    let session = Session::empty(SessionKey::new("app", "user", "session"));
    let id = Arc::from("e-test");
    let scope = Scope::new(session, id, None, RunConfig::new(), services);
    let readonly = ReadonlyContext {
        scope: Arc::new(scope),
        agent: Arc::from("agent"),
        branch: None,
    };
    ToolContext::new(readonly, Arc::from("call-1"))
}
