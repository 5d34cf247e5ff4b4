//! What the examples share: the choice of a model, and the scripts that answer where no
//! key is set.

mod models;
pub mod scripts;
mod show;

pub use models::model;
pub use show::print;
