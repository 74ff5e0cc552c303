//! Packs frames for sending: coordinates are rounded to whole steps, and values are stored column by column. Speed and heading are
//! computed from the frame before; whoever packs may know better where people look who stand.
//!
//! A live run and the replay of its recording give the same frames, so they send the same bytes.

use populace_geom::{Point, maths};
use populace_traj::Frame;

use crate::protocol;
use crate::wire::Wire;

/// The bits of a coordinate.
const BITS: u32 = 24;
/// The finest step of coordinates, m. Recordings have the same step, so that counting on the tape and counting in the recording
/// give the same numbers.
const FINEST: f64 = 1.0 / 8192.0;
/// A pedestrian slower than this keeps its heading, m/s.
const STANDING: f64 = 0.05;
/// Stands for no frame: the pedestrian was not seen before.
const NEW: u32 = u32::MAX;

/// Returns the step of coordinates for a place of this extent, m: 1/8192 m up to 2 km, then twice that, and so on.
pub fn step(extent: f64) -> f64 {
    let most = f64::from((1 << BITS) - 1);
    let mut step = FINEST;
    while extent > step * most {
        step *= 2.0;
    }
    step
}

/// Packs the frames of one run, in order.
pub struct Packer {
    origin: Point,
    step: f64,
    /// The time between two frames, s.
    seconds: f64,
    /// The frame in which each pedestrian was last seen.
    seen: Vec<u32>,
    last: Vec<(Point, u8)>,
    packed: protocol::PackedFrame,
}

impl Packer {
    /// Returns a packer that counts coordinates from `origin` in steps of `step` m, for frames that are `seconds` s apart.
    pub fn new(origin: Point, step: f64, seconds: f64) -> Self {
        let packed = protocol::PackedFrame {
            number: 0,
            count: 0,
            ids: Vec::new(),
            places: Vec::new(),
            statuses: Vec::new(),
            headings: Vec::new(),
            speeds: Vec::new(),
            floors: Vec::new(),
            destinations: Vec::new(),
        };
        Packer { origin, step, seconds, seen: Vec::new(), last: Vec::new(), packed }
    }

    /// Writes the bytes of a [`protocol::PackedFrame`]. Frames come in the order of their numbers.
    pub fn pack(&mut self, number: u32, frame: &Frame, bytes: &mut Vec<u8>) {
        self.pack_facing(number, frame, &|_| None, bytes);
    }

    /// Writes what [`Packer::pack`] writes; `facing` returns where the pedestrian of a row looks, when that is not where it last went.
    pub fn pack_facing(
        &mut self,
        number: u32,
        frame: &Frame,
        facing: &dyn Fn(usize) -> Option<Point>,
        bytes: &mut Vec<u8>,
    ) {
        self.packed.number = number;
        self.packed.count = frame.len() as u32;
        let Packer { packed: p, .. } = self;
        let of_bytes = [&mut p.places, &mut p.statuses, &mut p.headings, &mut p.speeds];
        of_bytes.into_iter().chain([&mut p.ids, &mut p.floors, &mut p.destinations]).for_each(Vec::clear);
        let mut next = 0;
        for row in 0..frame.len() {
            let id = frame.pedestrian[row];
            leb128(id.saturating_sub(next), &mut self.packed.ids);
            next = id.saturating_add(1);
            self.place(frame.position[row]);
            self.moved(number, id, frame.position[row], facing(row));
            leb128(frame.floor[row].into(), &mut self.packed.floors);
            leb128(frame.destination[row].wrapping_add(1).into(), &mut self.packed.destinations);
        }
        put_pieces(&frame.status, &mut self.packed.statuses);
        bytes.clear();
        self.packed.put(bytes);
    }

    fn place(&mut self, at: Point) {
        // Adding a half and cutting rounds a number that is not negative. It is much faster than `round`.
        let coordinate = |metres: f64| ((metres / self.step).clamp(0.0, f64::from((1 << BITS) - 1)) + 0.5) as u32;
        let local = at - self.origin;
        self.packed.places.extend_from_slice(&coordinate(local.x).to_le_bytes()[..3]);
        self.packed.places.extend_from_slice(&coordinate(local.y).to_le_bytes()[..3]);
    }

