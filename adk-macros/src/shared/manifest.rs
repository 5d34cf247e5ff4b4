//! The name under which the user's package depends on `adk`, from its `Cargo.toml`.
//!
//! Read here and not by `proc-macro-crate`, whose TOML parser would double the build time
//! of this crate: a dependency's rename is a line of one of three shapes. What cannot be
//! read so is `::adk`, and `crate = path` says otherwise.

use std::path::Path;
use std::{env, fs};

/// The other name, when there is one.
pub(crate) fn renamed() -> Option<String> {
    let folder = env::var_os("CARGO_MANIFEST_DIR")?;
    let folder = Path::new(&folder);
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).ok()?;
    find(&manifest, || workspace_manifest(folder))
}

fn workspace_manifest(folder: &Path) -> Option<String> {
    let manifests = folder.ancestors().filter_map(|folder| {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).ok()?;
        manifest.contains("[workspace").then_some(manifest)
    });
    manifests.into_iter().next()
}

/// The key of the dependency whose package is `adk`, if it is another than `adk`.
fn find(manifest: &str, workspace: impl Fn() -> Option<String>) -> Option<String> {
    let dependencies = dependencies(manifest, "dependencies");
    if dependencies.iter().any(|dependency| dependency.is("adk")) {
        return None;
    }
    let own = dependencies
        .iter()
        .find(|dependency| dependency.package == Some("adk"));
    let own = own.map(|dependency| dependency.key);
    let inherited = || {
        let workspace = workspace()?;
        let renamed = self::dependencies(&workspace, "workspace.dependencies");
        let mut keys = renamed
            .iter()
            .filter(|dependency| dependency.package == Some("adk"));
        keys.find_map(|key| {
            let inherits = |own: &&Dependency<'_>| own.key == key.key && own.inherited;
            dependencies.iter().find(inherits).map(|own| own.key)
        })
    };
    own.or_else(inherited).map(|key| key.replace('-', "_"))
}

#[derive(Debug)]
struct Dependency<'a> {
    key: &'a str,
    package: Option<&'a str>,
    inherited: bool,
}

impl Dependency<'_> {
    fn is(&self, name: &str) -> bool {
        self.key == name && self.package.is_none_or(|package| package == name)
    }
}

/// The dependencies in every table whose header ends in `table`:
/// `key = { package = "x" }`, `key.package = "x"`, and `[table.key]` with `package = "x"`.
fn dependencies<'a>(manifest: &'a str, table: &str) -> Vec<Dependency<'a>> {
    let mut found: Vec<Dependency<'a>> = Vec::new();
    let mut header = "";
    for line in manifest.lines().map(str::trim) {
        if let Some(name) = line
            .strip_prefix('[')
            .and_then(|line| line.split(']').next())
        {
            header = name.trim();
            continue;
        }
        let Some((key, value)) = line.split_once('=').filter(|_| !line.starts_with('#')) else {
            continue;
        };
        let (key, value) = (key.trim(), value.trim());
        if is_table(header, table) {
            let (key, detail) = key.split_once('.').unwrap_or((key, ""));
            add(
                &mut found,
                key.trim_matches(['"', '\'', ' ']),
                detail,
                value,
            );
        } else if let Some((parent, name)) = header.rsplit_once('.')
            && is_table(parent, table)
        {
            add(&mut found, name.trim_matches(['"', '\'', ' ']), key, value);
        }
    }
    found
}

/// `dependencies` ends `dev-dependencies` and `target.….dependencies` too, but not
/// `workspace.dependencies`, which declares none.
fn is_table(header: &str, table: &str) -> bool {
    match table {
        "dependencies" => header.ends_with(table) && !header.starts_with("workspace"),
        table => header == table,
    }
}

fn add<'a>(found: &mut Vec<Dependency<'a>>, key: &'a str, detail: &str, value: &'a str) {
    let (package, inherited) = match detail {
        "package" => (text(value), false),
        "workspace" => (None, true),
        "" => (
            inline(value, "package").and_then(text),
            inline(value, "workspace").is_some(),
        ),
        _ => (None, false),
    };
    match found.iter_mut().find(|dependency| dependency.key == key) {
        Some(known) => {
            known.package = known.package.or(package);
            known.inherited |= inherited;
        }
        None => found.push(Dependency {
            key,
            package,
            inherited,
        }),
    }
}

/// The value of a key in an inline table.
fn inline<'a>(table: &'a str, key: &str) -> Option<&'a str> {
    let fields = table.strip_prefix('{')?.split([',', '{', '}']);
    let mut pairs = fields.filter_map(|field| field.split_once('='));
    pairs.find_map(|(name, value)| (name.trim() == key).then_some(value.trim()))
}

fn text(value: &str) -> Option<&str> {
    let quote = value
        .chars()
        .next()
        .filter(|first| matches!(first, '"' | '\''))?;
    value[1..].split(quote).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(manifest: &str) -> Option<String> {
        find(manifest, || {
            Some("[workspace.dependencies]\nkit = { package = \"adk\", version = \"1\" }".into())
        })
    }

    #[test]
    fn a_rename_is_found_in_each_of_its_spellings() {
        for manifest in [
            "[dependencies]\nagent-kit = { version = \"1\", package = \"adk\" }",
            "[dependencies]\nagent-kit.package = \"adk\"\nagent-kit.version = \"1\"",
            "[dependencies.agent-kit]\nversion = \"1\"\npackage = 'adk' # ours",
            "[target.'cfg(unix)'.dependencies]\nagent-kit = { package = \"adk\", path = \"x\" }",
            "[dev-dependencies]\nserde = \"1\"\nagent-kit = { package = \"adk\" }",
        ] {
            assert_eq!(name(manifest).as_deref(), Some("agent_kit"), "{manifest}");
        }
    }

    #[test]
    fn a_rename_is_inherited_from_the_workspace() {
        for manifest in [
            "[dependencies]\nkit.workspace = true",
            "[dependencies]\nkit = { workspace = true }",
        ] {
            assert_eq!(name(manifest).as_deref(), Some("kit"), "{manifest}");
        }
    }

    #[test]
    fn without_a_rename_there_is_none() {
        for manifest in [
            "[dependencies]\nadk = \"1\"\nother = { package = \"adk\" }",
            "[dependencies]\nadk.workspace = true",
            "[dependencies]\nserde = \"1\"",
            "[package]\nname = \"x\"",
            "# [dependencies]\n",
        ] {
            assert_eq!(name(manifest), None, "{manifest}");
        }
    }
}
