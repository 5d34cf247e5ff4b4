//! Checks of the bounds by the parameters' types, which only the compiler knows.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use crate::shared::respan::{at, ours, respanned};
use crate::tool::model::{Param, Tool, only_argument};
use crate::tool::rules::{Bound, Value};

/// Items that do not compile when a bound does not fit its parameter's type.
pub(crate) fn bound_checks(tool: &Tool) -> TokenStream {
    let named = tool.params.iter().filter(|param| param.is_named());
    // `Self` has a meaning in its `impl` only, and an attribute may change how a value is
    // sent: `build()` looks at the schema of these.
    let free = named.filter(|param| param.field.is_empty() && !tool.needs_its_impl(&param.ty));
    free.flat_map(|param| bounds(tool, param)).collect()
}

fn bounds<'a>(tool: &'a Tool, param: &'a Param) -> impl Iterator<Item = TokenStream> {
    let keys = &param.keys;
    let bounds = keys.bounds().filter_map(|(bound, limit)| {
        let key = match bound {
            Bound::Min => "Min",
            Bound::Max => "Max",
            Bound::MinLen => "MinLen",
            Bound::MaxLen => "MaxLen",
        };
        Some((key, at(limit), Value::read(limit)?))
    });
    let values = keys.one_of.iter().flatten().enumerate();
    let values = values.filter_map(|(index, value)| {
        let key = if index == 0 { "OneOf" } else { "AlsoOneOf" };
        Some((key, at(value), Value::read(value)?))
    });
    let pattern = keys.pattern.iter();
    let pattern = pattern.map(|text| ("Pattern", at(text), Value::Text(text.value())));
    let all = bounds.chain(values).chain(pattern);
    all.map(|(key, at, value)| check(tool, param, &format_ident!("{key}"), at, &value))
}

fn check(tool: &Tool, param: &Param, key: &Ident, at: Span, value: &Value) -> TokenStream {
    let adk = &tool.crate_path;
    let check = respanned(quote!(#adk::__private::check_bound), at);
    let private = respanned(quote!(#adk::__private), at);
    let value = value_of(&private, value);
    let ty = only_argument(&param.ty, "Option").unwrap_or(&param.ty);
    let kind = if param.keys.as_string.is_some() {
        ours!(#private::ValueKind::Text)
    } else {
        ours!(#private::KindOf::<#ty>::KIND)
    };
    quote_spanned! {at=>
        const _: () = #check(#kind, #private::BoundKey::#key, #value);
    }
}

fn value_of(private: &TokenStream, value: &Value) -> TokenStream {
    match value {
        Value::Text(text) => ours!(#private::BoundValue::Text(#text)),
        Value::Number(number) => number.parse::<i128>().map_or_else(
            |_| ours!(#private::BoundValue::Fraction),
            |whole| ours!(#private::BoundValue::Whole(#whole)),
        ),
    }
}