    fn moved(&mut self, number: u32, id: u32, at: Point, facing: Option<Point>) {
        let index = id as usize;
        if index >= self.seen.len() {
            self.seen.resize(index + 1, NEW);
            self.last.resize(index + 1, (Point::new(0.0, 0.0), 0));
        }
        let (before, mut heading) = self.last[index];
        let mut speed = 0.0;
        if self.seen[index] != NEW && self.seen[index].wrapping_add(1) == number {
            let velocity = (at - before) * (1.0 / self.seconds);
            speed = velocity.norm();
            if speed >= STANDING {
                heading = heading_of(velocity);
            }
        }
        heading = facing.map_or(heading, heading_of);
        self.seen[index] = number;
        self.last[index] = (at, heading);
        self.packed.headings.push(heading);
        self.packed.speeds.push((speed * 50.0 + 0.5) as u8);
    }
}

/// Returns the heading of a direction, in 256ths of a turn.
fn heading_of(direction: Point) -> u8 {
    let turn = maths::atan2(direction.y, direction.x) / std::f64::consts::TAU;
    // The sum lies between half a turn below and half a turn above a whole turn. Its low eight bits are the heading.
    (turn * 256.0 + 256.5) as u32 as u8
}

/// The columns of a packed frame, as parts of its bytes.
struct Columns<'a> {
    number: u32,
    count: usize,
    ids: &'a [u8],
    places: &'a [u8],
    statuses: &'a [u8],
    headings: &'a [u8],
    speeds: &'a [u8],
    floors: &'a [u8],
    destinations: &'a [u8],
}

impl<'a> Columns<'a> {
    fn of(bytes: &'a [u8]) -> Option<Self> {
        let mut rest = bytes;
        let mut whole = || {
            let (number, after) = rest.split_first_chunk::<4>()?;
            rest = after;
            Some(u32::from_le_bytes(*number))
        };
        let (number, count) = (whole()?, whole()? as usize);
        let mut column = || {
            let (length, after) = rest.split_first_chunk::<4>()?;
            let (column, after) = after.split_at_checked(u32::from_le_bytes(*length) as usize)?;
            rest = after;
            Some(column)
        };
        let (ids, places, statuses, headings) = (column()?, column()?, column()?, column()?);
        let (speeds, floors, destinations) = (column()?, column()?, column()?);
        // Every pedestrian takes at least one byte of every column but the statuses.
        let is_whole = [ids, headings, speeds, floors, destinations].iter().all(|c| c.len() >= count);
        (is_whole && places.len() == 6 * count && rest.is_empty()).then_some(Columns {
            number,
            count,
            ids,
            places,
            statuses,
            headings,
            speeds,
            floors,
            destinations,
        })
    }
    /// Returns where the pedestrian of a row is.
    fn place(&self, row: usize, origin: Point, step: f64) -> Point {
        let b = &self.places[6 * row..6 * row + 6];
        origin + Point::new(f64::from(word(&b[..3])) * step, f64::from(word(&b[3..])) * step)
    }
    /// Returns the statuses of all rows; `None` when a row has no status, or a status has no row.
    fn statuses(&self) -> Option<Vec<u8>> {
        let (mut all, mut bytes) = (Vec::new(), self.statuses.iter());
        while bytes.len() > 0 {
            let head = read_leb128(&mut bytes)? as usize;
            let length = head / 2;
            if length > self.count - all.len() {
                return None;
            }
            if head.is_multiple_of(2) {
                all.resize(all.len() + length, *bytes.next()?);
            } else {
                let (each, rest) = bytes.as_slice().split_at_checked(length)?;
                all.extend_from_slice(each);
                bytes = rest.iter();
            }
        }
        (all.len() == self.count).then_some(all)
    }
}

/// Returns the frame that was packed, exact to a step of coordinates. Heights are not sent and are 0.
pub fn unpack(bytes: &[u8], origin: Point, step: f64) -> Option<Frame> {
    let packed = Columns::of(bytes)?;
    let mut frame = Frame { step: packed.number.into(), status: packed.statuses()?, ..Frame::default() };
    let mut next = 0_u32;
    let (mut ids, mut floors, mut destinations) = (packed.ids.iter(), packed.floors.iter(), packed.destinations.iter());
    for row in 0..packed.count {
        let id = next.checked_add(read_leb128(&mut ids)?)?;
        next = id.saturating_add(1);
        frame.pedestrian.push(id);
        frame.position.push(packed.place(row, origin, step));
        frame.floor.push(read_leb128(&mut floors)? as u16);
        frame.destination.push((read_leb128(&mut destinations)? as u16).wrapping_sub(1));
        frame.height.push(0.0);
    }
    Some(frame)
}

/// Returns the velocities in a packed frame, by row, m/s.
pub fn velocities(bytes: &[u8]) -> Option<Vec<Point>> {
    let packed = Columns::of(bytes)?;
    let each = packed.headings.iter().zip(packed.speeds).take(packed.count).map(|(&heading, &speed)| {
        let angle = f64::from(heading) / 256.0 * std::f64::consts::TAU;
        Point::new(maths::cos(angle), maths::sin(angle)) * (f64::from(speed) / 50.0)
    });
    Some(each.collect())
}

