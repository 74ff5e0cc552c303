//! Routes in every real place of the data folder: the planners agree to the bit, the lines keep their clearance, and no
//! line is shorter than the line of the exact planner.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::pairs::SpotSource;
use populace_env::{BuildOptions, CellId, Environment, FloorId, FreeSegment, SegmentId, build};
use populace_geom::{Bounds, Segment, segments_cross};
use populace_harness::data_files;
use populace_ingest::{Options, read};
use populace_plan::{
    Atlas, Corners, Exact, ExactScratch, Found, Keys, Line, Planner, Profile, PullScratch, Roadmap, Scratch, Spot,
    planner, pull, snap,
};

/// The number of random pairs in each place, and the number of pairs that are also compared with every single wall.
const PAIRS: usize = 10_000;
const AGAINST_EVERY_WALL: usize = 30;
/// The number of pairs among which one has its ends pressed against walls, as happens to a point that was given inside
/// a wall.
const PRESSED: usize = 10;
/// A line may come closer to a wall than the radius by this much, m.
const TOLERANCE: f64 = 0.001;

/// A place with everything that is compared.
struct Case {
    name: String,
    env: Environment,
    map: Roadmap,
    corners: Corners,
    planners: Vec<(&'static str, Box<dyn Planner>)>,
    /// Every wall of each floor.
    walls: Vec<Vec<Segment>>,
}

impl Case {
    fn of(file: &std::path::Path) -> Case {
        let place = read(file, &Options::default()).unwrap_or_else(|e| panic!("{e}"));
        let env = build(&place, &BuildOptions::default()).unwrap_or_else(|e| panic!("{e}")).environment;
        let profile = Profile::default();
        let map = Roadmap::of(env.as_given(), &profile, Keys::default());
        let entries = ["flat", "hierarchical", "labels"].map(|name| planner(name).unwrap());
        let planners = entries.map(|e| (e.name, (e.prepare)(Atlas { world: env.as_given(), map: &map }))).into();
        let walls = (0..env.floors().len()).map(|f| walls(&env, FloorId::new(f))).collect();
        let corners = Corners::of(&env, profile.radius());
        Case { name: place.name, corners, planners, walls, map, env }
    }

    fn atlas(&self) -> Atlas<'_> {
        Atlas { world: self.env.as_given(), map: &self.map }
    }

    /// Returns the answer of the first planner, after all other planners gave an answer of the same cost.
    fn agreed(&self, pair: usize, from: Spot, to: Spot, scratch: &mut Scratch) -> Option<Found> {
        let answers = self.planners.iter().map(|(name, p)| (name, p.plan(self.atlas(), from, to, scratch)));
        let answers: Vec<_> = answers.collect();
        let cost = |found: &Option<Found>| found.as_ref().map(|f| f.cost);
        for (name, answer) in &answers {
            assert_eq!(cost(answer), cost(&answers[0].1), "{}: pair {pair}: {name} and {}", self.name, answers[0].0);
        }
        answers.into_iter().next().and_then(|(_, answer)| answer)
    }

    /// Plans a pair and pulls the route tight. Checks that the line keeps its clearance, that it is not shorter than
    /// the line of the exact planner, and that the exact line keeps its clearance, too.
    fn check(&self, exact: &Exact<impl MayPass>, ground: &SpotSource, pair: usize, memory: &mut Memory) {
        let (mut from, mut to) = ground.pair(pair as u64).expect("room for a body");
        if pair.is_multiple_of(PRESSED) {
            (from, to) = (self.pressed(from), self.pressed(to));
        }
        let Some(found) = self.agreed(pair, from, to, &mut memory.plan) else { return };
        memory.found += 1;
        let Memory { line, faults, .. } = memory;
        let portals = &found.route.portals;
        if !pull(&self.env, &self.corners, from, to, portals, &mut memory.pull, line) {
            faults.push(format!("{}: pair {pair}: no line from {from:?} to {to:?}", self.name));
            return;
        }
        self.check_clearance(pair, line, portals, faults);
        let (pulled, mut crossed) = (line.length, Vec::new());
        let shortest =
            exact.line(&self.env, &self.corners, from, to, &mut memory.exact, line, &mut crossed).map(|f| f.length);
        if shortest.is_none_or(|length| length > pulled + 1e-6) {
            faults.push(format!("{}: pair {pair}: shortest {shortest:?} m, pulled {pulled} m", self.name));
        }
        self.check_clearance(pair, line, &crossed, faults);
    }

