use std::rc::Rc;

use adk::toolset;

struct Orders<S> {
    store: Rc<S>,
}

#[toolset]
impl<S: Send + Sync + 'static> Orders<S> {
    /// Finds an order.
    #[tool]
    async fn find_order(&self) {
        let _ = &self.store;
    }
}

fn main() {
    let _ = adk::LlmAgent::builder("desk").toolset(Orders { store: Rc::new(0) });
}
