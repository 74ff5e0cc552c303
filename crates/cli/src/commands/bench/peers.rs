//! `populace bench peers`: a scenario of the harness that compares crowd and navigation libraries.
//!
//! The output is one line `RESULT {json}`. Crowds are in [`peers_crowd`]. A city is built and prepared; then its pairs are answered
//! one by one on one thread. The time of a query covers everything that a user needs: locating both ends, moving them to where the
//! body fits, planning and string pulling. Reading and writing files does not count.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use populace_env::{BuildOptions, Built, Environment, FloorId, build};
use populace_geom::Point;
use populace_plan::{
    Atlas, Corners, Keys, Line, PLANNERS, Planner, Profile, PullScratch, Roadmap, Scratch, pull, snap,
};
use serde_json::json;

use super::peers_crowd;
use super::peers_file::{self, Task};
use crate::commands::print;
use crate::failure::Failure;
use crate::meter;
use crate::output::{self, check_place_is_kept};

/// The greatest distance by which an end is moved to where the body fits, m.
const REACH: f64 = 1.0;

#[derive(Args, Debug)]
pub struct BenchPeersArgs {
    /// The scenario file (JSON)
    pub scenario: PathBuf,
    /// Steering model of a crowd; not used for a city
    #[arg(long, value_name = "NAME")]
    pub model: Option<String>,
    /// Threads for a crowd; a city uses one
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// Write the positions of all people of a crowd, every simulated second
    #[arg(long, value_name = "FILE")]
    pub traj: Option<PathBuf>,
    /// Write the length of each path, one per line; NaN when there is no path
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// A city, ready for questions.
struct Ready {
    built: Built,
    map: Roadmap,
    planner: Box<dyn Planner>,
    corners: Corners,
}

/// Memory that questions re-use.
#[derive(Default)]
struct Memory {
    plan: Scratch,
    pull: PullScratch,
    line: Line,
}

pub fn run(args: &BenchPeersArgs) -> Result<(), Failure> {
    check_place_is_kept(&args.scenario, "--out", args.out.as_deref())?;
    check_place_is_kept(&args.scenario, "--traj", args.traj.as_deref())?;
    let city = peers_file::read(&args.scenario)?;
    if !city.walkers.is_empty() {
        return peers_crowd::run(args, &city);
    }
    let (wall, cpu) = (Instant::now(), meter::cpu_seconds());
    let ready = Ready::of(&city).map_err(|e| Failure::of_build(&args.scenario, &e))?;
    let (build_s, build_cpu) = (wall.elapsed().as_secs_f64(), meter::cpu_seconds() - cpu);
    let mut memory = Memory::default();
    let mut lengths = Vec::with_capacity(city.queries.len());
    let (wall, cpu) = (Instant::now(), meter::cpu_seconds());
    for &[from, to] in &city.queries {
        lengths.push(ready.length(from, to, &mut memory).unwrap_or(f64::NAN));
    }
    let (query_wall, query_cpu) = (wall.elapsed().as_secs_f64(), meter::cpu_seconds() - cpu);
    if let Some(path) = &args.out {
        output::write(path, lengths.iter().map(|l| format!("{l}\n")).collect::<String>().as_bytes())?;
    }
    let queries = lengths.len();
    let result = json!({
        "tool": "populace",
        "version": env!("CARGO_PKG_VERSION"),
        "model": PLANNERS[0].name,
        "scenario": city.name,
        "build_s": build_s,
        "build_cpu": build_cpu,
        "queries": queries,
        "query_wall": query_wall,
        "qps": queries as f64 / query_wall.max(1e-9),
        "qps_cpu": queries as f64 / query_cpu.max(1e-9),
        "fail": lengths.iter().filter(|l| l.is_nan()).count(),
        "polygons": ready.env().cell_count(),
        "precompute_mb": ready.bytes() as f64 / 1e6,
        "rss_peak_mb": meter::peak_megabytes(),
        "load": meter::load(),
    });
    print(&format!("RESULT {result}\n"))
}

impl Ready {
    fn of(city: &Task) -> Result<Self, populace_env::BuildError> {
        let width = 2.0 * city.radius;
        let built = build(&city.place, &BuildOptions { body_width: width, ..BuildOptions::default() })?;
        let env = &built.environment;
        let map = Roadmap::of(env.as_given(), &Profile { width, ..Profile::default() }, Keys::default());
        let planner = (PLANNERS[0].prepare)(Atlas { world: env.as_given(), map: &map });
        let corners = Corners::of(env, city.radius);
        Ok(Ready { planner, corners, map, built })
    }

    fn env(&self) -> &Environment {
        &self.built.environment
    }

    fn bytes(&self) -> usize {
        self.map.bytes() + self.planner.bytes() + self.corners.bytes()
    }

    /// Returns the length of the path from point to point, m.
    fn length(&self, from: Point, to: Point, memory: &mut Memory) -> Option<f64> {
        let world = self.env().as_given();
        let atlas = Atlas { world, map: &self.map };
        let width = self.map.profile().width;
        let spot = |p: Point| snap(world, FloorId::new(0), p, width, REACH).ok().map(|s| s.spot);
        let (from, to) = (spot(from)?, spot(to)?);
        let found = self.planner.plan(atlas, from, to, &mut memory.plan)?;
        pull(world.env, &self.corners, from, to, &found.route.portals, &mut memory.pull, &mut memory.line)
            .then_some(memory.line.length)
    }
}
