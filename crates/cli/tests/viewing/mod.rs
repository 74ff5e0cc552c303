//! Runs `populace view` in tests, and pages that are real sockets.

// A message that is passed over is kept as a whole, so it comes back as the error.
#![allow(clippy::result_large_err)]

use std::io::{ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, ExitStatus};
use std::time::Duration;

use populace_harness::{Deadline, LONGEST, Running, connect, skip};
use populace_serve::protocol::{Act, Ask, Head, Place, Tell, Welcome};
use populace_serve::wire::{from_bytes, to_bytes};
use tungstenite::client::IntoClientRequest;
use tungstenite::protocol::Role;
use tungstenite::{Message, WebSocket};

/// Returns whether the viewer is part of the program. Without it there is nothing to test.
pub fn is_built() -> bool {
    let is = populace_serve::assets::is_complete();
    if !is {
        skip("the viewer was not built", "run `cargo viewer`");
    }
    is
}

/// A server that is ended when it is dropped.
pub struct View {
    running: Running,
    /// The line that it printed.
    pub line: String,
    /// The address at which it listens.
    pub address: String,
}

impl View {
    /// Starts `populace view` at a free port.
    pub fn start(arguments: &[&str]) -> Self {
        Self::run(Command::new(env!("CARGO_BIN_EXE_populace")).arg("view").args(arguments))
    }
    /// Starts `populace view` at a free port, under a limit as `ulimit` takes it.
    pub fn limited(limit: &str, arguments: &[&str]) -> Self {
        let script = format!("ulimit {limit}; exec \"$0\" \"$@\"");
        Self::run(Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_populace"), "view"]).args(arguments))
    }
    fn run(command: &mut Command) -> Self {
        let mut running = Running::start(command.args(["--port", "0"]));
        let Some(line) = running.line() else {
            panic!("{}", String::from_utf8_lossy(&running.finish().stderr));
        };
        let port = line.trim().rsplit(':').next().and_then(|rest| rest.split('/').next()).unwrap_or_default();
        let address = format!("127.0.0.1:{port}");
        View { running, line, address }
    }

    /// Returns the whole answer to a request for a path.
    pub fn get(&self, path: &str) -> String {
        let mut stream = connect(&self.address);
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address);
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Opens a page that has not been told anything yet.
    pub fn socket(&self) -> Page {
        let request = format!("ws://{}/socket", self.address).into_client_request().unwrap();
        let (socket, _) = tungstenite::client::client(request, connect(&self.address)).unwrap();
        Page { socket, tag: 0, news: None }
    }
    /// Opens a page and waits until it was welcomed.
    pub fn page(&self) -> (Page, Welcome, Place) {
        let mut page = self.socket();
        let welcome = match page.next() {
            Tell::Welcome { welcome } => welcome,
            other => panic!("{other:?}"),
        };
        match page.next() {
            Tell::Place { place } => (page, welcome, place),
            other => panic!("{other:?}"),
        }
    }

    /// Interrupts the server as Ctrl-C does. Returns how it ended.
    pub fn interrupt(self) -> ExitStatus {
        self.running.interrupt();
        self.running.finish().status
    }
}

/// A page of a browser. Each wait for a message has one limit, which pings of the server do not prolong.
pub struct Page {
    socket: WebSocket<TcpStream>,
    tag: u32,
    /// The newest head that came while the page waited for something else.
    news: Option<Head>,
}

impl Page {
    /// Returns the next message.
    pub fn next(&mut self) -> Tell {
        from_bytes(&self.next_bytes(Deadline::far())).expect("servers speak the protocol")
    }
    /// Returns the bytes of the next message.
    fn next_bytes(&mut self, deadline: Deadline) -> Vec<u8> {
        loop {
            let left = deadline.left("the server does not tell what the page waits for");
            self.socket.get_mut().set_read_timeout(Some(left)).unwrap();
            match self.socket.read() {
                Ok(Message::Binary(bytes)) => return bytes.to_vec(),
                Ok(Message::Close(frame)) => panic!("closed: {frame:?}"),
                Ok(_) => {}
                // The deadline has passed; the next round finds that out.
                Err(tungstenite::Error::Io(e)) if e.kind() == ErrorKind::WouldBlock => {}
                Err(error) => panic!("the page was closed: {error}"),
            }
        }
    }
    /// Returns what `take` makes of the first message that it wants. Of the heads that it does not want, the newest is kept.
    fn take_within<T>(&mut self, limit: Duration, mut take: impl FnMut(Tell, &[u8]) -> Result<T, Tell>) -> T {
        let deadline = Deadline::after(limit);
        loop {
            let bytes = self.next_bytes(deadline);
            match take(from_bytes(&bytes).expect("servers speak the protocol"), &bytes) {
                Ok(taken) => return taken,
                Err(Tell::Head { head }) => self.news = Some(head),
                Err(_) => {}
            }
        }
    }
    pub fn ask(&mut self, ask: &Ask) {
        self.socket.send(Message::Binary(to_bytes(ask).into())).unwrap();
    }
    /// Asks a question with a tag, and waits for its answer.
    pub fn answer(&mut self, ask: impl FnOnce(u32) -> Ask) -> Tell {
        self.tag += 1;
        let expected = self.tag;
        self.ask(&ask(expected));
        self.take_within(LONGEST, |tell, _| if tag_of(&tell) == Some(expected) { Ok(tell) } else { Err(tell) })
    }
    pub fn act(&mut self, act: Act) {
        let told = self.answer(|tag| Ask::Act { tag, act });
        assert!(matches!(told, Tell::Done { .. }), "{told:?}");
    }
    /// Returns the newest head when it was not returned before and is as expected. Otherwise waits for the next head that is.
    pub fn head(&mut self, is: impl Fn(&Head) -> bool) -> Head {
        self.head_within(LONGEST, is)
    }
    /// Does what `head` does, but panics after a time.
    pub fn head_within(&mut self, limit: Duration, is: impl Fn(&Head) -> bool) -> Head {
        if let Some(head) = self.news.take().filter(&is) {
            return head;
        }
        self.take_within(limit, |tell, _| match tell {
            Tell::Head { head } if is(&head) => Ok(head),
            other => Err(other),
        })
    }
    /// Waits until the run is over, or until all of a recording was read.
    pub fn end(&mut self) -> Head {
        self.head(|head| !head.ended.is_empty())
    }
    /// Asks for one more frame of a run that stands still.
    pub fn step(&mut self, frames: u32) {
        self.ask(&Ask::Step {});
        self.head(|head| head.frames >= frames);
    }
    /// Returns the bytes of every frame, without the tag.
    pub fn frames(&mut self, count: u32) -> Vec<Vec<u8>> {
        let mut frames: Vec<Vec<u8>> = Vec::new();
        while (frames.len() as u32) < count {
            self.ask(&Ask::Frames { tag: 0, from: frames.len() as u32, count: 64, stride: 1 });
            let before = frames.len();
            self.take_within(LONGEST, |tell, bytes| match tell {
                Tell::Done { .. } => Ok(()),
                Tell::Frame { .. } => {
                    frames.push(bytes[5..].to_vec());
                    Err(tell)
                }
                other => Err(other),
            });
            assert!(frames.len() > before, "{} of {count} frames", frames.len());
        }
        frames
    }
}

/// Returns the tag of an answer; `None` for a message that nobody asked for.
fn tag_of(tell: &Tell) -> Option<u32> {
    match tell {
        Tell::Statistics { tag, .. }
        | Tell::Happenings { tag, .. }
        | Tell::Trains { tag, .. }
        | Tell::Roster { tag, .. }
        | Tell::Presence { tag, .. }
        | Tell::Inspected { tag, .. }
        | Tell::Trail { tag, .. }
        | Tell::Layer { tag, .. }
        | Tell::Flow { tag, .. }
        | Tell::Probed { tag, .. }
        | Tell::Done { tag }
        | Tell::Refused { tag, .. } => Some(*tag),
        _ => None,
    }
}

/// Opens a page at a server that only sends pings, each before the last read has waited for long.
pub fn page_that_is_only_pinged() -> Page {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let stream = connect(address);
    // The connection already waits, so this returns at once.
    let (served, _) = listener.accept().unwrap();
    std::thread::spawn(move || {
        let mut server = WebSocket::from_raw_socket(served, Role::Server, None);
        while server.send(Message::Ping(Vec::new().into())).is_ok() {
            std::thread::sleep(Duration::from_millis(1));
        }
    });
    Page { socket: WebSocket::from_raw_socket(stream, Role::Client, None), tag: 0, news: None }
}
