//! Places that several tests walk in.

use populace_geom::{Point, Segment};

use super::World;

/// Returns walls at y = ± half the width.
pub fn corridor(width: f64) -> Vec<Segment> {
    let half = width / 2.0;
    vec![
        Segment::new(Point::new(-90.0, -half), Point::new(90.0, -half)),
        Segment::new(Point::new(90.0, half), Point::new(-90.0, half)),
    ]
}

/// Returns sixty people before a door at x = 0.
pub fn in_front_of_a_door(width: f64) -> World {
    let (half, side) = (width / 2.0, 5.0);
    let mut world = World::default();
    world.walls.0 = vec![
        Segment::new(Point::new(0.0, side), Point::new(0.0, half)),
        Segment::new(Point::new(0.0, -half), Point::new(0.0, -side)),
        Segment::new(Point::new(0.0, side), Point::new(-20.0, side)),
        Segment::new(Point::new(-20.0, -side), Point::new(0.0, -side)),
    ];
    for i in 0..60 {
        let (column, row) = (f64::from(i / 8), f64::from(i % 8));
        world.add(Point::new(-2.0 - 0.9 * column, 1.1 * row - 3.85), Point::new(1.3, 0.0));
    }
    world
}

/// Makes everyone want to go through the door.
pub fn head_for_the_door(world: &mut World, width: f64) {
    for (p, preferred) in world.position.iter().zip(&mut world.preferred) {
        let half = width / 2.0 - 0.3;
        let goal = if p.x > -0.1 { *p + Point::new(5.0, 0.0) } else { Point::new(0.1, p.y.clamp(-half, half)) };
        *preferred = (goal - *p).unit().unwrap_or(Point::ZERO) * 1.3;
    }
}

/// Returns two crowds of twenty people who meet in a corridor of 3 m.
pub fn two_crowds() -> World {
    let mut world = World::default();
    world.walls.0 = corridor(3.0);
    for i in 0..20 {
        let (x, y) = (2.0 * f64::from(i / 3) + 1.0, 0.8 * f64::from(i % 3) - 1.0);
        world.add(Point::new(-x, y + 0.03 * f64::from(i % 4)), Point::new(1.2 + 0.02 * f64::from(i % 9), 0.0));
        world.add(Point::new(x, y + 0.05 * f64::from(i % 4)), Point::new(-1.2 - 0.03 * f64::from(i % 7), 0.0));
    }
    world
}
