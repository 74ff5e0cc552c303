//! Runs a command as a step, with its name, its time and its failure.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Success, or a failure in words for the user.
pub type Outcome = Result<(), String>;

/// Runs `work` as a step called `name`. Prints and returns how long it took.
pub fn timed(name: &str, work: impl FnOnce() -> Outcome) -> (Outcome, Duration) {
    println!("── {name}");
    let start = Instant::now();
    let outcome = work();
    let took = start.elapsed();
    match &outcome {
        Ok(()) => println!("   {name}: ok, {:.1} s", took.as_secs_f64()),
        Err(_) => println!("   {name}: FAILED after {:.1} s", took.as_secs_f64()),
    }
    (outcome, took)
}

/// Returns the command `cargo` with arguments, in the root of the repository.
pub fn cargo(root: &Path, arguments: &[&str]) -> Command {
    // Cargo tells its children which cargo it is, so every step uses the same toolchain.
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    // Everything is compiled once and used many times, so the files for incremental compilation are not worth writing.
    command.current_dir(root).args(arguments).env("CARGO_INCREMENTAL", "0");
    command
}

/// Returns the folder of everything that is built.
pub fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |given| root.join(given))
}

/// Returns the built program as a command, in the root of the repository.
pub fn populace(root: &Path, profile: &str) -> Command {
    let name = format!("populace{}", std::env::consts::EXE_SUFFIX);
    let mut command = Command::new(target(root).join(profile).join(name));
    command.current_dir(root);
    command
}

/// Runs the command to its end. An error names the command. There is no time limit: `cargo demo` serves until Ctrl-C.
pub fn run(mut command: Command) -> Outcome {
    let shown = shown(&command);
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{shown}` failed ({status})")),
        Err(error) => Err(format!("`{shown}` could not be started: {error}")),
    }
}

/// Runs the command for at most a time. A step that hangs fails.
pub fn run_within(limit: Duration, command: Command) -> Outcome {
    Started::of(command)?.finish(limit)
}

/// A command that is under way.
pub struct Started {
    shown: String,
    child: Child,
}

impl Started {
    /// Starts a command.
    pub fn of(mut command: Command) -> Result<Self, String> {
        let shown = shown(&command);
        let child = command.spawn().map_err(|error| format!("`{shown}` could not be started: {error}"))?;
        Ok(Started { shown, child })
    }

    /// Waits until the command has ended, for at most a time from now on.
    pub fn finish(mut self, limit: Duration) -> Outcome {
        let start = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) if status.success() => return Ok(()),
                Ok(Some(status)) => return Err(format!("`{}` failed ({status})", self.shown)),
                Ok(None) if start.elapsed() < limit => std::thread::sleep(Duration::from_millis(20)),
                Ok(None) | Err(_) => {
                    let what = format!("`{}` did not end within {:.0} min", self.shown, limit.as_secs_f64() / 60.0);
                    self.end();
                    return Err(what);
                }
            }
        }
    }

    /// Ends the command now.
    pub fn end(mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns what the command writes to standard output.
pub fn output(mut command: Command) -> Result<String, String> {
    let shown = shown(&command);
    let result = command.stderr(Stdio::inherit()).output();
    match result {
        Ok(output) if output.status.success() => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        Ok(output) => Err(format!("`{shown}` failed ({})", output.status)),
        Err(error) => Err(format!("`{shown}` could not be started: {error}")),
    }
}

/// Returns whether the command exists and succeeds. Hides its output.
pub fn succeeds(mut command: Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|s| s.success())
}

fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_stem().map(|s| s.to_string_lossy().into_owned());
    let arguments = command.get_args().map(|a| a.to_string_lossy().into_owned());
    program.into_iter().chain(arguments).collect::<Vec<_>>().join(" ")
}
