//! The pedestrians at the doors of a lift get in, and riders get out.

use populace_env::CellId;
use populace_geom::{Bounds, Point};
use populace_plan::Spot;
use populace_traj::EventKind;

use crate::bars::Bars;
use crate::follow::FollowerState;
use crate::frame::spiral;
use crate::lifts::{AT_DOORS, Ride, Stop};
use crate::room::Room;
use crate::simulation::{Now, Simulation};
use crate::state::{Person, Status};

/// A rider that gets out stands at most this far from the stop, m.
const FARTHEST_OUT: f64 = 4.5;
/// Spots that are tried for a rider that gets out.
const SPOTS_OUT: usize = 165;

/// A pedestrian that waits at the doors of a lift.
pub(crate) struct Waiting {
    lift: usize,
    from: u32,
    to: u32,
    since: f64,
    pub(super) id: u32,
    row: usize,
}

impl Simulation {
    /// Lets pedestrians get in as far as the cabins have room, then lets every cabin leave or arrive.
    pub(crate) fn run_lifts(&mut self, now: Now) {
        if self.lifts.is_empty() {
            return;
        }
        let mut waiting = std::mem::take(&mut self.scratch.waiting);
        self.find_waiting(&mut waiting);
        for lift in &mut self.lifts {
            lift.calls.fill(false);
        }
        for ride in &self.state.riding {
            self.lifts[ride.lift as usize].calls[ride.to as usize] = true;
        }
        for i in 0..self.lifts.len() {
            let mut aboard = of_lift(&self.state.riding, i, |ride| ride.lift as usize).len() as u32;
            for w in of_lift(&waiting, i, |waiting| waiting.lift) {
                let (lift, cabin) = (&mut self.lifts[i], &self.state.cabins[i]);
                let link = lift.link;
                let may_board = self.state.doors.is_open(link) && aboard < lift.capacity && cabin.is_open_at(w.from);
                lift.calls[if may_board { w.to } else { w.from } as usize] = true;
                if may_board {
                    aboard += 1;
                    self.state.people.status[w.row] = Status::Riding;
                    self.state.people.memory[w.row].top_mut().into_iter().for_each(|ride| ride.since = now.time);
                    self.tell(now, w.id, EventKind::Boarded, link.0);
                }
            }
            self.lifts[i].leave_or_arrive(&mut self.state.cabins[i], now.time);
        }
        self.scratch.waiting = waiting;
    }

    /// Lists the pedestrians at the doors by lift, then by the time at which they came to the doors, then by id.
    pub(crate) fn find_waiting(&self, waiting: &mut Vec<Waiting>) {
        let people = &self.state.people;
        let rows = (0..people.len()).filter(|&row| people.status[row] == Status::Queueing);
        waiting.clear();
        waiting.extend(rows.filter_map(|row| {
            let (lift, from, to) = self.hop_of(row)?;
            Some(Waiting { lift, from, to, since: people.memory[row].top()?.since, id: people.id[row], row })
        }));
        waiting.sort_unstable_by(|a, b| a.lift.cmp(&b.lift).then(a.since.total_cmp(&b.since)).then(a.id.cmp(&b.id)));
    }

    /// Returns the lift of a pedestrian whose next portal is a lift, the stop where it gets in, and the stop where it
    /// gets out.
    pub(crate) fn hop_of(&self, row: usize) -> Option<(usize, u32, u32)> {
        let people = &self.state.people;
        let portal = people.ahead[row].next()?;
        let segment = self.env.segment(portal);
        // Lifts are in the order of their links.
        let lift = self.lifts.binary_search_by_key(&segment.link?, |lift| lift.link).ok()?;
        let (here, track) = (people.cell[row], &people.track[row]);
        let here = if segment.cells.contains(&here) {
            here
        } else {
            // A pedestrian that was pushed into a third cell is at neither stop. But it may have come to the doors in a third cell.
            let before = track.leg.checked_sub(1).filter(|_| track.cell == here)?;
            let before = self.env.segment(*people.way[row].portals.get(before as usize)?);
            segment.cells.into_iter().find(|cell| before.cells.contains(cell))?
        };
        let stop = |cell| self.lifts[lift].stop_at(cell, segment.stop_in(cell));
        Some((lift, stop(here)?, stop(segment.other(here))?))
    }

