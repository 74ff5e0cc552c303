//! Trains: what a timetable says of them, where their doors are, and what is known of them at a moment. A bus is a train with
//! one car.

use populace_env::objects::{BODY, PlatformEdge};
use populace_env::{EnvObject, World};
use populace_geom::{Distribution, Draws, Point};
use populace_plan::Spot;
use serde::{Deserialize, Serialize};

use crate::purpose;
use crate::situation::{Me, Situation};

/// The distance from the edge of the platform at which people step in and out, m.
const STEP: f64 = 2.0 * BODY;
/// Half the width of the ground before a door that stays free for people who get off, m: half a door of 1.3 m, and a body.
const HALF_WAY: f64 = 0.5 * 1.3 + BODY;

/// Trains of one line at one track, as a timetable has them.
#[derive(Clone, Debug, PartialEq)]
pub struct Train {
    /// Its name, such as that of the line.
    pub name: String,
    /// The track at which it stops: the number of the object.
    pub track: u32,
    /// Where it goes.
    pub to: Vec<String>,
    /// How many cars it has.
    pub cars: u32,
    /// The length of a car, m.
    pub car_length: f64,
    /// How many doors each car has on the side of the platform.
    pub doors: u32,
    /// How many people it takes.
    pub capacity: u32,
    /// How many people are in it when it arrives and stay in it.
    pub aboard: u32,
    /// The time in which one person gets off at a door, s.
    pub alighting: f64,
    /// The time in which one person gets on at a door, s.
    pub boarding: f64,
    /// The least time at the platform when it is late, s.
    pub least_dwell: f64,
    /// How much later than planned it arrives, s.
    pub delay: Distribution,
    /// When it comes, in order.
    pub calls: Vec<Call>,
}

/// One stop of a train at its track, as planned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Call {
    /// When it arrives, s since the start of the run.
    pub arrives: f64,
    /// When it departs, s.
    pub departs: f64,
}

/// A door of a train at its track.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainDoor {
    /// Where people step in and out; `None` when there is no ground.
    pub spot: Option<Spot>,
    /// The unit vector from the door onto the platform.
    pub inward: Point,
    /// The slots of the track beside the door, by number, the nearest first. None of them is in the way of people who get off.
    pub beside: Vec<u32>,
}

impl Train {
    /// Returns its length, m.
    pub fn length(&self) -> f64 {
        f64::from(self.cars) * self.car_length
    }

    /// Returns where its ends are along its track, m: it stands in the middle.
    pub fn ends_along(&self, edge: &PlatformEdge) -> [f64; 2] {
        let first = 0.5 * (edge.length() - self.length());
        [first, first + self.length()]
    }

    /// Returns where its doors are along its track, m.
    pub fn doors_along(&self, edge: &PlatformEdge) -> impl Iterator<Item = f64> + use<> {
        let [first, _] = self.ends_along(edge);
        let (count, pitch) = (self.cars * self.doors, self.car_length / f64::from(self.doors.max(1)));
        (0..count).map(move |i| first + (f64::from(i) + 0.5) * pitch)
    }

    /// Returns its doors in a world.
    pub fn doors_in(&self, world: World<'_>) -> Vec<TrainDoor> {
        let object = &world.env.objects()[self.track as usize];
        let Some(edge) = PlatformEdge::of(object) else { return Vec::new() };
        let along: Vec<f64> = self.doors_along(&edge).collect();
        let mut beside = slots_beside(object, &edge, &along);
        let door = |(number, along): (usize, &f64)| {
            let (at, inward) = edge.at(*along);
            let point = at + inward * STEP;
            let cell = world.locate(object.floor, point, None);
            let spot = cell.filter(|&cell| world.has_room(cell, point, BODY)).map(|cell| Spot { cell, point });
            TrainDoor { spot, inward, beside: std::mem::take(&mut beside[number]) }
        };
        along.iter().enumerate().map(door).collect()
    }
}

