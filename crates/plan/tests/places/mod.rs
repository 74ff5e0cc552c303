//! Places for tests: random rooms with random doors, and a tower with every kind of link and floor.

#[path = "../../../env/tests/rooms/lattice.rs"]
mod lattice;

use populace_env::{
    Belt, BuildOptions, Door, Doors, Environment, Floor, FloorId, FloorKind, Height, Lift, Link, LinkId, LinkKind,
    Outline, Place, Stairs, World, build,
};
use populace_geom::{Point, Segment};
use populace_plan::{Roadmap, Spot};

pub use crate::rooms::Dice;

pub fn p(x: f64, y: f64) -> Point {
    Point::new(x, y)
}

pub fn rectangle(x0: f64, y0: f64, x1: f64, y1: f64) -> Outline {
    Outline::new(vec![p(x0, y0), p(x1, y0), p(x1, y1), p(x0, y1)], "rectangle")
}

pub fn level(name: &str, z: f64, outlines: Vec<Outline>) -> Floor {
    Floor { walkable: outlines, ..Floor::level(name, z) }
}

pub fn flight(name: &str, kind: FloorKind, outline: Outline, from: (Point, f64), to: (Point, f64)) -> Floor {
    Floor { kind, height: Height::Along(vec![from, to]), ..level(name, 0.0, vec![outline]) }
}

pub fn link(name: &str, kind: LinkKind) -> Link {
    Link { name: name.into(), kind, source: String::new() }
}

pub fn opening(name: &str, floors: [u32; 2], a: Point, b: Point) -> Link {
    link(name, LinkKind::Opening { floors: floors.map(FloorId), segment: Segment::new(a, b), one_way: false })
}

pub fn door(name: &str, floor: u32, a: Point, b: Point, one_way: bool) -> Link {
    let door = Door { one_way, ..Door::default() };
    link(name, LinkKind::Door { floors: [FloorId(floor); 2], segment: Segment::new(a, b), door })
}

pub fn built(place: &Place) -> Environment {
    build(place, &BuildOptions::default()).expect("builds").environment
}

/// Returns four rooms on both sides of a corridor. Three have a doorway of 1.2 m to it, the last a doorway of 0.7 m; a
/// doorway joins the rooms in the north.
fn storey(name: &str, z: f64) -> Floor {
    let doorway = |x: f64, y: f64, w: f64| rectangle(x, y, x + w, y + 0.2);
    level(
        name,
        z,
        vec![
            rectangle(0.0, 0.0, 8.0, 6.0),
            rectangle(8.2, 0.0, 20.0, 6.0),
            rectangle(0.0, 6.2, 20.0, 10.0),
            rectangle(0.0, 10.2, 8.0, 16.0),
            rectangle(8.2, 10.2, 20.0, 16.0),
            doorway(3.0, 6.0, 1.2),
            doorway(13.0, 6.0, 1.2),
            doorway(3.0, 10.0, 1.2),
            doorway(13.0, 10.0, 0.7),
            // Between the two rooms in the north.
            rectangle(8.0, 12.0, 8.2, 13.2),
        ],
    )
}

fn doors(storey: u32, name: &str) -> Vec<Link> {
    let named = |what: &str| format!("{name} {what}");
    vec![
        door(&named("south-west"), storey, p(3.0, 6.1), p(4.2, 6.1), false),
        door(&named("south-east"), storey, p(13.0, 6.1), p(14.2, 6.1), false),
        door(&named("north-west"), storey, p(3.0, 10.1), p(4.2, 10.1), false),
        door(&named("north-east"), storey, p(13.0, 10.1), p(13.7, 10.1), false),
        // From west to east.
        door(&named("one-way"), storey, p(8.1, 12.0), p(8.1, 13.2), true),
    ]
}

