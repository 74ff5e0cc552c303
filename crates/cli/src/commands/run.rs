//! `populace run`: simulates a scenario, records it and prints a summary.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use populace_record::{About, Act, RecordError, Recording, Trouble, Writer};
use populace_run::{End, Ended, Job, Measures, Recorder, RunError, Script, Sink, Summary, Tally};
use serde_json::Value;

use super::print;
use crate::failure::Failure;
use crate::printable;
use crate::reading::{Limits, within};
use crate::run::{Bar, Began, EXIT_CODE, Interrupt, Stopwatch, on_threads, text};

#[derive(Args, Debug)]
pub struct RunArgs {
    /// The scenario file (see the book's chapter on scenarios)
    #[arg(required_unless_present = "resume", conflicts_with = "resume")]
    scenario: Option<PathBuf>,
    /// Seed, instead of the scenario's
    #[arg(long, value_name = "N", conflicts_with = "resume")]
    seed: Option<u64>,
    /// Number of threads to use; the result does not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Simulated time at which the run ends at the latest, s, instead of the scenario's
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    until: Option<f64>,
    /// Folder of the recording [default: the scenario's name with .recording, in the current folder]
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["resume", "no_record"])]
    out: Option<PathBuf>,
    /// Another place, instead of the scenario's
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    place: Option<PathBuf>,
    /// Replace the recording in that folder, if there is one
    #[arg(long, conflicts_with_all = ["resume", "no_record"])]
    overwrite: bool,
    /// Record nothing
    #[arg(long, conflicts_with = "resume")]
    no_record: bool,
    /// Save a checkpoint in the recording every so many simulated seconds
    #[arg(long, value_name = "S", allow_negative_numbers = true, conflicts_with = "no_record")]
    checkpoint_every: Option<f64>,
    /// Go on with the interrupted run in this recording, from its last checkpoint
    #[arg(long, value_name = "FOLDER")]
    resume: Option<PathBuf>,
    /// Acts to ask of the run, a JSON object per line as in a recording's acts.jsonl: {"step": 200, "act": {"close": "door"}}
    #[arg(long, value_name = "FILE")]
    acts: Option<PathBuf>,
    /// Print one JSON object instead of text, and no progress
    #[arg(long)]
    json: bool,
    /// Show no progress
    #[arg(long)]
    quiet: bool,
}

pub fn run(args: &RunArgs) -> Result<ExitCode, Failure> {
    // Mistakes are found before anything is written.
    let seconds =
        |name, given: Option<f64>| given.map(|s| within(name, Some(s), s, Limits(0.001, 1e7, "s"))).transpose();
    let (until, checkpoint_every) =
        (seconds("until", args.until)?, seconds("checkpoint-every", args.checkpoint_every)?);
    let interrupt = Interrupt::listen();
    let prepared = prepare(args, until)?;
    on_threads(args.threads, || prepared.go(args, checkpoint_every, &interrupt))?
}

/// A run that is ready to go.
struct Prepared {
    job: Job,
    /// Simulated time at which the run ends at the latest, s.
    until: f64,
    writer: Option<Writer>,
    folder: Option<PathBuf>,
    script: Script,
    /// The checkpoint from which the run goes on.
    state: Option<Vec<u8>>,
}

fn prepare(args: &RunArgs, until: Option<f64>) -> Result<Prepared, Failure> {
    let acts = args.acts.as_deref().map(Act::read_all).transpose()?.unwrap_or_default();
    match (&args.resume, &args.scenario) {
        (Some(folder), _) => resume(folder, until, acts),
        (None, Some(scenario)) => {
            let job = Job::of_file(scenario, args.place.as_deref(), args.seed)?;
            let end = job.until(until);
            let script = Script::with(&job.scenario, acts);
            script.check()?;
            if args.no_record {
                return Ok(Prepared { job, until: end, writer: None, folder: None, script, state: None });
            }
            let folder = args.out.clone().unwrap_or_else(|| job.default_folder());
            let writer = create(&folder, &job.about(until), args.overwrite)?;
            Ok(Prepared { job, until: end, writer: Some(writer), folder: Some(folder), script, state: None })
        }
        (None, None) => Err(Failure::new("there is nothing to run").hint("give a scenario, or --resume")),
    }
}

/// Starts the recording of a run.
pub fn create(folder: &Path, about: &About, overwrite: bool) -> Result<Writer, Failure> {
    let created = if overwrite { Writer::replace(folder, about) } else { Writer::create(folder, about) };
    created.map_err(|error| match error.kind {
        Trouble::Occupied if !overwrite => Failure::new(format!("{}: {}", error.path.display(), error.what))
            .hint("choose another folder with --out, or replace the recording in it with --overwrite"),
        _ => Failure::from(error),
    })
}

