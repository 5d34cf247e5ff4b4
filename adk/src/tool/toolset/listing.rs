//! The tools of a list of which some toolsets are asked, checked together: for one run of an
//! agent, and for one request to a server of tools.

use std::sync::Arc;

use futures_util::future::try_join_all;

use super::list::Group;
use super::{Sourced, ToolList, Toolset, check_tools};
use crate::context::ReadonlyContext;
use crate::error::{Error, ErrorKind, Result};
use crate::panic::guarded;
use crate::tool::Tool;

/// All tools that `owner` has now, in the order of the list.
pub(crate) async fn list_all(
    owner: &str,
    ctx: &ReadonlyContext,
    list: &ToolList,
) -> Result<Vec<Arc<dyn Tool>>> {
    let groups = list.groups().map(|group| listed(owner, ctx, group));
    let groups = try_join_all(groups).await?;
    let sourced = groups.iter().flat_map(|(toolset, tools)| {
        let toolset = toolset.map(|toolset| toolset.name());
        tools.iter().map(move |tool| Sourced { tool, toolset })
    });
    check_tools(owner, sourced.clone())?;
    sourced
        .clone()
        .try_for_each(|tool| check_needs(ctx, tool))?;
    Ok(sourced.map(|sourced| Arc::clone(sourced.tool)).collect())
}

type Listed<'a> = (Option<&'a Arc<dyn Toolset>>, Vec<Arc<dyn Tool>>);

async fn listed<'a>(owner: &str, ctx: &ReadonlyContext, group: Group<'a>) -> Result<Listed<'a>> {
    let tools = match (group.known, group.toolset) {
        (None, Some(toolset)) => ask(owner, ctx, &**toolset).await?,
        (known, _) => known.unwrap_or_default().to_vec(),
    };
    Ok((group.toolset, tools))
}

/// Asks within the time that a call may take.
async fn ask(
    owner: &str,
    ctx: &ReadonlyContext,
    toolset: &dyn Toolset,
) -> Result<Vec<Arc<dyn Tool>>> {
    let limit = ctx.scope.run_config.tool_timeout;
    let whose = || format!("toolset `{}` of {owner}", toolset.name());
    let listing = async {
        let tools = toolset.tools(ctx).await;
        tools.map_err(|error| {
            let text = format!("{} could not list its tools", whose());
            Error::new(error.kind(), text).with_source(error)
        })
    };
    let listing = guarded(|| whose() + " panicked while it listed its tools", listing);
    let Ok(tools) = tokio::time::timeout(limit, listing).await else {
        let text = format!(
            "{} took longer than {limit:?} to list its tools; raise the limit with \
             `RunConfig::tool_timeout`",
            whose()
        );
        return Err(Error::new(ErrorKind::Limit, text));
    };
    tools
}

fn check_needs(ctx: &ReadonlyContext, Sourced { tool, toolset }: Sourced<'_>) -> Result<()> {
    let provided = &ctx.scope.services.provided;
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
