//! The tools of a request. They are settled once, when the agent begins to run, and not again in
//! each step: a toolset that is not fixed is asked then.

use std::sync::Arc;

use super::{Draft, transfer};
use crate::error::Result;
use crate::flow::Spec;
use crate::invocation::InvocationContext;
use crate::tool::Tool;
use crate::tool::toolset::list_all;

pub(super) fn process(draft: &mut Draft<'_>) {
    let declarations = Arc::clone(&draft.spec.declarations);
    draft.request = std::mem::take(&mut draft.request).with_declarations(declarations);
}

/// The spec with all tools of this run: the same one where nothing is added to it.
pub(in crate::flow) async fn spec_of_run(
    spec: &Arc<Spec>,
    ctx: &InvocationContext,
) -> Result<Arc<Spec>> {
    let listed = match &spec.relisted {
        Some(list) => {
            let owner = format!("agent `{}`", spec.name);
            Some(list_all(&owner, ctx.readonly(), list).await?)
        }
        None => None,
    };
    let transfer = transfer::tool(ctx);
    let known = listed.as_ref().unwrap_or(&spec.tools);
    let has_functions = transfer.is_some() || known.iter().any(|tool| tool.is_declared());
    let output = spec.output.as_ref();
    let output = output.filter(|output| output.is_by_tool(&*spec.model, has_functions));
    if listed.is_none() && transfer.is_none() && output.is_none() {
        return Ok(Arc::clone(spec));
    }
    let mut tools = listed.unwrap_or_else(|| spec.tools.clone());
    tools.extend(transfer);
    tools.extend(output.map(|output| Arc::clone(&output.tool) as Arc<dyn Tool>));
    Ok(Arc::new(spec.with_tools(tools)))
}
