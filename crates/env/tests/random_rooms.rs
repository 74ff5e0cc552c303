//! Invariants of the pipeline on random rooms.

use crate::rooms::{Dice, random_room};
use populace_env::{BuildOptions, EdgeKind, FloorId, build};
use populace_geom::{Point, Segment, maths};

#[test]
fn cells_of_ten_thousand_rooms_are_convex_disjoint_and_cover_the_floor() {
    for room in 0..10_000 {
        let built = match build(&random_room(room), &BuildOptions::default()) {
            Ok(built) => built,
            Err(error) => {
                assert!(error.what.contains("empty"), "room {room}: {error}");
                continue;
            }
        };
        built.validate().unwrap_or_else(|e| panic!("room {room}: {e}"));
        let env = &built.environment;
        let mut dice = Dice::new(room + 1_000_000);
        for _ in 0..5 {
            let p = Point::new(dice.between(0.0, 14.0), dice.between(0.0, 12.0));
            let holders = env.cells().filter(|&c| env.cell_contains(c, p)).count();
            let inside = built.sanitised.floors[0].rings().filter(|r| populace_geom::contains(r, p)).count() % 2;
            assert_eq!(holders, inside, "room {room} at {p:?}");
            assert_eq!(env.locate(FloorId(0), p, None).is_some(), holders == 1, "room {room} at {p:?}");
        }
    }
}

/// L's rule, asked of the finished triangulation without the code that applied it.
#[test]
fn no_triangle_satisfies_the_rule_of_shortest_distances_any_more() {
    for room in 0..1_000 {
        let Ok(built) = build(&random_room(room), &BuildOptions::default()) else { continue };
        let mesh = &built.bottlenecks.floors[0];
        for (t, edges) in mesh.edges.iter().enumerate() {
            for i in 0..3 {
                let [ab, bc, ca] = [0, 1, 2].map(|k| edges[(i + k) % 3]);
                let is_corner = !mesh.is_derived(mesh.triangles[t][i]);
                if bc != EdgeKind::Wall || !(ab == EdgeKind::Free || ca == EdgeKind::Free) || !is_corner {
                    continue;
                }
                let [a, b, c] = [0, 1, 2].map(|k| mesh.corner(t as u32, (i + k) % 3));
                let wall = Segment::new(b, c);
                let along = wall.project(a) * wall.length();
                assert!(along <= 1.001e-3 || along >= wall.length() - 1.001e-3, "room {room}, triangle {t}");
            }
        }
    }
}

/// L's condition for convex cells: what was removed is longer than what is left.
#[test]
fn cells_could_not_be_merged_further_along_their_longest_segment() {
    for room in 0..1_000 {
        let Ok(built) = build(&random_room(room), &BuildOptions::default()) else { continue };
        let env = &built.environment;
        for segment in env.segments() {
            let is_longest_of_both = segment.cells.iter().all(|&c| {
                env.cell_segments(c)
                    .filter(|&s| env.segment(s) != segment)
                    .all(|s| env.segment(s).length < segment.length - 1e-9)
            });
            if !is_longest_of_both {
                continue;
            }
            // The union must then have a reflex corner at one end of the segment.
            let reflex = [segment.a, segment.b].iter().any(|&end| {
                let angle: f64 = segment.cells.iter().map(|&c| corner_angle(&env.cell_points(c), end)).sum();
                angle > std::f64::consts::PI - 1e-7
            });
            assert!(reflex, "room {room}: {segment:?}");
        }
    }
}

fn corner_angle(ring: &[Point], corner: Point) -> f64 {
    let n = ring.len();
    let i = ring.iter().position(|&p| p == corner).expect("a corner of both cells");
    let (before, after) = (ring[(i + n - 1) % n] - corner, ring[(i + 1) % n] - corner);
    // A straight corner may come out as −π.
    maths::atan2(after.cross(before), after.dot(before)).abs()
}
