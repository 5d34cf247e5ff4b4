//! Contents as messages. One content may make several, since each response of a
//! tool is one, or none, since thoughts are not sent back.

use std::borrow::Cow;

use serde::Serialize;

use crate::content::{
    Blob, Content, FileData, FunctionCall, FunctionResponse, Part, PartKind, Role, sendable_name,
};

/// Appends the messages of `content`, each with a comma behind it.
pub(super) fn write(content: &Content, out: &mut Vec<u8>) -> serde_json::Result<()> {
    if content.role() == Some(&Role::Model) {
        return match assistant(content) {
            Some(message) => write_message(&message, out),
            None => Ok(()),
        };
    }
    for response in content.function_responses() {
        write_message(&tool(response), out)?;
    }
    match pieces(content) {
        Some(said) => write_message(&Message::new("user", said), out),
        None => Ok(()),
    }
}

/// Appends the message of a system instruction, with a comma behind it.
pub(super) fn write_system(text: &str, out: &mut Vec<u8>) -> serde_json::Result<()> {
    write_message(&Message::new("system", Said::Text(text.into())), out)
}

fn write_message(message: &Message<'_>, out: &mut Vec<u8>) -> serde_json::Result<()> {
    serde_json::to_writer(&mut *out, message)?;
    out.push(b',');
    Ok(())
}

#[derive(Serialize)]
struct Message<'a> {
    role: &'static str,
    content: Said<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_calls: Vec<Call<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_call_id: Option<Cow<'a, str>>,
}

/// What a message says: nothing beside its calls, a text, or pieces of several kinds.
#[derive(Serialize)]
#[serde(untagged)]
enum Said<'a> {
    Nothing,
    Text(Cow<'a, str>),
    Pieces(Vec<Piece<'a>>),
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Piece<'a> {
    Text { text: Cow<'a, str> },
    ImageUrl { image_url: ImageUrl<'a> },
    InputAudio { input_audio: InputAudio },
    File { file: File<'a> },
}

#[derive(Serialize)]
struct ImageUrl<'a> {
    url: Cow<'a, str>,
}

#[derive(Serialize)]
struct InputAudio {
    data: String,
    format: &'static str,
}

#[derive(Serialize)]
struct File<'a> {
    filename: &'a str,
    file_data: String,
}

#[derive(Serialize)]
struct Call<'a> {
    id: Cow<'a, str>,
    r#type: &'static str,
    function: CalledFunction<'a>,
}

#[derive(Serialize)]
struct CalledFunction<'a> {
    name: Cow<'a, str>,
    arguments: &'a str,
}

impl<'a> Message<'a> {
    fn new(role: &'static str, content: Said<'a>) -> Self {
        Self {
            role,
            content,
            tool_calls: Vec::new(),
            tool_call_id: None,
        }
    }
}

fn assistant(content: &Content) -> Option<Message<'_>> {
    let text = content.text();
    let tool_calls: Vec<_> = content.function_calls().map(call).collect();
    let said = match text.is_empty() {
        true if tool_calls.is_empty() => return None,
        true => Said::Nothing,
        false => Said::Text(text.into()),
    };
    Some(Message {
        tool_calls,
        ..Message::new("assistant", said)
    })
}

fn call(call: &FunctionCall) -> Call<'_> {
    let args = call.args();
    Call {
        id: id(call.id(), call.name()),
        r#type: "function",
        function: CalledFunction {
            name: sendable_name(call.name()),
            // Servers read an object here, whatever a model once sent.
            arguments: if args.is_object() {
                args.as_str()
            } else {
                "{}"
            },
        },
    }
}

fn tool(response: &FunctionResponse) -> Message<'_> {
    Message {
        tool_call_id: Some(id(response.id(), response.name())),
        ..Message::new("tool", Said::Text(response.response().as_str().into()))
    }
}

/// The id that ties a response to its call; the two have the name in common where a
/// program gave neither an id.
fn id<'a>(id: Option<&'a str>, name: &str) -> Cow<'a, str> {
    match id {
        Some(id) => id.into(),
        None => format!("call_{name}").into(),
    }
}

/// What a user says, as one text where it is all text: every server reads that.
fn pieces(content: &Content) -> Option<Said<'_>> {
    let pieces: Vec<_> = content.parts().iter().filter_map(piece).collect();
    let texts = pieces.iter().map(|piece| match piece {
        Piece::Text { text } => Some(&**text),
        _ => None,
    });
    match texts.collect::<Option<Vec<_>>>() {
        Some(texts) if texts.is_empty() => None,
        Some(texts) => Some(Said::Text(texts.join("\n").into())),
        None => Some(Said::Pieces(pieces)),
    }
}

fn piece(part: &Part) -> Option<Piece<'_>> {
    match part.kind() {
        PartKind::Text(text) if part.is_thought() || text.is_empty() => None,
        PartKind::Text(text) => Some(Piece::Text {
            text: (&**text).into(),
        }),
        PartKind::InlineData(blob) => Some(inline(blob)),
        PartKind::FileData(file) => Some(elsewhere(file)),
        PartKind::ExecutableCode(json) | PartKind::CodeExecutionResult(json) => Some(Piece::Text {
            text: json.as_str().into(),
        }),
        _ => None,
    }
}

fn inline(blob: &Blob) -> Piece<'_> {
    let kind = blob.mime_type();
    let audio = match kind {
        "audio/wav" | "audio/x-wav" | "audio/wave" => Some("wav"),
        "audio/mpeg" | "audio/mp3" => Some("mp3"),
        _ => None,
    };
    if let Some(format) = audio {
        let data = blob.base64();
        return Piece::InputAudio {
            input_audio: InputAudio { data, format },
        };
    }
    if kind.starts_with("text/")
        && let Ok(text) = std::str::from_utf8(blob.data())
    {
        return Piece::Text { text: text.into() };
    }
    let url = format!("data:{kind};base64,{}", blob.base64());
    if kind.starts_with("image/") {
        Piece::ImageUrl {
            image_url: ImageUrl { url: url.into() },
        }
    } else {
        let filename = blob.display_name().unwrap_or("file");
        Piece::File {
            file: File {
                filename,
                file_data: url,
            },
        }
    }
}

/// A file elsewhere: chat completions fetch images only, so that others are named.
fn elsewhere(file: &FileData) -> Piece<'_> {
    let uri = file.file_uri();
    if file.mime_type().starts_with("image/") {
        Piece::ImageUrl {
            image_url: ImageUrl { url: uri.into() },
        }
    } else {
        Piece::Text {
            text: format!("[{}: {uri}]", file.mime_type()).into(),
        }
    }
}
