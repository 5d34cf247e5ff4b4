use quote::quote;

use super::expand;

/// The whole expansion, to be read when it changes.
#[test]
fn expansion_of_an_agent() {
    let item = quote! {
        /// Looks after orders.
        pub async fn order_agent(orders: &Orders, ctx: &ReadonlyContext) -> Result<String> {
            orders.instruction(ctx).await
        }
    };
    let keys = quote!(
        model = orders.model(),
        tools = [find_order, weather_agent, clerk(orders), ..orders],
        sub_agents = [
            weather_agent,
            #[cfg(unix)]
            clerk(orders),
            ..more(orders)
        ],
        temperature = 0.2,
        before_agent = [guard, count],
        disallow_transfer_to_peers
    );
    let file = syn::parse2(expand(&keys, &item)).expect("the expansion parses");
    insta::assert_snapshot!(prettyplease::unparse(&file));
}

#[test]
fn an_item_with_errors_keeps_its_function() {
    let item = quote! {
        fn silent(city: String) -> &'static str {
            unfinished.
        }
    };
    let expanded = expand(&quote!(), &item).to_string();
    assert!(expanded.contains("fn silent (city : String)"), "{expanded}");
    assert!(expanded.contains("struct silent"), "{expanded}");
}
