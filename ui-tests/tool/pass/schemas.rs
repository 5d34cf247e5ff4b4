#![deny(warnings)]

use adk::content::Schema;
use adk::tool;

fn text() -> Schema {
    Schema::of::<String>()
}

/// Has schemas of its own, that also describe its parameter.
#[tool(input_schema = Schema::empty_object(), output_schema = text())]
async fn schemas(city: Option<u8>) -> Option<String> {
    city.map(|city| city.to_string())
}

fn main() {
    let _ = schemas::tool();
}
