//! Opens what is to be shown: a scenario becomes a live run, a recording a replay.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;

use populace_env::World;
use populace_record::{Names, Recording};
use populace_run::{Job, Measures, Recorder, Script, Tally};
use populace_scenario::{Acts, Scenario};
use populace_serve::Audience;
use populace_serve::protocol::Welcome;
use populace_sim::{Command, Setup};
use populace_traj::EventKind;

use super::engine::Engine;
use super::pace::Pace;
use super::past::Past;
use super::place::place;
use super::reel::{Reel, Screen};
use super::shown::{Handle, Shown};
use super::words::Introduction;
use crate::failure::Failure;
use crate::run::{Began, on_threads};

/// The terms of a live run.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    pub seed: Option<u64>,
    pub threads: Option<u16>,
    /// Simulated time at which the run ends at the latest, s.
    pub until: Option<f64>,
    /// Folder of the recording.
    pub out: Option<PathBuf>,
    pub overwrite: bool,
    /// Simulated seconds per second at first.
    pub speed: f64,
    /// Whether the run stands still at first.
    pub paused: bool,
}

/// Returns a new number for a run, so that a page notices when another run begins.
pub fn next_run() -> u32 {
    static RUNS: AtomicU32 = AtomicU32::new(0);
    // The number of the process keeps the runs of two servers apart that follow each other.
    std::process::id().wrapping_mul(1000).wrapping_add(RUNS.fetch_add(1, Ordering::Relaxed))
}

/// Starts a live run; it waits until a page watches.
pub fn live(scenario: Scenario, terms: &Terms) -> Result<Shown, Failure> {
    let job = Job::new(scenario, terms.seed);
    let (until, about) = (job.until(terms.until), job.about(terms.until));
    let recorder = match &terms.out {
        Some(folder) => {
            let writer = crate::commands::run::create(folder, &about, terms.overwrite)?;
            Some(Recorder::of(&job.scenario, writer))
        }
        None => None,
    };
    let recording = terms.out.as_ref().map(|f| f.display().to_string()).unwrap_or_default();
    let projection = Projection::new(&job.scenario, &job.setup, about.names, job.scenario.record().frame_every)?;
    let introduction =
        Introduction { scenario: &job.scenario, setup: &job.setup, run: next_run(), live: true, recording, until };
    let mut welcome = introduction.welcome();
    let (tally, measures) = (Tally::of(&job), Measures::of(&job));
    let run = job.run(Script::of(&job.scenario), job.end(terms.until));
    welcome.expected = run.simulation().census().expected as u32;
    let acts = Arc::new(Mutex::new(Vec::new()));
    let (seed, scenario) = (job.setup.seed, Arc::new(job.scenario));
    let mut engine = Engine {
        began: Began::now(&run),
        scenario: scenario.clone(),
        run,
        recorder,
        tally,
        measures,
        reel: projection.reel.timed(),
        screen: projection.screen.clone(),
        acts: acts.clone(),
        act_bytes: 0,
        added: 0,
        place_changes: 0,
        folder: terms.out.clone(),
        pace: Pace::new(terms.speed, !terms.paused),
        ended: None,
    };
    let (wishes, receiver) = mpsc::channel();
    let threads = terms.threads;
    let run = move || {
        if let Err(error) = on_threads(threads, move || engine.run(receiver)) {
            eprintln!("{error}");
        }
    };
    let thread = spawn("engine", run)?;
    let engine = Some(Handle { wishes: Mutex::new(wishes), thread: Mutex::new(Some(thread)) });
    Ok(Shown {
        past: Some(Mutex::new(Past::new(scenario.clone(), seed, acts))),
        scenario,
        welcome: Mutex::new(welcome),
        screen: projection.screen,
        audience: Audience::default(),
        engine,
    })
}

/// Shows a recording. Its frames are read while pages watch.
pub fn replay(folder: &Path) -> Result<Shown, Failure> {
    let recording = Recording::open(folder)?;
    let about = recording.about().clone();
    let Job { scenario, setup } = Job::of_recording(&recording)?;
    let record = scenario.record();
    if let Some(what) = [("frames", record.frames), ("events", record.events)].into_iter().find(|w| !w.1) {
        return Err(Failure::new(format!("{}: the recording has no {}", folder.display(), what.0))
            .hint(format!("run the scenario again with {} = true under [record]", what.0)));
    }
    // Damage at the beginning is reported at once. Later damage ends the replay at that point.
    recording.frames().next().transpose()?;
    let scenario = Arc::new(scenario);
    let until = about.until.unwrap_or(scenario.until().time);
    let mut projection = Projection::new(&scenario, &setup, about.names.clone(), scenario.record().frame_every)?;
    let name = folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy().into_owned();
    let introduction =
        Introduction { scenario: &scenario, setup: &setup, run: next_run(), live: false, recording: name, until };
    let welcome: Welcome = introduction.welcome();
    let acts = recording.acts()?;
    let past = Past::new(scenario.clone(), setup.seed, Arc::new(Mutex::new(acts.clone())));
    let screen = projection.screen.clone();
    let proven = Places { scenario: scenario.clone(), acts, shown: screen.clone() };
    let read = move || {
        let outcome =
            proven.prove(&mut projection.reel).and_then(|()| read_through(&recording, &mut projection.reel, &screen));
        let ended = outcome.map_or_else(|e| e.to_string(), |()| "end of the recording".into());
        screen.tell(|head| (head.running, head.ended) = (false, ended));
    };
    spawn("reader", read)?;
    Ok(Shown {
        past: Some(Mutex::new(past)),
        scenario,
        welcome: Mutex::new(welcome),
        screen: projection.screen,
        audience: Audience::default(),
        engine: None,
    })
}

