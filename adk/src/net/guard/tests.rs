//! Every spelling of an address inside, and names that resolve to one.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::FutureExt as _;
use reqwest::Url;
use reqwest::dns::Resolve as _;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use super::resolve::{Lookup, Resolver, over};
use super::ways::Unsent;
use super::{Blocked, Guard};

fn check(guard: &Guard, url: &str) -> Result<(), Blocked> {
    guard.check(&Url::parse(url).unwrap())
}

const INSIDE: [&str; 40] = [
    "http://127.0.0.1/",
    "http://127.1/",
    "http://127.255.255.254:8080/",
    "http://127.0.0.1./",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "http://%31%32%37.0.0.1/",
    "http://１２７.0.0.1/",
    "http://0.0.0.0/",
    "http://0/",
    "http://10.0.0.1/",
    "http://172.16.0.1/",
    "http://172.31.255.255/",
    "http://192.168.1.1/",
    "http://100.100.100.200/",
    "http://169.254.169.254/latest/meta-data/",
    "http://168.63.129.16/machine?comp=goalstate",
    "http://192.88.99.1/",
    "http://0xa9fea9fe/",
    "http://2852039166/",
    "http://192.0.0.192/",
    "http://224.0.0.1/",
    "http://255.255.255.255/",
    "http://[::1]/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:a9fe:a9fe]/",
    "http://[::127.0.0.1]/",
    "http://[64:ff9b::10.0.0.1]/",
    "http://[2002:7f00:1::]/",
    "http://[fd00:ec2::254]/",
    "http://[fe80::1]/",
    "http://[5f00::1]/",
    "http://[4000::1]/",
    "http://localhost/",
    "http://LOCALHOST./",
    "http://api.localhost/",
    "http://metadata.google.internal/",
];

const OUTSIDE: [&str; 8] = [
    "http://example.com/",
    "https://1.1.1.1/dns",
    "http://172.32.0.1/",
    "http://100.128.0.1/",
    "http://[2606:4700::1111]/",
    "http://[::ffff:1.1.1.1]/",
    "http://[64:ff9b::1.1.1.1]/",
    "http://localhost.example.com/",
];

#[test]
fn every_spelling_of_an_address_inside_is_blocked() {
    let guard = Guard::default();
    for url in INSIDE {
        assert!(check(&guard, url).is_err(), "{url}");
    }
    for url in OUTSIDE {
        assert_eq!(check(&guard, url), Ok(()), "{url}");
    }
}

#[test]
fn what_is_no_plain_web_address_is_blocked() {
    let guard = Guard::default();
    for url in [
        "http://ok@evil.example/",
        "http://example.com:secret@evil.example/",
        "file:///etc/passwd",
        "ftp://example.com/",
        "gopher://example.com/",
        "data:text/plain,x",
    ] {
        assert!(check(&guard, url).is_err(), "{url}");
    }
}

#[test]
fn a_host_that_the_program_allows_passes_in_any_spelling() {
    let guard = Guard::allowing(["LocalHost".to_owned(), "[::1]".into(), "10.0.0.1".into()]);
    for url in [
        "http://localhost:1/",
        "http://localhost./",
        "http://[::1]/",
        "http://10.1/",
    ] {
        assert_eq!(check(&guard, url), Ok(()), "{url}");
    }
    for url in [
        "http://10.0.0.2/",
        "http://127.0.0.1/",
        "http://a@localhost/",
    ] {
        assert!(check(&guard, url).is_err(), "{url}");
    }
}

#[test]
fn the_refusal_says_why() {
    let blocked = check(&Guard::default(), "http://0xa9fea9fe/").unwrap_err();
    assert_eq!(
        blocked.to_string(),
        "nothing is sent to `169.254.169.254`: it is a link-local address, and the program did \
         not allow it"
    );
}

/// A server that counts who connects, and a lookup that gives these answers, one after the other.
struct Stage {
    port: u16,
    connections: Arc<Mutex<usize>>,
    asked: Arc<Mutex<usize>>,
    answers: Arc<Mutex<VecDeque<Vec<&'static str>>>>,
}

impl Stage {
    async fn new(answers: impl IntoIterator<Item = Vec<&'static str>>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let connections = Arc::new(Mutex::new(0));
        let count = Arc::clone(&connections);
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                *count.lock().unwrap() += 1;
                let mut seen = [0; 1024];
                _ = stream.read(&mut seen).await;
                let answer = b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
                _ = stream.write_all(answer).await;
            }
        });
        Self {
            port,
            connections,
            asked: Arc::default(),
            answers: Arc::new(Mutex::new(answers.into_iter().collect())),
        }
    }

    fn lookup(&self) -> Lookup {
        let (asked, answers) = (Arc::clone(&self.asked), Arc::clone(&self.answers));
        Arc::new(move |_| {
            *asked.lock().unwrap() += 1;
            let found = answers.lock().unwrap().pop_front().unwrap_or_default();
            let found = found
                .iter()
                .map(|ip| SocketAddr::new(ip.parse().unwrap(), 0));
            let found = found.collect();
            async move { Ok(found) }.boxed()
        })
    }

    async fn get(&self, guard: Guard) -> Result<u16, String> {
        let resolver = Resolver::over(guard, self.lookup());
        let client = crate::net::build(over(resolver, Duration::from_secs(5)).unwrap()).unwrap();
        let url = format!("http://rebind.example:{}/", self.port);
        match client.get(url).send().await {
            Ok(answer) => Ok(answer.status().as_u16()),
            Err(error) => Err(Unsent::of("rebind.example".into(), error).to_string()),
        }
    }

    fn seen(&self) -> (usize, usize) {
        (
            *self.asked.lock().unwrap(),
            *self.connections.lock().unwrap(),
        )
    }
}

#[tokio::test]
async fn a_name_that_resolves_to_an_address_inside_is_not_connected_to() {
    let stage = Stage::new([vec!["127.0.0.1"], vec!["1.1.1.1", "127.0.0.1"]]).await;
    for _ in 0..2 {
        let error = stage.get(Guard::default()).await.unwrap_err();
        assert!(
            error.contains("`rebind.example`: it resolves to 127.0.0.1, a loopback"),
            "{error}"
        );
    }
    assert_eq!(stage.seen(), (2, 0));

    // The control: the same lookup and the same server, with leave.
    let stage = Stage::new([vec!["127.0.0.1"]]).await;
    let allowing = Guard::allowing(["rebind.example".to_owned()]);
    assert_eq!(stage.get(allowing).await, Ok(200));
    assert_eq!(stage.seen(), (1, 1));
}

#[tokio::test]
async fn a_name_that_changes_its_answer_is_used_as_it_was_checked() {
    // Good first, bad second: what was checked is what is given to connect to.
    let stage = Stage::new([vec!["1.1.1.1"], vec!["127.0.0.1"]]).await;
    let resolver = Resolver::over(Guard::default(), stage.lookup());
    let first = resolver.resolve("rebind.example".parse().unwrap()).await;
    let first: Vec<_> = first.unwrap().map(|to| to.ip().to_string()).collect();
    assert_eq!(first, ["1.1.1.1"]);
    let second = resolver.resolve("rebind.example".parse().unwrap()).await;
    let error = second.err().unwrap();
    assert!(Blocked::behind(&*error).is_some(), "{error}");

    // And one connection asks once, so that there is no second answer to use.
    let stage = Stage::new([vec!["127.0.0.1"], vec!["127.0.0.2"]]).await;
    let allowing = Guard::allowing(["rebind.example".to_owned()]);
    assert_eq!(stage.get(allowing).await, Ok(200));
    assert_eq!(stage.seen(), (1, 1));
}
