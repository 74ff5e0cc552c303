//! The picture of a scene in the gallery: the place from a slanted view, with the crowd some time into the run and its paths so
//! far.

use populace_env::{CellId, FloorId};
use populace_geom::{Bounds, Point};
use populace_run::{End, Positions, Run, RunError, Script, Sink};
use populace_scenario::Scenario;
use populace_sim::Simulation;
use populace_traj::Frame;

use populace_draw::{Colour, FileKind, Layer, PATHS, Pen, Picture, Shape};

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;
const MARGIN: f64 = 24.0;
/// The share of the run after which the crowd is shown, the limits of that time, s, and the time of the paths, s.
const SHARE: f64 = 1.0 / 15.0;
const MOMENTS: (f64, f64) = (8.0, 40.0);
const TRAIL: f64 = 6.0;
/// Steps between two points of a path.
const TRAIL_EVERY: u64 = 4;
/// The most pedestrian-steps for a picture.
const MOST_STEPS: u64 = 3_000_000;

const GROUND: Colour = Colour(0xff, 0xfe, 0xfa, 255);
const PAPER: Colour = Colour(0xe9, 0xec, 0xef, 255);
const EDGE: Colour = Colour(0x3d, 0x44, 0x50, 255);

/// Draws the picture as PNG.
pub fn thumbnail(scenario: &Scenario) -> Option<Vec<u8>> {
    let setup = scenario.setup(None);
    let dt = setup.timing.dt;
    let moment = (scenario.until().time * SHARE).clamp(MOMENTS.0, MOMENTS.1);
    let end = End { last_step: End::steps(moment, dt), when_empty: true };
    let mut run = Run::new(Simulation::new(setup), Script::of(scenario), end);
    let mut trails = Trails { from: ((moment - TRAIL) / dt).ceil() as u64, of: Vec::new() };
    while run.ended().is_none() && run.simulation().counts().pedestrian_steps < MOST_STEPS {
        run.step(&mut [&mut trails]).ok()?;
    }
    let simulation = run.simulation();
    let slant = Slant::of(simulation);
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
    people(simulation, &trails.of, &slant, &mut picture);
    FileKind::Png.encode(&picture).ok()
}

/// The sink that keeps where people walked before the moment.
struct Trails {
    /// The step from which trails are kept.
    from: u64,
    /// The trail of each pedestrian.
    of: Vec<Vec<(FloorId, Point)>>,
}

impl Sink for Trails {
    fn name(&self) -> &str {
        "trails"
    }
    fn wants_frame(&self, step: u64) -> Option<Positions> {
        (step >= self.from && step.is_multiple_of(TRAIL_EVERY)).then_some(Positions::Exact)
    }
    fn frame(&mut self, frame: &Frame, _: &Simulation) -> Result<(), RunError> {
        for row in frame.on_floors() {
            let id = frame.pedestrian[row] as usize;
            if id >= self.of.len() {
                self.of.resize(id + 1, Vec::new());
            }
            self.of[id].push((FloorId::new(usize::from(frame.floor[row])), frame.position[row]));
        }
        Ok(())
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

/// The view from the south-east, half from above.
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

/// Projects a point onto the picture plane, in metres, y down.
fn flat(p: Point, z: f64) -> Point {
    Point::new(p.x + 0.35 * p.y, -0.55 * p.y - 0.9 * z)
}
