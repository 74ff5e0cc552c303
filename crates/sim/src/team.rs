//! Keeps the other threads awake during a step.
//!
//! A step has many short parallel parts with sequential parts between. A thread that goes to sleep in between is woken
//! tens of microseconds late, each time: measured, a tenth of the speed of two threads. So it looks for work until the
//! step is over, or until there has been none for a while.

use std::num::NonZero;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// A thread that has looked for work in vain this often may sleep after all; that takes about 0.2 ms.
const PATIENCE: u32 = 400;
/// With fewer people than this, other threads sleep: the step takes less time than waking them up.
const WORTH_IT: usize = 1024;

/// Does the work for `people` people in the pool of threads, while the other threads of the pool stay awake. Where
/// there are more threads than cores, they would only be in each other's way.
pub(crate) fn awake<R: Send>(people: usize, work: impl FnOnce() -> R + Send) -> R {
    let threads = rayon::current_num_threads();
    let others = threads - 1;
    if others == 0 || people < WORTH_IT || threads > cores() {
        return work();
    }
    let is_over = AtomicBool::new(false);
    let work = || {
        let _over = Over(&is_over);
        work()
    };
    rayon::join(work, || stay_awake(others, &is_over)).0
}

fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, NonZero::get))
}

/// Says that the work is over, also when it panics.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

fn stay_awake(threads: usize, is_over: &AtomicBool) {
    if threads > 1 {
        rayon::join(|| look_for_work(is_over), || stay_awake(threads - 1, is_over));
    } else {
        look_for_work(is_over);
    }
}

fn look_for_work(is_over: &AtomicBool) {
    let mut in_vain = 0;
    while in_vain < PATIENCE && !is_over.load(Ordering::Acquire) {
        match rayon::yield_now() {
            Some(rayon::Yield::Executed) => in_vain = 0,
            _ => in_vain += 1,
        }
        // On a busy machine, threads with work go first.
        std::thread::yield_now();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_work_is_done_on_any_number_of_threads() {
        for threads in [1, 2, 5] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            let sum = pool.install(|| (0..100).map(|i| awake(WORTH_IT, || rayon::join(|| i, || 1)).0).sum::<i32>());
            assert_eq!(sum, 4950);
        }
    }

    #[test]
    fn a_panic_in_the_work_ends_the_wait() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("a pool");
        let outcome = pool.install(|| std::panic::catch_unwind(|| awake(WORTH_IT, || -> u32 { panic!("on purpose") })));
        assert!(outcome.is_err());
    }
}
