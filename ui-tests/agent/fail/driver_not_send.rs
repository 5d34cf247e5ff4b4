use adk::{Emitter, InvocationContext, Result, agent};

#[agent]
async fn router(_ctx: &InvocationContext, _out: &mut Emitter) -> Result<()> {
    let held = std::rc::Rc::new(3);
    std::future::ready(()).await;
    drop(held);
    Ok(())
}

fn main() {}
