//! What the server needs from a run that it shows.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use populace_traj::Subject;
use tokio::sync::watch;

use crate::Tape;
use crate::protocol::{Act, Drawing, Head, Inspected, LayerKind, Place, Property, Welcome};

/// The refusal of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What is wrong.
    pub what: String,
    /// What to do.
    pub hint: String,
}

impl Refusal {
    /// Returns a refusal: what is wrong, and what to do.
    pub fn new(what: impl Into<String>, hint: impl Into<String>) -> Self {
        Refusal { what: what.into(), hint: hint.into() }
    }
}

/// An order to a run, which has no answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Order {
    /// Go on.
    Play,
    /// Stand still.
    Pause,
    /// Do one more frame.
    Step,
    /// Run at this many simulated seconds per second.
    Speed(f32),
    /// Note whether any page watches.
    Watched(bool),
    /// End the run, because a user begins it anew.
    End,
}

/// A run that is shown, live or from a recording.
pub trait Show: Send + Sync + 'static {
    /// Returns what is shown.
    fn welcome(&self) -> Welcome;
    /// Returns the place at a frame. Its origin and its step of coordinates are the same at every frame.
    fn place(&self, frame: u32) -> Arc<Place>;
    /// Returns the frames so far.
    fn tape(&self) -> &Tape;
    /// Returns a channel that tells how far the run has come.
    fn heads(&self) -> watch::Receiver<Head>;
    /// Returns the count of the pages that watch.
    fn audience(&self) -> &Audience;
    /// Gives an order. The call must return at once, and must not lock the audience, because the caller may hold that
    /// lock.
    fn order(&self, order: Order);
    /// Returns the inner state of a pedestrian at a frame. May take seconds.
    fn inspect(&self, pedestrian: u32, frame: u32) -> Result<Inspected, Refusal>;
    /// Returns a layer at a frame. `level` is the level of the hierarchy, for that layer. May take seconds.
    fn layer(&self, kind: &LayerKind, level: u16, frame: u32) -> Result<Drawing, Refusal>;
    /// Returns what is at a point.
    fn probe(&self, floor: u16, x: f64, y: f64) -> Vec<Property>;
    /// Returns what a measure has to know of an area: its ground, and how the values of each second are taken. `None`
    /// when there is no such area. May take seconds.
    fn subject(&self, area: u16) -> Option<Subject>;
    /// Carries out an act. May take seconds.
    fn act(&self, act: &Act) -> Result<(), Refusal>;
}

/// The number of pages that watch a run.
#[derive(Debug, Default)]
pub struct Audience(Mutex<u8>);

impl Audience {
    /// Returns the number of pages that watch.
    pub fn count(&self) -> u8 {
        *self.lock()
    }
    fn lock(&self) -> MutexGuard<'_, u8> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The seat of a page that watches a run. The page is in the audience until its seat is dropped.
pub(crate) struct Seat(Arc<dyn Show>);

impl Seat {
    /// Takes a seat, and tells the run that a page watches.
    pub fn take(show: Arc<dyn Show>) -> Self {
        {
            // The lock is held until the run is told, so that a page that leaves at the same time does not give its order last.
            let mut count = show.audience().lock();
            *count = count.saturating_add(1);
            show.order(Order::Watched(true));
        }
        Seat(show)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut count = self.0.audience().lock();
        *count = count.saturating_sub(1);
        self.0.order(Order::Watched(*count > 0));
    }
}

/// Something that cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// What was tried.
    pub title: String,
    /// What is wrong, and where.
    pub what: String,
    /// What to do.
    pub hint: String,
}

/// A scene of the gallery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// The name of the scene in the addresses of pages.
    pub name: String,
    /// The name that users see.
    pub title: String,
    /// What there is to see.
    pub text: String,
    /// The number of people.
    pub people: u64,
}

/// Everything that a server shows.
pub trait House: Send + Sync + 'static {
    /// Returns the run of a scene; without a gallery, the only run. The run begins when it is first asked for. May take seconds.
    fn open(&self, scene: &str) -> Result<Arc<dyn Show>, Broken>;
    /// Begins the run of a scene anew. Refuses when users ask too often.
    fn restart(&self, scene: &str) -> Result<(), Refusal>;
    /// Returns the scenes to choose from, if there is a choice.
    fn gallery(&self) -> Option<Vec<Card>>;
    /// Returns the picture of a scene, as PNG. May take seconds.
    fn picture(&self, scene: &str) -> Option<Arc<Vec<u8>>>;
}
