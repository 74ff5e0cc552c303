//! The picture of a scene in the gallery: the place seen at a slant, with the crowd some time into the run and where it came from.

use populace_env::{CellId, FloorId};
use populace_geom::{Bounds, Point};
use populace_scenario::Scenario;
use populace_sim::Simulation;

use crate::draw::{Colour, Layer, PATHS, Pen, Picture, Shape, png};

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;
const MARGIN: f64 = 24.0;
/// The crowd is shown after this share of the run, between these times, s; its paths of the time before it.
const SHARE: f64 = 1.0 / 15.0;
const MOMENTS: (f64, f64) = (8.0, 40.0);
const TRAIL: f64 = 6.0;
/// Pedestrian-steps that a picture may take.
const MOST_STEPS: u64 = 3_000_000;

const GROUND: Colour = Colour(0xff, 0xfe, 0xfa, 255);
const PAPER: Colour = Colour(0xe9, 0xec, 0xef, 255);
const EDGE: Colour = Colour(0x3d, 0x44, 0x50, 255);

/// The picture as PNG.
pub fn thumbnail(scenario: &Scenario) -> Option<Vec<u8>> {
    let mut simulation = Simulation::new(scenario.setup(None));
    let mut trails: Vec<Vec<(FloorId, Point)>> = Vec::new();
    let moment = (scenario.until().time * SHARE).clamp(MOMENTS.0, MOMENTS.1);
    while simulation.time() < moment && simulation.counts().pedestrian_steps < MOST_STEPS && !simulation.is_over() {
        simulation.step();
        if simulation.time() >= moment - TRAIL && simulation.steps().is_multiple_of(4) {
            follow(&simulation, &mut trails);
        }
    }
    let slant = Slant::of(&simulation);
    let mut picture = Picture::new(WIDTH, HEIGHT, PAPER);
    let env = simulation.env();
    for (i, floor) in env.floors().iter().enumerate() {
        let id = FloorId::new(i);
        for cell in floor.cells.clone().map(CellId) {
            let ring: Vec<Point> = env.cell_ring(cell).map(|p| slant.at(p, env.height(id, p))).collect();
            picture.add(Layer::Ground, Shape::Fill { rings: vec![ring], colour: GROUND.opacity(215) });
            for edge in env.cell_edges(cell).filter(|e| e.segment.is_none()) {
                let points = vec![slant.at(edge.a, env.height(id, edge.a)), slant.at(edge.b, env.height(id, edge.b))];
                picture.add(Layer::Walls, Shape::Line { points, closed: false, pen: Pen::solid(EDGE, 1.3) });
            }
        }
    }
    people(&simulation, &trails, &slant, &mut picture);
    png(&picture).ok()
}

fn follow(simulation: &Simulation, trails: &mut Vec<Vec<(FloorId, Point)>>) {
    let people = simulation.people();
    for row in 0..people.len() {
        let id = people.id[row] as usize;
        if id >= trails.len() {
            trails.resize(id + 1, Vec::new());
        }
        trails[id].push((simulation.env().cell_floor(people.cell[row]), people.position[row]));
    }
}

fn people(simulation: &Simulation, trails: &[Vec<(FloorId, Point)>], slant: &Slant, picture: &mut Picture) {
    let (env, people) = (simulation.env(), simulation.people());
    let radius = (0.32 * slant.scale).clamp(1.6, 5.0);
    for row in 0..people.len() {
        let colour = PATHS[usize::from(people.population[row]) % PATHS.len()];
        let floor = env.cell_floor(people.cell[row]);
        let at = slant.at(people.position[row], env.height(floor, people.position[row]));
        if let Some(trail) = trails.get(people.id[row] as usize) {
            let points = trail.iter().map(|&(floor, p)| slant.at(p, env.height(floor, p))).collect();
            let pen = Pen::solid(colour.opacity(90), radius * 0.7);
            picture.add(Layer::Graph, Shape::Line { points, closed: false, pen });
        }
        picture.add(Layer::Marks, Shape::Dot { at, radius, colour });
    }
}

/// Seen from the south-east, half from above.
struct Slant {
    scale: f64,
    shift: Point,
}

impl Slant {
    fn of(simulation: &Simulation) -> Self {
        let env = simulation.env();
        let corners = env.cells().flat_map(|cell| {
            let floor = env.cell_floor(cell);
            env.cell_points(cell).into_iter().map(move |p| flat(p, env.height(floor, p)))
        });
        let bounds = Bounds::of(corners);
        let size = bounds.max - bounds.min;
        let room =
            |length: f64, pixels: f64| if length > 0.0 { (pixels - 2.0 * MARGIN) / length } else { f64::INFINITY };
        let scale = room(size.x, WIDTH).min(room(size.y, HEIGHT)).min(60.0);
        let middle = bounds.min.lerp(bounds.max, 0.5);
        Slant { scale, shift: Point::new(WIDTH / 2.0, HEIGHT / 2.0) - middle * scale }
    }
    fn at(&self, p: Point, z: f64) -> Point {
        flat(p, z) * self.scale + self.shift
    }
}

/// On the picture plane, in metres, y down.
fn flat(p: Point, z: f64) -> Point {
    Point::new(p.x + 0.35 * p.y, -0.55 * p.y - 0.9 * z)
}