/// Returns the slots of a track beside each door: every slot belongs to the door that is nearest along the edge.
fn slots_beside(object: &EnvObject, edge: &PlatformEdge, doors: &[f64]) -> Vec<Vec<u32>> {
    let mut beside: Vec<Vec<(f64, u32)>> = vec![Vec::new(); doors.len()];
    for (number, slot) in object.slots.iter().enumerate() {
        let along = edge.along(slot.point);
        let away = |door: usize| (doors[door] - along).abs();
        let Some(door) = (0..doors.len()).min_by(|&a, &b| away(a).total_cmp(&away(b))) else { continue };
        if away(door) >= HALF_WAY {
            beside[door].push((edge.at(doors[door]).0.distance(slot.point), number as u32));
        }
    }
    let in_order = |mut slots: Vec<(f64, u32)>| {
        slots.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        slots.into_iter().map(|slot| slot.1).collect()
    };
    beside.into_iter().map(in_order).collect()
}

/// Returns the train that departs first of some that a pedestrian reaches in time, with the time of the way to it, s. Whoever has to be
/// somewhere takes the first that departs then or later. Nobody takes a train at a closed track.
pub fn first_train(trains: impl Iterator<Item = u32>, me: &Me<'_>, at: &dyn Situation) -> Option<(CallId, f64)> {
    let due = at.due(me).unwrap_or(f64::NEG_INFINITY);
    let first = |train: u32| {
        let known = at.train(train);
        if !at.usage(known.train.track).is_open {
            return None;
        }
        let way = at.seconds_to(me, known.middle()?)?;
        let mut calls = known.now.call..known.train.calls.len() as u32;
        calls.find_map(|call| {
            let departs = known.expected(call)?.departs;
            let is_for_me = departs >= due && known.is_reached(call, at.time(), way);
            is_for_me.then_some((departs, CallId { train, call }, way))
        })
    };
    let all = trains.filter_map(first);
    all.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.train.cmp(&b.1.train))).map(|(_, call, way)| (call, way))
}

/// What a train does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TrainPhase {
    /// It is not there.
    #[default]
    Away,
    /// It is there and its doors are open.
    Open,
    /// It is there and its doors close: nobody gets on or off any more.
    Closing,
}

impl TrainPhase {
    /// Returns the word for it.
    pub fn word(self) -> &'static str {
        match self {
            TrainPhase::Away => "away",
            TrainPhase::Open => "open",
            TrainPhase::Closing => "closing",
        }
    }
}

/// What is known of a train at a moment.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TrainNow {
    /// The call that goes on or comes next, by its number. After the last call it is the number of calls.
    pub call: u32,
    /// What it does.
    pub phase: TrainPhase,
    /// When it departs, s; of a train that is away, when it departed last.
    pub departs: f64,
    /// How much later than planned it arrives at this call because of acts, s.
    pub late: f64,
    /// How many people are in it and stay in it.
    pub aboard: u32,
    /// By door: how many people are still to get off.
    pub alighting: Vec<u32>,
    /// By door: when the next person may pass, s.
    pub ready: Vec<f64>,
    /// By door: how many people walk there to get on, or stand there, as of the last decision.
    pub heading: Vec<u32>,
}

impl TrainNow {
    /// Returns a train before its first call.
    pub fn before(train: &Train) -> Self {
        let doors = (train.cars * train.doors) as usize;
        TrainNow { alighting: vec![0; doors], ready: vec![0.0; doors], heading: vec![0; doors], ..TrainNow::default() }
    }
    /// Lets the train arrive at a time, s, with nobody to get off yet. After its last call nothing happens.
    pub fn arrive(&mut self, train: &Train, time: f64) {
        let Some(planned) = train.calls.get(self.call as usize) else { return };
        self.phase = TrainPhase::Open;
        self.departs = planned.departs.max(time + train.least_dwell);
        self.aboard = train.aboard;
        self.ready.fill(time);
    }
    /// Lets the doors close from a time on, s.
    pub fn close(&mut self, time: f64) {
        self.heading.fill(0);
        (self.phase, self.departs) = (TrainPhase::Closing, time + KnownTrain::CLOSING);
    }
    /// Lets the train depart at a time, s.
    pub fn depart(&mut self, time: f64) {
        self.alighting.fill(0);
        (self.phase, self.departs, self.late, self.call) = (TrainPhase::Away, time, 0.0, self.call + 1);
    }
    /// Leaves out the next call.
    pub fn leave_out(&mut self) {
        (self.call, self.late) = (self.call + 1, 0.0);
    }
    /// Lets the call that goes on end later, or the next one begin later, by a time, s.
    pub fn put_off(&mut self, seconds: f64) {
        match self.phase {
            TrainPhase::Away => self.late += seconds,
            TrainPhase::Open | TrainPhase::Closing => self.departs += seconds,
        }
    }
}

