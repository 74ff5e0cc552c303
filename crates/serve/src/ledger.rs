//! The ledger: counts a run second by second from the same frames and events that make its recording. So a live run and its replay
//! show the same numbers.

use populace_geom::{Bounds, Point, Segment, Tiles, Turn, turn};
use populace_traj::{Event, EventKind, Frame};

use crate::protocol::{Place, Row};

/// A pedestrian that crosses a door within a frame is at most this far from it afterwards, m.
const REACH: f64 = 2.0;

/// Counts of a run so far.
pub struct Ledger {
    areas: Vec<AreaRing>,
    pieces: Vec<Piece>,
    near: Tiles,
    /// Where every pedestrian was in the last frame, ascending by pedestrian.
    last: Vec<(u32, Point, u16)>,
    here: Vec<(u32, Point, u16)>,
    came_at: Vec<f32>,
    newcomers: Vec<u32>,
    row: Row,
    speed: (f64, u64),
    is_held: fn(u8) -> bool,
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
    /// Returns an empty ledger of a place. `is_held` tells by the status of a pedestrian whether it wants to walk on and cannot.
    pub fn new(place: &Place, is_held: fn(u8) -> bool) -> Self {
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
            came_at: Vec::new(),
            newcomers: Vec::new(),
            row,
            speed: (0.0, 0),
            is_held,
        }
    }

    /// Takes an event of a step that ends at `time`, s.
    pub fn event(&mut self, event: &Event, time: f64) {
        let index = event.pedestrian as usize;
        match event.kind {
            EventKind::Entered => {
                if index >= self.came_at.len() {
                    self.came_at.resize(index + 1, 0.0);
                }
                self.came_at[index] = time as f32;
                self.newcomers.push(event.pedestrian);
                self.row.entered += 1;
            }
            EventKind::Left => {
                self.row.left += 1;
                if let Some(count) = self.row.left_by.get_mut(event.subject as usize) {
                    *count += 1;
                }
                if let Some(came_at) = self.came_at.get(index) {
                    self.row.travel.push(time as f32 - came_at);
                }
            }
            _ => {}
        }
    }

    /// Takes a frame, with the speeds of the pedestrians in it, m/s.
    pub fn frame(&mut self, frame: &Frame, speeds: &[f32]) {
        self.here.clear();
        let rows = (0..frame.len()).map(|i| (frame.pedestrian[i], frame.position[i], frame.floor[i]));
        self.here.extend(rows);
        self.row.inside = frame.len() as u32;
        self.row.stuck = frame.status.iter().filter(|&&s| (self.is_held)(s)).count() as u32;
        self.row.time = frame.time as f32;
        self.speed.0 += speeds.iter().map(|&s| f64::from(s)).sum::<f64>();
        self.speed.1 += speeds.len() as u64;
        self.count_passages();
        self.place_newcomers();
        std::mem::swap(&mut self.last, &mut self.here);
    }

    /// Returns the row of the second that is over, and begins the next row. `phases` is the mean time per step, ms.
    pub fn close(&mut self, phases: Vec<f32>) -> Row {
        let (sum, count) = std::mem::take(&mut self.speed);
        self.row.speed = if count > 0 { (sum / count as f64) as f32 } else { 0.0 };
        self.row.phases = phases;
        let row = self.row.clone();
        self.row.travel.clear();
        row
    }

    /// Returns the last row, at the end of the run: a pedestrian that left after the last frame is not inside any more.
    pub fn end(&mut self, time: f64, phases: Vec<f32>) -> Row {
        self.row.time = time as f32;
        self.row.inside = self.row.entered.saturating_sub(self.row.left);
        self.close(phases)
    }

    fn count_passages(&mut self) {
        let Ledger { last, here, near, pieces, row, .. } = self;
        let mut before = last.iter().peekable();
        for &(id, to, floor) in here.iter() {
            while before.next_if(|b| b.0 < id).is_some() {}
            let Some(&(_, from, _)) = before.next_if(|b| b.0 == id) else { continue };
            for &piece in near.at(to) {
                let Piece { link, floors, line } = &pieces[piece as usize];
                if floors.contains(&floor)
                    && let Some(is_to_right) = crossing(line, from, to)
                {
                    row.passed[2 * link + usize::from(!is_to_right)] += 1;
                }
            }
        }
    }

    /// Counts every newcomer at the area in which it is first seen.
    fn place_newcomers(&mut self) {
        for id in self.newcomers.drain(..) {
            let Ok(row) = self.here.binary_search_by_key(&id, |h| h.0) else { continue };
            let (_, at, floor) = self.here[row];
            let is_in = |a: &AreaRing| {
                a.is_entrance && a.floor == floor && a.bounds.contains(at) && populace_geom::contains(&a.ring, at)
            };
            if let Some(area) = self.areas.iter().position(is_in) {
                self.row.entered_by[area] += 1;
            }
        }
    }
}

