//! What a chunk allocates in a short stream and in long ones. It is the same in all of them, or the bench fails: what
//! looks at the answer so far with every chunk would cost more the longer the answer is.

use adk::content::Content;
use adk::model::{Aggregator, FinishReason, LlmResponse};
use serde_json::{Value, json};
use stats_alloc::Region;

use crate::{ALLOCATOR, Result};

/// The part in the chunk of that number.
type Stream = fn(usize) -> Value;

const CHUNKS: [usize; 3] = [300, 3_000, 30_000];

pub(crate) fn report() -> Result<()> {
    println!(
        "\n{:<24}{:>12}{:>12}{:>12}",
        "a chunk, bytes, in", CHUNKS[0], CHUNKS[1], CHUNKS[2]
    );
    let kinds: [(&str, Stream); 4] = [
        ("text", |_| json!({"text": "word "})),
        (
            "texts and thoughts",
            |n| json!({"text": "word ", "thought": n % 2 == 0}),
        ),
        ("a call in pieces", |n| piece(n, 1)),
        ("eight side by side", |n| piece(n, 8)),
    ];
    for (label, part) in kinds {
        let mut costs = [0; CHUNKS.len()];
        for (cost, chunks) in costs.iter_mut().zip(CHUNKS) {
            *cost = allocated(chunks, part)? / chunks;
        }
        println!(
            "{label:<24}{:>12}{:>12}{:>12}",
            costs[0], costs[1], costs[2]
        );
        // Buffers double, so that their last one is up to half empty.
        if costs[2] > costs[1] + costs[1] / 2 {
            return Err(format!("{label}: a chunk costs more in a longer stream").into());
        }
    }
    Ok(())
}

/// The part of that number in a stream of so many calls at once; each begins with its first.
fn piece(number: usize, calls: usize) -> Value {
    let id = (number % calls).to_string();
    if number < calls {
        return json!({"functionCall": {"id": id, "name": "f", "willContinue": true}});
    }
    let pieces = json!([{"jsonPath": "$.text", "stringValue": "word ", "willContinue": true}]);
    json!({"functionCall": {"id": id, "partialArgs": pieces, "willContinue": true}})
}

/// The bytes that a stream of so many chunks allocates from its first to its whole.
fn allocated(chunks: usize, part: Stream) -> Result<usize> {
    let contents = (0..chunks).map(|n| serde_json::from_value(json!({"parts": [part(n)]})));
    let contents: Vec<Content> = contents.collect::<serde_json::Result<_>>()?;
    let last = LlmResponse::default().with_finish_reason(FinishReason::MaxTokens);
    let region = Region::new(ALLOCATOR);
    let mut aggregator = Aggregator::new();
    for content in contents {
        aggregator.push(LlmResponse::new(content))?;
    }
    aggregator.push(last)?;
    aggregator.finish()?;
    Ok(region.change().bytes_allocated)
}
