//! Goal trees and snapping in every real place of the data folder.

use populace_env::{BuildOptions, CellId, Environment, FloorId, build};
use populace_geom::{Draws, Point, Segment, point_in_triangle_fan};
use populace_harness::data_files;
use populace_ingest::{Options, read};
use populace_plan::{Atlas, Flat, GoalTree, Keys, Planner, Profile, Roadmap, Scratch, Snapped, Spot, snap};

fn with_every_place(mut test: impl FnMut(&str, &Environment)) {
    let files = data_files(&["city", "indoor"]);
    for file in files {
        let name = file.display().to_string();
        let place = read(&file, &Options::default()).unwrap_or_else(|e| panic!("{e}"));
        let built = build(&place, &BuildOptions::default()).unwrap_or_else(|e| panic!("{name}: {e}"));
        test(&name, &built.environment);
    }
}

fn random_spot(env: &Environment, draws: Draws, number: u64) -> Spot {
    let cell = CellId::new((draws.unit(number, 0, 0) * env.cell_count() as f64) as usize);
    Spot {
        cell,
        point: point_in_triangle_fan(&env.cell_points(cell), draws.unit(number, 1, 0), draws.unit(number, 2, 0)),
    }
}

#[test]
fn goal_trees_cost_what_flat_search_costs_and_are_repaired_to_what_a_fresh_one_is() {
    with_every_place(|name, env| {
        let draws = Draws::new(3);
        let mut map = Roadmap::of(env.as_given(), &Profile::default(), Keys::default());
        let goal = random_spot(env, draws, 0);
        let mut tree = GoalTree::of(Atlas { world: env.as_given(), map: &map }, &[goal]);
        let mut scratch = Scratch::default();
        for round in 1..4 {
            let atlas = Atlas { world: env.as_given(), map: &map };
            for number in 100 * round..100 * round + 100 {
                let from = random_spot(env, draws, number);
                let expected = Flat.plan(atlas, from, goal, &mut scratch).map(|f| f.cost);
                assert_eq!(tree.next_portal(atlas, from).map(|n| n.cost), expected, "{name}: {from:?}");
                assert_eq!(tree.route(atlas, from).map(|f| f.cost), expected, "{name}: {from:?}");
            }
            let mut changed = Vec::new();
            for number in 0..30 {
                let crowded = random_spot(env, draws, 1000 * round + number).cell;
                map.set_extra(env.as_given(), crowded, (number % 3) as f32, &mut changed);
            }
            let atlas = Atlas { world: env.as_given(), map: &map };
            tree.update(atlas, &changed);
            assert!(tree == GoalTree::of(atlas, &[goal]), "{name}, round {round}");
        }
    });
}

/// Returns the distance to the nearest wall or shut door of a floor.
fn clearance(env: &Environment, floor: FloorId, p: Point) -> f64 {
    let shut = |s| env.segment(s).link.is_some_and(|l| !env.as_given().is_open(l));
    let edges = env.floors()[floor.index()].cells.clone().flat_map(|c| env.cell_edges(CellId(c)));
    let walls = edges.filter(|e| e.segment.is_none_or(shut)).map(|e| Segment::new(e.a, e.b).distance(p));
    walls.fold(f64::INFINITY, f64::min)
}

#[test]
fn snapped_points_keep_clear_of_all_walls() {
    with_every_place(|name, env| {
        let draws = Draws::new(4);
        for number in 0..300 {
            let floor = FloorId::new((draws.unit(number, 0, 0) * env.floors().len() as f64) as usize);
            let around = env.floors()[floor.index()].bounds.expanded(3.0);
            let (u, v) = (draws.unit(number, 1, 0), draws.unit(number, 2, 0));
            let given = around.min + Point::new(around.size().x * u, around.size().y * v);
            let width = [0.5, 0.8, 2.0][number as usize % 3];
            let Ok(Snapped { spot, moved }) = snap(env.as_given(), floor, given, width, 5.0) else { continue };
            assert!(clearance(env, floor, spot.point) >= width / 2.0 - 1e-6, "{name}: {given:?} → {spot:?}");
            assert!(moved <= 5.0 && spot.point.distance(given) == moved, "{name}: {given:?} → {spot:?}");
            assert!(env.cell_floor(spot.cell) == floor, "{name}: {given:?} → {spot:?}");
        }
    });
}
