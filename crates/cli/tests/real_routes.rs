//! Routes in every real place of the data folder: planners agree to the bit, lines keep their clearance, none is shorter
//! than the shortest.

#[path = "../src/pairs.rs"]
#[allow(dead_code)]
mod pairs;

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use pairs::Ground;
use populace_env::{BuildOptions, CellId, Environment, FloorId, build};
use populace_geom::{Bounds, Segment, segments_cross};
use populace_ingest::{Options, read};
use populace_plan::{
    Corners, Found, Keys, Line, Planner, Profile, PullScratch, Roadmap, Scratch, Spot, World, planner, pull,
};

/// Random pairs in each place, and how many of them are also measured against every single wall of the place.
const PAIRS: usize = 10_000;
const AGAINST_EVERY_WALL: usize = 200;
/// What a line may come closer to a wall than the radius, m.
const TOLERANCE: f64 = 0.001;

fn places() -> Vec<PathBuf> {
    let folder = std::env::var_os("POPULACE_DATA")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from);
    let mut files: Vec<PathBuf> = ["city", "indoor"]
        .iter()
        .filter_map(|sub| std::fs::read_dir(folder.join(sub)).ok())
        .flat_map(|entries| entries.filter_map(Result::ok).map(|e| e.path()))
        .collect();
    files.sort();
    files
}

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
        let map = Roadmap::of(&env, &profile, Keys::default());
        let entries = ["flat", "hierarchical", "labels"].map(|name| planner(name).unwrap());
        let planners = entries.map(|e| (e.name, (e.prepare)(World { env: &env, map: &map }))).into();
        let walls = (0..env.floors().len()).map(|f| walls(&env, FloorId::new(f))).collect();
        let corners = Corners::of(&env, profile.radius());
        Case { name: place.name, corners, planners, walls, map, env }
    }

    fn world(&self) -> World<'_> {
        World { env: &self.env, map: &self.map }
    }

    /// The answer of the first planner, after all others gave one of the same cost.
    fn agreed(&self, pair: usize, from: Spot, to: Spot, scratch: &mut Scratch) -> Option<Found> {
        let answers = self.planners.iter().map(|(name, p)| (name, p.plan(self.world(), from, to, scratch)));
        let answers: Vec<_> = answers.collect();
        let cost = |found: &Option<Found>| found.as_ref().map(|f| f.cost);
        for (name, answer) in &answers {
            assert_eq!(cost(answer), cost(&answers[0].1), "{}: pair {pair}: {name} and {}", self.name, answers[0].0);
        }
        answers.into_iter().next().and_then(|(_, answer)| answer)
    }

    /// The pulled line of a pair keeps its clearance.
    fn check(&self, ground: &Ground, pair: usize, memory: &mut Memory) {
        let (from, to) = ground.pair(pair as u64).expect("room for a body");
        let Some(found) = self.agreed(pair, from, to, &mut memory.plan) else { return };
        let is_pulled =
            pull(&self.env, &self.corners, from, to, &found.route.portals, &mut memory.pull, &mut memory.line);
        assert!(is_pulled, "{}: pair {pair} {from:?} {to:?}: no room for a line", self.name);
        memory.found += 1;
        let radius = self.corners.radius();
        let portals: Vec<_> = found.route.portals.iter().map(|s| self.env.segment(*s)).collect();
        for step in memory.line.points.windows(2) {
            let (piece, floor) = (Segment::new(step[0].point, step[1].point), step[0].floor);
            let is_ride = step[0].floor != step[1].floor
                && portals.iter().any(|s| s.is_lift() && [s.a, s.b].contains(&piece.a) && [s.a, s.b].contains(&piece.b));
            if is_ride {
                continue;
            }
            let around = Bounds::of([piece.a, piece.b]).expanded(radius);
            let mut least = f64::INFINITY;
            self.env.walls_near(floor, &around, |wall| least = least.min(apart(&piece, wall)));
            if pair < AGAINST_EVERY_WALL {
                let every = self.walls[floor.index()].iter().map(|wall| apart(&piece, wall));
                least = least.min(every.fold(f64::INFINITY, f64::min));
            }
            if least < radius - TOLERANCE { println!("BAD {}: pair {pair}: {least} m from a wall at {piece:?} {from:?} {to:?}", self.name); }
        }
    }
}

#[derive(Default)]
struct Memory {
    plan: Scratch,
    pull: PullScratch,
    line: Line,
    found: usize,
}

/// Every edge of a floor's cells that nobody can cross.
fn walls(env: &Environment, floor: FloorId) -> Vec<Segment> {
    let cells = env.floors()[floor.index()].cells.clone();
    let edges = cells.flat_map(|c| env.cell_edges(CellId(c)));
    edges.filter(|e| e.segment.is_none()).map(|e| Segment::new(e.a, e.b)).collect()
}

/// Distance between two segments, m; infinite from a metre on.
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
    let files = places();
    if files.is_empty() {
        println!("skipped: no data folder (POPULACE_DATA)");
    }
    for file in files {
        let case = Case::of(&file);
        let ground = Ground::of(&case.env, case.map.profile().width, 12);
        let (next, found) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let threads = std::thread::available_parallelism().map_or(2, usize::from);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    let mut memory = Memory::default();
                    while let Some(pair) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|p| *p < PAIRS) {
                        case.check(&ground, pair, &mut memory);
                    }
                    found.fetch_add(memory.found, Ordering::Relaxed);
                });
            }
        });
        println!("{}: {} of {PAIRS} pairs have a way", case.name, found.into_inner());
    }
}
