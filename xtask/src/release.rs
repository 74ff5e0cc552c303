//! The release build of the program and of the storm. Both are built by one command, so that the crates that they share are
//! compiled once. In `cargo ci` the build goes on beside steps that leave a core free.

use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use crate::step::{Outcome, Started, cargo};

/// A time within which everything is built for release.
const LONGEST: Duration = Duration::from_secs(60 * 60);

/// The build that is under way.
static UNDER_WAY: Mutex<Option<Started>> = Mutex::new(None);

/// Begins the build. It goes on beside other steps until [`build`] waits for it.
pub fn begin(root: &Path) -> Outcome {
    let packages = ["--package", "populace", "--package", "populace-storm"];
    let started = Started::of(cargo(root, &[&["build", "--release", "--locked", "--quiet"], &packages[..]].concat()))?;
    abandon();
    *under_way() = Some(started);
    Ok(())
}

/// Waits for the build, and begins it when it was not begun before.
pub fn build(root: &Path) -> Outcome {
    if under_way().is_none() {
        begin(root)?;
    }
    let started = under_way().take();
    started.map_or(Ok(()), |started| started.finish(LONGEST))
}

/// Ends the build when it is under way: nobody will wait for it.
pub fn abandon() {
    if let Some(started) = under_way().take() {
        started.end();
    }
}

fn under_way() -> std::sync::MutexGuard<'static, Option<Started>> {
    UNDER_WAY.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
