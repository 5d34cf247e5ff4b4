use adk::{Emitter, InvocationContext, agent};

#[agent]
async fn router(_ctx: &InvocationContext, _out: &mut Emitter) -> String {
    "Hi.".to_owned()
}

fn main() {}
