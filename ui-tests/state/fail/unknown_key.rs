use adk::StateKeys;

#[derive(StateKeys)]
struct AppState {
    #[state(usr)]
    name: String,
    #[state(global)]
    rates: Vec<f64>,
    #[state(user, keys = "firstName")]
    first_name: String,
}

fn main() {}
