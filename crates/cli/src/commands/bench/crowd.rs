//! `populace bench crowd`: measures the time and the memory that a walking crowd takes, with routes, walls and recording on.
//!
//! Every pedestrian walks from one random spot to another. The same crowd is run on one thread and on two, in turns and from the
//! same start, so that both are measured under the same conditions. A third run without recording says what recording costs. Phases
//! are timed on one thread, where their times add up.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use clap::Args;
use populace_env::{BuildOptions, Doors, Environment, Floor, Outline, Place, build};
use populace_geom::Point;
use populace_mind::Task;
use populace_plan::Profile;
use populace_record::{About, Document, Names, Writer};
use populace_run::{Recorder, Run};
use populace_sim::{Arrivals, Body, Distribution, Mind, Perceiving, Placed, Population, Setup, Simulation, Timing};
use populace_steer::{MODELS, Steering};

use super::crowd_report::{Measured, Report, Size};
use super::peers_crowd::{named, pool};
use crate::commands::print;
use crate::failure::Failure;
use crate::meter;
use crate::pairs::SpotSource;
use crate::run::Stopwatch;

/// Half the width of a body, m.
const RADIUS: f64 = 0.2;

/// The number of slices into which the measured steps are cut. The runs on one thread and on several take turns, slice by slice, so
/// that a machine that slows down slows both.
const SLICES: u32 = 10;

#[derive(Args, Debug)]
pub struct BenchCrowdArgs {
    /// Steering model
    #[arg(long, value_name = "NAME", default_value = MODELS[0].name)]
    model: String,
    /// Number of people
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=2_000_000))]
    count: u32,
    /// Place: `town` (blocks and streets, 0.25 persons per m² of street), `square` (open, 0.5 per m²), or a place file
    #[arg(long, value_name = "NAME|FILE", default_value = "town")]
    scene: String,
    /// Threads of the second run, which is compared with one thread
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Steps that are measured, after a tenth as many to warm up
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(10..=1_000_000))]
    steps: u32,
    /// Time of a step, s
    #[arg(long, value_name = "S", default_value_t = 0.05)]
    dt: f64,
    /// Steps between two decisions of a pedestrian
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=100))]
    think_every: u32,
    /// Also run a crowd this many times as large, at the same density, and compare the cost of a pedestrian-step
    #[arg(long, value_name = "TIMES", value_parser = clap::value_parser!(u32).range(2..=100))]
    grow: Option<u32>,
    /// Do not record
    #[arg(long)]
    no_record: bool,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

impl BenchCrowdArgs {
    /// Returns the arguments for a crowd on one thread that is not recorded.
    pub fn bare(model: &str, count: u32, scene: &str, steps: u32) -> Self {
        let (model, scene) = (model.to_owned(), scene.to_owned());
        BenchCrowdArgs {
            model,
            count,
            scene,
            threads: 1,
            steps,
            dt: 0.05,
            think_every: 2,
            grow: None,
            no_record: true,
            json: false,
        }
    }
}

pub fn run(args: &BenchCrowdArgs) -> Result<(), Failure> {
    if !(0.001..=0.5).contains(&args.dt) {
        return Err(Failure::new(format!("--dt {}: out of range", args.dt)).hint("give 0.001 to 0.5 s"));
    }
    named(&args.model)?;
    let first = size(args, args.count)?;
    let grown = args.grow.map(|times| size(args, args.count.saturating_mul(times))).transpose()?;
    let report = Report { model: args.model.clone(), scene: args.scene.clone(), first, grown };
    print(&if args.json { format!("{}\n", report.json()) } else { report.text() })
}