fn resume(folder: &Path, until: Option<f64>, acts: Vec<Act>) -> Result<Prepared, Failure> {
    let recording = Recording::open(folder)?;
    let summary: Option<Value> = recording.summary()?.and_then(|text| serde_json::from_str(&text).ok());
    let is_done = summary.is_some_and(|s| s["ended"] != Ended::Interrupted.word());
    if is_done && until.is_none() {
        return Err(Failure::new(format!("{}: this run was not interrupted, it is over", folder.display()))
            .hint("give a later end with --until to go on from its last checkpoint"));
    }
    let job = Job::of_recording(&recording)?;
    let end = job.until(until.or(recording.about().until));
    check_end(folder, end, &recording, is_done)?;
    let no_checkpoint = |e: &RecordError| e.kind == Trouble::NoCheckpoint;
    let recorded = recording.acts()?;
    Script::with(&job.scenario, acts.clone()).check()?;
    let (mut writer, step, state) = match Writer::resume(folder) {
        Ok((writer, checkpoint)) => (writer, checkpoint.step, Some(checkpoint.state)),
        Err(error) if no_checkpoint(&error) => {
            let note = format!("note: {}: {}; the run starts again from the beginning", folder.display(), error.what);
            eprintln!("{}", printable::lines(&note));
            (Writer::replace(folder, recording.about())?, 0, None)
        }
        Err(error) => return Err(error.into()),
    };
    let script = Script::with(&job.scenario, acts_from(folder, recorded, step, acts));
    script.check()?;
    if until.is_some() {
        writer.set_until(end)?;
    }
    Ok(Prepared { job, until: end, writer: Some(writer), folder: Some(folder.to_owned()), script, state })
}

/// Returns the recorded acts before a checkpoint and the given acts after it.
fn acts_from(folder: &Path, recorded: Vec<Act>, step: u64, given: Vec<Act>) -> Vec<Act> {
    let (before, after): (Vec<Act>, Vec<Act>) = recorded.into_iter().partition(|act| act.step < step);
    if !after.is_empty() {
        let (folder, count) = (folder.display(), after.len());
        eprintln!(
            "note: {folder}: {count} acts that were asked after the checkpoint are dropped, with what came of them"
        );
    }
    before.into_iter().chain(given.into_iter().filter(|act| act.step >= step)).collect()
}

/// Refuses an end that is not after the last checkpoint, because resuming removes what was recorded after it. A run that was killed
/// between its last step and its summary only has to write the summary.
fn check_end(folder: &Path, until: f64, recording: &Recording, is_done: bool) -> Result<(), Failure> {
    let Some(&last) = recording.checkpoints().last() else { return Ok(()) };
    let end = End::steps(until, recording.about().dt);
    if last < end || (last == end && !is_done) {
        return Ok(());
    }
    let time = recording.about().time(last);
    let what = format!("{}: the run is at {time} s already, not before its end at {until} s", folder.display());
    Err(Failure::new(what).hint("give a later end with --until"))
}

impl Prepared {
    fn go(self, args: &RunArgs, checkpoint_every: Option<f64>, interrupt: &Interrupt) -> Result<ExitCode, Failure> {
        let Prepared { job, until, writer, folder, script, state } = self;
        let every = checkpoint_every.map(|every| End::steps(every, job.setup.timing.dt));
        let mut recorder = writer.map(|writer| Recorder::of(&job.scenario, writer).checkpoint_every(every));
        let (mut tally, mut measures) = (Tally::of(&job), Measures::of(&job));
        let (mut watch, mut bar) = (Stopwatch::start(), Bar::new(!args.quiet && !args.json, until));
        let mut run = job.run(script, job.end(Some(until)));
        let mut sinks: [&mut dyn Sink; 5] = [&mut watch, &mut recorder, &mut tally, &mut measures, &mut bar];
        if let (Some(state), Some(folder)) = (&state, &folder) {
            run.restore(state, &mut sinks).map_err(|error| no_way_on(folder, error))?;
        }
        let began = Began::now(&run);
        let ended = run.go(&mut sinks, || interrupt.is_asked());
        bar.clear();
        let ended = ended?;
        let cost = Some(began.cost(&run, &watch));
        let summary = Summary::of(&run, job.scenario.name(), ended, &tally, &measures);
        let summary = Summary { cost, recording: folder, ..summary };
        if let Some(recorder) = recorder {
            recorder.finish(&measures, &summary)?;
        }
        print(&match args.json {
            true => format!("{}\n", summary.json()),
            false => text(&summary, measures.frame_time()),
        })?;
        Ok(if ended == Ended::Interrupted { ExitCode::from(EXIT_CODE) } else { ExitCode::SUCCESS })
    }
}

/// Returns the failure of a run whose state cannot be restored, with the name of its folder when the checkpoint is to blame.
fn no_way_on(folder: &Path, error: RunError) -> Failure {
    match error {
        RunError::Checkpoint(what) => {
            Failure::new(format!("{}: the run cannot go on from its checkpoint: {what}", folder.display()))
                .hint("run the scenario from its start, or use the version of populace that wrote it")
        }
        other => other.into(),
    }
}
