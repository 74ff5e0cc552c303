//! The summary of a run, as data. Scripts rely on its keys.

use std::path::PathBuf;

use populace_sim::{Counts, Simulation, TrainCounts};
use populace_traj::{DensestSpot, GoalFigures, ObjectFigures, SPOT_SIDE, TravelSummary};
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::{Ended, Figures, Measures, Run, Tally};

/// The summary of a run that is over.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Name of the scenario.
    pub scenario: String,
    /// The number that decides all random draws.
    pub seed: u64,
    /// The reason why the run ended.
    pub ended: Ended,
    /// Steps done.
    pub steps: u64,
    /// Simulated time, s.
    pub simulated_s: f64,
    /// The number of people who come in during the whole run, as far as it is known by now.
    pub expected: u64,
    /// People who came in.
    pub entered: u64,
    /// People who left.
    pub left: u64,
    /// People inside.
    pub inside: u64,
    /// The people who should be inside and have found no room yet.
    pub delayed: u64,
    /// The number of people inside, by status or cause of being stuck.
    #[serde(serialize_with = "by_name")]
    pub by_reason: Vec<(String, u64)>,
    /// Travel times of the people who left; `None` when nobody left.
    pub travel_s: Option<Travel>,
    /// The densest spot; `None` when nobody came.
    pub densest: Option<Densest>,
    /// The customers of every object that anybody used or waited for, by its name.
    #[serde(serialize_with = "by_name")]
    pub objects: Vec<(String, ObjectFigures)>,
    /// What became of the stops of the trains, by the train's name.
    #[serde(serialize_with = "by_name")]
    pub trains: Vec<(String, TrainFigures)>,
    /// What became of the goals of the people of each kind, by the name of the kind.
    #[serde(serialize_with = "by_name")]
    pub kinds: Vec<(String, GoalFigures)>,
    /// The figures of each measure of the scenario, by name.
    #[serde(serialize_with = "by_name")]
    pub measures: Vec<(String, Figures)>,
    /// State hash of the last step.
    #[serde(serialize_with = "in_hex")]
    pub state_hash: Option<u64>,
    /// The share of pedestrian-steps in which a body is more than 5 cm inside another body.
    pub overlap_share_5cm: f64,
    /// The pedestrian-steps in which a body is more than 1 cm inside a wall.
    pub wall_violations: u64,
    /// The number of decisions after which a pedestrian stood still because its velocity was not finite.
    pub contained: u64,
    /// The number of times that a pedestrian was put beside an obstacle that appeared or a door that shut.
    pub moved_aside: u64,
    /// The number of times that a pedestrian was reported as stuck.
    pub stuck_reports: u64,
    /// Routes that were planned.
    pub routes: u64,
    /// The sum over all pedestrians of the steps that each was inside.
    pub pedestrian_steps: u64,
    /// The cost of the run; `None` when its caller did not measure the cost.
    #[serde(flatten)]
    pub cost: Option<RunCost>,
    /// The folder of the recording.
    pub recording: Option<PathBuf>,
}

/// Travel times, s.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Travel {
    /// The mean.
    pub mean: f64,
    /// Half of the people took less.
    pub median: f64,
    /// 95 % of the people took less.
    pub p95: f64,
    /// The longest travel time.
    pub longest: f64,
}

/// The densest spot of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Densest {
    /// Density, persons/m².
    pub per_m2: f64,
    /// The middle of the square, m.
    pub at: [f64; 2],
    /// Name of the floor.
    pub floor: Option<String>,
    /// The time, s.
    pub time_s: f64,
    /// Side of the square, m.
    pub square_m: f64,
}

/// The cost of a run, measured by its caller.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RunCost {
    /// Pedestrian-steps of this process per second.
    pub ped_steps_per_s: f64,
    /// Pedestrian-steps of this process per second of processor time.
    pub ped_steps_per_cpu_s: f64,
    /// The time on the clock, s.
    pub wall_s: f64,
    /// Processor time, s.
    pub cpu_s: f64,
    /// The number of threads.
    pub threads: usize,
    /// Peak memory of the process, MB.
    pub peak_mb: Option<f64>,
    /// The share of time of each phase of the step, and of everything outside the step.
    #[serde(serialize_with = "by_name")]
    pub phases: Vec<(String, f64)>,
}

/// What became of the stops of a train.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TrainFigures {
    /// Trains that have arrived.
    pub arrived: u64,
    /// Trains that have departed.
    pub departed: u64,
    /// Trains that were cancelled.
    pub cancelled: u64,
    /// People who got off.
    pub alighted: u64,
    /// People who got on.
    pub boarded: u64,
    /// People on the platform without whom a train departed. Whoever takes the next train is counted with each that departed before.
    pub left_behind: u64,
    /// People on the way to the platform without whom a train departed.
    pub came_late: u64,
    /// People who found no room to get off.
    pub carried_on: u64,
    /// The mean delay of the departures, s; `None` before the first.
    pub delay_s: Option<f64>,
}