    /// Returns the spot of a body that was put into the nearest wall.
    fn pressed(&self, spot: Spot) -> Spot {
        let (floor, width) = (self.env.cell_floor(spot.cell), self.map.profile().width);
        let wall = self.env.as_given().nearest_wall(floor, spot.point, f64::INFINITY).expect("walls");
        snap(self.env.as_given(), floor, wall.point, width, 1.0).map_or(spot, |s| s.spot)
    }

    fn check_clearance(&self, pair: usize, line: &Line, portals: &[SegmentId], faults: &mut Vec<String>) {
        let rides: Vec<_> = portals.iter().map(|s| self.env.segment(*s)).filter(|s| s.is_lift()).collect();
        for step in line.points.windows(2) {
            let (piece, floor) = (Segment::new(step[0].point, step[1].point), step[0].floor);
            let ends = |s: &FreeSegment| [[s.a, s.b], [s.b, s.a]].contains(&[piece.a, piece.b]);
            if step[1].floor != floor && rides.iter().any(|s| ends(s)) {
                continue;
            }
            let clearance = self.clearance(&piece, floor, pair < AGAINST_EVERY_WALL);
            if clearance < self.corners.radius() - TOLERANCE {
                faults.push(format!("{}: pair {pair}: {clearance} m from a wall at {piece:?}", self.name));
            }
        }
    }

    /// Returns the distance of a piece of a line to the walls near it, or to every wall.
    fn clearance(&self, piece: &Segment, floor: FloorId, to_every_wall: bool) -> f64 {
        let mut least = f64::INFINITY;
        let around = Bounds::of([piece.a, piece.b]).expanded(self.corners.radius());
        self.env.as_given().walls_near(floor, &around, |wall| least = least.min(apart(piece, wall)));
        if to_every_wall {
            let every = self.walls[floor.index()].iter().map(|wall| apart(piece, wall));
            least = least.min(every.fold(f64::INFINITY, f64::min));
        }
        least
    }
}

/// A function that returns whether the body may pass a segment, coming from a cell.
trait MayPass: Fn(SegmentId, CellId) -> bool + Sync {}
impl<F: Fn(SegmentId, CellId) -> bool + Sync> MayPass for F {}

#[derive(Default)]
struct Memory {
    plan: Scratch,
    pull: PullScratch,
    exact: ExactScratch,
    line: Line,
    found: usize,
    faults: Vec<String>,
}

/// Returns every edge of a floor's cells that nobody can cross.
fn walls(env: &Environment, floor: FloorId) -> Vec<Segment> {
    let cells = env.floors()[floor.index()].cells.clone();
    let edges = cells.flat_map(|c| env.cell_edges(CellId(c)));
    edges.filter(|e| e.segment.is_none()).map(|e| Segment::new(e.a, e.b)).collect()
}

/// Returns the distance between two segments, m; infinite when the boxes around them are more than a metre apart.
fn apart(p: &Segment, q: &Segment) -> f64 {
    let around = |s: &Segment| Bounds::of([s.a, s.b]).expanded(0.5);
    if !around(p).overlaps(&around(q)) {
        return f64::INFINITY;
    }
    if segments_cross(p, q) {
        return 0.0;
    }
    [p.distance(q.a), p.distance(q.b), q.distance(p.a), q.distance(p.b)].into_iter().fold(f64::INFINITY, f64::min)
}

#[test]
fn planners_agree_and_lines_keep_their_clearance_in_every_real_place() {
    let files = data_files(&["city", "indoor"]);
    let mut faults = Vec::new();
    for file in files {
        let case = Case::of(&file);
        let ground = SpotSource::of(case.env.as_given(), case.map.profile().width, 12);
        let exact =
            Exact::of(&case.env, &case.corners, |segment, cell| case.map.may_leave(case.env.as_given(), cell, segment));
        let next = AtomicUsize::new(0);
        let work = || {
            let mut memory = Memory::default();
            while let Some(pair) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|p| *p < PAIRS) {
                case.check(&exact, &ground, pair, &mut memory);
            }
            (memory.found, memory.faults)
        };
        let threads = std::thread::available_parallelism().map_or(2, usize::from);
        let done: Vec<_> = std::thread::scope(|scope| {
            let started: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            started.into_iter().map(|thread| thread.join().expect("planners agree")).collect()
        });
        let ways = done.iter().map(|d| d.0).sum::<usize>();
        println!("{}: {ways} of {PAIRS} pairs have a way", case.name);
        assert!(ways > PAIRS * 98 / 100, "{}: hardly any way", case.name);
        faults.extend(done.into_iter().flat_map(|d| d.1));
    }
    let first: Vec<_> = faults.iter().take(10).cloned().collect();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), first.join("\n"));
}
