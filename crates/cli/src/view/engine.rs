//! The engine of a live run: steps at the pace that is asked for, and between two steps answers and obeys.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use populace_record::{Act, Names, Writer};
use populace_scenario::Scenario;
use populace_serve::{Order, Refusal};
use populace_sim::Simulation;
use populace_traj::Frame;
use serde_json::Value;

use super::lock;
use super::reel::{Reel, Screen};
use super::{acts, place};
use crate::failure::Failure;
use crate::meter;
use crate::run::{ActFailure, Bar, Drive, Ended, Goal, Interrupt, Script, Stopwatch, Summary, Tally};

/// Further behind than this, the pace starts anew instead of being made up for, s.
const BEHIND: f64 = 0.25;
/// The pace that is reached is measured over this time, s.
const WINDOW: f64 = 0.5;
/// A run that nobody watches any more stands still after this time.
const LONELY: Duration = Duration::from_secs(5);

/// Bytes of everything that is done to one run; recordings of more cannot be read.
const MOST_ACT_BYTES: usize = 16 << 20;

/// What pages want.
pub enum Wish {
    /// Something without an answer.
    Order(Order),
    /// Something with one.
    Question(Box<dyn FnOnce(&mut Engine) + Send>),
}

/// A run and its pace.
pub struct Engine {
    pub scenario: Arc<Scenario>,
    pub simulation: Simulation,
    pub script: Script,
    /// What was done so far, for those who repeat the run.
    pub acts: Arc<Mutex<Vec<Act>>>,
    /// Length of all acts as they are written.
    pub act_bytes: usize,
    /// Places that were shown after the first.
    pub place_changes: u32,
    pub writer: Option<Writer>,
    pub folder: Option<PathBuf>,
    pub tally: Tally,
    pub goal: Goal,
    pub reel: Reel,
    pub screen: Arc<Screen>,
    pub names: Names,
    pub seed: u64,
    pub pace: Pace,
    pub watch: Stopwatch,
    pub last_hash: Option<u64>,
    pub ended: Option<Ended>,
    pub began: Instant,
    pub cpu: f64,
    pub frame: Frame,
}

/// How fast the run goes.
pub struct Pace {
    is_playing: bool,
    /// Whether somebody watches, and since when not.
    is_watched: bool,
    lonely_since: Instant,
    /// Frames to compute although it stands still.
    single: bool,
    /// Simulated seconds per second.
    speed: f64,
    /// Wall and simulated time from which the pace counts.
    anchor: (Instant, f64),
    /// The same for the pace that is reached.
    window: (Instant, f64),
    reached: f64,
}

impl Pace {
    /// Goes at a pace as soon as somebody watches.
    pub fn new(speed: f64, is_playing: bool) -> Self {
        let now = Instant::now();
        Pace {
            is_playing,
            is_watched: false,
            lonely_since: now.checked_sub(LONELY).unwrap_or(now),
            single: false,
            speed,
            anchor: (now, 0.0),
            window: (now, 0.0),
            reached: 0.0,
        }
    }
    fn restart(&mut self, time: f64) {
        self.anchor = (Instant::now(), time);
        self.window = self.anchor;
    }
    fn goes_on(&self) -> bool {
        let is_alone = !self.is_watched && self.lonely_since.elapsed() >= LONELY;
        self.single || (self.is_playing && !is_alone)
    }
    /// Time until the next step is due at a simulated time; `None` when it stands still.
    fn wait(&mut self, time: f64) -> Option<Duration> {
        if !self.goes_on() {
            return None;
        }
        if self.single {
            return Some(Duration::ZERO);
        }
        let late = self.anchor.0.elapsed().as_secs_f64() - (time - self.anchor.1) / self.speed;
        if late > BEHIND {
            self.anchor = (Instant::now(), time);
        }
        Some(Duration::from_secs_f64((-late).max(0.0)))
    }
    fn measure(&mut self, time: f64) {
        let seconds = self.window.0.elapsed().as_secs_f64();
        if seconds >= WINDOW {
            self.reached = (time - self.window.1) / seconds;
            self.window = (Instant::now(), time);
        }
    }
}

impl Engine {
    /// Runs until it is told to end. What cannot be recorded or shown stops the run and is told to the pages.
    pub fn run(&mut self, wishes: Receiver<Wish>) {
        let outcome = self.go(&wishes);
        if let Err(failure) = outcome {
            eprintln!("{failure}");
            self.stop(failure.to_string());
            // Pages go on watching what there is.
            while let Ok(wish) = wishes.recv() {
                if !self.obey(wish) {
                    return;
                }
            }
        }
    }

    fn go(&mut self, wishes: &Receiver<Wish>) -> Result<(), Failure> {
        self.first_frame()?;
        loop {
            let is_over = self.ended.is_some();
            let wait = if is_over { None } else { self.pace.wait(self.simulation.time()) };
            let wish = match wait {
                None => wishes.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(time) => wishes.recv_timeout(time),
            };
            match wish {
                Ok(wish) => {
                    if !self.obey(wish) {
                        return self.finish(Ended::Interrupted);
                    }
                    // Pages that ask without a pause may not keep the run from going on.
                    if wait == Some(Duration::ZERO) && self.is_due() {
                        self.step()?;
                    }
                }
                Err(RecvTimeoutError::Timeout) => self.step()?,
                Err(RecvTimeoutError::Disconnected) => return self.finish(Ended::Interrupted),
            }
        }
    }

    /// Whether the next step should have been taken by now.
    fn is_due(&mut self) -> bool {
        self.ended.is_none() && self.pace.wait(self.simulation.time()) == Some(Duration::ZERO)
    }

