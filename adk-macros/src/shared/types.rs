//! What a type's spelling says.

use syn::visit::{self, Visit};
use syn::{Lifetime, Type, TypeImplTrait, TypeReference, TypeTraitObject};

/// The first `impl Trait` in a type.
pub(crate) fn first_impl_trait(ty: &Type) -> Option<&TypeImplTrait> {
    let mut found = Found::default();
    found.visit_type(ty);
    found.opaque
}

/// The first `dyn Trait` in a type.
pub(crate) fn first_trait_object(ty: &Type) -> Option<&TypeTraitObject> {
    let mut found = Found::default();
    found.visit_type(ty);
    found.object
}

/// The first reference inside a type.
pub(crate) fn first_reference(ty: &Type) -> Option<&TypeReference> {
    let mut found = Found::default();
    found.visit_type(ty);
    found.reference
}

/// The first lifetime that is written out.
pub(crate) fn first_lifetime(ty: &Type) -> Option<&Lifetime> {
    let mut found = Found::default();
    found.visit_type(ty);
    found.lifetime
}

#[derive(Default)]
struct Found<'a> {
    opaque: Option<&'a TypeImplTrait>,
    object: Option<&'a TypeTraitObject>,
    reference: Option<&'a TypeReference>,
    lifetime: Option<&'a Lifetime>,
}

impl<'a> Visit<'a> for Found<'a> {
    fn visit_type_impl_trait(&mut self, opaque: &'a TypeImplTrait) {
        self.opaque.get_or_insert(opaque);
    }

    fn visit_type_trait_object(&mut self, object: &'a TypeTraitObject) {
        self.object.get_or_insert(object);
    }

    fn visit_type_reference(&mut self, reference: &'a TypeReference) {
        self.reference.get_or_insert(reference);
        visit::visit_type_reference(self, reference);
    }

    fn visit_lifetime(&mut self, lifetime: &'a Lifetime) {
        self.lifetime.get_or_insert(lifetime);
    }
}
