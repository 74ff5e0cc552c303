//! Jams: what those do who are held up, so that nobody waits for ever.
//!
//! L lets who finds no way stand still (an exhausted list gives a null velocity). Bodies that press on each other then hold each other up
//! for good: in arches in front of doors, and where two crowds meet head on. Three rules keep them moving (proposal; L has none):
//!
//! - who is held up gives way to a neighbour it touches that is ahead of it, and backs off as far as the margin asks;
//! - of two that are ahead of each other, the one of lower rank gives way; ranks are drawn anew in every turn. Where others come the
//!   opposite way, people back off to their right, so that lanes form;
//! - who found no way creeps on, or anywhere if that is blocked.
//!
//! Whether one is ahead of the other is judged by where the other wants to go: walkers show their intentions (Goffman's
//! externalization, L §2.3). The numbers were chosen by trial on doors of 0.8 to 2 m and on corridors with two crowds: with the rules
//! everyone comes through, without them hardly anyone does.

use populace_geom::{Point, Segment};

use super::params::Params;
use super::prediction::earliest;
use super::surroundings::Neighbour;
use super::{Crowd, no_faster};

/// Ranks hold this long, s.
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
/// Purpose of the draws of directions; each has one of its own from here on.
const ANYWHERE: u64 = 0x7368_7566_0000;

/// Whether one who makes no progress gives way for now.
#[inline]
pub fn gives_way(crowd: &Crowd<'_>, row: usize, wanted: Point, creep_speed: f64, near: &[Neighbour]) -> bool {
    let progress = crowd.velocity[row].dot(wanted);
    let wanted2 = wanted.norm2();
    let goes_on = progress > 0.0 && progress * progress > creep_speed * creep_speed * wanted2;
    !goes_on && wanted2 > 0.0 && near.iter().any(|n| gives_way_to(crowd, row, wanted, n))
}

fn gives_way_to(crowd: &Crowd<'_>, row: usize, wanted: Point, n: &Neighbour) -> bool {
    let other = n.row as usize;
    let theirs = crowd.preferred[other];
    // One who wants to stand is no rival but an obstacle.
    if !n.is_touching() || theirs == Point::ZERO || is_behind(-n.offset, n.distance2, wanted) {
        return false;
    }
    if is_behind(n.offset, n.distance2, theirs) {
        return n.offset.dot(wanted) < 0.0;
    }
    let rank = |row: usize| crowd.draws.bits(u64::from(crowd.id[row]), turn_number(crowd), RANK);
    rank(other) > rank(row)
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
    let (here, reach) = (crowd.position[row], crowd.radius[row] + creep_speed * crowd.dt);
    let is_free = |v: &Point| {
        let into = |wall: &Segment| {
            let to = wall.nearest(here) - here;
            v.dot(to) > 0.0 && to.norm2() < reach * reach
        };
        earliest(near, *v, crowd.dt).is_none() && !walls.iter().any(into)
    };
    if is_free(&creep) {
        return creep;
    }
    let who = u64::from(crowd.id[row]);
    let anywhere = (ANYWHERE..ANYWHERE + TRIES).map(|purpose| {
        let turn = crowd.draws.unit(who, turn_number(crowd), purpose) * std::f64::consts::TAU;
        let (sin, cos) = libm::sincos(turn);
        creep * cos + creep.left() * sin
    });
    anywhere.into_iter().find(is_free).unwrap_or(creep)
}

/// Turns are a matter of time, not of steps.
fn turn_number(crowd: &Crowd<'_>) -> u64 {
    (crowd.step as f64 * crowd.dt / TURN) as u64
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
        fn free_share(&self, _: usize, _: Point) -> f64 {
            1.0
        }
    }

    const EAST: Point = Point::new(1.3, 0.0);
    const STILL: [Point; 2] = [Point::ZERO; 2];

    /// Row 0 at the origin, row 1 at `at`, in contact; who of them gives way in a turn.
    fn give_way(at: Point, preferred: [Point; 2], velocity: [Point; 2], turn: u64) -> [bool; 2] {
        let crowd = Crowd {
            id: &[0, 1],
            position: &[Point::ZERO, at],
            velocity: &velocity,
            radius: &[0.25; 2],
            preferred: &preferred,
            top_speed: &[2.0; 2],
            group: &[NO_GROUP; 2],
            near_start: &[0, 1, 2],
            near: &[1, 0],
            walls: &Nowhere,
            draws: Draws::new(1),
            step: turn,
            dt: TURN,
        };
        [0, 1].map(|row| {
            let mut around = super::super::Surroundings::new();
            around.look(&crowd, row, 0.1);
            gives_way(&crowd, row, preferred[row], 0.1, around.near())
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
}
