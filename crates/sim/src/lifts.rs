//! Lifts: cabins that go where they are called, with a capacity. Contended, so they are run in one sequential phase, and board in the
//! order of arrival at the doors, then of pedestrian.
//!
//! Collective control, as most lifts have: a cabin keeps its direction while someone ahead calls or rides there, then turns.

use populace_env::{CellId, Environment, LinkId, LinkKind, Passage};
use populace_geom::Point;
use populace_traj::EventKind;

use crate::bytes::{Load, Reader, Save};
use crate::follow::Bar;
use crate::frame::spiral;
use crate::people::{Person, Status};
use crate::room::Room;
use crate::simulation::{Now, Simulation};

/// Whoever wants to ride stands within this distance of the stop, m.
pub(crate) const AT_DOORS: f64 = 1.5;

/// Whoever comes out of a lift is this far from the stop at most, m.
const FARTHEST_OUT: f64 = 4.5;
/// Spots that are tried for that.
const SPOTS_OUT: usize = 165;

/// A cabin.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Lift {
    pub link: LinkId,
    /// By height.
    pub stops: Vec<Stop>,
    capacity: u32,
    speed: f64,
    dwell: f64,
    cabin: Cabin,
    /// Stops that are called, made anew in every decision.
    calls: Vec<bool>,
}

/// What changes.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cabin {
    /// The stop it is at, or left last.
    at: u32,
    /// The stop it goes to.
    to: u32,
    /// Whether it is under way.
    is_moving: bool,
    is_going_up: bool,
    /// When it arrives, or may leave, s.
    until: f64,
}

/// Where people step in and out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stop {
    pub cell: CellId,
    pub point: Point,
    pub height: f64,
}

/// Someone in a cabin.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ride {
    pub lift: u32,
    /// The stop to get out at.
    pub to: u32,
    pub person: Person,
}

impl Lift {
    /// The lifts of a place, their cabins at the lowest stop.
    pub(crate) fn all(env: &Environment) -> Vec<Lift> {
        let lifts = env.links().iter().enumerate().filter_map(|(i, link)| match link.kind {
            LinkKind::Lift { lift, .. } => Some((LinkId::new(i), lift)),
            _ => None,
        });
        lifts
            .map(|(link, lift)| {
                let stops = stops(env, link);
                Lift {
                    link,
                    capacity: lift.capacity,
                    speed: lift.speed.max(0.01),
                    dwell: lift.dwell,
                    cabin: Cabin { at: 0, to: 0, is_moving: false, is_going_up: true, until: 0.0 },
                    calls: vec![false; stops.len()],
                    stops,
                }
            })
            .collect()
    }

    /// The lifts of another place with the same links: cabins stay where they are. With the number that each stop has there.
    pub(crate) fn moved(old: &Environment, new: &Environment, lifts: &[Lift]) -> Vec<(Lift, Vec<Option<u32>>)> {
        let pairs = lifts.iter().zip(Lift::all(new));
        pairs
            .map(|(was, mut is)| {
                let numbers: Vec<Option<u32>> = was.stops.iter().map(|stop| is.stop_like(old, new, stop)).collect();
                let number = |stop: u32| numbers.get(stop as usize).copied().flatten().unwrap_or(0);
                is.cabin = Cabin { at: number(was.cabin.at), to: number(was.cabin.to), ..was.cabin };
                (is, numbers)
            })
            .collect()
    }

