//! The settings of the request.

use std::sync::Arc;

use super::Draft;
use crate::model::LlmRequest;

pub(super) fn process(draft: &mut Draft<'_>) {
    let config = Arc::clone(&draft.spec.config);
    let streaming = draft.ctx.run_config().streaming;
    draft.request = LlmRequest::default()
        .with_config(config)
        .with_streaming(streaming);
}
