//! What a model sends stays in its place: it ends no part of a request and leads out of none.

use adk::ErrorKind;
use adk::tool::openapi::{Auth, OpenApiToolset};
use serde_json::json;
use tests::fake_server::{FakeServer, Reply};

use super::{call, document, parameter, refused, sent, tool};

#[tokio::test]
async fn a_path_value_stays_in_its_segment() {
    let document = document(
        "get",
        "/users/{id}/posts",
        json!({"parameters": [parameter("path", "id")]}),
    );
    for (value, path) in [
        ("a/b", "/users/a%2Fb/posts"),
        ("a/..b", "/users/a%2F..b/posts"),
        ("a?admin=1", "/users/a%3Fadmin%3D1/posts"),
        ("a#b", "/users/a%23b/posts"),
        ("@evil.example", "/users/%40evil.example/posts"),
        ("//evil.example/", "/users/%2F%2Fevil.example%2F/posts"),
        ("\\\\evil.example", "/users/%5C%5Cevil.example/posts"),
        ("%2e%2e", "/users/%252e%252e/posts"),
        ("a\r\nX: y", "/users/a%0D%0AX%3A%20y/posts"),
        ("...", "/users/.../posts"),
        ("ä b", "/users/%C3%A4%20b/posts"),
    ] {
        let received = sent(document.clone(), json!({"id": value})).await;
        assert_eq!(received.path, path, "{value}");
        assert!(received.header("host").unwrap().starts_with("127.0.0.1:"));
    }
    // What an encoded slash is a slash to would follow the dots.
    for value in ["..", ".", "", "../../admin", "a/..", "a\\..\\b"] {
        let error = refused(document.clone(), json!({"id": value})).await;
        assert!(error.contains("path value"), "{error}");
    }
}

#[tokio::test]
async fn dots_of_two_values_are_dots_too() {
    let parameters = json!([parameter("path", "a"), parameter("path", "b")]);
    let document = document("get", "/x/{a}{b}/y", json!({"parameters": parameters}));
    let error = refused(document.clone(), json!({"a": ".", "b": "."})).await;
    assert!(error.contains("nothing but dots"), "{error}");
    assert_eq!(
        sent(document, json!({"a": ".", "b": "z"})).await.path,
        "/x/.z/y"
    );
}

#[tokio::test]
async fn a_query_value_adds_no_other() {
    let mut reserved = parameter("query", "to");
    reserved["allowReserved"] = true.into();
    let parameters = json!([parameter("query", "q"), reserved]);
    let document = document("get", "/a", json!({"parameters": parameters}));
    let args = json!({"q": "x&admin=1#y", "to": "/b?c=1&admin=1;d=1#y"});
    let path = "/a?q=x%26admin%3D1%23y&to=/b?c%3D1%26admin%3D1%3Bd%3D1%23y";
    assert_eq!(sent(document, args).await.path, path);
}

#[tokio::test]
async fn what_allow_reserved_leaves_ends_no_cookie_and_no_item() {
    let reserved = |place: &str, name: &str| json!({"name": name, "in": place, "explode": false, "allowReserved": true, "schema": {}});
    let parameters = json!([reserved("cookie", "c"), reserved("query", "q")]);
    let document = document("get", "/a", json!({"parameters": parameters}));
    let value = json!(["a/b; admin=1", "x,y\r\nSet: z"]);
    let received = sent(document, json!({"c": value, "q": value})).await;
    assert_eq!(
        received.header("cookie"),
        Some("c=a%2Fb%3B%20admin%3D1,x%2Cy%0D%0ASet%3A%20z")
    );
    assert_eq!(received.path, "/a?q=a/b%3B%20admin%3D1,x%2Cy%0D%0ASet:%20z");
}

#[tokio::test]
async fn a_header_ends_with_its_value() {
    let parameters = json!([parameter("header", "X-Note"), parameter("cookie", "c")]);
    let document = document("get", "/a", json!({"parameters": parameters}));
    for value in ["a\r\nX-Admin: 1", "a\nb", "a\rb", "a\0b"] {
        let args = json!({"X_Note": value, "c": "x"});
        let error = refused(document.clone(), args).await;
        assert_eq!(
            error,
            "`X_Note` has a character that no header carries, such as the end of a line"
        );
    }
    let args = json!({"X_Note": "ä, b; c", "c": "x; admin=1\r\ny"});
    let received = sent(document, args).await;
    assert_eq!(received.header("x-note"), Some("ä, b; c"));
    assert_eq!(received.header("cookie"), Some("c=x%3B%20admin%3D1%0D%0Ay"));
}

#[test]
fn a_document_sets_no_header_of_the_exchange() {
    for name in [
        "Host",
        "Connection",
        "Content-Length",
        "Transfer-Encoding",
        "TE",
        "Upgrade",
        "Cookie",
        "Proxy-Authorization",
        "a b",
        "x\r\ny",
    ] {
        let document = document(
            "get",
            "/a",
            json!({"parameters": [parameter("header", name)]}),
        );
        let error = OpenApiToolset::from_value(document)
            .server("https://a.example")
            .build();
        let error = error.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidDocument, "{name}");
        assert!(
            error
                .to_string()
                .starts_with("`paths./a.get.parameters[0]`"),
            "{error}"
        );
    }
}

#[tokio::test]
async fn a_model_sets_no_credential() {
    let parameters = json!([
        parameter("header", "Authorization"),
        parameter("header", "Content-Type"),
        parameter("header", "Accept"),
        parameter("query", "q"),
    ]);
    let document = document("get", "/a", json!({"parameters": parameters}));
    let server = FakeServer::start([Reply::json("{}")]).await.unwrap();
    let builder = || {
        let builder = OpenApiToolset::from_value(document.clone()).server(server.url());
        builder.auth(Auth::bearer("ours"))
    };
    let tool = tool(&builder().build().unwrap(), "op");
    let schema = tool.declaration().parameters().as_json().to_value();
    assert_eq!(schema["required"], json!(["q"]));
    let args = json!({"q": "1", "Authorization": "Bearer theirs"});
    assert!(call(builder(), "op", args).await.is_err());
    call(builder(), "op", json!({"q": "1"})).await.unwrap();
    assert_eq!(
        server.received()[0].header("authorization"),
        Some("Bearer ours")
    );
}

#[tokio::test]
async fn an_address_that_no_client_sends_is_refused() {
    let parameters = json!([parameter("query", "q")]);
    let document = document("get", "/a", json!({"parameters": parameters}));
    let error = refused(document.clone(), json!({"q": "é".repeat(20_000)})).await;
    assert_eq!(
        error,
        "the arguments make no address; send shorter or other ones"
    );
    let fits = "x".repeat(50_000);
    let received = sent(document, json!({"q": fits})).await;
    assert_eq!(received.path, format!("/a?q={fits}"));
}