    /// Returns where riders may get out now: around the stop of each rider whose cabin stands at this stop.
    pub(crate) fn ways_out(&self) -> impl Iterator<Item = Bounds> {
        let is_there = |ride: &&Ride| self.state.cabins[ride.lift as usize].is_open_at(ride.to);
        let stop = |ride: &Ride| self.lifts[ride.lift as usize].stops[ride.to as usize];
        self.state.riding.iter().filter(is_there).map(move |ride| Bounds::of([stop(ride).point]).expanded(FARTHEST_OUT))
    }

    /// Lets the riders out that have reached their stop, as far as there is room in front of the doors.
    pub(crate) fn alight(&mut self, now: Now, room: &mut Room) {
        if self.ways_out().next().is_none() {
            return;
        }
        let riding = std::mem::take(&mut self.state.riding);
        for mut ride in riding {
            let lift = &self.lifts[ride.lift as usize];
            let is_open = self.state.cabins[ride.lift as usize].is_open_at(ride.to);
            let (link, stop) = (lift.link, lift.stops[ride.to as usize]);
            let spot = if is_open { self.spot_near(stop, &ride.person, room) } else { None };
            let Some((cell, point)) = spot else {
                self.state.riding.push(ride);
                continue;
            };
            let person = &mut ride.person;
            (person.cell, person.position, person.velocity) = (cell, point, Point::ZERO);
            (person.wanted, person.status) = (Point::ZERO, Status::Walking);
            person.track.go_to_leg(&self.env, &person.way, person.track.leg + 1);
            person.ahead = person.way.ahead(person.track.leg);
            person.follower_state = FollowerState::NOTHING;
            // A rider that gets out into another cell than that of the stop finds its place on the way when it is
            // localised.
            person.track.cell = stop.cell;
            person.track.anchored += now.time - person.memory.pop().map_or(now.time, |ride| ride.since);
            self.tell(now, person.id, EventKind::Alighted, link.0);
            let has_lost_way = person.track.leg as usize > person.way.portals.len();
            room.add(point, person.radius, self.env.cell_floor(cell).0);
            let row = self.enter(ride.person);
            if has_lost_way { self.begin_again(now, row) } else { self.plan_again_if_shut(now, row) }
        }
    }

    /// Returns a free spot at a stop or around it. The pedestrians that wait at the doors let riders through: when any
    /// wait there, the spot is behind them.
    pub(crate) fn spot_near(&self, stop: Stop, person: &Person, room: &Room) -> Option<(CellId, Point)> {
        let people = &self.state.people;
        let profile = &self.populations[usize::from(person.population)].profile;
        let (ahead, from) = (person.way.ahead(person.track.leg + 1), Spot { cell: stop.cell, point: stop.point });
        let bars = Bars { profile, ahead: &ahead, cell: stop.cell };
        let waits = |row: usize| {
            people.status[row] == Status::Queueing && people.position[row].distance(stop.point) < AT_DOORS + 0.5
        };
        let is_crowded = room.rows_near(stop.point, AT_DOORS + 0.5).any(waits);
        let least = if is_crowded { AT_DOORS + 0.5 } else { 0.0 };
        let ring = |k: usize| spiral(stop.point, 0.35, k);
        let is_out = |point: &Point| (least..FARTHEST_OUT).contains(&point.distance(stop.point));
        (0..SPOTS_OUT).map(ring).filter(is_out).find_map(|point| {
            let end = self.world().ray(stop.cell, stop.point, point);
            let is_barred = || bars.stop(self.world(), from, point).is_some();
            let fits = || room.fits(self.world(), end.cell, point, person.radius);
            (end.wall.is_none() && !is_barred() && fits()).then_some((end.cell, point))
        })
    }
}

/// Returns the entries of one lift in a list that is in the order of lifts.
fn of_lift<T>(list: &[T], lift: usize, lift_of: impl Fn(&T) -> usize) -> &[T] {
    let rest = &list[list.partition_point(|one| lift_of(one) < lift)..];
    &rest[..rest.partition_point(|one| lift_of(one) == lift)]
}
