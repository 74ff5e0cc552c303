//! A crowd scenario of the harness: every pedestrian walks to its own goal. The file gives the step time and the number of steps.
//!
//! The measured time is that of the stepping loop, with the planning of routes. Building the place and writing trajectories do not
//! count.

use std::sync::Arc;
use std::time::Instant;

use populace_env::{Area, AreaKind, BuildOptions, FloorId, Outline, build};
use populace_geom::{Bounds, Point};
use populace_mind::{ExitChoice, behaviours};
use populace_plan::{Spot, snap};
use populace_run::Run;
use populace_sim::{Placed, Simulation, Timing};
use populace_steer::{MODELS, Steering, model};
use populace_traj::Frame;
use serde_json::json;

use super::crowd::walkers;
use super::peers::BenchPeersArgs;
use super::peers_file::Task;
use crate::commands::print;
use crate::failure::Failure;
use crate::meter;
use crate::output;

/// The greatest distance by which a pedestrian is moved to where the body fits, m.
const REACH: f64 = 2.0;

pub fn run(args: &BenchPeersArgs, task: &Task) -> Result<(), Failure> {
    let name = args.model.as_deref().unwrap_or(MODELS[0].name);
    let model = named(name)?;
    let threads = args.threads.unwrap_or(1) as usize;
    let pool = pool(threads)?;
    let started = Instant::now();
    let simulation = simulation(args, task, model)?;
    let setup_s = started.elapsed().as_secs_f64();
    let outcome = pool.install(|| walk(Run::bare(simulation), task, args.traj.is_some()))?;
    if let Some(path) = &args.traj {
        output::write(path, &outcome.trajectories)?;
    }
    let steps = outcome.run.simulation().steps();
    let simulated = outcome.run.simulation().time();
    let result = json!({
        "tool": "populace",
        "version": env!("CARGO_PKG_VERSION"),
        "model": name,
        "scenario": task.name,
        "n": task.walkers.len(),
        "dt": task.dt,
        "steps": steps,
        "sim_s": simulated,
        "setup_s": setup_s,
        "wall_s": outcome.wall_s,
        "user_s": outcome.cpu_s - outcome.system_s,
        "sys_s": outcome.system_s,
        "agent_steps": outcome.pedestrian_steps,
        "remaining": outcome.run.simulation().census().inside,
        "rss_peak_mb": meter::peak_megabytes(),
        "threads": threads,
        "as_per_s": outcome.pedestrian_steps as f64 / outcome.wall_s.max(1e-9),
        "as_per_cpu_s": outcome.pedestrian_steps as f64 / outcome.cpu_s.max(1e-9),
        "cores_used": outcome.cpu_s / outcome.wall_s.max(1e-9),
        "rtf": simulated / outcome.wall_s.max(1e-9),
        "load": meter::load(),
    });
    print(&format!("RESULT {result}\n"))
}

/// Returns the model of a name, with its defaults.
pub fn named(name: &str) -> Result<Steering, Failure> {
    let names = || MODELS.iter().map(|m| m.name);
    let entry = model(name).ok_or_else(|| {
        Failure::new(format!("--model {name}: no model is called that"))
            .hint(populace_ingest::suggest::advice(name, names()))
    })?;
    Steering::of(entry, json!({})).map_err(|e| Failure::new(format!("--model {name}: {}: {}", e.path, e.what)))
}

/// Returns a pool of `threads` threads.
pub fn pool(threads: usize) -> Result<rayon::ThreadPool, Failure> {
    let made = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    made.map_err(|e| Failure::new(format!("--threads {threads}: {e}")))
}

