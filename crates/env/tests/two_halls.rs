//! The hand-worked example of the book's chapter on the hierarchy: two halls, two corridors, two rooms.
//!
//! ```text
//!        ┌───────── C ─────────┐
//!  A ─ H₁ ───────── d ───────── H₂ ─ B        (each ─ between rooms is a doorway, a cell of its own)
//!        └───────── E ─────────┘
//! ```

use populace_env::{BuildOptions, Built, CellId, Class, Floor, FloorId, Outline, Place, build};
use populace_geom::Point;

fn rectangle(x0: f64, y0: f64, x1: f64, y1: f64, source: &str) -> Outline {
    Outline::new([(x0, y0), (x1, y0), (x1, y1), (x0, y1)].map(|(x, y)| Point::new(x, y)).to_vec(), source)
}

/// Builds rooms with walls of 0.2 m between them and doorways 1 m wide.
fn two_halls() -> Built {
    let mut floor = Floor::level("ground", 0.0);
    floor.walkable = vec![
        rectangle(0.0, 0.0, 6.0, 6.0, "H1"),
        rectangle(6.2, 0.0, 12.2, 6.0, "H2"),
        rectangle(-3.2, 0.0, -0.2, 6.0, "A"),
        rectangle(12.4, 0.0, 15.4, 6.0, "B"),
        rectangle(0.0, 6.2, 12.2, 8.2, "C"),
        rectangle(0.0, -2.2, 12.2, -0.2, "E"),
        rectangle(6.0, 2.5, 6.2, 3.5, "doorway H1 H2"),
        rectangle(-0.2, 2.5, 0.0, 3.5, "doorway A H1"),
        rectangle(12.2, 2.5, 12.4, 3.5, "doorway H2 B"),
        rectangle(2.5, 6.0, 3.5, 6.2, "doorway H1 C"),
        rectangle(8.7, 6.0, 9.7, 6.2, "doorway H2 C"),
        rectangle(2.5, -0.2, 3.5, 0.0, "doorway H1 E"),
        rectangle(8.7, -0.2, 9.7, 0.0, "doorway H2 E"),
    ];
    let place = Place { floors: vec![floor], ..Place::default() };
    build(&place, &BuildOptions::default()).expect("the example builds")
}

fn cell(built: &Built, x: f64, y: f64) -> CellId {
    built.environment.locate(FloorId(0), Point::new(x, y), None).expect("inside")
}

#[test]
fn every_room_and_doorway_is_one_cell_of_the_expected_class() {
    let built = two_halls();
    built.validate().expect("valid");
    assert_eq!(built.environment.cell_count(), 13);
    for (x, y, class) in [
        (3.0, 3.0, Class::Crossroads),
        (9.0, 3.0, Class::Crossroads),
        (-2.0, 3.0, Class::DeadEnd),
        (14.0, 3.0, Class::DeadEnd),
        (6.0, 7.0, Class::Passage),
        (6.0, -1.0, Class::Passage),
        (6.1, 3.0, Class::Passage),
        (-0.1, 3.0, Class::Passage),
    ] {
        assert_eq!(built.topology.class(cell(&built, x, y)), class, "at ({x}, {y})");
    }
    assert_eq!(built.topology.count(Class::Passage), 9);
}

#[test]
fn the_merge_steps_are_those_worked_by_hand() {
    let built = two_halls();
    let nodes = built.hierarchy.nodes();
    let made_by = |step: u8| nodes.iter().filter(|n| n.step == step).count();
    // 1: A and its doorway; B and its doorway; C with two doorways, E with two doorways (two merges each).
    assert_eq!(made_by(1), 6);
    // 2: each hall takes its dead end. 3: one hall takes the doorway d and the corridors C and E. 4: the two halls.
    assert_eq!((made_by(2), made_by(3), made_by(4)), (2, 1, 1));
    assert_eq!(nodes.len(), 23);
    let root = built.hierarchy.roots().collect::<Vec<_>>();
    assert_eq!(root.len(), 1);
    assert_eq!(nodes[root[0] as usize].class, Class::Closed);
    // Before the last merge both halls have the same three ways to the other: arity 3, so crossroads.
    for &half in &nodes[root[0] as usize].children {
        assert_eq!(nodes[half as usize].class, Class::Crossroads);
    }
    assert_eq!(built.hierarchy.leaves(root[0]).len(), 13);
}

#[test]
fn too_wide_a_body_closes_every_room() {
    let built = two_halls();
    let wide = built.environment.as_given().topology(1.1);
    assert_eq!(wide.count(Class::Closed), 13);
    assert_eq!(wide.component_count(), 13);
}
