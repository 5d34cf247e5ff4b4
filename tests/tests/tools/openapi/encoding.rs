//! What is sent of the arguments: in every place, in every style, in every kind of body.

use serde_json::{Value, json};
use tests::fake_server::{FakeServer, Reply};

use super::{body, call, document, parameter, refused, sent, shop};

/// A parameter `p` of any value, with more said of it.
fn styled(place: &str, more: Value) -> Value {
    let mut parameter = json!({"name": "p", "in": place, "required": true, "schema": {}});
    let more = more.as_object().unwrap().clone();
    parameter.as_object_mut().unwrap().extend(more);
    parameter
}

async fn path_of(place: &str, more: Value, value: Value) -> String {
    let path = if place == "path" { "/a/{p}" } else { "/a" };
    let operation = json!({"parameters": [styled(place, more)]});
    sent(document("get", path, operation), json!({"p": value}))
        .await
        .path
}

#[tokio::test]
async fn a_path_is_written_in_every_style() {
    let (list, object) = (json!(["x", "y/z"]), json!({"R": 1, "G": true}));
    for (style, explode, of_list, of_object) in [
        ("simple", false, "/a/x,y%2Fz", "/a/R,1,G,true"),
        ("simple", true, "/a/x,y%2Fz", "/a/R=1,G=true"),
        ("label", false, "/a/.x,y%2Fz", "/a/.R,1,G,true"),
        ("label", true, "/a/.x.y%2Fz", "/a/.R=1.G=true"),
        ("matrix", false, "/a/;p=x,y%2Fz", "/a/;p=R,1,G,true"),
        ("matrix", true, "/a/;p=x;p=y%2Fz", "/a/;R=1;G=true"),
    ] {
        let more = json!({"style": style, "explode": explode});
        assert_eq!(
            path_of("path", more.clone(), list.clone()).await,
            of_list,
            "{style} {explode}"
        );
        assert_eq!(
            path_of("path", more, object.clone()).await,
            of_object,
            "{style} {explode}"
        );
    }
}

#[tokio::test]
async fn a_query_is_written_in_every_style() {
    let (list, object) = (json!(["x", "y&z"]), json!({"R": 1, "G": [2, 3]}));
    for (more, of_list, of_object) in [
        (json!({}), "/a?p=x&p=y%26z", "/a?R=1&G=%5B2%2C3%5D"),
        (
            json!({"explode": false}),
            "/a?p=x,y%26z",
            "/a?p=R,1,G,%5B2%2C3%5D",
        ),
        (
            json!({"style": "spaceDelimited"}),
            "/a?p=x%20y%26z",
            "/a?p=R%201%20G%20%5B2%2C3%5D",
        ),
        (
            json!({"style": "pipeDelimited"}),
            "/a?p=x%7Cy%26z",
            "/a?p=R%7C1%7CG%7C%5B2%2C3%5D",
        ),
        (
            json!({"style": "deepObject", "explode": true}),
            "/a?p%5B0%5D=x&p%5B1%5D=y%26z",
            "/a?p%5BR%5D=1&p%5BG%5D%5B0%5D=2&p%5BG%5D%5B1%5D=3",
        ),
    ] {
        assert_eq!(
            path_of("query", more.clone(), list.clone()).await,
            of_list,
            "{more}"
        );
        assert_eq!(
            path_of("query", more.clone(), object.clone()).await,
            of_object,
            "{more}"
        );
    }
    let content = json!({"content": {"application/json": {"schema": {}}}});
    assert_eq!(
        path_of("query", content, json!({"a": [1]})).await,
        "/a?p=%7B%22a%22%3A%5B1%5D%7D"
    );
}

#[tokio::test]
async fn headers_and_cookies_are_written_in_their_styles() {
    let operation = json!({"parameters": [
        styled("header", json!({"name": "X-List"})),
        styled("header", json!({"name": "X-Map", "explode": true})),
        styled("cookie", json!({"name": "c", "explode": false})),
        styled("cookie", json!({"name": "d"})),
    ]});
    let args = json!({"X_List": [1, 2], "X_Map": {"a": 1}, "c": ["x", "y;z"], "d": "ä b"});
    let received = sent(document("get", "/a", operation), args).await;
    assert_eq!(received.header("x-list"), Some("1,2"));
    assert_eq!(received.header("x-map"), Some("a=1"));
    assert_eq!(received.header("cookie"), Some("c=x,y%3Bz; d=%C3%A4%20b"));
    assert_eq!(received.header("content-length"), None);
    assert!(
        received
            .header("accept")
            .unwrap()
            .starts_with("application/json")
    );
}

async fn body_of(content: Value, args: Value) -> (String, String) {
    let operation = json!({"requestBody": {"required": true, "content": content}});
    let received = sent(document("post", "/a", operation), args).await;
    assert_eq!(received.method, "POST");
    let kind = received.header("content-type").unwrap_or_default();
    (kind.to_owned(), received.body)
}

