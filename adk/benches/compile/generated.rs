//! A crate of generated tools, to be checked again and again.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::Result;

const WORKSPACE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
/// Kept apart from the workspace's target, and warm from one bench to the next.
const HOME: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/compile");

const COMMON: &str = include_str!("fixture/common.rs");
const BY_HAND: &str = include_str!("fixture/by_hand.rs");
const BY_MACRO: &str = include_str!("fixture/by_macro.rs");

pub(crate) struct Crate {
    folder: PathBuf,
}

impl Crate {
    pub(crate) fn by_macro(tools: usize) -> Result<Self> {
        Self::written("by_macro", BY_MACRO, "tool_NUMBER::tool()", tools)
    }

    pub(crate) fn by_hand(tools: usize) -> Result<Self> {
        Self::written("by_hand", BY_HAND, "ToolNUMBER::new()", tools)
    }

    /// Writes a crate of so many copies of `source`, in which `NUMBER` is the number of the copy.
    fn written(name: &str, source: &str, made: &str, tools: usize) -> Result<Self> {
        let name = format!("{name}_{tools}");
        let folder = Path::new(HOME).join(&name);
        fs::create_dir_all(folder.join("src"))?;
        fs::write(folder.join("Cargo.toml"), manifest(&name))?;
        fs::copy(
            Path::new(WORKSPACE).join("Cargo.lock"),
            folder.join("Cargo.lock"),
        )?;
        let (mut text, mut list) = (COMMON.to_owned(), String::new());
        for number in (0..tools).map(|number| number.to_string()) {
            text.push_str(&source.replace("NUMBER", &number));
            write!(list, "Arc::new({}),", made.replace("NUMBER", &number))?;
        }
        write!(
            text,
            "\n/// All of them.\npub fn all() -> Vec<Arc<dyn Tool>> {{ vec![{list}] }}\n"
        )?;
        fs::write(folder.join("src/lib.rs"), text)?;
        Ok(Self { folder })
    }

    /// Checks the crate anew; its dependencies are checked once.
    pub(crate) fn check(&self) -> Result<()> {
        let source = self.folder.join("src/lib.rs");
        fs::write(&source, fs::read(&source)?)?;
        let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(["check", "--offline", "--quiet"])
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", Path::new(HOME).join("target"))
            .env("CARGO_INCREMENTAL", "0")
            .output()?;
        if output.status.success() {
            return Ok(());
        }
        Err(String::from_utf8_lossy(&output.stderr).into())
    }
}

fn manifest(name: &str) -> String {
    let adk = env!("CARGO_MANIFEST_DIR");
    format!(
        r#"[package]
name = "{name}"
edition = "2024"

[dependencies]
adk = {{ path = {adk:?}, default-features = false, features = ["macros"] }}
schemars = "1"
serde = {{ version = "1", features = ["derive"] }}

[workspace]
"#
    )
}