    /// Before anything has happened.
    fn first_frame(&mut self) -> Result<(), Failure> {
        self.simulation.frame(&mut self.frame);
        self.reel.frame(&self.frame, Vec::new)?;
        self.tell();
        Ok(())
    }

    fn step(&mut self) -> Result<(), Failure> {
        let interrupt = Interrupt::default();
        let mut bar = Bar::new(false, 0.0);
        let mut drive = Drive {
            simulation: &mut self.simulation,
            script: &mut self.script,
            writer: self.writer.as_mut(),
            tally: &mut self.tally,
            watch: &mut self.watch,
            bar: &mut bar,
            interrupt: &interrupt,
            reel: Some(&mut self.reel),
            last_hash: self.last_hash,
        };
        if let Some(ended) = drive.ended(&self.goal) {
            return self.finish(ended);
        }
        drive.watch.resume();
        drive.step(&self.goal, &mut self.frame)?;
        self.last_hash = drive.last_hash;
        if self.simulation.place_changes() != self.place_changes {
            self.show_place();
        }
        if self.reel.wants_frame(self.simulation.steps()) {
            self.pace.single = false;
            self.pace.measure(self.simulation.time());
            self.tell();
        }
        Ok(())
    }

    /// Whether to go on.
    fn obey(&mut self, wish: Wish) -> bool {
        let order = match wish {
            Wish::Question(question) => {
                question(self);
                return true;
            }
            Wish::Order(order) => order,
        };
        let time = self.simulation.time();
        match order {
            Order::Play => self.pace.is_playing = true,
            Order::Pause => self.pace.is_playing = false,
            Order::Step => (self.pace.is_playing, self.pace.single) = (false, true),
            Order::Speed(factor) => self.pace.speed = factor.into(),
            Order::Watched(is) => {
                if self.pace.is_watched && !is {
                    self.pace.lonely_since = Instant::now();
                }
                self.pace.is_watched = is;
            }
            Order::End => return false,
        }
        self.pace.restart(time);
        self.tell();
        true
    }

    fn tell(&self) {
        let (is_running, pace) = (self.ended.is_none() && self.pace.is_playing, &self.pace);
        let ended = self.ended.map_or("", Ended::words);
        self.screen.tell(|head| {
            head.running = is_running;
            head.speed = pace.speed as f32;
            head.reached = if pace.reached > 0.0 { pace.reached as f32 } else { pace.speed as f32 };
            if head.ended.is_empty() {
                head.ended = ended.into();
            }
        });
    }

    fn stop(&mut self, why: String) {
        self.ended = Some(Ended::Interrupted);
        self.screen.tell(|head| (head.running, head.ended) = (false, why));
    }

    /// Closes the recording; the pages go on watching.
    fn finish(&mut self, ended: Ended) -> Result<(), Failure> {
        if self.ended.is_some() {
            return Ok(());
        }
        self.ended = Some(ended);
        self.reel.end(self.simulation.steps(), self.watch.take());
        if let Some(mut writer) = self.writer.take() {
            let (interrupt, mut bar) = (Interrupt::default(), Bar::new(false, 0.0));
            let mut drive = Drive {
                simulation: &mut self.simulation,
                script: &mut self.script,
                writer: Some(&mut writer),
                tally: &mut self.tally,
                watch: &mut self.watch,
                bar: &mut bar,
                interrupt: &interrupt,
                reel: None,
                last_hash: self.last_hash,
            };
            drive.end(ended)?;
            if !self.tally.measures().is_empty() {
                writer.measures(&self.tally.measures().csv())?;
            }
            let summary = self.summary(ended).json();
            writer.finish(&format!("{summary:#}\n"))?;
        }
        self.tell();
        Ok(())
    }

    fn summary(&self, ended: Ended) -> Summary<'_> {
        Summary {
            scenario: self.scenario.name().to_owned(),
            seed: self.seed,
            ended,
            steps: self.simulation.steps(),
            simulated_s: self.simulation.time(),
            state_hash: self.last_hash,
            census: self.simulation.census(),
            counts: self.simulation.counts(),
            steps_before: 0,
            tally: &self.tally,
            names: &self.names,
            phases: self.watch.shares(),
            threads: rayon::current_num_threads(),
            wall_s: self.began.elapsed().as_secs_f64(),
            cpu_s: meter::cpu_seconds() - self.cpu,
            peak_mb: meter::peak_megabytes(),
            recording: self.folder.clone(),
        }
    }

    /// Interferes with the run: `entry` is the event as a scenario has it.
    pub fn act(&mut self, entry: &Value) -> Result<(), Refusal> {
        if self.ended.is_some() {
            return Err(Refusal::new("the run is over", "start it again"));
        }
        self.act_bytes += entry.to_string().len();
        if self.act_bytes > MOST_ACT_BYTES {
            return Err(Refusal::new("too much was done to this run already", "start it again"));
        }
        let step = self.simulation.steps();
        match self.script.act(entry, &mut self.simulation, self.writer.as_mut()) {
            Ok(_) => {
                self.reel.act(acts::words(entry));
                lock(&self.acts).push(Act { step, entry: entry.clone() });
                Ok(())
            }
            Err(ActFailure::Refused(error)) => Err(Refusal::new(error.what, error.hint)),
            Err(ActFailure::Record(error)) => {
                self.stop(error.to_string());
                Err(Refusal::new(error.to_string(), "the recording has stopped; make room and start again"))
            }
        }
    }

    /// The place as it is now is shown from here on.
    fn show_place(&mut self) {
        self.place_changes = self.simulation.place_changes();
        let env = self.simulation.env().clone();
        let drawn = place::place(&env, &self.scenario, self.scenario.given(), self.place_changes + 1);
        let frame = self.simulation.steps().div_ceil(self.scenario.record().frame_every.into());
        self.screen.change_place(frame as u32, drawn, env);
    }
}