/// Measures one crowd on one thread and on several.
fn size(args: &BenchCrowdArgs, count: u32) -> Result<Size, Failure> {
    let env = environment(&args.scene, count)?;
    // Memory is measured first, before this process has freed any of it, and without the recorder, whose buffers do not grow with
    // the crowd.
    let kilobytes = memory(args, &env, count)?;
    let mut one = Walk::start(args, &env, count, 1, !args.no_record)?;
    let mut more = Walk::start(args, &env, count, args.threads as usize, !args.no_record)?;
    let mut bare = if args.no_record { None } else { Some(Walk::start(args, &env, count, 1, false)?) };
    for slice in 0..SLICES {
        let steps = (slice + 1) * args.steps / SLICES - slice * args.steps / SLICES;
        one.go(steps)?;
        more.go(steps)?;
        bare.as_mut().map_or(Ok(()), |bare| bare.go(steps))?;
    }
    let bare = bare.map(Walk::finish).transpose()?;
    Ok(Size { count, cells: env.cell_count(), one: one.finish()?, more: more.finish()?, bare, kilobytes })
}

pub fn environment(scene: &str, count: u32) -> Result<Arc<Environment>, Failure> {
    let place = match scene {
        "town" => town(count),
        "square" => square(count),
        file => {
            let path = PathBuf::from(file);
            let read = populace_ingest::read(&path, &populace_ingest::Options::default());
            read.map_err(|e| Failure::new(format!("--scene {e}")).hint("give town, square or a place file"))?
        }
    };
    let options = BuildOptions { body_width: 2.0 * RADIUS, ..BuildOptions::default() };
    let built = build(&place, &options).map_err(|e| Failure::of_build(&PathBuf::from(scene), &e))?;
    Ok(Arc::new(built.environment))
}

/// Returns a town: blocks of 16 m with streets of 8 m between them.
fn town(count: u32) -> Place {
    let street = 24.0 * 24.0 - 16.0 * 16.0;
    let side = (f64::from(count) / (0.25 * street)).sqrt().ceil().max(1.0) as u32;
    let mut floor = Floor::level("ground", 0.0);
    let size = f64::from(side) * 24.0;
    floor.walkable.push(Outline::new(rectangle(0.0, 0.0, size, size), "town"));
    for i in 0..side * side {
        let (x, y) = (f64::from(i % side) * 24.0 + 4.0, f64::from(i / side) * 24.0 + 4.0);
        floor.obstacles.push(Outline::new(rectangle(x, y, x + 16.0, y + 16.0), format!("block {i}")));
    }
    Place { name: "town".into(), floors: vec![floor], ..Place::default() }
}

fn square(count: u32) -> Place {
    let size = (f64::from(count) / 0.5).sqrt();
    let mut floor = Floor::level("ground", 0.0);
    floor.walkable.push(Outline::new(rectangle(0.0, 0.0, size, size), "square"));
    Place { name: "square".into(), floors: vec![floor], ..Place::default() }
}

fn rectangle(x0: f64, y0: f64, x1: f64, y1: f64) -> Vec<Point> {
    vec![Point::new(x0, y0), Point::new(x1, y0), Point::new(x1, y1), Point::new(x0, y1)]
}

pub fn setup(args: &BenchCrowdArgs, env: &Arc<Environment>, count: u32) -> Result<Setup, Failure> {
    let ground = SpotSource::of(env.as_given(), 2.0 * RADIUS, 1);
    let pair = |i: u32| ground.pair(i.into()).map(|(at, goal)| Placed { at, speed: None, goal: Some(goal) });
    let people: Option<Vec<Placed>> = (0..count).map(pair).collect();
    let people = people.ok_or_else(|| Failure::new(format!("--scene {}: there is hardly any room", args.scene)))?;
    let timing = Timing { dt: args.dt, think_every: args.think_every };
    Ok(walkers(env, timing, named(&args.model)?, RADIUS, people, Vec::new()))
}

/// Returns a setup with one population of walkers, all of one radius, m.
pub fn walkers(
    env: &Arc<Environment>,
    timing: Timing,
    steering: Steering,
    radius: f64,
    people: Vec<Placed>,
    journey: Vec<Task>,
) -> Setup {
    let population = Population {
        name: "walkers".into(),
        steering,
        planner: &populace_plan::PLANNERS[0],
        follower: &populace_sim::FOLLOWERS[0],
        profile: Profile { width: 2.0 * radius, ..Profile::default() },
        body: Body { radius: Distribution::Constant(radius), ..Body::default() },
        arrivals: vec![Arrivals::Placed(people)],
        journey,
        mind: Mind::default(),
    };
    Setup {
        env: env.clone(),
        doors: Doors::of(env),
        seed: 1,
        timing,
        perception: Perceiving::default(),
        populations: vec![population],
        acquaintance: Vec::new(),
        trains: Vec::new(),
        commands: Vec::new(),
        routes_per_step: usize::MAX,
        stuck_after: 60.0,
    }
}

