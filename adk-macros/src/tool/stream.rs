//! Streams by their spelling, where the macro has to know one: a function that makes one
//! need not be `async`, and a hidden type cannot be named to ask it for its items.

use syn::{
    AssocType, GenericArgument, PathArguments, PathSegment, ReturnType, Type, TypeParamBound,
    TypePath,
};

/// What may stand around a stream is a `Result`, also by another name, but none of these.
const CONTAINERS: [&str; 2] = ["Option", "Vec"];

/// Whether the function says that it returns a stream, or a `Result` of one.
pub(super) fn is_returned(output: &ReturnType) -> bool {
    matches!(output, ReturnType::Type(_, ty) if is_stream(ty))
}

/// The items of a stream whose type is hidden, where they are written.
pub(super) fn hidden_item(output: &ReturnType) -> Option<&Type> {
    match output {
        ReturnType::Default => None,
        ReturnType::Type(_, ty) => item_inside(ty),
    }
}

fn is_stream(ty: &Type) -> bool {
    match ty {
        Type::Group(group) => is_stream(&group.elem),
        Type::Paren(paren) => is_stream(&paren.elem),
        Type::ImplTrait(opaque) => of_bounds(&opaque.bounds).is_some(),
        Type::TraitObject(object) => of_bounds(&object.bounds).is_some(),
        Type::Path(path) => {
            // `BoxStream`, or an alias that says what it is.
            let named = last(path).map(|segment| segment.ident.to_string());
            named.is_some_and(|name| name.ends_with("Stream"))
                || first_argument(path).is_some_and(is_stream)
        }
        _ => false,
    }
}

fn item_inside(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Group(group) => item_inside(&group.elem),
        Type::Paren(paren) => item_inside(&paren.elem),
        Type::ImplTrait(opaque) => arguments(of_bounds(&opaque.bounds)?).find_map(item),
        Type::Path(path) => item_inside(first_argument(path)?),
        _ => None,
    }
}

fn of_bounds<'a>(bounds: impl IntoIterator<Item = &'a TypeParamBound>) -> Option<&'a PathSegment> {
    bounds.into_iter().find_map(|bound| match bound {
        TypeParamBound::Trait(bound) => {
            let segment = bound.path.segments.last()?;
            (segment.ident == "Stream").then_some(segment)
        }
        _ => None,
    })
}

fn item(argument: &GenericArgument) -> Option<&Type> {
    match argument {
        GenericArgument::AssocType(AssocType { ident, ty, .. }) if ident == "Item" => Some(ty),
        _ => None,
    }
}

fn first_argument(path: &TypePath) -> Option<&Type> {
    let segment = last(path)?;
    if CONTAINERS.iter().any(|name| segment.ident == name) {
        return None;
    }
    arguments(segment).find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

fn last(path: &TypePath) -> Option<&PathSegment> {
    path.path.segments.last()
}

fn arguments(segment: &PathSegment) -> impl Iterator<Item = &GenericArgument> {
    let arguments = match &segment.arguments {
        PathArguments::AngleBracketed(arguments) => Some(&arguments.args),
        _ => None,
    };
    arguments.into_iter().flatten()
}
