//! The types that hold themselves, and one that is ten deep, with an instance of each.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct List {
    head: u8,
    /// What follows.
    tail: Option<Box<List>>,
}

pub(super) fn list() -> List {
    let tail = List {
        head: 2,
        tail: Some(Box::new(List {
            head: 3,
            tail: None,
        })),
    };
    List {
        head: 1,
        tail: Some(Box::new(tail)),
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct Tree {
    label: String,
    children: Vec<Tree>,
}

pub(super) fn tree() -> Tree {
    let leaf = |label: &str, children| Tree {
        label: label.into(),
        children,
    };
    leaf(
        "a",
        vec![leaf("b", vec![leaf("c", vec![])]), leaf("d", vec![])],
    )
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) enum Expr {
    Zero,
    Number(f64),
    /// The opposite.
    Minus(Box<Expr>),
    Plus {
        left: Box<Expr>,
        right: Box<Expr>,
    },
}

pub(super) fn expr() -> Expr {
    let minus = Expr::Minus(Box::new(Expr::Number(1.5)));
    Expr::Plus {
        left: Box::new(minus),
        right: Box::new(Expr::Minus(Box::new(Expr::Minus(Box::new(Expr::Zero))))),
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct Folder {
    entries: Vec<Entry>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct Entry {
    name: String,
    folder: Option<Folder>,
}

pub(super) fn folder() -> Folder {
    let entry = |folder| Entry {
        name: "a".into(),
        folder,
    };
    let inner = Folder {
        entries: vec![entry(None)],
    };
    Folder {
        entries: vec![entry(Some(inner))],
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct Nested(pub(super) Vec<Nested>);

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Data {
    Number(f64),
    List(Vec<Data>),
    Map(BTreeMap<String, Data>),
}

pub(super) fn data() -> Data {
    let list = Data::List(vec![Data::Number(1.5), Data::List(vec![])]);
    Data::Map(BTreeMap::from([("a".into(), list)]))
}

macro_rules! levels {
    ($($name:ident holds $inner:ident,)*) => {
        $(
            #[derive(Default, Serialize, Deserialize, JsonSchema)]
            pub(super) struct $name {
                inner: $inner,
            }
        )*
    };
}

levels! {
    Level1 holds Level2,
    Level2 holds Level3,
    Level3 holds Level4,
    Level4 holds Level5,
    Level5 holds Level6,
    Level6 holds Level7,
    Level7 holds Level8,
    Level8 holds Level9,
    Level9 holds Level10,
    Level10 holds u8,
}
