//! The reel: turns the frames and events of a run into what pages see. A live run and its replay give the same frames and events,
//! so pages see the same.

use std::sync::{Arc, PoisonError, RwLock};

use populace_env::{Doors, Environment, World};
use populace_geom::{Draws, Point};
use populace_record::{Act, Names};
use populace_run::{Positions, RunError, Sink, frames_of_a_row};
use populace_serve::packing::Packer;
use populace_serve::protocol::{Happening, Head, Place};
use populace_serve::tokio::sync::watch;
use populace_serve::{Enlisted, Ledger, Remark, Tape};
use populace_sim::{Body, Phase, Setup, Simulation, StepReport};
use populace_traj::{Event, EventKind, Frame, NOBODY, Status};
use serde_json::Value;

use super::acts;
use super::diary;
use super::facing::Facings;
use super::timetable::Timetable;
use crate::failure::Failure;
use crate::run::Stopwatch;

/// What pages read, shared with the reel that writes it.
pub struct Screen {
    pub tape: Tape,
    /// How the place looked, with an entry for each change.
    places: RwLock<Vec<Looks>>,
    /// Tells pages how far the run has come. It is closed when the run begins anew.
    heads: RwLock<Option<watch::Sender<Head>>>,
}

/// How the place looks from a frame on.
#[derive(Clone)]
pub struct Looks {
    frame: u32,
    place: Arc<Place>,
    env: Arc<Environment>,
    /// The doors as they were at that frame.
    doors: Doors,
}

impl Looks {
    /// Returns the environment.
    pub fn env(&self) -> &Environment {
        &self.env
    }
    /// Returns the environment with its doors as they were when the place last changed its looks. Doors may have opened or shut since.
    pub fn world(&self) -> World<'_> {
        World::new(&self.env, &self.doors)
    }
}

impl Screen {
    pub fn new(place: Place, env: &Arc<Environment>, doors: &Doors) -> Result<Self, Failure> {
        let tape = Tape::new().map_err(|e| {
            Failure::new(format!("no temporary file for the frames: {e}")).hint("set TMPDIR to a folder with room")
        })?;
        let places = vec![Looks { frame: 0, place: Arc::new(place), env: env.clone(), doors: doors.clone() }];
        Ok(Screen { tape, places: RwLock::new(places), heads: RwLock::new(Some(watch::Sender::new(head()))) })
    }
    /// Returns the place as it is at a frame.
    pub fn place(&self, frame: u32) -> Arc<Place> {
        self.at(frame).place
    }
    /// Returns how the place looks at a frame.
    pub fn at(&self, frame: u32) -> Looks {
        let places = self.places.read().unwrap_or_else(PoisonError::into_inner);
        let last = places.partition_point(|p| p.frame <= frame).saturating_sub(1);
        places[last].clone()
    }
    /// Returns the origin of packed coordinates and their step, m.
    pub fn origin(&self) -> (Point, f64) {
        let place = self.place(0);
        (Point::new(place.origin_x, place.origin_y), place.step)
    }
    /// Shows another place from a frame on, after an obstacle appeared.
    pub fn change_place(&self, frame: u32, place: Place, env: &Arc<Environment>, doors: &Doors) {
        let (env, doors) = (env.clone(), doors.clone());
        let mut places = self.places.write().unwrap_or_else(PoisonError::into_inner);
        places.push(Looks { frame, place: Arc::new(place), env, doors });
    }
    /// Returns a receiver that is told how far the run has come.
    pub fn subscribe(&self) -> watch::Receiver<Head> {
        let heads = self.heads.read().unwrap_or_else(PoisonError::into_inner);
        // A page that comes too late gets a receiver without a sender, so it is closed and connects again.
        heads.as_ref().map_or_else(|| watch::channel(head()).1, watch::Sender::subscribe)
    }
    /// Tells all receivers that nothing more will come.
    pub fn close(&self) {
        *self.heads.write().unwrap_or_else(PoisonError::into_inner) = None;
    }
    /// Changes the head and tells the pages.
    pub fn tell(&self, change: impl FnOnce(&mut Head)) {
        let heads = self.heads.read().unwrap_or_else(PoisonError::into_inner);
        let Some(heads) = &*heads else { return };
        heads.send_modify(|head| {
            head.frames = self.tape.frames();
            head.rows = self.tape.row_count();
            head.people = self.tape.people();
            head.happenings = self.tape.happening_count();
            head.trains = self.tape.train_change_count();
            change(head);
        });
    }
}

/// Returns whether a status means that the pedestrian is stuck, for any cause, or has no way.
fn is_held(status: u8) -> bool {
    usize::from(status) >= Status::ALL.len() || status == Status::NoWay as u8
}

