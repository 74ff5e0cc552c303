//! Jams: what those do who are held up, so that nobody waits for ever.
//!
//! L lets who finds no way stand still (an exhausted list gives a null velocity). Bodies that press on each other then hold each other up
//! for good: in arches in front of doors, and where two crowds meet head on. Four rules keep them moving (proposal; L has none):
//!
//! - who is held up gives way to a neighbour it touches that is ahead of it, and backs off as far as the margin asks;
//! - of two that are ahead of each other, the one of lower rank gives way; ranks are drawn anew in every turn. Where others come the
//!   opposite way, people back off to their right, so that lanes form;
//! - who is held up by someone who stands in the way goes around on a side that is drawn anew in every turn: where the way wanted
//!   swings from one side of the other to the other side, people stepped left and right for minutes;
//! - who found no way creeps on, or anywhere if that is blocked.
//!
//! Whether one is ahead of the other is judged by where the other wants to go: walkers show their intentions (Goffman's
//! externalization, L §2.3). The numbers were chosen by trial on doors of 0.8 to 2 m and on corridors with two crowds: with the rules
//! everyone comes through, without them hardly anyone does.

use populace_geom::{Point, Segment, maths};

use super::Crowd;
use super::modules::Tangents;
use super::params::Params;
use super::prediction::earliest;
use super::surroundings::Neighbour;
use crate::nearest::{Nearest, finite_or_zero, no_faster};

/// Ranks and sides hold for this long, s.
const TURN: f64 = 2.0;
/// Square of the cosine of 100°: what is further off the way is behind.
const BEHIND: f64 = 0.03;
/// Who backs off keeps this share of the margin more than in passing.
const SPARE: f64 = 0.25;
/// Share of the distance by which one must be too near to back off at full speed.
const CLOSE: f64 = 0.15;
/// The same for the step to the right.
const ASIDE: f64 = 0.2;
/// How many directions are tried by who cannot even creep on.
const TRIES: u64 = 4;
/// Purpose of the draw of ranks.
const RANK: u64 = 0x7261_6e6b;
/// Square of the cosine of 60°: who is further off the way is not in it.
const IN_THE_WAY: f64 = 0.25;
/// Purpose of the draw of sides.
const SIDE: u64 = 0x7369_6465;
/// Purpose of the draws of directions; each has one of its own from here on.
const ANYWHERE: u64 = 0x7368_7566_0000;

/// Whether one who makes no progress gives way for now.
#[inline]
pub fn gives_way(crowd: &Crowd<'_>, row: usize, wanted: Point, held_up_speed: f64, near: &[Neighbour]) -> bool {
    if gets_on(crowd, row, wanted, held_up_speed) {
        return false;
    }
    let mut own = None;
    near.iter().filter(|n| n.is_touching()).any(|n| match standing(crowd, wanted, n) {
        Standing::Ahead => true,
        Standing::Rival => rank(crowd, n.row) > *own.get_or_insert_with(|| rank(crowd, row as u32)),
        Standing::Neither => false,
    })
}

/// Who of two rivals goes first in this turn: the higher.
#[inline]
pub(crate) fn rank(crowd: &Crowd<'_>, row: u32) -> u64 {
    crowd.draws.bits(u64::from(crowd.id[row as usize]), turn_number(crowd), RANK)
}

/// For models whose paper has no rule for bodies that hold each other up: the velocity of one who gives way, or goes around one who stands, under the
/// first three rules; `None` for one who gets on faster than `held_up`, m/s, or whom nobody holds up. With `held_up` 0 nobody gives way.
#[inline]
pub(crate) fn relief(crowd: &Crowd<'_>, row: usize, wanted: Point, held_up: f64) -> Option<Point> {
    if held_up <= 0.0 || gets_on(crowd, row, wanted, held_up) {
        return None;
    }
    relief_of_jam(crowd, row, wanted, &Params { held_up_speed: held_up, ..Params::default() })
}

