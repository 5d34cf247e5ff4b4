//! Where an example logs to.

use tracing_subscriber::filter::LevelFilter;

/// Writes to stderr what the library warns of: the causes of a tool's failure, a broken skill, a
/// server that is down.
pub fn log() {
    tracing_subscriber::fmt()
        .with_max_level(LevelFilter::WARN)
        .with_writer(std::io::stderr)
        .init();
}