/// Returns the head of a run before its first step.
fn head() -> Head {
    Head {
        frames: 0,
        rows: 0,
        people: 0,
        happenings: 0,
        trains: 0,
        running: false,
        speed: 1.0,
        reached: 0.0,
        ended: String::new(),
        viewers: 0,
    }
}

/// Writes the screen of a run, frame by frame.
pub struct Reel {
    screen: Arc<Screen>,
    packer: Packer,
    facings: Facings,
    timetable: Timetable,
    ledger: Ledger,
    names: Names,
    /// The bodies of each population, and the draws of the run.
    bodies: Vec<Body>,
    draws: Draws,
    frame_every: u64,
    frames_per_row: u32,
    dt: f64,
    next: u32,
    bytes: Vec<u8>,
    /// The acts so far, in words.
    acts: Vec<String>,
    /// Times the phases of a live run.
    watch: Option<Stopwatch>,
}

impl Reel {
    /// Returns the reel of a run from its setup; `frame_every` is the number of steps from a frame to the next.
    pub fn new(screen: Arc<Screen>, names: Names, setup: &Setup, frame_every: u32) -> Self {
        let dt = setup.timing.dt;
        let ((origin, step), seconds) = (screen.origin(), dt * f64::from(frame_every));
        Reel {
            packer: Packer::new(origin, step, seconds),
            facings: Facings::default(),
            timetable: Timetable::of(setup),
            ledger: Ledger::new(&screen.place(0), dt, seconds, is_held),
            screen,
            names,
            bodies: setup.populations.iter().map(|population| population.body.clone()).collect(),
            draws: Draws::new(setup.seed),
            frame_every: frame_every.into(),
            frames_per_row: frames_of_a_row(seconds) as u32,
            dt,
            next: 0,
            bytes: Vec::new(),
            acts: Vec::new(),
            watch: None,
        }
    }

    /// Times the phases of the steps from now on.
    pub fn timed(self) -> Self {
        Reel { watch: Some(Stopwatch::start()), ..self }
    }
    /// Returns the stopwatch of a live run.
    pub fn watch(&self) -> Option<&Stopwatch> {
        self.watch.as_ref()
    }
    /// Leaves out the time since the last step.
    pub fn wake(&mut self) {
        if let Some(watch) = &mut self.watch {
            watch.resume();
        }
    }

    /// Returns whether pages see the frame after a step.
    pub fn is_shown(&self, step: u64) -> bool {
        step.is_multiple_of(self.frame_every)
    }

    /// Takes the next act, as it was written.
    pub fn act(&mut self, entry: &Value) {
        self.acts.push(acts::words(entry));
        self.timetable.act(entry);
    }

    /// Takes events.
    pub fn events(&mut self, events: &[Event]) {
        for event in events {
            self.ledger.event(event);
            self.facings.take(event);
            self.enlist(event);
            if event.pedestrian != NOBODY && diary::is_told(event.kind) {
                let (kind, subject) = (event.kind, event.subject);
                let frame = if self.next == 0 { 0 } else { self.frame_after(event) };
                self.screen.tape.note(event.pedestrian, Remark { frame, kind, subject });
            }
            if let Some(change) = self.timetable.take(event, self.frame_after(event)) {
                self.screen.tape.push_train_change(change);
            }
            if let Some(happening) = self.happening(event) {
                self.screen.tape.push_happening(happening);
            }
        }
    }

    /// Notes who comes in and who leaves.
    fn enlist(&self, event: &Event) {
        let tape = &self.screen.tape;
        match event.kind {
            EventKind::Entered => {
                let body = self.bodies.get(event.subject as usize);
                let radius = body.map_or(0.0, |body| body.radius_of(self.draws, event.pedestrian));
                // Everyone who is there at the start comes in before the first frame.
                let first = if self.next == 0 { 0 } else { self.frame_after(event) };
                tape.enlist(event.pedestrian, Enlisted { population: event.subject as u16, radius, first, last: None });
            }
            EventKind::Left => tape.discharge(event.pedestrian, (event.step / self.frame_every) as u32),
            _ => {}
        }
    }

    /// Returns the number of the first frame that shows an event: the frame after its step.
    fn frame_after(&self, event: &Event) -> u32 {
        (event.step + 1).div_ceil(self.frame_every) as u32
    }

    /// Returns the step after which the next frame is taken.
    pub fn next_step(&self) -> u64 {
        u64::from(self.next) * self.frame_every
    }

    /// Takes the next frame, in the place that is shown at that frame.
    pub fn frame(&mut self, frame: &Frame) -> Result<(), RunError> {
        let looks = self.screen.at(self.next);
        self.frame_in(looks.env(), frame)
    }

