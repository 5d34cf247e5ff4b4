//! Answers, the frames in which a server may stream one, and what it comes to: worked out
//! from the answer, never from the frames.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::cuts::Cuts;

/// What a model says, and what its server says of that.
#[derive(Debug, Clone)]
pub(super) struct Answer {
    said: Vec<Said>,
    sources: u8,
    tokens: u8,
}

#[derive(Debug, Clone)]
enum Said {
    Text {
        text: String,
        is_thought: bool,
        is_signed: bool,
    },
    /// A signature on its own.
    Signature,
    Code(u8),
    Call(Call),
    /// Calls in pieces, side by side; one alone may have no id.
    Pieced(Vec<Call>),
}

#[derive(Debug, Clone)]
struct Call {
    id: Option<String>,
    fields: Vec<Leaf>,
    items: Vec<Leaf>,
    is_signed: bool,
}

#[derive(Debug, Clone)]
enum Leaf {
    Text(String),
    Number(i32),
    Flag(bool),
    Null,
}

pub(super) fn answers() -> impl Strategy<Value = Answer> {
    let text = ("[a-zé💡 ]{1,12}", any::<bool>(), any::<bool>());
    let said = prop_oneof![
        4 => text.prop_map(|(text, is_thought, is_signed)| Said::Text { text, is_thought, is_signed }),
        1 => Just(Said::Signature),
        1 => any::<u8>().prop_map(Said::Code),
        2 => call().prop_map(Said::Call),
        3 => vec(call(), 1..4).prop_map(Said::Pieced),
    ];
    (vec(said, 0..8), 0..4_u8, 0..4_u8).prop_map(|(mut said, sources, tokens)| {
        tell_apart(&mut said);
        Answer {
            said,
            sources,
            tokens,
        }
    })
}

fn call() -> impl Strategy<Value = Call> {
    let leaf = || {
        prop_oneof![
            3 => "[a-z\"é💡]{0,8}".prop_map(Leaf::Text),
            1 => any::<i32>().prop_map(Leaf::Number),
            1 => any::<bool>().prop_map(Leaf::Flag),
            1 => Just(Leaf::Null),
        ]
    };
    let id = option::of(Just(String::new()));
    (id, vec(leaf(), 0..4), vec(leaf(), 0..3), any::<bool>()).prop_map(
        |(id, fields, items, is_signed)| Call {
            id,
            fields,
            items,
            is_signed,
        },
    )
}

/// Gives calls that have an id one of their own; side by side all need one.
fn tell_apart(said: &mut [Said]) {
    let mut count = 0;
    for said in said {
        let (calls, need_ids) = match said {
            Said::Call(call) => (std::slice::from_mut(call), false),
            Said::Pieced(calls) => (&mut calls[..], true),
            _ => continue,
        };
        let need_ids = need_ids && calls.len() > 1;
        for call in calls {
            count += 1;
            call.id = (need_ids || call.id.is_some()).then(|| format!("c{count}"));
        }
    }
}

fn signed(mut part: Value, is_signed: bool) -> Value {
    if is_signed {
        part["thoughtSignature"] = json!("c2ln");
    }
    part
}

impl Leaf {
    fn value(&self) -> Value {
        match self {
            Self::Text(text) => json!(text),
            Self::Number(number) => json!(number),
            Self::Flag(flag) => json!(flag),
            Self::Null => Value::Null,
        }
    }

    fn pieces(&self, path: &str, cuts: &mut Cuts) -> Vec<Value> {
        let piece = |key: &str, value: Value| vec![json!({"jsonPath": path, key: value})];
        match self {
            Self::Text(text) => {
                let fragments = cuts.text(text).into_iter();
                fragments
                    .flat_map(|text| piece("stringValue", json!(text)))
                    .collect()
            }
            Self::Number(number) => piece("numberValue", json!(number)),
            Self::Flag(flag) => piece("boolValue", json!(flag)),
            Self::Null => piece("nullValue", json!("NULL_VALUE")),
        }
    }
}

impl Call {
    fn args(&self) -> Value {
        let fields = self.fields.iter().enumerate();
        let mut args: Map<_, _> = fields
            .map(|(n, leaf)| (format!("f.{n}"), leaf.value()))
            .collect();
        if !self.items.is_empty() {
            let items = self.items.iter().map(|leaf| json!({"v": [leaf.value()]}));
            args.insert("items".into(), items.collect());
        }
        args.into()
    }

    fn part(&self, id: Option<&str>) -> Value {
        let mut call = json!({"name": "f", "args": self.args()});
        if let Some(id) = id {
            call["id"] = json!(id);
        }
        json!({"functionCall": call})
    }

    fn pieces(&self, cuts: &mut Cuts) -> Vec<Value> {
        let part = |mut call: Value| {
            if let Some(id) = &self.id {
                call["id"] = json!(id);
            }
            json!({"functionCall": call})
        };
        let begin = part(json!({"name": "f", "willContinue": true}));
        let mut leaves = Vec::new();
        for (n, leaf) in self.fields.iter().enumerate() {
            leaves.extend(leaf.pieces(&format!("$['f.{n}']"), cuts));
        }
        for (n, leaf) in self.items.iter().enumerate() {
            leaves.extend(leaf.pieces(&format!("$.items[{n}].v[0]"), cuts));
        }
        let mut pieces = vec![signed(begin, self.is_signed)];
        for group in cuts.groups(leaves) {
            pieces.push(part(json!({"partialArgs": group, "willContinue": true})));
        }
        pieces.push(part(json!({})));
        pieces
    }
}

