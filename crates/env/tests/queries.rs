//! Queries against brute force on random rooms.

use crate::rooms::{Dice, random_room};
use populace_env::{Area, AreaKind, BuildOptions, Built, FloorId, Outline, build};
use populace_geom::{Point, Segment, contains};

const FLOOR: FloorId = FloorId(0);

fn walls(built: &Built) -> Vec<Segment> {
    let rings = built.sanitised.floors[0].rings();
    rings.flat_map(|r| (0..r.len()).map(|i| Segment::new(r[i], r[(i + 1) % r.len()]))).collect()
}

/// Calls `test` with rooms and two walkable points in each.
fn with_points(rooms: std::ops::Range<u64>, mut test: impl FnMut(u64, &Built, Point, Point)) {
    for room in rooms {
        let Ok(built) = build(&random_room(room), &BuildOptions::default()) else { continue };
        let mut dice = Dice::new(room + 3_000_000);
        let mut walkable = || {
            (0..100)
                .map(|_| Point::new(dice.between(0.0, 14.0), dice.between(0.0, 12.0)))
                .find(|&p| built.environment.locate(FLOOR, p, None).is_some())
        };
        for _ in 0..10 {
            if let (Some(a), Some(b)) = (walkable(), walkable()) {
                test(room, &built, a, b);
            }
        }
    }
}

#[test]
fn nearest_wall_is_the_nearest_of_all_walls() {
    with_points(0..500, |room, built, a, _| {
        let brute = walls(built).iter().map(|w| w.distance(a)).fold(f64::INFINITY, f64::min);
        let found = built.environment.as_given().nearest_wall(FLOOR, a, f64::INFINITY).expect("a room has walls");
        assert!((found.distance - brute).abs() < 1e-9, "room {room} at {a:?}: {} against {brute}", found.distance);
    });
}

#[test]
fn a_ray_stops_at_the_first_of_all_walls() {
    with_points(0..500, |room, built, a, b| {
        let env = &built.environment;
        let cell = env.locate(FLOOR, a, None).expect("walkable");
        let end = env.as_given().ray(cell, a, b);
        let line = Segment::new(a, b);
        let brute = walls(built)
            .iter()
            .filter_map(|w| line.meet(w))
            .filter(|(s, t)| (0.0..=1.0).contains(s) && (0.0..=1.0).contains(t))
            .map(|(s, _)| s)
            .fold(1.0, f64::min);
        let reached = line.project(end.point);
        assert!((reached - brute).abs() < 1e-9, "room {room} from {a:?} to {b:?}: {reached} against {brute}");
        assert!(end.wall.is_some() || end.point == b);
    });
}

#[test]
fn sight_into_a_known_cell_is_sight() {
    let mut counts = [0, 0];
    with_points(0..500, |room, built, a, b| {
        let env = &built.environment;
        let cell = |p| env.locate(FLOOR, p, None).expect("walkable");
        let sees = env.as_given().sees(cell(a), a, b);
        assert_eq!(env.as_given().sees_into(cell(a), a, b, cell(b)), sees, "room {room} from {a:?} to {b:?}");
        counts[usize::from(sees)] += 1;
    });
    assert!(counts[0] > 500 && counts[1] > 500, "{counts:?}");
}

#[test]
fn a_hint_never_changes_the_answer() {
    with_points(0..500, |room, built, a, b| {
        let env = &built.environment;
        let hint = env.locate(FLOOR, a, None);
        assert_eq!(env.locate(FLOOR, b, hint), env.locate(FLOOR, b, None), "room {room} at {b:?}");
    });
}

#[test]
fn passage_width_in_a_corridor_is_its_width() {
    let mut place = random_room(0);
    place.floors[0].obstacles.clear();
    place.floors[0].walls.clear();
    place.floors[0].walkable = vec![Outline::new(
        [(0.0, 0.0), (20.0, 0.0), (20.0, 2.5), (0.0, 2.5)].map(|(x, y)| Point::new(x, y)).to_vec(),
        "",
    )];
    let env = build(&place, &BuildOptions::default()).expect("builds").environment;
    let p = Point::new(7.0, 0.9);
    let cell = env.locate(FLOOR, p, None).expect("walkable");
    assert!((env.as_given().passage_width(cell, p, 100.0).expect("two walls") - 2.5).abs() < 1e-12);
}

#[test]
fn random_points_of_an_area_are_uniform_on_its_walkable_ground() {
    for room in 0..200 {
        let mut place = random_room(room);
        let outline = [(1.0, 1.0), (5.0, 1.0), (5.0, 5.0), (3.0, 2.0), (1.0, 5.0)].map(|(x, y)| Point::new(x, y));
        let area = Area {
            name: "area".into(),
            kind: AreaKind::Region,
            floor: FLOOR,
            outline: Outline::new(outline.to_vec(), "area"),
        };
        place.areas.push(area);
        let Ok(built) = build(&place, &BuildOptions::default()) else { continue };
        let env = &built.environment;
        let area = env.area("area").expect("an area");
        let mut dice = Dice::new(room + 4_000_000);
        let mut left = 0;
        for _ in 0..200 {
            let Some((cell, p)) = env.random_point(area, dice.unit(), dice.unit()) else { break };
            assert!(env.cell_ring(cell).count() >= 3);
            // On the border of a cell rounding may put the point a hair outside.
            let found = env.locate_near(FLOOR, p, 1e-9).expect("walkable");
            assert!(
                found.1.distance(p) < 1e-9 && (contains(&outline, p) || on_border(&outline, p)),
                "room {room}: {p:?}"
            );
            left += usize::from(p.x < 3.0);
        }
        if area.walkable_area() > 8.9 {
            // An unobstructed area is symmetric about x = 3.
            assert!((60..=140).contains(&left), "room {room}: {left} of 200 points on the left");
        }
    }
}

fn on_border(ring: &[Point], p: Point) -> bool {
    (0..ring.len()).any(|i| Segment::new(ring[i], ring[(i + 1) % ring.len()]).distance(p) < 1e-9)
}

#[test]
fn a_topology_with_a_wider_body_never_has_more_edges() {
    with_points(0..100, |room, built, _, _| {
        let counts: Vec<usize> = [0.0, 0.3, 0.5, 0.75, 1.5]
            .iter()
            .map(|&w| built.environment.as_given().topology(w).edges().len())
            .collect();
        assert!(counts.is_sorted_by(|a, b| a >= b), "room {room}: {counts:?}");
    });
}
