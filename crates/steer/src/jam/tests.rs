//! Tests of the jam rules on two pedestrians.

use populace_geom::{Draws, Point, Segment};

use super::{Rules, TURN, around, gives_way};
use crate::nearest::Nearest;
use crate::passing::Neighbour;
use crate::{Acquaintance, Crowd, NO_GROUP, Walls};

struct Nowhere;
impl Walls for Nowhere {
    fn around(&self, _: usize) -> &[Segment] {
        &[]
    }
    fn within(&self, _row: usize, _reach: f64, _into: &mut Vec<Segment>) {}
    fn free_share(&self, _: usize, _: Point) -> f64 {
        1.0
    }
}

/// People are held up below 0.1 m/s.
const RULES: Rules = Rules::borrowed(0.1);
const EAST: Point = Point::new(1.3, 0.0);
const STILL: [Point; 2] = [Point::ZERO; 2];

/// Puts row 0 at the origin and row 1 at `at`, and returns what `look` makes of each.
fn rows_of_crowd<T>(
    at: Point,
    preferred: [Point; 2],
    velocity: [Point; 2],
    time: f64,
    look: impl Fn(&Crowd<'_>, usize, &[Neighbour]) -> T,
) -> [T; 2] {
    let crowd = Crowd {
        id: &[0, 1],
        position: &[Point::ZERO, at],
        velocity: &velocity,
        radius: &[0.25; 2],
        preferred: &preferred,
        top_speed: &[2.0; 2],
        group: &[NO_GROUP; 2],
        acquaintance: Acquaintance::STRANGERS,
        near_start: &[0, 1, 2],
        near: &[1, 0],
        walls: &Nowhere,
        draws: Draws::new(1),
        // Ranks and sides go by time, not by the number of the step.
        step: 7,
        time,
        dt: 0.1,
    };
    [0, 1].map(|row| {
        let mut around = Nearest::<Neighbour>::default();
        around.look(&crowd, row, 0.1);
        look(&crowd, row, around.near())
    })
}
/// Returns which of two pedestrians in contact gives way in a turn.
fn give_way(at: Point, preferred: [Point; 2], velocity: [Point; 2], turn: u64) -> [bool; 2] {
    rows_of_crowd(at, preferred, velocity, turn as f64 * TURN, |crowd, row, near| {
        gives_way(crowd, row, preferred[row], &RULES, near)
    })
}

#[test]
fn the_one_behind_gives_way() {
    for turn in 0..20 {
        assert_eq!(give_way(Point::new(0.5, 0.0), [EAST; 2], STILL, turn), [true, false]);
        assert_eq!(give_way(Point::new(-0.5, 0.0), [EAST; 2], STILL, turn), [false, true]);
    }
}

#[test]
fn of_two_rivals_one_gives_way_and_not_always_the_same() {
    for (at, ways) in [
        (Point::new(0.5, 0.0), [EAST, -EAST]),
        // Side by side in front of a door.
        (Point::new(0.0, 0.5), [Point::new(1.0, 0.5), Point::new(1.0, -0.5)]),
    ] {
        let first = (0..20).filter(|&turn| {
            let [a, b] = give_way(at, ways, STILL, turn);
            assert_ne!(a, b);
            a
        });
        assert!((2..=18).contains(&first.count()));
    }
}

#[test]
fn nobody_gives_way_who_gets_on_or_touches_nobody_or_to_one_who_stands() {
    let ahead = Point::new(0.5, 0.0);
    assert_eq!(give_way(ahead, [EAST; 2], [Point::new(0.2, 0.0), Point::ZERO], 0), [false, false]);
    assert_eq!(give_way(Point::new(0.7, 0.0), [EAST; 2], STILL, 0), [false, false]);
    assert_eq!(give_way(ahead, [EAST, Point::ZERO], STILL, 0), [false, false]);
}

#[test]
fn a_side_is_kept_for_a_turn_and_is_not_always_the_same() {
    let mut sides = Vec::new();
    for turn in 0..20 {
        let at = |time: f64| {
            rows_of_crowd(Point::new(0.55, 0.0), [EAST, Point::ZERO], STILL, time, |crowd, row, near| {
                around(crowd, row, EAST, &RULES, near, &[])
            })[0]
        };
        let way = at(f64::from(turn) * TURN).expect("there is a way around");
        // Almost across the line to the other, as fast as wanted.
        assert!((way.norm() - 1.3).abs() < 1e-9 && way.y.abs() > 1.2, "{way:?}");
        assert_eq!(at(f64::from(turn) * TURN + 1.999), Some(way));
        sides.push(way.y > 0.0);
    }
    assert!((2..=18).contains(&sides.iter().filter(|left| **left).count()), "{sides:?}");
}

#[test]
fn nobody_goes_around_who_gets_on_or_around_one_who_walks_or_is_beside() {
    let goes = |at, preferred, velocity| {
        rows_of_crowd(at, preferred, velocity, 0.0, |crowd, row, near| around(crowd, row, EAST, &RULES, near, &[]))[0]
            .is_some()
    };
    let ahead = Point::new(0.55, 0.0);
    assert!(goes(ahead, [EAST, Point::ZERO], STILL));
    assert!(!goes(ahead, [EAST, Point::ZERO], [Point::new(0.2, 0.0), Point::ZERO]));
    assert!(!goes(ahead, [EAST, EAST], STILL));
    assert!(!goes(Point::new(0.1, 0.54), [EAST, Point::ZERO], STILL));
    assert!(!goes(Point::new(0.7, 0.0), [EAST, Point::ZERO], STILL));
}

#[test]
fn the_side_without_a_wall_is_taken() {
    let wall = [Segment::new(Point::new(-5.0, -0.3), Point::new(5.0, -0.3))];
    for turn in 0..10 {
        let place = (Point::new(0.55, 0.0), [EAST, Point::ZERO]);
        let ways = rows_of_crowd(place.0, place.1, STILL, f64::from(turn) * TURN, |crowd, row, near| {
            around(crowd, row, EAST, &RULES, near, &wall)
        });
        assert!(ways[0].is_some_and(|way| way.y > 1.2), "{ways:?}");
    }
}