    /// Takes the next frame, in a place.
    fn frame_in(&mut self, env: &Environment, frame: &Frame) -> Result<(), RunError> {
        debug_assert_eq!(frame.step, self.next_step());
        let looking = self.facings.in_frame(frame);
        let facing = |row| looking.of(env, row);
        self.packer.pack_facing(self.next, frame, &facing, &mut self.bytes);
        self.screen.tape.push_frame(&self.bytes).map_err(|e| RunError::Sink {
            what: format!("the temporary file for the frames is full: {e}"),
            hint: "set TMPDIR to a folder with room".into(),
        })?;
        if let Some(row) = self.ledger.frame(self.next, frame) {
            self.screen.tape.push_row(row);
        }
        if self.next.is_multiple_of(self.frames_per_row) {
            let phases = self.phases();
            self.ledger.close(phases);
        }
        self.next += 1;
        Ok(())
    }

    /// Takes the next frame, in which nobody is.
    pub fn nobody(&mut self) -> Result<(), RunError> {
        let step = self.next_step();
        self.frame(&Frame { step, time: step as f64 * self.dt, ..Frame::default() })
    }

    /// Ends the tape after a step. The last second of the run may be incomplete.
    pub fn end(&mut self, step: u64) {
        let phases = self.phases();
        for row in self.ledger.end(step as f64 * self.dt, phases) {
            self.screen.tape.push_row(row);
        }
    }

    /// Returns the mean time of each phase per step since the last row, ms; empty before the first step and in a replay.
    fn phases(&mut self) -> Vec<f32> {
        self.watch.as_mut().filter(|_| self.next > 0).map(Stopwatch::take).unwrap_or_default()
    }

    /// Returns the mark of an event on the timeline; `None` for events that have no mark.
    fn happening(&self, event: &Event) -> Option<Happening> {
        let name = |list: &[String]| list.get(event.subject as usize).cloned().unwrap_or_default();
        let who = event.pedestrian;
        let subject = Some(event.subject as u16);
        let object = matches!(event.kind, EventKind::Reopened | EventKind::Closed).then_some(event.subject as u16);
        let objects = |number: u32| {
            let known = self.screen.place(0).objects.get(number as usize).map(|object| object.name.clone());
            known.unwrap_or_default()
        };
        let (text, link) = match event.kind {
            EventKind::Opened => (format!("{} opened", name(&self.names.links)), subject),
            EventKind::Shut => (format!("{} shut", name(&self.names.links)), subject),
            EventKind::Reopened => (format!("{} opened", objects(event.subject)), None),
            EventKind::Closed => (format!("{} closed", objects(event.subject)), None),
            EventKind::Stuck => {
                let cause = populace_traj::Cause::ALL.get(event.subject as usize).map_or("stuck", |c| c.1);
                (format!("pedestrian {who} is {cause}"), None)
            }
            EventKind::NoWay => (format!("pedestrian {who} has no way to {}", name(&self.names.stages)), None),
            EventKind::Acted => (name(&self.acts), None),
            EventKind::Blocked => (format!("an obstacle on {}", name(&self.names.floors)), None),
            EventKind::MovedAside => (format!("pedestrian {who} was put beside an obstacle or a shut door"), None),
            EventKind::Alarm => ("the alarm was raised".to_owned(), None),
            EventKind::TrainDelayed => (format!("{} is delayed", self.timetable.name(event.subject)), None),
            EventKind::TrainCancelled => (format!("{} is cancelled", self.timetable.name(event.subject)), None),
            EventKind::Overwhelmed => {
                (format!("pedestrian {who} is overwhelmed: it wants more than it can remember"), None)
            }
            EventKind::Lost => (format!("pedestrian {who} has looked in vain for {}", name(&self.names.stages)), None),
            EventKind::Contained => (format!("pedestrian {who} stood still: its velocity was not finite"), None),
            _ => return None,
        };
        Some(Happening {
            frame: self.frame_after(event),
            kind: event.kind.word().into(),
            pedestrian: (who != NOBODY).then_some(who),
            link,
            object,
            text,
        })
    }
}

impl Sink for Reel {
    fn name(&self) -> &str {
        "reel"
    }
    fn wants_frame(&self, step: u64) -> Option<Positions> {
        self.is_shown(step).then_some(Positions::AsRecorded)
    }
    fn act(&mut self, act: &Act) -> Result<(), RunError> {
        Reel::act(self, &act.entry);
        Ok(())
    }
    fn phase(&mut self, phase: Option<Phase>) {
        self.watch.phase(phase);
    }
    fn step(&mut self, report: &StepReport<'_>) -> Result<(), RunError> {
        self.events(report.events);
        Ok(())
    }
    fn frame(&mut self, frame: &Frame, simulation: &Simulation) -> Result<(), RunError> {
        // The screen hears of an obstacle only after the step in which it appeared.
        self.frame_in(simulation.env(), frame)
    }
}