fn by_train(simulation: &Simulation) -> Vec<(String, TrainFigures)> {
    let figures = |counts: &TrainCounts| TrainFigures {
        arrived: counts.arrived,
        departed: counts.departed,
        cancelled: counts.cancelled,
        alighted: counts.alighted,
        boarded: counts.boarded,
        left_behind: counts.left_behind,
        came_late: counts.came_late,
        carried_on: counts.carried_on,
        delay_s: (counts.departed > 0).then(|| counts.late_s / counts.departed as f64),
    };
    let names = simulation.trains().iter().map(|train| train.name.clone());
    names.zip(simulation.train_counts().iter().map(figures)).collect()
}

/// Returns the figures of an object with its name. Nobody is served at a track: what trains do is told of each train.
fn named(simulation: &Simulation, object: u32, figures: ObjectFigures) -> Option<(String, ObjectFigures)> {
    let known = simulation.env().objects().get(object as usize).filter(|known| !known.kind.is_track())?;
    Some((known.name.clone(), figures))
}

/// Adds up the figures of goals over the populations of each kind.
fn by_kind(simulation: &Simulation, tally: &Tally) -> Vec<(String, GoalFigures)> {
    let mut kinds: Vec<(String, GoalFigures)> = Vec::new();
    for (population, figures) in tally.goals() {
        let Some(population) = simulation.populations().get(population as usize) else { continue };
        let name = &population.mind.kind.name;
        match kinds.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => known.add(figures),
            None => kinds.push((name.clone(), *figures)),
        }
    }
    kinds
}

impl Summary {
    /// Sums up a run of a scenario. The caller adds the cost and the folder of the recording.
    pub fn of(run: &Run, scenario: &str, ended: Ended, tally: &Tally, measures: &Measures) -> Self {
        let simulation = run.simulation();
        let (census, counts) = (simulation.census(), simulation.counts());
        Summary {
            scenario: scenario.to_owned(),
            seed: simulation.seed(),
            ended,
            steps: simulation.steps(),
            simulated_s: simulation.time(),
            expected: census.expected,
            entered: census.entered,
            left: census.left,
            inside: census.inside,
            delayed: census.delayed,
            by_reason: census.by_reason.iter().map(|&(reason, count)| (reason.to_owned(), count)).collect(),
            travel_s: tally.travel().map(Travel::of),
            densest: tally.densest().map(|spot| Densest::of(spot, simulation)),
            objects: tally
                .objects()
                .into_iter()
                .filter_map(|(object, figures)| named(simulation, object, figures))
                .collect(),
            trains: by_train(simulation),
            kinds: by_kind(simulation, tally),
            measures: measures.figures(),
            state_hash: run.state_hash(),
            overlap_share_5cm: overlap_share(&counts),
            wall_violations: counts.in_wall,
            contained: counts.contained,
            moved_aside: counts.moved_aside,
            stuck_reports: counts.stuck,
            routes: counts.routes,
            pedestrian_steps: counts.pedestrian_steps,
            cost: None,
            recording: None,
        }
    }

    /// Returns the summary as JSON.
    pub fn json(&self) -> Value {
        // All keys are texts and all numbers are plain, so this does not fail.
        serde_json::to_value(self).unwrap_or_default()
    }
}

impl Travel {
    fn of(travel: TravelSummary) -> Self {
        Travel { mean: travel.mean, median: travel.median, p95: travel.p95, longest: travel.longest }
    }
}

impl Densest {
    fn of(spot: DensestSpot, simulation: &Simulation) -> Self {
        Densest {
            per_m2: spot.density,
            at: [spot.middle.x, spot.middle.y],
            floor: simulation.env().floors().get(usize::from(spot.floor)).map(|floor| floor.name.clone()),
            time_s: spot.time,
            square_m: SPOT_SIDE,
        }
    }
}

impl RunCost {
    /// Returns the cost of a number of pedestrian-steps.
    pub fn of(pedestrian_steps: u64, wall_s: f64, cpu_s: f64) -> Self {
        let per = |seconds: f64| pedestrian_steps as f64 / seconds.max(1e-9);
        RunCost { ped_steps_per_s: per(wall_s), ped_steps_per_cpu_s: per(cpu_s), wall_s, cpu_s, ..RunCost::default() }
    }
}

fn overlap_share(counts: &Counts) -> f64 {
    counts.overlapping as f64 / counts.pedestrian_steps.max(1) as f64
}

/// Serialises pairs of a name and a value as a map.
fn by_name<T: Serialize, S: Serializer>(pairs: &[(String, T)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(pairs.iter().map(|(name, value)| (name, value)))
}

/// Serialises a hash as 16 hexadecimal digits.
fn in_hex<S: Serializer>(hash: &Option<u64>, to: S) -> Result<S::Ok, S::Error> {
    hash.map(|hash| format!("{hash:016x}")).serialize(to)
}
