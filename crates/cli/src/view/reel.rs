//! The reel: turns the frames and events of a run into what pages see. A live run and a replay put the same things in, so the same come out.

use std::sync::{Arc, PoisonError, RwLock};

use populace_env::Environment;
use populace_geom::Point;
use populace_record::Names;
use populace_serve::packing::Packer;
use populace_serve::protocol::{Happening, Head, Place};
use populace_serve::tokio::sync::watch;
use populace_serve::{Ledger, Tape};
use populace_traj::{Event, EventKind, Frame, NOBODY, Status};

use crate::failure::Failure;

/// What pages read, shared with those who write it.
pub struct Screen {
    pub tape: Tape,
    /// One after the other.
    places: RwLock<Vec<Looks>>,
    /// Closed when the run begins anew.
    heads: RwLock<Option<watch::Sender<Head>>>,
}

/// What the place looks like from a frame on.
#[derive(Clone)]
struct Looks {
    frame: u32,
    place: Arc<Place>,
    env: Arc<Environment>,
}

impl Screen {
    pub fn new(place: Place, env: Environment) -> Result<Self, Failure> {
        let tape = Tape::new().map_err(|e| {
            Failure::new(format!("no temporary file for the frames: {e}")).hint("set TMPDIR to a folder with room")
        })?;
        let places = vec![Looks { frame: 0, place: Arc::new(place), env: Arc::new(env) }];
        Ok(Screen { tape, places: RwLock::new(places), heads: RwLock::new(Some(watch::Sender::new(head()))) })
    }
    /// The place as it is at a frame.
    pub fn place(&self, frame: u32) -> Arc<Place> {
        self.at(frame).place
    }
    /// The environment as it is at a frame, but for its doors.
    pub fn environment(&self, frame: u32) -> Arc<Environment> {
        self.at(frame).env
    }
    fn at(&self, frame: u32) -> Looks {
        let places = self.places.read().unwrap_or_else(PoisonError::into_inner);
        let last = places.partition_point(|p| p.frame <= frame).saturating_sub(1);
        places[last].clone()
    }
    /// Where coordinates count from, and in what steps, m.
    pub fn origin(&self) -> (Point, f64) {
        let place = self.place(0);
        (Point::new(place.origin_x, place.origin_y), place.step)
    }
    /// Another place from a frame on, after an obstacle appeared.
    pub fn change_place(&self, frame: u32, place: Place, env: Environment) {
        let mut places = self.places.write().unwrap_or_else(PoisonError::into_inner);
        places.push(Looks { frame, place: Arc::new(place), env: Arc::new(env) });
    }
    /// Where pages hear how far the run has come.
    pub fn subscribe(&self) -> watch::Receiver<Head> {
        let heads = self.heads.read().unwrap_or_else(PoisonError::into_inner);
        // A sender that is gone at once tells a page that came too late to come again.
        heads.as_ref().map_or_else(|| watch::channel(head()).1, watch::Sender::subscribe)
    }
    /// Lets everyone who listens know that there will be nothing more.
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
            change(head);
        });
    }
}

/// Stuck for one of the causes, or without a way.
fn is_held(status: u8) -> bool {
    usize::from(status) >= Status::ALL.len() || status == Status::NoWay as u8
}

/// Before anything has happened.
fn head() -> Head {
    Head {
        frames: 0,
        rows: 0,
        people: 0,
        happenings: 0,
        running: false,
        speed: 1.0,
        reached: 0.0,
        ended: String::new(),
        viewers: 0,
    }
}

/// Writes the screen of one run, in order.
pub struct Reel {
    screen: Arc<Screen>,
    packer: Packer,
    ledger: Ledger,
    names: Names,
    frame_every: u64,
    frames_per_row: u32,
    dt: f64,
    next: u32,
    bytes: Vec<u8>,
    /// What acts were, in words.
    acts: Vec<String>,
}

