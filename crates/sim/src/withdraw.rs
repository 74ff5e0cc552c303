//! Backing out: where two bodies cannot pass each other, one side goes back.
//!
//! Old towns have alleys of 0.6 m. Two columns of people that meet in such an alley would stand there for good. So a
//! pedestrian that is held up goes back when it meets a neighbour that has the right of way, and when a neighbour that
//! backs out comes towards it. In the nearest place where two bodies fit beside each other, it waits a while, and then
//! goes on with its journey.
//!
//! Two pedestrians run against each other when their ways pass a portal in opposite directions, and the portal is too
//! narrow for both bodies side by side; or when they face each other in a cell where there is no room for both. What
//! counts is where their ways lead, not where they want to walk at the moment: in a crowd around a door, people want to
//! walk towards each other, and all leave by the door.
//!
//! A pedestrian that is about to leave the narrow place has the right of way. Of two pedestrians that both have a narrow
//! portal ahead, the pedestrian with the longer way back to a place where two bodies fit has the right of way; of equal
//! ways back, the pedestrian of lower id. So people in an alley go before people who want to enter it, and a column that
//! has begun to go back goes back to the end. The rule knows no compass: it is the same when a place is turned or
//! mirrored. No paper has it (proposal). Streams that never end still block an alley, and each other where they wait.

use populace_env::{CellId, SegmentId};
use populace_geom::{Point, Segment};
use populace_mind::AT_GOAL;
use populace_plan::Spot;
use populace_traj::EventKind;

use crate::follow::FollowerState;
use crate::minds::WITHDRAW;
use crate::simulation::{Now, Simulation};
use crate::state::{Status, Way};

/// Two bodies pass each other where there is this much room beside them, m.
const SPARE: f64 = 0.1;
/// A pedestrian that has backed out stands this far from the narrow place, m. Within this distance of a portal, a
/// pedestrian has just passed it.
const OUT: f64 = 2.5;
/// A cell reaches far enough from the narrow place to wait in it when it reaches this share of [`OUT`].
const FAR_ENOUGH: f64 = 0.9;
/// A pedestrian that is held up for this long looks whether a neighbour backs out, s.
pub(crate) const LOOK_AFTER: f64 = 3.0;
/// A pedestrian goes back when a neighbour that comes the opposite way has held it up for this long, s.
const PATIENCE: f64 = 10.0;
/// A pedestrian that has not got on for this long goes back, too, s: two pedestrians that push each other to and fro
/// are never held up for long.
pub(crate) const LONG: f64 = 30.0;
/// A gap between two bodies that hold each other up, m.
const CLOSE: f64 = 0.4;
/// Cells that are looked through for the way out.
const MOST_CELLS: usize = 256;

/// A cell that the search for the way out has found.
#[derive(Clone, Copy)]
struct Found {
    cell: CellId,
    /// The portal through which it was found, and the number of the cell before it; `None` at the start.
    through: Option<(SegmentId, usize)>,
    /// The point where the way enters the cell.
    entry: Point,
    /// The length of the way to that point, m.
    length: f64,
    is_done: bool,
}

impl Simulation {
    /// Returns whether the pedestrian and the widest body cannot pass each other at a portal.
    pub(crate) fn is_narrow(&self, row: usize, portal: SegmentId) -> bool {
        self.is_narrow_for(self.state.people.radius[row] + self.widest, portal)
    }

    /// Returns whether two bodies, with radii of this sum, cannot pass each other at a portal.
    fn is_narrow_for(&self, radii: f64, portal: SegmentId) -> bool {
        let segment = self.env.segment(portal);
        !segment.is_lift() && segment.a.distance(segment.b) < 2.0 * radii + SPARE
    }

    /// Returns the neighbour because of which a pedestrian that is held up in front of a narrow place has to go back.
    pub(crate) fn has_to_withdraw_for(&self, now: Now, row: usize) -> Option<usize> {
        let people = &self.state.people;
        let waits = people.held[row] > PATIENCE || now.time - people.track[row].anchored > LONG;
        let (at, wanted) = (people.position[row], self.preferred(row));
        self.state.near.of(row).iter().map(|&other| other as usize).find(|&other| {
            let to = people.position[other] - at;
            let is_in_the_way = to.dot(wanted) > 0.0 && to.norm() < self.radii(row, other) + CLOSE;
            is_in_the_way
                && match people.status[other] {
                    Status::Withdrawing => self.run_against_each_other(row, other),
                    Status::Walking => waits && self.run_against_each_other(row, other) && self.yields(row, other),
                    _ => false,
                }
        })
    }

