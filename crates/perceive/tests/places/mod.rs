//! Small places for the tests, and crowds in them.
use populace_env::{
    BuildOptions, CellId, Door, Environment, Floor, FloorId, FloorKind, Height, Link, LinkKind, Outline, Place, Stairs,
    World, build,
};
use populace_geom::{Draws, Point, Segment};
use populace_perceive::{Bodies, Neighbours, Perceiving, perception};
use serde_json::Value;

/// Returns the perception of a name with its settings.
pub fn named(name: &str, settings: Value) -> Perceiving {
    Perceiving::of(perception(name).expect("a line of the table"), settings).expect("within the limits")
}

pub fn p(x: f64, y: f64) -> Point {
    Point::new(x, y)
}

fn rectangle(x0: f64, y0: f64, x1: f64, y1: f64) -> Outline {
    Outline::new(vec![p(x0, y0), p(x1, y0), p(x1, y1), p(x0, y1)], "rectangle")
}

fn level(name: &str, z: f64, outlines: &[Outline]) -> Floor {
    let mut floor = Floor::level(name, z);
    floor.walkable.extend_from_slice(outlines);
    floor
}

fn built(place: &Place) -> Environment {
    build(place, &BuildOptions::default()).expect("builds").environment
}

/// Returns an open square.
pub fn square(side: f64) -> Environment {
    built(&Place { floors: vec![level("ground", 0.0, &[rectangle(0.0, 0.0, side, side)])], ..Place::default() })
}

/// Returns a square with 25 blocks of 4 × 4 m, 8 m apart.
pub fn town() -> Environment {
    let mut floor = level("ground", 0.0, &[rectangle(0.0, 0.0, 44.0, 44.0)]);
    for i in 0..25 {
        let (x, y) = (4.0 + f64::from(i % 5) * 8.0, 4.0 + f64::from(i / 5) * 8.0);
        floor.obstacles.push(rectangle(x, y, x + 4.0, y + 4.0));
    }
    built(&Place { floors: vec![floor], ..Place::default() })
}

/// Returns two rooms of 5 × 4 m with a doorway of 1.2 m in the wall of 0.2 m between them.
pub fn two_rooms() -> Environment {
    let rooms = [rectangle(0.0, 0.0, 5.0, 4.0), rectangle(5.2, 0.0, 10.2, 4.0), rectangle(5.0, 1.4, 5.2, 2.6)];
    let kind = LinkKind::Door {
        floors: [FloorId(0), FloorId(0)],
        segment: Segment::new(p(5.1, 1.6), p(5.1, 2.4)),
        door: Door::default(),
    };
    built(&Place {
        floors: vec![level("ground", 0.0, &rooms)],
        links: vec![Link { name: "door".into(), kind, source: String::new() }],
        ..Place::default()
    })
}

/// Returns a corridor, 0.8 m wide and 20 m long, between two halls of 4.4 m, with walls of 0.2 m and no doors.
pub fn corridor_between_halls() -> Environment {
    let rooms = [rectangle(0.0, 0.0, 20.0, 4.4), rectangle(0.0, 4.6, 20.0, 5.4), rectangle(0.0, 5.6, 20.0, 10.0)];
    built(&Place { floors: vec![level("ground", 0.0, &rooms)], ..Place::default() })
}

/// Returns two storeys of 20 × 10 m above each other and a flight of stairs, 2 m wide, from (8, 5) below to (13, 5)
/// above.
pub fn house() -> Environment {
    let mut flight = level("stairs", 0.0, &[rectangle(8.0, 4.0, 13.0, 6.0)]);
    flight.kind = FloorKind::Stairs(Stairs::default());
    flight.height = Height::Along(vec![(p(8.0, 5.0), 0.0), (p(13.0, 5.0), 3.0)]);
    let opening = |name: &str, floors: [u32; 2], a, b| {
        let kind = LinkKind::Opening { floors: floors.map(FloorId), segment: Segment::new(a, b), one_way: false };
        Link { name: name.into(), kind, source: String::new() }
    };
    built(&Place {
        floors: vec![
            level("ground", 0.0, &[rectangle(0.0, 0.0, 20.0, 10.0)]),
            level("first", 3.0, &[rectangle(0.0, 0.0, 20.0, 10.0)]),
            flight,
        ],
        links: vec![
            opening("foot", [0, 2], p(8.0, 4.0), p(8.0, 6.0)),
            opening("head", [2, 1], p(13.0, 4.0), p(13.0, 6.0)),
        ],
        ..Place::default()
    })
}

/// People who stand still.
#[derive(Clone, Default)]
pub struct People {
    pub position: Vec<Point>,
    pub cell: Vec<CellId>,
    pub velocity: Vec<Point>,
}

impl People {
    pub fn at(env: &Environment, places: &[(u32, Point)]) -> Self {
        let mut people = People::default();
        for &(floor, at) in places {
            people.add(env.locate(FloorId(floor), at, None).expect("walkable"), at);
        }
        people
    }

    /// Returns some people anywhere on the walkable ground of all floors, the same for the same seed.
    pub fn anywhere(env: &Environment, count: usize, seed: u64) -> Self {
        let (draws, mut people) = (Draws::new(seed), People::default());
        for draw in 0.. {
            let floor = draws.bits(draw, 0, 0) as usize % env.floors().len();
            let (corner, size) = (env.floors()[floor].bounds.min, env.floors()[floor].bounds.size());
            let at = corner + p(size.x * draws.unit(draw, 0, 1), size.y * draws.unit(draw, 0, 2));
            if people.position.len() == count {
                break;
            }
            if let Some(cell) = env.locate(FloorId::new(floor), at, None) {
                people.add(cell, at);
            }
        }
        people
    }

    pub fn add(&mut self, cell: CellId, at: Point) {
        self.position.push(at);
        self.cell.push(cell);
        self.velocity.push(Point::ZERO);
    }

    pub fn bodies(&self) -> Bodies<'_> {
        Bodies { position: &self.position, cell: &self.cell, velocity: &self.velocity }
    }

    pub fn perceive(&self, env: &Environment, perception: &Perceiving) -> Neighbours {
        self.perceive_now(env.as_given(), perception)
    }

    pub fn perceive_now(&self, world: World<'_>, perception: &Perceiving) -> Neighbours {
        let mut out = Neighbours::default();
        perception.neighbourhood().perceive(world, self.bodies(), &mut out);
        out
    }

    pub fn distance(&self, i: usize, j: usize) -> f64 {
        self.position[i].distance(self.position[j])
    }
}
