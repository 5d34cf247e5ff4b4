//! Every shape of arguments: its schema in canonical form and as each provider is told it,
//! one snapshot a shape; checked by the providers' rules, and by instances that have to be
//! accepted by each schema and to be decoded by a tool.

mod check;
mod generated;
mod print;
mod recursive;
mod types;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::IpAddr;
use std::num::{NonZeroI8, NonZeroU8};
use std::ops::Bound;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};

use check::check;
use recursive::*;
use types::*;

macro_rules! shapes {
    ($($name:ident: $type:ty = [$($instance:expr),+ $(,)?];)*) => {
        $(
            #[tokio::test]
            async fn $name() {
                check::<$type>(stringify!($name), &[$($instance),+]).await;
            }
        )*
    };
}

shapes! {
    integer_i8: i8 = [i8::MIN, i8::MAX];
    integer_u8: u8 = [0, u8::MAX];
    integer_i32: i32 = [i32::MIN, i32::MAX];
    integer_u32: u32 = [0, u32::MAX];
    integer_i64: i64 = [i64::MIN, -9_007_199_254_740_993, 9_007_199_254_740_993, i64::MAX];
    integer_u64: u64 = [0, 9_007_199_254_740_993, u64::MAX];
    integer_i128: i128 = [-1, i128::from(u64::MAX)];
    integer_non_zero: (NonZeroU8, NonZeroI8) = [(NonZeroU8::MIN, NonZeroI8::MIN)];
    float_f32: f32 = [-0.5, 3.0];
    float_f64: f64 = [1e300, 0.0];
    boolean: bool = [true, false];
    string: String = [String::new(), "é \" \\ \n".into()];
    text_borrowed_or_not: Cow<'static, str> = [Cow::Borrowed("a")];
    character: char = ['é'];
    bytes: Vec<u8> = [vec![], vec![0, 255]];
    array_of_three: [u8; 3] = [[1, 2, 3]];
    array_of_none: [u8; 0] = [[]];
    option: Option<u8> = [Some(1), None];
    option_nested: Option<Option<u8>> = [Some(Some(1)), None];
    option_of_enum: Option<Unit> = [Some(Unit::Celsius), None];
    option_of_struct: Option<Place> = [Some(place()), None];
    options_in_a_list: Vec<Option<u8>> = [vec![Some(1), None]];
    tuple_of_two_types: (u8, String) = [(1, "a".into())];
    tuple_of_one_type: (u8, u8) = [(1, 2)];
    pairs: Vec<(String, f64)> = [vec![("a".into(), 0.5)]];
    set: BTreeSet<u8> = [BTreeSet::from([1, 2])];
    map: HashMap<String, u8> = [HashMap::from([("a b".into(), 1)]), HashMap::new()];
    map_by_number: BTreeMap<u8, String> = [BTreeMap::from([(7, "a".into())])];
    map_by_enum: BTreeMap<Unit, Place> = [BTreeMap::from([(Unit::Kelvin, place())])];
    map_of_lists: BTreeMap<String, Vec<Option<u8>>> = [BTreeMap::from([("a".into(), vec![None])])];
    structs_nested_twice: Route = [route()];
    struct_generic: Page<Place> = [page(place())];
    struct_generic_twice: (Page<u8>, Page<Unit>) = [(page(1), page(Unit::Kelvin))];
    struct_empty: Empty = [Empty {}];
    struct_unit: Marker = [Marker];
    struct_newtype: Meters = [Meters(5.0)];
    struct_tuple: Rgb = [Rgb(1, 2, 3)];
    struct_closed_by_serde: Closed = [Closed { a: 1 }];
    struct_with_defaults: Defaults = [defaults()];
    struct_renamed: Renamed = [Renamed { kind: "a".into(), first_name: "b".into() }];
    struct_with_rules: Rules = [rules()];
    struct_with_formats: Formats = [formats()];
    struct_written_otherwise: Hidden = [Hidden { secret: Secret("a".into()) }];
    flattened_struct: FlatStruct = [FlatStruct { id: 1, place: place() }];
    flattened_map: FlatMap = [FlatMap { id: 1, more: BTreeMap::from([("x".into(), json!([1]))]) }];
    flattened_enum: FlatEnum = [FlatEnum { id: 1, shape: circle() }];
    flattened_enums: FlatEnums = [FlatEnums { id: 1, shape: circle(), event: Event::Key { code: 2 } }];
    flattened_option: FlatOption = [FlatOption { id: 1, shape: Some(circle()) }, FlatOption { id: 1, shape: None }];
    recursion_direct: List = [list()];
    recursion_through_a_list: Tree = [tree()];
    recursion_through_an_enum: Expr = [expr()];
    recursion_mutual: Folder = [folder()];
    recursion_without_properties: Nested = [Nested(vec![Nested(vec![]), Nested(vec![])])];
    recursion_untagged: Data = [data()];
    enum_of_words: Unit = [Unit::Celsius, Unit::Kelvin];
    enum_of_words_without_docs: Direction = [Direction::North];
    enum_of_numbers: Level = [Level::High];
    enum_external: Event = [Event::Quit, Event::Key { code: 1 }, Event::Text("a".into()), Event::Move(1, -1)];
    enum_internal: Shape = [circle(), Shape::Rectangle { width: 1.0, height: 2.0 }];
    enum_adjacent: Adjacent = [Adjacent::None, Adjacent::One(1), Adjacent::Many { list: vec![1] }];
    enum_untagged: Untagged = [Untagged::Flag(true), Untagged::Text("a".into()), Untagged::Place(place())];
    enum_of_std: Bound<u8> = [Bound::Included(1), Bound::Unbounded];
    result_of_std: Result<u8, String> = [Ok(1), Err("a".into())];
    value_of_any_type: Value = [json!({"a": [1, null]}), json!("a"), json!(1)];
    values_in_a_list: Vec<Value> = [vec![json!({"a": 1}), json!(1)]];
    object_of_any_keys: serde_json::Map<String, Value> = [serde_json::Map::from_iter([("a".into(), json!(1))])];
    path: PathBuf = [PathBuf::from("/tmp/a")];
    duration: Duration = [Duration::from_millis(1500)];
    address: IpAddr = [IpAddr::from([127, 0, 0, 1])];
    nested_ten_levels: Level1 = [Level1::default()];
}
