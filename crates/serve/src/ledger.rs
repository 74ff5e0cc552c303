//! The ledger: counts a run second by second, from the frames and events that also make its recording, so that a live run and its replay
//! show the same numbers. `populace-traj` defines crossings, speeds and travel times. So the summary of a run and `populace measure` of its
//! recording find the same numbers, too.

use std::collections::BTreeSet;

use populace_geom::{Bounds, Point, Segment, Tiles};
use populace_traj::{Event, EventKind, Frame, Timeline, TravelTimes, crossing, movements};

use crate::protocol::{Place, Row};

/// A pedestrian that crosses a door between two frames is seldom farther from the door in the second frame, m.
const REACH: f64 = 2.0;

/// Counts of a run so far.
pub struct Ledger {
    areas: Vec<AreaRing>,
    pieces: Vec<Piece>,
    near: Tiles,
    /// The place and the floor of everyone in the last frame, ascending by pedestrian.
    last: Vec<(u32, Stand)>,
    here: Vec<(u32, Stand)>,
    newcomers: Vec<u32>,
    travel: TravelTimes,
    /// Time of a step of the simulation, s.
    step_time: f64,
    /// Makes speeds of positions. The speed at a frame is known when the next frame comes.
    timeline: Timeline,
    /// The pedestrians that passed, in the order of [`Row::passed`]. Each of them counts once.
    passed: Vec<BTreeSet<u32>>,
    row: Row,
    /// The row of the last second. It lacks the speeds at the last frame of that second.
    closed: Option<Row>,
    speed: MeanSpeed,
    is_held: fn(u8) -> bool,
}

/// Where a pedestrian is, and on which floor.
type Stand = (Point, u16);

/// A mean speed that is being gathered, m/s.
#[derive(Default)]
struct MeanSpeed {
    sum: f64,
    count: u64,
}

/// An area by its outline.
struct AreaRing {
    floor: u16,
    bounds: Bounds,
    ring: Vec<Point>,
    is_entrance: bool,
}

/// A piece of a link.
struct Piece {
    link: usize,
    floors: Vec<u16>,
    line: Segment,
}

impl Ledger {
    /// Returns an empty ledger of a place. `step_time` and `frame_time` are the times between two steps and between two
    /// frames, s. `is_held` tells by the status of a pedestrian whether it wants to walk on and cannot.
    pub fn new(place: &Place, step_time: f64, frame_time: f64, is_held: fn(u8) -> bool) -> Self {
        let origin = Point::new(place.origin_x, place.origin_y);
        let local = |x: f32, y: f32| origin + Point::new(x.into(), y.into());
        let areas = place.areas.iter().map(|area| {
            let ring: Vec<Point> = area.ring.chunks_exact(2).map(|p| local(p[0], p[1])).collect();
            let bounds = Bounds::of(ring.iter().copied());
            AreaRing { floor: area.floor, bounds, ring, is_entrance: area.can_enter }
        });
        let lines = place.links.iter().enumerate().flat_map(|(link, l)| {
            let walked = if l.kind == "lift" { &[][..] } else { &l.pieces[..] };
            walked.chunks_exact(6).map(move |p| Piece {
                link,
                floors: l.floors.clone(),
                line: Segment::new(local(p[0], p[1]), local(p[3], p[4])),
            })
        });
        let pieces: Vec<Piece> = lines.collect();
        let row = Row {
            time: 0.0,
            inside: 0,
            entered: 0,
            left: 0,
            speed: 0.0,
            stuck: 0,
            entered_by: vec![0; place.areas.len()],
            left_by: vec![0; place.areas.len()],
            passed: vec![0; 2 * place.links.len()],
            travel: Vec::new(),
            phases: Vec::new(),
        };
        Ledger {
            areas: areas.collect(),
            near: tiles_of(&pieces),
            pieces,
            last: Vec::new(),
            here: Vec::new(),
            newcomers: Vec::new(),
            travel: TravelTimes::default(),
            step_time,
            timeline: Timeline::new(1.0 / frame_time, 1),
            passed: vec![BTreeSet::new(); row.passed.len()],
            row,
            closed: None,
            speed: MeanSpeed::default(),
            is_held,
        }
    }

    /// Takes an event.
    pub fn event(&mut self, event: &Event) {
        if let Some(steps) = self.travel.event(event) {
            self.row.travel.push((steps as f64 * self.step_time) as f32);
        }
        match event.kind {
            EventKind::Entered => {
                self.newcomers.push(event.pedestrian);
                self.row.entered += 1;
            }
            EventKind::Left => {
                self.row.left += 1;
                if let Some(count) = self.row.left_by.get_mut(event.subject as usize) {
                    *count += 1;
                }
            }
            _ => {}
        }
    }