/// Returns three storeys joined by two flights of stairs, an escalator up and a lift, with a moving walkway on the
/// ground.
pub fn tower() -> Place {
    let mut floors = vec![storey("ground", 0.0), storey("first", 3.0), storey("second", 6.0)];
    floors.push(flight(
        "stairs 1",
        FloorKind::Stairs(Stairs::default()),
        rectangle(20.0, 0.5, 25.0, 2.5),
        (p(20.0, 1.5), 0.0),
        (p(25.0, 1.5), 3.0),
    ));
    floors[1].walkable.push(rectangle(25.0, 0.5, 27.0, 9.0));
    floors[1].walkable.push(rectangle(20.0, 7.0, 25.0, 9.0));
    floors.push(flight(
        "escalator",
        FloorKind::Escalator(Belt { speed: 0.5 }),
        rectangle(-5.0, 7.0, 0.0, 8.2),
        (p(0.0, 7.6), 3.0),
        (p(-5.0, 7.6), 6.0),
    ));
    floors[2].walkable.push(rectangle(-7.0, 7.0, -5.0, 10.0));
    floors[2].walkable.push(rectangle(-5.0, 9.0, 0.0, 10.0));
    floors.push(flight(
        "stairs 2",
        FloorKind::Stairs(Stairs::default()),
        rectangle(1.0, 16.0, 2.6, 21.0),
        (p(1.8, 16.0), 3.0),
        (p(1.8, 21.0), 6.0),
    ));
    floors[2].walkable.push(rectangle(1.0, 21.0, 5.0, 23.0));
    floors[2].walkable.push(rectangle(3.4, 16.0, 5.0, 21.0));
    floors.push(flight(
        "walkway",
        FloorKind::Walkway(Belt { speed: 0.7 }),
        rectangle(5.0, 7.4, 17.0, 8.8),
        (p(5.0, 8.1), 0.0),
        (p(17.0, 8.1), 0.0),
    ));
    let mut links = vec![
        opening("foot 1", [0, 3], p(20.0, 0.5), p(20.0, 2.5)),
        opening("head 1", [3, 1], p(25.0, 0.5), p(25.0, 2.5)),
        opening("foot of escalator", [1, 4], p(0.0, 7.0), p(0.0, 8.2)),
        opening("head of escalator", [4, 2], p(-5.0, 7.0), p(-5.0, 8.2)),
        opening("foot 2", [1, 5], p(1.0, 16.0), p(2.6, 16.0)),
        opening("head 2", [5, 2], p(1.0, 21.0), p(2.6, 21.0)),
        opening("start of walkway", [0, 6], p(5.0, 7.4), p(5.0, 8.8)),
        opening("end of walkway", [6, 0], p(17.0, 7.4), p(17.0, 8.8)),
    ];
    let stops = vec![(FloorId(0), p(19.0, 9.0)), (FloorId(1), p(19.0, 9.0)), (FloorId(2), p(19.0, 9.0))];
    links.push(link("lift", LinkKind::Lift { stops, lift: Lift::default() }));
    for (storey, name) in ["ground", "first", "second"].into_iter().enumerate() {
        links.extend(doors(storey as u32, name));
    }
    Place { name: "tower".into(), floors, links, ..Place::default() }
}

/// Builds random room number `room` with a few doors across it; `None` when nothing of it is walkable.
pub fn room(room: u64) -> Option<Environment> {
    let mut place = crate::rooms::random_room(room);
    let mut dice = Dice::new(room + 7_000_000);
    for i in 0..4 {
        let x = dice.between(1.0, 10.0);
        let y = dice.between(0.0, 9.0);
        let (a, b) = if i % 2 == 0 { (p(x, y), p(x, y + 3.0)) } else { (p(x, y), p(x + 3.0, y + 0.3)) };
        place.links.push(door(&format!("door {i}"), 0, a, b, dice.below(3) == 0));
    }
    build(&place, &BuildOptions::default()).ok().map(|b| b.environment)
}

/// Builds lattice place number `number`; `None` when nothing of it is walkable.
pub fn lattice(number: u64) -> Option<Environment> {
    build(&lattice::lattice_place(number), &BuildOptions::default()).ok().map(|b| b.environment)
}

/// Returns the tower, and a room and a lattice place for each number.
pub fn places(numbers: std::ops::Range<u64>) -> impl Iterator<Item = (String, Environment)> {
    let rooms = numbers.clone().filter_map(|n| room(n).map(|env| (format!("room {n}"), env)));
    let lattices = numbers.filter_map(|n| lattice(n).map(|env| (format!("lattice place {n}"), env)));
    std::iter::once(("tower".to_string(), built(&tower()))).chain(rooms).chain(lattices)
}

/// Returns a random point of a random cell; corners and points on borders come up too.
pub fn random_spot(env: &Environment, dice: &mut Dice) -> Spot {
    let cell = populace_env::CellId::new(dice.below(env.cell_count()));
    let ring = env.cell_points(cell);
    let point = match dice.below(8) {
        0 => ring[dice.below(ring.len())],
        _ => populace_geom::point_in_triangle_fan(&ring, dice.unit(), dice.unit()),
    };
    Spot { cell, point }
}

/// Opens and shuts doors and sets extra costs at random; returns the cells whose costs changed.
pub fn change(env: &Environment, doors: &mut Doors, map: &mut Roadmap, dice: &mut Dice) -> Vec<populace_env::CellId> {
    for link in (0..env.links().len()).map(LinkId::new) {
        if dice.below(3) == 0 {
            doors.set_door(env, link, dice.below(2) == 0);
        }
    }
    let mut changed = Vec::new();
    map.refresh(World::new(env, doors), &mut changed);
    for _ in 0..dice.below(6) {
        let cell = populace_env::CellId::new(dice.below(env.cell_count()));
        let extra = [0.0, 0.5, 3.0, 20.0][dice.below(4)];
        map.set_extra(World::new(env, doors), cell, extra, &mut changed);
    }
    changed
}
