//! Builds a small place, two rooms and a flight of stairs to a gallery, and asks the environment about it.
//!
//! ```text
//! cargo run -p populace-env --example rooms
//! ```

use populace_env::{
    Area, AreaKind, BuildError, BuildOptions, Class, Door, Doors, Floor, FloorId, FloorKind, Height, Link, LinkKind,
    Outline, Place, Stairs, World, build,
};
use populace_geom::{Point, Segment};

const GROUND: FloorId = FloorId(0);
const GALLERY: FloorId = FloorId(1);
const STAIRS: FloorId = FloorId(2);

fn main() -> Result<(), BuildError> {
    let built = build(&two_rooms_and_a_gallery(), &BuildOptions::default())?;
    let env = &built.environment;

    println!("{} cells cover {:.1} m²:", env.cell_count(), env.walkable_area());
    for class in [Class::Closed, Class::DeadEnd, Class::Passage, Class::Crossroads] {
        println!("  {:2} of class {}", built.topology.count(class), class.word());
    }
    println!("{} repairs, {} links that join nothing", built.sanitised.repairs.len(), built.sanitised.unjoined.len());

    let (hall, gallery) = ((GROUND, Point::new(1.0, 2.0)), (GALLERY, Point::new(9.0, 7.0)));
    let mut doors = Doors::of(env);
    let door = env.link("door").expect("the place has a door");
    for open in [true, false] {
        doors.set_door(env, door, open);
        let world = World::new(env, &doors);
        let cell = env.locate(hall.0, hall.1, None).expect("the hall is walkable");
        println!("With the door {}:", if open { "open" } else { "shut" });
        match world.widest(hall, gallery) {
            Some(width) => println!("  a body of up to {width:.2} m comes from the hall to the gallery"),
            None => println!("  no way leads from the hall to the gallery"),
        }
        let end = world.ray(cell, hall.1, Point::new(12.0, 2.0));
        println!("  looking east from the hall, the view ends at x = {:.2} m", end.point.x);
    }

    let middle = Point::new(7.5, 4.5);
    println!("Half way up the stairs the floor is {:.2} m high", env.height(STAIRS, middle));
    let exit = env.area("exit").expect("the place has an exit");
    println!("The exit has {:.1} m² of walkable ground", exit.walkable_area());
    Ok(())
}

/// Describes a hall, a room with a door to it, and stairs from that room to a gallery 2 m above the ground.
fn two_rooms_and_a_gallery() -> Place {
    let mut ground = Floor::level("ground", 0.0);
    ground.walkable = vec![
        rectangle([0.0, 0.0], [5.0, 4.0], "hall"),
        rectangle([5.2, 0.0], [10.2, 4.0], "room"),
        rectangle([5.0, 1.4], [5.2, 2.6], "doorway"),
    ];
    let mut gallery = Floor::level("gallery", 2.0);
    gallery.walkable = vec![rectangle([5.2, 5.0], [10.2, 8.0], "gallery")];
    let mut stairs = Floor::level("stairs", 0.0);
    stairs.walkable = vec![rectangle([7.0, 4.0], [8.0, 5.0], "stairs")];
    stairs.kind = FloorKind::Stairs(Stairs::default());
    stairs.height = Height::Along(vec![(Point::new(7.5, 4.0), 0.0), (Point::new(7.5, 5.0), 2.0)]);

    let leaf = Segment::new(Point::new(5.1, 1.4), Point::new(5.1, 2.6));
    let opening = |floors, y| LinkKind::Opening {
        floors,
        segment: Segment::new(Point::new(7.0, y), Point::new(8.0, y)),
        one_way: false,
    };
    let links = [
        ("door", LinkKind::Door { floors: [GROUND; 2], segment: leaf, door: Door::default() }),
        ("foot of the stairs", opening([GROUND, STAIRS], 4.0)),
        ("head of the stairs", opening([STAIRS, GALLERY], 5.0)),
    ];
    let exit = Area {
        name: "exit".into(),
        kind: AreaKind::Exit,
        floor: GROUND,
        outline: rectangle([0.0, 0.0], [1.0, 4.0], "exit"),
    };
    Place {
        name: "two rooms and a gallery".into(),
        floors: vec![ground, gallery, stairs],
        links: links.map(|(name, kind)| Link { name: name.into(), kind, source: String::new() }).to_vec(),
        areas: vec![exit],
        ..Place::default()
    }
}

fn rectangle([x0, y0]: [f64; 2], [x1, y1]: [f64; 2], source: &str) -> Outline {
    Outline::new([(x0, y0), (x1, y0), (x1, y1), (x0, y1)].map(|(x, y)| Point::new(x, y)).to_vec(), source)
}
