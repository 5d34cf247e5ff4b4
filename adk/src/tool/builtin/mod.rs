//! Tools that come with the crate. Those that take no settings stand by their name in the lists of
//! `tools![…]` and `#[agent]`, as functions under `#[tool]` do.

mod artifacts;
mod example;
mod exit;
mod marks;
mod preload;
mod readable;
mod recall;
mod shaping;

pub use artifacts::load_artifacts;
pub use example::{Example, ExampleTool};
pub use exit::exit_loop;
pub use preload::preload_memory;
pub use recall::load_memory;

/// Makes what stands in lists for a tool.
macro_rules! made_tool {
    ($(#[$doc:meta])* $name:ident = $tool:expr) => {
        $(#[$doc])*
        #[expect(non_camel_case_types, reason = "it has the name of the tool")]
        #[derive(Debug)]
        #[non_exhaustive]
        pub struct $name {}

        impl $name {
            /// The name of the tool.
            pub const NAME: &'static str = stringify!($name);

            /// The tool.
            #[must_use]
            pub fn tool() -> impl crate::tool::Tool {
                $tool
            }
        }

        // So that `.tool(load_memory)` is told to be `.tool(load_memory::tool())`.
        #[doc(hidden)]
        #[must_use]
        pub fn $name() -> impl crate::tool::Tool {
            $name::tool()
        }

        // rustc would name them all where it names what could have been meant.
        #[diagnostic::do_not_recommend]
        impl crate::tool::made::MadeTool for $name {
            const NAME: &'static str = Self::NAME;

            fn add_to(list: &mut crate::tool::ToolList) {
                list.push(Self::tool());
            }
        }
    };
}
use made_tool;
