//! Typed keys of the state, as a program uses them: tools write them, instructions name them, an
//! answer is kept under one.

mod keys;

use adk::plugin::{AfterAgent, BeforeAgent};
use adk::prelude::*;
use adk::serde_json::json;
use adk::session::{GetSession, NewSession, Session, SessionKey};
use adk::testing::ScriptedModel;
use adk::{CallbackContext, LlmAgentBuilder, SessionService, StateDelta};
use insta::assert_snapshot;
use serde::{Deserialize, Serialize};
use tests::stage::{SESSION, Stage, USER, helper};

#[derive(StateKeys)]
struct Shop {
    /// How the user wants to be called.
    #[state(user)]
    name: String,
    /// How often anybody has ordered.
    #[state(app)]
    orders: u32,
    /// What is being put together.
    #[state(temp)]
    draft: Draft,
    #[state(key = "lastItems")]
    items: Vec<String>,
    answer: String,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
struct Draft {
    items: Vec<String>,
    paid: bool,
}

/// Puts something into the basket.
#[tool]
async fn add_item(
    /// What.
    item: &str,
    ctx: &ToolContext,
) -> Result<Draft> {
    let mut draft = Shop::DRAFT.get(ctx)?.unwrap_or_default();
    draft.items.push(item.to_owned());
    Shop::DRAFT.set(ctx, &draft)?;
    Ok(draft)
}

/// Orders what is in the basket.
#[tool]
async fn order(ctx: &ToolContext) -> Result<String> {
    let Some(draft) = Shop::DRAFT.get(ctx)? else {
        return Ok("the basket is empty".to_owned());
    };
    let count = Shop::ORDERS.get(ctx)?.unwrap_or_default() + 1;
    Shop::ORDERS.set(ctx, count)?;
    Shop::ITEMS.set(ctx, draft.items)?;
    Ok(format!("order {count}"))
}

/// Sells things.
#[agent(
    model = "gemini-2.5-flash",
    tools = [add_item, order],
    output_key = Shop::ANSWER
)]
fn seller() -> &'static str {
    "You serve {user:name}, order {app:orders?}: {temp:draft?}"
}

fn shop(model: &ScriptedModel) -> LlmAgentBuilder {
    seller::builder().model(model.clone())
}

/// The first line of what the model was told in each request.
fn told(model: &ScriptedModel) -> String {
    let requests = model.requests();
    let told = requests.iter().map(|request| {
        let told = request.system_instruction().unwrap_or_default();
        told.lines().next().unwrap_or_default().to_owned()
    });
    told.collect::<Vec<_>>().join("\n")
}

async fn session_of(stage: &Stage, user: &str, session: &str) -> Result<Session> {
    let new = NewSession::new(SessionKey::new("app", user, session));
    stage.sessions.create(new).await
}

