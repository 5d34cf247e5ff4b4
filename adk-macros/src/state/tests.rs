use quote::quote;

use super::expand;

/// The whole expansion, to be read when it changes.
#[test]
fn expansion_of_a_struct_of_keys() {
    let item = quote! {
        /// What the shop remembers.
        pub struct Shop {
            /// What the user looks for.
            pub query: String,
            #[state(user, key = "firstName")]
            name: Option<String>,
            #[state(app)]
            pub(crate) r#type: Vec<Rate>,
        }
    };
    let file = syn::parse2(expand(&item)).expect("the expansion parses");
    insta::assert_snapshot!(prettyplease::unparse(&file));
}

#[test]
fn a_struct_with_errors_keeps_its_keys() {
    let item = quote! {
        struct Shop {
            query: String,
            QUERY: String,
            #[state(users)]
            name: String,
        }
    };
    let expanded = expand(&item).to_string();
    assert_eq!(expanded.matches("compile_error").count(), 2, "{expanded}");
    assert_eq!(expanded.matches("const QUERY").count(), 1, "{expanded}");
    assert_eq!(expanded.matches("const NAME").count(), 1, "{expanded}");
}
