//! The frame of a moment: where all people are, what they are doing and where they are going.

use populace_geom::{Point, maths};
use populace_mind::Memory;
use populace_traj::{Frame, NOWHERE, Status};

use crate::minds::current;
use crate::simulation::Simulation;
use crate::state::{NONE, Way};

/// Riders stand side by side in the cabin, about this far apart, m.
const IN_CABIN: f64 = 0.35;

/// A rider in a cabin, as a row of a frame.
struct Rider {
    id: u32,
    position: Point,
    height: f64,
    floor: u16,
    destination: u16,
}

impl Simulation {
    /// Fills a frame with where all people are now. Riders are where their cabin is.
    pub fn frame(&self, frame: &mut Frame) {
        frame.clear();
        frame.step = self.state.step;
        frame.time = self.time();
        let mut riders = self.riders().into_iter().peekable();
        for &id in &self.scratch.inside {
            while let Some(rider) = riders.next_if(|rider| rider.id < id) {
                push_rider(frame, &rider);
            }
            self.push_row(frame, self.scratch.row_of[id as usize] as usize);
        }
        riders.for_each(|rider| push_rider(frame, &rider));
    }

    fn push_row(&self, frame: &mut Frame, row: usize) {
        let people = &self.state.people;
        let (floor, at) = (self.env.cell_floor(people.cell[row]), people.position[row]);
        frame.pedestrian.push(people.id[row]);
        frame.position.push(at);
        frame.height.push(self.env.height(floor, at) as f32);
        frame.floor.push(floor.0 as u16);
        frame.status.push(people.status[row].number(people.track[row].stuck));
        frame.destination.push(self.destination(&people.memory[row], &people.way[row]));
    }

    /// Returns the area where a pedestrian goes: the exit that it chose, or the area of what it wants to do.
    fn destination(&self, memory: &Memory, way: &Way) -> u16 {
        let wanted = || current(memory).and_then(|goal| self.tasks.task(goal.task).destination(goal));
        let area = Some(way.exit).filter(|&exit| exit != NONE).or_else(wanted);
        area.and_then(|area| u16::try_from(area).ok()).unwrap_or(NOWHERE)
    }

    /// Returns the people in cabins, ascending by pedestrian.
    fn riders(&self) -> Vec<Rider> {
        let (riding, time) = (&self.state.riding, self.time());
        let mut riders = Vec::with_capacity(riding.len());
        // Rides are in the order of lifts, then of pedestrians.
        for cabin in riding.chunk_by(|a, b| a.lift == b.lift) {
            let lift = cabin[0].lift as usize;
            let (stop, middle, height) = self.lifts[lift].place(&self.state.cabins[lift], time);
            let floor = self.env.cell_floor(stop.cell).0 as u16;
            riders.extend(cabin.iter().enumerate().map(|(k, ride)| {
                let person = &ride.person;
                Rider {
                    id: person.id,
                    position: spiral(middle, IN_CABIN, k),
                    height,
                    floor,
                    destination: self.destination(&person.memory, &person.way),
                }
            }));
        }
        riders.sort_unstable_by_key(|rider| rider.id);
        riders
    }
}

fn push_rider(frame: &mut Frame, rider: &Rider) {
    frame.pedestrian.push(rider.id);
    frame.position.push(rider.position);
    frame.height.push(rider.height as f32);
    frame.floor.push(rider.floor);
    frame.status.push(Status::Riding.number(None));
    frame.destination.push(rider.destination);
}

/// Returns spot `k` around a middle, about `apart` m from the other spots: Vogel's spiral with the golden angle
/// (Vogel 1979).
pub(crate) fn spiral(middle: Point, apart: f64, k: usize) -> Point {
    let (angle, distance) = (k as f64 * 2.399_963, apart * (k as f64).sqrt());
    middle + Point::new(maths::cos(angle), maths::sin(angle)) * distance
}