    /// Returns the sum of the radii of two pedestrians, m.
    fn radii(&self, row: usize, other: usize) -> f64 {
        self.state.people.radius[row] + self.state.people.radius[other]
    }

    /// Returns whether two pedestrians, the second of which is in the way of the first, want to pass where only one of
    /// them can.
    fn run_against_each_other(&self, row: usize, other: usize) -> bool {
        let people = &self.state.people;
        let radii = self.radii(row, other);
        let is_opposite = |(portal, from): (SegmentId, CellId)| {
            self.is_narrow_for(radii, portal)
                && self.passages(other).any(|(theirs, cell)| theirs == portal && cell != from)
        };
        if self.passages(row).any(is_opposite) {
            return true;
        }
        let cell = people.cell[row];
        let to = people.position[other] - people.position[row];
        cell == people.cell[other]
            && people.ahead[row].next() != people.ahead[other].next()
            && self.preferred(other).dot(to) < 0.0
            && !self.is_roomy(cell, radii + SPARE / 2.0)
    }

    /// Returns the portals that the way of a pedestrian passes here, each with the cell from which it is passed: the
    /// portal that the pedestrian has just passed, and the next portals.
    fn passages(&self, row: usize) -> impl Iterator<Item = (SegmentId, CellId)> + '_ {
        let people = &self.state.people;
        let (here, track) = (people.cell[row], &people.track[row]);
        let passed = (track.leg as usize).checked_sub(1).and_then(|leg| people.way[row].portals.get(leg).copied());
        let passed = passed.filter(|&portal| {
            let segment = self.env.segment(portal);
            segment.cells.contains(&here) && Segment::new(segment.a, segment.b).distance(people.position[row]) < OUT
        });
        let mut from = here;
        let ahead = people.ahead[row].portals().map_while(move |portal| {
            let segment = self.env.segment(portal);
            let cell = from;
            if segment.is_lift() || !segment.cells.contains(&cell) {
                return None;
            }
            from = segment.other(cell);
            Some((portal, cell))
        });
        passed.map(|portal| (portal, self.env.segment(portal).other(here))).into_iter().chain(ahead)
    }

    /// Returns whether a pedestrian has to let another pass that runs against it.
    fn yields(&self, row: usize, other: usize) -> bool {
        let people = &self.state.people;
        let radii = self.radii(row, other);
        let is_leaving = |row: usize| people.ahead[row].next().is_none_or(|portal| !self.is_narrow_for(radii, portal));
        if is_leaving(row) || is_leaving(other) {
            return !is_leaving(row);
        }
        let (mine, theirs) = (self.way_back(row, radii + SPARE), self.way_back(other, radii + SPARE));
        mine < theirs || (mine == theirs && people.id[row] > people.id[other])
    }

    /// Returns the length of the way back to a place with room for a disc of this radius, m; infinite when there is none.
    fn way_back(&self, row: usize, room: f64) -> f64 {
        if self.is_roomy(self.state.people.cell[row], room) {
            return 0.0;
        }
        self.search_out(row, room).map_or(f64::INFINITY, |found| found[found.len() - 1].length)
    }

    /// Sends a pedestrian back to where a neighbour can pass it, and returns whether there is anywhere to go.
    pub(crate) fn withdraw(&mut self, now: Now, row: usize, neighbour: usize) -> bool {
        let way = self.way_out(row, self.radii(row, neighbour) + SPARE);
        let people = &mut self.state.people;
        // The pedestrian does not look for a way back again in the next decision, even if there is none now.
        (people.held[row], people.track[row].anchored) = (0.0, now.time);
        let Some(way) = way else { return false };
        people.ahead[row] = way.ahead(0);
        people.follower_state[row] = FollowerState::NOTHING;
        people.track[row].begin(&self.env, &way);
        (people.track[row].cell, people.track[row].least) = (people.cell[row], None);
        people.way[row] = way;
        (people.status[row], people.wake[row]) = (Status::Withdrawing, f64::INFINITY);
        let (id, track) = (people.id[row], &mut people.track[row]);
        (track.anchor, track.anchored) = (people.position[row], now.time);
        self.tell(now, id, EventKind::Withdrew, self.stage(row));
        self.react(now, row, WITHDRAW);
        true
    }

    /// Returns the way to where a pedestrian that goes back waits: aside in its own cell, or in the nearest cell with room
    /// for a disc of this radius.
    fn way_out(&self, row: usize, room: f64) -> Option<Way> {
        self.way_aside(row, room).or_else(|| {
            let found = self.search_out(row, room)?;
            let &Found { cell, entry, mut through, .. } = found.last()?;
            let mut portals = Vec::new();
            while let Some((portal, before)) = through {
                portals.push(portal);
                through = found[before].through;
            }
            portals.reverse();
            Some(Way {
                portals,
                goal: self.spot_away(row, cell, entry),
                exit: self.state.people.way[row].exit,
                near: AT_GOAL,
            })
        })
    }

    /// Returns the way from before a narrow portal to a spot farther from it, in a cell that has room and reaches so far.
    fn way_aside(&self, row: usize, room: f64) -> Option<Way> {
        let people = &self.state.people;
        let mouth = self.env.segment(people.ahead[row].next()?).middle();
        let goal = self.spot_away(row, people.cell[row], mouth);
        let away = mouth.distance(goal.point);
        let is_farther = away > mouth.distance(people.position[row]) && away > FAR_ENOUGH * OUT;
        (is_farther && self.is_roomy(people.cell[row], room)).then_some(Way {
            portals: Vec::new(),
            goal,
            exit: people.way[row].exit,
            near: AT_GOAL,
        })
    }

    /// Returns the spot of a cell at the distance [`OUT`] from where the cell is entered, towards the middle of the cell.
    fn spot_away(&self, row: usize, cell: CellId, entry: Point) -> Spot {
        let middle = self.middle(cell);
        let share = (OUT / middle.distance(entry).max(1e-9)).min(1.0);
        let near = entry.lerp(middle, share);
        let point = if self.world().has_room(cell, near, self.state.people.radius[row]) { near } else { middle };
        Spot { cell, point }
    }

    /// Searches the nearest other cell with room for a disc of this radius, not through the next portal. Returns the cells
    /// that were found, that cell last.
    fn search_out(&self, row: usize, room: f64) -> Option<Vec<Found>> {
        let people = &self.state.people;
        let (cell, entry) = (people.cell[row], people.position[row]);
        let mut found = vec![Found { cell, through: None, entry, length: 0.0, is_done: false }];
        for _ in 0..MOST_CELLS {
            let open = found.iter().enumerate().filter(|(_, f)| !f.is_done);
            let (i, _) = open.min_by(|(_, a), (_, b)| a.length.total_cmp(&b.length))?;
            found[i].is_done = true;
            if found[i].through.is_some() && self.is_roomy(found[i].cell, room) {
                found.push(found[i]);
                return Some(found);
            }
            self.look_beyond(row, i, &mut found);
        }
        None
    }

    /// Adds the cells beyond the portals of a cell that was found, or the shorter way to them.
    fn look_beyond(&self, row: usize, i: usize, found: &mut Vec<Found>) {
        let people = &self.state.people;
        let Found { cell, entry, length, .. } = found[i];
        let is_open = |portal| self.routes.is_open(self.world(), people.population[row], cell, &[portal]);
        let exits = self.env.cell_edges(cell).filter_map(|edge| edge.segment);
        for portal in exits.filter(|&p| Some(p) != people.ahead[row].next() && is_open(p)) {
            let segment = self.env.segment(portal);
            if segment.is_lift() {
                continue;
            }
            let (there, middle) = (segment.other(cell), segment.middle());
            let length = length + entry.distance(middle);
            let next = Found { cell: there, through: Some((portal, i)), entry: middle, length, is_done: false };
            match found.iter().position(|f| f.cell == there) {
                Some(known) if !found[known].is_done && length < found[known].length => found[known] = next,
                Some(_) => {}
                None => found.push(next),
            }
        }
    }

    /// Returns whether there is room for a disc of this radius in the middle of a cell.
    fn is_roomy(&self, cell: CellId, radius: f64) -> bool {
        self.world().has_room(cell, self.middle(cell), radius)
    }

    fn middle(&self, cell: CellId) -> Point {
        let (sum, count) = self.env.cell_edges(cell).fold((Point::ZERO, 0.0), |(s, n), e| (s + e.a, n + 1.0));
        sum * (1.0 / count)
    }
}
