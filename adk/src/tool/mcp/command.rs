//! An MCP server that is a program: how it is started, and what it may see of our environment.

use std::collections::BTreeMap;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::PathBuf;
use std::process::Stdio;

use tokio::process::Command;

/// What a program needs of the environment to run at all, and nothing that is a secret.
const INHERITED: [&str; 21] = [
    "APPDATA",
    "COMSPEC",
    "HOME",
    "HOMEDRIVE",
    "HOMEPATH",
    "LANG",
    "LC_ALL",
    "LOCALAPPDATA",
    "LOGNAME",
    "PATH",
    "PATHEXT",
    "PROGRAMFILES",
    "SHELL",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "TEMP",
    "TERM",
    "TMPDIR",
    "TZ",
    "USER",
    "USERPROFILE",
];

/// The program of an MCP server that speaks over its standard input and output.
///
/// Of this process's environment the program sees `PATH`, `HOME` and their like; keys of model
/// providers it does not. Name what it needs beside them.
///
/// What the program starts is ended along with it, but for what leaves its process group, as by
/// `setsid`: that runs on. On Windows only the program itself is ended.
///
/// ```
/// use adk::tool::mcp::McpCommand;
///
/// let files = McpCommand::new("npx")
///     .args(["-y", "@modelcontextprotocol/server-filesystem", "/data"])
///     .inherit("HTTPS_PROXY")
///     .env("NODE_ENV", "production");
/// # let _ = files;
/// ```
#[derive(Clone)]
#[must_use]
pub struct McpCommand {
    program: OsString,
    args: Vec<OsString>,
    folder: Option<PathBuf>,
    inherited: Vec<OsString>,
    set: BTreeMap<OsString, OsString>,
    is_quiet: bool,
}

impl McpCommand {
    /// The program, found as a shell would find it.
    pub fn new(program: impl Into<OsString>) -> Self {
        Self {
            program: program.into(),
            args: Vec::new(),
            folder: None,
            inherited: INHERITED.map(OsString::from).into(),
            set: BTreeMap::new(),
            is_quiet: false,
        }
    }

    /// One more argument.
    pub fn arg(mut self, arg: impl Into<OsString>) -> Self {
        self.args.push(arg.into());
        self
    }

    /// More arguments.
    pub fn args(mut self, args: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        self.args.extend(args.into_iter().map(Into::into));
        self
    }

    /// The folder that the program runs in, in place of this process's.
    pub fn current_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folder = Some(folder.into());
        self
    }

    /// A variable of the program's environment.
    pub fn env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.set.insert(name.into(), value.into());
        self
    }

    /// A variable that the program sees as this process has it, where it is set.
    pub fn inherit(mut self, name: impl Into<OsString>) -> Self {
        self.inherited.push(name.into());
        self
    }

    /// What the program writes to its standard error is dropped. Without this it goes to this
    /// process's.
    pub fn quiet(mut self) -> Self {
        self.is_quiet = true;
        self
    }

    pub(super) fn program(&self) -> &OsStr {
        &self.program
    }

    /// Where to read why it has ended. Its texts are not repeated in errors: it knows keys that
    /// the program gave it.
    pub(super) fn hint(&self) -> &'static str {
        if self.is_quiet {
            "leave `McpCommand::quiet` out to read what it says of it"
        } else {
            "what it says of it is on the standard error of this process"
        }
    }

    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        let inherited = self.inherited.iter();
        let inherited = inherited.filter_map(|name| Some((name, env::var_os(name)?)));
        command
            .args(&self.args)
            .env_clear()
            .envs(inherited)
            .envs(&self.set)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(if self.is_quiet {
                Stdio::null()
            } else {
                Stdio::inherit()
            })
            .kill_on_drop(true);
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        // What the program starts itself, as `npx` does, is ended along with it.
        #[cfg(unix)]
        command.process_group(0);
        command
    }
}

impl<S: Into<OsString>> From<S> for McpCommand {
    fn from(program: S) -> Self {
        Self::new(program)
    }
}

impl fmt::Debug for McpCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("McpCommand")
            .field("program", &self.program)
            .field("env", &self.set.keys())
            .finish_non_exhaustive()
    }
}
