//! A server that is a child process: it is asked to end, then told to, then killed; and it is
//! killed where there is nobody left to wait for it. What it has started goes with it, also where
//! it ends by itself.

use std::io;
use std::pin::pin;
use std::time::Duration;

use futures_util::future::{Either, select};
use rmcp::RoleClient;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::process::{Child, ChildStdin, ChildStdout};
use tokio::time::timeout;

use super::McpCommand;
use super::lines::Lines;

/// How long a server may take to end after its input has ended, and once more after it was told.
const GRACE: Duration = Duration::from_secs(2);

pub(super) struct ChildServer {
    process: Process,
    lines: Lines<ChildStdout, ChildStdin>,
}

impl ChildServer {
    pub(super) fn start(command: &McpCommand, limit: usize) -> io::Result<Self> {
        let mut child = command.command().spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("the program has no pipes"));
        };
        Ok(Self {
            process: Process {
                group: child.id(),
                child,
            },
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
        self.lines.send(message)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
        if self.process.group.is_some() {
            let (next, end) = (pin!(self.lines.receive()), pin!(self.process.ended()));
            if let Either::Left((message, _)) = select(next, end).await {
                return message;
            }
        }
        // What it wrote before its end is still read; another may keep the pipe open.
        let rest = timeout(GRACE, self.lines.receive()).await;
        rest.ok().flatten()
    }

    async fn close(&mut self) -> io::Result<()> {
        self.lines.close_input();
        for signal in [Signal::Term, Signal::Kill] {
            if timeout(GRACE, self.process.ended()).await.is_ok() {
                return Ok(());
            }
            self.process.signal(signal);
        }
        self.process.child.kill().await?;
        self.process.ended().await;
        Ok(())
    }
}

/// Ends with its value; tokio then waits for it, so that it is no zombie.
struct Process {
    child: Child,
    /// The group of the process and what it has started, which has the process's id; `None` once
    /// it was killed behind the end of the process: then the id may be another's.
    group: Option<u32>,
}

#[derive(Debug, Clone, Copy)]
enum Signal {
    Term,
    Kill,
}

impl Process {
    /// Waits for its end, and ends what it has left behind.
    async fn ended(&mut self) {
        if let Err(error) = self.child.wait().await {
            tracing::debug!(%error, "an MCP server cannot be waited for");
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