    /// The nearest stop on the floor of a stop in another place; where there is none, the one nearest in height.
    fn stop_like(&self, old: &Environment, new: &Environment, stop: &Stop) -> Option<u32> {
        let floor = old.cell_floor(stop.cell);
        let away =
            |s: &Stop| (new.cell_floor(s.cell) != floor, (s.height - stop.height).abs(), s.point.distance(stop.point));
        let order = |a: &Stop, b: &Stop| {
            let (a, b) = (away(a), away(b));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.total_cmp(&b.2))
        };
        let nearest = self.stops.iter().enumerate().min_by(|a, b| order(a.1, b.1));
        nearest.map(|(i, _)| i as u32)
    }

    fn stop_at(&self, cell: CellId, point: Point) -> Option<u32> {
        self.stops.iter().position(|s| s.cell == cell && s.point == point).map(|i| i as u32)
    }

    /// The stop that is called, nearest in the direction of travel, else nearest in the other.
    fn next_call(&self) -> Option<(u32, bool)> {
        let calls = &self.calls;
        let at = self.cabin.at as usize;
        let above = (at + 1..calls.len()).find(|&i| calls[i]);
        let below = (0..at).rev().find(|&i| calls[i]);
        let (ahead, behind) = if self.cabin.is_going_up { (above, below) } else { (below, above) };
        let up = self.cabin.is_going_up;
        ahead.map(|i| (i as u32, up)).or(behind.map(|i| (i as u32, !up)))
    }

    fn leave_or_arrive(&mut self, time: f64) {
        if time < self.cabin.until {
            return;
        }
        if self.cabin.is_moving {
            self.cabin = Cabin { at: self.cabin.to, is_moving: false, until: time + self.dwell, ..self.cabin };
        } else if let Some((to, is_going_up)) = self.next_call() {
            let climb = (self.stops[to as usize].height - self.stops[self.cabin.at as usize].height).abs();
            self.cabin = Cabin { to, is_going_up, is_moving: true, until: time + climb / self.speed, ..self.cabin };
        }
    }

    /// Where the cabin is at a time: the stop it is at or nearest to, its middle on the plan, and its height, m.
    pub(crate) fn place(&self, time: f64) -> (Stop, Point, f64) {
        let [from, to] = [self.cabin.at, self.cabin.to].map(|stop| self.stops[stop as usize]);
        let duration = (to.height - from.height).abs() / self.speed;
        if !self.cabin.is_moving || duration <= 0.0 {
            return (from, from.point, from.height);
        }
        let share = (1.0 - (self.cabin.until - time) / duration).clamp(0.0, 1.0);
        let height = from.height + (to.height - from.height) * share;
        let away = |stop: &Stop| (stop.height - height).abs();
        let nearest = self.stops.iter().copied().min_by(|a, b| away(a).total_cmp(&away(b))).unwrap_or(from);
        (nearest, from.point.lerp(to.point, share), height)
    }

    fn is_open_at(&self, stop: u32) -> bool {
        !self.cabin.is_moving && self.cabin.at == stop
    }
}

fn stops(env: &Environment, link: LinkId) -> Vec<Stop> {
    let hops = env.segments().iter().filter(|s| s.link == Some(link) && s.passage == Passage::Lift);
    let ends = hops.flat_map(|s| [(s.cells[0], s.a), (s.cells[1], s.b)]);
    let mut stops: Vec<Stop> =
        ends.map(|(cell, point)| Stop { cell, point, height: env.height(env.cell_floor(cell), point) }).collect();
    stops.sort_by(|a, b| a.height.total_cmp(&b.height).then(a.cell.cmp(&b.cell)));
    stops.dedup();
    stops
}

/// Someone at the doors.
pub(crate) struct Waiting {
    lift: usize,
    from: u32,
    to: u32,
    since: f64,
    id: u32,
    row: usize,
}

impl Simulation {
    /// Boards who fits, then lets every cabin leave or arrive.
    pub(crate) fn run_lifts(&mut self, now: Now) {
        if self.state.lifts.is_empty() {
            return;
        }
        let mut waiting = std::mem::take(&mut self.scratch.waiting);
        self.find_waiting(&mut waiting);
        for lift in &mut self.state.lifts {
            lift.calls.fill(false);
        }
        for ride in &self.state.riding {
            self.state.lifts[ride.lift as usize].calls[ride.to as usize] = true;
        }
        for i in 0..self.state.lifts.len() {
            let mut aboard = self.state.riding.iter().filter(|r| r.lift == i as u32).count() as u32;
            for w in waiting.iter().filter(|w| w.lift == i) {
                let lift = &mut self.state.lifts[i];
                let link = lift.link;
                let may_board = self.env.is_open(link) && aboard < lift.capacity && lift.is_open_at(w.from);
                lift.calls[if may_board { w.to } else { w.from } as usize] = true;
                if may_board {
                    aboard += 1;
                    self.state.people.status[w.row] = Status::Riding;
                    self.tell(now, w.id, EventKind::Boarded, link.0);
                }
            }
            self.state.lifts[i].leave_or_arrive(now.time);
        }
        self.scratch.waiting = waiting;
    }

    /// By lift, then by who came first.
    fn find_waiting(&self, waiting: &mut Vec<Waiting>) {
        let people = &self.state.people;
        let rows = (0..people.len()).filter(|&row| people.status[row] == Status::Queueing);
        waiting.clear();
        waiting.extend(rows.filter_map(|row| {
            let (lift, from, to) = self.hop_of(row)?;
            Some(Waiting { lift, from, to, since: people.until[row], id: people.id[row], row })
        }));
        waiting.sort_unstable_by(|a, b| a.lift.cmp(&b.lift).then(a.since.total_cmp(&b.since)).then(a.id.cmp(&b.id)));
    }

