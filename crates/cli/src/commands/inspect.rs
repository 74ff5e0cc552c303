//! `populace inspect`: how one pedestrian decides at a moment, stage by stage.

use std::path::PathBuf;

use clap::Args;
use populace_record::Recording;
use populace_run::{End, Ended, Job, RunError, Script, Sink};
use populace_scenario::Until;
use populace_sim::{Command, Inspected, Simulation, StepReport};
use populace_traj::EventKind;

use super::print;
use crate::failure::Failure;
use crate::inspection;
use crate::output::{check_place_is_kept, write};
use crate::reading::{Limits, within};
use crate::run::{Bar, on_threads};
use crate::story::Story;
use crate::surroundings::surroundings;
use populace_draw::{FileKind, draw_surroundings};

#[derive(Args, Debug)]
pub struct InspectArgs {
    /// The scenario file, or the folder of a recording, whose acts are then repeated
    scenario: PathBuf,
    /// The pedestrian, by its number in recordings
    #[arg(long, value_name = "N")]
    pedestrian: u32,
    /// The time, s since the start; the first decision from then on is shown
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    at: f64,
    /// Seed, instead of the scenario's
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Number of threads to use; the result does not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Another place, instead of the scenario's
    #[arg(long, value_name = "FILE")]
    place: Option<PathBuf>,
    /// Print one JSON object instead of text, and no progress
    #[arg(long)]
    json: bool,
    /// Draw the surroundings into this file (.svg or .png)
    #[arg(long, value_name = "FILE")]
    draw: Option<PathBuf>,
    /// Width of the drawing, pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 1400, value_parser = clap::value_parser!(u32).range(300..=10_000))]
    size: u32,
}

pub fn run(args: &InspectArgs) -> Result<(), Failure> {
    let at = within("at", Some(args.at), args.at, Limits(0.0, 1e7, "s"))?;
    let kind = args.draw.as_deref().map(|path| FileKind::of("--draw", path)).transpose()?;
    check_place_is_kept(&args.scenario, "--draw", args.draw.as_deref())?;
    let (job, script, until) = read(args)?;
    let until = Until { time: until, ..job.scenario.until() };
    if at > until.time {
        let what = format!("--at {at}: the run ends at {} s at the latest", until.time);
        return Err(Failure::new(what).hint("give an earlier time, or a later `until` in the scenario"));
    }
    on_threads(args.threads, || go(args, at, kind, &job, script, until))?
}

/// Returns the run to look into, its acts, and when it ends at the latest, s.
fn read(args: &InspectArgs) -> Result<(Job, Script, f64), Failure> {
    if !args.scenario.is_dir() {
        let job = Job::of_file(&args.scenario, args.place.as_deref(), args.seed)?;
        let (script, until) = (Script::of(&job.scenario), job.until(None));
        return Ok((job, script, until));
    }
    if args.seed.is_some() || args.place.is_some() {
        return Err(Failure::new(format!("{}: a recording has its seed and its place", args.scenario.display()))
            .hint("leave --seed and --place out, or name the scenario file"));
    }
    let recording = Recording::open(&args.scenario)?;
    let job = Job::of_recording(&recording)?;
    let script = Script::of_recording(&job.scenario, &recording)?;
    let until = job.until(recording.about().until);
    Ok((job, script, until))
}

