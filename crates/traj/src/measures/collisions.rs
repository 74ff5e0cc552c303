//! Collisions: bodies that overlap, how deep and for how long.
//!
//! Collisions are counted as in SteerSuite (`AgentMetricsCollector.h`). Two bodies collide when they overlap by more than 1 mm. A
//! collision lasts until they are apart, and counts once.

use std::collections::BTreeMap;

use populace_geom::Point;

use super::{Finding, MeasureEntry, Measuring, Of, gathers};
use crate::{Frame, Moment};

pub(super) const ENTRY: MeasureEntry = MeasureEntry {
    name: "collisions",
    about: "overlaps of bodies of the radius given by more than 1 mm: count, depth and duration",
    unit: "1",
    source: "SteerSuite AgentMetricsCollector.h (penetration over 0.001 m)",
    of: Of::Everyone,
    needs_ground: false,
    begin: |subject| {
        let radius = subject.settings.radius;
        Some(Box::new(Uniform { radius, collisions: Collisions::new(1.0 / subject.frame_rate) }))
    },
};

/// Bodies that overlap by less do not collide, m.
const TOUCH: f64 = 0.001;

/// Two bodies that overlapped for a while.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Collision {
    /// The two pedestrians, the lower number first.
    pub pair: [u32; 2],
    /// Time of the first frame with the overlap, s.
    pub time: f64,
    /// Frames with the overlap times the time of a frame, s.
    pub duration: f64,
    /// Deepest overlap, m.
    pub depth: f64,
}

/// Gathers collisions, frame by frame.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Collisions {
    frame_time: f64,
    open: BTreeMap<[u32; 2], Collision>,
    closed: Vec<Collision>,
    people: std::collections::BTreeSet<u32>,
}

impl Collisions {
    /// Returns an empty gatherer for frames every `frame_time` s.
    pub fn new(frame_time: f64) -> Self {
        Collisions { frame_time, ..Collisions::default() }
    }
    /// Takes the next frame, with the radius of each pedestrian, m. People on different floors do not meet.
    pub fn frame(&mut self, frame: &Frame, radius: impl Fn(u32) -> f64) {
        self.people.extend(&frame.pedestrian);
        let mut bodies: Vec<(Point, f64, u32, u16)> = frame
            .on_floors()
            .map(|row| (frame.position[row], radius(frame.pedestrian[row]), frame.pedestrian[row], frame.floor[row]))
            .collect();
        bodies.sort_unstable_by(|a, b| a.0.x.total_cmp(&b.0.x).then(a.2.cmp(&b.2)));
        let widest = bodies.iter().map(|body| body.1).fold(0.0, f64::max);
        let mut now: BTreeMap<[u32; 2], f64> = BTreeMap::new();
        for (i, &(p, r, who, floor)) in bodies.iter().enumerate() {
            for &(q, s, other, below) in bodies[i + 1..].iter().take_while(|body| body.0.x - p.x < r + widest) {
                let depth = r + s - p.distance(q);
                if depth > TOUCH && floor == below {
                    now.insert([who.min(other), who.max(other)], depth);
                }
            }
        }
        let over: Vec<[u32; 2]> = self.open.keys().filter(|pair| !now.contains_key(*pair)).copied().collect();
        self.closed.extend(over.iter().filter_map(|pair| self.open.remove(pair)));
        for (pair, depth) in now {
            let new = Collision { pair, time: frame.time, duration: 0.0, depth };
            let one = self.open.entry(pair).or_insert(new);
            one.duration += self.frame_time;
            one.depth = one.depth.max(depth);
        }
    }
    /// Returns all collisions: first the collisions that are over.
    pub fn all(&self) -> impl Iterator<Item = &Collision> {
        self.closed.iter().chain(self.open.values())
    }
}

/// Bodies of one radius.
struct Uniform {
    radius: f64,
    collisions: Collisions,
}

impl Measuring for Uniform {
    fn moment(&mut self, moment: &Moment) {
        self.collisions.frame(moment.frame, |_| self.radius);
    }
    fn findings(&self) -> Vec<Finding> {
        let (all, people) = (|| self.collisions.all(), self.collisions.people.len());
        let count = all().count() as f64;
        let duration: f64 = all().map(|one| one.duration).sum();
        let columns = [TIME_OF, ("pedestrian", "id"), ("other", "id"), ("duration", "s"), ("depth", "m")];
        let row =
            |one: &Collision| vec![one.time, f64::from(one.pair[0]), f64::from(one.pair[1]), one.duration, one.depth];
        vec![
            Finding::figure("collisions", Some(count), "1"),
            Finding::figure("collisions_per_person", (people > 0).then(|| 2.0 * count / people as f64), "1"),
            Finding::figure("overlap_deepest", Some(all().map(|one| one.depth).fold(0.0, f64::max)), "m"),
            Finding::figure("overlap_duration_mean", (count > 0.0).then(|| duration / count), "s"),
            Finding::series("collision", &columns, all().map(row).collect()),
        ]
    }
    gathers!(collisions);
}

const TIME_OF: (&str, &str) = ("begin", "s");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::tests::frame;

    fn run(frames: &[&[(f64, f64)]]) -> Vec<Collision> {
        let mut collisions = Collisions::new(0.1);
        for (number, places) in (0..).zip(frames) {
            let frame = Frame { time: f64::from(number) * 0.1, ..frame(places) };
            collisions.frame(&frame, |_| 0.2);
        }
        collisions.all().copied().collect()
    }

    #[test]
    fn an_overlap_counts_once_with_its_greatest_depth() {
        let found = run(&[
            &[(0.0, 0.0), (0.5, 0.0), (9.0, 9.0)],
            &[(0.0, 0.0), (0.39, 0.0), (9.0, 9.0)],
            &[(0.0, 0.0), (0.3, 0.0), (9.0, 9.0)],
            &[(0.0, 0.0), (0.45, 0.0), (9.0, 9.0)],
            &[(0.0, 0.0), (0.0, 0.35), (9.0, 9.0)],
        ]);
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].pair, found[0].time), ([0, 1], 0.1));
        assert!((found[0].duration - 0.2).abs() < 1e-12 && (found[0].depth - 0.1).abs() < 1e-12, "{found:?}");
        assert!((found[1].depth - 0.05).abs() < 1e-12 && found[1].time == 0.4, "it goes on at the end: {found:?}");
    }

    #[test]
    fn touching_is_no_collision() {
        assert_eq!(run(&[&[(0.0, 0.0), (0.4, 0.0), (0.0, 0.3995)]]), []);
    }

    #[test]
    fn people_on_other_floors_do_not_meet() {
        let mut people = frame(&[(0.0, 0.0), (0.1, 0.0)]);
        people.floor[1] = 1;
        let mut collisions = Collisions::new(0.1);
        collisions.frame(&people, |_| 0.2);
        assert_eq!(collisions.all().count(), 0);
    }
}
