//! The function understood: what each parameter is, and how it reaches the function.
//!
//! Nothing is complained of here; a fact that makes no sense is kept for `validate`.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{FnArg, GenericArgument, LitStr, Pat, PatType, Path, PathArguments, Type};

use super::args::{ArgKeys, ToolArgs};
use super::field::FieldAttributes;
use crate::shared::docs::{self, Docs};
use crate::shared::errors::Errors;
use crate::shared::function::Function;

/// A tool as its author wrote it.
#[derive(Debug)]
pub(crate) struct Tool {
    pub(super) args: ToolArgs,
    pub(crate) function: Function,
    pub(super) home: Home,
    pub(super) crate_path: Path,
    /// Without the prefix of its toolset.
    pub(crate) name: String,
    pub(super) docs: Docs,
    pub(super) params: Vec<Param>,
}

/// Where the function stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Home {
    /// In a module or a block, by itself.
    Module,
    /// In an `impl`, among the tools of a toolset with this prefix.
    Toolset {
        prefix: Option<String>,
        /// The parameters of the `impl`.
        generics: Vec<Ident>,
    },
}

/// A parameter of the function.
#[derive(Debug)]
pub(super) struct Param {
    pub(super) written: PatType,
    /// `None` when the pattern is no plain name.
    pub(super) ident: Option<Ident>,
    /// As the model knows it.
    pub(super) name: String,
    /// Where that name is given, if it is not the parameter's own.
    pub(super) rename: Option<LitStr>,
    pub(super) keys: ArgKeys,
    pub(super) field: FieldAttributes,
    pub(super) docs: Docs,
    pub(super) source: Source,
    pub(super) passing: Passing,
    /// The type without the reference that is taken of it.
    pub(super) ty: Type,
}

/// Where a parameter's value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// The model.
    Argument,
    /// The model, field by field.
    Flattened,
    /// It is the context itself.
    Context,
    /// The context gives it.
    Injected,
    /// An expression gives it.
    Skipped,
}

/// How a value that the call owns is given to the function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Passing {
    Value,
    Borrow,
    /// `Option<&T>`.
    BorrowInside,
}

impl Tool {
    pub(super) fn read(
        args: ToolArgs,
        function: Function,
        home: Home,
        crate_path: Path,
        errors: &mut Errors,
    ) -> Self {
        let own = function.sig.ident.unraw().to_string();
        let params = function.sig.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(typed) => Some(Param::read(typed, errors)),
            FnArg::Receiver(_) => None,
        });
        Self {
            params: params.collect(),
            name: args.name.as_ref().map_or(own, syn::LitStr::value),
            docs: docs::read(&function.attrs),
            home,
            crate_path,
            args,
            function,
        }
    }

    /// Whether the tokens name `Self` or a parameter of the `impl`, which mean nothing
    /// beside it.
    pub(super) fn needs_its_impl(&self, tokens: impl ToTokens) -> bool {
        match &self.home {
            Home::Module => false,
            Home::Toolset { generics, .. } => mentions(tokens.to_token_stream(), generics),
        }
    }

    pub(super) fn is_method(&self) -> bool {
        self.home != Home::Module
    }

    /// Where the name was said.
    pub(crate) fn name_token(&self) -> TokenStream {
        match &self.args.name {
            Some(text) => text.to_token_stream(),
            None => self.function.sig.ident.to_token_stream(),
        }
    }

    /// The name that the model calls.
    pub(super) fn whole_name(&self) -> String {
        match &self.home {
            Home::Toolset {
                prefix: Some(prefix),
                ..
            } => format!("{prefix}_{}", self.name),
            _ => self.name.clone(),
        }
    }

    /// What `# Arguments` says of a parameter, or what stands on the parameter itself.
    pub(super) fn description_of(&self, param: &Param) -> String {
        let own = param.keys.description.as_ref().map(syn::LitStr::value);
        let own = own.unwrap_or_else(|| param.docs.text.clone());
        let entry = self
            .docs
            .arguments
            .iter()
            .find(|entry| param.is_called(&entry.name));
        match entry {
            Some(entry) if own.is_empty() => entry.text.clone(),
            _ => own,
        }
    }
}