/// Returns the memory per pedestrian of a crowd that has been walking for a while, kB.
fn memory(args: &BenchCrowdArgs, env: &Arc<Environment>, count: u32) -> Result<f64, Failure> {
    let mut run = Run::bare(Simulation::new(setup(args, env, count)?));
    let before = meter::resident_megabytes();
    pool(1)?.install(|| (0..args.steps.div_ceil(10)).try_for_each(|_| run.step(&mut [])))?;
    Ok((meter::resident_megabytes() - before).max(0.0) * 1000.0 / f64::from(count))
}

/// A crowd that is measured, a slice at a time.
struct Walk {
    threads: usize,
    pool: rayon::ThreadPool,
    run: Run,
    recorder: Option<Recorder>,
    folder: PathBuf,
    watch: Stopwatch,
    /// The number of pedestrian-steps of the warm-up, which are not measured.
    warm: u64,
    wall_s: f64,
    cpu_s: f64,
}

impl Walk {
    /// Starts a crowd and warms up.
    fn start(
        args: &BenchCrowdArgs,
        env: &Arc<Environment>,
        count: u32,
        threads: usize,
        is_recorded: bool,
    ) -> Result<Self, Failure> {
        let folder = std::env::temp_dir().join(format!("populace-bench-{}-{threads}", std::process::id()));
        let mut walk = Walk {
            threads,
            pool: pool(threads)?,
            run: Run::bare(Simulation::new(setup(args, env, count)?)),
            recorder: if is_recorded { Some(recorder(&folder, env, args)?) } else { None },
            folder,
            watch: Stopwatch::start(),
            warm: 0,
            wall_s: 0.0,
            cpu_s: 0.0,
        };
        walk.go(args.steps.div_ceil(10))?;
        let warm = walk.run.simulation().counts().pedestrian_steps;
        Ok(Walk { watch: Stopwatch::start(), warm, wall_s: 0.0, cpu_s: 0.0, ..walk })
    }

    fn go(&mut self, steps: u32) -> Result<(), Failure> {
        let Walk { pool, run, recorder, watch, .. } = self;
        let (wall, cpu) = (Instant::now(), meter::cpu_seconds());
        watch.resume();
        pool.install(|| (0..steps).try_for_each(|_| run.step(&mut [watch, recorder])))?;
        watch.stop();
        self.wall_s += wall.elapsed().as_secs_f64();
        self.cpu_s += meter::cpu_seconds() - cpu;
        Ok(())
    }

    fn finish(self) -> Result<Measured, Failure> {
        if let Some(recorder) = self.recorder {
            let finished = recorder.close();
            let _ = std::fs::remove_dir_all(&self.folder);
            finished?;
        }
        let (threads, counts, phases) = (self.threads, self.run.simulation().counts(), self.watch.shares());
        let steps = counts.pedestrian_steps - self.warm;
        Ok(Measured { threads, steps, wall_s: self.wall_s, cpu_s: self.cpu_s, phases, counts })
    }
}

fn recorder(folder: &Path, env: &Environment, args: &BenchCrowdArgs) -> Result<Recorder, Failure> {
    let floors = env.floors().iter().map(|f| f.name.clone()).collect();
    let about = About {
        populace: env!("CARGO_PKG_VERSION").into(),
        seed: 1,
        dt: args.dt,
        // 10 frames per second, the default of scenarios.
        frame_every: (0.1 / args.dt).round().max(1.0) as u32,
        segment_steps: 600,
        until: None,
        names: Names { floors, populations: vec!["walkers".into()], ..Names::default() },
        scenario: Document { name: "bench.toml".into(), bytes: Vec::new() },
        place: Vec::new(),
    };
    Ok(Recorder::whole(Writer::replace(folder, &about)?))
}
