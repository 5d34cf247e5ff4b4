//! Documents of APIs that others publish become tools that every vendor takes.

use std::fs;
use std::io::{self, Write as _};

use adk::tool::Toolset as _;
use adk::tool::openapi::{OpenApiToolset, OpenApiToolsetBuilder};
use adk::{testing, tools};
use tests::peers;

fn published(file: &str) -> String {
    let path = format!("{}/node_modules/{file}", peers::FOLDER);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// How many tools a document has, all of which every vendor takes.
fn count(builder: OpenApiToolsetBuilder) -> usize {
    let toolset = builder
        .without_auth()
        .build()
        .unwrap_or_else(|error| panic!("{error}"));
    testing::assert_tools(tools![..toolset.clone()]);
    let count = toolset.fixed_tools().map_or(0, <[_]>::len);
    let sizes = toolset.fixed_tools().unwrap_or_default().iter();
    let sizes = sizes.map(|tool| tool.declaration().parameters().as_json().as_str().len());
    let (most, all) = (sizes.clone().max(), sizes.sum::<usize>());
    let name = toolset.name();
    // Past the harness, which shows only what failed.
    let text = format!("peers: {name}: {count} tools, {all} bytes of schemas, {most:?} at most");
    _ = writeln!(io::stderr(), "{text}");
    count
}

#[test]
fn githubs_document_becomes_tools() {
    if peers::are_asked() {
        let text = published("@octokit/openapi/generated/api.github.com.json");
        let builder = OpenApiToolset::from_json(&text);
        assert!(count(builder.with_deprecated()) > 900);
    }
}

#[test]
fn blockfrosts_document_becomes_tools() {
    if peers::are_asked() {
        let text = published("@blockfrost/openapi/openapi.yaml");
        assert!(count(OpenApiToolset::from_yaml(&text)) > 80);
    }
}
