//! The loop by hand: reqwest, serde and one `match`, as someone would write it who needs this agent and no other.
//!
//! It is the measure of the rest, so it is as lean as can be without tricks: the history is kept as it is sent,
//! arguments and outputs are read and written once, nothing is cloned.

mod wire;

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

pub(crate) struct Raw {
    client: Client,
    url: Url,
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
        let model = scene::MODEL;
        Ok(Self {
            client: Client::new(),
            url: format!("{url}/v1beta/models/{model}:generateContent").parse()?,
            instruction: Content::user(vec![Part::text(scene::INSTRUCTION)]),
            tools: Tools::weather()?,
            calls: Content::of_calls()?,
        })
    }

    async fn generate(&self, contents: &[Content]) -> Result<Content> {
        let request = Request {
            system_instruction: &self.instruction,
            contents,
            tools: [&self.tools],
        };
        let response = self
            .client
            .post(self.url.clone())
            .header(header::CONTENT_TYPE, "application/json")
            .header("x-goog-api-key", "secret")
            .body(serde_json::to_vec(&request)?)
            .send()
            .await?
            .error_for_status()?;
        let response: Response = serde_json::from_slice(&response.bytes().await?)?;
        let candidate = response.candidates.into_iter().next();
        Ok(candidate.ok_or("no candidate")?.content)
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

    async fn dispatch(&self, arguments: &Box<RawValue>) -> Result<Box<RawValue>> {
        weather(arguments).await
    }

    async fn many_calls(&self) -> Result<usize> {
        Ok(outputs(&self.calls).await?.len())
    }
}

async fn outputs(answer: &Content) -> Result<Vec<Part>> {
    let mut outputs = Vec::new();
    for call in answer.calls() {
        outputs.push(execute(call).await?);
    }
    Ok(outputs)
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
