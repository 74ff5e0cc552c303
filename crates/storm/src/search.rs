//! A search for a way that shares nothing with the planners: a grid over the ground, flooded from where a body stands.
//!
//! The search never claims a way that is not there. A point of the grid counts when the body fits there with half a cell to spare, so the
//! body fits everywhere between two such points. The search walks on a belt only in the direction of the belt, and
//! passes a link only where it is clearly wide enough.

use std::collections::{BTreeSet, VecDeque};

use populace_env::{Doors, Environment, FloorId, FloorKind, LinkKind, Passage, World};
use populace_geom::{Point, Segment, segments_cross};
use populace_plan::Profile;

/// The distance between two points of the grid, m.
const CELL: f64 = 0.1;
/// What a body has to spare at a point of the grid, m: half a cell, and a little for rounding.
const SPARE: f64 = CELL / 2.0 + 0.005;
/// A body is at a point of the grid or at a link when it is no farther away than this, m.
const NEAR: f64 = 0.4;
/// The most points that are looked at.
const MOST: usize = 400_000;

/// A point of the grid: its floor, its column and its row.
type Node = (FloorId, i64, i64);

/// A search in a place with its doors as they are, for a profile.
pub struct Search<'a> {
    world: World<'a>,
    profile: &'a Profile,
    /// The leaves of one-way doors within a floor. The search passes none of them.
    leaves: Vec<(FloorId, Segment)>,
    /// Links that were passed.
    passed: BTreeSet<usize>,
    seen: BTreeSet<Node>,
    open: VecDeque<Node>,
}

impl<'a> Search<'a> {
    /// Returns a search that has not begun.
    pub fn new(env: &'a Environment, doors: &'a Doors, profile: &'a Profile) -> Self {
        let one_way = env.segments().iter().filter(|s| !matches!(s.passage, Passage::Both | Passage::Lift));
        let within = one_way.filter(|s| env.cell_floor(s.cells[0]) == env.cell_floor(s.cells[1]));
        Search {
            world: World::new(env, doors),
            profile,
            leaves: within.map(|s| (env.cell_floor(s.cells[0]), Segment::new(s.a, s.b))).collect(),
            passed: BTreeSet::new(),
            seen: BTreeSet::new(),
            open: VecDeque::new(),
        }
    }

