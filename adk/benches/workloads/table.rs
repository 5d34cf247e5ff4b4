//! The printed table: a row per stretch and side, a column per figure.

const LABEL: usize = 18;
const SIDE: usize = 6;
const FIGURE: usize = 14;

pub(crate) fn head<const N: usize>(figures: [&str; N]) {
    line("a unit", "side", figures.map(String::from));
}

pub(crate) fn row<const N: usize>(label: &str, side: &str, figures: [f64; N]) {
    line(label, side, figures.map(short));
}

fn line<const N: usize>(label: &str, side: &str, figures: [String; N]) {
    let figures = figures.map(|figure| format!("{figure:>FIGURE$}")).concat();
    println!("{label:<LABEL$}{side:<SIDE$}{figures}");
}

/// Three decimals where they say something; a dash for what was not measured.
fn short(figure: f64) -> String {
    if figure.is_nan() {
        "-".to_owned()
    } else if figure < 100.0 {
        format!("{figure:.3}")
    } else {
        format!("{figure:.0}")
    }
}

pub(crate) fn median(figures: impl Iterator<Item = f64>) -> f64 {
    let mut figures: Vec<f64> = figures.collect();
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
