//! What a unit of the workloads allocates, beside raw's: how often, and how much.

use stats_alloc::Region;

use crate::{
    ALLOCATOR, Result,
    contender::Side,
    mock::Mock,
    run::run,
    stretch::{self, Stretch},
    table,
};

pub(crate) fn report(is_bench: bool) -> Result<()> {
    println!();
    table::head(["allocations", "bytes", "ratio"]);
    let mock = Mock::start()?;
    let stretches = if is_bench {
        stretch::counted(&[])?
    } else {
        stretch::smoke()
    };
    for stretch in stretches {
        let mut first = None;
        for side in Side::ALL {
            let [allocations, bytes] = cost(side, &mock, &stretch)?;
            let ratio = bytes / *first.get_or_insert(bytes);
            table::row(stretch.label, side.name(), [allocations, bytes, ratio]);
        }
    }
    Ok(())
}

fn cost(side: Side, mock: &Mock, stretch: &Stretch) -> Result<[f64; 2]> {
    let start = Region::new(ALLOCATOR);
    let run = run(side, mock, stretch, || Ok(start.change()))?;
    let made = run.to - run.from;
    let each =
        |figure: usize| -> Result<f64> { Ok(f64::from(u32::try_from(figure)?) / stretch.parts()) };
    let allocations = made.allocations + made.reallocations;
    Ok([each(allocations)?, each(made.bytes_allocated)?])
}