/// The same, but for going around those who stand.
#[inline]
pub(crate) fn yielding(crowd: &Crowd<'_>, row: usize, wanted: Point, held_up: f64) -> Option<Point> {
    if held_up <= 0.0 || gets_on(crowd, row, wanted, held_up) {
        return None;
    }
    yielding_in_jam(crowd, row, wanted, &Params { held_up_speed: held_up, ..Params::default() })
}

#[cold]
fn relief_of_jam(crowd: &Crowd<'_>, row: usize, wanted: Point, params: &Params) -> Option<Point> {
    yielding_in_jam(crowd, row, wanted, params).or_else(|| {
        let mut around_us = Nearest::new();
        around_us.look(crowd, row, params.margin);
        let walls = crowd.walls.around(row);
        let velocity = around(crowd, row, wanted, params.held_up_speed, around_us.near(), walls)?;
        Some(finite_or_zero(no_faster(velocity, crowd.top_speed[row])))
    })
}

#[cold]
fn yielding_in_jam(crowd: &Crowd<'_>, row: usize, wanted: Point, params: &Params) -> Option<Point> {
    let mut around_us = Nearest::new();
    around_us.look(crowd, row, params.margin);
    let near = around_us.near();
    gives_way(crowd, row, wanted, params.held_up_speed, near)
        .then(|| finite_or_zero(no_faster(back_off(crowd, params, wanted, near), crowd.top_speed[row])))
}

/// Whether one goes where it wants to, faster than `held_up_speed`, or wants to stand.
#[inline]
fn gets_on(crowd: &Crowd<'_>, row: usize, wanted: Point, held_up_speed: f64) -> bool {
    let progress = crowd.velocity[row].dot(wanted);
    let wanted2 = wanted.norm2();
    (progress > 0.0 && progress * progress > held_up_speed * held_up_speed * wanted2) || wanted2 == 0.0
}

/// The way around someone who is touched, stands and is in the way of one who makes no progress; `None` when there is nobody, or when both
/// sides are taken.
#[inline]
pub fn around(
    crowd: &Crowd<'_>,
    row: usize,
    wanted: Point,
    held_up_speed: f64,
    near: &[Neighbour],
    walls: &[Segment],
) -> Option<Point> {
    if gets_on(crowd, row, wanted, held_up_speed) {
        return None;
    }
    let wanted2 = wanted.norm2();
    let is_in_the_way = |n: &&Neighbour| {
        let ahead = -n.offset.dot(wanted);
        let stands = crowd.preferred[n.row as usize] == Point::ZERO;
        n.is_touching() && stands && ahead > 0.0 && ahead * ahead > IN_THE_WAY * n.distance2 * wanted2
    };
    let tangents = Tangents::of(near.iter().find(is_in_the_way)?);
    let is_left = crowd.draws.unit(u64::from(crowd.id[row]), turn_number(crowd), SIDE) < 0.5;
    let sides = if is_left { [tangents.left, tangents.right] } else { [tangents.right, tangents.left] };
    let speed = wanted2.sqrt();
    sides.into_iter().map(|side| side * speed).find(|&way| is_free(crowd, row, way, speed, near, walls))
}

/// Whether a velocity leads into nobody and no wall until the next decision.
fn is_free(crowd: &Crowd<'_>, row: usize, way: Point, speed: f64, near: &[Neighbour], walls: &[Segment]) -> bool {
    let (here, reach) = (crowd.position[row], crowd.radius[row] + speed * crowd.dt);
    let into = |wall: &Segment| {
        let to = wall.nearest(here) - here;
        way.dot(to) > 0.0 && to.norm2() < reach * reach
    };
    earliest(near, way, crowd.dt).is_none() && !walls.iter().any(into)
}

/// How a neighbour stands to us.
enum Standing {
    Ahead,
    Rival,
    Neither,
}

