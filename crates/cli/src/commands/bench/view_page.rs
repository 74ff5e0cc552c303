//! Pages of `populace bench view`: real sockets that read frames.

use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use populace_serve::protocol::{Ask, Head, Tell};
use populace_serve::wire::{from_bytes, to_bytes};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

use crate::failure::Failure;

/// Pause of a slow page after each frame.
const PAUSE: Duration = Duration::from_millis(500);

/// The number of frames, people and bytes that a page has read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Received {
    pub frames: u32,
    /// People in those frames, each counted in every frame.
    pub people: u64,
    /// Bytes on the wire after the place.
    pub bytes: u64,
}

/// Reads every frame until the run is over.
pub fn read_all(address: SocketAddr) -> Result<Received, Failure> {
    let mut page = Page::open(address)?;
    loop {
        let Head { frames, ended, .. } = page.head()?;
        while page.seen.frames < frames {
            page.ask(page.seen.frames, 64)?;
        }
        if !ended.is_empty() {
            return Ok(page.seen);
        }
    }
}

/// Reads the newest frame now and then until the run is over.
pub fn read_slowly(address: SocketAddr) -> Result<Received, Failure> {
    let mut page = Page::open(address)?;
    loop {
        let Head { frames, ended, .. } = page.head()?;
        if !ended.is_empty() {
            return Ok(page.seen);
        }
        page.ask(frames.saturating_sub(1), 1)?;
        std::thread::sleep(PAUSE);
    }
}

struct Page {
    socket: WebSocket<TcpStream>,
    seen: Received,
    /// The newest head that the server sent and the page has not looked at.
    head: Option<Head>,
}

fn failed(error: impl std::fmt::Display) -> Failure {
    Failure::new(format!("a page lost its server: {error}"))
}

impl Page {
    fn open(address: SocketAddr) -> Result<Self, Failure> {
        let stream = TcpStream::connect(address).map_err(failed)?;
        let request = format!("ws://{address}/socket").into_client_request().map_err(failed)?;
        let (socket, _) = tungstenite::client::client(request, stream).map_err(failed)?;
        Ok(Page { socket, seen: Received::default(), head: None })
    }

    /// Returns the next message.
    fn next(&mut self) -> Result<Tell, Failure> {
        loop {
            if let Message::Binary(bytes) = self.socket.read().map_err(failed)? {
                let tell = from_bytes(&bytes).map_err(|_| failed("it does not speak the protocol"))?;
                if !matches!(tell, Tell::Welcome { .. } | Tell::Place { .. }) {
                    self.seen.bytes += on_the_wire(bytes.len());
                }
                return Ok(tell);
            }
        }
    }

    /// Returns how far the run has come.
    fn head(&mut self) -> Result<Head, Failure> {
        loop {
            if let Some(head) = self.head.take() {
                return Ok(head);
            }
            if let Tell::Head { head } = self.next()? {
                return Ok(head);
            }
        }
    }

    /// Asks for frames and reads them.
    fn ask(&mut self, from: u32, count: u16) -> Result<(), Failure> {
        let ask = Ask::Frames { tag: 1, from, count, stride: 1 };
        self.socket.send(Message::Binary(to_bytes(&ask).into())).map_err(failed)?;
        loop {
            match self.next()? {
                Tell::Frame { frame, .. } => {
                    self.seen.frames += 1;
                    self.seen.people += u64::from(frame.count);
                }
                Tell::Head { head } => self.head = Some(head),
                Tell::Done { .. } => return Ok(()),
                _ => {}
            }
        }
    }
}

/// Returns the bytes of a message with the header of WebSockets.
fn on_the_wire(bytes: usize) -> u64 {
    let before = match bytes {
        0..126 => 2,
        126..65_536 => 4,
        _ => 10,
    };
    (bytes + before) as u64
}
