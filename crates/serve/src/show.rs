//! What the server needs from a run that it shows.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::Tape;
use crate::protocol::{Act, Drawing, Head, Inspected, LayerKind, Place, Property, Welcome};

/// Why a request was not carried out, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What is wrong.
    pub what: String,
    /// What to do.
    pub hint: String,
}

impl Refusal {
    /// With what is wrong and what to do.
    pub fn new(what: impl Into<String>, hint: impl Into<String>) -> Self {
        Refusal { what: what.into(), hint: hint.into() }
    }
}

/// What is asked of a run without an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Order {
    /// Go on.
    Play,
    /// Stand still.
    Pause,
    /// One frame more.
    Step,
    /// So many simulated seconds per second.
    Speed(f32),
    /// Somebody watches, or nobody any more.
    Watched(bool),
    /// It is over: somebody begins anew.
    End,
}

/// A run that is shown, live or from a recording.
pub trait Show: Send + Sync + 'static {
    /// What it is.
    fn welcome(&self) -> Welcome;
    /// Where it is, as it is at a frame. Origin and step of coordinates are the same at all.
    fn place(&self, frame: u32) -> Arc<Place>;
    /// Its frames so far.
    fn tape(&self) -> &Tape;
    /// How far it has come.
    fn heads(&self) -> watch::Receiver<Head>;
    /// The pages that watch.
    fn audience(&self) -> &Audience;
    /// Asks for something; returns at once, and does not ask which pages watch.
    fn order(&self, order: Order);
    /// What goes on in one pedestrian at a frame. May take seconds.
    fn inspect(&self, pedestrian: u32, frame: u32) -> Result<Inspected, Refusal>;
    /// A layer at a frame. May take seconds.
    fn layer(&self, kind: &LayerKind, level: u16, frame: u32) -> Result<Drawing, Refusal>;
    /// What is at a point.
    fn probe(&self, floor: u16, x: f64, y: f64) -> Vec<Property>;
    /// Interferes with the run. May take seconds.
    fn act(&self, act: &Act) -> Result<(), Refusal>;
}

/// How many watch a run.
#[derive(Debug, Default)]
pub struct Audience(Mutex<u8>);

impl Audience {
    /// How many watch.
    pub fn count(&self) -> u8 {
        *self.lock()
    }
    fn lock(&self) -> MutexGuard<'_, u8> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A page that watches a run, until it is dropped.
pub(crate) struct Seat(Arc<dyn Show>);

impl Seat {
    pub fn take(show: Arc<dyn Show>) -> Self {
        {
            // Counted and told in one go: a page that leaves meanwhile may not have the last word.
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
    /// Its name in addresses.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// What there is to see.
    pub text: String,
    /// People in it.
    pub people: u64,
}

/// Everything that a server shows.
pub trait House: Send + Sync + 'static {
    /// The run of a scene, or, without a gallery, the run of the house; begun when nobody has asked for it before. May take seconds.
    fn open(&self, scene: &str) -> Result<Arc<dyn Show>, Broken>;
    /// Begins it anew.
    fn restart(&self, scene: &str);
    /// The scenes to choose from, if there is a choice.
    fn gallery(&self) -> Option<Vec<Card>>;
    /// The picture of a scene, as PNG. May take seconds.
    fn picture(&self, scene: &str) -> Option<Arc<Vec<u8>>>;
}
