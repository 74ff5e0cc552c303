//! `populace bench minds`: measures what minds cost, in a hall with tills, machines, benches and performances.
//!
//! Everyone buys, rests, watches and buys again. The same crowd runs without minds in turns: in the same hall, people walk to an area and wait
//! there for as long as they would use an object. The hall grows with the crowd, by parts that are all alike. Both crowds run on one thread,
//! where the times of phases add up.

use std::time::Instant;

use clap::Args;
use populace_ingest::entries::{AreaEntry, FloorEntry, ObjectEntry, PlaceFile, Xy};
use populace_mind::Memory;
use populace_run::Run;
use populace_scenario::written::{ArrivalEntry, PopulationEntry, ScenarioFile, StageEntry, TimingEntry};
use populace_scenario::{Registry, Scenario};
use populace_sim::{Simulation, Status};
use serde_json::{Map, Value, json};

use super::peers_crowd::pool;
use crate::commands::print;
use crate::failure::Failure;
use crate::meter;
use crate::run::Stopwatch;

/// The number of people in one part of the hall.
const PEOPLE: u32 = 500;
/// The side of a part, m: 0.49 persons/m².
const SIDE: f64 = 32.0;
/// The number of slices into which the measured steps are cut. The two crowds take turns, slice by slice.
const SLICES: u32 = 10;
/// The number of times that everyone does all that a part offers. It is so large that no measured run comes to its end.
const ROUNDS: usize = 20;

#[derive(Args, Debug)]
pub struct BenchMindsArgs {
    /// Numbers of people, smallest first
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_values_t = [1000, 10_000, 50_000], value_parser = clap::value_parser!(u32).range(1..=50_000))]
    count: Vec<u32>,
    /// Steps that are measured, after a half as many to warm up
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(10..=1_000_000))]
    steps: u32,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub fn run(args: &BenchMindsArgs) -> Result<(), Failure> {
    let sizes = args.count.iter().map(|&count| Size::measure(count, args.steps)).collect::<Result<Vec<_>, _>>()?;
    print(&if args.json { format!("{}\n", as_json(&sizes)) } else { as_text(&sizes) })
}

/// A crowd of one size, with and without minds.
struct Size {
    count: u32,
    objects: usize,
    with: Measured,
    without: Measured,
}

