//! What is wrong with a document is told with its place, before anything is sent.

use adk::ErrorKind;
use adk::tool::openapi::{Auth, OpenApiToolset, OpenApiToolsetBuilder};
use insta::assert_snapshot;
use serde_json::{Value, json};
use tests::logged::Logged;

use super::{document, parameter};

fn fault(builder: OpenApiToolsetBuilder, kind: ErrorKind) -> String {
    let error = builder.server("https://a.example").build().unwrap_err();
    assert_eq!(error.kind(), kind, "{error}");
    error.to_string()
}

fn invalid(document: Value) -> String {
    fault(
        OpenApiToolset::from_value(document),
        ErrorKind::InvalidDocument,
    )
}

fn in_operation(operation: Value) -> String {
    invalid(document("post", "/a", operation))
}

#[test]
fn what_is_no_document_is_told_with_its_reason() {
    let json = |text: &str| fault(OpenApiToolset::from_json(text), ErrorKind::InvalidDocument);
    let yaml = |text: &str| fault(OpenApiToolset::from_yaml(text), ErrorKind::InvalidDocument);
    assert_snapshot!(json("{\"openapi\": "), @r#"
    the OpenAPI document is no valid JSON: EOF while parsing a value at line 1 column 12
    "#);
    assert_snapshot!(json("openapi: 3.1.0\n"), @r#"
    the OpenAPI document is no valid JSON: expected value at line 1 column 1; `from_yaml` reads YAML
    "#);
    assert_snapshot!(yaml("openapi: [3"), @r#"
    the OpenAPI document is no valid YAML: unclosed bracket '[' at line 1, column 10
    "#);
    assert_snapshot!(json("[]"), @r#"`openapi` of the OpenAPI document is not there, as in `openapi: 3.1.0`"#);
    assert_snapshot!(json(r#"{"swagger": "2.0"}"#), @r#"
    `swagger` of the OpenAPI document is of version 2; convert the document to OpenAPI 3 first
    "#);
    assert_snapshot!(yaml("openapi: 4.0.0"), @r#"
    `openapi` of the OpenAPI document is `4.0.0`; documents of version 3 are read
    "#);
    assert_snapshot!(json(r#"{"openapi": "3.0.0", "paths": []}"#), @r#"`paths` of the OpenAPI document is no object"#);
}

#[test]
fn what_is_too_large_is_told_with_its_limit() {
    let limit = |builder| fault(builder, ErrorKind::Limit);
    let long = format!("\"{}\"", "x".repeat(33 << 20));
    assert_snapshot!(limit(OpenApiToolset::from_json(&long)), @r#"the OpenAPI document has more than 33554432 bytes"#);
    let mut deep = json!({});
    for _ in 0..120 {
        deep = json!({"a": deep});
    }
    assert_snapshot!(limit(OpenApiToolset::from_value(deep)), @r#"the OpenAPI document is deeper than 100 levels"#);
    let mut many = document("get", "/a", json!({}));
    for index in 0..2_000 {
        many["paths"][format!("/b{index}")] = json!({"get": {}});
    }
    assert_snapshot!(limit(OpenApiToolset::from_value(many.clone())), @r#"
    the OpenAPI document has more than 2000 operations; choose some by `.operations(…)`
    "#);
    let few = OpenApiToolset::from_value(many).operations(|operation| operation.path() == "/a");
    few.server("https://a.example").build().unwrap();

    let parameters: Vec<_> = (0..300)
        .map(|index| parameter("query", &format!("q{index}")))
        .collect();
    let crowded = document("get", "/a", json!({"parameters": parameters}));
    assert_snapshot!(limit(OpenApiToolset::from_value(crowded)), @r#"
    `paths./a.get` of the OpenAPI document has more than 256 parameters; leave it out by `.operations(…)`
    "#);

    // YAML that would grow without end.
    let first = "openapi: 3.1.0\na: &a [x, x, x, x, x, x, x, x, x]\n".to_owned();
    let more = "abcdefghi"
        .chars()
        .zip("bcdefghij".chars())
        .map(|(of, name)| {
            let each = vec![format!("*{of}"); 9].join(", ");
            format!("{name}: &{name} [{each}]\n")
        });
    let bomb: String = std::iter::once(first).chain(more).collect();
    let error = fault(OpenApiToolset::from_yaml(&bomb), ErrorKind::InvalidDocument);
    assert!(
        error.starts_with("the OpenAPI document is no valid YAML: "),
        "{error}"
    );
    // It is stopped long before it takes memory.
    assert!(error.contains("events: 100001"), "{error}");
}

#[test]
fn a_long_chain_of_references_is_cut() {
    let schema = json!({"allOf": [{"$ref": "#/components/schemas/A0"}]});
    let body = json!({"content": {"application/json": {"schema": schema}}});
    let mut document = document("post", "/a", json!({"requestBody": body}));
    let links = (0..20_000).map(|index| {
        let next = format!("#/components/schemas/A{}", index + 1);
        (format!("A{index}"), json!({"$ref": next}))
    });
    let mut links: serde_json::Map<_, _> = links.collect();
    links.insert("A20000".to_owned(), json!({"type": "object"}));
    document["components"] = json!({"schemas": links});
    let toolset = OpenApiToolset::from_value(document).server("https://a.example");
    toolset.build().unwrap();
}

#[test]
fn tools_that_tell_too_much_together_are_told_with_the_limit() {
    let long = json!({"type": "string", "description": "x".repeat(1_000)});
    let fields = (0..1_000).map(|index| (format!("p{index}"), long.clone()));
    let fields: serde_json::Map<_, _> = fields.collect();
    let schema = json!({"$ref": "#/components/schemas/A"});
    let body = json!({"content": {"application/json": {"schema": schema}}});
    let mut document = document("post", "/a", json!({"requestBody": body}));
    for index in 0..100 {
        document["paths"][format!("/b{index}")] = json!({"post": {"requestBody": body}});
    }
    document["components"] = json!({"schemas": {"A": {"type": "object", "properties": fields}}});
    let builder = OpenApiToolset::from_value(document.clone());
    assert_snapshot!(fault(builder, ErrorKind::Limit), @r#"
    the tools of the OpenAPI document have schemas of more than 16777216 bytes; choose some by `.operations(…)`, or raise the limit by `.max_schema_bytes(…)`
    "#);
    let few = OpenApiToolset::from_value(document).operations(|operation| operation.path() == "/a");
    few.server("https://a.example").build().unwrap();
}

#[test]
fn references_that_lead_nowhere_out_or_round_are_told_with_their_place() {
    let refers = |to: &str| json!({"parameters": [parameter("query", "q"), {"$ref": to}]});
    assert_snapshot!(in_operation(refers("#/components/parameters/None")), @r#"
    `paths./a.post.parameters[1]` of the OpenAPI document refers to `#/components/parameters/None`, which is not there
    "#);
    assert_snapshot!(in_operation(refers("https://evil.example/a.json#/b")), @r#"
    `paths./a.post.parameters[1]` of the OpenAPI document refers to `https://evil.example/a.json#/b`, outside of the document, and nothing is fetched; put all into one document
    "#);
    assert_snapshot!(in_operation(refers("/etc/passwd")), @r#"
    `paths./a.post.parameters[1]` of the OpenAPI document refers to `/etc/passwd`, outside of the document, and nothing is fetched; put all into one document
    "#);
    assert_snapshot!(in_operation(refers("#/paths/~1a/post/parameters/1")), @r#"
    `paths./a.post.parameters[1]` of the OpenAPI document has references that lead round in a circle, or one to the next 16 times
    "#);
    let body = |schema: Value| {
        in_operation(json!({"requestBody": {"content": {"application/json": {"schema": schema}}}}))
    };
    assert_snapshot!(body(json!({"properties": {"a": {"items": {"$ref": "#/x"}}}})), @r#"
    `paths./a.post.requestBody.content.application/json.schema.properties.a.items` of the OpenAPI document refers to `#/x`, which is not there
    "#);
    assert_snapshot!(body(json!({"anyOf": [{}, {"$ref": "other.yaml"}]})), @r#"
    `paths./a.post.requestBody.content.application/json.schema.anyOf[1]` of the OpenAPI document refers to `other.yaml`, outside of the document, and nothing is fetched; put all into one document
    "#);
}

#[test]
fn parameters_that_are_none_are_told_with_their_place() {
    let with = |parameter: Value| in_operation(json!({"parameters": [parameter]}));
    assert_snapshot!(with(json!(7)), @r#"`paths./a.post.parameters[0]` of the OpenAPI document is no object"#);
    assert_snapshot!(with(json!({"in": "query"})), @r#"`paths./a.post.parameters[0]` of the OpenAPI document has no `name`"#);
    assert_snapshot!(with(json!({"name": "a", "in": "body"})), @r#"
    `paths./a.post.parameters[0]` of the OpenAPI document is in `body`; it can be in path, query, header or cookie
    "#);
    assert_snapshot!(with(json!({"name": "a", "in": "query", "style": "matrix"})), @r#"
    `paths./a.post.parameters[0]` of the OpenAPI document has the style `matrix`, which no query can have
    "#);
    assert_snapshot!(with(json!({"name": "a", "in": "query", "schema": 7})), @r#"
    `paths./a.post.parameters[0].schema` of the OpenAPI document is no schema
    "#);
    assert_snapshot!(with(json!({"name": "Host", "in": "header"})), @r#"
    `paths./a.post.parameters[0]` of the OpenAPI document sets the header `Host`, which only the exchange itself may set
    "#);
    assert_snapshot!(in_operation(json!({"parameters": {}})), @r#"`paths./a.post.parameters` of the OpenAPI document is no list"#);
    assert_snapshot!(in_operation(json!({"requestBody": {}})), @r#"`paths./a.post.requestBody` of the OpenAPI document has no `content`"#);
    assert_snapshot!(invalid(document("get", "/a/{b}", json!({}))), @r#"
    `paths./a/{b}.get` of the OpenAPI document has no path parameter `b`, which its path names
    "#);
    assert_snapshot!(invalid(document("get", "/a/{b", json!({}))), @r#"`paths./a/{b` of the OpenAPI document has a `{` or `}` without its other; write values as in `/pets/{petId}`"#);
    assert_snapshot!(invalid(document("get", "/a/../b", json!({}))), @r#"
    `paths./a/../b` of the OpenAPI document is no path: it has a `?`, `#`, `\` or dots in it
    "#);
}

#[test]
fn two_tools_of_one_name_are_told_with_both_places() {
    let mut document = document("get", "/a", json!({}));
    document["paths"]["/b"] = json!({"put": {"operationId": "Op"}});
    let builder = OpenApiToolset::from_value(document);
    assert_snapshot!(fault(builder, ErrorKind::DuplicateName), @r#"
    `paths./a.get` and `paths./b.put` of the OpenAPI document would both be the tool `op`: give one another `operationId`, or leave one out by `.operations(…)`
    "#);
}

#[test]
fn a_server_that_cannot_be_called_is_told_with_the_way_to_name_one() {
    let error = OpenApiToolset::from_value(document("get", "/a", json!({})))
        .build()
        .unwrap_err();
    assert_snapshot!(error, @r#"
    `servers[0]` of the OpenAPI document is not there; name the API's address by `.server("https://…")`
    "#);
    let mut document = document("get", "/a", json!({}));
    document["servers"] = json!([{"url": "/api/v3"}]);
    let error = OpenApiToolset::from_value(document.clone())
        .build()
        .unwrap_err();
    assert_snapshot!(error, @r#"
    `servers[0]` of the OpenAPI document is `/api/v3`, no address by itself; name the API's address by `.server("https://…")`
    "#);
}

#[test]
fn an_address_of_the_program_that_is_none_is_quoted_without_its_secrets() {
    let told = |url: &str| {
        let builder = OpenApiToolset::from_value(document("get", "/a", json!({})));
        builder.server(url).build().unwrap_err().to_string()
    };
    assert_snapshot!(told("127.0.0.1:8951"), @r#"
    the server `127.0.0.1:8951` of an OpenAPI toolset is no base URL, such as `https://api.example.com/v1`: scheme, host and path, without user, query or fragment
    "#);
    for (url, shown) in [
        (
            "https://ann:s3cret@a.example/v1?k=s3cret",
            "`…@a.example/v1?…`",
        ),
        ("https://a.example/#s3cret", "`https://a.example/#…`"),
        ("https://a.example?s3cret", "`https://a.example?…`"),
        ("", "``"),
    ] {
        let text = told(url);
        assert!(text.contains(shown) && !text.contains("s3cret"), "{text}");
    }
}

#[test]
fn operations_that_nobody_wants_are_told_by_name() {
    let none = |document: Value| {
        let none = OpenApiToolset::from_value(document).operations(|_| false);
        fault(none, ErrorKind::Config)
    };
    let mut many = document("get", "/a", json!({"tags": ["pets", "shop"]}));
    assert_snapshot!(none(many.clone()), @r#"
    `.operations(…)` leaves none of the 1 operations of the OpenAPI document; they are `op`, and the tags `pets`, `shop`
    "#);
    for index in 10..30 {
        many["paths"][format!("/b{index}")] = json!({"get": {}});
    }
    assert_snapshot!(none(many), @r#"
    `.operations(…)` leaves none of the 21 operations of the OpenAPI document; they are `b10_get`, `b11_get`, `b12_get`, `b13_get`, `b14_get`, `b15_get`, `b16_get`, `b17_get`, `b18_get`, `b19_get`, …, and the tags `pets`, `shop`
    "#);
    assert_snapshot!(none(json!({"openapi": "3.1.0", "paths": {}})), @r#"the OpenAPI document has no operation below `paths`"#);
    let old = document("get", "/a", json!({"deprecated": true}));
    assert_snapshot!(fault(OpenApiToolset::from_value(old), ErrorKind::Config), @r#"
    all operations of the OpenAPI document are deprecated; `.with_deprecated()` has them too
    "#);
}

#[test]
fn more_tools_than_vendors_take_are_warned_of() {
    let warned = |count: usize| {
        let paths = (0..count).map(|index| (format!("/a{index}"), json!({"get": {}})));
        let paths: serde_json::Map<_, _> = paths.collect();
        let document = json!({"openapi": "3.1.0", "info": {"title": "big"}, "paths": paths});
        let (logged, _guard) = Logged::listen();
        let built = OpenApiToolset::from_value(document).server("https://a.example");
        assert!(built.build().is_ok());
        logged.text()
    };
    assert_eq!(warned(128), "");
    assert_snapshot!(warned(129), @r#"
    WARN message=more tools than vendors take; choose some by `.operations(…)` toolset="big" tools=129
    "#);
}

#[test]
fn security_that_cannot_be_met_is_told_with_its_scheme() {
    let with = |document: Value| {
        fault(
            OpenApiToolset::from_value(document).auth(Auth::api_key("k")),
            ErrorKind::InvalidDocument,
        )
    };
    let mut document = document("get", "/a", json!({"security": [{"key": []}]}));
    assert_snapshot!(with(document.clone()), @r#"
    `components.securitySchemes.key` of the OpenAPI document is asked for by `security`, and is not there
    "#);
    document["components"]["securitySchemes"]["key"] = json!({"type": "apiKey"});
    assert_snapshot!(with(document.clone()), @r#"
    `components.securitySchemes.key` of the OpenAPI document does not say where its key goes; give it as `Auth::header(…)`, `Auth::query(…)` or `Auth::cookie(…)`
    "#);
    document["components"]["securitySchemes"]["key"] =
        json!({"type": "apiKey", "in": "header", "name": "Host"});
    assert_snapshot!(with(document), @r#"
    `components.securitySchemes.key` of the OpenAPI document sets the header `Host`, which only the exchange itself may set
    "#);
}
