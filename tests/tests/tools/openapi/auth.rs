//! Credentials: where they go, where they do not, and that nothing shows them.

use adk::ErrorKind;
use adk::tool::openapi::{Auth, OpenApiToolset, OpenApiToolsetBuilder};
use serde_json::{Value, json};
use tests::fake_server::{FakeServer, Received, Reply};

use super::{call, document, parameter, tool};

const SECRET: &str = "s3cret/key+1";

/// `op`, which asks for what `security` says.
fn secured(security: Value) -> Value {
    let parameters = json!([parameter("query", "q")]);
    let mut document = document(
        "get",
        "/a",
        json!({"parameters": parameters, "security": security}),
    );
    document["components"]["securitySchemes"] = json!({
        "head": {"type": "apiKey", "in": "header", "name": "X-Key"},
        "query": {"type": "apiKey", "in": "query", "name": "key"},
        "cookie": {"type": "apiKey", "in": "cookie", "name": "sid"},
        "bearer": {"type": "http", "scheme": "Bearer"},
        "basic": {"type": "http", "scheme": "basic"},
        "oauth": {"type": "oauth2", "flows": {}},
        "mutual": {"type": "mutualTLS"},
    });
    document
}

async fn sent(
    document: Value,
    with: impl FnOnce(OpenApiToolsetBuilder) -> OpenApiToolsetBuilder,
) -> Received {
    let server = FakeServer::start([Reply::json("{}")]).await.unwrap();
    let builder = with(OpenApiToolset::from_value(document)).server(server.url());
    call(builder, "op", json!({"q": "1"})).await.unwrap();
    server.received().remove(0)
}

#[tokio::test]
async fn every_kind_of_credential_stands_where_it_belongs() {
    let key = Auth::api_key(SECRET);
    for (scheme, auth, header, value) in [
        ("head", key.clone(), "x-key", SECRET),
        ("cookie", key.clone(), "cookie", "sid=s3cret%2Fkey%2B1"),
        (
            "bearer",
            Auth::bearer(SECRET),
            "authorization",
            "Bearer s3cret/key+1",
        ),
        (
            "oauth",
            Auth::bearer(SECRET),
            "authorization",
            "Bearer s3cret/key+1",
        ),
        (
            "basic",
            Auth::basic("ann", SECRET),
            "authorization",
            "Basic YW5uOnMzY3JldC9rZXkrMQ==",
        ),
        ("mutual", Auth::header("X-Own", SECRET), "x-own", SECRET),
        ("mutual", Auth::cookie("own", "1"), "cookie", "own=1"),
    ] {
        let received = sent(secured(json!([{scheme: []}])), |builder| builder.auth(auth)).await;
        assert_eq!(received.header(header), Some(value), "{scheme}");
        assert_eq!(received.path, "/a?q=1");
    }
    let received = sent(secured(json!([{"query": []}])), |builder| builder.auth(key)).await;
    assert_eq!(received.path, "/a?q=1&key=s3cret%2Fkey%2B1");
}

#[tokio::test]
async fn the_first_alternative_that_the_program_can_meet_is_met() {
    let asked = json!([{"mutual": []}, {"basic": [], "head": []}, {"bearer": []}]);
    let received = sent(secured(asked.clone()), |builder| {
        builder.auth(Auth::bearer("b"))
    })
    .await;
    assert_eq!(received.header("authorization"), Some("Bearer b"));
    let received = sent(secured(asked), |builder| {
        let both = builder.auth_for("basic", Auth::basic("u", "p"));
        both.auth_for("head", Auth::api_key("k"))
            .auth(Auth::bearer("b"))
    })
    .await;
    assert_eq!(received.header("authorization"), Some("Basic dTpw"));
    assert_eq!(received.header("x-key"), Some("k"));
}

#[tokio::test]
async fn an_operation_that_asks_for_nothing_is_sent_nothing() {
    let mut document = secured(json!([]));
    document["paths"]["/b"]["get"] = json!({"operationId": "other", "security": [{"bearer": []}]});
    let received = sent(document, |builder| builder.auth(Auth::bearer(SECRET))).await;
    assert_eq!(received.header("authorization"), None);

    // Where the document is silent, what says where it goes is sent.
    let silent = self::document(
        "get",
        "/a",
        json!({"parameters": [parameter("query", "q")]}),
    );
    let received = sent(silent, |builder| builder.auth(Auth::bearer(SECRET))).await;
    assert_eq!(
        received.header("authorization"),
        Some("Bearer s3cret/key+1")
    );
}