/// Returns where a pedestrian is in a packed frame, and on which floor.
pub fn find(bytes: &[u8], pedestrian: u32, origin: Point, step: f64) -> Option<(Point, u16)> {
    let packed = Columns::of(bytes)?;
    let (mut ids, mut next) = (packed.ids.iter(), 0_u32);
    for row in 0..packed.count {
        let id = next.checked_add(read_leb128(&mut ids)?)?;
        if id > pedestrian {
            return None;
        }
        if id == pedestrian {
            let mut floors = packed.floors.iter();
            let floor = (0..=row).map(|_| read_leb128(&mut floors)).last()??;
            return Some((packed.place(row, origin, step), floor as u16));
        }
        next = id.saturating_add(1);
    }
    None
}

fn word(bytes: &[u8]) -> u32 {
    u32::from(bytes[0]) | u32::from(bytes[1]) << 8 | u32::from(bytes[2]) << 16
}

/// At least so many equal bytes in a row are written as a run. Fewer equal bytes take less room as they are.
const SHORTEST_RUN: usize = 4;

/// Writes bytes in pieces. A run of equal bytes is written as twice its length, then the byte. Other bytes are written as twice
/// their number plus 1, then the bytes themselves.
fn put_pieces(bytes: &[u8], to: &mut Vec<u8>) {
    let mut from = 0;
    let mut at = 0;
    for run in bytes.chunk_by(|a, b| a == b) {
        if run.len() >= SHORTEST_RUN {
            put_different(&bytes[from..at], to);
            leb128(2 * run.len() as u32, to);
            to.push(run[0]);
            from = at + run.len();
        }
        at += run.len();
    }
    put_different(&bytes[from..], to);
}

fn put_different(bytes: &[u8], to: &mut Vec<u8>) {
    if !bytes.is_empty() {
        leb128(2 * bytes.len() as u32 + 1, to);
        to.extend_from_slice(bytes);
    }
}

fn leb128(mut value: u32, to: &mut Vec<u8>) {
    while value >= 0x80 {
        to.push(value as u8 | 0x80);
        value >>= 7;
    }
    to.push(value as u8);
}

