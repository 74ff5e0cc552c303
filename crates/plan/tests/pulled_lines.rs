//! Pulled lines keep their clearance from all walls.

use crate::clear::{Dice, clearance, free_spot, portals, room, walls};
use populace_env::FloorId;
use populace_plan::{Corners, Line, PullScratch, pull};

#[test]
fn pulled_lines_of_random_rooms_keep_the_radius_from_every_wall() {
    let (mut scratch, mut line) = (PullScratch::default(), Line::default());
    let mut lines = 0;
    for number in 0..5_000 {
        let Some(built) = room(number) else { continue };
        let env = &built.environment;
        let walls = walls(env, FloorId(0));
        let mut dice = Dice::new(number + 5_000_000);
        let radius = dice.between(0.05, 0.5);
        let corners = Corners::of(env, radius);
        for _ in 0..6 {
            let (Some(a), Some(b)) =
                (free_spot(env, &walls, radius, &mut dice), free_spot(env, &walls, radius, &mut dice))
            else {
                break;
            };
            let random = dice.below(2) == 0;
            let cost = |s| if random { dice.between(0.5, 20.0) } else { env.segment(s).length + 1.0 };
            let Some(route) = portals(env, 2.0 * radius, a, b, cost) else { continue };
            lines += 1;
            if !pull(env, &corners, a, b, &route, &mut scratch, &mut line) {
                // Two points of one cell may be parted by a place that is too narrow.
                let width = env.as_given().widest((FloorId(0), a.point), (FloorId(0), b.point));
                assert!(route.is_empty() && width < Some(2.0 * radius), "room {number}: no line for {radius}");
                continue;
            }
            let found = clearance(&line, &walls);
            assert!(
                found >= radius - 1e-3,
                "room {number}: {found} for {radius} from {:?} to {:?} over {} portals",
                a.point,
                b.point,
                route.len()
            );
        }
    }
    println!("{lines} lines");
    assert!(lines > 20_000);
}
