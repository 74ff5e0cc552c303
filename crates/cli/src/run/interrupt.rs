//! Ctrl-C and other signals that end a process. The first signal asks the run to stop after its step, the second stops it at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Exit code of a run that was interrupted: 128 plus the number of SIGINT, as in shells.
pub const EXIT_CODE: u8 = 130;

/// Whether the run was asked to stop.
#[derive(Clone, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens for signals from now on. Some sandboxes refuse a handler; there, Ctrl-C ends the process at once.
    pub fn listen() -> Self {
        let interrupt = Interrupt::default();
        let asked = interrupt.0.clone();
        let _ = ctrlc::set_handler(move || {
            if asked.swap(true, Ordering::SeqCst) {
                std::process::exit(EXIT_CODE.into());
            }
        });
        interrupt
    }
    /// Returns whether the run was asked to stop.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// Keeps the system from ending the process when a file reaches the limit on its size: writing fails instead, and the failure is
/// told. Threads that are started later do likewise.
pub fn outlive_file_size_limits() {
    #[cfg(unix)]
    {
        use nix::sys::signal::{SigSet, Signal};
        // Where the signal cannot be blocked, it ends the process as before.
        let _ = SigSet::from(Signal::SIGXFSZ).thread_block();
    }
}
