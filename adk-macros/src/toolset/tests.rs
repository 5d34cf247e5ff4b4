use quote::quote;

use super::expand;

/// The whole expansion, to be read when it changes.
#[test]
fn expansion_of_a_toolset() {
    let item = quote! {
        /// Orders of a shop.
        impl<S: Store> Orders<S>
        where
            S: Send + Sync + 'static,
        {
            const LIMIT: u8 = 3;

            /// Finds an order.
            #[tool(read_only)]
            pub async fn find_order(
                &self,
                /// Order number.
                #[arg(default = Self::LIMIT)]
                number: u8,
                ctx: &ToolContext,
            ) -> Result<Order> {
                self.store.find(number, ctx).await
            }

            fn count(&self) -> usize {
                self.store.count()
            }
        }
    };
    let expanded = expand(&quote!(prefix = "shop", parts = [more::refunds]), &item);
    let file = syn::parse2(expanded).expect("the expansion parses");
    insta::assert_snapshot!(prettyplease::unparse(&file));
}

#[test]
fn a_block_with_errors_keeps_its_methods() {
    let item = quote! {
        impl Orders {
            #[tool]
            async fn silent(&self, #[arg(nothing)] city: &str) {
                unfinished.
            }
        }
    };
    let expanded = expand(&quote!(), &item).to_string();
    assert!(
        expanded.contains("impl Orders { async fn silent (& self , city : & str)"),
        "{expanded}"
    );
    assert!(expanded.contains("SharedToolset for Orders"), "{expanded}");
}
