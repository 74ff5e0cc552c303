//! Invariants of the pipeline on random rooms.

mod rooms;

use populace_env::{BuildOptions, FloorId, build};
use populace_geom::Point;
use rooms::{Dice, random_room};

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
