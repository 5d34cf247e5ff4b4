//! A server that is a child process: it is asked to end, then told to, then killed; and it is
//! killed where there is nobody left to wait for it. What it has started goes with it, also where
//! it ends by itself.

use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::{Either, select};
use rmcp::RoleClient;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::process::{Child, ChildStdin, ChildStdout};
use tokio::sync::Mutex;
use tokio::time::timeout;

use super::McpCommand;
use super::lines::Lines;
use super::tap::News;
use crate::error::{Error, ErrorKind, Result, in_one_line};

/// How long a server may take to end after its input has ended, and once more after it was told.
const GRACE: Duration = Duration::from_secs(2);

/// How long its end is waited for once it is heard no more, so that it can be told how it ended.
const PARTING: Duration = Duration::from_millis(500);

pub(super) struct ChildServer {
    /// Held here alone; a send that failed looks whether it is there still.
    process: Arc<Mutex<Process>>,
    lines: Lines<ChildStdout, ChildStdin>,
}

impl ChildServer {
    pub(super) fn start(
        name: &str,
        command: &McpCommand,
        limit: usize,
        news: Arc<News>,
    ) -> Result<Self> {
        let server = format!(
            "`{}`, the MCP server `{name}`,",
            command.program().display()
        );
        let unstarted = |error| {
            let text = format!("{server} cannot be started");
            Error::new(ErrorKind::Mcp, text).with_source(error)
        };
        let mut child = command.command().spawn().map_err(unstarted)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(unstarted(io::Error::other("the program has no pipes")));
        };
        let process = Process {
            group: child.id(),
            child,
            server,
            hint: command.hint(),
            news,
        };
        Ok(Self {
            process: Arc::new(Mutex::new(process)),
            lines: Lines::new(output, input, limit),
        })
    }
}

impl Transport<RoleClient> for ChildServer {
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleClient>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let (sent, process) = (self.lines.send(message), Arc::downgrade(&self.process));
        async move {
            let sent = sent.await;
            if sent.is_err()
                && let Some(process) = process.upgrade()
            {
                _ = timeout(PARTING, async { process.lock().await.ended().await }).await;
            }
            sent
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
        let mut process = self.process.lock().await;
        if process.group.is_some() {
            let (next, end) = (pin!(self.lines.receive()), pin!(process.ended()));
            if let Either::Left((message, end)) = select(next, end).await {
                if message.is_none() {
                    _ = timeout(PARTING, end).await;
                }
                return message;
            }
        }
        // What it wrote before its end is still read; another may keep the pipe open.
        let rest = timeout(GRACE, self.lines.receive()).await;
        rest.ok().flatten()
    }

    async fn close(&mut self) -> io::Result<()> {
        self.lines.close_input();
        let mut process = self.process.lock().await;
        for signal in [Signal::Term, Signal::Kill] {
            if timeout(GRACE, process.ended()).await.is_ok() {
                return Ok(());
            }
            process.signal(signal);
        }
        process.child.kill().await?;
        process.ended().await;
        Ok(())
    }
}

/// Ends with its value; tokio then waits for it, so that it is no zombie.
struct Process {
    child: Child,
    /// The group of the process and what it has started, which has the process's id; `None` once
    /// it was killed behind the end of the process: then the id may be another's.
    group: Option<u32>,
    /// How errors name it.
    server: String,
    /// Where to read why it ended.
    hint: &'static str,
    news: Arc<News>,
}

#[derive(Debug, Clone, Copy)]
enum Signal {
    Term,
    Kill,
}

impl Process {
    /// Waits for its end, and ends what it has left behind.
    async fn ended(&mut self) {
        match self.child.wait().await {
            Ok(status) if self.group.is_some() => {
                let (server, hint) = (&self.server, self.hint);
                self.news
                    .end_as(format!("{server} has ended ({status}); {hint}"));
            }
            Ok(_) => {}
            Err(error) => {
                let error = in_one_line(&error);
                tracing::debug!(error, "an MCP server cannot be waited for");
            }
        }
        self.signal(Signal::Kill);
        self.group = None;
    }

    #[cfg(unix)]
    fn signal(&self, signal: Signal) {
        use rustix::process::{Pid, Signal as Unix, kill_process_group};

        let group = self.group.and_then(|id| i32::try_from(id).ok());
        let Some(group) = group.and_then(Pid::from_raw) else {
            return;
        };
        let signal = match signal {
            Signal::Term => Unix::TERM,
            Signal::Kill => Unix::KILL,
        };
        match kill_process_group(group, signal) {
            // It left nothing behind.
            Ok(()) | Err(rustix::io::Errno::SRCH) => {}
            Err(error) => tracing::debug!(%error, "an MCP server could not be signalled"),
        }
    }

    #[cfg(not(unix))]
    fn signal(&self, _: Signal) {}
}

impl Drop for Process {
    fn drop(&mut self) {
        self.signal(Signal::Kill);
    }
}
