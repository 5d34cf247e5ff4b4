use adk::tool;

mod inner {
    /// Is seen by the crate.
    #[adk::tool]
    pub(crate) async fn seen() {}

    /// Is seen above.
    #[adk::tool]
    pub(in crate::inner) async fn near() {}

    pub(super) fn near_name() -> &'static str {
        near::NAME
    }
}

use inner::seen;

fn main() {
    /// Stands in a function.
    #[tool]
    async fn local(
        /// Takes what is named there.
        unit: Unit,
    ) {
        let _ = unit;
    }

    #[derive(adk::serde::Deserialize, adk::schemars::JsonSchema)]
    #[serde(crate = "adk::serde")]
    #[schemars(crate = "adk::schemars")]
    enum Unit {
        Celsius,
    }

    let _ = Unit::Celsius;
    let names = [local::NAME, seen::NAME, inner::near_name()];
    assert_eq!(names, ["local", "seen", "near"]);
    let _ = (local::tool(), seen::tool());
}
