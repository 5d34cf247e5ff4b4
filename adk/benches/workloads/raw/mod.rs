//! The loop by hand: reqwest, serde and one `match`, as someone would write it who needs this agent and no other.
//!
//! It is the measure of the rest, so it is as lean as can be without tricks: the history is kept as it is sent,
//! arguments and outputs are read and written once, nothing is cloned.

mod wire;

use std::hint::black_box;

use futures::future::try_join_all;
use memchr::memmem;
use reqwest::{Client, Url, header};
use rustls::crypto::ring;
use serde::Deserialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::{
    Result,
    contender::Contender,
    scene::{self, Unit},
};
use wire::{Content, FunctionCall, Part, Request, Response, Tools};

const END_OF_FRAME: &[u8] = b"\r\n\r\n";

pub(crate) struct Raw {
    client: Client,
    whole: Url,
    streamed: Url,
    instruction: Content,
    tools: Tools,
    calls: Content,
}

#[derive(Deserialize)]
struct Arguments {
    city: String,
    unit: Unit,
}

impl Raw {
    pub(crate) fn new(url: &str) -> Result<Self> {
        _ = ring::default_provider().install_default();
        let model = format!("{url}/v1beta/models/{}", scene::MODEL);
        Ok(Self {
            client: Client::new(),
            whole: format!("{model}:generateContent").parse()?,
            streamed: format!("{model}:streamGenerateContent?alt=sse").parse()?,
            instruction: Content::user(vec![Part::text(scene::INSTRUCTION)]),
            tools: Tools::weather()?,
            calls: Content::of_calls()?,
        })
    }

    async fn send(&self, url: &Url, contents: &[Content]) -> Result<reqwest::Response> {
        let request = Request {
            system_instruction: &self.instruction,
            contents,
            tools: [&self.tools],
        };
        let response = self
            .client
            .post(url.clone())
            .header(header::CONTENT_TYPE, "application/json")
            .header("x-goog-api-key", "secret")
            .body(serde_json::to_vec(&request)?)
            .send()
            .await?;
        Ok(response.error_for_status()?)
    }

    async fn generate(&self, contents: &[Content]) -> Result<Content> {
        let response = self.send(&self.whole, contents).await?;
        content(&response.bytes().await?)
    }
}

impl Contender for Raw {
    type Session = Vec<Content>;
    type Json = Box<RawValue>;

    fn json(text: &str) -> Result<Box<RawValue>> {
        Ok(RawValue::from_string(text.to_owned())?)
    }

    fn text(json: &Box<RawValue>) -> &str {
        json.get()
    }

    async fn open(&self) -> Result<Vec<Content>> {
        Ok(Vec::new())
    }

    async fn turn(&self, history: &mut Vec<Content>, text: &str) -> Result<String> {
        history.push(Content::user(vec![Part::text(text)]));
        loop {
            let answer = self.generate(history).await?;
            let outputs = outputs(&answer).await?;
            let words = answer.text();
            history.push(answer);
            if outputs.is_empty() {
                return Ok(words);
            }
            history.push(Content::user(outputs));
        }
    }

    async fn stream(&self, text: &str) -> Result<(usize, String)> {
        let question = Content::user(vec![Part::text(text)]);
        let mut response = self.send(&self.streamed, &[question]).await?;
        let (mut pieces, mut whole, mut buffer) = (0, String::new(), Vec::new());
        while let Some(chunk) = response.chunk().await? {
            buffer.extend_from_slice(&chunk);
            let mut read = 0;
            while let Some(end) = memmem::find(&buffer[read..], END_OF_FRAME) {
                let frame = &buffer[read..read + end];
                let data = frame.strip_prefix(b"data: ").ok_or("no data")?;
                pieces += 1;
                whole += black_box(&content(data)?.text());
                read += end + END_OF_FRAME.len();
            }
            buffer.drain(..read);
        }
        Ok((pieces, whole))
    }

    async fn dispatch(&self, arguments: &Box<RawValue>) -> Result<Box<RawValue>> {
        weather(arguments).await
    }

    async fn many_calls(&self) -> Result<usize> {
        Ok(outputs(&self.calls).await?.len())
    }
}

fn content(response: &[u8]) -> Result<Content> {
    let response: Response = serde_json::from_slice(response)?;
    let candidate = response.candidates.into_iter().next();
    Ok(candidate.ok_or("no candidate")?.content)
}

/// Side by side, as tools run that wait for something.
async fn outputs(answer: &Content) -> Result<Vec<Part>> {
    try_join_all(answer.calls().map(execute)).await
}

async fn execute(call: &FunctionCall) -> Result<Part> {
    match call.name.as_str() {
        scene::TOOL => Ok(Part::output(&call.name, weather(&call.args).await?)),
        name => Err(format!("no tool {name}").into()),
    }
}

async fn weather(arguments: &RawValue) -> Result<Box<RawValue>> {
    let Arguments { city, unit } = serde_json::from_str(arguments.get())?;
    Ok(to_raw_value(&scene::get_weather(city, unit).await)?)
}
