//! The settings of the request.

use std::sync::Arc;

use super::Draft;
use crate::model::LlmRequest;

pub(super) fn process(draft: &mut Draft<'_>) {
    let spec = draft.spec;
    let config = match &spec.output {
        Some(output) if !spec.answers_by_tool() => Arc::clone(&output.config),
        _ => Arc::clone(&spec.config),
    };
    let streaming = draft.ctx.run_config().streaming;
    draft.request = LlmRequest::default()
        .with_model(Arc::clone(&spec.model_name))
        .with_config(config)
        .with_streaming(streaming);
}
