//! Addresses that the program did not name lead to no place inside: those of a document, those
//! that a name resolves to, and those that a redirect sends on to.

use adk::ErrorKind;
use adk::tool::openapi::{Auth, OpenApiToolset};
use serde_json::{Value, json};
use tests::fake_server::{FakeServer, Reply};

use super::{call, document};

fn at(url: &str) -> Value {
    let mut document = document("get", "/a", json!({}));
    document["servers"] = json!([{"url": url}]);
    document
}

#[test]
fn a_documents_server_inside_is_refused() {
    for url in [
        "http://127.0.0.1/",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://0177.0.0.1/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://169.254.169.254/latest",
        "http://10.1.2.3/",
        "http://0.0.0.0/",
        "http://localhost:8080/",
        "http://ok@evil.example/",
        "http://shop.example:pw@evil.example/",
        "file:///etc/passwd",
        "/v1",
    ] {
        let error = OpenApiToolset::from_value(at(url)).build().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidDocument, "{url}");
        assert!(error.to_string().starts_with("`servers[0]` of"), "{error}");
    }
    let error = OpenApiToolset::from_value(at("http://0xa9fea9fe/"))
        .build()
        .unwrap_err();
    insta::assert_snapshot!(error, @r#"
    `servers[0]` of the OpenAPI document is no address to follow: nothing is sent to `169.254.169.254`: it is a link-local address, and the program did not allow it; where it is yours, name the API's address by `.server("https://…")`, or allow its host by `.allow_private(["…"])`
    "#);
    OpenApiToolset::from_value(at("https://shop.example/v1"))
        .build()
        .unwrap();
}

#[test]
fn an_operations_own_server_is_checked_too() {
    let mut document = at("https://shop.example");
    document["paths"]["/a"]["get"]["servers"] = json!([{"url": "http://127.0.0.1"}]);
    let error = OpenApiToolset::from_value(document).build().unwrap_err();
    assert!(
        error.to_string().starts_with("`paths./a.get.servers[0]`"),
        "{error}"
    );
}

#[test]
fn what_a_variable_makes_of_an_address_is_checked() {
    let mut document = at("http://{host}:{port}/");
    document["servers"][0]["variables"] = json!({
        "host": {"default": "127.0.0.1"}, "port": {"default": "80"},
    });
    assert!(
        OpenApiToolset::from_value(document.clone())
            .build()
            .is_err()
    );
    document["servers"][0]["variables"]["host"]["default"] = "shop.example".into();
    OpenApiToolset::from_value(document).build().unwrap();
}

#[tokio::test]
async fn what_the_program_names_or_allows_is_trusted() {
    let server = FakeServer::start([Reply::json("1"), Reply::json("2")])
        .await
        .unwrap();
    let named = OpenApiToolset::from_value(at("http://169.254.169.254")).server(server.url());
    assert_eq!(call(named, "op", json!({})).await, Ok(json!(1)));
    let allowed = OpenApiToolset::from_value(at(server.url())).allow_private(["127.0.0.1"]);
    assert_eq!(call(allowed, "op", json!({})).await, Ok(json!(2)));

    for url in [
        "http://u@a.example",
        "ftp://a.example",
        "a.example",
        "https://a.example?b",
    ] {
        let error = OpenApiToolset::from_value(at("https://a.example"))
            .server(url)
            .build();
        assert_eq!(error.unwrap_err().kind(), ErrorKind::Config, "{url}");
    }
}

