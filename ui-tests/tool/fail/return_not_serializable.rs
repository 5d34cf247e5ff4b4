#![allow(unused_variables)]

use adk::tool;

struct City;

/// Returns what has no JSON form.
#[tool]
async fn returns() -> Result<City, String> {
    Ok(City)
}

fn main() {}
