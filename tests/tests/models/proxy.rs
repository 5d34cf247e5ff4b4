//! Proxies of the environment: what one is asked, and when none is.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

use crate::environment;

/// What the first to connect asks before the blank line; it is refused.
fn asked(listener: &TcpListener) -> Vec<String> {
    let (mut stream, _) = listener.accept().unwrap();
    let head = head(&stream);
    stream
        .write_all(b"HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n")
        .unwrap();
    head
}

fn head(stream: &TcpStream) -> Vec<String> {
    let lines = BufReader::new(stream).lines().map(Result::unwrap);
    let lines = lines.take_while(|line| !line.is_empty());
    lines.map(|line| line.to_lowercase()).collect()
}

/// What reaches the listener of a process whose model is at `server`, and which has `variables`
/// that name the listener by `{}`.
fn heard(server: &str, variables: &[(&str, &str)]) -> Vec<String> {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let mut child = environment::process("gemini");
    for name in ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"] {
        child.env_remove(name).env_remove(name.to_lowercase());
    }
    child.env("GEMINI_API_KEY", "canary-key");
    child.env("GOOGLE_GEMINI_BASE_URL", server.replace("{}", &address));
    for (name, value) in variables {
        child.env(name, value.replace("{}", &address));
    }
    let child = thread::spawn(move || child.output().unwrap());
    let asked = asked(&listener);
    let output = child.join().unwrap();
    assert!(output.status.success(), "{output:?}");
    asked
}

#[test]
fn a_proxy_before_a_server_with_tls_opens_a_tunnel_and_sees_no_key() {
    let proxy = [("HTTPS_PROXY", "http://user:word@{}")];
    let asked = heard("https://model.invalid", &proxy);
    assert_eq!(asked[0], "connect model.invalid:443 http/1.1");
    let password = "proxy-authorization: basic dxnlcjp3b3jk".to_owned();
    assert!(asked.contains(&password), "{asked:?}");
    assert!(!asked.concat().contains("canary-key"), "{asked:?}");
}

#[test]
fn a_proxy_before_a_server_without_is_told_the_whole_address() {
    let proxy = [("ALL_PROXY", "http://user:word@{}")];
    let asked = heard("http://model.invalid", &proxy);
    assert!(
        asked[0].starts_with("post http://model.invalid/v1beta/models/m:"),
        "{asked:?}"
    );
    assert!(
        asked.contains(&"host: model.invalid".to_owned()),
        "{asked:?}"
    );
    let password = "proxy-authorization: basic dxnlcjp3b3jk".to_owned();
    assert!(asked.contains(&password), "{asked:?}");
}

#[test]
fn a_server_that_the_environment_excepts_is_asked_itself() {
    let nowhere = "http://user:word@192.0.2.1:9";
    let proxy = [("HTTP_PROXY", nowhere), ("NO_PROXY", "127.0.0.0/8")];
    let asked = heard("http://{}", &proxy);
    assert!(asked[0].starts_with("post /v1beta/models/m:"), "{asked:?}");
    assert!(!asked.concat().contains("proxy-authorization"), "{asked:?}");
}
