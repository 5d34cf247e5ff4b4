//! `#[serde(…)]` and `#[schemars(…)]` on a parameter: they are put on the field of a struct
//! that is made for it, and only what goes with `#[arg(…)]` is read here.

use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, LitStr, Meta, Token};

use crate::shared::attributes::is_one_of;
use crate::shared::keys::literal_text;
use crate::shared::names::closest;

/// The attributes of one parameter.
#[derive(Debug, Default)]
pub(super) struct FieldAttributes(Vec<Attribute>);

impl FieldAttributes {
    pub(super) fn read(attrs: &[Attribute]) -> Self {
        let ours = attrs.iter().filter(|attribute| is_of_field(attribute));
        Self(ours.cloned().collect())
    }

    pub(super) fn all(&self) -> &[Attribute] {
        &self.0
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The key of this name, in whichever of the attributes.
    pub(super) fn key(&self, name: &str) -> Option<Meta> {
        let mut keys = self.0.iter().flat_map(keys);
        keys.find(|key| key.path().is_ident(name))
    }

    /// The name that the model sends.
    pub(super) fn rename(&self) -> Option<LitStr> {
        match self.key("rename")? {
            Meta::NameValue(pair) => literal_text(&pair.value).cloned(),
            Meta::List(list) => {
                let sides = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
                let side = sides.ok()?.into_iter().find_map(|side| match side {
                    Meta::NameValue(pair) if pair.path.is_ident("deserialize") => Some(pair.value),
                    _ => None,
                });
                literal_text(&side?).cloned()
            }
            Meta::Path(_) => None,
        }
    }

    /// What the model is told, where it is not said in docs.
    pub(super) fn description(&self) -> Option<Expr> {
        match self.key("description")? {
            Meta::NameValue(pair) => Some(pair.value),
            _ => None,
        }
    }

    /// The first text that names an item of `Self`, which is a struct of ours here.
    pub(super) fn of_self(&self) -> Option<LitStr> {
        let texts = self.0.iter().flat_map(keys).filter_map(|key| match key {
            Meta::NameValue(pair) => literal_text(&pair.value).cloned(),
            _ => None,
        });
        let mut texts = texts.filter(|text| text.value().trim_start().starts_with("Self::"));
        texts.next()
    }

    /// Whether the value is written in a way of its own.
    pub(super) fn has_own_form(&self) -> bool {
        let ways = ["with", "serialize_with", "deserialize_with"];
        ways.iter().any(|way| self.key(way).is_some())
    }
}

/// What serde takes on a field, and schemars too.
const SERDE: &[&str] = &[
    "rename",
    "alias",
    "default",
    "flatten",
    "skip",
    "skip_serializing",
    "skip_deserializing",
    "skip_serializing_if",
    "serialize_with",
    "deserialize_with",
    "with",
    "bound",
    "borrow",
    "getter",
];
/// What schemars takes beside it.
const SCHEMARS: &[&str] = &[
    "title",
    "description",
    "example",
    "extend",
    "transform",
    "schema_with",
    "inline",
    "inner",
    "length",
    "range",
    "regex",
    "pattern",
    "contains",
    "required",
    "email",
    "url",
    "ip",
    "ipv4",
    "ipv6",
];

impl FieldAttributes {
    /// The keys that are likely misspelt, each with its attribute and what was meant. One
    /// that is like none is left for the derives, which may know more than these lists.
    pub(super) fn misspelt(&self) -> Vec<(&'static str, Meta, &'static str)> {
        let attributes = self.0.iter().map(|attribute| {
            let is_serde = attribute.path().is_ident("serde");
            let owner = if is_serde { "#[serde]" } else { "#[schemars]" };
            let known = if is_serde {
                SERDE.to_vec()
            } else {
                [SERDE, SCHEMARS].concat()
            };
            (owner, known, keys(attribute))
        });
        let keys = attributes.flat_map(|(owner, known, keys)| {
            let keys = keys.into_iter();
            keys.filter_map(move |key| {
                let name = key.path().get_ident()?.to_string();
                let meant = closest(&name, &known).filter(|meant| *meant != name)?;
                Some((owner, key, meant))
            })
        });
        keys.collect()
    }
}

/// Whether this one belongs on a field.
pub(super) fn is_of_field(attribute: &Attribute) -> bool {
    is_one_of(attribute, &["serde", "schemars"])
}

/// What cannot be read is left for the derives to complain of.
fn keys(attribute: &Attribute) -> Vec<Meta> {
    let keys = attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
    keys.map_or_else(|_| Vec::new(), |keys| keys.into_iter().collect())
}
