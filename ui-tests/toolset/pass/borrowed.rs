#![deny(warnings)]

use adk::schemars::JsonSchema;
use adk::serde::Serialize;
use adk::{toolset, ToolError};

#[derive(Serialize, JsonSchema)]
#[serde(crate = "adk::serde")]
#[schemars(crate = "adk::schemars")]
struct Book {
    title: String,
}

struct Shelf {
    books: Vec<Book>,
}

#[toolset]
impl Shelf {
    /// Tells the first title.
    #[tool]
    async fn first(&self) -> &str {
        self.books.first().map_or("none", |book| &book.title)
    }

    /// Finds a book.
    #[tool]
    async fn find(
        &self,
        /// Its title.
        title: &str,
    ) -> Result<&Book, ToolError> {
        let found = self.books.iter().find(|book| book.title == title);
        found.ok_or_else(|| ToolError::model("there is no such book"))
    }

    /// Lists all books.
    #[tool]
    async fn all(&self) -> &[Book] {
        &self.books
    }
}

fn main() {
    let _ = adk::tools![..Shelf { books: Vec::new() }];
}
