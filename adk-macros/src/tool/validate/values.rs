//! Complaints about what is said of a parameter's values: its default, its bounds, and the
//! values that it may have.

use crate::shared::errors::Errors;
use crate::tool::args::DefaultValue;
use crate::tool::model::{Param, only_argument};
use crate::tool::rules::{Bound, Value};

pub(super) fn complain(param: &Param, errors: &mut Errors) {
    default(param, errors);
    bounds(param, errors);
    one_of(param, errors);
}

fn default(param: &Param, errors: &mut Errors) {
    let Some(default) = &param.keys.default else {
        return;
    };
    let inner = only_argument(&param.written.ty, "Option");
    if inner.is_some() {
        let what = "an `Option` is left out as `None`: it needs no default";
        let help = "take the `default` away, or the `Option`";
        match default {
            DefaultValue::OfType(path) => errors.at(path, what, help),
            DefaultValue::Given(expr) => errors.at(expr, what, help),
        }
    }
    let DefaultValue::Given(expr) = default else {
        return;
    };
    let Some(value) = Value::read(expr) else {
        return;
    };
    for (bound, limit) in param.keys.bounds() {
        let limit = Value::read(limit).and_then(|value| value.number());
        let (Some(size), Some(limit)) = (size(&value, bound), limit) else {
            continue;
        };
        let is_outside = if bound.is_upper() {
            size > limit
        } else {
            size < limit
        };
        if is_outside {
            let key = bound.key();
            let what = format!("the default is outside its own `{key}`");
            errors.at(expr, what, format!("change the default, or `{key}`"));
        }
    }
    let mut known = param.keys.one_of.iter().flatten().map(Value::read);
    if param.keys.one_of.is_some()
        && known.all(|known| known.is_some_and(|known| !known.is_same(&value)))
    {
        let what = "the default is not one of the values in `one_of`";
        errors.at(expr, what, "change the default, or add it to `one_of`");
    }
}

/// What the bound limits of the value.
fn size(value: &Value, bound: Bound) -> Option<f64> {
    match value {
        Value::Text(text) if bound.is_length() => {
            u32::try_from(text.chars().count()).ok().map(f64::from)
        }
        Value::Number(_) if !bound.is_length() => value.number(),
        _ => None,
    }
}

fn bounds(param: &Param, errors: &mut Errors) {
    let mut known = Vec::new();
    for (bound, limit) in param.keys.bounds() {
        let is_length = bound.is_length();
        let number = Value::read(limit).and_then(|value| value.number());
        match number {
            Some(number) if !is_length || (number >= 0.0 && number.fract() == 0.0) => {
                known.push((bound, limit, number));
            }
            _ if is_length => errors.at(limit, "a length is a whole number", "write it as one"),
            _ => errors.at(
                limit,
                "a bound has to be a literal number: the model is told of it",
                "write the number itself",
            ),
        }
    }
    let of = |bound: Bound| known.iter().find(|known| known.0 == bound);
    for (lower, upper) in [(Bound::Min, Bound::Max), (Bound::MinLen, Bound::MaxLen)] {
        if let (Some((_, _, least)), Some((_, limit, most))) = (of(lower), of(upper))
            && least > most
        {
            let help = "no value fits both: change one of them";
            errors.at(limit, "the upper bound is below the lower one", help);
        }
    }
    if let Some(as_string) = &param.keys.as_string
        && known.iter().any(|(bound, ..)| !bound.is_length())
    {
        let what = "a number that is sent as a text cannot have `min` or `max`";
        errors.at(
            as_string,
            what,
            "take them away, and check the number in the function",
        );
    }
}

fn one_of(param: &Param, errors: &mut Errors) {
    let mut known: Vec<Value> = Vec::new();
    for expr in param.keys.one_of.iter().flatten() {
        let Some(value) = Value::read(expr) else {
            let what =
                "a value of `one_of` has to be a literal text or number: the model is told of it";
            errors.at(expr, what, "write the value itself");
            continue;
        };
        if known.iter().any(|known| known.is_same(&value)) {
            errors.at(expr, "`one_of` already has this value", "take it away");
        }
        known.push(value);
    }
}