#[tokio::test]
async fn what_tools_write_by_type_instructions_name_and_the_store_keeps_by_scope() -> Result<()> {
    let model = ScriptedModel::new()
        .call("add_item", json!({"item": "egg"}))
        .call("add_item", json!({"item": "leaf"}))
        .call("order", json!({}))
        .text("Ordered.")
        .call("order", json!({}))
        .text("Nothing to order.");
    let stage = Stage::new(shop(&model));
    let delta = StateDelta::new().with(Shop::NAME, "Ada")?;
    let answer = stage
        .run("An egg and a leaf!")
        .state_delta(delta)
        .text()
        .await?;
    assert_eq!(answer, "Ordered.");
    assert_snapshot!(told(&model), @r#"
    You serve Ada, order : 
    You serve Ada, order : {"items":["egg"],"paid":false}
    You serve Ada, order : {"items":["egg","leaf"],"paid":false}
    You serve Ada, order 1: {"items":["egg","leaf"],"paid":false}
    "#);

    let session = stage.session().await;
    assert_eq!(Shop::ANSWER.get(&session)?.as_deref(), Some("Ordered."));
    assert_eq!(
        Shop::ITEMS.get(&session)?.unwrap_or_default(),
        ["egg", "leaf"]
    );
    assert_eq!(Shop::DRAFT.get(&session)?, None, "the run is over");
    let mut kept: Vec<_> = session.state_entries().map(|(key, _)| key).collect();
    kept.push(Shop::DRAFT.name());
    let mut known = Shop::KEYS.to_vec();
    kept.sort_unstable();
    known.sort_unstable();
    assert_eq!(kept, known);

    assert_eq!(
        stage.run("The same again!").text().await?,
        "Nothing to order."
    );
    let own = session_of(&stage, USER, "two").await?;
    assert_eq!(Shop::NAME.get(&own)?.as_deref(), Some("Ada"));
    assert_eq!(Shop::ITEMS.get(&own)?, None);
    let other = session_of(&stage, "bert", SESSION).await?;
    assert_eq!(Shop::ORDERS.get(&other)?, Some(1));
    assert_eq!(Shop::NAME.get(&other)?, None);
    Ok(())
}

#[tokio::test]
async fn callbacks_write_and_agents_and_instructions_read() -> Result<()> {
    async fn name(ctx: CallbackContext) -> Result<BeforeAgent> {
        Shop::NAME.set(&ctx, "Ada")?;
        Ok(BeforeAgent::Proceed)
    }
    async fn count(ctx: CallbackContext) -> Result<AfterAgent> {
        let orders = Shop::ORDERS.get(&ctx)?.unwrap_or_default();
        Shop::ORDERS.set(&ctx, orders + 1)?;
        Ok(AfterAgent::Proceed)
    }
    #[agent(model = ScriptedModel::new().text("Hm."), before_agent = name, after_agent = count)]
    async fn reader(ctx: &ReadonlyContext) -> Result<String> {
        Ok(format!("Serve {:?}.", Shop::NAME.get(ctx)?))
    }
    /// Runs the reader, and says what it sees.
    #[agent(sub_agents = [reader])]
    async fn host(ctx: &adk::InvocationContext, out: &mut adk::Emitter) -> Result<()> {
        for agent in ctx.agent().sub_agents() {
            out.forward(ctx.run_agent(agent)).await?;
        }
        let seen = format!("{:?} {:?}", Shop::NAME.get(ctx)?, Shop::ORDERS.get(ctx)?);
        let items = StateDelta::new().with(Shop::ITEMS, vec!["egg".to_owned()])?;
        let actions = adk::event::EventActions::new().with_state_delta(items);
        let event = ctx.event().content(Content::model(seen)).actions(actions);
        out.emit(event.build()).await;
        Ok(())
    }
    let stage = Stage::of(host::agent()?, |runner| runner);
    assert_eq!(stage.run("Hi").text().await?, r#"Some("Ada") Some(1)"#);
    assert_eq!(
        Shop::ITEMS.get(&stage.session().await)?.unwrap_or_default(),
        ["egg"]
    );
    Ok(())
}

#[tokio::test]
async fn a_value_of_another_form_in_the_store_is_told_to_who_reads_it() -> Result<()> {
    let model = ScriptedModel::new().call("order", json!({})).text("Sorry.");
    let stage = Stage::new(shop(&model));
    let delta = StateDelta::from([("app:orders", json!("many")), ("user:name", json!("Ada"))]);
    let draft = delta.with(Shop::DRAFT, Draft::default())?;
    assert_eq!(
        stage.run("Order!").state_delta(draft).text().await?,
        "Sorry."
    );
    let session = stage
        .sessions
        .get(&tests::stage::key(), GetSession::all())
        .await?;
    let error = Shop::ORDERS.get(&session).map_err(|error| error.kind());
    assert_eq!(error, Err(ErrorKind::StateMismatch));
    assert_snapshot!(stage.stored().await, @r#"
    user: "Order!", [app:orders="many" user:name="Ada"]
    seller: call order(adk-id-3) {}
    seller: answer order(adk-id-3) {"error":"the state key `app:orders` does not decode as `u32`: it holds a text; let all that writes the key use its `StateKey`, or give values of another form another key"}
    seller: "Sorry.", [answer="Sorry."]
    "#);
    Ok(())
}

#[tokio::test]
async fn a_session_starts_with_typed_values() -> Result<()> {
    let model = ScriptedModel::new().text("Hi.");
    let stage = Stage::new(helper(&model).instruction("{user:name} {lastItems}"));
    let delta = StateDelta::new().with(Shop::NAME, "Ada")?;
    let delta = delta.with(Shop::ITEMS, &["egg".to_owned()][..])?;
    let new = NewSession::new(tests::stage::key()).with_state_delta(delta);
    stage.sessions.create(new).await?;
    stage.play("Hello").await;
    assert_eq!(told(&model), r#"Ada ["egg"]"#);
    Ok(())
}