/// A call of a train, as one number: the train in the upper half, its call in the lower half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallId {
    /// The train, by number.
    pub train: u32,
    /// The call, by number.
    pub call: u32,
}

impl CallId {
    /// The most trains of a run, and the most calls of a train.
    pub const MOST: usize = 65_535;

    /// Returns the call of a number; `None` for [`NONE`](crate::NONE) and for the other numbers above all calls, which may stand for something else.
    pub fn of(number: u32) -> Option<Self> {
        let id = CallId { train: number >> 16, call: number & 0xffff };
        (id.train < Self::MOST as u32).then_some(id)
    }
    /// Returns the number.
    pub fn number(self) -> u32 {
        (self.train << 16) | self.call
    }
}

/// A train with everything that a pedestrian may know of it.
#[derive(Clone, Copy, Debug)]
pub struct KnownTrain<'a> {
    /// Its number.
    pub number: u32,
    /// What the timetable says.
    pub train: &'a Train,
    /// What is known of it now.
    pub now: &'a TrainNow,
    /// Its doors.
    pub doors: &'a [TrainDoor],
    /// The random draws of the run.
    pub draws: Draws,
}

impl KnownTrain<'_> {
    /// Doors take this time to close, s. Nobody gets on meanwhile. (A common setting of metro doors; assumed.)
    pub const CLOSING: f64 = 3.0;

    /// Returns when a call begins and ends as far as is known now, s: with its delay, of which boards tell.
    pub fn expected(&self, call: u32) -> Option<Call> {
        let planned = self.train.calls.get(call as usize)?;
        if call == self.now.call && self.now.phase != TrainPhase::Away {
            return Some(Call { arrives: planned.arrives, departs: self.now.departs });
        }
        let late = if call == self.now.call { self.now.late } else { 0.0 };
        let drawn = self.train.delay.draw_nth(self.draws, self.number, purpose::DELAY, call);
        // It does not come again before it has gone.
        let is_after_this = self.now.phase != TrainPhase::Away && call == self.now.call + 1;
        let gone = if is_after_this { self.now.departs } else { 0.0 };
        let arrives = (planned.arrives + drawn.max(0.0) + late).max(gone);
        Some(Call { arrives, departs: planned.departs.max(arrives + self.train.least_dwell) })
    }

    /// Returns where people step in at the middle of the train, or at the door nearest to it with ground before it.
    pub fn middle(&self) -> Option<Spot> {
        let middle = self.doors.len() / 2;
        let open = (0..self.doors.len()).filter(|&door| self.doors[door].spot.is_some());
        open.min_by_key(|&door| door.abs_diff(middle)).and_then(|door| self.doors[door].spot)
    }

    /// Returns whether a pedestrian that needs a time, s, to the platform still gets on at a call.
    fn is_reached(&self, call: u32, now: f64, way: f64) -> bool {
        let is_there = call == self.now.call && self.now.phase != TrainPhase::Away;
        let is_shut = is_there && (self.now.phase == TrainPhase::Closing || self.places() == 0);
        !is_shut && self.expected(call).is_some_and(|expected| now + way <= expected.departs - Self::CLOSING)
    }

    /// Returns how many more people it takes.
    pub fn places(&self) -> u32 {
        let still_to_get_off: u32 = self.now.alighting.iter().sum();
        self.train.capacity.saturating_sub(self.now.aboard + still_to_get_off)
    }

    /// Returns whether people get on at a door now.
    pub fn takes_people_at(&self, door: usize) -> bool {
        self.now.phase == TrainPhase::Open && self.now.alighting.get(door) == Some(&0) && self.places() > 0
    }
}

#[cfg(test)]
mod tests {
    use populace_env::objects::object_kind;
    use populace_env::{BuildOptions, Doors, Environment, Floor, FloorId, Object, Outline, Place, build};