#[tokio::test]
async fn a_map_of_any_keys_keeps_them() {
    let named = json!({"type": "object", "properties": {"a-b": {"type": "string"}}});
    let schema = json!({"type": "object", "additionalProperties": false, "properties": {
        "c-d": {"type": "string"},
        "named": {"type": "array", "items": {"$ref": "#/components/schemas/Named"}},
        "either": {"anyOf": [{"type": "string"}, named]},
        "free": {"type": "object", "additionalProperties": named},
        "any": {"type": "object"},
    }});
    let mut document = document("post", "/a", body(schema));
    let inner = json!({"type": "array", "items": {"$ref": "#/components/schemas/Named"}});
    document["components"]["schemas"]["Named"] =
        json!({"type": "object", "properties": {"a-b": {"type": "string"}, "inner": inner}});
    let args = json!({
        "c_d": "1",
        "named": [{"a_b": "2", "inner": [{"a_b": "3"}]}],
        "either": {"a_b": "4"},
        "free": {"a_b": {"a_b": "5"}, "c_d": {}},
        "any": {"a_b": "6", "c_d": {"a_b": "7"}},
    });
    let received = sent(document, args).await;
    let body: Value = serde_json::from_str(&received.body).unwrap();
    assert_eq!(
        body,
        json!({
            "c-d": "1",
            "named": [{"a-b": "2", "inner": [{"a-b": "3"}]}],
            "either": {"a-b": "4"},
            "free": {"a_b": {"a-b": "5"}, "c_d": {}},
            "any": {"a_b": "6", "c_d": {"a_b": "7"}},
        })
    );
}

#[tokio::test]
async fn each_kind_of_body_is_written_in_its_form() {
    let fields = json!({"type": "object", "properties": {
        "a b": {"type": "string"}, "list": {"type": "array"}, "deep": {"type": "object"},
    }});
    let args = json!({"a_b": "x&y", "list": [1, 2], "deep": {"k": {"l": null}}});
    let own = |kind: &str| json!({kind: {"schema": fields}});

    let (kind, body) = body_of(own("application/json"), args.clone()).await;
    assert_eq!(kind, "application/json");
    assert_eq!(
        body,
        r#"{"a b":"x&y","list":[1,2],"deep":{"k":{"l":null}}}"#
    );

    let (kind, _) = body_of(own("application/merge-patch+json"), args.clone()).await;
    assert_eq!(kind, "application/merge-patch+json");

    let (kind, body) = body_of(own("application/x-www-form-urlencoded"), args.clone()).await;
    assert_eq!(kind, "application/x-www-form-urlencoded");
    assert_eq!(body, "a%20b=x%26y&list=1&list=2&deep%5Bk%5D%5Bl%5D=");

    let (kind, body) = body_of(own("multipart/form-data"), args).await;
    let boundary = kind.strip_prefix("multipart/form-data; boundary=").unwrap();
    assert_eq!(body.matches(boundary).count(), 5);
    assert!(body.contains("name=\"a b\"\r\n\r\nx&y\r\n"), "{body}");

    let text = json!({"text/csv": {"schema": {"type": "string"}}});
    let (kind, body) = body_of(text, json!({"body": "a;b\n1;2"})).await;
    assert_eq!((&*kind, &*body), ("text/csv", "a;b\n1;2"));
}

#[tokio::test]
async fn a_form_is_written_as_its_encoding_says() {
    let content = json!({"application/x-www-form-urlencoded": {
        "schema": {"type": "object", "properties": {"ids": {"type": "array"}}},
        "encoding": {"ids": {"style": "deepObject", "explode": true}},
    }});
    let (_, body) = body_of(content, json!({"ids": [7, 8]})).await;
    assert_eq!(body, "ids%5B0%5D=7&ids%5B1%5D=8");
}

#[tokio::test]
async fn names_within_a_body_are_the_apis_again() {
    let server = FakeServer::start([Reply::json("{}")]).await.unwrap();
    let shop = shop().server(format!("{}/v2/", server.url()));
    let args = json!({"item": "tea", "id": "7", "gift": true, "extras": {"a": 1}});
    call(shop, "create_order", args).await.unwrap();
    let received = server.received().remove(0);
    assert_eq!(received.path, "/v2/orders");
    assert_eq!(
        received.body,
        r#"{"id":"7","item":"tea","extras":{"a":1},"$gift":true}"#
    );
}

#[tokio::test]
async fn names_that_become_one_are_told_apart() {
    let fields = json!({"type": "object", "properties": {
        "$gift": {"type": "boolean"},
        "gift": {"type": "string"},
        "in": {"type": "object", "properties": {"gift": {}, "$gift": {}}},
    }});
    let content = json!({"application/json": {"schema": fields}});
    let args = json!({"gift": true, "gift_2": "tea", "in": {"gift_2": 1, "gift": 2}});
    let (_, body) = body_of(content, args).await;
    let body: Value = serde_json::from_str(&body).unwrap();
    let expected = json!({"$gift": true, "gift": "tea", "in": {"gift": 1, "$gift": 2}});
    assert_eq!(body, expected);
}

#[tokio::test]
async fn a_body_without_any_of_its_fields_is_sent_where_it_is_needed() {
    let schema = json!({"type": "object", "properties": {"a": {"type": "string"}}});
    let content = json!({"application/json": {"schema": schema}});
    assert_eq!(body_of(content.clone(), json!({})).await.1, "{}");
    let operation = json!({"requestBody": {"content": content}});
    let received = sent(document("post", "/a", operation), json!({})).await;
    assert_eq!(
        (&*received.body, received.header("content-type")),
        ("", None)
    );
}

#[tokio::test]
async fn arguments_are_mended_or_their_faults_are_told() {
    let mut count = parameter("query", "count");
    count["schema"] = json!({"type": "integer", "maximum": 9});
    let document = document("get", "/a", json!({"parameters": [count]}));
    assert_eq!(
        sent(document.clone(), json!({"count": "7"})).await.path,
        "/a?count=7"
    );
    let error = refused(document, json!({"count": 10, "cuont": 1})).await;
    insta::assert_snapshot!(error, @r#"
    the arguments of `op` do not fit:
    - `count`: expected an integer of at most 9, got 10
    - `cuont`: unknown; did you mean `count`?
    "#);
}
