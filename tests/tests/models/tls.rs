//! A server with TLS, as OpenSSL speaks it; asked only with `ADK_PEERS=1`.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::environment;

const SERVER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/strangers/tls_server.py");

#[test]
fn a_server_whose_authority_the_system_trusts_is_asked_over_tls() {
    if std::env::var_os("ADK_PEERS").is_none() {
        eprintln!("skipped, since no other programs are asked without ADK_PEERS=1");
        return;
    }
    let mut server = Command::new("python3");
    let mut server = server.arg(SERVER).stdout(Stdio::piped()).spawn().unwrap();
    let mut said = BufReader::new(server.stdout.take().unwrap()).lines();
    let first = said.next().unwrap().unwrap();
    let (port, authority) = first.split_once(' ').unwrap();
    let mut child = environment::process("gemini");
    child.env("GEMINI_API_KEY", "key");
    child.env(
        "GOOGLE_GEMINI_BASE_URL",
        format!("https://localhost:{port}"),
    );
    child.env("SSL_CERT_FILE", authority);
    let output = child.output().unwrap();
    server.kill().unwrap();
    server.wait().unwrap();
    assert!(output.status.success(), "{output:?}");
    let target = said.next().map(Result::unwrap);
    let wanted = "/v1beta/models/m:generateContent";
    assert_eq!(target.as_deref(), Some(wanted), "{output:?}");
}
