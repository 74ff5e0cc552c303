//! Arrivals: which pedestrian comes when. The list is made before the first step, and pedestrians who are added later
//! stand at its end. The number in the list is the pedestrian's id.

use populace_env::Environment;
use populace_geom::{Draws, exponential};
use serde::{Deserialize, Serialize};

use crate::purpose;
use crate::setup::{Arrivals, Population};
use crate::state::declare::state;
use crate::state::{Checked, Ranges};

state! {
    /// A pedestrian who will come.
    #[derive(Copy)]
    pub(crate) struct Arrival {
        /// When, s.
        pub time: f64,
        pub population: u16 => population,
        pub place: Entry,
    }
}

/// Where a pedestrian comes in.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Entry {
    /// Somewhere in an area.
    Area(u32),
    /// At a given spot: which arrivals of the population, and which spot of them.
    Placed(u32, u32),
}

impl Checked for Entry {
    /// Refuses a spot: only the setup places pedestrians at spots, and arrivals of the setup are not part of the state.
    fn check(&self, ranges: &Ranges<'_>) -> Result<(), String> {
        match self {
            Entry::Area(area) => ranges.area(area),
            Entry::Placed(..) => Err("a pedestrian who was added came in at a spot".into()),
        }
    }
}

/// Lists the pedestrians that will come, by time; at the same time in the order of populations and arrivals.
pub(crate) fn arrivals(env: &Environment, populations: &[Population], seed: u64) -> Vec<Arrival> {
    let mut list = Vec::new();
    for (number, population) in populations.iter().enumerate() {
        for (source, arrivals) in population.arrivals.iter().enumerate() {
            let draws = Draws::new(seed ^ ((number as u64 + 1) << 32) ^ ((source as u64 + 1) << 16));
            list_one(env, arrivals, draws, source as u32, number as u16, &mut list);
        }
    }
    list.sort_by(|a, b| a.time.total_cmp(&b.time));
    list
}

fn list_one(env: &Environment, given: &Arrivals, draws: Draws, source: u32, population: u16, list: &mut Vec<Arrival>) {
    let mut add = |time: f64, place: Entry| list.push(Arrival { time, population, place });
    match given {
        Arrivals::AtStart { count, areas } => {
            (0..*count)
                .for_each(|i| add(0.0, Entry::Area(by_size(env, areas, draws.unit(i.into(), 0, purpose::AREA)))));
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
                add(time, Entry::Area(any_of(areas, draws.unit(i, 0, purpose::AREA))));
                i += 1;
            }
        }
        Arrivals::Timetable { times, areas } => {
            for (k, &(time, count)) in times.iter().enumerate() {
                for i in 0..count {
                    let u = draws.unit(i.into(), k as u64, purpose::AREA);
                    add(time, Entry::Area(by_size(env, areas, u)));
                }
            }
        }
        Arrivals::Placed(people) => (0..people.len() as u32).for_each(|i| add(0.0, Entry::Placed(source, i))),
    }
}

/// Returns an area of a list, each as often as it is large.
fn by_size(env: &Environment, areas: &[usize], u: f64) -> u32 {
    let size = |a: &usize| env.areas().get(*a).map_or(0.0, |a| a.walkable_area());
    let mut left = u * areas.iter().map(size).sum::<f64>();
    for area in areas {
        left -= size(area);
        if left < 0.0 {
            return *area as u32;
        }
    }
    areas.last().map_or(0, |a| *a as u32)
}

/// Returns an area of a list, each as often as any other.
fn any_of(areas: &[usize], u: f64) -> u32 {
    areas.get(((u * areas.len() as f64) as usize).min(areas.len().saturating_sub(1))).map_or(0, |a| *a as u32)
}
