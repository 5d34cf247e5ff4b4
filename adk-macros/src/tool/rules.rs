//! The bounds of a parameter, as the text of a JSON Schema.

use syn::{Expr, ExprLit, ExprUnary, Lit, UnOp};

use super::args::ArgKeys;

/// A literal that JSON can say.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    /// A number as it is written in JSON.
    Number(String),
    Text(String),
}

impl Value {
    /// Reads a literal; `None` for anything else, since the macro computes nothing.
    pub(super) fn read(expr: &Expr) -> Option<Self> {
        match expr {
            Expr::Group(group) => Self::read(&group.expr),
            Expr::Lit(ExprLit { lit, .. }) => match lit {
                Lit::Int(number) => Some(Self::Number(number.base10_digits().to_owned())),
                Lit::Float(number) => {
                    let float: f64 = number.base10_parse().ok()?;
                    Some(Self::Number(format!("{float:?}")))
                }
                Lit::Str(text) => Some(Self::Text(text.value())),
                _ => None,
            },
            Expr::Unary(ExprUnary {
                op: UnOp::Neg(_),
                expr,
                ..
            }) => match Self::read(expr)? {
                Self::Number(number) => Some(Self::Number(format!("-{number}"))),
                Self::Text(_) => None,
            },
            _ => None,
        }
    }

    pub(super) fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => number.parse().ok(),
            Self::Text(_) => None,
        }
    }

    /// Whether both are the same to a reader of JSON.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Text(text), Self::Text(other)) => text == other,
            _ => self.number().is_some() && self.number() == other.number(),
        }
    }

    fn json(&self) -> String {
        match self {
            Self::Number(number) => number.clone(),
            Self::Text(text) => quoted(text),
        }
    }
}

/// All bounds as one object; empty when there are none.
pub(super) fn json(keys: &ArgKeys) -> String {
    let mut fields: Vec<String> = Vec::new();
    for (keyword, bound) in keys.bounds() {
        let value = Value::read(bound).map(|value| format!("\"{keyword}\":{}", value.json()));
        fields.extend(value);
    }
    if let Some(values) = &keys.one_of {
        let values = values
            .iter()
            .filter_map(Value::read)
            .map(|value| value.json());
        fields.push(format!(
            "\"enum\":[{}]",
            values.collect::<Vec<_>>().join(",")
        ));
    }
    if let Some(pattern) = &keys.pattern {
        fields.push(format!("\"pattern\":{}", quoted(&pattern.value())));
    }
    if fields.is_empty() {
        return String::new();
    }
    format!("{{{}}}", fields.join(","))
}

fn quoted(text: &str) -> String {
    let escaped = text.chars().map(|letter| match letter {
        '"' => "\\\"".to_owned(),
        '\\' => "\\\\".to_owned(),
        control if control < ' ' => format!("\\u{:04x}", u32::from(control)),
        plain => plain.to_string(),
    });
    format!("\"{}\"", escaped.collect::<String>())
}
