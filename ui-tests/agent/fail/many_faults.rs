use adk::agent;

#[agent(name = "user", tols = [], output_key)]
async unsafe fn helper(_city: &str) {}

fn main() {
    let _ = helper::agent();
    let _ = helper::builder();
}
