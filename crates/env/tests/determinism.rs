//! The same place gives the same bits, whatever the order of its outlines and the number of threads that ask.

use crate::rooms::{Dice, random_room};
use populace_env::{BuildOptions, Built, Environment, FloorId, build};
use populace_geom::Point;

/// Returns every corner of every cell, bit by bit.
fn fingerprint(env: &Environment) -> Vec<(u64, u64)> {
    env.cells().flat_map(|c| env.cell_points(c)).map(|p| (p.x.to_bits(), p.y.to_bits())).collect()
}

fn tree(built: &Built) -> Vec<Option<u32>> {
    built.hierarchy.nodes().iter().map(|n| n.parent).collect()
}

#[test]
fn the_order_of_outlines_does_not_matter() {
    for room in 0..300 {
        let place = random_room(room);
        let mut reversed = place.clone();
        reversed.floors[0].obstacles.reverse();
        reversed.floors[0].walls.reverse();
        let (Ok(a), Ok(b)) = (build(&place, &BuildOptions::default()), build(&reversed, &BuildOptions::default()))
        else {
            continue;
        };
        assert_eq!(fingerprint(&a.environment), fingerprint(&b.environment), "room {room}");
        assert_eq!(tree(&a), tree(&b), "room {room}");
    }
}

#[test]
fn queries_from_many_threads_give_the_same_answers() {
    let built = build(&random_room(5), &BuildOptions::default()).expect("builds");
    let env = &built.environment;
    let answers = || {
        let mut dice = Dice::new(77);
        (0..2_000)
            .map(|_| {
                let p = Point::new(dice.between(0.0, 14.0), dice.between(0.0, 12.0));
                let q = Point::new(dice.between(0.0, 14.0), dice.between(0.0, 12.0));
                let cell = env.locate(FloorId(0), p, None);
                (cell, cell.map(|c| env.as_given().ray(c, p, q)), env.as_given().nearest_wall(FloorId(0), p, 5.0))
            })
            .collect::<Vec<_>>()
    };
    let alone = answers();
    std::thread::scope(|scope| {
        let asked: Vec<_> = (0..4).map(|_| scope.spawn(answers)).collect();
        for thread in asked {
            assert_eq!(thread.join().expect("no panic"), alone);
        }
    });
}