impl Param {
    fn read(written: &PatType, errors: &mut Errors) -> Self {
        let keys = ArgKeys::read(&written.attrs, errors);
        let ident = match &*written.pat {
            Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => {
                Some(pat.ident.clone())
            }
            _ => None,
        };
        let (passing, ty) = passing(&written.ty);
        let own_name = || ident.as_ref().map(|ident| ident.unraw().to_string());
        let field = FieldAttributes::read(&written.attrs);
        let rename = keys.rename.clone().or_else(|| field.rename());
        let renamed = rename.as_ref().map(LitStr::value);
        Self {
            name: renamed.or_else(own_name).unwrap_or_default(),
            rename,
            source: source(&keys, &ty, passing),
            docs: docs::read(&written.attrs),
            written: written.clone(),
            ident,
            keys,
            field,
            passing,
            ty,
        }
    }

    /// Whether docs that speak of `name` speak of this parameter.
    pub(super) fn is_called(&self, name: &str) -> bool {
        self.name == name
            || self
                .ident
                .as_ref()
                .is_some_and(|ident| ident.unraw() == name)
    }

    /// The model sends it under a name of its own.
    pub(super) fn is_named(&self) -> bool {
        self.source == Source::Argument
    }
}

fn mentions(tokens: TokenStream, generics: &[Ident]) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(word) => word == "Self" || generics.contains(&word),
        TokenTree::Group(group) => mentions(group.stream(), generics),
        _ => false,
    })
}

fn source(keys: &ArgKeys, ty: &Type, passing: Passing) -> Source {
    if keys.inject.is_some() {
        Source::Injected
    } else if keys.skip.is_some() {
        Source::Skipped
    } else if keys.flatten.is_some() {
        Source::Flattened
    } else if is_context(ty) && passing == Passing::Borrow {
        Source::Context
    } else if is_given_by_context(ty) {
        Source::Injected
    } else {
        Source::Argument
    }
}

/// Types that are known by their name alone; others say `#[inject]`.
pub(super) fn is_given_by_context(ty: &Type) -> bool {
    let in_arc = || only_argument(ty, "Arc").is_some_and(is_context);
    let given = ["App", "CancellationToken", "ToolContext"];
    last_name(ty).is_some_and(|name| given.iter().any(|given| name == given)) || in_arc()
}

/// Whether the type is spelt `ToolContext`.
pub(super) fn is_context(ty: &Type) -> bool {
    last_name(ty).is_some_and(|name| name == "ToolContext")
}

/// The last segment of a type's path.
pub(super) fn last_name(ty: &Type) -> Option<&Ident> {
    match ungrouped(ty) {
        Type::Path(path) => Some(&path.path.segments.last()?.ident),
        _ => None,
    }
}

/// `T` of `outer<T>`.
pub(super) fn only_argument<'a>(ty: &'a Type, outer: &str) -> Option<&'a Type> {
    let Type::Path(path) = ungrouped(ty) else {
        return None;
    };
    let segment = path
        .path
        .segments
        .last()
        .filter(|segment| segment.ident == outer)?;
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else {
        return None;
    };
    match arguments.args.first() {
        Some(GenericArgument::Type(ty)) if arguments.args.len() == 1 => Some(ungrouped(ty)),
        _ => None,
    }
}

/// The type itself, where a macro or the author has put something around it.
fn ungrouped(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => ungrouped(&group.elem),
        Type::Paren(paren) => ungrouped(&paren.elem),
        other => other,
    }
}

fn passing(ty: &Type) -> (Passing, Type) {
    let ty = ungrouped(ty);
    match ty {
        Type::Reference(reference) => (Passing::Borrow, (*reference.elem).clone()),
        _ => match only_argument(ty, "Option") {
            Some(Type::Reference(inner)) => (Passing::BorrowInside, (*inner.elem).clone()),
            _ => (Passing::Value, ty.clone()),
        },
    }
}