#[test]
fn the_model_is_not_asked_for_what_a_credential_says() {
    let mut document = secured(json!([{"head": []}]));
    document["paths"]["/a"]["get"]["parameters"] = json!([parameter("header", "x-KEY")]);
    let build = |auth: Option<Auth>| {
        let builder = OpenApiToolset::from_value(document.clone()).server("https://a.example");
        let toolset = match auth {
            Some(auth) => builder.auth(auth).build(),
            None => builder.without_auth().build(),
        };
        let tool = tool(&toolset.unwrap(), "op");
        tool.declaration().parameters().as_json().to_value()["required"].clone()
    };
    assert_eq!(build(None), json!(["x_KEY"]));
    assert_eq!(build(Some(Auth::api_key(SECRET))), json!([]));
}

#[test]
fn credentials_of_no_use_are_told_of() {
    let build = |with: fn(OpenApiToolsetBuilder) -> OpenApiToolsetBuilder| {
        let builder = OpenApiToolset::from_value(secured(json!([{"head": []}])));
        let error = with(builder.server("https://a.example"))
            .build()
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Config);
        error.to_string()
    };
    // Where nothing is asked for without leave, it is still of no use.
    let unused = |builder: OpenApiToolsetBuilder| builder.auth(Auth::bearer(SECRET)).without_auth();
    insta::assert_snapshot!(build(unused), @r#"
    no operation at the API's own server asks for a credential of the kind that `.auth(…)` was given; name its place, as in `Auth::header("X-Key", …)`, the security scheme, by `.auth_for(…)`, or the server, by `.server(…)`
    "#);
    insta::assert_snapshot!(build(|builder| builder.auth_for("haed", Auth::api_key(SECRET))), @r#"
    the OpenAPI document has no security scheme `haed`
    help: did you mean `head`?
    "#);
    insta::assert_snapshot!(build(|builder| builder.auth(Auth::api_key("new\nline"))), @r#"a credential for `x-key` has a character that no header carries, such as the end of a line"#);
}

#[tokio::test]
async fn no_text_shows_a_secret() {
    let document = secured(json!([{"query": []}]));
    let echo = format!("your key is {SECRET}");
    let replies = [
        Reply::new(403, "text/plain", &*echo),
        Reply::new(200, "text/plain", &*echo),
        Reply::json(json!({"key": SECRET}).to_string()),
        Reply::json("{}").reset_after(1),
    ];
    let server = FakeServer::start(replies).await.unwrap();
    let builder = OpenApiToolset::from_value(document).auth(Auth::api_key(SECRET));
    let builder = builder.server(server.url());
    let mut texts = vec![format!("{builder:?}")];
    let toolset = builder.build().unwrap();
    let tool = tool(&toolset, "op");
    texts.push(format!("{toolset:?} {tool:?}"));
    for _ in 0..4 {
        let args = json!({"q": "1"}).into();
        let result = tool.run(&adk::testing::tool_context(), &args).await;
        texts.push(format!("{result:?}"));
    }
    // A server that is gone.
    drop(server);
    let result = tool
        .run(&adk::testing::tool_context(), &json!({"q": "1"}).into())
        .await;
    texts.push(format!("{result:?}"));
    assert!(texts[2].contains("your key is [masked]"), "{texts:#?}");
    for text in &texts {
        assert!(!text.contains(SECRET) && !text.contains("s3cret"), "{text}");
    }
}

/// What the model reads where the server repeats what it was sent.
async fn echoed(scheme: &str, auth: Auth, reply: Reply) -> String {
    let server = FakeServer::start([reply]).await.unwrap();
    let builder = OpenApiToolset::from_value(secured(json!([{scheme: []}])));
    let builder = builder.auth(auth).server(server.url());
    let told = call(builder, "op", json!({"q": "1"})).await;
    told.map_or_else(|error| error, |told| told.to_string())
}

#[tokio::test]
async fn a_secret_is_masked_in_every_form_in_which_it_was_sent() {
    let key = Auth::api_key(SECRET);
    let basic = Auth::basic("ann", "pw \u{e9}\"");
    for (scheme, auth, echo) in [
        ("query", &key, "http://a.example/a?q=1&key=s3cret%2Fkey%2B1"),
        ("query", &key, "/a?key=s3cret%2fkey%2b1"),
        ("query", &key, "/a?key=s3cret/key%2B1"),
        ("cookie", &key, "sid=s3cret%2Fkey%2B1"),
        ("basic", &basic, "Basic YW5uOnB3IMOpIg=="),
        ("basic", &basic, "Basic YW5uOnB3IMOpIg"),
        ("basic", &Auth::basic("ann", SECRET), SECRET),
        (
            "basic",
            &Auth::basic("ann", SECRET),
            "YW5uOnMzY3JldC9rZXkrMQ==",
        ),
        ("bearer", &Auth::bearer("to\"k/e\\n-1"), "to\"k/e\\n-1"),
    ] {
        let mut all = Vec::new();
        // As a text, as an error, as JSON, which escapes, and as PHP's, which escapes more.
        let json = json!({"headers": {"x": echo}}).to_string();
        for (status, kind, body) in [
            (200, "text/plain", echo.to_owned()),
            (401, "text/html", format!("<p>{echo}</p>")),
            (200, "application/json", json.clone()),
            (200, "application/json", json.replace('/', "\\/")),
            (400, "application/json", json!(json).to_string()),
        ] {
            all.push(echoed(scheme, auth.clone(), Reply::new(status, kind, body)).await);
        }
        for told in all {
            assert!(told.contains("[masked]"), "{echo}: {told}");
            let plain = told.replace('\\', "");
            for part in ["s3cret", "key%2", "YW5u", "pw ", "k/e", "-1"] {
                assert!(!plain.contains(part), "{echo}: {told}");
            }
        }
    }
    // The control: another's is left.
    let told = echoed(
        "query",
        key,
        Reply::new(200, "text/plain", "s3cret%2Fkey%2B2"),
    )
    .await;
    assert_eq!(told, "\"s3cret%2Fkey%2B2\"");
}

#[tokio::test]
async fn no_file_and_no_media_type_repeats_a_secret() {
    let key = || Auth::api_key(SECRET);
    let file = [b"\x89PNG ", SECRET.as_bytes(), b"\xff"].concat();
    let told = echoed("query", key(), Reply::new(200, "image/png", file)).await;
    assert!(told.contains("repeats a credential"), "{told}");
    let reply = Reply::new(200, "image/s3cret/key+1", vec![0xff]);
    let told = echoed("query", key(), reply).await;
    assert!(
        told.contains("application/octet-stream") && !told.contains("s3cret"),
        "{told}"
    );
}

#[tokio::test]
async fn no_field_of_an_argument_stands_where_a_credential_does() {
    for (scheme, place) in [("query", "query"), ("cookie", "cookie")] {
        let mut document = secured(json!([{scheme: []}]));
        let all = json!({"type": "object", "additionalProperties": {"type": "string"}});
        document["paths"]["/a"]["get"]["parameters"] =
            json!([{"name": "all", "in": place, "explode": true, "schema": all}]);
        let server = FakeServer::start([Reply::json("{}")]).await.unwrap();
        let builder = OpenApiToolset::from_value(document).auth(Auth::api_key("our-secret"));
        let args = json!({"all": {"key": "theirs", "sid": "theirs", "k": "kept"}});
        call(builder.server(server.url()), "op", args)
            .await
            .unwrap();
        let received = server.received().remove(0);
        match received.header("cookie") {
            Some(cookie) => assert_eq!(cookie, "key=theirs; k=kept; sid=our-secret"),
            None => assert_eq!(received.path, "/a?sid=theirs&k=kept&key=our-secret"),
        }
    }
}

#[tokio::test]
async fn another_server_is_sent_no_credential() {
    // An operation of its own server, which the document names and the program allows.
    let server = FakeServer::start([Reply::json("{}")]).await.unwrap();
    let mut document = secured(json!([{"bearer": []}]));
    document["servers"] = json!([{"url": "https://main.example"}]);
    document["paths"]["/a"]["get"]["servers"] = json!([{"url": server.url()}]);
    // A credential that goes nowhere is told of.
    let alone = OpenApiToolset::from_value(document.clone()).auth(Auth::bearer(SECRET));
    let error = alone.allow_private(["127.0.0.1"]).build().unwrap_err();
    assert!(
        error.to_string().contains("at the API's own server"),
        "{error}"
    );
    document["paths"]["/b"]["get"] = json!({"operationId": "b", "security": [{"bearer": []}]});
    let builder = OpenApiToolset::from_value(document.clone()).auth(Auth::bearer(SECRET));
    call(
        builder.allow_private(["127.0.0.1"]),
        "op",
        json!({"q": "1"}),
    )
    .await
    .unwrap();
    assert_eq!(server.received()[0].header("authorization"), None);

    // The control: the same operation at the server that the program names.
    document["paths"]["/a"]["get"]["servers"] = json!([{"url": "https://other.example"}]);
    let received = sent(document, |builder| builder.auth(Auth::bearer(SECRET))).await;
    assert!(received.header("authorization").is_some());
}

#[test]
fn what_is_asked_for_and_not_given_is_told_of() {
    let several = json!([{"head": [], "basic": []}, {"bearer": []}]);
    let mut document = secured(several);
    document["paths"]["/b"]["get"] = json!({"operationId": "b", "security": [{"oauth": []}]});
    document["paths"]["/c"]["get"] = json!({"operationId": "c", "security": [{"mutual": []}]});
    document["paths"]["/d"]["get"] = json!({"operationId": "d", "security": [{"head": []}, {}]});
    let builder = || OpenApiToolset::from_value(document.clone()).server("https://a.example");
    let told = |builder: OpenApiToolsetBuilder| {
        let error = builder.build().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Config);
        error.to_string()
    };
    insta::assert_snapshot!(told(builder()), @r#"
    operations of the OpenAPI document ask for a credential that was not given: 3 of them, the first at `paths./a.get`
    help: give it by `.auth_for("basic", Auth::basic(…))`, `.auth_for("head", Auth::api_key(…))`, `.auth_for("mutual", Auth::header(…))`, `.auth_for("oauth", Auth::bearer(…))`; or leave them out by `.operations(…)`, or call them without by `.without_auth()`
    "#);
    insta::assert_snapshot!(told(builder().auth(Auth::api_key(SECRET))), @r#"
    operations of the OpenAPI document ask for a credential that was not given, and the `Auth::api_key(…)` of `.auth(…)` does not fit: 3 of them, the first at `paths./a.get`
    help: give it by `.auth_for("basic", Auth::basic(…))`, `.auth_for("mutual", Auth::header(…))`, `.auth_for("oauth", Auth::bearer(…))`; or leave them out by `.operations(…)`, or call them without by `.without_auth()`
    "#);
    // The one meets all that asks for it.
    let bearer = || builder().auth(Auth::bearer(SECRET));
    insta::assert_snapshot!(told(bearer()), @r#"
    operations of the OpenAPI document ask for a credential that was not given, and the `Auth::bearer(…)` of `.auth(…)` does not fit: 1 of them, the first at `paths./c.get`
    help: give it by `.auth_for("mutual", Auth::header(…))`; or leave them out by `.operations(…)`, or call them without by `.without_auth()`
    "#);
    let given = [
        bearer().auth_for("mutual", Auth::header("X-Client", "c")),
        bearer().operations(|operation| operation.name() != "c"),
        bearer().without_auth(),
        builder().without_auth(),
    ];
    for builder in given {
        assert!(builder.build().is_ok());
    }
    // Nothing is ever sent to a server that is not the API's own, so nothing is missing there.
    for path in ["/a", "/b", "/c", "/d"] {
        document["paths"][path]["servers"] = json!([{"url": "https://other.example"}]);
    }
    assert!(OpenApiToolset::from_value(document).build().is_ok());
}
