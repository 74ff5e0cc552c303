//! The storm at the command line: `cargo xtask storm --seeds 200`.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use populace_storm::trial::{Pools, scratch, trial};
use populace_storm::{Coverage, RandomWorld, invariants, keep};

const USAGE: &str = "\
Runs random worlds and looks for what is wrong.

  --seeds N        how many worlds (200)
  --first K        the seed of the first world (0)
  --seed K         the world of this seed alone
  --threads A,B,C  the numbers of threads that must give the same bits (1,2,4)
  --jobs N         how many worlds are run at a time (the number of cores)
  --keep FOLDER    where a world that breaks an invariant is written (out/storm)
  --go-on          goes on after a broken invariant, and counts them all";

/// What the user asked for.
struct Asked {
    first: u64,
    seeds: u64,
    threads: Vec<usize>,
    jobs: usize,
    keep: PathBuf,
    go_on: bool,
}

fn main() -> ExitCode {
    let asked = match Asked::read(std::env::args().skip(1)) {
        Ok(asked) => asked,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    // A panic is a finding: its message is kept, and reported like the findings of invariants.
    std::panic::set_hook(Box::new(|info| *PANIC.lock().unwrap_or_else(|e| e.into_inner()) = info.to_string()));
    storm(&asked)
}

/// The message of the last panic.
static PANIC: Mutex<String> = Mutex::new(String::new());

impl Asked {
    fn read(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let (threads, keep) = (vec![1, 2, 4], "out/storm".into());
        let mut asked = Asked { first: 0, seeds: 200, threads, jobs: cores, keep, go_on: false };
        while let Some(word) = words.next() {
            if word == "--help" {
                return Err(USAGE.to_owned());
            }
            if word == "--go-on" {
                asked.go_on = true;
                continue;
            }
            let value = words.next().ok_or_else(|| format!("{word} needs a value, or is unknown\n\n{USAGE}"))?;
            let number =
                || value.parse::<u64>().map_err(|_| format!("{word}: {value:?} is no whole number\n\n{USAGE}"));
            match word.as_str() {
                "--seeds" => asked.seeds = number()?,
                "--first" => asked.first = number()?,
                "--seed" => (asked.first, asked.seeds) = (number()?, 1),
                "--jobs" => asked.jobs = number()?.clamp(1, 64) as usize,
                "--keep" => asked.keep = value.into(),
                "--threads" => {
                    let threads: Option<Vec<usize>> = value.split(',').map(|t| t.parse().ok()).collect();
                    let within = |threads: &Vec<usize>| threads.iter().all(|t| (1..=64).contains(t));
                    let fail = || format!("--threads: {value:?} is no list such as 1,2,4\n\n{USAGE}");
                    asked.threads = threads.filter(within).ok_or_else(fail)?;
                }
                _ => return Err(format!("{word} is unknown\n\n{USAGE}")),
            }
        }
        Ok(asked)
    }
}

/// The results of all worlds.
#[derive(Default)]
struct Total {
    coverage: Coverage,
    /// The seeds that break each invariant.
    broken: BTreeMap<&'static str, Vec<u64>>,
}

fn storm(asked: &Asked) -> ExitCode {
    let (next, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let (total, begun) = (Mutex::new(Total::default()), Instant::now());
    let folder = scratch().join(format!("populace-storm-{}", std::process::id()));
    std::thread::scope(|scope| {
        for job in 0..asked.jobs {
            let (next, stop, total) = (&next, &stop, &total);
            let folder = folder.join(job.to_string());
            scope.spawn(move || {
                let Ok(pools) = Pools::new(&asked.threads) else { return };
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= asked.seeds {
                        break;
                    }
                    let is_broken = one(asked, asked.first + number, &pools, &folder, total);
                    if is_broken && !asked.go_on {
                        stop.store(true, Ordering::Relaxed);
                    }
                    progress(number + 1, asked.seeds, begun);
                }
            });
        }
    });
    let _ = std::fs::remove_dir_all(&folder);
    let total = total.into_inner().unwrap_or_else(|e| e.into_inner());
    tell(&total, begun);
    if total.broken.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs the world of a seed. Returns whether it breaks an invariant.
fn one(asked: &Asked, seed: u64, pools: &Pools, folder: &Path, total: &Mutex<Total>) -> bool {
    let _ = std::fs::remove_dir_all(folder);
    let mut coverage = Coverage::default();
    let drawn = catch_unwind(|| RandomWorld::of(seed));
    let (world, scenario) = match drawn {
        Ok(drawn) => drawn,
        Err(_) => (RandomWorld::draw(seed, 0), None),
    };
    let is_proven = scenario.is_some();
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let Some(scenario) = scenario else { return Ok(Vec::new()) };
        let evidence = trial(seed, scenario, pools, folder).map_err(|error| error.to_string())?;
        coverage.add(&world, Some(&evidence));
        Ok(invariants::broken(&evidence))
    }));
    let findings = match outcome {
        Ok(Ok(findings)) => findings,
        Ok(Err(error)) => vec![("a run ends without an error", error)],
        Err(_) => vec![("nothing panics", PANIC.lock().unwrap_or_else(|e| e.into_inner()).clone())],
    };
    if !is_proven {
        coverage.add(&world, None);
        coverage.unproven += 1;
    }
    let mut total = total.lock().unwrap_or_else(|e| e.into_inner());
    total.coverage.merge(coverage);
    for (name, what) in &findings {
        total.broken.entry(name).or_default().push(seed);
        println!("\rseed {seed}: {name}: {what}");
    }
    if !findings.is_empty() {
        match keep(&world, &findings, &asked.keep) {
            Ok(path) => println!("  populace run {}", path.display()),
            Err(error) => println!("  the world could not be written: {error}"),
        }
    }
    !findings.is_empty()
}

fn progress(done: u64, seeds: u64, begun: Instant) {
    use std::io::{IsTerminal, Write};
    let took = begun.elapsed().as_secs_f64();
    if std::io::stderr().is_terminal() && (done.is_multiple_of(10) || done == seeds) {
        eprint!("\r{done} of {seeds} worlds, {took:.0} s ");
        let _ = std::io::stderr().flush();
    } else if done.is_multiple_of(100) {
        eprintln!("{done} of {seeds} worlds, {took:.0} s");
    }
}

fn tell(total: &Total, begun: Instant) {
    let Coverage { worlds, unproven, people, steps, refused, .. } = &total.coverage;
    let took = begun.elapsed().as_secs_f64();
    println!(
        "\r{worlds} worlds, {people} people, {steps} steps in {took:.1} s; no attempt proved for {unproven} seeds"
    );
    total.coverage.lines().iter().for_each(|line| println!("{line}"));
    let attempts: u64 = refused.values().sum();
    println!("{attempts} attempts were refused and drawn again");
    let mut refused: Vec<_> = refused.iter().collect();
    refused.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    refused.iter().take(12).for_each(|(what, count)| println!("{count:>10}  {what}"));
    for (name, seeds) in &total.broken {
        let some: Vec<String> = seeds.iter().take(12).map(u64::to_string).collect();
        println!("BROKEN {name}: {} worlds, such as the seeds {}", seeds.len(), some.join(", "));
    }
}
