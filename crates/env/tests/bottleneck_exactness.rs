//! The width-filtered cell graph against a brute-force search on a fine clearance grid.

use crate::clearance::ClearanceGrid;
use crate::rooms::{Dice, random_room};
use populace_env::{BuildOptions, Environment, FloorId, Rule, build};
use populace_geom::Point;

fn graph_answer(env: &Environment, a: Point, b: Point) -> f64 {
    env.as_given().widest((FloorId(0), a), (FloorId(0), b)).map_or(0.0, |w| 0.5 * w)
}

#[test]
fn widest_disc_by_cells_equals_the_brute_force_one_within_a_grid_cell() {
    let pitch = 0.05;
    let (mut compared, mut worst) = (0, 0.0_f64);
    for room in 0..1_000 {
        let Ok(built) = build(&random_room(room), &BuildOptions::default()) else { continue };
        let grid = ClearanceGrid::of(&built.sanitised, pitch);
        let roomy: Vec<usize> = (0..grid.clearance().len()).filter(|&n| grid.clearance()[n] > 0.15).collect();
        if roomy.is_empty() {
            continue;
        }
        let mut dice = Dice::new(room + 2_000_000);
        let pairs: Vec<(usize, usize)> =
            (0..40).map(|_| (roomy[dice.below(roomy.len())], roomy[dice.below(roomy.len())])).collect();
        for (&(a, b), brute) in pairs.iter().zip(grid.widest(&pairs)) {
            let cells = graph_answer(&built.environment, grid.point(a), grid.point(b));
            // The grid cannot see passages narrower than its diagonal.
            if cells.max(brute) < 2.0 * pitch {
                continue;
            }
            compared += 1;
            worst = worst.max((cells - brute).abs());
            assert!(
                (cells - brute).abs() <= pitch,
                "room {room}: from {:?} to {:?}: cells {cells:.4} m, brute force {brute:.4} m",
                grid.point(a),
                grid.point(b)
            );
        }
    }
    println!("{compared} pairs compared, largest difference {worst:.4} m, grid {pitch} m");
    assert!(compared > 20_000);
}

/// The case that made the second rule necessary: two corners face each other across a wall that stands behind
/// the free edge between them, and the way around it came out 0.06 m too wide.
#[test]
fn the_rule_as_printed_is_not_exact_in_room_391() {
    let (a, b) = (Point::new(4.25, 8.95), Point::new(8.4, 3.5));
    let answer = |rule| {
        let built = build(&random_room(391), &BuildOptions { rule, ..BuildOptions::default() }).expect("builds");
        graph_answer(&built.environment, a, b)
    };
    let built = build(&random_room(391), &BuildOptions::default()).expect("builds");
    let grid = ClearanceGrid::of(&built.sanitised, 0.02);
    let brute = grid.widest(&[(grid.node(a), grid.node(b))])[0];
    assert!((answer(Rule::Exact) - brute).abs() < 0.02, "exact {} brute {brute}", answer(Rule::Exact));
    assert!(answer(Rule::Paper) > brute + 0.04, "paper {} brute {brute}", answer(Rule::Paper));
}