    use super::*;

    /// Returns a platform of 40 × 6 m with a track of 30 m along its southern edge, from x = 5 m on.
    fn platform() -> Environment {
        let ring = [(0.0, 0.0), (40.0, 0.0), (40.0, 6.0), (0.0, 6.0)].map(|(x, y)| Point::new(x, y)).to_vec();
        let mut floor = Floor::level("platform", 0.0);
        floor.walkable.push(Outline::new(ring, "platform"));
        let line = vec![Point::new(5.0, 0.0), Point::new(35.0, 0.0)];
        let track = Object::new("track", object_kind("track").expect("a kind"), FloorId(0), line);
        let objects = vec![Object { is_line: true, ..track }];
        let place = Place { floors: vec![floor], objects, ..Place::default() };
        build(&place, &BuildOptions::default()).expect("it builds").environment
    }

    /// Returns a train of two cars of 10 m with two doors each, which comes at 100 s and at 300 s and stays for a minute.
    fn train() -> Train {
        Train {
            name: "line".into(),
            track: 0,
            to: Vec::new(),
            cars: 2,
            car_length: 10.0,
            doors: 2,
            capacity: 10,
            aboard: 4,
            alighting: 1.0,
            boarding: 1.0,
            least_dwell: 30.0,
            delay: Distribution::Constant(0.0),
            calls: [100.0, 300.0].map(|arrives| Call { arrives, departs: arrives + 60.0 }).to_vec(),
        }
    }

    fn known<'a>(train: &'a Train, now: &'a TrainNow) -> KnownTrain<'a> {
        KnownTrain { number: 0, train, now, doors: &[], draws: Draws::new(1) }
    }