impl Said {
    fn parts(&self, cuts: &mut Cuts) -> Vec<Value> {
        match self {
            Self::Text {
                text,
                is_thought,
                is_signed,
            } => {
                let fragments = cuts.text(text);
                let last = fragments.len() - 1;
                let fragments = fragments.into_iter().enumerate();
                let part = |text| json!({"text": text, "thought": is_thought});
                fragments
                    .map(|(at, text)| signed(part(text), *is_signed && at == last))
                    .collect()
            }
            Self::Signature => vec![signed(json!({"text": ""}), true)],
            Self::Code(code) => vec![json!({"executableCode": {"code": code}})],
            Self::Call(call) => vec![signed(call.part(call.id.as_deref()), call.is_signed)],
            Self::Pieced(calls) => {
                let pieces = calls.iter().map(|call| call.pieces(cuts).into());
                let pieces = pieces.collect();
                cuts.merged(pieces)
            }
        }
    }
}

impl Answer {
    /// The frames of a stream, cut at will.
    pub(super) fn frames(&self, cuts: &mut Cuts) -> Vec<Value> {
        let parts: Vec<_> = self.said.iter().flat_map(|said| said.parts(cuts)).collect();
        let groups = cuts.groups(parts).into_iter();
        let mut frames: Vec<_> = groups
            .map(|parts| json!({"candidates": [{"content": {"parts": parts, "role": "model"}}]}))
            .collect();
        if cuts.below(2) == 0 {
            frames.push(json!({"candidates": [{}]}));
        }
        let count = frames.len();
        let mut lists = [
            (self.sources, "citationMetadata"),
            (self.tokens, "logprobsResult"),
        ]
        .map(|(items, field)| (cuts.groups(list(items)), field));
        for (groups, field) in &mut lists {
            // What is left over is told at the end.
            let rest: Vec<_> = groups.drain(count.min(groups.len())..).flatten().collect();
            groups.resize(count, Vec::new());
            groups[count - 1].extend(rest);
            for (frame, group) in frames.iter_mut().zip(groups) {
                if !group.is_empty() {
                    frame["candidates"][0][*field] = json!({"list": group});
                }
            }
        }
        let grounded = cuts.below(count);
        for (at, frame) in frames.iter_mut().enumerate() {
            frame["modelVersion"] = json!("m-1");
            frame["usageMetadata"] = usage(at + 1);
            if at >= grounded {
                let grounding = if at == grounded {
                    json!({"g": 1})
                } else {
                    json!({})
                };
                frame["candidates"][0]["groundingMetadata"] = grounding;
            }
        }
        frames[count - 1]["candidates"][0]["finishReason"] = json!("STOP");
        frames[count - 1]["usageMetadata"] = usage(99);
        frames
    }

    /// What the whole response holds.
    pub(super) fn expected(&self) -> Value {
        let mut whole = json!({
            "content": {"parts": self.parts(), "role": "model"},
            "finishReason": "STOP",
            "modelVersion": "m-1",
            "usageMetadata": usage(99),
            "groundingMetadata": {"g": 1},
        });
        for (items, field) in [
            (self.sources, "citationMetadata"),
            (self.tokens, "logprobsResult"),
        ] {
            if items > 0 {
                whole[field] = json!({"list": list(items)});
            }
        }
        whole
    }

    fn parts(&self) -> Vec<Value> {
        let mut parts: Vec<Value> = Vec::new();
        let (mut signature, mut named) = (false, 0);
        for said in &self.said {
            match said {
                Said::Text {
                    text,
                    is_thought,
                    is_signed,
                } => {
                    signature |= is_signed;
                    let mut part = json!({"text": text});
                    if *is_thought {
                        part["thought"] = json!(true);
                    }
                    match parts.last_mut() {
                        Some(last)
                            if last["text"].is_string() && last["thought"] == part["thought"] =>
                        {
                            let so_far = last["text"].as_str().unwrap_or_default();
                            last["text"] = json!(format!("{so_far}{text}"));
                        }
                        _ => parts.push(part),
                    }
                }
                Said::Signature => parts.push(json!({"thoughtSignature": "c2ln"})),
                Said::Code(code) => parts.push(json!({"executableCode": {"code": code}})),
                Said::Call(call) => {
                    let takes = !call.is_signed && std::mem::take(&mut signature);
                    parts.push(signed(
                        call.part(call.id.as_deref()),
                        call.is_signed || takes,
                    ));
                }
                Said::Pieced(calls) => {
                    for call in calls {
                        let takes = !call.is_signed && std::mem::take(&mut signature);
                        let id = call.id.clone().unwrap_or_else(|| {
                            named += 1;
                            format!("adk-pieced-{named}")
                        });
                        parts.push(signed(call.part(Some(&id)), call.is_signed || takes));
                    }
                }
            }
        }
        parts
    }
}

fn list(items: u8) -> Vec<Value> {
    (0..items).map(|item| json!({"item": item})).collect()
}

fn usage(written: usize) -> Value {
    json!({"promptTokenCount": 3, "candidatesTokenCount": written, "totalTokenCount": 3 + written})
}