    /// Takes the next frame, with its number: 0 is the start, before anybody has moved. Returns the row that was closed
    /// after the frame before, if there is one: it is complete now.
    pub fn frame(&mut self, number: u32, frame: &Frame) -> Option<Row> {
        self.here.clear();
        let stand = |row: usize| (frame.pedestrian[row], (frame.position[row], frame.floor[row]));
        self.here.extend(frame.on_floors().map(stand));
        let Ledger { timeline, speed, .. } = self;
        timeline.frame(number.into(), frame, |moment| speed.add(moment));
        let whole = self.whole();
        self.count_passages();
        self.row.inside = frame.len() as u32;
        self.row.stuck = frame.status.iter().filter(|&&s| (self.is_held)(s)).count() as u32;
        self.row.time = frame.time as f32;
        self.place_newcomers();
        std::mem::swap(&mut self.last, &mut self.here);
        whole
    }

    /// Closes the row of the second that ends with the last frame, and begins the next row. `phases` is the mean time per step, ms.
    pub fn close(&mut self, phases: Vec<f32>) {
        self.row.phases = phases;
        self.closed = Some(self.row.clone());
        self.row.travel.clear();
    }

    /// Returns the last rows, at the end of the run. A pedestrian that left after the last frame does not count as
    /// inside.
    pub fn end(&mut self, time: f64, phases: Vec<f32>) -> Vec<Row> {
        let Ledger { timeline, speed, .. } = self;
        timeline.finish(|moment| speed.add(moment));
        let before = self.whole();
        self.row.time = time as f32;
        self.row.inside = self.row.entered.saturating_sub(self.row.left);
        self.close(phases);
        before.into_iter().chain(self.whole()).collect()
    }

    /// Returns the row that was closed, with the mean of the speeds since the row before it.
    fn whole(&mut self) -> Option<Row> {
        let row = self.closed.take()?;
        Some(Row { speed: std::mem::take(&mut self.speed).value(), ..row })
    }

    fn count_passages(&mut self) {
        let Ledger { last, here, near, pieces, row, passed, .. } = self;
        let all: Vec<u32> = (0..pieces.len() as u32).collect();
        for (pedestrian, (from, before), (to, floor)) in movements(last, here) {
            let reached = if from.distance(to) <= REACH { near.at(to) } else { &all[..] };
            for &piece in reached {
                let Piece { link, floors, line } = &pieces[piece as usize];
                if floors.contains(&before)
                    && floors.contains(&floor)
                    && let Some(is_to_left) = crossing(line, from, to)
                {
                    let way = 2 * link + usize::from(is_to_left);
                    row.passed[way] += u32::from(passed[way].insert(pedestrian));
                }
            }
        }
    }

    /// Counts every newcomer at the area in which it is first seen.
    fn place_newcomers(&mut self) {
        for id in self.newcomers.drain(..) {
            let Ok(row) = self.here.binary_search_by_key(&id, |h| h.0) else { continue };
            let (_, (at, floor)) = self.here[row];
            let is_in = |a: &AreaRing| {
                a.is_entrance && a.floor == floor && a.bounds.contains(at) && populace_geom::contains(&a.ring, at)
            };
            if let Some(area) = self.areas.iter().position(is_in) {
                self.row.entered_by[area] += 1;
            }
        }
    }
}

impl MeanSpeed {
    /// Adds the speed of everyone who has one.
    fn add(&mut self, moment: &populace_traj::Moment) {
        for speed in (0..moment.frame.len()).filter_map(|row| moment.speed(row)) {
            self.sum += speed;
            self.count += 1;
        }
    }
    fn value(&self) -> f32 {
        if self.count > 0 { (self.sum / self.count as f64) as f32 } else { 0.0 }
    }
}