fn read_leb128<'a>(from: &mut impl Iterator<Item = &'a u8>) -> Option<u32> {
    let mut value = 0_u32;
    for shift in (0..35).step_by(7) {
        let byte = *from.next()?;
        value |= u32::from(byte & 0x7f).checked_shl(shift)?;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::from_bytes;

    fn frame(step: u64, people: &[(u32, f64, f64, u16, u8, u16)]) -> Frame {
        let mut frame = Frame { step, ..Frame::default() };
        for &(id, x, y, floor, status, destination) in people {
            frame.pedestrian.push(id);
            frame.position.push(Point::new(x, y));
            frame.height.push(0.0);
            frame.floor.push(floor);
            frame.status.push(status);
            frame.destination.push(destination);
        }
        frame
    }

    #[test]
    fn what_was_packed_is_unpacked_to_the_step() {
        let origin = Point::new(-100.0, 50.0);
        let people = [(3, -99.5, 51.25, 0, 12, 65535), (4, 20.001, 60.0, 300, 0, 0), (70_000, 0.0, 4000.0, 7, 5, 130)];
        let given = frame(9, &people);
        let mut bytes = Vec::new();
        Packer::new(origin, step(4100.0), 0.1).pack(9, &given, &mut bytes);
        let back = unpack(&bytes, origin, step(4100.0)).expect("it is a frame");
        assert_eq!((&back.pedestrian, &back.floor), (&given.pedestrian, &given.floor));
        assert_eq!((&back.status, &back.destination), (&given.status, &given.destination));
        for (a, b) in back.position.iter().zip(&given.position) {
            assert!(a.distance(*b) <= 0.001, "{a:?} {b:?}");
        }
        let (at, floor) = find(&bytes, 4, origin, step(4100.0)).expect("is there");
        assert!(at.distance(given.position[1]) <= 0.001 && floor == 300);
        assert_eq!(find(&bytes, 5, origin, step(4100.0)), None);
    }

    /// A status used to travel in four bits, so the seventeenth status would have been shown as the first.
    #[test]
    fn every_status_that_a_frame_can_hold_arrives() {
        let statuses = (0..=255).chain([200; 300]).chain([3, 3, 3, 7, 7, 7, 7, 7, 3]);
        let people: Vec<_> = (0..).zip(statuses).map(|(id, status)| (id, 1.0, 2.0, 0, status, 0)).collect();
        let given = frame(0, &people);
        let mut bytes = Vec::new();
        Packer::new(Point::ZERO, 0.001, 0.1).pack(0, &given, &mut bytes);
        assert_eq!(unpack(&bytes, Point::ZERO, 0.001).expect("it is a frame").status, given.status);
    }

    #[test]
    fn statuses_that_are_not_as_many_as_the_crowd_are_refused() {
        let mut bytes = Vec::new();
        for wrong in [
            vec![2, 3],
            vec![6, 3],
            vec![0xfe, 0xff, 0xff, 0xff, 0x0f, 3],
            vec![4],
            vec![5, 3],
            vec![7, 3, 3, 3],
            vec![],
        ] {
            let two = frame(0, &[(0, 1.0, 1.0, 0, 3, 0), (1, 1.0, 1.0, 0, 3, 0)]);
            let mut packer = Packer::new(Point::ZERO, 0.001, 0.1);
            packer.pack(0, &two, &mut bytes);
            packer.packed.statuses = wrong;
            bytes.clear();
            packer.packed.put(&mut bytes);
            assert_eq!(unpack(&bytes, Point::ZERO, 0.001), None);
        }
    }

    #[test]
    fn speed_and_heading_follow_from_the_frame_before() {
        let mut packer = Packer::new(Point::new(0.0, 0.0), 0.001, 0.1);
        let mut bytes = Vec::new();
        packer.pack(0, &frame(0, &[(0, 1.0, 1.0, 0, 0, 0)]), &mut bytes);
        packer.pack(1, &frame(1, &[(0, 1.0, 1.13, 0, 0, 0)]), &mut bytes);
        let packed: protocol::PackedFrame = from_bytes(&bytes).expect("it is a frame");
        // 0.13 m in 0.1 s northwards: 1.3 m/s is 65 × 0.02 m/s, a quarter turn is 64.
        assert_eq!((packed.speeds[0], packed.headings[0]), (65, 64));
        // A pedestrian that stands keeps its heading.
        packer.pack(2, &frame(2, &[(0, 1.0, 1.13, 0, 0, 0)]), &mut bytes);
        let packed: protocol::PackedFrame = from_bytes(&bytes).expect("it is a frame");
        assert_eq!((packed.speeds[0], packed.headings[0]), (0, 64));
    }

    #[test]
    fn whoever_looks_somewhere_has_that_heading_and_keeps_it_afterwards() {
        let mut packer = Packer::new(Point::new(0.0, 0.0), 0.001, 0.1);
        let mut bytes = Vec::new();
        let south = |_| Some(Point::new(0.0, -1.0));
        // A pedestrian that was not seen before has no other heading, and one that is pushed north still looks south.
        packer.pack_facing(0, &frame(0, &[(0, 1.0, 1.0, 0, 0, 0)]), &south, &mut bytes);
        assert_eq!(from_bytes::<protocol::PackedFrame>(&bytes).expect("it is a frame").headings, [192]);
        packer.pack_facing(1, &frame(1, &[(0, 1.0, 1.1, 0, 0, 0)]), &south, &mut bytes);
        let packed: protocol::PackedFrame = from_bytes(&bytes).expect("it is a frame");
        assert_eq!((packed.headings[0], packed.speeds[0]), (192, 50));
        packer.pack(2, &frame(2, &[(0, 1.0, 1.1, 0, 0, 0)]), &mut bytes);
        assert_eq!(from_bytes::<protocol::PackedFrame>(&bytes).expect("it is a frame").headings, [192]);
    }

    #[test]
    fn a_crowd_takes_at_most_twelve_bytes_each() {
        // First all people walk. Then a third of them, drawn at random, have one of six other statuses.
        let draws = populace_geom::Draws::new(1);
        let walking = |_: u32| 3_u8;
        let mixed =
            |i: u32| if draws.unit(i.into(), 0, 0) < 0.33 { (draws.bits(i.into(), 0, 1) % 6) as u8 + 7 } else { 3_u8 };
        for (status, most) in [(&walking as &dyn Fn(u32) -> u8, 11.01), (&mixed, 12.0)] {
            let people: Vec<_> = (0..20_000).map(|i| (3 * i, f64::from(i % 1000), 5.0, 40, status(i), 90)).collect();
            let mut bytes = Vec::new();
            Packer::new(Point::new(0.0, 0.0), 0.001, 0.1).pack(0, &frame(0, &people), &mut bytes);
            let each = bytes.len() as f64 / people.len() as f64;
            assert!(each <= most, "{each} bytes");
        }
    }
}
