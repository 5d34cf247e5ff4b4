use adk::tool;

use std::borrow::Cow;
use std::path::Path;

/// Borrows.
#[tool]
async fn borrows(
    /// A text.
    mut text: &str,
    /// A slice.
    numbers: &[u8],
    /// A path.
    path: &Path,
    /// Perhaps a text.
    note: Option<&str>,
    /// A number.
    mut number: u8,
    /// With a default.
    #[arg(default = "Paris")]
    city: &str,
    /// With a default of its type.
    #[arg(default)]
    list: Vec<String>,
    /// With a default of bytes.
    #[arg(default = &[1, 2])]
    bytes: &[u8],
    /// Owned, although it need not be.
    cow: Cow<'static, str>,
    /// The same, borrowed.
    lent: &Cow<'static, str>,
) -> String {
    text = text.trim();
    number += 1;
    format!("{text}{numbers:?}{path:?}{note:?}{number}{city}{list:?}{bytes:?}{cow}{lent}")
}

macro_rules! takes {
    ($name:ident, $whole:ty, $inside:ty, $lent:ty) => {
        /// Takes types that a macro is given.
        #[tool]
        async fn $name(
            #[arg(undocumented)] whole: $whole,
            #[arg(undocumented)] inside: Option<$inside>,
            #[arg(undocumented, default = "x")] lent: &$lent,
        ) {
            let _ = (whole, inside, lent);
        }
    };
}

takes!(takes_borrowed, Option<&str>, &[u8], str);
takes!(takes_owned, Option<String>, Vec<u8>, String);

fn main() {}
