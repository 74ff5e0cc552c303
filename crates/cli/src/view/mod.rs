//! Runs on the screen: the part between the simulation and the server.

mod acts;
mod bundled;
#[cfg(test)]
mod counted;
mod engine;
mod facing;
mod foreign;
mod house;
mod layers;
mod looking;
mod open;
mod pace;
mod past;
mod place;
mod probe;
mod reel;
mod shown;
mod solids;
mod thumbnail;
mod timetable;
pub mod words;

pub use house::{Runs, Source};
pub use open::Terms;
pub use place::ground;
pub use reel::{Reel, Screen};

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex. A thread that panicked while it held the lock left nothing half done.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
