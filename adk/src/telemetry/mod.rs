//! The spans of a run, one constructor each, under OpenTelemetry's names for
//! generative AI. They carry names and ids, never what was said.

use std::future;
use std::pin::Pin;

use futures_core::stream::BoxStream;
use futures_util::StreamExt as _;
use futures_util::stream::poll_fn;
use tracing::{Span, info_span};

/// `stream`, polled inside `span`; as it is when nobody listens.
pub(crate) fn in_span<T: 'static>(
    mut stream: BoxStream<'static, T>,
    span: Span,
) -> BoxStream<'static, T> {
    if span.is_disabled() {
        return stream;
    }
    poll_fn(move |cx| span.in_scope(|| stream.poll_next_unpin(cx))).boxed()
}

/// What `future` gives, polled inside `span`; as it is when nobody listens.
pub(crate) fn within<'a, F: Future>(
    span: &'a Span,
    mut future: Pin<&'a mut F>,
) -> impl Future<Output = F::Output> + 'a {
    future::poll_fn(move |cx| {
        if span.is_disabled() {
            return future.as_mut().poll(cx);
        }
        span.in_scope(|| future.as_mut().poll(cx))
    })
}

/// The whole run.
pub(crate) fn invocation(app: &str, session: &str) -> Span {
    info_span!(
        "invocation",
        gen_ai.conversation.id = session,
        adk.app = app,
    )
}

/// One agent's part of it.
pub(crate) fn invoke_agent(name: &str, session: &str) -> Span {
    info_span!(
        "invoke_agent",
        otel.name = format_args!("invoke_agent {name}"),
        gen_ai.operation.name = "invoke_agent",
        gen_ai.agent.name = name,
        gen_ai.conversation.id = session,
    )
}

/// One call of a model.
pub(crate) fn generate_content(model: &str, invocation_id: &str) -> Span {
    info_span!(
        "generate_content",
        otel.name = format_args!("generate_content {model}"),
        gen_ai.operation.name = "generate_content",
        gen_ai.request.model = model,
        gcp.vertex.agent.invocation_id = invocation_id,
    )
}

/// One call of a tool.
pub(crate) fn execute_tool(name: &str, call_id: &str) -> Span {
    info_span!(
        "execute_tool",
        otel.name = format_args!("execute_tool {name}"),
        gen_ai.operation.name = "execute_tool",
        gen_ai.tool.name = name,
        gen_ai.tool.call.id = call_id,
    )
}
