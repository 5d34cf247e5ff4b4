use adk::tools;

fn main() {
    let _ = tools![..orders];
}
