#![deny(warnings, missing_docs, clippy::pedantic, clippy::nursery)]
#![forbid(unsafe_code)]
#![allow(clippy::unused_async)]

//! Near misses of all that is wrong with `confirm`.

use adk::{ToolContext, tool};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

fn is_large(amount: &f64) -> bool {
    *amount > 1000.0
}

async fn is_foreign(ctx: &ToolContext, to: &str) -> Outcome<bool> {
    Ok(to != ctx.user_id())
}

fn generic<T: ?Sized>(_: &T) -> bool {
    true
}

fn every(amount: &f64, to: &str, notes: &[String], by: Option<&str>) -> Outcome<bool> {
    let short = notes.iter().all(|note| note.len() < 9);
    Ok(is_large(amount) && to.is_empty() && short && by.is_none())
}

struct Bank;

impl Bank {
    fn is_open(to: &str, ctx: &ToolContext) -> impl Future<Output = bool> {
        std::future::ready(to.is_empty() && ctx.user_id().is_empty())
    }
}

macro_rules! tools {
    ($($name:ident { $($confirm:tt)* })*) => {$(
        /// Pays.
        #[tool(confirm $($confirm)*)]
        async fn $name(
            /// How much.
            amount: f64,
            /// Whom.
            to: String,
            context: &ToolContext,
            /// What for.
            notes: &[String],
            /// By what way.
            by: Option<&str>,
        ) {
            let _ = (amount, to, context, notes, by);
        }

        const _: fn() -> adk::FunctionTool = $name::tool;
    )*};
}

tools! {
    always {}
    hint { = "Really?" }
    all { = every }
    one { = is_large(amount) }
    context { = is_foreign(ctx, to) }
    own_context { = is_foreign(context, to) }
    turbofish { = generic::<f64>(amount) }
    associated { = Bank::is_open(to, ctx) }
    none { = || true }
    unwritten { = |amount| todo!() }
    unwritten_asynchronous { = async |to| unimplemented!("later") }
    typed { = |amount: &f64| *amount > 1.0 }
    renamed_type { = move |to: &String, amount| to.is_empty() && *amount > 1.0 }
    untyped { = |notes, by, ctx| notes.is_empty() && by.is_none() && ctx.user_id().is_empty() }
    asynchronous { = async |to, context| is_foreign(context, to).await.unwrap_or(true) }
    fallible { = |amount| -> Result<bool, String> { if *amount < 0.0 { return Err("negative".to_owned()); } Ok(true) } }
    parenthesised { = (|amount| *amount > 1.0) }
}

fn main() {}
