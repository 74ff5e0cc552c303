//! Measures the distance that people keep: the distance from the middle of every pedestrian to the middle of its nearest neighbour.
//!
//! Hall's intimate distance ends at 0.45 m (Hall 1966, The Hidden Dimension, ch. 10). People who are nearer to each
//! other brush.

use populace_geom::Point;

use super::{Finding, MeasureEntry, Measuring, Of, gathers};
use crate::{Frame, Moment};

pub(super) const ENTRY: MeasureEntry = MeasureEntry {
    name: "distance-kept",
    about: "distance to the nearest neighbour: distribution, and the share of time nearer than 0.45 m (brushing)",
    unit: "m",
    source: "Hall 1966, The Hidden Dimension (0.45 m)",
    of: Of::Everyone,
    needs_ground: false,
    begin: |subject| {
        let brushing = subject.settings.brushing;
        Some(Box::new(Distance { brushing, ..Distance::default() }))
    },
};

/// The width of a class of the distribution, m.
const CLASS: f64 = 0.01;
/// Distances of at least this are in one class, m.
const FARTHEST: f64 = 10.0;

/// Returns the distance from every pedestrian on a floor to the nearest other pedestrian on the same floor, m, by row. A pedestrian alone on its floor has none.
pub fn nearest_distances(frame: &Frame) -> Vec<(usize, f64)> {
    let mut people: Vec<(u16, Point, usize)> =
        frame.on_floors().map(|row| (frame.floor[row], frame.position[row], row)).collect();
    people.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.x.total_cmp(&b.1.x)).then(a.2.cmp(&b.2)));
    let mut found = Vec::new();
    for same in people.chunk_by(|a, b| a.0 == b.0) {
        for (i, &(_, p, row)) in same.iter().enumerate() {
            let mut nearest = f64::INFINITY;
            // The search to either side ends when the distance along x alone is too far.
            for &(_, q, _) in &same[i + 1..] {
                if q.x - p.x > nearest {
                    break;
                }
                nearest = nearest.min(p.distance(q));
            }
            for &(_, q, _) in same[..i].iter().rev() {
                if p.x - q.x > nearest {
                    break;
                }
                nearest = nearest.min(p.distance(q));
            }
            if nearest.is_finite() {
                found.push((row, nearest));
            }
        }
    }
    found.sort_unstable_by_key(|one| one.0);
    found
}

struct Distance {
    brushing: f64,
    /// The number of distances in each class.
    classes: Vec<u64>,
    sum: f64,
    least: Option<f64>,
    brushed: u64,
}

impl Default for Distance {
    fn default() -> Self {
        let classes = vec![0; (FARTHEST / CLASS) as usize + 1];
        Distance { brushing: 0.0, classes, sum: 0.0, least: None, brushed: 0 }
    }
}

impl Distance {
    /// Returns the distance below which a share of the distances lies: the middle of its class, so exact to half a class.
    fn quantile(&self, share: f64) -> Option<f64> {
        let all: u64 = self.classes.iter().sum();
        let mut below = 0;
        let class = self.classes.iter().position(|count| {
            below += count;
            below as f64 >= share * all as f64
        })?;
        (all > 0).then_some((class as f64 + 0.5) * CLASS)
    }
}

impl Measuring for Distance {
    fn moment(&mut self, moment: &Moment) {
        for (_, distance) in nearest_distances(moment.frame) {
            let last = self.classes.len() - 1;
            self.classes[((distance / CLASS) as usize).min(last)] += 1;
            self.sum += distance;
            self.least = Some(self.least.map_or(distance, |least| least.min(distance)));
            self.brushed += u64::from(distance < self.brushing);
        }
    }
    fn findings(&self) -> Vec<Finding> {
        let all: u64 = self.classes.iter().sum();
        let share = |part: f64| (all > 0).then(|| part / all as f64);
        // Ten classes to a row: 0.1 m.
        let tenth = |(i, classes): (usize, &[u64])| {
            let count: u64 = classes.iter().sum();
            (count > 0).then(|| vec![(i * 10) as f64 * CLASS, count as f64 / all as f64])
        };
        let rows = self.classes.chunks(10).enumerate().filter_map(tenth).collect();
        vec![
            Finding::figure("distance_mean", share(self.sum), "m"),
            Finding::figure("distance_least", self.least, "m"),
            Finding::figure("distance_p05", self.quantile(0.05), "m"),
            Finding::figure("distance_median", self.quantile(0.5), "m"),
            Finding::figure("brushing_share", share(self.brushed as f64), "share"),
            Finding::series("distance", &[("from", "m"), ("share", "share")], rows),
        ]
    }
    gathers!(classes, sum, least, brushed);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::tests::frame;
    use crate::moment::tests::walk;
    use crate::{Found, Subject};

    #[test]
    fn the_nearest_is_found_on_the_own_floor() {
        let mut people = frame(&[(0.0, 0.0), (0.2, 3.0), (1.0, 0.0), (0.0, 0.1), (7.0, 7.0)]);
        people.floor[3] = 1;
        let found = nearest_distances(&people);
        let apart = (0.8_f64 * 0.8 + 9.0).sqrt().min((0.04_f64 + 9.0).sqrt());
        assert_eq!(found.iter().map(|f| f.0).collect::<Vec<_>>(), [0, 1, 2, 4]);
        assert_eq!((found[0].1, found[2].1), (1.0, 1.0));
        assert!((found[1].1 - apart).abs() < 1e-12);
        assert_eq!(nearest_distances(&frame(&[(0.0, 0.0)])), []);
    }

    #[test]
    fn brushing_is_the_share_of_time_that_someone_is_too_near() {
        let mut distance = (ENTRY.begin)(&Subject::default()).unwrap();
        // Nearest distances 0.4, 0.4 and 3 m.
        walk(&[&[(0.0, 0.0), (0.4, 0.0), (3.4, 0.0)]], 1, |moment| distance.moment(moment));
        let figure = |i: usize| if let Found::Figure(Some(v)) = distance.findings()[i].value { v } else { f64::NAN };
        assert!((figure(0) - 3.8 / 3.0).abs() < 1e-9 && (figure(4) - 2.0 / 3.0).abs() < 1e-9);
        assert!((figure(1) - 0.4).abs() < 1e-12 && (figure(3) - 0.4).abs() <= CLASS);
    }
}
