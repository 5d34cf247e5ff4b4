use quote::quote;

use super::expand;

/// The whole expansion, to be read when it changes.
#[test]
fn expansion_of_a_tool() {
    let item = quote! {
        /// Looks up the weather.
        #[allow(clippy::ptr_arg)]
        pub async fn get_weather(
            /// City name.
            city: &str,
            #[arg(default = Unit::Celsius, one_of("celsius", "fahrenheit"))] unit: Unit,
            #[arg(flatten)] more: More,
            #[inject] tenant: Tenant,
            ctx: &ToolContext,
        ) -> Result<Weather> {
            look_up(city, unit, more, tenant, ctx).await
        }
    };
    let expanded = expand(&quote!(name = "weather", timeout = "5s"), &item);
    let file = syn::parse2(expanded).expect("the expansion parses");
    insta::assert_snapshot!(prettyplease::unparse(&file));
}

/// A parameter with attributes of serde, and one that is flattened before another.
#[test]
fn expansion_of_a_field() {
    let item = quote! {
        /// Sets a timer.
        async fn set_timer(
            #[arg(flatten)] more: More,
            /// How long.
            #[serde(rename = "seconds", with = "seconds")]
            #[schemars(with = "u64", range(min = 1))]
            #[arg(default = Duration::MAX)]
            length: Duration,
        ) {
        }
    };
    let file = syn::parse2(expand(&quote!(), &item)).expect("the expansion parses");
    let text = prettyplease::unparse(&file);
    let bind = text.split("fn __adk_call").next().unwrap_or_default();
    let bind = bind.split("fn __adk_bind").nth(1).unwrap_or_default();
    insta::assert_snapshot!(bind);
}

#[test]
fn an_item_with_errors_keeps_its_function() {
    let item = quote! {
        async fn silent(#[arg(nothing)] city: &str) {
            unfinished.
        }
    };
    let expanded = expand(&quote!(), &item).to_string();
    assert!(
        expanded.contains("async fn silent (city : & str)"),
        "{expanded}"
    );
    assert!(expanded.contains("struct silent"), "{expanded}");
}
