//! The engine of a live run: does steps at the pace that pages ask for. Between two steps it answers questions and obeys orders.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use populace_record::Act;
use populace_run::{ActError, Ended, Measures, Recorder, Run, RunError, Summary, Tally};
use populace_scenario::Scenario;
use populace_serve::{Order, Refusal};
use serde_json::Value;

use super::lock;
use super::pace::Pace;
use super::place;
use super::reel::{Reel, Screen};
use crate::failure::Failure;
use crate::run::{Began, words};

/// The most bytes of all acts of a run. A recording with more acts cannot be read.
const MOST_ACT_BYTES: usize = 16 << 20;

/// The most people that pages add to a run, all acts together. More would slow the run for every page.
const MOST_ADDED: u64 = 10_000;

/// What a page wants from the engine.
pub enum Wish {
    /// An order, which has no answer.
    Order(Order),
    /// A question, which sends its own answer.
    Question(Box<dyn FnOnce(&mut Engine) + Send>),
}

/// A run and its pace.
pub struct Engine {
    pub scenario: Arc<Scenario>,
    pub run: Run,
    pub recorder: Option<Recorder>,
    pub tally: Tally,
    pub measures: Measures,
    pub reel: Reel,
    pub screen: Arc<Screen>,
    /// All acts so far, shared with the repetition of the run.
    pub acts: Arc<Mutex<Vec<Act>>>,
    /// The length of all acts as they are written, bytes.
    pub act_bytes: usize,
    /// The number of people whom acts have added.
    pub added: u64,
    /// The number of places that were shown after the first.
    pub place_changes: u32,
    /// Folder of the recording.
    pub folder: Option<PathBuf>,
    pub pace: Pace,
    pub began: Began,
    pub ended: Option<Ended>,
}

impl Engine {
    /// Runs until a page orders the end. A failure to record or show a step stops the run, and the pages are told.
    pub fn run(&mut self, wishes: Receiver<Wish>) {
        let outcome = self.go(&wishes);
        if let Err(failure) = outcome {
            eprintln!("{failure}");
            // The frames of pages may have no room where the recording still has some. The recorder takes a step before the reel
            // does, so the recording is whole. When the recorder itself has failed, it fails again, for the same reason.
            let _ = self.finish(Ended::Interrupted);
            self.stop(failure.to_string());
            // Pages can still watch what is on the tape.
            while let Ok(wish) = wishes.recv() {
                if !self.obey(wish) {
                    return;
                }
            }
        }
    }

    fn go(&mut self, wishes: &Receiver<Wish>) -> Result<(), Failure> {
        self.begin()?;
        loop {
            let is_over = self.ended.is_some();
            let wait = if is_over { None } else { self.pace.wait(self.run.simulation().time()) };
            let wish = match wait {
                None => wishes.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(time) => wishes.recv_timeout(time),
            };
            match wish {
                Ok(wish) => {
                    if !self.obey(wish) {
                        return self.finish(Ended::Interrupted);
                    }
                    // Pages that ask without a pause must not stop the run.
                    if wait == Some(Duration::ZERO) && self.is_due() {
                        self.step()?;
                    }
                }
                Err(RecvTimeoutError::Timeout) => self.step()?,
                Err(RecvTimeoutError::Disconnected) => return self.finish(Ended::Interrupted),
            }
        }
    }

    /// Returns whether the next step should have been done by now.
    fn is_due(&mut self) -> bool {
        self.ended.is_none() && self.pace.wait(self.run.simulation().time()) == Some(Duration::ZERO)
    }

    /// Lets in the people who are there at the start, and shows them.
    fn begin(&mut self) -> Result<(), Failure> {
        let Engine { run, recorder, tally, measures, reel, .. } = self;
        run.begin(&mut [recorder, tally, measures, reel])?;
        if self.run.simulation().place_changes() != self.place_changes {
            self.show_place();
        }
        self.tell();
        Ok(())
    }

    fn step(&mut self) -> Result<(), Failure> {
        if let Some(ended) = self.run.ended() {
            return self.finish(ended);
        }
        self.reel.wake();
        let Engine { run, recorder, tally, measures, reel, .. } = self;
        run.step(&mut [recorder, tally, measures, reel])?;
        if self.run.simulation().place_changes() != self.place_changes {
            self.show_place();
        }
        if self.reel.is_shown(self.run.simulation().steps()) {
            self.pace.is_single = false;
            self.pace.measure(self.run.simulation().time());
            self.tell();
        }
        Ok(())
    }

