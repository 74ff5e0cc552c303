//! Creeping: a pedestrian that finds no way takes a small step, so that people who hold each other up come apart.

use populace_geom::{Point, Segment, maths};

use super::{Rules, is_free, turn_number};
use crate::Crowd;
use crate::nearest::no_faster;
use crate::passing::Neighbour;

/// The number of directions that are tried when the way is blocked.
const TRIES: u64 = 4;
/// The purpose of the draw of the first direction; each further direction has the next number.
const ANYWHERE: u64 = 0x7368_7566_0000;

/// Returns a velocity at creep speed: along the way if that is free, else in the first free of some drawn directions.
#[cold]
pub(crate) fn creep(
    crowd: &Crowd<'_>,
    row: usize,
    wanted: Point,
    rules: &Rules,
    near: &[Neighbour],
    walls: &[Segment],
) -> Point {
    let creep = no_faster(wanted, rules.creep_speed);
    let is_free = |v: &Point| is_free(crowd, row, *v, rules.creep_speed, near, walls);
    if is_free(&creep) {
        return creep;
    }
    let pedestrian = u64::from(crowd.id[row]);
    let anywhere = (ANYWHERE..ANYWHERE + TRIES).map(|purpose| {
        let turn = crowd.draws.unit(pedestrian, turn_number(crowd), purpose) * std::f64::consts::TAU;
        let (sin, cos) = maths::sin_cos(turn);
        creep * cos + creep.left() * sin
    });
    anywhere.into_iter().find(is_free).unwrap_or(creep)
}
