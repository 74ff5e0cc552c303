//! Arrivals: the time and the place at which each pedestrian comes in. The list is made before the first step, and pedestrians who are
//! added later stand at its end. The number in the list is the pedestrian's id.

use populace_env::CellGround;
use populace_geom::{Draws, exponential};
use populace_mind::CallId;
use serde::{Deserialize, Serialize};

use crate::purpose;
use crate::setup::{Arrivals, Where};
use crate::simulation::Simulation;
use crate::state::declare::state;
use crate::state::{Checked, Ranges};

state! {
    /// A pedestrian who will come.
    #[derive(Copy)]
    pub(crate) struct Arrival {
        /// The time at which the pedestrian comes in, s.
        pub time: f64,
        pub population: u16 => population,
        pub place: Entry,
    }
}

/// The place where a pedestrian comes in.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Entry {
    /// Somewhere in an area.
    Area(u32),
    /// At a given spot: the number of the arrivals in the population, and the number of the spot in these arrivals.
    Placed(u32, u32),
    /// Anywhere on the ground from which the journey can begin.
    Everywhere,
    /// Off a train: the number of a [`CallId`](populace_mind::CallId).
    Train(u32),
}

impl Checked for Entry {
    /// Refuses everything but areas: only the setup lets pedestrians in elsewhere, and arrivals of the setup are not part of the state.
    fn check(&self, ranges: &Ranges<'_>) -> Result<(), String> {
        match self {
            Entry::Area(area) => ranges.area(area),
            Entry::Placed(..) => Err("a pedestrian who was added came in at a spot".into()),
            Entry::Everywhere => Err("a pedestrian who was added came in everywhere".into()),
            Entry::Train(_) => Err("a pedestrian who was added came by train".into()),
        }
    }
}

impl Simulation {
    /// Lists the pedestrians that the setup lets come, by time; at the same time in the order of populations and arrivals.
    pub(crate) fn list_arrivals(&self) -> Vec<Arrival> {
        let mut list = Vec::new();
        for (number, population) in self.populations.iter().enumerate() {
            for (source, arrivals) in population.arrivals.iter().enumerate() {
                let draws = Draws::new(self.seed ^ ((number as u64 + 1) << 32) ^ ((source as u64 + 1) << 16));
                self.list_one(arrivals, draws, source as u32, number as u16, &mut list);
            }
        }
        list.sort_by(|a, b| a.time.total_cmp(&b.time));
        list
    }

    fn list_one(&self, given: &Arrivals, draws: Draws, source: u32, population: u16, list: &mut Vec<Arrival>) {
        let mut add = |time: f64, place: Entry| list.push(Arrival { time, population, place });
        match given {
            Arrivals::AtStart { count, areas } => {
                let sizes = self.sizes(population, areas);
                (0..*count).for_each(|i| add(0.0, by_size(areas, &sizes, draws.unit(i.into(), 0, purpose::AREA))));
            }
            Arrivals::Rate { per_second, from, until, random, areas } => {
                let (mut time, mut i) = (*from, 0u64);
                loop {
                    let wait =
                        if *random { exponential(draws, i, purpose::ARRIVAL, *per_second) } else { 1.0 / per_second };
                    // An even stream begins at once.
                    time = if *random || i > 0 { time + wait } else { time };
                    if time >= *until || !time.is_finite() {
                        break;
                    }
                    add(time, any_of(areas, draws.unit(i, 0, purpose::AREA)));
                    i += 1;
                }
            }
            Arrivals::Timetable { times, areas } => {
                let sizes = self.sizes(population, areas);
                for (k, &(time, count)) in times.iter().enumerate() {
                    for i in 0..count {
                        add(time, by_size(areas, &sizes, draws.unit(i.into(), k as u64, purpose::AREA)));
                    }
                }
            }
            Arrivals::Alighting { trains, count } => {
                for &train in trains {
                    for (call, planned) in (0..).zip(&self.trains[train as usize].calls) {
                        let place = Entry::Train(CallId { train, call }.number());
                        (0..*count).for_each(|_| add(planned.arrives, place));
                    }
                }
            }
            Arrivals::Placed(people) => (0..people.len() as u32).for_each(|i| add(0.0, Entry::Placed(source, i))),
        }
    }

    /// Returns the size of the ground in each area on which people of a population come in, m².
    fn sizes(&self, population: u16, areas: &Where) -> Vec<f64> {
        let size =
            |&area: &usize| self.start_ground(population, Entry::Area(area as u32)).map_or(0.0, CellGround::size);
        areas.areas().iter().map(size).collect()
    }
}

/// Draws the place where a pedestrian comes in: an area, with a chance in proportion to its size, or everywhere. `u` is a random number
/// from 0 to 1.
fn by_size(areas: &Where, sizes: &[f64], u: f64) -> Entry {
    let Where::Areas(areas) = areas else { return Entry::Everywhere };
    let mut left = u * sizes.iter().sum::<f64>();
    for (area, size) in areas.iter().zip(sizes) {
        left -= size;
        if left < 0.0 {
            return Entry::Area(*area as u32);
        }
    }
    Entry::Area(areas.last().map_or(0, |a| *a as u32))
}

/// Draws the place where a pedestrian comes in: an area, all with the same chance, or everywhere. `u` is a random number from 0 to 1.
fn any_of(areas: &Where, u: f64) -> Entry {
    let Where::Areas(areas) = areas else { return Entry::Everywhere };
    let number = ((u * areas.len() as f64) as usize).min(areas.len().saturating_sub(1));
    Entry::Area(areas.get(number).map_or(0, |a| *a as u32))
}