#[tokio::test]
async fn a_redirect_is_followed_within_its_server_alone() {
    let inside = FakeServer::start([Reply::json("\"secret\"")])
        .await
        .unwrap();
    let port = inside.url().rsplit(':').next().unwrap();
    for to in [
        format!("http://127.0.0.1:{port}/meta"),
        format!("http://localhost:{port}/"),
        format!("http://[::ffff:127.0.0.1]:{port}/"),
        format!("http://2130706433:{port}/"),
        "http://169.254.169.254/".to_owned(),
        "file:///etc/passwd".to_owned(),
        "http://ok@evil.example/".to_owned(),
        "http://[".to_owned(),
    ] {
        let server = FakeServer::start([Reply::redirect(302, &*to)])
            .await
            .unwrap();
        let builder = OpenApiToolset::from_value(at("https://a.example")).server(server.url());
        let error = call(builder, "op", json!({})).await.unwrap_err();
        assert!(
            error.starts_with("nothing is sent to") || error.contains("that is none"),
            "{error}"
        );
        assert_eq!(server.connections(), 1, "{to}");
    }
    assert_eq!(inside.connections(), 0);

    // The controls: within the server, and to what is allowed.
    let replies = [Reply::redirect(307, "/b?c=d#e"), Reply::json("1")];
    let server = FakeServer::start(replies).await.unwrap();
    let builder = OpenApiToolset::from_value(at("https://a.example")).server(server.url());
    assert_eq!(call(builder, "op", json!({})).await, Ok(json!(1)));
    assert_eq!(server.received()[1].path, "/b?c=d");
    let server = FakeServer::start([Reply::redirect(302, inside.url())])
        .await
        .unwrap();
    let builder = OpenApiToolset::from_value(at("https://a.example")).server(server.url());
    let builder = builder.allow_private(["127.0.0.1"]);
    assert_eq!(call(builder, "op", json!({})).await, Ok(json!("secret")));
}

#[tokio::test]
async fn credentials_stay_with_their_server() {
    let other = FakeServer::start([Reply::redirect(302, "/again"), Reply::json("1")])
        .await
        .unwrap();
    let replies = [
        Reply::redirect(302, "/here"),
        Reply::redirect(302, other.url()),
    ];
    let server = FakeServer::start(replies).await.unwrap();
    let builder = OpenApiToolset::from_value(at("https://a.example")).server(server.url());
    let builder = builder
        .auth(Auth::bearer("s3cret"))
        .allow_private(["127.0.0.1"]);
    assert_eq!(call(builder, "op", json!({})).await, Ok(json!(1)));
    let keys = |server: &FakeServer| {
        let received = server.received();
        received
            .iter()
            .map(|one| one.header("authorization").is_some())
            .collect::<Vec<_>>()
    };
    assert_eq!(keys(&server), [true, true]);
    assert_eq!(keys(&other), [false, false]);
}

#[tokio::test]
async fn a_way_back_to_the_named_server_is_no_longer_trusted() {
    let server = FakeServer::start([]).await.unwrap();
    let other = FakeServer::start([Reply::redirect(302, server.url())])
        .await
        .unwrap();
    let port = other.url().rsplit(':').next().unwrap();
    let first = FakeServer::start([Reply::redirect(302, format!("http://localhost:{port}"))]);
    let first = first.await.unwrap();
    let builder = OpenApiToolset::from_value(at("https://a.example")).server(first.url());
    let error = call(builder.allow_private(["localhost"]), "op", json!({}))
        .await
        .unwrap_err();
    assert!(
        error.starts_with("nothing is sent to `127.0.0.1`"),
        "{error}"
    );
    assert_eq!((other.connections(), server.connections()), (1, 0));
}

#[tokio::test]
async fn what_may_change_something_is_not_sent_on() {
    let document = document("post", "/a", json!({}));
    for status in [301, 302, 307, 308] {
        let server = FakeServer::start([Reply::redirect(status, "/b")])
            .await
            .unwrap();
        let builder = OpenApiToolset::from_value(document.clone()).server(server.url());
        let error = call(builder, "op", json!({})).await.unwrap_err();
        assert!(error.contains("is not sent to another address"), "{error}");
        assert_eq!(server.received().len(), 1);
    }
    // To see what came of it is reading.
    let server = FakeServer::start([Reply::redirect(303, "/b"), Reply::json("1")])
        .await
        .unwrap();
    let builder = OpenApiToolset::from_value(document).server(server.url());
    assert_eq!(call(builder, "op", json!({})).await, Ok(json!(1)));
    assert_eq!(server.received()[1].method, "GET");
}

#[tokio::test]
async fn redirects_are_followed_five_times_at_most() {
    let server = FakeServer::start(vec![Reply::redirect(302, "/a"); 20])
        .await
        .unwrap();
    let builder = OpenApiToolset::from_value(at("https://a.example")).server(server.url());
    let error = call(builder, "op", json!({})).await.unwrap_err();
    assert_eq!(error, "the server redirected the request more than 5 times");
    assert_eq!(server.received().len(), 6);
}