fn go(
    args: &InspectArgs,
    at: f64,
    kind: Option<FileKind>,
    job: &Job,
    script: Script,
    until: Until,
) -> Result<(), Failure> {
    let is_added = script.is_waiting() || adds(job);
    let mut run = job.run(script, End { when_empty: until.empty, ..End::NEVER });
    let expected = run.simulation().census().expected;
    // People whom an event adds during the run have higher numbers.
    if u64::from(args.pedestrian) >= expected && !is_added {
        let what = format!("--pedestrian {}: nobody has that number", args.pedestrian);
        return Err(Failure::new(what).hint(format!("{expected} people come in this run: give 0 to {}", expected - 1)));
    }
    let mut life = Life { who: args.pedestrian, moments: Vec::new(), dt: job.setup.timing.dt };
    let mut bar = Bar::new(!args.json, at);
    // The run stops at a decision, so that all people are drawn where the pedestrian sees them.
    let every = u64::from(job.setup.timing.think_every);
    let steps = ((at / life.dt - 1e-9).ceil().max(0.0) as u64).next_multiple_of(every);
    run.begin(&mut [&mut bar, &mut life])?;
    while run.simulation().steps() < steps && run.ended().is_none() {
        run.step(&mut [&mut bar, &mut life])?;
    }
    bar.clear();
    run.hand_out(&mut [])?;
    let is_over = run.ended() == Some(Ended::Empty);
    let inspected = if is_over { None } else { run.simulation_mut().inspect(args.pedestrian) };
    let Some(inspected) = inspected else {
        // The rest of the run says when the pedestrian comes in.
        let last = (until.time / life.dt) as u64;
        while !life.has_come() && run.simulation().steps() < last && run.ended().is_none() {
            run.step(&mut [&mut life])?;
        }
        return Err(life.absence(at, run.simulation().time()));
    };
    show(args, kind, job, run.simulation(), &inspected)
}

/// Returns whether events add people.
fn adds(job: &Job) -> bool {
    job.setup.commands.iter().any(|c| matches!(c.1, Command::Add { .. }))
}

fn show(
    args: &InspectArgs,
    kind: Option<FileKind>,
    job: &Job,
    simulation: &Simulation,
    inspected: &Inspected,
) -> Result<(), Failure> {
    if let (Some(path), Some(kind)) = (&args.draw, kind) {
        write(path, &draw_surroundings(&surroundings(simulation, inspected), args.size.into(), kind)?)?;
    }
    let population = &job.setup.populations[inspected.population].name;
    let floor = &simulation.env().floors()[simulation.env().cell_floor(inspected.cell).index()].name;
    let story = Story::of(simulation, job.scenario.signals(), inspected);
    let of = inspection::Of { population, floor, story };
    print(&if args.json { format!("{}\n", inspection::json(inspected, &of)) } else { inspection::text(inspected, &of) })
}

/// The sink that notes when a pedestrian came, left and rode a lift.
struct Life {
    who: u32,
    moments: Vec<(f64, EventKind)>,
    dt: f64,
}

impl Sink for Life {
    fn name(&self) -> &str {
        "life"
    }
    fn step(&mut self, report: &StepReport<'_>) -> Result<(), RunError> {
        use EventKind::{Alighted, Boarded, Entered, Left};
        let theirs = report.events.iter().filter(|e| e.pedestrian == self.who);
        let told = theirs.filter(|e| matches!(e.kind, Entered | Left | Boarded | Alighted));
        self.moments.extend(told.map(|e| (e.step as f64 * self.dt, e.kind)));
        Ok(())
    }
}

impl Life {
    fn has_come(&self) -> bool {
        !self.moments.is_empty()
    }

    /// Says why there is nothing to show at a time.
    fn absence(&self, at: f64, now: f64) -> Failure {
        let who = self.who;
        let when = |kind: EventKind| self.moments.iter().rev().find(|m| m.1 == kind).map(|m| m.0);
        let (entered, left) = (when(EventKind::Entered), when(EventKind::Left));
        let (what, hint) = match (entered, left, self.moments.last()) {
            (None, ..) => (
                format!("does not come in before {now:.2} s"),
                "give another pedestrian, or look for why in a run".into(),
            ),
            (Some(entered), ..) if entered > at => {
                (format!("comes in at {entered:.2} s"), format!("give --at {entered:.2} or a little more"))
            }
            (Some(entered), Some(left), _) => (
                format!("came in at {entered:.2} s and left at {left:.2} s"),
                format!("give --at {entered:.2} to {:.2}", (left - self.dt).max(entered)),
            ),
            (Some(entered), None, Some(&(boarded, EventKind::Boarded))) => (
                format!("came in at {entered:.2} s and is in a lift since {boarded:.2} s, where nobody steers"),
                format!("give a time before {boarded:.2} s or after the ride"),
            ),
            (Some(entered), ..) => {
                (format!("came in at {entered:.2} s and leaves in this step"), "give an earlier time".into())
            }
        };
        Failure::new(format!("--pedestrian {who} --at {at}: {who} is not inside then; it {what}")).hint(hint)
    }
}
