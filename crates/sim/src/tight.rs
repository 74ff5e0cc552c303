//! Ways out of tight places. Ways are planned for the planned body, which has the width of the profile and is wider
//! than the pedestrian's own. So a pedestrian can be pushed, or come in, where the planned body does not fit and no
//! planned way begins.

use populace_env::{CellId, SegmentId, World};
use populace_geom::Segment;
use populace_mind::AT_GOAL;
use populace_plan::cost::{Cost, NO_WAY, plus, seconds_of};
use populace_plan::{Atlas, Profile, Spot, snap};

use crate::scene::IN_WALL;

/// Cells that are looked at on the way out.
const MOST_CELLS: usize = 64;

/// The planned body has room where it fits with this much to spare, m: in a recess of its own width it cannot turn.
pub(crate) const SPARE: f64 = 0.01;

/// A way out of a tight place, to where another way begins.
pub(crate) struct WayOut {
    /// The portals to pass, the narrow one last.
    pub portals: Vec<SegmentId>,
    /// The time that it takes, s.
    pub seconds: f64,
}

/// A cell that the search has reached.
struct Reached {
    spot: Spot,
    cost: Cost,
    /// The segment through which it was reached, and the number of the cell before it; `None` at the start.
    through: Option<(SegmentId, usize)>,
    is_done: bool,
}

/// Returns the shortest way out for a body that stands where the planned body does not fit, and what `go_on` finds from
/// its end. The way passes a segment that is too narrow for the planned body, and ends in the first cell beyond from
/// which `go_on` finds something. Returns `None` where the planned body fits: there the planner's own answer holds. Where
/// it fits near by without passing such a segment, the body only leaves to the other side of a narrow passage in which it
/// stands.
pub(crate) fn way_out<T>(
    atlas: Atlas<'_>,
    from: Spot,
    radius: f64,
    mut go_on: impl FnMut(Spot) -> Option<T>,
) -> Option<(WayOut, T)> {
    let Atlas { world, map } = atlas;
    let profile = map.profile();
    if world.has_room(from.cell, from.point, profile.radius() + SPARE) {
        return None;
    }
    let is_near_ground = is_near_ground(atlas, from, radius);
    let stands_in = |segment: SegmentId| {
        let portal = world.segment(segment);
        Segment::new(portal.a, portal.b).distance(from.point) < radius
    };
    let leads_out = |segment: SegmentId| !is_near_ground || stands_in(segment);
    let width = tight_width(profile, radius);
    let mut reached = vec![Reached { spot: from, cost: 0, through: None, is_done: false }];
    loop {
        let open = reached.iter().enumerate().filter(|(_, r)| !r.is_done);
        let here = open.min_by_key(|(_, r)| r.cost).map(|(i, _)| i)?;
        reached[here].is_done = true;
        let Reached { spot, cost, through, .. } = reached[here];
        if let Some((segment, before)) = through
            && !map.may_leave(world, reached[before].spot.cell, segment)
            && let Some(found) = go_on(spot)
        {
            return Some((WayOut { portals: portals_to(&reached, here), seconds: seconds_of(cost) }, found));
        }
        // In a passage between two walls, one narrow segment follows another.
        let is_in_passage = through.is_some_and(|(s, before)| !map.may_leave(world, reached[before].spot.cell, s));
        let goes_on = |s: SegmentId| is_in_passage && !map.may_leave(world, spot.cell, s);
        let ways = world
            .cell_segments(spot.cell)
            .filter(|&s| (leads_out(s) || goes_on(s)) && can_pass(atlas, spot.cell, s, width));
        for segment in ways {
            let portal = world.segment(segment);
            let step = map.cost_within(&world, spot, Spot { cell: spot.cell, point: portal.middle_in(spot.cell) });
            let (cost, cell) = (plus(cost, step), portal.other(spot.cell));
            if cost >= NO_WAY {
                continue;
            }
            let there = Spot { cell, point: portal.middle_in(cell) };
            let next = Reached { spot: there, cost, through: Some((segment, here)), is_done: false };
            match reached.iter().position(|r| r.spot.cell == cell) {
                Some(known) if !reached[known].is_done && cost < reached[known].cost => reached[known] = next,
                None if reached.len() < MOST_CELLS => reached.push(next),
                _ => {}
            }
        }
    }
}

/// Returns the width of a segment that a body of a radius just passes, m. A body may reach a little into walls.
pub(crate) fn tight_width(profile: &Profile, radius: f64) -> f64 {
    (2.0 * (radius - IN_WALL)).min(profile.width)
}

/// Returns the nearest ground where the planned body fits, for a goal where it does not. A pedestrian that is there has
/// arrived at the goal.
pub(crate) fn roomy_goal(atlas: Atlas<'_>, goal: Spot) -> Option<Spot> {
    let profile = atlas.map.profile();
    let is_tight = !atlas.world.has_room(goal.cell, goal.point, profile.radius());
    is_tight.then(|| ground_near(atlas.world, goal, profile.width, AT_GOAL)).flatten()
}

/// Returns whether a body merely stands at a wall, or in a corner, of ground where the planned body has room; or
/// whether the planned body can go far from there.
fn is_near_ground(atlas: Atlas<'_>, from: Spot, radius: f64) -> bool {
    let Atlas { world, map } = atlas;
    let roomy = map.profile().radius() + SPARE;
    // In a corner, the planned body is farther from both walls.
    let reach = std::f64::consts::SQRT_2 * (roomy - radius + IN_WALL).max(0.0) + SPARE;
    let ground = ground_near(world, from, 2.0 * roomy, reach).map(|spot| spot.cell);
    let mut cells = vec![from.cell];
    let mut next = 0;
    while let Some(&here) = cells.get(next) {
        next += 1;
        if Some(here) == ground || cells.len() > MOST_CELLS {
            return true;
        }
        for segment in world.cell_segments(here).filter(|&s| map.may_leave(world, here, s)) {
            let there = world.segment(segment).other(here);
            if !cells.contains(&there) {
                cells.push(there);
            }
        }
    }
    false
}

