//! What every fuzz target does with its bytes. The workspace's own tests run the same bodies over damaged samples.

use std::path::Path;

use populace_env::{BuildOptions, Built, Door, Floor, FloorId, Link, LinkKind, Outline, Place, Wall, build};
use populace_geom::{Point, Segment};
use populace_ingest::{FORMATS, Options, Source};
use populace_record::import::{self, ImportOptions, Unit};
use populace_scenario::Scenario;
use populace_serve::packing;
use populace_serve::protocol::{Ask, Tell};
use populace_serve::wire::{Wire, from_bytes, to_bytes};
use populace_sim::{Simulation, reseal};

/// The most vertices that a damaged file may yield.
const MAX_VERTICES: usize = 20_000;
/// The most vertices of a place that is built. Larger places are only read, to keep a case short.
const MAX_BUILT: usize = 500;
/// The number of steps of a proven scenario.
const STEPS: u64 = 5;

/// The number of steps before the snapshot that is changed.
const STEPS_BEFORE: u64 = 60;

/// The scenario of snapshots.
const CROWD: &str = include_str!("../seeds/scenario/hall.scenario.toml");

/// The place of scenarios.
const HALL: &str = include_str!("hall.place.toml");

/// Reads the bytes as the format called `name`. The result must be a place or an error. A place must build to a valid environment
/// or be refused with an error.
pub fn importer(name: &str, bytes: &[u8]) {
    let Some(format) = FORMATS.iter().find(|f| f.name == name) else { return };
    (format.sniff)(&bytes[..bytes.len().min(4096)]);
    let options = Options { max_vertices: MAX_VERTICES, ..Options::default() };
    let source = Source { path: Path::new("fuzz-input"), bytes };
    match (format.read)(&source, &options) {
        Ok(place) => {
            assert!(place.vertex_count() <= MAX_VERTICES, "{} vertices were read", place.vertex_count());
            if place.vertex_count() <= MAX_BUILT {
                build_and_validate(&place);
            }
        }
        Err(error) => assert!(!error.what.is_empty(), "an error without words"),
    }
}

/// Proves the bytes as a scenario, in the same place whatever place the scenario names, and takes a few steps. No pedestrian may
/// get lost in them, and an error must have a text.
pub fn scenario(bytes: &[u8]) {
    let sources = [("fuzz-input".to_owned(), bytes.to_vec()), ("hall.place.toml".to_owned(), HALL.into())];
    match Scenario::from_sources(&sources) {
        Ok(scenario) => {
            let mut simulation = Simulation::new(scenario.setup(None));
            for _ in 0..STEPS {
                simulation.step();
            }
            let census = simulation.census();
            assert_eq!(census.entered, census.left + census.inside);
        }
        Err(error) => assert!(!error.to_string().is_empty(), "an error without words"),
    }
}

/// Restores the bytes as a snapshot, first as they are, then as changes to a real snapshot: three bytes are a position and the new
/// byte there. The seal is made anew, so that it does not hide the changes. A snapshot is refused with a text, or the run goes on
/// from it.
pub fn checkpoint(bytes: &[u8]) {
    let sources = [("fuzz-input".to_owned(), CROWD.into()), ("hall.place.toml".to_owned(), HALL.into())];
    let Ok(scenario) = Scenario::from_sources(&sources) else { return };
    let mut simulation = Simulation::new(scenario.setup(None));
    for _ in 0..STEPS_BEFORE {
        simulation.step();
    }
    let mut changed = simulation.snapshot();
    for change in bytes.chunks_exact(3) {
        let at = usize::from(change[0]) << 8 | usize::from(change[1]);
        let length = changed.len();
        changed[at % length] = change[2];
    }
    reseal(&mut changed);
    let mut sealed = bytes.to_vec();
    reseal(&mut sealed);
    for snapshot in [bytes, &sealed, &changed] {
        match simulation.restore(snapshot) {
            Ok(()) => (0..STEPS).for_each(|_| _ = simulation.step()),
            Err(error) => assert!(!error.to_string().is_empty(), "an error without words"),
        }
        assert_eq!(simulation.validate(), Ok(()));
    }
}

