//! What the examples share: the choice of a model, the scripts that answer where no key is
//! set, and what is read, printed and logged.

mod log;
mod models;
pub mod pets;
mod read;
pub mod scripts;
mod show;

pub use log::log;
pub use models::model;
pub use read::lines;
pub use show::print;