/// Returns the nearest spot within reach where a body of a width fits.
fn ground_near(world: World<'_>, spot: Spot, width: f64, reach: f64) -> Option<Spot> {
    snap(world, world.cell_floor(spot.cell), spot.point, width, reach).ok().map(|snapped| snapped.spot)
}

/// Returns whether a body of a width passes a segment on foot, out of a cell.
pub(crate) fn can_pass(atlas: Atlas<'_>, cell: CellId, segment: SegmentId, width: f64) -> bool {
    let portal = atlas.world.segment(segment);
    let floor = &atlas.world.floors()[atlas.world.cell_floor(portal.other(cell)).index()];
    atlas.world.is_passable(segment, width)
        && !portal.is_lift()
        && portal.leads_from(cell)
        && atlas.map.profile().may_walk_on(&floor.kind)
}

/// Returns the segments through which a cell was reached, in order.
fn portals_to(reached: &[Reached], end: usize) -> Vec<SegmentId> {
    let steps = std::iter::successors(reached[end].through, |&(_, before)| reached[before].through);
    let mut portals: Vec<SegmentId> = steps.map(|(segment, _)| segment).collect();
    portals.reverse();
    portals
}

#[cfg(test)]
mod tests {
    use populace_geom::Point;
    use populace_plan::Profile;
    use populace_traj::Status;

    use crate::Simulation;
    use crate::setup::{Arrivals, Placed, Population};
    use crate::support::*;

    /// Returns a pedestrian at (x, y) in a room with a door of 0.7 m; it leaves outside. Its body is 0.4 m wide, the
    /// way is planned for `width`.
    fn behind_a_narrow_door(width: f64, [x, y]: [f64; 2]) -> Simulation {
        let walls = [rectangle(5.0, 0.0, 5.2, 2.0), rectangle(5.0, 2.7, 5.2, 5.0)];
        let env = place(rectangle(0.0, 0.0, 10.0, 5.0), &walls, &[("out", rectangle(9.0, 0.0, 10.0, 5.0))]);
        let point = Point::new(x, y);
        let cell = env.locate(populace_env::FloorId::new(0), point, None).expect("walkable");
        let at = super::Spot { cell, point };
        let arrivals = vec![Arrivals::Placed(vec![Placed { at, speed: None, goal: None }])];
        let mut alone = Population { arrivals, profile: Profile { width, ..Profile::default() }, ..leaving(0, 0, 0) };
        alone.body.radius = constant(0.2);
        Simulation::new(setup(env, vec![alone]))
    }

    #[test]
    fn a_planned_body_that_does_not_fit_through_a_door_has_no_way_and_asks_again_when_it_was_moved() {
        // In the middle of the room, at a wall and in a corner.
        for at in [[2.0, 2.5], [2.0, 0.21], [0.21, 0.21], [4.79, 4.79]] {
            let mut simulation = behind_a_narrow_door(0.8, at);
            (0..40).for_each(|_| {
                simulation.step();
            });
            assert_eq!(simulation.state.people.status, [Status::NoWay], "at {at:?}");
            let asked = simulation.counts().routes;
            (0..40).for_each(|_| {
                simulation.step();
            });
            assert_eq!(simulation.counts().routes, asked, "it does not ask where it stands");
            let outside = Point::new(7.0, 2.5);
            simulation.state.people.position[0] = outside;
            simulation.state.people.cell[0] =
                simulation.env.locate(populace_env::FloorId::new(0), outside, None).expect("walkable");
            run(&mut simulation, 20.0);
            assert!(simulation.is_over(), "from {at:?}: {:?}", simulation.census());
        }
    }

    #[test]
    fn a_body_that_stands_in_a_doorway_too_narrow_for_the_planned_one_walks_out() {
        let mut simulation = behind_a_narrow_door(0.8, [5.1, 2.3]);
        run(&mut simulation, 20.0);
        assert!(simulation.is_over(), "{:?}", simulation.census());
    }

    /// An obstacle that appeared beside it used to leave it with no way, although it stood in the gap: the ground on its
    /// own side had room, and the way began on the other side.
    #[test]
    fn a_body_that_reaches_into_a_doorway_too_narrow_for_the_planned_one_walks_out_to_the_other_side() {
        let mut simulation = behind_a_narrow_door(0.8, [4.9, 2.35]);
        run(&mut simulation, 20.0);
        assert!(simulation.is_over(), "{:?}", simulation.census());
    }

    /// Bodies used to be pushed into recesses beside the ways of a crowd, and under some models never came out.
    #[test]
    fn a_body_is_not_pushed_through_a_door_too_narrow_for_the_planned_one() {
        for (width, is_through) in [(0.6, true), (0.8, false)] {
            let mut simulation = behind_a_narrow_door(width, [4.5, 2.35]);
            simulation.step();
            let people = &mut simulation.state.people;
            (people.velocity[0], people.wanted[0]) = (Point::new(1.0, 0.0), Point::new(1.0, 0.0));
            (0..40).for_each(|_| simulation.advance());
            let x = simulation.state.people.position[0].x;
            assert_eq!(x > 5.0, is_through, "planned for {width} m: x = {x}");
        }
    }
}
