//! A server that is a child process: it is asked to end, then told to, then killed, with all that
//! it has started; and it is killed where there is nobody left to wait for it.

use std::io;
use std::time::Duration;

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
            process: Process(child),
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

    fn receive(&mut self) -> impl Future<Output = Option<RxJsonRpcMessage<RoleClient>>> + Send {
        self.lines.receive()
    }

    async fn close(&mut self) -> io::Result<()> {
        self.lines.close_input();
        if timeout(GRACE, self.process.0.wait()).await.is_err() {
            self.process.signal(Signal::Term);
            if timeout(GRACE, self.process.0.wait()).await.is_err() {
                self.process.signal(Signal::Kill);
                self.process.0.kill().await?;
            }
        }
        Ok(())
    }
}

/// Ends with its value; tokio then waits for it, so that it is no zombie.
struct Process(Child);

#[derive(Debug, Clone, Copy)]
enum Signal {
    Term,
    Kill,
}

impl Process {
    /// Signals the process and what it has started, unless it has been waited for: then its id
    /// may be another's.
    #[cfg(unix)]
    fn signal(&self, signal: Signal) {
        use rustix::process::{Pid, Signal as Unix, kill_process_group};

        let id = self.0.id().and_then(|id| i32::try_from(id).ok());
        let Some(group) = id.and_then(Pid::from_raw) else {
            return;
        };
        let signal = match signal {
            Signal::Term => Unix::TERM,
            Signal::Kill => Unix::KILL,
        };
        if let Err(error) = kill_process_group(group, signal) {
            tracing::debug!(%error, "an MCP server could not be signalled");
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
