//! Arguments of a tool that has a schema and no function: what stands in it is all that is known.

use super::{check, coerce, words};
use crate::content::{FunctionDeclaration, Json};
use crate::tool::ToolError;

/// The arguments as the declaration and `check` want them, mended where they can be meant in one
/// way only.
///
/// # Errors
/// Everything that is wrong with them, in words for the model; it stays wrong.
pub(crate) fn fitted(
    declaration: &FunctionDeclaration,
    args: &Json,
    check: impl Fn(&Json) -> Result<(), ToolError>,
) -> Result<Json, ToolError> {
    let schema = declaration.parameters().as_json().to_value();
    let mut sent = args.to_value();
    if check::faults(&schema, &sent).is_empty() && check(args).is_ok() {
        return Ok(args.clone());
    }
    coerce::arguments(&schema, &mut sent);
    let faults = check::faults(&schema, &sent);
    if faults.is_empty() {
        let mended = Json::from(sent);
        return check(&mended).map(|()| mended);
    }
    let heading = words::heading(declaration.name());
    Err(ToolError::model(words::list(&heading, &faults)).permanent())
}