/// The acts of a recorded run, which tell how the place changed.
struct Places {
    scenario: Arc<Scenario>,
    acts: Vec<populace_record::Act>,
    shown: Arc<Screen>,
}

impl Places {
    /// Hands every act to the reel. Obstacles are shown from the first frame after they appeared.
    fn prove(self, reel: &mut Reel) -> Result<(), Failure> {
        let setup = self.scenario.given();
        let (every, decides) = (u64::from(self.scenario.record().frame_every), u64::from(setup.timing.think_every));
        // The commands of the scenario, by time. An act before a command may change what the command does.
        let mut planned = setup.commands.clone();
        planned.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut done: Vec<(u64, Command)> = Vec::new();
        let mut proving = Acts::of(&self.scenario);
        for act in &self.acts {
            reel.act(&act.entry);
            let proven = proving.prove(&act.entry, act.step)?;
            for (number, command) in proven.later {
                planned[number].1 = command;
            }
            done.extend(proven.commands.into_iter().map(|command| (act.step, command)));
        }
        // At the same decision, the commands of the scenario come before acts; those of time 0 come before the first step.
        let (dt, after) = (setup.timing.dt, |step: u64| step.next_multiple_of(decides) + 1);
        let due = |time: f64| (time / dt - 1e-9).ceil().max(0.0) as u64;
        let planned = planned.into_iter().map(|(time, command)| (due(time), command));
        let planned = planned.map(|(step, command)| (if step == 0 { 0 } else { after(step) }, command));
        let mut done: Vec<(u64, Command)> = planned.chain(done.into_iter().map(|(s, c)| (after(s), c))).collect();
        done.sort_by_key(|(step, _)| *step);
        let blocks = done.into_iter().filter_map(|(step, command)| match command {
            Command::Block { env, .. } => Some((step, env)),
            _ => None,
        });
        for ((step, env), version) in blocks.zip(2..) {
            let shown = place(World::new(&env, &setup.doors), &self.scenario, setup, version);
            self.shown.change_place(step.div_ceil(every) as u32, shown, &env, &setup.doors);
        }
        Ok(())
    }
}

/// Hands every frame of a recording to the reel, with the events before it.
fn read_through(recording: &Recording, reel: &mut Reel, screen: &Screen) -> Result<(), Failure> {
    screen.tell(|head| head.running = true);
    let (mut frames, mut events) = (recording.frames().peekable(), recording.events().peekable());
    // Everyone in the frame of the start came in before it; what happened in the first step has the number 0, too.
    let mut to_enter = frames.peek().and_then(|f| f.as_ref().ok()).filter(|f| f.step == 0).map_or(0, |f| f.len());
    while to_enter > 0
        && let Some(event) = events.next_if(|e| e.as_ref().map_or(true, |e| e.step == 0))
    {
        let event = event?;
        to_enter -= usize::from(event.kind == EventKind::Entered);
        reel.events(&[event]);
    }
    let mut take_events = |reel: &mut Reel, step: u64| -> Result<(), Failure> {
        // An event has the number of the step in which it happened. The frame after that step has the next number.
        while let Some(event) = events.next_if(|e| e.as_ref().map_or(true, |e| e.step < step)) {
            reel.events(&[event?]);
        }
        Ok(())
    };
    for frame in frames {
        let frame = frame?;
        fill(reel, frame.step, &mut take_events)?;
        take_events(reel, frame.step)?;
        reel.frame(&frame)?;
        screen.tell(|_| {});
    }
    let mut last = 0;
    for step in recording.steps() {
        last = step?.step;
    }
    fill(reel, last + 1, &mut take_events)?;
    take_events(reel, u64::MAX)?;
    reel.end(last);
    screen.tell(|_| {});
    Ok(())
}

/// Adds the frames before a step that the recording leaves out because nobody was inside.
fn fill(
    reel: &mut Reel,
    step: u64,
    take_events: &mut impl FnMut(&mut Reel, u64) -> Result<(), Failure>,
) -> Result<(), Failure> {
    while reel.next_step() < step {
        take_events(reel, reel.next_step())?;
        reel.nobody()?;
    }
    Ok(())
}

/// The screen of a run and the reel that writes it.
pub struct Projection {
    pub screen: Arc<Screen>,
    pub reel: Reel,
}

impl Projection {
    /// Returns the screen and the reel of a run; `frame_every` is the number of steps from a frame to the next.
    pub fn new(scenario: &Scenario, setup: &Setup, names: Names, frame_every: u32) -> Result<Self, Failure> {
        let screen = Arc::new(Screen::new(place(scenario.world(), scenario, setup, 1), &setup.env, &setup.doors)?);
        let reel = Reel::new(screen.clone(), names, setup, frame_every);
        Ok(Projection { screen, reel })
    }
}

pub fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Result<thread::JoinHandle<()>, Failure> {
    let spawned = thread::Builder::new().name(name.into()).spawn(work);
    spawned.map_err(|e| Failure::new(format!("a thread could not be started: {e}")))
}
