//! Strangers: programs that others wrote, which read what we write. They are asked where
//! `ADK_PEERS=1`, since not every machine has them; `.ci/run` installs them.

use std::io::{self, Read as _, Write as _};
use std::process::{Command, Stdio};
use std::sync::{Once, mpsc};
use std::time::Duration;
use std::{env, thread};

/// The longest wait for an answer.
const PATIENCE: Duration = Duration::from_mins(2);

/// The folder in which what the strangers need is installed.
pub const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/strangers");

/// Whether strangers are asked; says once where they are not.
#[must_use]
pub fn are_asked() -> bool {
    static SAID: Once = Once::new();
    let asked = env::var_os("ADK_PEERS").is_some_and(|set| set == "1");
    if !asked {
        let text = "peers: skipped, since no other programs are asked without ADK_PEERS=1";
        // Past the harness, which shows only what failed.
        SAID.call_once(|| _ = writeln!(io::stderr(), "{text}"));
    }
    asked
}

/// What a program answers when it reads that text.
///
/// # Panics
/// When it is not installed, fails, or takes too long.
#[must_use]
pub fn answer(program: &str, args: &[&str], text: &str) -> String {
    let command = Command::new(program)
        .args(args)
        .current_dir(FOLDER)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut child = command.unwrap_or_else(|error| panic!("`{program}` does not start: {error}"));
    let (input, output) = (child.stdin.take(), child.stdout.take());
    let text = text.to_owned();
    // One that fails reads no further; its exit says so.
    thread::spawn(move || input.map(|mut input| input.write_all(text.as_bytes())));
    let (done, answer) = mpsc::channel();
    thread::spawn(move || {
        let mut answer = String::new();
        let read = output.map(|mut output| output.read_to_string(&mut answer));
        _ = done.send(read.map(|read| read.map(|_| answer)));
    });
    let answer = answer.recv_timeout(PATIENCE);
    if answer.is_err() {
        _ = child.kill();
    }
    let status = child.wait();
    match (answer, status) {
        (Ok(Some(Ok(answer))), Ok(status)) if status.success() => answer,
        (answer, status) => panic!("`{program}` failed: {status:?}, {answer:?}"),
    }
}
