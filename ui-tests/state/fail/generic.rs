use adk::StateKeys;

#[derive(StateKeys)]
struct AppState<T> {
    city: T,
}

#[derive(StateKeys)]
struct OtherState<'a, const N: usize> {
    city: [&'a str; N],
}

fn main() {}