impl Reel {
    pub fn new(screen: Arc<Screen>, names: Names, dt: f64, frame_every: u32) -> Self {
        let ((origin, step), seconds) = (screen.origin(), dt * f64::from(frame_every));
        Reel {
            packer: Packer::new(origin, step, seconds),
            ledger: Ledger::new(&screen.place(0), is_held),
            screen,
            names,
            frame_every: frame_every.into(),
            frames_per_row: ((1.0 / seconds).round() as u32).max(1),
            dt,
            next: 0,
            bytes: Vec::new(),
            acts: Vec::new(),
        }
    }

    /// Whether pages see the frame after a step.
    pub fn wants_frame(&self, step: u64) -> bool {
        step.is_multiple_of(self.frame_every)
    }

    /// What the next act is, in words.
    pub fn act(&mut self, words: String) {
        self.acts.push(words);
    }

    /// Takes events.
    pub fn events(&mut self, events: &[Event]) {
        for event in events {
            self.ledger.event(event, event.step as f64 * self.dt);
            if event.kind == EventKind::Entered {
                self.screen.tape.enlist(event.pedestrian, event.subject as u16);
            }
            if let Some(happening) = self.happening(event) {
                self.screen.tape.push_happening(happening);
            }
        }
    }

    /// The step after which the next frame is taken.
    pub fn next_step(&self) -> u64 {
        u64::from(self.next) * self.frame_every
    }

    /// Takes the next frame. `phases`: mean time of each phase per step since the last row, ms.
    pub fn frame(&mut self, frame: &Frame, mut phases: impl FnMut() -> Vec<f32>) -> Result<(), Failure> {
        debug_assert_eq!(frame.step, self.next_step());
        self.put(frame, &mut phases)
    }

    /// The next frame has nobody in it.
    pub fn nobody(&mut self) -> Result<(), Failure> {
        let step = self.next_step();
        self.put(&Frame { step, time: step as f64 * self.dt, ..Frame::default() }, &mut Vec::new)
    }

    /// The run is over after a step: its last second may not have been a whole one.
    pub fn end(&mut self, step: u64, phases: Vec<f32>) {
        self.screen.tape.push_row(self.ledger.end(step as f64 * self.dt, phases));
    }

    fn put(&mut self, frame: &Frame, phases: &mut impl FnMut() -> Vec<f32>) -> Result<(), Failure> {
        self.packer.pack(self.next, frame, &mut self.bytes);
        self.screen.tape.push_frame(&self.bytes).map_err(|e| {
            Failure::new(format!("the temporary file for the frames is full: {e}"))
                .hint("set TMPDIR to a folder with room")
        })?;
        self.ledger.frame(frame, self.packer.speeds());
        if self.next.is_multiple_of(self.frames_per_row) {
            self.screen.tape.push_row(self.ledger.close(phases()));
        }
        self.next += 1;
        Ok(())
    }

    /// What is worth a mark on the timeline.
    fn happening(&self, event: &Event) -> Option<Happening> {
        let name = |list: &[String]| list.get(event.subject as usize).cloned().unwrap_or_default();
        let who = event.pedestrian;
        let (text, link) = match event.kind {
            EventKind::Opened => (format!("{} opened", name(&self.names.links)), Some(event.subject as u16)),
            EventKind::Shut => (format!("{} shut", name(&self.names.links)), Some(event.subject as u16)),
            EventKind::Stuck => {
                let cause = populace_traj::Cause::ALL.get(event.subject as usize).map_or("stuck", |c| c.1);
                (format!("pedestrian {who} is {cause}"), None)
            }
            EventKind::NoWay => (format!("pedestrian {who} has no way to {}", name(&self.names.stages)), None),
            EventKind::Acted => (name(&self.acts), None),
            EventKind::Blocked => (format!("an obstacle on {}", name(&self.names.floors)), None),
            EventKind::MovedAside => (format!("pedestrian {who} was moved out of an obstacle"), None),
            EventKind::Contained => (format!("pedestrian {who} was put back: its state was not finite"), None),
            _ => return None,
        };
        Some(Happening {
            // The frame after the step shows it first.
            frame: (event.step + 1).div_ceil(self.frame_every) as u32,
            kind: event.kind.word().into(),
            pedestrian: (who != NOBODY).then_some(who),
            link,
            text,
        })
    }
}
