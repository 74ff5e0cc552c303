//! Runs `populace view` in tests, and pages that are real sockets.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use populace_serve::protocol::{Act, Ask, Head, Place, Tell, Welcome};
use populace_serve::wire::{from_bytes, to_bytes};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// Longer than any answer takes: a test that waits for so long has failed.
const LONG: Duration = Duration::from_secs(120);

/// Whether the viewer is part of the program; without it there is nothing to test.
pub fn is_built() -> bool {
    let is = populace_serve::assets::is_complete();
    if !is {
        println!("skipped: the viewer was not built, run `cargo viewer`");
    }
    is
}

/// A server that is ended when it is dropped.
pub struct View {
    child: Child,
    /// What it printed.
    pub line: String,
    /// Where it listens on this machine.
    pub address: String,
}

impl View {
    /// `populace view` at a free port.
    pub fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_populace"));
        command.arg("view").args(arguments).args(["--port", "0"]).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        if line.is_empty() {
            let mut message = String::new();
            child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
            panic!("{message}");
        }
        let port = line.trim().rsplit(':').next().and_then(|rest| rest.split('/').next()).unwrap_or_default();
        let address = format!("127.0.0.1:{port}");
        View { child, line, address }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(LONG)).unwrap();
        stream
    }

    pub fn get(&self, path: &str) -> String {
        let mut stream = self.connect();
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address);
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// A page, before it was told anything.
    pub fn socket(&self) -> Page {
        let request = format!("ws://{}/socket", self.address).into_client_request().unwrap();
        let (socket, _) = tungstenite::client::client(request, self.connect()).unwrap();
        Page { socket, tag: 0 }
    }
    /// A page that was welcomed.
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

    /// Ctrl-C; how it ended.
    pub fn interrupt(mut self) -> ExitStatus {
        let sent = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        self.child.wait().unwrap()
    }
}

impl Drop for View {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A browser's page.
pub struct Page {
    socket: WebSocket<TcpStream>,
    tag: u32,
}

impl Page {
    pub fn next(&mut self) -> Tell {
        from_bytes(&self.next_bytes()).expect("servers speak the protocol")
    }
    fn next_bytes(&mut self) -> Vec<u8> {
        loop {
            match self.socket.read().expect("the page is not closed") {
                Message::Binary(bytes) => return bytes.to_vec(),
                Message::Close(frame) => panic!("closed: {frame:?}"),
                _ => {}
            }
        }
    }
    pub fn ask(&mut self, ask: &Ask) {
        self.socket.send(Message::Binary(to_bytes(ask).into())).unwrap();
    }
    /// Asks something with a tag and waits for its answer.
    pub fn answer(&mut self, ask: impl FnOnce(u32) -> Ask) -> Tell {
        self.tag += 1;
        let expected = self.tag;
        self.ask(&ask(expected));
        loop {
            let tell = self.next();
            let tag = match &tell {
                Tell::Statistics { tag, .. }
                | Tell::Happenings { tag, .. }
                | Tell::Roster { tag, .. }
                | Tell::Inspected { tag, .. }
                | Tell::Trail { tag, .. }
                | Tell::Layer { tag, .. }
                | Tell::Flow { tag, .. }
                | Tell::Probed { tag, .. }
                | Tell::Done { tag }
                | Tell::Refused { tag, .. } => *tag,
                _ => 0,
            };
            if tag == expected {
                return tell;
            }
        }
    }
    pub fn act(&mut self, act: Act) {
        let told = self.answer(|tag| Ask::Act { tag, act });
        assert!(matches!(told, Tell::Done { .. }), "{told:?}");
    }
    /// The first head that is as expected.
    pub fn head(&mut self, is: impl Fn(&Head) -> bool) -> Head {
        loop {
            match self.next() {
                Tell::Head { head } if is(&head) => return head,
                _ => {}
            }
        }
    }
    /// Waits until the run is over, or all of a recording was read.
    pub fn end(&mut self) -> Head {
        self.head(|head| !head.ended.is_empty())
    }
    /// One frame more of a run that stands still.
    pub fn step(&mut self, frames: u32) {
        self.ask(&Ask::Step {});
        self.head(|head| head.frames >= frames);
    }
    /// The bytes of every frame, without the tag.
    pub fn frames(&mut self, count: u32) -> Vec<Vec<u8>> {
        let mut frames: Vec<Vec<u8>> = Vec::new();
        while (frames.len() as u32) < count {
            self.ask(&Ask::Frames { tag: 0, from: frames.len() as u32, count: 64, stride: 1 });
            let before = frames.len();
            loop {
                let bytes = self.next_bytes();
                match from_bytes(&bytes).expect("servers speak the protocol") {
                    Tell::Frame { .. } => frames.push(bytes[5..].to_vec()),
                    Tell::Done { .. } => break,
                    _ => {}
                }
            }
            assert!(frames.len() > before, "{} of {count} frames", frames.len());
        }
        frames
    }
}
