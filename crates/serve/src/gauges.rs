//! What one page measures: flows across its lines, and diagrams of areas. Each frame of the tape is looked at once, however often the page
//! asks.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use populace_geom::Point;
use populace_traj::Frame;

use crate::diagrams::Diagrams;
use crate::flows::Flows;
use crate::packing;
use crate::show::{Refusal, Show};

/// The most time that a request takes. The next request goes on where it stopped.
const PATIENCE: Duration = Duration::from_millis(1000);

/// The gauges of one page.
#[derive(Default)]
pub struct Gauges {
    /// The lines that the page drew.
    pub flows: Flows,
    /// The areas whose diagram the page shows.
    pub diagrams: Diagrams,
}

/// Hands over the frames of the tape from the number `next` to the number `last`, until the time of a request is up. Then `next` is the first
/// frame that was not handed over.
pub(crate) fn read_on(show: &dyn Show, next: &mut u32, last: u32, mut take: impl FnMut(u32, &Frame)) {
    let (began, place, seconds) = (Instant::now(), show.place(0), show.welcome().frame_seconds);
    let origin = Point::new(place.origin_x, place.origin_y);
    while *next <= last && began.elapsed() < PATIENCE {
        let Some(bytes) = show.tape().frame(*next, &[]) else { break };
        let Some(frame) = packing::unpack(&bytes, origin, place.step) else { break };
        take(*next, &Frame { time: f64::from(*next) * seconds, ..frame });
        *next += 1;
    }
}

/// A few things of one kind that a page measures, by what they are measured of. The oldest is forgotten first.
pub(crate) struct Kept<K, V>(Mutex<Vec<(K, V)>>);

impl<K, V> Default for Kept<K, V> {
    fn default() -> Self {
        Kept(Mutex::default())
    }
}

impl<K: PartialEq, V> Kept<K, V> {
    /// Does something with what is kept of a key, or else with what `begin` makes, which is kept as one of at most `most`.
    pub fn with<T>(
        &self,
        key: K,
        most: usize,
        begin: impl FnOnce() -> Result<V, Refusal>,
        work: impl FnOnce(&mut V) -> T,
    ) -> Result<T, Refusal> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept.iter().position(|(one, _)| *one == key);
        let index = match known {
            Some(index) => index,
            None => {
                let begun = begin()?;
                if kept.len() == most {
                    kept.remove(0);
                }
                kept.push((key, begun));
                kept.len() - 1
            }
        };
        Ok(work(&mut kept[index].1))
    }
}
