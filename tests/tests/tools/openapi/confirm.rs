//! A person is asked before a call that may change something.

use adk::testing::{self, ScriptedModel};
use adk::tool::Toolset as _;
use adk::tool::openapi::Method;
use serde_json::json;
use tests::fake_server::{FakeServer, Reply};
use tests::stage::{Stage, helper};

use super::{shop, tool};

#[tokio::test]
async fn a_person_approves_of_what_changes_something() {
    let server = FakeServer::start([Reply::json(r#"{"n": 1}"#), Reply::json("2")])
        .await
        .unwrap();
    let model = ScriptedModel::new()
        .call("get_order", json!({"id": "7"}))
        .call("create_order", json!({"item": "tea", "id": "8"}))
        .text("Ordered.");
    let shop = shop().server(server.url()).build().unwrap();
    let stage = Stage::new(helper(&model).toolset(shop));
    insta::assert_snapshot!(stage.play("Order tea.").await, @r#"
    helper: call get_order(adk-id-3) {"id":"7"}
    helper: answer get_order(adk-id-3) {"n":1}
    helper: call create_order(adk-id-6) {"item":"tea","id":"8"}
    helper: answer create_order(adk-id-6) {"error":"error tool \"create_order\" requires confirmation, please approve or reject"}, [no summary]
    helper: call adk_request_confirmation(adk-id-9) {"originalFunctionCall":{"id":"adk-id-6","name":"create_order","args":{"item":"tea","id":"8"}},"toolConfirmation":{"hint":"Allow POST /orders at 127.0.0.1?","confirmed":false}}
    "#);
    let received = server.received();
    assert_eq!(received.len(), 1, "only what reads is called");
    assert_eq!(received[0].method, "GET");

    let session = stage.session().await;
    let last = session.events().next_back().unwrap();
    let asked = last.confirmation_requests().next().unwrap();
    insta::assert_snapshot!(stage.play(asked.approve()).await, @r#"
    helper: answer create_order(adk-id-6) {"result":2}
    helper: "Ordered."
    "#);
    assert_eq!(server.received()[1].method, "POST");
}

#[tokio::test]
async fn the_program_says_which_methods_ask() {
    let asks = |methods: Option<Vec<Method>>| {
        let builder = shop().with_deprecated();
        let builder = builder.server("http://127.0.0.1:1");
        let shop = match methods {
            Some(methods) => builder.confirm_methods(methods).build().unwrap(),
            None => builder.build().unwrap(),
        };
        async move {
            let mut asks = Vec::new();
            for tool in shop.fixed_tools().unwrap() {
                let args = match tool.name() {
                    "list_orders" => json!({}),
                    "add_category" => json!({"name": "a"}),
                    "create_order" => json!({"item": "a", "id": "b"}),
                    _ => json!({"id": "1"}),
                };
                let ctx = testing::tool_context();
                assert!(tool.run(&ctx, &args.into()).await.is_err());
                if !ctx.actions().requested_tool_confirmations().is_empty() {
                    asks.push(tool.name().to_owned());
                }
            }
            asks.join(" ")
        }
    };
    assert_eq!(
        asks(None).await,
        "create_order replace_order orders_id_delete add_category"
    );
    assert_eq!(asks(Some(vec![Method::Delete])).await, "orders_id_delete");
    assert_eq!(asks(Some(vec![Method::Get])).await, "list_orders get_order");
    assert_eq!(asks(Some(vec![])).await, "");
}

#[tokio::test]
async fn nobody_is_asked_about_a_call_that_cannot_be_made() {
    let shop = shop().with_deprecated().build().unwrap();
    for (name, args) in [
        ("create_order", json!({"item": 7.5})),
        ("orders_id_delete", json!({"id": ".."})),
    ] {
        let ctx = testing::tool_context();
        let tool = tool(&shop, name);
        assert!(tool.check(&args.clone().into()).is_err());
        assert!(tool.run(&ctx, &args.into()).await.is_err());
        assert!(
            ctx.actions().requested_tool_confirmations().is_empty(),
            "{name}"
        );
    }
}
