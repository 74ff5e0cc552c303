//! Backing out: where two bodies cannot pass each other, one side goes back.
//!
//! Old towns have alleys of 0.6 m. Two columns of people that meet in such an alley would stand there for good. So
//! where two bodies do not fit beside each other, a pedestrian without the right of way goes back when a pedestrian
//! that comes the opposite way holds it up. A pedestrian also goes back when a neighbour that backs out holds it up.
//! In the nearest place where two bodies fit beside each other, it waits a while, and then goes on with its journey.
//!
//! No paper has this rule (proposal). Of two pedestrians that meet, the pedestrian that walks east (22.5° north of
//! east, to be exact) has the right of way. Streams that never end still block an alley, and each other where they
//! wait.

use populace_env::{CellId, SegmentId};
use populace_geom::Point;
use populace_plan::Spot;
use populace_traj::{Cause, EventKind};

use crate::follow::FollowerState;
use crate::simulation::{Now, Simulation};
use crate::state::{Status, Way};

/// Two bodies pass each other where there is this much room beside them, m.
const SPARE: f64 = 0.1;
/// A pedestrian that has backed out stands this far from the narrow place, m.
const OUT: f64 = 2.5;
/// How long a pedestrian that has backed out waits, s.
const PAUSE: f64 = 10.0;
/// A pedestrian that is held up for this long looks whether a neighbour backs out, s.
pub(crate) const LOOK_AFTER: f64 = 3.0;
/// A pedestrian goes back when a neighbour that comes the opposite way has held it up for this long, s.
const PATIENCE: f64 = 10.0;
/// A pedestrian that has not got on for this long goes back, too, s: two pedestrians that push each other to and fro
/// are never held up for long.
pub(crate) const LONG: f64 = 30.0;
/// A pedestrian that passes a portal in this direction has the right of way: 22.5° north of east, since few alleys run
/// straight across this direction.
const FIRST: Point = Point { x: 0.924, y: 0.383 };
/// A gap between two bodies that hold each other up, m.
const CLOSE: f64 = 0.3;
/// Cells that are looked through for the way out.
const MOST_CELLS: usize = 256;

impl Simulation {
    /// Returns whether two bodies as wide as that of the pedestrian cannot pass each other at a portal.
    pub(crate) fn is_narrow(&self, row: usize, portal: SegmentId) -> bool {
        let segment = self.env.segment(portal);
        !segment.is_lift() && segment.a.distance(segment.b) < 4.0 * self.state.people.radius[row] + SPARE
    }

    /// Returns whether a pedestrian that is held up in front of a narrow place has to go back.
    pub(crate) fn has_to_withdraw(&self, now: Now, row: usize) -> bool {
        let people = &self.state.people;
        let waits = people.held[row] > PATIENCE || now.time - people.track[row].anchored > LONG;
        self.is_pushed_back(row) || (waits && self.meets_with_right_of_way(row))
    }

    /// Returns whether a neighbour comes the opposite way and has the right of way.
    fn meets_with_right_of_way(&self, row: usize) -> bool {
        let people = &self.state.people;
        let Some(portal) = people.ahead[row].next().map(|p| self.env.segment(p)) else { return false };
        // In an alley, two pedestrians that meet pass their next portals in opposite directions.
        portal.out_of(people.cell[row]).dot(FIRST) < 0.0 && self.why_stuck(row) == Cause::Oncoming
    }

    /// Returns whether a pedestrian is held up by a neighbour that backs out.
    fn is_pushed_back(&self, row: usize) -> bool {
        let people = &self.state.people;
        let (at, wanted) = (people.position[row], self.preferred(row));
        self.state.near.of(row).iter().map(|&other| other as usize).any(|other| {
            let to = people.position[other] - at;
            people.status[other] == Status::Withdrawing
                && to.dot(wanted) > 0.0
                && self.preferred(other).dot(wanted) < 0.0
                && to.norm() < people.radius[row] + people.radius[other] + CLOSE
        })
    }

    /// Sends a pedestrian back, and returns whether there is anywhere to go.
    pub(crate) fn withdraw(&mut self, now: Now, row: usize) -> bool {
        let way = self.way_out(row);
        let people = &mut self.state.people;
        // The pedestrian does not look for a way back again in the next decision, even if there is none now.
        (people.held[row], people.track[row].anchored) = (0.0, now.time);
        let Some(way) = way else { return false };
        people.ahead[row] = way.ahead(0);
        people.follower_state[row] = FollowerState::NOTHING;
        people.track[row].begin(&self.env, &way);
        (people.track[row].cell, people.track[row].least) = (people.cell[row], None);
        people.way[row] = way;
        people.status[row] = Status::Withdrawing;
        let (id, stage, track) = (people.id[row], people.stage[row], &mut people.track[row]);
        (track.anchor, track.anchored) = (people.position[row], now.time);
        self.tell(now, id, EventKind::Withdrew, stage);
        true
    }

    /// Lets a pedestrian that has left the narrow place wait for a while; then its journey goes on.
    pub(crate) fn pause(&mut self, now: Now, row: usize) {
        let people = &mut self.state.people;
        people.status[row] = Status::Pausing;
        people.until[row] = now.time + PAUSE;
        people.held[row] = 0.0;
    }

    /// Returns the way to the nearest cell where two bodies can pass each other, not through the next portal.
    fn way_out(&self, row: usize) -> Option<Way> {
        let people = &self.state.people;
        let (from, radius) = (people.cell[row], people.radius[row]);
        let (population, not_through) = (people.population[row], people.ahead[row].next());
        // Cells in the order in which they are found, each with the portal and the cell from which it was found.
        let mut found: Vec<(CellId, Option<(SegmentId, usize)>)> = vec![(from, None)];
        for i in 0..MOST_CELLS {
            let &(cell, how) = found.get(i)?;
            if how.is_some() && self.world().has_room(cell, self.middle(cell), 2.0 * radius + SPARE) {
                return Some(self.way_through(&found[..=i], radius));
            }
            let exits = self.env.cell_edges(cell).filter_map(|edge| edge.segment);
            let is_open = |portal| self.routes.is_open(self.world(), population, cell, &[portal]);
            for portal in exits.filter(|&p| Some(p) != not_through && is_open(p)) {
                let segment = self.env.segment(portal);
                let there = segment.other(cell);
                if !segment.is_lift() && found.iter().all(|f| f.0 != there) {
                    found.push((there, Some((portal, i))));
                }
            }
        }
        None
    }

    fn middle(&self, cell: CellId) -> Point {
        let (sum, count) = self.env.cell_edges(cell).fold((Point::ZERO, 0.0), |(s, n), e| (s + e.a, n + 1.0));
        sum * (1.0 / count)
    }

    /// Returns the way to the last cell found, a little into it.
    fn way_through(&self, found: &[(CellId, Option<(SegmentId, usize)>)], radius: f64) -> Way {
        let mut portals = Vec::new();
        let (cell, mut how) = found[found.len() - 1];
        let entry = how.map_or(Point::ZERO, |(portal, _)| self.env.segment(portal).middle());
        while let Some((portal, before)) = how {
            portals.push(portal);
            how = found[before].1;
        }
        portals.reverse();
        let middle = self.middle(cell);
        let share = (OUT / middle.distance(entry).max(1e-9)).min(1.0);
        let near = entry.lerp(middle, share);
        let point = if self.world().has_room(cell, near, radius) { near } else { middle };
        Way { portals, goal: Spot { cell, point } }
    }
}
