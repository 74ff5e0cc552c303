//! A trial of a world: the same run several times, in ways that must not change its result.

use std::path::{Path, PathBuf};

use populace_record::{RecordError, Recording, Trouble, Writer};
use populace_run::{Ended, Job, Measures, Recorder, Run, RunError, Script, Sink, Summary, Tally};
use populace_scenario::Scenario;
use rayon::ThreadPool;

use crate::watcher::Watcher;
use crate::{Chance, Evidence, Flip, Rows, Trail, bytes};

/// The pools of threads on which worlds are run.
pub struct Pools(Vec<(usize, ThreadPool)>);

impl Pools {
    /// Makes a pool for each number of threads. The first is for the run that is looked at.
    pub fn new(threads: &[usize]) -> Result<Self, String> {
        let pool = |&threads: &usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.map(|pool| (threads, pool)).map_err(|e| format!("the threads could not be started: {e}"))
        };
        threads.iter().map(pool).collect::<Result<_, _>>().map(Pools)
    }
    /// Returns a pool by its number; the last when there are fewer.
    fn get(&self, number: usize) -> &ThreadPool {
        &self.0[number.min(self.0.len() - 1)].1
    }
}

/// Returns the folder below which recordings of trials are written: one in memory where there is one. Every segment and checkpoint of a
/// recording is forced to the disk, and a trial on a busy disk took three times as long.
pub fn scratch() -> PathBuf {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() }
}

/// The most checkpoints before a run is killed, and of a whole run.
const MOST_CHECKPOINTS: u64 = 3;

/// How a run is killed.
struct Kill {
    /// The steps between two checkpoints before it is killed.
    every: u64,
    /// The step after which it is killed.
    after: u64,
    /// The steps between two checkpoints of runs that go on to their end.
    later: u64,
}

/// Runs a proven world in ways that must not change its result, and gathers evidence. Recordings are written below
/// `folder`.
pub fn trial(seed: u64, scenario: Scenario, pools: &Pools, folder: &Path) -> Result<Evidence, RunError> {
    // The attempts at a world take the low numbers.
    let mut chance = Chance::new(seed, 1 << 32);
    let last_event = scenario.file().event.iter().map(|event| event.at).fold(0.0, f64::max);
    let job = Job::new(scenario, None);
    let first = pools.get(0).install(|| watched(&job))?;
    let steps = first.watcher.hashes.len() as u64;
    let after = 1 + chance.below(steps as usize) as u64;
    // Each checkpoint closes files, which takes a while: a few are enough.
    let least = after.div_ceil(MOST_CHECKPOINTS);
    let every = least + chance.below((after - least + 1) as usize) as u64;
    let kill = Kill { after, every, later: steps.div_ceil(MOST_CHECKPOINTS) };
    let (one, other) = (folder.join("whole"), folder.join("resumed"));
    let whole = pools.get(1).install(|| recorded(&job, &one, kill.later))?;
    let resumed = pools.get(2).install(|| killed_and_resumed(&job, &other, &kill))?;
    let mut flips: Vec<Flip> = (0..3).filter_map(|_| bytes::flip(&one, &whole, &mut chance)).collect();
    flips.extend(bytes::flip_checkpoint(&other, &mut chance));
    let hashes = |rows: &Rows| rows.steps.iter().map(|step| step.state_hash).collect();
    let trails = vec![
        Trail { label: "unrecorded", hashes: first.watcher.hashes },
        Trail { label: "recorded, on the second number of threads", hashes: hashes(&whole) },
        Trail { label: "killed and resumed, on the third number of threads", hashes: hashes(&resumed) },
    ];
    Ok(Evidence {
        job,
        looks: first.watcher.looks,
        trails,
        passed: first.watcher.passed,
        ended: first.ended,
        travelled: first.travelled,
        summary: first.summary,
        whole,
        resumed,
        flips,
        last_event,
    })
}

/// A run that was looked at.
struct Watched {
    watcher: Watcher,
    ended: Ended,
    summary: Summary,
    travelled: u64,
}

fn watched(job: &Job) -> Result<Watched, RunError> {
    let mut watcher = Watcher::new(job.setup.timing.dt);
    let (mut tally, mut measures) = (Tally::of(job), Measures::of(job));
    let mut run = job.run(Script::of(&job.scenario), job.end(None));
    let ended = run.go(&mut [&mut watcher, &mut tally, &mut measures], || false)?;
    watcher.look(run.simulation());
    let summary = Summary::of(&run, job.scenario.name(), ended, &tally, &measures);
    let travelled = tally.travel().map_or(0, |travel| travel.count as u64);
    Ok(Watched { watcher, ended, summary, travelled })
}

fn recorded(job: &Job, folder: &Path, every: u64) -> Result<Rows, RunError> {
    let writer = Writer::create(folder, &job.about(None))?;
    let recorder = Recorder::of(&job.scenario, writer).checkpoint_every(Some(every));
    let run = job.run(Script::of(&job.scenario), job.end(None));
    finish(job, run, recorder, folder, None)
}

/// Lets a run go to its end, from a checkpoint if there is one, and reads its recording.
fn finish(
    job: &Job,
    mut run: Run,
    mut recorder: Recorder,
    folder: &Path,
    state: Option<Vec<u8>>,
) -> Result<Rows, RunError> {
    let (mut tally, mut measures) = (Tally::of(job), Measures::of(job));
    let mut sinks: [&mut dyn Sink; 3] = [&mut recorder, &mut tally, &mut measures];
    if let Some(state) = state {
        run.restore(&state, &mut sinks)?;
    }
    let ended = run.go(&mut sinks, || false)?;
    recorder.finish(&measures, &Summary::of(&run, job.scenario.name(), ended, &tally, &measures))?;
    Ok(rows(&Recording::open(folder)?)?)
}

fn killed_and_resumed(job: &Job, folder: &Path, kill: &Kill) -> Result<Rows, RunError> {
    let writer = Writer::create(folder, &job.about(None))?;
    let mut recorder = Recorder::of(&job.scenario, writer).checkpoint_every(Some(kill.every));
    let (mut tally, mut measures) = (Tally::of(job), Measures::of(job));
    let mut run = job.run(Script::of(&job.scenario), job.end(None));
    let mut sinks: [&mut dyn Sink; 3] = [&mut recorder, &mut tally, &mut measures];
    run.begin(&mut sinks)?;
    for _ in 0..kill.after {
        // A run that is over is not stepped on: nobody would.
        if run.ended().is_some() {
            break;
        }
        run.step(&mut sinks)?;
    }
    drop((run, recorder));
    let recording = Recording::open(folder)?;
    let job = Job::of_recording(&recording)?;
    let (writer, state) = match Writer::resume(folder) {
        Ok((writer, checkpoint)) => (writer, Some(checkpoint.state)),
        Err(error) if error.kind == Trouble::NoCheckpoint => (Writer::replace(folder, recording.about())?, None),
        Err(error) => return Err(error.into()),
    };
    let recorder = Recorder::of(&job.scenario, writer).checkpoint_every(Some(kill.later));
    let run = job.run(Script::of_recording(&job.scenario, &recording)?, job.end(recording.about().until));
    finish(&job, run, recorder, folder, state)
}

/// Reads what a recording holds.
pub(crate) fn rows(recording: &Recording) -> Result<Rows, RecordError> {
    Ok(Rows {
        frames: recording.frames().collect::<Result<_, _>>()?,
        events: recording.events().collect::<Result<_, _>>()?,
        steps: recording.steps().collect::<Result<_, _>>()?,
        measures: recording.measures()?,
        summary: recording.summary()?,
    })
}
