//! What the model is told of each shape of parameters.

use std::collections::BTreeMap;
use std::path::Path;

use adk::content::Schema;
use adk::prelude::*;
use insta::assert_json_snapshot;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{call, sent};

/// Unit of a temperature.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Unit {
    /// Water freezes at 0.
    Celsius,
    /// Water freezes at 32.
    Fahrenheit,
}

/// A place on a map.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
struct Place {
    /// Degrees north.
    latitude: f64,
    /// Degrees east.
    longitude: f64,
    /// What people call it.
    name: Option<String>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Node {
    label: String,
    children: Vec<Node>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Shape {
    /// Round.
    Circle { radius: f64 },
    /// With four right angles.
    Rectangle { width: f64, height: f64 },
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Order {
    /// Order number.
    number: u64,
    #[serde(default)]
    express: bool,
    #[serde(flatten)]
    extra: BTreeMap<String, String>,
}

/// Looks up the weather
/// in a city.
///
/// Not for forecasts.
///
/// # Errors
/// Never.
#[tool]
async fn get_weather(
    /// City name, e.g. "Beijing".
    city: &str,
    /// Unit of the temperature.
    #[arg(default = Unit::Celsius)]
    unit: Unit,
    ctx: &ToolContext,
) -> Result<Place, ToolError> {
    let _ = (city, unit, ctx);
    Err(ToolError::model("no weather"))
}

#[test]
fn docs_defaults_and_enums() {
    assert_json_snapshot!(sent(get_weather::declaration()));
}

/// Lists the tools.
#[tool]
async fn nothing(_ctx: &ToolContext) {}

#[test]
fn no_arguments() {
    assert_json_snapshot!(sent(nothing::declaration()));
}

/// # Arguments
/// * `small` - From the section.
/// * `big`: Also.
#[tool(name = "count-up", description = "Counts.")]
async fn widths(
    small: u8,
    #[arg(undocumented)] signed: &i32,
    big: u64,
    #[arg(undocumented)] ratio: f32,
    #[arg(description = "By key.")] word: u16,
) -> i64 {
    let _ = (small, signed, big, ratio, word);
    0
}

#[test]
fn integer_widths_and_three_ways_to_describe() {
    assert_json_snapshot!(sent(widths::declaration()));
}

/// Borrows everything.
#[tool]
async fn borrowed(
    /// A text.
    text: &str,
    /// Bytes.
    bytes: &[u8],
    /// A path.
    path: &Path,
    /// A place.
    place: &Place,
    /// Perhaps a text.
    note: Option<&str>,
    /// Perhaps a place.
    near: Option<&Place>,
) {
    let _ = (text, bytes, path, place, note, near);
}

#[test]
fn borrowed_arguments() {
    assert_json_snapshot!(sent(borrowed::declaration()));
}

/// Measures two places.
#[tool]
async fn distance(
    /// Start.
    from: Place,
    /// End.
    to: Place,
    /// On the way.
    via: Vec<Place>,
) -> f64 {
    let _ = (from, to, via);
    0.0
}

#[test]
fn one_struct_thrice_without_references() {
    assert_json_snapshot!(sent(distance::declaration()));
}

/// Draws a tree.
#[tool]
async fn draw_tree(
    /// The root.
    root: Node,
) -> Node {
    root
}

#[test]
fn recursion_stays_a_reference() {
    assert_json_snapshot!(sent(draw_tree::declaration()));
}

/// Draws a shape.
#[tool]
async fn draw(
    /// What to draw.
    shape: Shape,
) -> Shape {
    shape
}

#[test]
fn tagged_enum_inside_an_object() {
    assert_json_snapshot!(sent(draw::declaration()));
}

/// Draws a shape.
#[tool]
async fn draw_flat(
    #[arg(flatten)] shape: Shape,
    /// Pen's colour.
    colour: String,
) {
    let _ = (shape, colour);
}

#[test]
fn flattened_enum_has_no_alternatives_at_the_root() {
    assert_json_snapshot!(sent(draw_flat::declaration()));
}

/// Sends an order.
#[tool]
async fn send_order(
    #[arg(flatten)] order: Order,
    /// Where to.
    to: &str,
) -> BTreeMap<String, u8> {
    let _ = to;
    BTreeMap::from([(format!("{order:?}"), 0)])
}

#[test]
fn flattened_struct_with_a_map_stays_open() {
    assert_json_snapshot!(sent(send_order::declaration()));
}

/// Books a table.
#[tool]
async fn book(
    /// Guests.
    #[arg(min = 1, max = 12)]
    guests: u8,
    /// Names.
    #[arg(max_len = 12, min_len = 1)]
    names: Vec<String>,
    /// Remark.
    #[arg(max_len = 200)]
    remark: Option<String>,
    /// Where.
    #[arg(one_of("inside", "outside"), default = "inside")]
    place: String,
    /// Which one.
    #[arg(rename = "type")]
    kind: String,
    #[arg(skip = 4_u8)] internal: u8,
) -> Vec<String> {
    let _ = (guests, remark, place, kind, internal);
    names
}

#[test]
fn bounds_and_names() {
    assert_json_snapshot!(sent(book::declaration()));
}

/// Takes what the language has.
#[tool]
async fn collections(
    /// A map.
    scores: BTreeMap<String, f64>,
    /// A pair.
    pair: (u8, String),
    /// Anything.
    any: serde_json::Value,
    /// Nested options.
    list: Vec<Option<u8>>,
    /// A flag.
    flag: Option<bool>,
    #[arg(undocumented)] r#type: Option<char>,
) -> Option<Unit> {
    let _ = (scores, pair, any, list, flag, r#type);
    None
}

#[test]
fn collections_and_options() {
    assert_json_snapshot!(sent(collections::declaration()));
}

type Maybe<T> = Option<T>;
type Outcome<T> = std::result::Result<T, std::fmt::Error>;

/// Hides what it takes.
#[tool]
async fn aliased(
    /// May be left out.
    perhaps: Maybe<Unit>,
) -> Outcome<Unit> {
    perhaps.ok_or(std::fmt::Error)
}

#[test]
fn aliases_are_what_they_stand_for() {
    assert_json_snapshot!(sent(aliased::declaration()));
}

const TOLD: &str = "Told by a constant.";

/// People read this.
#[tool(description = TOLD)]
async fn told() -> serde_json::Value {
    serde_json::Value::Null
}

/// Is written in
/// two places.
#[doc = concat!("The ", "second.")]
#[doc = "The third."]
#[tool]
async fn scattered(
    #[doc = concat!("A ", "number.")] number: bool,
    /// A word.
    #[doc = concat!("Or ", "two.")]
    word: bool,
) -> serde_json::Value {
    (number && word).into()
}

#[test]
fn docs_that_are_computed_stand_beside_written_ones() {
    let declaration = scattered::declaration();
    assert_eq!(
        declaration.description(),
        "Is written in two places. The third.\n\nThe second."
    );
    let properties = &sent(declaration)["parametersJsonSchema"]["properties"];
    assert_eq!(properties["number"]["description"], "A number.");
    assert_eq!(properties["word"]["description"], "A word.\n\nOr two.");
}

#[test]
fn a_computed_description() {
    assert_json_snapshot!(sent(told::declaration()));
}

/// Says what came.
#[tool(
    input_schema = Schema::from_value(json!({
        "title": "Sent",
        "properties": {"city": {"type": "string"}, "days": {"type": "integer", "format": "int32"}},
        "required": ["city"],
    })),
    output_schema = Schema::of::<String>()
)]
async fn by_hand(#[arg(flatten)] sent: Map<String, Value>) -> Value {
    Value::from(sent.len())
}

#[tokio::test]
async fn schemas_by_hand() {
    let declared = sent(by_hand::declaration());
    let (input, output) = (
        &declared["parametersJsonSchema"],
        &declared["responseJsonSchema"],
    );
    assert_eq!(input["type"], "object");
    assert_eq!(input["required"], json!(["city"]));
    assert_eq!(input.get("title"), None);
    assert_eq!(output["properties"]["result"]["type"], "string");
    let answer = call(&by_hand::tool(), r#"{"city":"A","days":"3"}"#).await;
    assert_eq!(answer, r#"{"result":2}"#);
}

/// Takes ids that JSON numbers do not keep.
#[tool]
async fn ids(
    #[arg(undocumented, as_string, pattern = "^[0-9]+$")] id: u64,
    #[arg(undocumented, as_string, default = 7)] more: i64,
    #[arg(undocumented, as_string)] last: Option<u64>,
) -> String {
    format!("{id} {more} {last:?}")
}

#[tokio::test]
async fn numbers_as_texts() {
    let properties = &sent(ids::declaration())["parametersJsonSchema"];
    assert_eq!(
        properties["properties"],
        json!({
            "id": {"type": "string", "pattern": "^[0-9]+$"},
            "more": {"type": "string", "default": "7"},
            "last": {"type": "string"},
        })
    );
    assert_eq!(properties["required"], json!(["id"]));
    let tool = ids::tool();
    let answer = async |args: &str| call(&tool, args).await;
    assert_eq!(
        answer(r#"{"id":"18446744073709551615","last":null}"#).await,
        r#"{"result":"18446744073709551615 7 None"}"#
    );
    assert_eq!(
        answer(r#"{"last":5,"id":18446744073709551615,"more":-1}"#).await,
        r#"{"result":"18446744073709551615 -1 Some(5)"}"#
    );
    let wrong = answer(r#"{"id":"x"}"#).await;
    let told = "`id`: expected a string that the tool takes, got \"x\" (invalid digit found";
    assert!(wrong.contains(told), "{wrong}");
}