    /// Obeys a wish. Returns whether the engine goes on.
    fn obey(&mut self, wish: Wish) -> bool {
        let order = match wish {
            Wish::Question(question) => {
                question(self);
                return true;
            }
            Wish::Order(order) => order,
        };
        let time = self.run.simulation().time();
        let ahead = self.pace.ahead(time);
        match order {
            Order::Play => self.pace.is_playing = true,
            Order::Pause => self.pace.is_playing = false,
            Order::Step => (self.pace.is_playing, self.pace.is_single) = (false, true),
            Order::Speed(factor) => self.pace.speed = factor.into(),
            Order::Watched(is_watched) => self.pace.watch(is_watched),
            Order::End => return false,
        }
        self.pace.restart(time, ahead);
        self.tell();
        true
    }

    fn tell(&self) {
        let (is_running, pace) = (self.ended.is_none() && self.pace.is_playing, &self.pace);
        let ended = self.ended.map_or("", words);
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

    /// Closes the recording. Pages can still watch.
    fn finish(&mut self, ended: Ended) -> Result<(), Failure> {
        if self.ended.is_some() {
            return Ok(());
        }
        self.ended = Some(ended);
        self.reel.end(self.run.simulation().steps());
        if ended == Ended::Interrupted {
            let Engine { run, recorder, tally, measures, .. } = self;
            run.interrupt(&mut [recorder, tally, measures])?;
        }
        if let Some(recorder) = self.recorder.take() {
            recorder.finish(&self.measures, &self.summary(ended))?;
        }
        self.tell();
        Ok(())
    }

    fn summary(&self, ended: Ended) -> Summary {
        let cost = self.reel.watch().map(|watch| self.began.cost(&self.run, watch));
        let summary = Summary::of(&self.run, self.scenario.name(), ended, &self.tally, &self.measures);
        Summary { cost, recording: self.folder.clone(), ..summary }
    }

    /// Carries out an act. `entry` is an event as a scenario writes it.
    pub fn act(&mut self, entry: &Value) -> Result<(), Refusal> {
        if self.ended.is_some() {
            return Err(Refusal::new("the run is over", "start it again"));
        }
        let act_bytes = self.act_bytes + entry.to_string().len();
        if act_bytes > MOST_ACT_BYTES {
            return Err(Refusal::new("too much was done to this run already", "start it again"));
        }
        let added = self.added.saturating_add(entry["add"]["count"].as_u64().unwrap_or(0));
        if added > MOST_ADDED {
            return Err(too_many_added(self.added));
        }
        let step = self.run.simulation().steps();
        let Engine { run, recorder, reel, .. } = self;
        match run.act(entry, &mut [recorder, reel]) {
            Ok(_) => {
                (self.act_bytes, self.added) = (act_bytes, added);
                lock(&self.acts).push(Act { step, entry: entry.clone() });
                Ok(())
            }
            Err(ActError::Refused(error)) => Err(Refusal::new(error.said(), error.hint)),
            Err(ActError::NoScenario) => Err(Refusal::new("nothing can be asked of this run", "run a scenario")),
            Err(ActError::Sink(error)) => Err(self.stop_for(&error)),
        }
    }

    /// Stops the run, since an act could not be recorded.
    fn stop_for(&mut self, error: &RunError) -> Refusal {
        self.stop(error.to_string());
        Refusal::new(error.to_string(), "the recording has stopped; make room and start again")
    }

    /// Shows the place as it is now, from the frame of this step on. When this step has no frame, from the next frame on.
    fn show_place(&mut self) {
        self.place_changes = self.run.simulation().place_changes();
        let simulation = self.run.simulation();
        let world = simulation.world();
        let drawn = place::place(world, &self.scenario, self.scenario.given(), self.place_changes + 1);
        let frame = simulation.steps().div_ceil(self.scenario.record().frame_every.into());
        self.screen.change_place(frame as u32, drawn, simulation.env(), world.doors);
    }
}

/// Refuses to add more people than pages may add; `before` people have been added so far.
fn too_many_added(before: u64) -> Refusal {
    let what = format!("pages may add {MOST_ADDED} people to a run, and {before} have been added");
    let left = MOST_ADDED - before.min(MOST_ADDED);
    let hint =
        if left > 0 { format!("add at most {left}, or begin the run anew") } else { "begin the run anew".into() };
    Refusal::new(what, hint)
}