    /// Returns whether the planned body gets from a point to a point that `is_goal` accepts. A search that found no such point may be asked
    /// again from another point, for the same goal: it looks only where it has not been.
    pub fn reaches(&mut self, floor: FloorId, from: Point, is_goal: impl Fn(FloorId, Point) -> bool) -> bool {
        if !self.walks_on(floor) {
            return false;
        }
        self.enter(floor, from);
        while let Some(node) = self.open.pop_front() {
            let (floor, at) = (node.0, point(node));
            if is_goal(floor, at) {
                return true;
            }
            if self.is_cut_short() {
                return false;
            }
            for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
                if self.goes_with_belt(floor, Point::new(dx as f64, dy as f64)) {
                    self.visit((floor, node.1 + dx, node.2 + dy));
                }
            }
            self.pass_links(floor, at);
        }
        false
    }

    /// Returns whether the search has ended before it had been everywhere.
    pub fn is_cut_short(&self) -> bool {
        self.seen.len() > MOST
    }

    /// Visits the points of the grid around a point that the body reaches in a straight line.
    fn enter(&mut self, floor: FloorId, at: Point) {
        let Some(cell) = self.world.locate(floor, at, None) else { return };
        let (column, row) = ((at.x / CELL).round() as i64, (at.y / CELL).round() as i64);
        let reach = (NEAR / CELL) as i64;
        for dx in -reach..=reach {
            for dy in -reach..=reach {
                let node = (floor, column + dx, row + dy);
                let there = point(node);
                let end = self.world.ray(cell, at, there);
                let is_on_floor = end.wall.is_none() && self.world.cell_floor(end.cell) == floor;
                if there.distance(at) <= NEAR && is_on_floor && !self.meets_leaf(floor, at, there) {
                    self.visit(node);
                }
            }
        }
    }

    fn visit(&mut self, node: Node) {
        if !self.seen.contains(&node) && self.fits(node.0, point(node)) {
            self.seen.insert(node);
            self.open.push_back(node);
        }
    }

    /// Returns whether the planned body fits at a point of a floor, with half a cell to spare.
    fn fits(&self, floor: FloorId, at: Point) -> bool {
        let room = self.profile.radius() + SPARE;
        let is_at_leaf = |(on, leaf): &(FloorId, Segment)| *on == floor && leaf.distance(at) < CELL;
        !self.leaves.iter().any(is_at_leaf)
            && self.world.locate(floor, at, None).is_some()
            && self.world.nearest_wall(floor, at, room).is_none()
    }

    /// Returns whether a straight line begins at the leaf of a one-way door or crosses it. The search does not know on
    /// which side of the leaf a body in the doorway is.
    fn meets_leaf(&self, floor: FloorId, from: Point, to: Point) -> bool {
        let line = Segment::new(from, to);
        self.leaves.iter().any(|(on, leaf)| *on == floor && (leaf.distance(from) < CELL || segments_cross(&line, leaf)))
    }

    fn walks_on(&self, floor: FloorId) -> bool {
        self.profile.may_walk_on(&self.world.floors()[floor.index()].kind)
    }

    /// Returns whether a direction does not lead against the belt of a floor.
    fn goes_with_belt(&self, floor: FloorId, way: Point) -> bool {
        let floor = &self.world.floors()[floor.index()];
        let (FloorKind::Escalator(belt) | FloorKind::Walkway(belt)) = floor.kind else { return true };
        let Some((from, to)) = floor.axis() else { return false };
        belt.speed == 0.0 || ((to - from) * belt.speed).dot(way) >= 0.0
    }

    /// Enters the floors behind the links that begin near a point.
    fn pass_links(&mut self, floor: FloorId, at: Point) {
        for (i, link) in self.world.env.links().iter().enumerate() {
            if self.passed.contains(&i) || !self.world.is_open(populace_env::LinkId::new(i)) {
                continue;
            }
            match &link.kind {
                LinkKind::Opening { floors, segment, one_way } => {
                    self.cross(i, (floor, at), *floors, segment, *one_way)
                }
                LinkKind::Door { floors, segment, door } if floors[0] != floors[1] => {
                    self.cross(i, (floor, at), *floors, segment, door.one_way);
                }
                // A door within a floor is ground.
                LinkKind::Door { .. } => {}
                LinkKind::Lift { stops, lift } => {
                    let is_near = stops.iter().any(|(stop, p)| *stop == floor && p.distance(at) < NEAR / 2.0);
                    if is_near && self.profile.lifts && lift.door_width > self.profile.width + CELL {
                        self.passed.insert(i);
                        for &(stop, p) in stops {
                            if self.walks_on(stop) {
                                self.enter(stop, p);
                            }
                        }
                    }
                }
            }
        }
    }

    fn cross(&mut self, link: usize, from: (FloorId, Point), floors: [FloorId; 2], segment: &Segment, one_way: bool) {
        let (floor, at) = from;
        let middle = segment.a.lerp(segment.b, 0.5);
        let is_wide = segment.a.distance(segment.b) > self.profile.width + 2.0 * CELL;
        if !is_wide || middle.distance(at) > NEAR {
            return;
        }
        let other = match floors {
            [first, second] if first == floor => second,
            [first, second] if second == floor && !one_way => first,
            _ => return,
        };
        if self.walks_on(other) {
            self.passed.insert(link);
            // The middle of the edge may be outside by a rounding.
            if let Some((_, inside)) = self.world.locate_near(other, middle, CELL) {
                self.enter(other, inside);
            }
        }
    }
}

fn point((_, column, row): Node) -> Point {
    Point::new(column as f64 * CELL, row as f64 * CELL)
}

