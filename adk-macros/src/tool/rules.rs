//! What a parameter's values have to keep to, as the text of a JSON Schema.

use syn::{Expr, ExprLit, ExprUnary, Lit, UnOp};

use super::args::ArgKeys;

/// A key of `#[arg]` that bounds a number, or the length of a text or a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    Min,
    Max,
    MinLen,
    MaxLen,
}

impl Bound {
    /// As it stands in the brackets.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::Min => "min",
            Self::Max => "max",
            Self::MinLen => "min_len",
            Self::MaxLen => "max_len",
        }
    }

    pub(super) const fn is_length(self) -> bool {
        matches!(self, Self::MinLen | Self::MaxLen)
    }

    pub(super) const fn is_upper(self) -> bool {
        matches!(self, Self::Max | Self::MaxLen)
    }

    /// The keyword of JSON Schema.
    const fn keyword(self) -> &'static str {
        match self {
            Self::Min => "minimum",
            Self::Max => "maximum",
            Self::MinLen => "minLength",
            Self::MaxLen => "maxLength",
        }
    }
}

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

/// All rules as one object; empty when there are none.
pub(super) fn json(keys: &ArgKeys) -> String {
    let mut fields: Vec<String> = Vec::new();
    for (bound, limit) in keys.bounds() {
        let keyword = bound.keyword();
        let limit = Value::read(limit).map(|limit| format!("\"{keyword}\":{}", limit.json()));
        fields.extend(limit);
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
