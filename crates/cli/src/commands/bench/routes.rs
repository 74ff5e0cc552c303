//! `populace bench routes`: every planner on the same random pairs, on one thread: time, nodes, memory and length.

use std::path::PathBuf;

use clap::Args;
use populace_env::{BuildOptions, World, build_with};
use populace_plan::cost::NO_WAY;
use populace_plan::{
    Atlas, Corners, Exact, ExactScratch, GoalTree, Keys, Line, PlannerEntry, Profile, PullScratch, Roadmap, Scratch,
    Spot, planner, pull,
};

use super::figure;
use super::routes_report::{Report, Run};
use super::timing::Timing;
use crate::commands::print;
use crate::failure::Failure;
use crate::meter;
use crate::output::{self, check_place_is_kept};
use crate::pairs::SpotSource;
use crate::progress::Progress;
use crate::reading::{Limits, ReadingArgs, within};
use populace_draw::FileKind;

#[derive(Args, Debug)]
pub struct BenchRoutesArgs {
    #[command(flatten)]
    reading: ReadingArgs,
    /// Number of random pairs
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    queries: u32,
    /// Seed of the random pairs
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Width of the body, m [default: 0.5]
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    width: Option<f64>,
    /// The most key points per free segment
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=16))]
    keys: Option<u32>,
    /// Draw search time over path length into this file (.svg or .png)
    #[arg(long, value_name = "FILE")]
    draw: Option<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
    /// Write no progress to standard error
    #[arg(long)]
    quiet: bool,
}

/// The number of trees that are asked for next portals, and the number of answers that are timed.
const TREES: usize = 16;
const ANSWERS: usize = 400_000;

/// The planners that search one roadmap and must agree on every cost.
const COMPARED: [&str; 3] = ["flat", "hierarchical", "labels"];

pub fn run(args: &BenchRoutesArgs) -> Result<(), Failure> {
    let kind = args.draw.as_deref().map(|path| FileKind::of("--draw", path)).transpose()?;
    check_place_is_kept(&args.reading.place, "--draw", args.draw.as_deref())?;
    let width = within("width", args.width, Profile::default().width, Limits(0.01, 10.0, "m"))?;
    let mut progress = Progress::new(args.quiet || args.json);
    let outcome = measured(args, width, &mut progress);
    progress.clear();
    let report = outcome?;
    if let (Some(path), Some(kind)) = (&args.draw, kind) {
        output::write(path, &figure::draw(&report, kind)?)?;
    }
    print(&if args.json { format!("{}\n", report.json()) } else { report.text() })
}

fn measured(args: &BenchRoutesArgs, width: f64, progress: &mut Progress) -> Result<Report, Failure> {
    progress.begin("reading");
    let place = args.reading.read()?;
    let given = BuildOptions::default();
    let max_vertices = args.reading.max_vertices.unwrap_or(given.max_vertices);
    let options = BuildOptions { body_width: width, max_vertices, ..given };
    let built = build_with(&place, &options, &mut |stage, event| progress.follow(stage, event))
        .map_err(|e| Failure::of_build(&args.reading.place, &e))?;
    let env = &built.environment;
    let world = env.as_given();
    let pairs = pairs(world, width, args)?;
    let keys = Keys { most: args.keys.unwrap_or(Keys::default().most), ..Keys::default() };
    let mut report = Report { place: place.name.clone(), cells: env.cell_count(), width, ..Report::default() };
    let map = report.spend("roadmap", || {
        let map = Roadmap::of(world, &Profile { width, ..Profile::default() }, keys);
        let bytes = map.bytes();
        (map, bytes)
    });
    report.keys = map.key_count();
    let corners = report.spend("string pulling", || {
        let corners = Corners::of(env, width / 2.0);
        let bytes = corners.bytes();
        (corners, bytes)
    });
    let course = Course { atlas: Atlas { world, map: &map }, corners: &corners, pairs: &pairs };
    for entry in COMPARED.iter().filter_map(|name| planner(name)) {
        progress.begin(entry.name);
        course.race(entry, &mut report)?;
    }
    progress.begin("goal trees");
    course.follow_trees(&mut report)?;
    course.ask_next_portals(&mut report);
    progress.begin("exact");
    course.measure_exact(&mut report);
    progress.begin("string pulling");
    course.pull_all(&mut report);
    Ok(report)
}

fn pairs(world: World<'_>, width: f64, args: &BenchRoutesArgs) -> Result<Vec<(Spot, Spot)>, Failure> {
    let ground = SpotSource::of(world, width, args.seed);
    (0..u64::from(args.queries)).map(|i| ground.pair(i)).collect::<Option<Vec<_>>>().ok_or_else(|| {
        let what = format!("{}: has hardly any room for a body {width} m wide", args.reading.place.display());
        Failure::new(what).hint("give a narrower --width")
    })
}

