//! `populace replay-check`: runs again what a recording was made from, and compares every step.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use populace_record::{RecordError, Recording, Step};
use populace_run::{End, Job, RunError, Script, Sink};
use populace_sim::StepReport;
use populace_traj::Event;
use serde_json::json;

use super::print;
use crate::failure::Failure;
use crate::run::{Bar, on_threads};

#[derive(Args, Debug)]
pub struct ReplayCheckArgs {
    /// The folder of the recording
    recording: PathBuf,
    /// Number of threads to use; the result does not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
    /// Show no progress
    #[arg(long)]
    quiet: bool,
}

/// The difference between a step and the recording.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Difference {
    step: u64,
    what: String,
}

pub fn run(args: &ReplayCheckArgs) -> Result<ExitCode, Failure> {
    let recording = Recording::open(&args.recording)?;
    let job = Job::of_recording(&recording)?;
    if recording.about().populace != env!("CARGO_PKG_VERSION") && !args.json {
        let (then, now) = (&recording.about().populace, env!("CARGO_PKG_VERSION"));
        eprintln!("note: recorded by version {then}, this is {now}: a difference may be a change of the program");
    }
    let (steps, difference) = on_threads(args.threads, || replay(args, &recording, job))??;
    let step = difference.as_ref().map(|d| d.step);
    print(&if args.json {
        let what = difference.as_ref().map(|d| &d.what);
        format!("{}\n", json!({ "steps": steps, "agree": step.is_none(), "first_difference": step, "what": what }))
    } else {
        match &difference {
            None => format!("all {steps} steps agree\n"),
            Some(Difference { step, what }) => {
                let time = recording.about().time(*step);
                format!("step {step} ({time:.2} s) is the first that differs: {what}\n")
            }
        }
    })?;
    Ok(ExitCode::from(u8::from(difference.is_some())))
}

/// Returns how many steps agree, and the first that does not.
fn replay(args: &ReplayCheckArgs, recording: &Recording, job: Job) -> Result<(u64, Option<Difference>), Failure> {
    let has_events = job.scenario.record().events;
    let mut bar = Bar::new(!args.quiet && !args.json, job.scenario.until().time);
    let mut events = recording.events().peekable();
    let mut run = job.run(Script::of_recording(&job.scenario, recording)?, End::NEVER);
    let mut now = Now::default();
    let mut agreed = 0;
    for recorded in recording.steps() {
        let recorded = recorded?;
        match recorded.step {
            0 => run.begin(&mut [&mut now, &mut bar])?,
            _ => run.step(&mut [&mut now, &mut bar])?,
        }
        let mut difference = compare(&recorded, &now);
        if difference.is_none() && has_events {
            difference = compare_events(recorded.step, &mut events, &now.events)?;
        }
        if difference.is_some() {
            bar.clear();
            return Ok((agreed, difference));
        }
        agreed = now.step;
    }
    bar.clear();
    // The seals of frames are checked as they are read.
    recording.frames().try_for_each(|frame| frame.map(drop))?;
    // The last segment may hold events of a step whose row was not written.
    let too_many = events.next_if(|e| e.as_ref().map_or(true, |e| e.step < agreed)).transpose()?;
    let what = |e: Event| format!("recorded event: {}, now: nothing", words(e));
    Ok((agreed, too_many.map(|e| Difference { step: e.step + 1, what: what(e) })))
}

/// The sink that keeps the last step of the repeated run.
#[derive(Default)]
struct Now {
    step: u64,
    hash: u64,
    inside: usize,
    events: Vec<Event>,
}

impl Sink for Now {
    fn name(&self) -> &str {
        "now"
    }
    fn step(&mut self, report: &StepReport<'_>) -> Result<(), RunError> {
        (self.step, self.hash, self.inside) = (report.step, report.hash, report.inside);
        self.events.clear();
        self.events.extend_from_slice(report.events);
        Ok(())
    }
}

fn words(event: Event) -> String {
    format!("pedestrian {} {} {}", event.pedestrian, event.kind.word(), event.subject)
}

fn compare(recorded: &Step, now: &Now) -> Option<Difference> {
    let step = recorded.step;
    if step != now.step {
        let what = format!("step {} should come here; rows of `steps` are missing", now.step);
        return Some(Difference { step, what });
    }
    if recorded.state_hash != now.hash {
        let what = format!("recorded hash {:016x}, now {:016x}", recorded.state_hash, now.hash);
        return Some(Difference { step, what });
    }
    let inside = now.inside;
    let what = || format!("{} people inside were recorded, now there are {inside}", recorded.inside);
    (recorded.inside as usize != inside).then(|| Difference { step, what: what() })
}

/// Takes the events that were recorded for the step and compares them, in order, with the events that happened now.
fn compare_events(
    step: u64,
    recorded: &mut std::iter::Peekable<impl Iterator<Item = Result<Event, RecordError>>>,
    happened: &[Event],
) -> Result<Option<Difference>, Failure> {
    // An event carries the step in which it happened, which is one before the number of the report; events of the start carry 0.
    for &now in happened {
        let then = recorded.next().transpose()?;
        if then != Some(now) {
            let then = then.map_or_else(|| "nothing".into(), words);
            return Ok(Some(Difference { step, what: format!("recorded event: {then}, now: {}", words(now)) }));
        }
    }
    Ok(None)
}
