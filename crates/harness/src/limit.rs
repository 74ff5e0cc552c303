//! Limits on waiting: for child processes, for sockets and for messages.

use std::io::{BufRead, BufReader, Read};
use std::net::{TcpStream, ToSocketAddrs};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The longest time that a test waits for anything. Even on a busy machine nothing takes this long, so a test that
/// waits for this long has failed.
pub const LONGEST: Duration = Duration::from_secs(300);

/// The time between two questions to a child process whether it has ended.
const POLL: Duration = Duration::from_millis(2);

/// The moment at which a wait becomes a failure.
#[derive(Clone, Copy, Debug)]
pub struct Deadline(Instant);

impl Deadline {
    /// Returns the deadline that is [`LONGEST`] away.
    pub fn far() -> Self {
        Self::after(LONGEST)
    }

    /// Returns the deadline that is `time` away.
    pub fn after(time: Duration) -> Self {
        Deadline(Instant::now() + time)
    }

    /// Returns how long the test may still wait; panics with `what` when the deadline has passed.
    pub fn left(self, what: &str) -> Duration {
        let left = self.0.saturating_duration_since(Instant::now());
        assert!(!left.is_zero(), "waited too long: {what}");
        left
    }
}

/// Connects to a server with limits on reading and writing.
pub fn connect(address: impl ToSocketAddrs) -> TcpStream {
    let stream = TcpStream::connect(address).expect("the server listens");
    stream.set_read_timeout(Some(LONGEST)).expect("sockets have limits");
    stream.set_write_timeout(Some(LONGEST)).expect("sockets have limits");
    stream
}

/// Runs a command to its end and returns its status and what it printed; panics when it takes longer than [`LONGEST`].
pub fn output(command: &mut Command) -> Output {
    Running::start(command).finish()
}

/// A child process. Dropping this value kills the process; a wait that takes too long panics, and so drops the value.
/// Two threads read everything that the process prints, so that a full pipe never stops it.
pub struct Running {
    child: Child,
    lines: Mutex<Receiver<String>>,
    printed: Option<[JoinHandle<Vec<u8>>; 2]>,
}

impl Running {
    /// Starts the command; panics when the program cannot be started.
    pub fn start(command: &mut Command) -> Self {
        let piped = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = piped.spawn().unwrap_or_else(|e| panic!("{command:?} does not start: {e}"));
        let (send, lines) = channel();
        let (out, err) = (child.stdout.take().expect("it is piped"), child.stderr.take().expect("it is piped"));
        let read_out = std::thread::spawn(move || {
            let (mut reader, mut bytes) = (BufReader::new(out), Vec::new());
            loop {
                let before = bytes.len();
                let is_over = reader.read_until(b'\n', &mut bytes).map_or(true, |count| count == 0);
                if is_over {
                    return bytes;
                }
                // Sending fails when nothing reads the lines any more; the bytes are kept all the same.
                let _ = send.send(String::from_utf8_lossy(&bytes[before..]).into_owned());
            }
        });
        let read_err = std::thread::spawn(move || {
            let (mut err, mut bytes) = (err, Vec::new());
            let _ = err.read_to_end(&mut bytes);
            bytes
        });
        Running { child, lines: Mutex::new(lines), printed: Some([read_out, read_err]) }
    }

    /// Returns the next line of standard output with its end, or `None` when the output has ended.
    pub fn line(&mut self) -> Option<String> {
        use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};
        match self.lines.get_mut().expect("readers do not fail").recv_timeout(LONGEST) {
            Ok(line) => Some(line),
            Err(Disconnected) => None,
            Err(Timeout) => panic!("waited too long: the process prints nothing"),
        }
    }

    /// Returns the status with which the process ended, or `None` while it runs.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().expect("processes can be asked")
    }

    /// Asks the process to stop, as Ctrl-C does.
    #[cfg(unix)]
    pub fn interrupt(&self) {
        let sent = output(Command::new("kill").args(["-INT", &self.child.id().to_string()]));
        assert!(sent.status.success(), "the process runs: {}", String::from_utf8_lossy(&sent.stderr));
    }

    /// Kills the process without a warning, and waits until it is gone.
    pub fn kill(self) {
        drop(self);
    }

    /// Waits for the end of the process, for at most [`LONGEST`], and returns its status and what it printed.
    pub fn finish(self) -> Output {
        self.finish_within(LONGEST)
    }

    /// Waits for the end of the process, for at most `limit`, and returns its status and what it printed.
    pub fn finish_within(mut self, limit: Duration) -> Output {
        let deadline = Deadline::after(limit);
        let status = loop {
            if let Some(status) = self.ended() {
                break status;
            }
            std::thread::sleep(POLL.min(deadline.left("the process does not end")));
        };
        let [stdout, stderr] = self.printed.take().expect("a process finishes once").map(|thread| {
            // A grandchild may keep the pipe open after the process has ended: this wait has a limit, too.
            while !thread.is_finished() {
                std::thread::sleep(POLL.min(deadline.left("the output of the process does not end")));
            }
            thread.join().expect("readers do not fail")
        });
        Output { status, stdout, stderr }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        // This returns at once: a process that was killed is gone.
        let _ = self.child.wait();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// Returns a command that does not end.
    fn endless() -> Command {
        let mut command = Command::new("sleep");
        command.arg("100000");
        command
    }

    /// Such a wait used to last for ever.
    #[test]
    #[should_panic(expected = "waited too long: the process does not end")]
    fn a_process_that_does_not_end_fails_the_test() {
        Running::start(&mut endless()).finish_within(Duration::from_millis(20));
    }

    #[test]
    fn a_process_that_is_dropped_is_gone() {
        let running = Running::start(&mut endless());
        let id = running.child.id().to_string();
        let is_there = || output(Command::new("kill").args(["-0", &id])).status.success();
        assert!(is_there());
        running.kill();
        assert!(!is_there());
    }

    #[test]
    #[should_panic(expected = "waited too long: nothing comes")]
    fn a_deadline_that_has_passed_fails_the_test() {
        Deadline::after(Duration::ZERO).left("nothing comes");
    }

    /// The process prints more than a pipe holds, to standard output and to standard error.
    #[test]
    fn what_a_process_prints_is_kept_whole() {
        let script = "i=0; while [ $i -lt 20000 ]; do echo out $i; echo error $i >&2; i=$((i+1)); done";
        let output = output(Command::new("sh").args(["-c", script]));
        let last = |bytes: &[u8]| String::from_utf8_lossy(bytes).lines().last().map(str::to_owned);
        assert_eq!(last(&output.stdout).as_deref(), Some("out 19999"));
        assert_eq!(last(&output.stderr).as_deref(), Some("error 19999"));
    }
}
