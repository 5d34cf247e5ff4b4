use adk::agent;

#[agent(name = "user", tols = [], output_key)]
async unsafe fn helper(_city: &str) {}

fn main() {
    let _ = helper::agent("Paris");
    let _ = helper::builder("Paris");
}