/// Sorts pieces by the tiles from which they can be crossed.
fn tiles_of(pieces: &[Piece]) -> Tiles {
    let around = |piece: &Piece| Bounds::of([piece.line.a, piece.line.b]).expanded(REACH);
    let bounds = pieces.iter().map(around).fold(Bounds::EMPTY, Bounds::union);
    Tiles::of(bounds, pieces.len(), |i| around(&pieces[i]).corners())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{Area, Link};

    /// Returns a place with a door along x = 5 from y = 0 to 2 between floors 0 and 1, and an entrance west of it. Coordinates
    /// count from (100, 0).
    fn place() -> Place {
        let door = Link {
            name: "door".into(),
            kind: "door".into(),
            open: true,
            can_shut: true,
            width: 2.0,
            floors: vec![0, 1],
            pieces: vec![5.0, 0.0, 0.0, 5.0, 2.0, 0.0],
        };
        let entrance = Area {
            name: "in".into(),
            kind: "entrance".into(),
            floor: 0,
            area: 4.0,
            ring: vec![0.0, 0.0, 2.0, 0.0, 2.0, 2.0, 0.0, 2.0],
            ground: Vec::new(),
            can_enter: true,
        };
        Place {
            version: 1,
            name: String::new(),
            origin_x: 100.0,
            origin_y: 0.0,
            step: 1.0 / 8192.0,
            width: 10.0,
            depth: 2.0,
            lowest: 0.0,
            highest: 0.0,
            area: 20.0,
            cells: 2,
            floors: Vec::new(),
            links: vec![door],
            areas: vec![entrance],
            objects: Vec::new(),
            measures: Vec::new(),
            trains: Vec::new(),
        }
    }

    fn frame(step: u64, people: &[(u32, f64, u16)]) -> Frame {
        let mut frame = Frame { step, time: step as f64, ..Frame::default() };
        for &(id, x, floor) in people {
            frame.pedestrian.push(id);
            frame.position.push(Point::new(100.0 + x, 1.0));
            frame.height.push(0.0);
            frame.floor.push(floor);
            frame.status.push(if id == 9 { 9 } else { 3 });
            frame.destination.push(0);
        }
        frame
    }

    fn event(step: u64, pedestrian: u32, kind: EventKind, subject: u32) -> Event {
        Event { step, pedestrian, kind, subject }
    }

    fn ledger() -> Ledger {
        Ledger::new(&place(), 0.5, 1.0, |status| status >= 9)
    }

    #[test]
    fn passages_count_by_direction_and_only_on_the_link_s_floors() {
        let mut ledger = ledger();
        let passed = |ledger: &Ledger| ledger.row.passed.clone();
        ledger.frame(1, &frame(1, &[(1, 4.9, 0), (2, 5.1, 1), (3, 4.9, 7), (4, 3.0, 0)]));
        ledger.frame(2, &frame(2, &[(1, 5.1, 1), (2, 4.9, 0), (3, 5.1, 7), (4, 4.0, 0)]));
        // Eastwards is to the right of a door that runs northwards.
        assert_eq!(passed(&ledger), [1, 1]);
        // A pedestrian on the line has not passed, and is counted when it goes on.
        ledger.frame(3, &frame(3, &[(4, 5.0, 0)]));
        ledger.frame(4, &frame(4, &[(4, 5.2, 1)]));
        assert_eq!(passed(&ledger), [2, 1]);
        // As in the flow across a line, everyone counts once in either direction.
        for (number, x) in [(5, 4.9), (6, 5.1), (7, 4.9)] {
            ledger.frame(number, &frame(number.into(), &[(4, x, 0)]));
        }
        assert_eq!(passed(&ledger), [2, 2]);
    }

    /// A pedestrian that was seen far from the door after it had passed was not counted.
    #[test]
    fn whoever_is_far_from_the_door_afterwards_has_passed_it_too() {
        let mut ledger = ledger();
        ledger.frame(1, &frame(1, &[(1, 3.0, 0)]));
        ledger.frame(2, &frame(2, &[(1, 9.0, 1)]));
        assert_eq!(ledger.row.passed, [1, 0]);
    }

    #[test]
    fn people_count_where_they_came_in_and_left_with_their_travel_times() {
        let mut ledger = ledger();
        ledger.event(&event(1, 1, EventKind::Entered, 0));
        ledger.event(&event(1, 9, EventKind::Entered, 0));
        assert_eq!(ledger.frame(1, &frame(1, &[(1, 1.0, 0), (9, 8.0, 1)])), None);
        ledger.close(Vec::new());
        let row = ledger.frame(2, &frame(2, &[(1, 2.0, 0), (9, 8.0, 1)])).expect("it was closed with the frame before");
        assert_eq!((row.inside, row.entered, row.stuck, row.speed), (2, 2, 1, 0.0));
        // Pedestrian 9 came in beside every entrance.
        assert_eq!(row.entered_by, [1]);
        // Steps of half a second.
        ledger.event(&event(20, 1, EventKind::Left, 0));
        ledger.frame(3, &frame(3, &[(9, 8.0, 1)]));
        ledger.close(Vec::new());
        let rows = ledger.end(3.5, Vec::new());
        let [row, last] = &rows[..] else { panic!("{rows:?}") };
        assert_eq!((row.left, row.left_by[0], row.travel.as_slice()), (1, 1, &[9.5][..]));
        assert_eq!((last.time, last.inside, last.travel.len()), (3.5, 1, 0));
    }

    /// Frames a second apart. Pedestrian 1 goes 1 m, 3 m and 1 m: 2 m/s at both frames in between. Pedestrian 9 stands.
    #[test]
    fn the_speed_of_a_row_is_that_over_the_frames_around_each_of_its_frames() {
        let mut ledger = ledger();
        let mut rows = Vec::new();
        for (number, x) in [(1, 0.0), (2, 1.0), (3, 4.0), (4, 5.0)] {
            rows.extend(ledger.frame(number, &frame(number.into(), &[(1, x, 0), (9, 8.0, 0)])));
            if number % 2 == 0 {
                ledger.close(Vec::new());
            }
        }
        rows.extend(ledger.end(4.0, Vec::new()));
        assert_eq!(
            rows.iter().map(|row| (row.time, row.speed)).collect::<Vec<_>>(),
            [(2.0, 1.0), (4.0, 1.0), (4.0, 0.0)]
        );
    }
}