/// Returns whether a movement crosses a line, and if so, whether to its right. A pedestrian on the line is on its left.
fn crossing(line: &Segment, from: Point, to: Point) -> Option<bool> {
    let is_right = |p: Point| turn(line.a, line.b, p) == Turn::Right;
    let is_between = || turn(from, to, line.a) != turn(from, to, line.b);
    (is_right(from) != is_right(to) && is_between()).then(|| is_right(to))
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
            can_enter: true,
        };
        Place {
            version: 1,
            name: String::new(),
            origin_x: 100.0,
            origin_y: 0.0,
            step: 0.001,
            width: 10.0,
            depth: 2.0,
            lowest: 0.0,
            highest: 0.0,
            area: 20.0,
            cells: 2,
            floors: Vec::new(),
            links: vec![door],
            areas: vec![entrance],
            measures: Vec::new(),
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

    #[test]
    fn passages_count_by_direction_and_only_on_the_link_s_floors() {
        let mut ledger = Ledger::new(&place(), |status| status >= 9);
        ledger.frame(&frame(0, &[(1, 4.9, 0), (2, 5.1, 1), (3, 4.9, 7), (4, 3.0, 0)]), &[0.0; 4]);
        ledger.frame(&frame(1, &[(1, 5.1, 1), (2, 4.9, 0), (3, 5.1, 7), (4, 4.0, 0)]), &[1.0; 4]);
        // Eastwards is to the right of a door that runs northwards.
        assert_eq!(ledger.close(Vec::new()).passed, [1, 1]);
        // A pedestrian on the line has not passed, and is counted once when it goes on.
        ledger.frame(&frame(2, &[(4, 5.0, 0)]), &[1.0]);
        ledger.frame(&frame(3, &[(4, 5.2, 1)]), &[1.0]);
        assert_eq!(ledger.close(Vec::new()).passed, [2, 1]);
    }

    #[test]
    fn people_count_where_they_came_in_and_left_with_their_travel_times() {
        let mut ledger = Ledger::new(&place(), |status| status >= 9);
        ledger.event(&event(0, 1, EventKind::Entered, 0), 0.5);
        ledger.event(&event(0, 9, EventKind::Entered, 0), 0.5);
        ledger.frame(&frame(1, &[(1, 1.0, 0), (9, 8.0, 1)]), &[0.0, 2.0]);
        let row = ledger.close(Vec::new());
        assert_eq!((row.inside, row.entered, row.stuck, row.speed), (2, 2, 1, 1.0));
        // Pedestrian 9 came in beside every entrance.
        assert_eq!(row.entered_by, [1]);
        ledger.event(&event(9, 1, EventKind::Left, 0), 10.0);
        ledger.frame(&frame(10, &[(9, 8.0, 1)]), &[0.0]);
        let row = ledger.close(Vec::new());
        assert_eq!((row.left, row.left_by[0], row.travel.as_slice()), (1, 1, &[9.5][..]));
        assert!(ledger.close(Vec::new()).travel.is_empty());
    }
}
