use adk::LlmAgent;
use adk::tool::builtin::load_memory;

fn main() {
    let _ = LlmAgent::builder("clerk").tool(load_memory);
}
