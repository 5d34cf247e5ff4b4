//! What the model is told of an operation's parameters and body: one object of arguments.

use serde_json::{Map, Value, json};

use super::body::{Format, RequestBody};
use super::document::Document;
use super::encode::{Style, Written};
use super::keywords::{MAX_DESCRIPTION, capped};
use super::names::{self, Names};
use super::parameter::{Parameter, Place};
use super::restore::Restore;
use super::schema::Schemas;
use crate::content::Schema;
use crate::error::Result;

/// One argument, and where it goes.
#[derive(Debug)]
pub(super) struct Argument {
    /// As the model knows it.
    pub(super) name: String,
    /// As the API knows it.
    pub(super) wire: String,
    pub(super) place: Place,
    pub(super) written: Written,
    pub(super) is_json: bool,
}

/// The arguments of an operation.
#[derive(Debug)]
pub(super) struct Arguments {
    pub(super) schema: Schema,
    pub(super) each: Vec<Argument>,
    /// Names within arguments that the API has otherwise, if there are any.
    pub(super) restore: Option<Restore>,
    pub(super) body: Option<Body>,
}

/// How the body is written, and whether it is sent without any argument of it.
#[derive(Debug)]
pub(super) struct Body {
    pub(super) format: Format,
    pub(super) is_required: bool,
}

/// Gathers the arguments.
struct Gather<'a> {
    schemas: Schemas<'a>,
    names: Names,
    each: Vec<Argument>,
    properties: Map<String, Value>,
    required: Vec<String>,
}

impl Arguments {
    /// # Errors
    /// When a schema refers to what is not there.
    pub(super) fn of<'a>(
        document: &'a Document,
        parameters: &[Parameter<'a>],
        body: Option<RequestBody<'a>>,
    ) -> Result<Self> {
        let mut gather = Gather {
            schemas: Schemas::new(document),
            names: Names::default(),
            each: Vec::new(),
            properties: Map::new(),
            required: Vec::new(),
        };
        for parameter in parameters {
            gather.parameter(parameter)?;
        }
        let body = match body {
            Some(body) => Some(gather.body(body)?),
            None => None,
        };
        let definitions = gather.schemas.definitions()?;
        let root = with_definitions(
            json!({
                "type": "object",
                "properties": gather.properties,
                "required": gather.required,
                "additionalProperties": false,
            }),
            definitions,
        );
        let schema = Schema::from_value(root).into_object_root();
        Ok(Self {
            restore: Restore::new(&schema, gather.schemas.renamed()),
            schema,
            each: gather.each,
            body,
        })
    }
}

impl<'a> Gather<'a> {
    fn parameter(&mut self, parameter: &Parameter<'a>) -> Result<()> {
        let mut schema = match parameter.schema {
            Some(schema) => {
                let at = format!("{}.schema", parameter.at);
                self.schemas.convert(schema, &at)?
            }
            None => json!({"type": "string"}),
        };
        describe(&mut schema, parameter.description);
        let argument = Argument {
            name: self.name(parameter.name, parameter.place),
            wire: parameter.name.to_owned(),
            place: parameter.place,
            written: parameter.written,
            is_json: parameter.is_json,
        };
        self.add(argument, schema, parameter.is_required);
        Ok(())
    }

    /// The fields of an object are arguments of their own, if it can be said of each whether it is
    /// needed; any other body is one argument.
    fn body(&mut self, body: RequestBody<'a>) -> Result<Body> {
        let mut schema = match (&body.format, body.schema) {
            (Format::Text(_), _) => json!({"type": "string"}),
            (_, Some(schema)) => self.schemas.convert(schema, &body.at)?,
            (Format::Json(_), None) => json!({}),
            (_, None) => json!({"type": "object", "additionalProperties": true}),
        };
        let definitions = self.schemas.definitions()?;
        let whole = Schema::from_value(with_definitions(schema.clone(), definitions));
        if let Some((fields, required)) = fields(&whole.as_json().to_value(), body.is_required) {
            for (wire, field) in fields {
                let is_required = required.contains(&wire);
                let argument = self.in_body(&wire, Place::Field);
                self.add(argument, field, is_required);
            }
        } else {
            describe(&mut schema, body.description);
            let argument = self.in_body("body", Place::Body);
            self.add(argument, schema, body.is_required);
        }
        Ok(Body {
            format: body.format,
            is_required: body.is_required,
        })
    }

    fn in_body(&mut self, wire: &str, place: Place) -> Argument {
        Argument {
            name: self.name(wire, place),
            wire: wire.to_owned(),
            place,
            written: Written {
                style: Style::Form,
                explode: true,
                reserved: false,
            },
            is_json: false,
        }
    }

    fn add(&mut self, argument: Argument, schema: Value, is_required: bool) {
        if is_required {
            self.required.push(argument.name.clone());
        }
        self.properties.insert(argument.name.clone(), schema);
        self.each.push(argument);
    }

    /// The name that the model knows an argument by: the API's, or that behind its place, where
    /// another has it.
    fn name(&mut self, wire: &str, place: Place) -> String {
        let name = names::argument(wire);
        if self.names.give(&name) {
            return name;
        }
        let placed = names::argument(&format!("{}_{name}", place.name()));
        self.names.give_like(&placed)
    }
}

/// The fields of a body that is an object of these and no others, and which of them are needed.
fn fields(body: &Value, is_required: bool) -> Option<(Map<String, Value>, Vec<String>)> {
    let node = body.as_object()?;
    let is_closed = node.get("additionalProperties")? == false;
    let Some(Value::Object(fields)) = node.get("properties").filter(|_| is_closed) else {
        return None;
    };
    let needed = node.get("required").and_then(Value::as_array);
    let needed = needed.into_iter().flatten().filter_map(Value::as_str);
    let needed: Vec<_> = needed.map(str::to_owned).collect();
    // Of a body that may be left out, no field is needed unless another is there.
    (is_required || needed.is_empty()).then(|| (fields.clone(), needed))
}

fn with_definitions(mut schema: Value, definitions: Map<String, Value>) -> Value {
    if !definitions.is_empty() {
        schema["$defs"] = definitions.into();
    }
    schema
}

/// What is said of a parameter comes before what is said of its schema.
fn describe(schema: &mut Value, description: Option<&str>) {
    if let (Value::Object(node), Some(text)) = (schema, description) {
        node.insert("description".into(), capped(text, MAX_DESCRIPTION).into());
    }
}