/// Reads the bytes as trajectories, as text or CSV by their content. Everything that is read is finite and in order; an error has a
/// text.
pub fn trajectories(bytes: &[u8]) {
    // Databases are only read from files.
    if bytes.starts_with(b"SQLite format 3\0") {
        return;
    }
    for (name, unit) in [("fuzz-input", None), ("fuzz-input.csv", Some(Unit::Centimetres))] {
        for frame_rate in [None, Some(25.0)] {
            match import::read_bytes(Path::new(name), bytes, &ImportOptions { frame_rate, unit }) {
                Ok(imported) => {
                    let frames = imported.trajectories.frames();
                    assert!(frames.windows(2).all(|two| two[0].0 < two[1].0));
                    assert!(frames.iter().all(|(_, frame)| frame.position.iter().all(|p| p.is_finite())));
                    assert!(frames.iter().all(|(_, frame)| frame.time.is_finite()));
                }
                Err(error) => assert!(!error.what.is_empty(), "an error without words"),
            }
        }
    }
}

/// Reads the bytes as messages between the viewer and the server, and as a packed frame. A message that is read is written as the
/// same bytes, and every pedestrian of a frame is found in it.
pub fn protocol(bytes: &[u8]) {
    written_as_read::<Ask>(bytes);
    written_as_read::<Tell>(bytes);
    let (origin, step) = (Point::new(-7.5, 3.0), 0.001);
    packing::find(bytes, 0, origin, step);
    let Some(frame) = packing::unpack(bytes, origin, step) else { return };
    for (row, &id) in frame.pedestrian.iter().enumerate().take(100) {
        // Numbers saturate at this value, so it may stand in several rows.
        if id < u32::MAX {
            assert_eq!(packing::find(bytes, id, origin, step), Some((frame.position[row], frame.floor[row])));
        }
    }
}

fn written_as_read<T: Wire>(bytes: &[u8]) {
    if let Ok(message) = from_bytes::<T>(bytes) {
        assert!(to_bytes(&message) == bytes, "what was read is written otherwise");
    }
}

/// Builds random outlines, walls and doors on a lattice of half metres. On a lattice, coordinates often coincide; these are the
/// hard cases.
pub fn lattice(bytes: &[u8]) {
    build_and_validate(&lattice_place(bytes));
}

/// Returns the place that the bytes describe: each item is a kind, a number of points and the points.
pub fn lattice_place(bytes: &[u8]) -> Place {
    let mut place = Place::default();
    place.floors.push(Floor::level("ground", 0.0));
    let mut bytes = bytes.iter().copied().take(400);
    while let (Some(kind), Some(count)) = (bytes.next(), bytes.next()) {
        let points: Vec<Point> = bytes
            .by_ref()
            .take(2 + usize::from(count % 8))
            .map(|b| Point::new(f64::from(b >> 4) * 0.5, f64::from(b & 15) * 0.5))
            .collect();
        add(&mut place, kind, points);
    }
    place
}

fn add(place: &mut Place, kind: u8, points: Vec<Point>) {
    if kind % 16 == 15 && place.floors.len() < 3 {
        let floors = place.floors.len();
        place.floors.push(Floor::level(format!("floor {floors}"), floors as f64 * 3.0));
    }
    let floor = FloorId::new(place.floors.len() - 1);
    let Some(last) = place.floors.last_mut() else { return };
    match kind % 8 {
        0 | 1 => last.obstacles.push(Outline::new(points, "obstacle")),
        2 => last.walls.push(Wall { line: points, thickness: 0.2, source: "wall".into() }),
        3 => {
            if let [a, b, ..] = points[..] {
                let door = Door { open: kind & 8 == 0, ..Door::default() };
                let kind = LinkKind::Door { floors: [floor; 2], segment: Segment { a, b }, door };
                let name = format!("door {}", place.links.len());
                place.links.push(Link { name, kind, source: "door".into() });
            }
        }
        4 => match last.walkable.last_mut() {
            Some(outline) => outline.holes.push(points),
            None => last.walkable.push(Outline::new(points, "walkable")),
        },
        _ => last.walkable.push(Outline::new(points, "walkable")),
    }
}

fn build_and_validate(place: &Place) {
    let options = BuildOptions { max_vertices: MAX_VERTICES, ..BuildOptions::default() };
    if let Ok(built) = build(place, &options) {
        let valid: Result<(), String> = Built::validate(&built);
        assert_eq!(valid, Ok(()));
    }
}