fn standing(crowd: &Crowd<'_>, wanted: Point, n: &Neighbour) -> Standing {
    let theirs = crowd.preferred[n.row as usize];
    // One who wants to stand is no rival but an obstacle.
    if theirs == Point::ZERO || is_behind(-n.offset, n.distance2, wanted) {
        Standing::Neither
    } else if !is_behind(n.offset, n.distance2, theirs) {
        Standing::Rival
    } else if n.offset.dot(wanted) < 0.0 {
        Standing::Ahead
    } else {
        Standing::Neither
    }
}

fn is_behind(to: Point, distance2: f64, way: Point) -> bool {
    let along = to.dot(way);
    along < 0.0 && along * along > BEHIND * distance2 * way.norm2()
}

/// Away from all who are near, a little further than is kept in passing; to the right where people come the opposite way.
pub fn back_off(crowd: &Crowd<'_>, params: &Params, wanted: Point, near: &[Neighbour]) -> Point {
    let mut push = Point::ZERO;
    for n in near {
        let reach = n.full_reach + SPARE * params.margin;
        if n.distance2 < reach * reach {
            push += n.offset * (1.0 / n.distance2.sqrt() - 1.0 / reach);
        }
    }
    if near.iter().any(|n| crowd.preferred[n.row as usize].dot(wanted) < 0.0) {
        push += wanted.left() * (-ASIDE / wanted.norm());
    }
    no_faster(push * (params.push_speed / CLOSE), params.push_speed)
}

/// A step at creep speed: along the way if that is free, else somewhere, so that people who hold each other up come apart.
#[cold]
pub fn creep(
    crowd: &Crowd<'_>,
    row: usize,
    wanted: Point,
    creep_speed: f64,
    near: &[Neighbour],
    walls: &[Segment],
) -> Point {
    let creep = no_faster(wanted, creep_speed);
    let is_free = |v: &Point| is_free(crowd, row, *v, creep_speed, near, walls);
    if is_free(&creep) {
        return creep;
    }
    let who = u64::from(crowd.id[row]);
    let anywhere = (ANYWHERE..ANYWHERE + TRIES).map(|purpose| {
        let turn = crowd.draws.unit(who, turn_number(crowd), purpose) * std::f64::consts::TAU;
        let (sin, cos) = maths::sin_cos(turn);
        creep * cos + creep.left() * sin
    });
    anywhere.into_iter().find(is_free).unwrap_or(creep)
}

fn turn_number(crowd: &Crowd<'_>) -> u64 {
    (crowd.time / TURN) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NO_GROUP, Walls};
    use populace_geom::Draws;

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

    const EAST: Point = Point::new(1.3, 0.0);
    const STILL: [Point; 2] = [Point::ZERO; 2];

    /// Row 0 at the origin, row 1 at `at`; what `look` makes of each.
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
            acquaintance: crate::Acquaintance::STRANGERS,
            near_start: &[0, 1, 2],
            near: &[1, 0],
            walls: &Nowhere,
            draws: Draws::new(1),
            // Ranks and sides go by time, however long a step is.
            step: 7,
            time,
            dt: 0.1,
        };
        [0, 1].map(|row| {
            let mut around = crate::nearest::Nearest::<Neighbour>::new();
            around.look(&crowd, row, 0.1);
            look(&crowd, row, around.near())
        })
    }
    /// The two in contact; who of them gives way in a turn.
    fn give_way(at: Point, preferred: [Point; 2], velocity: [Point; 2], turn: u64) -> [bool; 2] {
        rows_of_crowd(at, preferred, velocity, turn as f64 * TURN, |crowd, row, near| {
            gives_way(crowd, row, preferred[row], 0.1, near)
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
                    around(crowd, row, EAST, 0.1, near, &[])
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
            rows_of_crowd(at, preferred, velocity, 0.0, |crowd, row, near| around(crowd, row, EAST, 0.1, near, &[]))[0]
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
                around(crowd, row, EAST, 0.1, near, &wall)
            });
            assert!(ways[0].is_some_and(|way| way.y > 1.2), "{ways:?}");
        }
    }
}
