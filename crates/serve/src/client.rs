//! A page that watches: answers its requests in turn, works out slow answers on other threads, and tells how far the run has come.
//!
//! An error of a page closes that page alone. A page that does not read delays only its own task. A page that does not answer pings
//! is closed.

use std::io::ErrorKind;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval, sleep_until, timeout};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::answers;
use crate::door::Limits;
use crate::gauges::Gauges;
use crate::protocol::{Ask, Tell};
use crate::server::Shared;
use crate::show::{Order, Seat, Show};
use crate::socket::Socket;
use crate::wire::{Wire, from_bytes, to_bytes};

/// The least time between two messages that tell how far the run has come.
const HEAD_PAUSE: Duration = Duration::from_millis(50);
/// The number of unanswered pings after which a page is closed.
const MOST_PINGS: u32 = 3;
/// The most answers that other threads work out for a page at a time.
pub const MOST_JOBS: usize = 4;
/// The most frames in one answer.
const MOST_FRAMES: u16 = 64;

/// The connection to a page.
pub struct Client {
    socket: Socket,
    limits: Limits,
    /// The number of pings since the last message of the page.
    pings: u32,
}

/// The page is closed: nothing more can be sent.
pub struct Gone;

impl Client {
    pub fn new(socket: Socket, limits: Limits) -> Self {
        Client { socket, limits, pings: 0 }
    }

    /// Tells why there is nothing to show, and closes the page.
    pub async fn turn_away(&mut self, why: Tell) {
        if self.tell(&why).await.is_ok() {
            self.close(CloseCode::Again, "nothing to show").await;
        }
    }

    async fn tell(&mut self, tell: &Tell) -> Result<(), Gone> {
        self.send(Message::Binary(to_bytes(tell).into())).await
    }
    /// Sends a message. Waits until the system has taken all of it, so that at most one message is ever kept for a page.
    async fn send(&mut self, message: Message) -> Result<(), Gone> {
        let sent = timeout(self.limits.reading, self.socket.send(message)).await;
        sent.map_err(|_| Gone)?.map_err(|_| Gone)
    }
    async fn close(&mut self, code: CloseCode, why: &'static str) {
        let frame = CloseFrame { code, reason: why.into() };
        let _ = self.send(Message::Close(Some(frame))).await;
    }

    async fn ping(&mut self) -> Result<(), Gone> {
        if self.pings >= MOST_PINGS {
            return Err(Gone);
        }
        self.pings += 1;
        self.send(Message::Ping(Vec::new().into())).await
    }

    /// Returns the request in what was read, if it is a request.
    async fn heard(&mut self, read: Option<Result<Message, Error>>) -> Result<Option<Ask>, Gone> {
        self.pings = 0;
        let ask = match read {
            Some(Ok(Message::Binary(bytes))) => from_bytes::<Ask>(&bytes),
            Some(Ok(Message::Text(_) | Message::Frame(_))) => Err(crate::wire::Malformed),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => return Ok(None),
            Some(Err(Error::Io(error))) if error.kind() == ErrorKind::QuotaExceeded => {
                self.close(CloseCode::Policy, "too many requests").await;
                return Err(Gone);
            }
            Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Gone),
        };
        if ask.is_err() {
            self.close(CloseCode::Protocol, "that is no message of this protocol").await;
        }
        ask.map(Some).map_err(|_| Gone)
    }
}

/// Serves a page until it is closed.
pub(crate) async fn serve(mut client: Client, shared: &Arc<Shared>, scene: &str) {
    let (house, name) = (shared.house.clone(), scene.to_owned());
    let opened = tokio::task::spawn_blocking(move || house.open(&name)).await;
    let broken = match opened {
        Ok(Ok(show)) => return watch(client, shared, scene, show).await,
        Ok(Err(broken)) => Tell::Broken { title: broken.title, what: broken.what, hint: broken.hint },
        Err(_) => Tell::Broken {
            title: "The run could not be started".into(),
            what: "something is wrong with this program; the terminal says more".into(),
            hint: "please report it".into(),
        },
    };
    client.turn_away(broken).await;
}

async fn watch(client: Client, shared: &Arc<Shared>, scene: &str, show: Arc<dyn Show>) {
    let _seat = Seat::take(show.clone());
    let (slow, done) = mpsc::channel(MOST_JOBS);
    let _ = Visit { client, shared, scene, show, slow, jobs: 0, gauges: Arc::default() }.go_on(done).await;
}

/// A page that watches a run.
struct Visit<'a> {
    client: Client,
    shared: &'a Arc<Shared>,
    scene: &'a str,
    show: Arc<dyn Show>,
    /// Where other threads put their answers, and the number of answers to come.
    slow: mpsc::Sender<Vec<u8>>,
    jobs: usize,
    /// What the page measures.
    gauges: Arc<Gauges>,
}