fn simulation(args: &BenchPeersArgs, task: &Task, steering: Steering) -> Result<Simulation, Failure> {
    let width = 2.0 * task.radius;
    let mut place = task.place.clone();
    place.areas.extend(task.exit_x.map(|x| exit(task, x)));
    let built = build(&place, &BuildOptions { body_width: width, ..BuildOptions::default() })
        .map_err(|e| Failure::of_build(&args.scenario, &e))?;
    let env = Arc::new(built.environment);
    let spot = |p: Point| -> Result<Spot, Failure> {
        let snapped = snap(env.as_given(), FloorId::new(0), p, width, REACH);
        snapped.map(|s| s.spot).map_err(|e| {
            Failure::new(format!("{}: ({}, {}): {e}", args.scenario.display(), p.x, p.y))
                .hint("give starts and goals on walkable ground")
        })
    };
    let mut people = Vec::with_capacity(task.walkers.len());
    for walker in &task.walkers {
        let goal = if task.exit_x.is_some() { None } else { Some(spot(walker.goal)?) };
        people.push(Placed { at: spot(walker.at)?, speed: Some(walker.speed), goal });
    }
    let leave = behaviours::leave(vec![0], ExitChoice::Nearest);
    let journey = if task.exit_x.is_some() { vec![leave] } else { Vec::new() };
    let timing = Timing { dt: task.dt, ..Timing::default() };
    Ok(Simulation::new(walkers(&env, timing, steering, task.radius, people, journey)))
}

/// Returns an exit that covers everything east of x.
fn exit(task: &Task, x: f64) -> Area {
    let rings = task.place.floors.iter().flat_map(|f| f.walkable.iter().flat_map(|o| o.outer.iter().copied()));
    let bounds = Bounds::of(rings);
    let (low, high) = (Point::new(x, bounds.min.y), bounds.max);
    let ring = vec![low, Point::new(high.x, low.y), high, Point::new(low.x, high.y)];
    let outline = Outline::new(ring, "exit_x");
    Area { name: "exit".into(), kind: AreaKind::Exit, floor: FloorId::new(0), outline }
}

struct Outcome {
    run: Run,
    wall_s: f64,
    cpu_s: f64,
    system_s: f64,
    pedestrian_steps: u64,
    trajectories: Vec<u8>,
}

fn walk(mut run: Run, task: &Task, dump: bool) -> Result<Outcome, Failure> {
    let every = (1.0 / task.dt).round().max(1.0) as u64;
    let (mut wall_s, mut cpu_s, mut system_s) = (0.0, 0.0, 0.0);
    let mut trajectories = Vec::new();
    let mut frame = Frame::default();
    let mut done = 0;
    if dump {
        start(task, &mut trajectories);
    }
    while done < task.steps && (done == 0 || !run.simulation().is_over()) {
        let (wall, cpu, system) = (Instant::now(), meter::cpu_seconds(), meter::system_seconds());
        for _ in 0..every.min(task.steps - done) {
            run.step(&mut [])?;
            done += 1;
        }
        wall_s += wall.elapsed().as_secs_f64();
        cpu_s += meter::cpu_seconds() - cpu;
        system_s += meter::system_seconds() - system;
        if dump {
            run.simulation().frame(&mut frame);
            let rows = frame.pedestrian.iter().zip(&frame.position).map(|(&id, &p)| (id, p));
            write(frame.time, frame.len(), rows, &mut trajectories);
        }
    }
    let pedestrian_steps = run.simulation().counts().pedestrian_steps;
    Ok(Outcome { run, wall_s, cpu_s, system_s, pedestrian_steps, trajectories })
}

fn start(task: &Task, to: &mut Vec<u8>) {
    write(0.0, task.walkers.len(), task.walkers.iter().enumerate().map(|(i, w)| (i as u32, w.at)), to);
}

/// Writes one frame: count, time, then the number and the position of every pedestrian.
fn write(time: f64, count: usize, rows: impl Iterator<Item = (u32, Point)>, to: &mut Vec<u8>) {
    to.extend_from_slice(&(count as u32).to_le_bytes());
    to.extend_from_slice(&time.to_le_bytes());
    for (id, p) in rows {
        to.extend_from_slice(&id.to_le_bytes());
        to.extend_from_slice(&(p.x as f32).to_le_bytes());
        to.extend_from_slice(&(p.y as f32).to_le_bytes());
    }
}
