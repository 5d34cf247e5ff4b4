//! The tools of a request. They are settled once, when the agent begins to run, and not again in
//! each step: a toolset that is not fixed is asked then.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::try_join_all;

use super::{Draft, transfer};
use crate::error::{Error, ErrorKind, Result};
use crate::flow::Spec;
use crate::invocation::InvocationContext;
use crate::tool::toolset::{Group, Sourced, Toolset, check_tools};
use crate::tool::{Tool, ToolList, own_text};

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
        Some(list) => Some(list_all(spec, ctx, list).await?),
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

async fn list_all(
    spec: &Spec,
    ctx: &InvocationContext,
    list: &ToolList,
) -> Result<Vec<Arc<dyn Tool>>> {
    let groups = list.groups().map(|group| listed(spec, ctx, group));
    let groups = try_join_all(groups).await?;
    let sourced = groups.iter().flat_map(|(toolset, tools)| {
        let toolset = toolset.map(|toolset| toolset.name());
        tools.iter().map(move |tool| Sourced { tool, toolset })
    });
    check_tools(&spec.name, sourced.clone())?;
    sourced
        .clone()
        .try_for_each(|tool| check_needs(ctx, tool))?;
    Ok(sourced.map(|sourced| Arc::clone(sourced.tool)).collect())
}

type Listed<'a> = (Option<&'a Arc<dyn Toolset>>, Vec<Arc<dyn Tool>>);

async fn listed<'a>(spec: &Spec, ctx: &InvocationContext, group: Group<'a>) -> Result<Listed<'a>> {
    let tools = match (group.known, group.toolset) {
        (None, Some(toolset)) => ask(spec, ctx, &**toolset).await?,
        (known, _) => known.unwrap_or_default().to_vec(),
    };
    Ok((group.toolset, tools))
}

/// Asks within the time that a call may take. A toolset is the application's code: what it
/// does wrong ends this run, and not the task of whoever reads it.
async fn ask(
    spec: &Spec,
    ctx: &InvocationContext,
    toolset: &dyn Toolset,
) -> Result<Vec<Arc<dyn Tool>>> {
    let limit = ctx.run_config().tool_timeout;
    let listing = AssertUnwindSafe(async { toolset.tools(ctx.readonly()).await });
    let answer = tokio::time::timeout(limit, listing.catch_unwind()).await;
    let whose = || format!("toolset `{}` of agent `{}`", toolset.name(), spec.name);
    let Ok(tools) = answer else {
        let text = format!(
            "{} took longer than {limit:?} to list its tools; raise the limit with \
             `RunConfig::tool_timeout`",
            whose()
        );
        return Err(Error::new(ErrorKind::Limit, text));
    };
    let tools = tools.map_err(|payload| {
        let text = format!(
            "{} panicked while it listed its tools: {}",
            whose(),
            own_text(payload)
        );
        Error::new(ErrorKind::Config, text)
    });
    tools?.map_err(|error| {
        let text = format!("{} could not list its tools", whose());
        Error::new(error.kind(), text).with_source(error)
    })
}

fn check_needs(ctx: &InvocationContext, Sourced { tool, toolset }: Sourced<'_>) -> Result<()> {
    let provided = &ctx.scope().services.provided;
    let Some(unmet) = tool.needs().iter().find(|need| !provided.meets(need)) else {
        return Ok(());
    };
    let (tool, needed) = (tool.name(), unmet.type_name());
    let toolset = toolset.map_or_else(String::new, |name| format!(", of toolset `{name}`,"));
    let text = format!(
        "tool `{tool}`{toolset} needs a `{needed}`, which the runner was not given: call \
         `.provide(…)` before `.build()`"
    );
    Err(Error::new(ErrorKind::Config, text))
}