#[cfg(test)]
mod tests {
    use populace_plan::PROFILES;
    use populace_scenario::place::{AreaEntry, FloorEntry, LinkEntry, LinkWord, PlaceFile, WallEntry};
    use populace_scenario::written::{ArrivalEntry, PopulationEntry, ScenarioFile, StageEntry};
    use populace_scenario::{Registry, Scenario};

    use super::*;

    /// Returns a scenario with two rooms of 5 × 4 m and a door in the gap between them.
    fn rooms(gap: f64, door: LinkEntry) -> Scenario {
        let ring = |x0: f64, x1: f64| vec![[x0, 0.0], [x1, 0.0], [x1, 4.0], [x0, 4.0]];
        let wall = |y0: f64, y1: f64| WallEntry { line: vec![[5.0, y0], [5.0, y1]], thickness: Some(0.1) };
        let floor = FloorEntry {
            name: "ground".into(),
            outline: Some(ring(0.0, 10.0)),
            walls: vec![wall(0.0, 2.0), wall(2.0 + gap, 4.0)],
            ..FloorEntry::default()
        };
        let segment = Some([[5.0, 2.0], [5.0, 2.0 + gap]]);
        let area = |name: &str, outline| AreaEntry { name: name.into(), outline, ..AreaEntry::default() };
        let place = PlaceFile {
            floor: vec![floor],
            link: vec![LinkEntry { kind: Some(LinkWord::Door), floor: Some("ground".into()), segment, ..door }],
            area: vec![area("west", ring(0.0, 4.0))],
            ..PlaceFile::default()
        };
        let people = PopulationEntry {
            name: "people".into(),
            arrive: ArrivalEntry { count: Some(1), areas: Some("west".into()), ..ArrivalEntry::default() }.into(),
            journey: vec![StageEntry::leave("west")],
            ..PopulationEntry::default()
        };
        let file = ScenarioFile { until: 9.0, population: vec![people], ..ScenarioFile::default() };
        Scenario::prove(file, place, Registry::built_in()).unwrap_or_else(|e| panic!("{e}"))
    }

    fn gets_across(scenario: &Scenario, profile: usize) -> bool {
        let world = scenario.world();
        let mut search = Search::new(world.env, world.doors, &PROFILES[profile]);
        search.reaches(FloorId(0), Point::new(1.0, 2.0), |_, p| p.distance(Point::new(9.0, 2.0)) < 0.15)
    }

    #[test]
    fn the_search_passes_what_is_wide_enough_and_open() {
        assert!(gets_across(&rooms(1.0, LinkEntry::default()), 0));
        assert!(!gets_across(&rooms(0.4, LinkEntry::default()), 0), "a gap of 0.4 m is too narrow for 0.5 m");
        assert!(!gets_across(&rooms(0.7, LinkEntry::default()), 1), "a gap of 0.7 m is too narrow for a wheelchair");
        assert!(!gets_across(&rooms(1.0, LinkEntry { open: Some(false), ..LinkEntry::default() }), 0));
        let one_way = rooms(1.0, LinkEntry { one_way: Some(true), ..LinkEntry::default() });
        assert!(!gets_across(&one_way, 0));
        for x in [4.75, 4.98, 5.0] {
            let mut search = Search::new(one_way.world().env, one_way.world().doors, &PROFILES[0]);
            let goal = Point::new(9.0, 2.0);
            assert!(!search.reaches(FloorId(0), Point::new(x, 2.5), |_, p| p.distance(goal) < 0.15), "from x = {x}");
        }
    }

    #[test]
    fn a_search_that_found_nothing_is_asked_again_from_elsewhere() {
        let scenario = rooms(1.0, LinkEntry { open: Some(false), ..LinkEntry::default() });
        let mut search = Search::new(scenario.world().env, scenario.world().doors, &PROFILES[0]);
        let mut reaches =
            |x: f64| search.reaches(FloorId(0), Point::new(x, 2.0), |_, p| p.distance(Point::new(9.0, 2.0)) < 0.15);
        assert_eq!([1.0, 3.0, 8.0].map(&mut reaches), [false, false, true]);
    }
}
