//! A place whose coordinates differ in their last bits builds the same environment.

use populace_env::{Area, AreaKind, BuildOptions, Environment, Floor, FloorId, Outline, Place, build};
use populace_geom::{Point, maths};

/// Returns a round hall with a round pillar and a round exit with a round hole, each corner computed and then passed
/// through `nudge`.
fn hall(nudge: fn(f64) -> f64) -> Environment {
    let disc = |x: f64, y: f64, radius: f64| -> Vec<Point> {
        let corner = |i| {
            let (sin, cos) = maths::sin_cos(f64::from(i) * 0.5 + 0.1);
            Point::new(nudge(x + radius * cos), nudge(y + radius * sin))
        };
        (0..12).map(corner).collect()
    };
    let mut floor = Floor::level("hall", 0.0);
    floor.walkable.push(Outline::new(disc(7.3, 2.9, 9.0), "hall"));
    floor.obstacles.push(Outline::new(disc(4.1, 2.2, 0.7), "pillar"));
    let mut outline = Outline::new(disc(9.7, 3.3, 2.0), "exit");
    outline.holes.push(disc(9.6, 3.2, 0.5));
    let exit = Area { name: "exit".into(), kind: AreaKind::Exit, floor: FloorId::new(0), outline };
    let place = Place { floors: vec![floor], areas: vec![exit], ..Place::default() };
    build(&place, &BuildOptions::default()).expect("a hall").environment
}

#[test]
fn last_bits_of_coordinates_change_neither_cells_nor_areas() {
    let (given, above, below) = (hall(|x| x), hall(f64::next_up), hall(f64::next_down));
    for other in [above, below] {
        assert_eq!(format!("{other:?}"), format!("{given:?}"));
    }
}

#[test]
fn rings_of_areas_are_whole_millimetres() {
    let env = hall(|x| x);
    let area = env.area("exit").expect("the exit");
    for p in area.ring.iter().chain(area.holes.iter().flatten()) {
        let whole = |x: f64| (x * 1000.0).round() / 1000.0;
        assert_eq!(*p, Point::new(whole(p.x), whole(p.y)));
    }
    assert_eq!((area.ring.len(), area.holes[0].len()), (12, 12));
}
