//! Proves that people do not overlap at the start, over all populations.

use populace_env::FloorId;
use populace_geom::Point;
use populace_sim::Placed;

use crate::error::{Blame, Problem};
use crate::finder::Finder;
use populace_ingest::key_path::KeyPath;

/// The people who stand at given points at the start, in the order of the file.
#[derive(Default)]
pub(crate) struct Standing {
    entries: Vec<Entry>,
    bodies: Vec<Body>,
}

/// An entry of the file that places some of these people.
struct Entry {
    /// The name of the population.
    name: String,
    /// The key of the list of points, or of the circle.
    at: KeyPath,
    is_list: bool,
}

struct Body {
    floor: FloorId,
    point: Point,
    radius: f64,
    entry: usize,
    /// The number of the pedestrian within the entry.
    number: usize,
}

impl Standing {
    /// Adds the people of an entry. The key `at` holds its list of points (`is_list`) or its circle.
    pub fn add(&mut self, finder: &Finder, name: &str, at: KeyPath, is_list: bool, placed: &[Placed], radius: f64) {
        let entry = self.entries.len();
        self.entries.push(Entry { name: name.to_owned(), at, is_list });
        self.bodies.extend(placed.iter().enumerate().map(|(number, one)| {
            let (floor, point) = (finder.world.cell_floor(one.at.cell), one.at.point);
            Body { floor, point, radius, entry, number }
        }));
    }

    /// Refuses two people who stand nearer to each other than their bodies allow.
    pub fn check(&self) -> Result<(), Problem> {
        let Some((one, other)) = self.overlap() else { return Ok(()) };
        let (first, entry) = (&self.entries[one.entry], &self.entries[other.entry]);
        let (a, b) = (one.number + 1, other.number + 1);
        let what = if one.entry == other.entry {
            format!("numbers {a} and {b} stand in each other")
        } else if first.name == entry.name {
            format!("number {b} of {:?} stands in number {a} of an entry above, of the same population", entry.name)
        } else {
            format!("number {b} of {:?} stands in number {a} of {:?}", entry.name, first.name)
        };
        let at = if entry.is_list { entry.at.item(other.number) } else { entry.at.clone() };
        Err(at.problem(what, format!("keep {} m between them", one.radius + other.radius)))
    }

    /// Returns two people who overlap, the later of them last.
    fn overlap(&self) -> Option<(&Body, &Body)> {
        let bodies = &self.bodies;
        let widest = bodies.iter().map(|b| b.radius).fold(0.0, f64::max);
        let mut order: Vec<usize> = (0..bodies.len()).collect();
        order.sort_by(|&a, &b| {
            let (one, other) = (&bodies[a], &bodies[b]);
            one.floor.cmp(&other.floor).then(one.point.x.total_cmp(&other.point.x)).then(a.cmp(&b))
        });
        order.iter().enumerate().find_map(|(n, &a)| {
            let one = &bodies[a];
            let is_near = |b: &Body| b.floor == one.floor && b.point.x - one.point.x < one.radius + widest;
            let is_in = |b: &Body| one.point.distance(b.point) < one.radius + b.radius - 1e-9;
            let beside = order[n + 1..].iter().take_while(|&&b| is_near(&bodies[b]));
            let b = beside.copied().find(|&b| is_in(&bodies[b]))?;
            Some((&bodies[a.min(b)], &bodies[a.max(b)]))
        })
    }
}