/// The figures that were measured of one crowd.
struct Measured {
    /// Pedestrian-steps per second of processor time.
    per_cpu_s: f64,
    phases: Vec<(&'static str, f64)>,
    /// The share of people who stand in line, are served, sit or watch, at the end.
    at_objects: f64,
}

impl Measured {
    fn share(&self, phase: &str) -> f64 {
        self.phases.iter().find(|(name, _)| *name == phase).map_or(0.0, |(_, share)| *share)
    }
    fn think_share(&self) -> f64 {
        self.share("think") + self.share("arbitrate")
    }
}

impl Size {
    fn measure(count: u32, steps: u32) -> Result<Self, Failure> {
        let place = hall(count);
        let objects = place.object.len();
        let (mut with, mut without) = (Crowd::start(&place, count, true)?, Crowd::start(&place, count, false)?);
        with.warm_up(steps.div_ceil(2))?;
        without.warm_up(steps.div_ceil(2))?;
        for slice in 0..SLICES {
            let steps = (slice + 1) * steps / SLICES - slice * steps / SLICES;
            with.go(steps)?;
            without.go(steps)?;
        }
        Ok(Size { count, objects, with: with.finish(), without: without.finish() })
    }
    fn ratio(&self) -> f64 {
        self.with.per_cpu_s / self.without.per_cpu_s.max(1e-9)
    }
    fn json(&self) -> Value {
        let phases: Map<String, Value> = self.with.phases.iter().map(|(n, s)| (n.to_string(), json!(s))).collect();
        json!({
            "count": self.count,
            "objects": self.objects,
            "ped_steps_per_cpu_s": self.with.per_cpu_s,
            "ped_steps_per_cpu_s_without_minds": self.without.per_cpu_s,
            "ratio_without_minds": self.ratio(),
            "think_share": self.with.think_share(),
            "at_objects_share": self.with.at_objects,
            "phases": phases,
        })
    }
}

/// Returns the CPU time of a pedestrian-step in the largest crowd, divided by that in the smallest one.
fn growth(sizes: &[Size]) -> Option<f64> {
    let (first, last) = (sizes.first()?, sizes.last()?);
    (sizes.len() > 1).then(|| first.with.per_cpu_s / last.with.per_cpu_s.max(1e-9))
}

fn as_json(sizes: &[Size]) -> Value {
    let mut value = sizes.last().map_or_else(|| json!({}), Size::json);
    if let Some(object) = value.as_object_mut() {
        object.insert("growth".into(), json!(growth(sizes)));
        object.insert("mind_bytes".into(), json!(size_of::<Memory>()));
        object.insert("peak_mb".into(), json!(meter::peak_megabytes()));
        object.insert("sizes".into(), sizes.iter().map(Size::json).collect());
    }
    value
}

fn as_text(sizes: &[Size]) -> String {
    let mut text = String::new();
    for size in sizes {
        text += &format!("{} people, {} objects\n", size.count, size.objects);
        text += &format!("  pedestrian-steps per CPU second   {:.3} million\n", size.with.per_cpu_s / 1e6);
        text += &format!("  of the same crowd without minds   {:.2}\n", size.ratio());
        text += &format!("  think and arbitrate               {:.1} %\n", 100.0 * size.with.think_share());
        text += &format!("  people at objects                 {:.1} %\n", 100.0 * size.with.at_objects);
        for (name, share) in size.with.phases.iter().filter(|phase| phase.1 >= 0.001) {
            text += &format!("  {name:10} {:5.1} %\n", 100.0 * share);
        }
    }
    if let Some(growth) = growth(sizes) {
        text += &format!("a pedestrian-step takes {growth:.2}× the CPU of the smallest crowd\n");
    }
    text + &format!("a mind takes {} bytes\n", size_of::<Memory>())
}

/// A crowd that is measured, a slice at a time.
struct Crowd {
    pool: rayon::ThreadPool,
    run: Run,
    watch: Stopwatch,
    /// Pedestrian-steps that are not measured.
    warm: u64,
    cpu_s: f64,
}

impl Crowd {
    fn start(place: &PlaceFile, count: u32, has_minds: bool) -> Result<Self, Failure> {
        let scenario = Scenario::prove(scenario(count, has_minds), place.clone(), Registry::built_in());
        let scenario = scenario.map_err(|e| Failure::new(e.to_string()))?;
        let run = Run::bare(Simulation::new(scenario.setup(None)));
        Ok(Crowd { pool: pool(1)?, run, watch: Stopwatch::start(), warm: 0, cpu_s: 0.0 })
    }
    fn warm_up(&mut self, steps: u32) -> Result<(), Failure> {
        self.go(steps)?;
        self.warm = self.run.simulation().counts().pedestrian_steps;
        (self.watch, self.cpu_s) = (Stopwatch::start(), 0.0);
        Ok(())
    }
    fn go(&mut self, steps: u32) -> Result<(), Failure> {
        let Crowd { pool, run, watch, .. } = self;
        let (started, cpu) = (Instant::now(), meter::cpu_seconds());
        watch.resume();
        pool.install(|| (0..steps).try_for_each(|_| run.step(&mut [watch])))?;
        watch.stop();
        // The clock of the process is coarse; no thread works longer than the clock on the wall.
        self.cpu_s += (meter::cpu_seconds() - cpu).min(started.elapsed().as_secs_f64());
        Ok(())
    }
    fn finish(self) -> Measured {
        let simulation = self.run.simulation();
        let steps = simulation.counts().pedestrian_steps - self.warm;
        let is_there =
            |status: &&Status| matches!(status, Status::InLine | Status::Served | Status::Sitting | Status::Watching);
        let status = &simulation.people().status;
        Measured {
            per_cpu_s: steps as f64 / self.cpu_s.max(1e-9),
            phases: self.watch.shares(),
            at_objects: status.iter().filter(is_there).count() as f64 / status.len().max(1) as f64,
        }
    }
}

fn rectangle([x0, y0]: Xy, [x1, y1]: Xy) -> Vec<Xy> {
    vec![[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
}

/// Returns the number of parts of a hall for a number of people, and the number of parts in a row.
fn parts(count: u32) -> (u32, u32) {
    let parts = count.div_ceil(PEOPLE).max(1);
    (parts, f64::from(parts).sqrt().ceil() as u32)
}

/// Returns the name and the south-western corner of every part of a hall.
fn corners(count: u32) -> impl Iterator<Item = (String, Xy)> {
    let (parts, row) = parts(count);
    (0..parts).map(move |i| (format!("part {i}"), [f64::from(i % row) * SIDE, f64::from(i / row) * SIDE]))
}

/// Returns a hall for a number of people. Every part has four tills and four machines at a kiosk, four benches, and a performance.
fn hall(count: u32) -> PlaceFile {
    let mut floor = FloorEntry { name: "hall".into(), ..FloorEntry::default() };
    let mut place = PlaceFile::default();
    for (name, [x, y]) in corners(count) {
        let at = |from: Xy, to: Xy| rectangle([x + from[0], y + from[1]], [x + to[0], y + to[1]]);
        floor.outlines.push(at([0.0, 0.0], [SIDE, SIDE]));
        floor.obstacles.push(at([10.0, 15.0], [22.0, 17.0]));
        let mut add = |kind: &str, nth: usize, outline: Vec<Xy>| {
            let name = Some(format!("{kind} {nth} of {name}"));
            place.object.push(ObjectEntry {
                name,
                kind: kind.into(),
                outline: Some(outline),
                ..ObjectEntry::default()
            });
        };
        for nth in 0..4 {
            let east = 11.0 + 3.0 * nth as f64;
            add("till", nth, at([east, 16.4], [east + 1.0, 17.0]));
            add("vending-machine", nth, at([east, 15.0], [east + 1.0, 15.6]));
            let (east, north) = if nth % 2 == 0 { (3.0, 8.0) } else { (27.0, 8.0) };
            let north = north + if nth < 2 { 0.0 } else { 14.0 };
            add("bench", nth, at([east, north], [east + 2.0, north + 0.5]));
        }
        let (kind, at_middle) = ("performance", Some([x + 5.0, y + 16.0]));
        let name = Some(format!("{kind} of {name}"));
        place.object.push(ObjectEntry {
            name,
            kind: kind.into(),
            at: at_middle,
            radius: Some(1.0),
            ..ObjectEntry::default()
        });
    }
    place.area = corners(count)
        .map(|(name, [x, y])| {
            let outline = rectangle([x + 1.0, y + 1.0], [x + SIDE - 1.0, y + 14.0]);
            AreaEntry { name, outline, ..AreaEntry::default() }
        })
        .collect();
    place.floor = vec![floor];
    place
}

/// Returns a scenario in which everyone uses the objects of the hall, or walks from area to area and waits as long.
fn scenario(count: u32, has_minds: bool) -> ScenarioFile {
    let names: Vec<String> = corners(count).map(|corner| corner.0).collect();
    let time = |least: u32, most: u32| json!({ "uniform": [least, most] });
    let visits = [
        StageEntry::of("buy", "ticket").with("time", time(5, 15)).with("patience", 60),
        StageEntry::of("rest", time(10, 30)).with("patience", 30),
        StageEntry::of("watch", "performance").with("time", time(10, 30)).with("patience", 30),
        StageEntry::of("buy", "drink").with("time", time(5, 15)).with("patience", 60),
    ];
    let walks = |part: usize| {
        let waits = [time(5, 15), time(10, 30), time(10, 30), time(5, 15)];
        let go = |nth: usize| StageEntry::of("go_to", names[(part + nth % 2) % names.len()].as_str());
        let stages = waits.into_iter().enumerate().flat_map(move |(i, wait)| [go(i + 1), StageEntry::of("wait", wait)]);
        stages.collect::<Vec<_>>()
    };
    let population = names.iter().enumerate().map(|(part, name)| {
        let left = count.saturating_sub(PEOPLE * part as u32).min(PEOPLE);
        let arrive =
            ArrivalEntry { count: Some(left.into()), areas: Some(name.as_str().into()), ..ArrivalEntry::default() };
        // Everyone begins with another thing, so that all things go on from the start.
        let mut round = if has_minds { visits.to_vec() } else { walks(part) };
        let each = round.len() / visits.len();
        round.rotate_left(each * (part % visits.len()));
        PopulationEntry {
            name: name.clone(),
            arrive: arrive.into(),
            journey: std::iter::repeat_n(round, ROUNDS).flatten().collect(),
            ..PopulationEntry::default()
        }
    });
    let timing = TimingEntry { routes_per_step: Some(1_000_000), ..TimingEntry::default() };
    ScenarioFile { until: 1e6, seed: 1, timing, population: population.collect(), ..ScenarioFile::default() }
}
