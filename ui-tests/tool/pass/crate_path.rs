#![deny(warnings)]

pub mod reexported {
    pub use adk;
}

macro_rules! make {
    ($name:ident) => {
        /// Is made by another macro, which knows where `adk` is.
        #[adk::tool(
            crate = $crate::reexported::adk,
            confirm = |text, ctx| text == ctx.user_id(),
            input_schema = adk::content::Schema::empty_object(),
            output_schema = adk::content::Schema::of_output::<u8>(),
            description = concat!("De", "scribed."),
        )]
        async fn $name(text: &str, count: u8) -> u8 {
            let _ = text;
            count
        }
    };
}

make!(made);

fn main() {
    let _ = made::tool();
}
