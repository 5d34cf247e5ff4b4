use adk::toolset;

struct Orders;

#[toolset(parts = [])]
impl Orders {}

fn main() {}
