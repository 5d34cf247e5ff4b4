//! The struct understood: the key that each field names. Nothing is complained of here but what
//! stands in `#[state(…)]`.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{Attribute, Data, DataStruct, DeriveInput, Field, Fields, Path, Type, Visibility};

use super::args::StateArgs;
use crate::shared::crate_path;
use crate::shared::errors::Errors;

/// The item as its author wrote it, and its keys.
#[derive(Debug)]
pub(super) struct Declared {
    pub(super) args: StateArgs,
    pub(super) crate_path: Path,
    pub(super) item: DeriveInput,
    /// Those of a struct with named fields; of anything else, none.
    pub(super) keys: Vec<Key>,
}

/// A field.
#[derive(Debug)]
pub(super) struct Key {
    pub(super) args: StateArgs,
    pub(super) attrs: Vec<Attribute>,
    pub(super) vis: Visibility,
    pub(super) field: Ident,
    pub(super) ty: Type,
    /// The constant that is made of it.
    pub(super) constant: Ident,
    /// Without the prefix of its scope.
    pub(super) bare: String,
    /// With it.
    pub(super) name: String,
}

impl Declared {
    pub(super) fn read(item: DeriveInput, errors: &mut Errors) -> Self {
        let args = StateArgs::read(&item.attrs, errors);
        let fields = match &item.data {
            Data::Struct(DataStruct {
                fields: Fields::Named(fields),
                ..
            }) => Some(&fields.named),
            _ => None,
        };
        let fields = fields.into_iter().flatten();
        let keys = fields.filter_map(|field| Key::read(field, errors));
        let keys = keys.collect();
        Self {
            crate_path: crate_path::resolve(args.crate_path.clone()),
            args,
            item,
            keys,
        }
    }
}

impl Key {
    fn read(field: &Field, errors: &mut Errors) -> Option<Self> {
        let ident = field.ident.clone()?;
        let args = StateArgs::read(&field.attrs, errors);
        let own = ident.unraw().to_string();
        let mut constant: Ident = syn::parse_str(&own.to_uppercase()).ok()?;
        constant.set_span(ident.span());
        let bare = args.key.as_ref().map_or(own, syn::LitStr::value);
        let name = match args.scopes().next() {
            None | Some(("session", _)) => bare.clone(),
            Some((scope, _)) => format!("{scope}:{bare}"),
        };
        Some(Self {
            args,
            attrs: field.attrs.clone(),
            vis: field.vis.clone(),
            field: ident,
            ty: field.ty.clone(),
            constant,
            bare,
            name,
        })
    }

    /// Whether values of the type are only had behind a reference.
    pub(super) fn is_lent(&self) -> bool {
        match &self.ty {
            Type::Path(path) => path.path.is_ident("str"),
            Type::Slice(_) | Type::TraitObject(_) => true,
            _ => false,
        }
    }

    /// Where the key is written.
    pub(super) fn token(&self) -> TokenStream {
        match &self.args.key {
            Some(text) => text.to_token_stream(),
            None => self.field.to_token_stream(),
        }
    }
}
