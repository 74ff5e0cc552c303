//! Fundamental diagrams of areas that a page shows. The measure `fundamental-diagram` makes them, as it does for `populace measure`.

use populace_traj::{Chosen, Found, Measurements, Subject, measure_of};

use crate::gauges::{Kept, read_on};
use crate::protocol::Diagram;
use crate::show::{Refusal, Show};

/// The most areas that are kept for a page.
const MOST_AREAS: usize = 4;

/// The areas of one page, by number.
#[derive(Default)]
pub struct Diagrams(Kept<u16, Measured>);

/// An area with what was measured in it so far.
struct Measured {
    measurements: Measurements,
    /// The first frame that was not measured yet.
    next: u32,
}

impl Diagrams {
    /// Measures an area in all frames so far. When the time is up, it returns what was measured so far.
    pub fn measure(&self, show: &dyn Show, area: u16) -> Result<Diagram, Refusal> {
        let begin = || show.subject(area).map(Measured::of).ok_or_else(unknown);
        self.0.with(area, MOST_AREAS, begin, |measured| {
            let Measured { measurements, next } = measured;
            read_on(show, next, u32::MAX, |number, frame| measurements.frame(number.into(), frame));
            measured.diagram()
        })
    }
}

fn unknown() -> Refusal {
    Refusal::new("there is no ground to measure", "choose another area")
}

impl Measured {
    fn of(subject: Subject) -> Self {
        let measures = measure_of("fundamental-diagram").into_iter().copied().collect();
        Measured { measurements: Measurements::new(vec![Chosen { name: None, measures, subject }]), next: 0 }
    }

    fn diagram(&self) -> Diagram {
        let points = self.measurements.quantities().into_iter().find_map(|quantity| match quantity.finding.value {
            Found::Series(_, rows) => Some(rows),
            Found::Figure(_) => None,
        });
        let points = points.unwrap_or_default();
        let column = |i: usize| points.iter().map(|point| point[i] as f32).collect();
        Diagram { frames: self.next, times: column(0), densities: column(1), speeds: column(2), flows: column(3) }
    }
}