impl Visit<'_> {
    async fn go_on(&mut self, mut done: mpsc::Receiver<Vec<u8>>) -> Result<(), Gone> {
        self.client.tell(&Tell::Welcome { welcome: self.show.welcome() }).await?;
        self.client.tell(&Tell::Place { place: (*self.show.place(0)).clone() }).await?;
        let mut heads = self.show.heads();
        heads.mark_changed();
        let mut next_head = tokio::time::Instant::now();
        let mut pings = interval(self.client.limits.ping);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                // Messages of the page come first, so that the page does not count as silent while they wait here.
                biased;
                read = self.client.socket.next() => {
                    if let Some(ask) = self.client.heard(read).await? {
                        self.answer(ask).await?;
                    }
                }
                _ = pings.tick() => self.client.ping().await?,
                changed = async {
                    sleep_until(next_head).await;
                    heads.changed().await
                } => {
                    if changed.is_err() {
                        self.client.close(CloseCode::Restart, "the run begins anew").await;
                        return Err(Gone);
                    }
                    let mut head = heads.borrow_and_update().clone();
                    head.viewers = self.show.audience().count();
                    self.client.tell(&Tell::Head { head }).await?;
                    next_head = tokio::time::Instant::now() + HEAD_PAUSE;
                }
                Some(bytes) = done.recv() => {
                    self.jobs -= 1;
                    self.client.send(Message::Binary(bytes.into())).await?;
                }
            }
        }
    }

    /// Answers a request, or hands it to another thread.
    async fn answer(&mut self, ask: Ask) -> Result<(), Gone> {
        match ask {
            Ask::Frames { tag, from, count, stride } => self.frames(tag, from, count, stride).await?,
            Ask::Play {} => self.show.order(Order::Play),
            Ask::Pause {} => self.show.order(Order::Pause),
            Ask::Step {} => self.show.order(Order::Step),
            Ask::Speed { factor } if factor.is_finite() => self.show.order(Order::Speed(factor.clamp(0.1, 100.0))),
            Ask::Speed { .. } => {}
            Ask::Restart { tag } => {
                let (house, scene) = (self.shared.house.clone(), self.scene.to_owned());
                let restarted = tokio::task::spawn_blocking(move || house.restart(&scene)).await;
                let answer = restarted.map_or_else(
                    |_| answers::failed(tag),
                    |outcome| answers::told_or_refused(tag, outcome.map(|()| Tell::Done { tag })),
                );
                self.client.tell(&answer).await?;
            }
            Ask::Place { frame } => self.client.tell(&Tell::Place { place: (*self.show.place(frame)).clone() }).await?,
            ask if answers::is_quick(&ask) => {
                let answer = answers::answer(&*self.show, &self.gauges, ask);
                self.client.tell(&answer).await?;
            }
            ask => self.work_out(ask).await?,
        }
        Ok(())
    }

    /// Hands a request to another thread, or refuses it when there are too many of them: no request waits in a queue.
    async fn work_out(&mut self, ask: Ask) -> Result<(), Gone> {
        let tag = answers::tag(&ask);
        let permit = self.shared.jobs.clone().try_acquire_owned().ok().filter(|_| self.jobs < MOST_JOBS);
        let Some(permit) = permit else {
            let busy = answers::refused(tag, "busy with other requests", "try again in a moment");
            return self.client.tell(&busy).await;
        };
        self.jobs += 1;
        let (show, slow, gauges) = (self.show.clone(), self.slow.clone(), self.gauges.clone());
        tokio::spawn(async move {
            let answer = tokio::task::spawn_blocking(move || {
                let bytes = to_bytes(&answers::answer(&*show, &gauges, ask));
                drop(permit);
                bytes
            });
            let bytes = answer.await.unwrap_or_else(|_| to_bytes(&answers::failed(tag)));
            // When the page is closed, so is the receiver.
            let _ = slow.send(bytes).await;
        });
        Ok(())
    }

    async fn frames(&mut self, tag: u32, from: u32, count: u16, stride: u16) -> Result<(), Gone> {
        let mut prefix = vec![FRAME];
        tag.put(&mut prefix);
        for i in 0..u32::from(count.min(MOST_FRAMES)) {
            let number = from.saturating_add(i.saturating_mul(stride.max(1).into()));
            let Some(bytes) = self.show.tape().frame(number, &prefix) else { break };
            self.client.send(Message::Binary(bytes.into())).await?;
        }
        self.client.tell(&Tell::Done { tag }).await
    }
}

/// The number of [`Tell::Frame`].
const FRAME: u8 = 4;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::PackedFrame;

    #[test]
    fn a_frame_on_the_tape_is_a_message_behind_its_prefix() {
        let empty = || Vec::new();
        let frame = PackedFrame {
            number: 3,
            count: 0,
            ids: empty(),
            places: empty(),
            statuses: empty(),
            headings: empty(),
            speeds: empty(),
            floors: empty(),
            destinations: empty(),
        };
        let mut message = vec![FRAME];
        7_u32.put(&mut message);
        frame.put(&mut message);
        assert_eq!(from_bytes(&message), Ok(Tell::Frame { tag: 7, frame }));
    }
}