    /// The train is 20 m long and stands from 5 to 25 m along the track; a door is every 5 m. So the doors are at x = 12.5, 17.5, 22.5 and
    /// 27.5 m. People step out 0.4 m behind the edge. No place is nearer to the middle of a door than 0.85 m along the edge.
    #[test]
    fn doors_are_spread_over_the_train_and_people_wait_beside_them() {
        let env = platform();
        let open = Doors::all_open(&env);
        let doors = train().doors_in(World::new(&env, &open));
        let spots: Vec<Point> = doors.iter().filter_map(|door| door.spot).map(|spot| spot.point).collect();
        let expected = [12.5, 17.5, 22.5, 27.5].map(|x| Point::new(x, 0.4));
        assert!(spots.len() == 4 && spots.iter().zip(expected).all(|(a, b)| a.distance(b) < 1e-9), "{spots:?}");
        let slots = &env.objects()[0].slots;
        let mut all: Vec<u32> = doors.iter().flat_map(|door| door.beside.iter().copied()).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), doors.iter().map(|door| door.beside.len()).sum::<usize>(), "a place belongs to one door");
        for (door, x) in doors.iter().zip([12.5, 17.5, 22.5, 27.5]) {
            let away = |&slot: &u32| slots[slot as usize].point.distance(Point::new(x, 0.0));
            assert!(door.beside.iter().all(|&slot| (slots[slot as usize].point.x - x).abs() >= 0.85 - 1e-9));
            assert!(door.beside.windows(2).all(|pair| away(&pair[0]) <= away(&pair[1])), "the nearest come first");
        }
        // Whoever waits at the end of the platform belongs to the last door: three rows, 0.81 m apart in each.
        assert_eq!(doors[3].beside.iter().filter(|&&slot| slots[slot as usize].point.x > 29.0).count(), 3 * 7);
    }

    /// A train that is 40 s late arrives at 140 s. It stays for 30 s at least, so it departs at 170 s instead of 160 s.
    #[test]
    fn a_late_train_makes_up_for_its_delay_as_far_as_its_least_stay_allows() {
        let given = train();
        let mut now = TrainNow::before(&given);
        assert_eq!(known(&given, &now).expected(0), Some(Call { arrives: 100.0, departs: 160.0 }));
        now.put_off(40.0);
        assert_eq!(known(&given, &now).expected(0), Some(Call { arrives: 140.0, departs: 170.0 }));
        assert_eq!(known(&given, &now).expected(1), Some(Call { arrives: 300.0, departs: 360.0 }));
        now.arrive(&given, 140.0);
        assert_eq!((now.phase, now.departs, now.aboard), (TrainPhase::Open, 170.0, 4));
        // It is held for three minutes: it comes again no earlier than it has gone.
        now.put_off(180.0);
        assert_eq!(known(&given, &now).expected(1), Some(Call { arrives: 350.0, departs: 380.0 }));
        now.close(347.0);
        assert_eq!((now.phase, now.departs), (TrainPhase::Closing, 350.0));
        now.depart(350.0);
        assert_eq!((now.phase, now.call, now.late), (TrainPhase::Away, 1, 0.0));
        assert_eq!(known(&given, &now).expected(1), Some(Call { arrives: 300.0, departs: 360.0 }));
        now.leave_out();
        assert_eq!((now.call, known(&given, &now).expected(2)), (2, None));
        now.arrive(&given, 400.0);
        assert_eq!(now.phase, TrainPhase::Away, "it comes no more");
    }

    /// The delays of a train are drawn for each of its stops, and are the same whenever they are asked for.
    #[test]
    fn a_drawn_delay_is_that_of_one_stop() {
        let late = Train { delay: Distribution::Uniform { least: 0.0, most: 100.0 }, ..train() };
        let now = TrainNow::before(&late);
        let arrives =
            |call| known(&late, &now).expected(call).expect("it comes").arrives - late.calls[call as usize].arrives;
        let (first, second) = (arrives(0), arrives(1));
        assert!((0.0..=100.0).contains(&first) && (0.0..=100.0).contains(&second) && first != second);
        assert_eq!((first, second), (arrives(0), arrives(1)));
        let early = Train { delay: Distribution::Constant(-20.0), ..train() };
        assert_eq!(known(&early, &now).expected(0).map(|call| call.arrives), Some(100.0), "no train is early");
    }

    /// It takes 10 people. 4 stay in it and 3 get off, so there is room for 3 more; people get on only at doors where everyone is out.
    #[test]
    fn people_get_on_where_everyone_is_out_and_while_there_is_room() {
        let given = train();
        let mut now = TrainNow::before(&given);
        assert!(!known(&given, &now).takes_people_at(0), "it is not there");
        now.arrive(&given, 100.0);
        now.alighting = vec![0, 2, 1, 0];
        assert_eq!(known(&given, &now).places(), 3);
        let takes = |now: &TrainNow| (0..5).map(|door| known(&given, now).takes_people_at(door)).collect::<Vec<_>>();
        assert_eq!(takes(&now), [true, false, false, true, false], "it has four doors");
        now.aboard += 3;
        assert_eq!(takes(&now), [false; 5]);
        now.alighting = vec![0; 4];
        assert_eq!(takes(&now), [true, true, true, true, false], "as many places are free as people got off");
        now.close(157.0);
        assert_eq!(takes(&now), [false; 5]);
    }

    #[test]
    fn a_train_is_reached_before_its_doors_close_and_while_there_is_room() {
        let given = train();
        let mut now = TrainNow::before(&given);
        // It departs at 160 s, and its doors close 3 s before that.
        assert!(known(&given, &now).is_reached(0, 100.0, 57.0) && !known(&given, &now).is_reached(0, 100.0, 57.1));
        now.arrive(&given, 100.0);
        assert!(known(&given, &now).is_reached(0, 100.0, 57.0));
        now.aboard = 10;
        assert!(!known(&given, &now).is_reached(0, 100.0, 5.0) && known(&given, &now).is_reached(1, 100.0, 5.0));
        (now.aboard, now.phase) = (0, TrainPhase::Closing);
        assert!(!known(&given, &now).is_reached(0, 100.0, 5.0));
    }

    #[test]
    fn calls_have_numbers_and_other_numbers_are_none() {
        for id in [CallId { train: 0, call: 0 }, CallId { train: 7, call: 65_534 }, CallId { train: 65_534, call: 1 }] {
            assert_eq!(CallId::of(id.number()), Some(id));
        }
        assert_eq!((CallId::of(u32::MAX), CallId::of(u32::MAX - 1)), (None, None));
    }
}
