//! Turns a request into a WebSocket whose frames are counted. A message may come in any number of frames, even in empty frames, so a
//! limit on messages alone would let a page send frames without end.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Instant;

use axum::extract::Request;
use axum::http::header::{CONNECTION, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE};
use axum::http::{HeaderName, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

/// The most bytes in a message from a page. A group of 200,000 people fits.
const LONGEST_MESSAGE: usize = 1 << 20;
/// The number of frames per second that a page may send, and the number that may come at once.
const RATE: f64 = 200.0;
const BURST: f64 = 400.0;

/// A WebSocket to a page. Reading fails with [`io::ErrorKind::QuotaExceeded`] when the page has sent too many frames.
pub type Socket = WebSocketStream<Counted<TokioIo<Upgraded>>>;

/// Returns the answer to a request for a WebSocket, and serves the socket when the page has the answer.
pub fn open<F: Future<Output = ()> + Send + 'static>(
    request: Request,
    serve: impl FnOnce(Socket) -> F + Send + 'static,
) -> Response {
    let Some(key) = wanted(&request) else {
        let wants = [(UPGRADE, "websocket"), (SEC_WEBSOCKET_VERSION, "13")];
        return (StatusCode::UPGRADE_REQUIRED, wants, "this address is for WebSockets").into_response();
    };
    let accepted = [
        (CONNECTION, "upgrade".to_owned()),
        (UPGRADE, "websocket".to_owned()),
        (SEC_WEBSOCKET_ACCEPT, derive_accept_key(key)),
    ];
    let answer = (StatusCode::SWITCHING_PROTOCOLS, accepted).into_response();
    tokio::spawn(async move {
        if let Ok(upgraded) = hyper::upgrade::on(request).await {
            let longest = Some(LONGEST_MESSAGE);
            let config = WebSocketConfig::default().max_message_size(longest).max_frame_size(longest);
            let stream =
                Counted { stream: TokioIo::new(upgraded), frames: Frames::default(), allowance: Allowance::new() };
            serve(WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await).await;
        }
    });
    answer
}

/// Returns the key of a request for a WebSocket; `None` for another request.
fn wanted(request: &Request) -> Option<&[u8]> {
    let headers = request.headers();
    let has = |name: HeaderName, wanted: &str| {
        let words = headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().split(',');
        words.into_iter().any(|word| word.trim().eq_ignore_ascii_case(wanted))
    };
    let is_wanted = request.method() == Method::GET
        && has(CONNECTION, "upgrade")
        && has(UPGRADE, "websocket")
        && has(SEC_WEBSOCKET_VERSION, "13");
    headers.get(SEC_WEBSOCKET_KEY).filter(|_| is_wanted).map(|key| key.as_bytes())
}

/// A stream whose incoming frames are counted.
pub struct Counted<T> {
    stream: T,
    frames: Frames,
    allowance: Allowance,
}

impl<T: AsyncRead + Unpin> AsyncRead for Counted<T> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, to: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = to.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, to))?;
        let begun = self.frames.pass(&to.filled()[before..]);
        let is_allowed = self.allowance.spend(begun);
        Poll::Ready(if is_allowed { Ok(()) } else { Err(io::ErrorKind::QuotaExceeded.into()) })
    }
}

impl<T: AsyncWrite + Unpin> AsyncWrite for Counted<T> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }
    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// Finds where frames begin: a frame has a head of up to ten bytes, a mask of four bytes if it is masked, and its payload.
#[derive(Default)]
struct Frames {
    head: [u8; 10],
    /// The number of bytes of the head that have come.
    come: usize,
    /// The number of bytes until the next head.
    skip: u64,
}

impl Frames {
    /// Takes the next bytes of the stream. Returns the number of frames that begin in them.
    fn pass(&mut self, mut bytes: &[u8]) -> u32 {
        let mut begun = 0;
        while let Some((first, rest)) = bytes.split_first() {
            if self.skip > 0 {
                let skipped = bytes.len().min(usize::try_from(self.skip).unwrap_or(usize::MAX));
                self.skip -= skipped as u64;
                bytes = &bytes[skipped..];
                continue;
            }
            begun += u32::from(self.come == 0);
            self.head[self.come] = *first;
            self.come += 1;
            bytes = rest;
            if let Some(length) = self.length() {
                (self.come, self.skip) = (0, length);
            }
        }
        begun
    }

    /// Returns the number of bytes after the head, when the whole head has come.
    fn length(&self) -> Option<u64> {
        let (short, mask) = (self.head[1] & 0x7f, if self.head[1] & 0x80 == 0 { 0 } else { 4 });
        let extended = match short {
            126 => 2,
            127 => 8,
            _ => 0,
        };
        if self.come < 2 + extended {
            return None;
        }
        let long = self.head[2..2 + extended].iter().fold(0_u64, |sum, byte| (sum << 8) | u64::from(*byte));
        let payload = if extended == 0 { short.into() } else { long };
        Some(payload.saturating_add(mask))
    }
}

/// How many frames a page may still send.
struct Allowance {
    left: f64,
    since: Instant,
}

impl Allowance {
    fn new() -> Self {
        Allowance { left: BURST, since: Instant::now() }
    }
    fn spend(&mut self, frames: u32) -> bool {
        let now = Instant::now();
        self.left = (self.left + (now - self.since).as_secs_f64() * RATE).min(BURST);
        self.since = now;
        self.left -= f64::from(frames);
        self.left >= 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_of_every_length_are_counted_however_their_bytes_come() {
        let mut bytes = Vec::new();
        let lengths = [0, 0, 1, 125, 126, 127, 65_535, 65_536, 0, 70_000, 0];
        for (i, length) in lengths.into_iter().enumerate() {
            let masked = if i % 3 == 0 { 0 } else { 0x80 };
            bytes.push(0x02);
            match length {
                0..126 => bytes.push(masked | length as u8),
                126..65_536 => {
                    bytes.push(masked | 126);
                    bytes.extend((length as u16).to_be_bytes());
                }
                _ => {
                    bytes.push(masked | 127);
                    bytes.extend((length as u64).to_be_bytes());
                }
            }
            bytes.resize(bytes.len() + length + if masked == 0 { 0 } else { 4 }, 0xff);
        }
        for size in [1, 2, 3, 7, 1000, bytes.len()] {
            let mut frames = Frames::default();
            let counted: u32 = bytes.chunks(size).map(|piece| frames.pass(piece)).sum();
            assert_eq!(counted as usize, lengths.len(), "in pieces of {size} bytes");
        }
    }
}
