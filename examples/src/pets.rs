//! For `openapi`: a small API on this machine, and the document that describes it.

use std::io;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// What the API says of itself.
pub const DOCUMENT: &str = "
openapi: 3.1.0
info: { title: pets, version: '1' }
paths:
  /pets:
    get:
      operationId: listPets
      summary: Lists the pets of the shelter.
      parameters:
        - { name: kind, in: query, description: Only these., schema: { $ref: '#/components/schemas/Kind' } }
    post:
      operationId: addPet
      summary: Takes a pet in.
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } }
components:
  schemas:
    Kind: { type: string, enum: [cat, dog] }
    Pet:
      type: object
      required: [name, kind]
      properties:
        id: { type: integer, readOnly: true }
        name: { type: string }
        kind: { $ref: '#/components/schemas/Kind' }
";

/// Starts the API, for as long as the program runs; its address.
///
/// # Errors
/// When there is no port to listen on.
pub async fn serve() -> io::Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("http://{}", listener.local_addr()?);
    tokio::spawn(async move {
        let mut pets = vec![json!({"id": 1, "name": "Mia", "kind": "cat"})];
        while let Ok((stream, _)) = listener.accept().await {
            _ = answer(stream, &mut pets).await;
        }
    });
    Ok(url)
}

async fn answer(stream: TcpStream, pets: &mut Vec<Value>) -> io::Result<()> {
    let mut stream = BufReader::new(stream);
    let (mut first, mut length) = (String::new(), 0);
    stream.read_line(&mut first).await?;
    loop {
        let mut header = String::new();
        stream.read_line(&mut header).await?;
        match header.trim_end().split_once(": ") {
            Some(("content-length", value)) => length = value.parse().unwrap_or(0),
            Some(_) => {}
            None => break,
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await?;
    let answer = match first.strip_prefix("POST ") {
        Some(_) => added(pets, &body),
        None => listed(pets, &first),
    };
    let (answer, kind) = (answer.to_string(), "content-type: application/json");
    let length = answer.len();
    let head =
        format!("HTTP/1.1 200 OK\r\n{kind}\r\ncontent-length: {length}\r\nconnection: close");
    stream
        .write_all(format!("{head}\r\n\r\n{answer}").as_bytes())
        .await
}

fn listed(pets: &[Value], line: &str) -> Value {
    let kind = line.split_once("kind=").map(|(_, kind)| kind);
    let wanted = |pet: &&Value| {
        let own = pet["kind"].as_str().unwrap_or_default();
        kind.is_none_or(|kind| kind.starts_with(own))
    };
    pets.iter().filter(wanted).cloned().collect()
}

fn added(pets: &mut Vec<Value>, body: &[u8]) -> Value {
    let mut pet: Value = serde_json::from_slice(body).unwrap_or_default();
    pet["id"] = (pets.len() + 1).into();
    pets.push(pet.clone());
    pet
}
