#![allow(non_snake_case)]

use adk::StateKeys;

#[derive(StateKeys)]
struct AppState {
    city: String,
    City: String,
}

fn main() {}