/// The pairs, and the place and roadmap that planners are given.
struct Course<'a> {
    atlas: Atlas<'a>,
    corners: &'a Corners,
    pairs: &'a [(Spot, Spot)],
}

impl Course<'_> {
    /// Lets a planner answer all pairs; its costs must be those of the planner before it.
    fn race(&self, entry: &'static PlannerEntry, report: &mut Report) -> Result<(), Failure> {
        let planner = report.spend(entry.name, || {
            let planner = (entry.prepare)(self.atlas);
            let bytes = planner.bytes();
            (planner, bytes)
        });
        let mut scratch = Scratch::default();
        let mut answers = vec![None; self.pairs.len()];
        let timing = Timing::of(self.pairs.len(), |i| {
            let (from, to) = self.pairs[i];
            answers[i] = planner.plan(self.atlas, from, to, &mut scratch);
            answers[i].as_ref().map_or(0, |found| found.expanded)
        });
        let costs = answers.iter().map(|a| a.as_ref().map_or(NO_WAY, |found| found.cost)).collect();
        let portals = answers.into_iter().map(|a| a.map(|found| found.route.portals).unwrap_or_default()).collect();
        report.add(Run { name: entry.name, timing, costs, portals, lengths: Vec::new() })
    }

    /// Grows a tree from the goal of each pair and follows it from the start.
    fn follow_trees(&self, report: &mut Report) -> Result<(), Failure> {
        let mut run = Run { name: "goal tree", ..Run::default() };
        for &(from, to) in self.pairs {
            let started = meter::cpu_seconds();
            let tree = GoalTree::of(self.atlas, &[to]);
            report.tree_s += (meter::cpu_seconds() - started) / self.pairs.len() as f64;
            let mut answer = None;
            run.timing.join(Timing::of(1, |_| {
                answer = tree.route(self.atlas, from);
                answer.as_ref().map_or(0, |found| found.expanded)
            }));
            run.costs.push(answer.as_ref().map_or(NO_WAY, |found| found.cost));
            run.portals.push(answer.map(|found| found.route.portals).unwrap_or_default());
        }
        report.add(run)
    }

    /// Asks a few trees for the next portal from every start.
    fn ask_next_portals(&self, report: &mut Report) {
        let trees = report.spend("goal trees, 16 of them", || {
            let goals = self.pairs.iter().take(TREES);
            let trees: Vec<GoalTree> = goals.map(|pair| GoalTree::of(self.atlas, &[pair.1])).collect();
            let bytes = trees.iter().map(GoalTree::bytes).sum();
            (trees, bytes)
        });
        let asked = self.pairs.len().max(ANSWERS / trees.len().max(1));
        let starts: Vec<Spot> = self.pairs.iter().map(|pair| pair.0).cycle().take(asked).collect();
        let timing = Timing::of(trees.len(), |tree| {
            let answers = starts.iter().filter(|from| trees[tree].next_portal(self.atlas, **from).is_some());
            std::hint::black_box(answers.count() as u32)
        });
        report.next_portals = (trees.len() * starts.len()) as f64 / timing.cpu_s.max(1e-9);
    }

    /// Finds the true shortest lines, the yardstick of length.
    fn measure_exact(&self, report: &mut Report) {
        let Atlas { world, map } = self.atlas;
        let exact = report.spend("exact", || {
            let exact = Exact::of(world.env, self.corners, |segment, from| map.may_leave(world, from, segment));
            let bytes = exact.bytes();
            (exact, bytes)
        });
        let (mut scratch, mut line, mut portals) = (ExactScratch::default(), Line::default(), Vec::new());
        let mut lengths = vec![f64::NAN; self.pairs.len()];
        let timing = Timing::of(self.pairs.len(), |i| {
            let (from, to) = self.pairs[i];
            let found = exact.line(world.env, self.corners, from, to, &mut scratch, &mut line, &mut portals);
            lengths[i] = found.map_or(f64::NAN, |f| f.length);
            found.map_or(0, |f| f.expanded as u32)
        });
        report.exact = Some((timing, lengths));
    }

    /// Pulls the routes of every planner tight.
    fn pull_all(&self, report: &mut Report) {
        let (mut scratch, mut line) = (PullScratch::default(), Line::default());
        for run in &mut report.runs {
            let mut lengths = vec![f64::NAN; self.pairs.len()];
            let timing = Timing::of(self.pairs.len(), |i| {
                let (from, to) = self.pairs[i];
                let is_pulled = run.costs[i] < NO_WAY
                    && pull(self.atlas.world.env, self.corners, from, to, &run.portals[i], &mut scratch, &mut line);
                lengths[i] = if is_pulled { line.length } else { f64::NAN };
                0
            });
            run.lengths = lengths;
            report.pull_us = timing.cpu_s * 1e6 / self.pairs.len() as f64;
        }
    }
}
