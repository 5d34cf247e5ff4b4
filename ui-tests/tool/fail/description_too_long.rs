#![allow(unused_variables)]

use adk::tool;

/// Long lines of text that go on and on without an end in sight, and on and on and on.
/// Long lines of text that go on and on without an end in sight, and on and on and on.
/// Long lines of text that go on and on without an end in sight, and on and on and on.
/// Long lines of text that go on and on without an end in sight, and on and on and on.
/// Long lines of text that go on and on without an end in sight, and on and on and on.
/// Long lines of text that go on and on without an end in sight, and on and on and on.
/// Long lines of text that go on and on without an end in sight, and on and on and on.
/// Long lines of text that go on and on without an end in sight, and on and on and on.
/// Long lines of text that go on and on without an end in sight, and on and on and on.
/// Long lines of text that go on and on without an end in sight, and on and on and on.
/// Long lines of text that go on and on without an end in sight, and on and on and on.
/// Long lines of text that go on and on without an end in sight, and on and on and on.
/// Long lines of text that go on and on without an end in sight, and on and on and on.
#[tool]
async fn long() {}

fn main() {}
