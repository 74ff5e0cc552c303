//! Flows across lines that a page has drawn.

use populace_geom::Segment;
use populace_traj::{MeasurementLine, first_crossings_to};

use crate::gauges::{Kept, read_on};
use crate::protocol::Flow;
use crate::show::{Refusal, Show};

/// The most lines that are kept for a page.
const MOST_LINES: usize = 8;

/// The lines of one page, by their floor and the bits of their ends.
#[derive(Default)]
pub struct Flows(Kept<(u16, [u64; 4]), Counted>);

/// A line, with the people who crossed it so far.
struct Counted {
    meter: MeasurementLine,
    /// The first frame that was not counted yet.
    next: u32,
}

impl Flows {
    /// Counts the people who crossed a line up to a frame. A request has a limited time: when it is over, the answer
    /// covers the frames that were counted so far, and the next request goes on from there.
    pub fn count(&self, show: &dyn Show, floor: u16, line: Segment, frame: u32) -> Result<Flow, Refusal> {
        let coordinates = [line.a.x, line.a.y, line.b.x, line.b.y];
        if !coordinates.iter().all(|c| c.is_finite() && c.abs() < 1e9) || line.length() < 0.01 {
            return Err(Refusal::new("that is no line", "draw it between two points that are not the same"));
        }
        let begin = || Ok(Counted { meter: MeasurementLine::new(line, Some(floor)), next: 0 });
        self.0.with((floor, coordinates.map(f64::to_bits)), MOST_LINES, begin, |counted| {
            let Counted { meter, next } = counted;
            read_on(show, next, frame, |number, frame| meter.frame(number.into(), frame));
            counted.flow(show.welcome().frame_seconds, frame)
        })
    }
}

impl Counted {
    /// Counts the first crossing of each pedestrian to either side, as the measure `flow` does, in the second in which
    /// the crossing ends.
    fn flow(&self, frame_seconds: f64, frame: u32) -> Flow {
        let second = |frame: u64| (frame as f64 * frame_seconds - 1e-9).max(0.0) as usize;
        let last = u64::from(frame.min(self.next.saturating_sub(1)));
        let until = self.meter.crossings().partition_point(|crossing| crossing.frame <= last);
        let [forward, backward] = [false, true].map(|is_to_left| {
            let mut counts = vec![0_u16; second(last) + 1];
            let first = first_crossings_to(is_to_left, &self.meter.crossings()[..until]);
            first.iter().for_each(|crossing| counts[second(crossing.frame)] += 1);
            counts
        });
        Flow { length: self.meter.length() as f32, forward, backward }
    }
}
