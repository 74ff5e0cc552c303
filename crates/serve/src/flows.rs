//! Flows across lines that a page has drawn: each frame is looked at once, however often the page asks.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use populace_geom::Segment;
use populace_traj::{MeasurementLine, first_crossings_to};

use crate::packing;
use crate::protocol::Flow;
use crate::show::{Refusal, Show};

/// The most lines that are kept for a page. The oldest line is forgotten first.
const MOST_LINES: usize = 8;
/// The most time that a request takes. The next request goes on where it stopped.
const PATIENCE: Duration = Duration::from_millis(1000);

/// The lines of one page.
#[derive(Default)]
pub struct Flows(Mutex<Vec<Counted>>);

/// A line with what crossed it so far.
struct Counted {
    floor: u16,
    ends: [u64; 4],
    meter: MeasurementLine,
    /// The first frame that was not counted yet.
    next: u32,
}

impl Flows {
    /// Counts what crossed a line up to a frame. When the time is up, it returns the whole seconds that were counted so far.
    pub fn count(&self, show: &dyn Show, floor: u16, line: Segment, frame: u32) -> Result<Flow, Refusal> {
        let coordinates = [line.a.x, line.a.y, line.b.x, line.b.y];
        if !coordinates.iter().all(|c| c.is_finite() && c.abs() < 1e9) || line.length() < 0.01 {
            return Err(Refusal::new("that is no line", "draw it between two points that are not the same"));
        }
        let ends = coordinates.map(f64::to_bits);
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = lines.iter().position(|l| l.floor == floor && l.ends == ends);
        let index = known.unwrap_or_else(|| {
            if lines.len() == MOST_LINES {
                lines.remove(0);
            }
            lines.push(Counted { floor, ends, meter: MeasurementLine::new(line, Some(floor)), next: 0 });
            lines.len() - 1
        });
        let counted = &mut lines[index];
        counted.go_on(show, frame);
        Ok(counted.flow(show.welcome().frame_seconds, frame))
    }
}

impl Counted {
    fn go_on(&mut self, show: &dyn Show, frame: u32) {
        let (began, place) = (Instant::now(), show.place(0));
        let origin = populace_geom::Point::new(place.origin_x, place.origin_y);
        while self.next <= frame && began.elapsed() < PATIENCE {
            let Some(bytes) = show.tape().frame(self.next, &[]) else { break };
            let Some(frame) = packing::unpack(&bytes, origin, place.step) else { break };
            self.meter.frame(self.next.into(), &frame);
            self.next += 1;
        }
    }

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
