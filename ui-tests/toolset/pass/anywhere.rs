#![deny(warnings)]

use std::cell::Cell;
use std::sync::{Arc, Mutex};

use adk::tool::{IntoToolset, Toolset};
use adk::{toolset, LlmAgent};

mod inner {
    #[derive(Default)]
    pub struct Desk {
        pub state: super::Mutex<super::Cell<u8>>,
    }
}

#[toolset(parts = [parts::letters, #[cfg(any())] parts::missing, #[cfg(all())] parts::calls])]
#[cfg(all())]
#[allow(clippy::all)]
impl inner::Desk {
    #![allow(dead_code)]

    const MOST: u8 = 3;
    const TEXT: &'static str = "Counts to the most.";

    /// Counts.
    #[tool(description = Self::TEXT)]
    async fn count(self: &Self, #[arg(undocumented, default = Self::MOST)] most: u8) -> u8 {
        self.state.lock().map_or(most, |state| state.get())
    }

    #[cfg(any())]
    /// Is left out.
    #[tool]
    async fn gone(&self, missing: Missing) {}

    /// One of two under one name.
    #[cfg(all())]
    #[tool]
    async fn either(&self) {}

    /// One of two under one name.
    #[cfg(not(all()))]
    #[tool]
    async fn either(&self) {}

    fn plain(self: Arc<Self>, other: &mut Self) -> bool {
        std::ptr::eq(&*self, other)
    }
}

mod parts {
    use adk::toolset;

    use super::inner::Desk;

    #[toolset(part = letters)]
    impl Desk {
        /// Writes a letter.
        #[tool]
        pub async fn write(&self) {}
    }

    #[toolset(part = calls)]
    impl Desk {
        /// Calls.
        #[tool]
        pub(super) async fn phone(
            &self,
            #[cfg(any())] missing: Missing,
            #[cfg(all())]
            /// Number.
            number: &str,
        ) {
            let _ = number;
        }
    }
}

#[derive(Debug)]
struct Hand;

impl Toolset for Hand {
    fn name(&self) -> &str {
        "by_hand"
    }

    fn tools<'a>(
        &'a self,
        _: &'a adk::ReadonlyContext,
    ) -> futures_like::BoxFuture<'a, adk::Result<Vec<Arc<dyn adk::Tool>>>> {
        Box::pin(async { Ok(Vec::new()) })
    }
}

mod futures_like {
    pub type BoxFuture<'a, T> = std::pin::Pin<Box<dyn Future<Output = T> + Send + 'a>>;
}

fn main() {
    struct Local<T>(T);

    #[toolset]
    impl<T: Clone + Send + Sync + 'static> Local<T> {
        /// Is made in a function.
        #[tool]
        async fn within(&self) {
            let _ = self.0.clone();
        }
    }

    let desk = Arc::new(inner::Desk::default());
    let object: Arc<dyn Toolset> = Local(3).into_toolset();
    let _ = LlmAgent::builder("desk")
        .toolset(Arc::clone(&desk))
        .toolset(inner::Desk::default())
        .toolset(object)
        .toolset(Hand)
        .toolset(Arc::new(Hand))
        .toolset(Arc::new(Hand) as Arc<dyn Toolset>)
        .tools(adk::tools![..&desk, ..Hand, ..Arc::new(Hand), ..Local("x")]);
}