    /// The lift, and the stops to get in and out, of someone whose next portal is a lift.
    pub(crate) fn hop_of(&self, row: usize) -> Option<(usize, u32, u32)> {
        let people = &self.state.people;
        let portal = people.ahead[row].next()?;
        let segment = self.env.segment(portal);
        let lift = self.state.lifts.iter().position(|l| Some(l.link) == segment.link)?;
        let ends = [(segment.cells[0], segment.a), (segment.cells[1], segment.b)];
        let [first, second] = ends.map(|(cell, point)| self.state.lifts[lift].stop_at(cell, point));
        // Whoever was pushed into a third cell is at neither stop.
        let (from, to) = match people.cell[row] {
            cell if cell == segment.cells[0] => (first, second),
            cell if cell == segment.cells[1] => (second, first),
            _ => return None,
        };
        Some((lift, from?, to?))
    }

    /// Lets riders out whose stop is reached, as far as there is room in front of the doors.
    pub(crate) fn alight(&mut self, now: Now) {
        let lifts = &self.state.lifts;
        if !self.state.riding.iter().any(|r| lifts[r.lift as usize].is_open_at(r.to)) {
            return;
        }
        let riding = std::mem::take(&mut self.state.riding);
        for mut ride in riding {
            let lift = &self.state.lifts[ride.lift as usize];
            let (link, stop) = (lift.link, lift.stops[ride.to as usize]);
            let spot = if lift.is_open_at(ride.to) { self.spot_near(stop, &ride.person) } else { None };
            let Some((cell, point)) = spot else {
                self.state.riding.push(ride);
                continue;
            };
            let person = &mut ride.person;
            (person.cell, person.position, person.velocity) = (cell, point, Point::ZERO);
            (person.wanted, person.status) = (Point::ZERO, Status::Walking);
            person.track.leg += 1;
            person.ahead = person.way.ahead(person.track.leg);
            person.bar = Bar::NONE;
            // Whoever comes out in another cell finds out where on the way that is.
            (person.track.cell, person.track.anchor, person.track.anchored) = (stop.cell, point, now.time);
            self.tell(now, person.id, EventKind::Alighted, link.0);
            let has_lost_way = person.track.leg as usize > person.way.portals.len();
            self.state.people.push(ride.person);
            self.index();
            let row = self.state.people.len() - 1;
            if has_lost_way { self.begin_again(now, row) } else { self.plan_again_if_shut(now, row) }
        }
    }

    /// A free spot at a stop or around it. Those who wait there let people through: whoever comes out does so behind them.
    fn spot_near(&self, stop: Stop, person: &Person) -> Option<(CellId, Point)> {
        let people = &self.state.people;
        let profile = &self.populations[usize::from(person.population)].profile;
        let walks_in = |cell| profile.may_walk_on(&self.env.floors()[self.env.cell_floor(cell).index()].kind);
        let waits = |row: usize| {
            people.status[row] == Status::Queueing && people.position[row].distance(stop.point) < AT_DOORS + 0.5
        };
        let is_crowded = (0..people.len()).any(waits);
        let least = if is_crowded { AT_DOORS + 0.5 } else { 0.0 };
        let around = populace_geom::Bounds::of([stop.point]).expanded(FARTHEST_OUT);
        let room = Room::of(&self.env, people, around, self.widest);
        let ring = |k: usize| spiral(stop.point, 0.35, k);
        let is_out = |point: &Point| (least..FARTHEST_OUT).contains(&point.distance(stop.point));
        (0..SPOTS_OUT).map(ring).filter(is_out).find_map(|point| {
            let end = self.env.ray(stop.cell, stop.point, point);
            let fits = || room.fits(&self.env, end.cell, point, person.radius);
            (end.wall.is_none() && walks_in(end.cell) && fits()).then_some((end.cell, point))
        })
    }
}

impl Save for Ride {
    fn save(&self, to: &mut Vec<u8>) {
        self.lift.save(to);
        self.to.save(to);
        self.person.save(to);
    }
}
impl Load for Ride {
    fn load(from: &mut Reader<'_>) -> Option<Self> {
        Some(Ride { lift: Load::load(from)?, to: Load::load(from)?, person: Load::load(from)? })
    }
}

impl Lift {
    pub(crate) fn save_cabin(&self, to: &mut Vec<u8>) {
        let Cabin { at, to: next, is_moving, is_going_up, until } = self.cabin;
        (at, next).save(to);
        (is_moving, is_going_up).save(to);
        until.save(to);
    }
    pub(crate) fn load_cabin(&mut self, from: &mut Reader<'_>) -> Option<()> {
        let (at, to): (u32, u32) = Load::load(from)?;
        let (is_moving, is_going_up) = Load::load(from)?;
        let fits = |stop: u32| self.stops.is_empty() || (stop as usize) < self.stops.len();
        if !fits(at) || !fits(to) {
            return None;
        }
        self.cabin = Cabin { at, to, is_moving, is_going_up, until: Load::load(from)? };
        Some(())
    }
}
