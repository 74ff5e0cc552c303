//! `populace bench station`: measures what the living station costs, with more and more people present.
//!
//! Everyone is inside from the start, as many as in the rush hours. The first seconds are not measured: people set out, and routes are planned for all of
//! them. `growth` compares one thread with one thread, where CPU time is what a pedestrian costs and not what threads wait for each other.

use std::time::Instant;

use clap::Args;
use populace_lab::station::Station;
use populace_run::Run;
use populace_scenario::{Registry, Scenario};
use populace_sim::Simulation;
use serde_json::{Map, Value, json};

use super::peers_crowd::pool;
use crate::commands::print;
use crate::failure::Failure;
use crate::meter;
use crate::run::Stopwatch;

#[derive(Args, Debug)]
pub struct BenchStationArgs {
    /// Numbers of people present, smallest first
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_values_t = [1000, 5000, 20_000], value_parser = clap::value_parser!(u32).range(100..=20_000))]
    count: Vec<u32>,
    /// Simulated time that is measured, s
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=3600))]
    seconds: u32,
    /// Simulated time before that, s
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u32).range(0..=3600))]
    warm_up: u32,
    /// The time that the script of a page takes for a picture of this station, ms, when it was measured in a browser
    #[arg(long, value_name = "MS")]
    page_script_ms: Option<f64>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// The threads of the measured machine.
const THREADS: usize = 2;

pub fn run(args: &BenchStationArgs) -> Result<(), Failure> {
    let sizes = args.count.iter().map(|&count| Size::measure(count, args)).collect::<Result<Vec<_>, _>>()?;
    print(&if args.json { format!("{}\n", as_json(&sizes, args)) } else { as_text(&sizes) })
}

/// A station with a number of people present.
struct Size {
    count: u32,
    /// On one thread and on two.
    alone: Measured,
    together: Measured,
}

/// The figures of a run.
struct Measured {
    /// The mean number of people inside.
    inside: f64,
    ped_steps_per_cpu_s: f64,
    /// Simulated seconds per second.
    speed: f64,
    phases: Vec<(&'static str, f64)>,
}

impl Size {
    fn measure(count: u32, args: &BenchStationArgs) -> Result<Self, Failure> {
        let station = Station { present: count, length: 7200.0, ..Station::default() };
        let scenario = Scenario::prove(station.scenario(), station.place(), Registry::built_in());
        let scenario = scenario.map_err(|e| Failure::new(e.to_string()))?;
        let measured = |threads| Measured::of(&scenario, args, threads);
        Ok(Size { count, alone: measured(1)?, together: measured(THREADS)? })
    }
    fn json(&self) -> Value {
        let phases: Map<String, Value> =
            self.alone.phases.iter().map(|(name, share)| (name.to_string(), json!(share))).collect();
        json!({
            "count": self.count,
            "inside": self.alone.inside,
            "realtime_people_2_cores": self.together.realtime_people(),
            "speed_2_cores": self.together.speed,
            "speed_1_core": self.alone.speed,
            "ped_steps_per_cpu_s": self.alone.ped_steps_per_cpu_s,
            "phases": phases,
        })
    }
}

impl Measured {
    fn of(scenario: &Scenario, args: &BenchStationArgs, threads: usize) -> Result<Self, Failure> {
        let setup = scenario.setup(None);
        let steps = |seconds: u32| (f64::from(seconds) / setup.timing.dt).round() as u64;
        let (warm_up, measured) = (steps(args.warm_up), steps(args.seconds));
        let (pool, mut run) = (pool(threads)?, Run::bare(Simulation::new(setup)));
        pool.install(|| (0..warm_up).try_for_each(|_| run.step(&mut [])))?;
        let before = run.simulation().counts().pedestrian_steps;
        let (mut watch, started, cpu) = (Stopwatch::start(), Instant::now(), meter::cpu_seconds());
        pool.install(|| (0..measured).try_for_each(|_| run.step(&mut [&mut watch])))?;
        let (seconds, cpu) = (started.elapsed().as_secs_f64(), meter::cpu_seconds() - cpu);
        // The clock of the process is coarse; a thread works no longer than the clock on the wall.
        let cpu = cpu.min(seconds * threads as f64).max(1e-9);
        let done = run.simulation().counts().pedestrian_steps - before;
        Ok(Measured {
            inside: done as f64 / measured.max(1) as f64,
            ped_steps_per_cpu_s: done as f64 / cpu,
            speed: f64::from(args.seconds) / seconds.max(1e-9),
            phases: watch.shares(),
        })
    }
    /// Returns how many people would be simulated in real time at this cost of each.
    fn realtime_people(&self) -> f64 {
        self.inside * self.speed
    }
}

/// Returns the CPU time of a pedestrian-step with the most people, divided by that with the fewest.
fn growth(sizes: &[Size]) -> Option<f64> {
    let (first, last) = (sizes.first()?, sizes.last()?);
    (sizes.len() > 1).then(|| first.alone.ped_steps_per_cpu_s / last.alone.ped_steps_per_cpu_s.max(1e-9))
}

/// The last size is the answer; the others are beside it.
fn as_json(sizes: &[Size], args: &BenchStationArgs) -> Value {
    let mut value = sizes.last().map_or_else(|| json!({}), Size::json);
    if let Some(object) = value.as_object_mut() {
        object.insert("growth".into(), json!(growth(sizes)));
        object.insert("peak_mb".into(), json!(meter::peak_megabytes()));
        object.insert("sizes".into(), sizes.iter().map(Size::json).collect());
        args.page_script_ms.into_iter().for_each(|ms| _ = object.insert("page_script_ms".into(), json!(ms)));
    }
    value
}

fn as_text(sizes: &[Size]) -> String {
    let mut text = String::new();
    for size in sizes {
        text += &format!("{} people present, {:.0} inside\n", size.count, size.alone.inside);
        text += &format!(
            "  real time on two cores            {:.1}× ({:.0} people)\n",
            size.together.speed,
            size.together.realtime_people()
        );
        text += &format!("  real time on one core             {:.1}×\n", size.alone.speed);
        text += &format!("  pedestrian-steps per CPU second   {:.3} million\n", size.alone.ped_steps_per_cpu_s / 1e6);
        for (name, share) in size.alone.phases.iter().filter(|phase| phase.1 >= 0.001) {
            text += &format!("  {name:10} {:5.1} %\n", 100.0 * share);
        }
    }
    match growth(sizes) {
        Some(growth) => text + &format!("a pedestrian-step takes {growth:.2}× the CPU of the smallest crowd\n"),
        None => text,
    }
}
