//! The mock model, seen from the client: a process of its own, so that its work is in no figure.
//!
//! The bench runs itself with `ARGUMENT`; the new process prints its address and lives until its stdin closes.

pub(crate) mod script;
mod server;

use std::{
    env,
    io::{BufRead, BufReader, Read, Write},
    net::{Shutdown, SocketAddr, TcpStream},
    ops::Sub,
    process::{Child, Command, Stdio},
};

use serde::{Deserialize, Serialize};

use crate::Result;

pub(crate) use server::serve;

/// Asks this binary to be the mock model.
pub(crate) const ARGUMENT: &str = "--mock-model";

/// Where the figures of the requests so far are to be had.
const STATS: &str = "/__stats";

/// What the model has been asked so far.
#[derive(Debug, Clone, Copy, Default, Deserialize, Serialize)]
pub(crate) struct Stats {
    pub(crate) requests: u64,
    /// The lengths of the histories, added up over the requests.
    pub(crate) contents: u64,
    pub(crate) bytes: u64,
}

impl Sub for Stats {
    type Output = Self;

    fn sub(self, before: Self) -> Self {
        Self {
            requests: self.requests - before.requests,
            contents: self.contents - before.contents,
            bytes: self.bytes - before.bytes,
        }
    }
}

pub(crate) struct Mock {
    process: Child,
    address: SocketAddr,
}

impl Mock {
    pub(crate) fn start() -> Result<Self> {
        let mut process = Command::new(env::current_exe()?)
            .arg(ARGUMENT)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let stdout = process.stdout.take().ok_or("the mock has no stdout")?;
        let mut address = String::new();
        BufReader::new(stdout).read_line(&mut address)?;
        Ok(Self {
            process,
            address: address.trim().parse()?,
        })
    }

    /// The base URL, as a Gemini client takes it.
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(crate) fn stats(&self) -> Result<Stats> {
        let mut stream = TcpStream::connect(self.address)?;
        write!(stream, "GET {STATS} HTTP/1.1\r\nhost: mock\r\n\r\n")?;
        stream.shutdown(Shutdown::Write)?;
        let mut response = String::new();
        stream.read_to_string(&mut response)?;
        let (_, body) = response.split_once("\r\n\r\n").ok_or("no body")?;
        Ok(serde_json::from_str(body)?)
    }
}

impl Drop for Mock {
    fn drop(&mut self) {
        // `wait` closes its stdin first, and that ends it.
        _ = self.process.wait();
    }
}
