//! One page: its requests are answered in turn, slow answers are worked out beside, and how far the run has come is told as it changes.
//!
//! Whatever goes wrong with a page closes that page alone. A page that does not read makes its own task wait, and nothing else.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use tokio::sync::mpsc;

use crate::answers;
use crate::protocol::{Ask, Tell};
use crate::server::Shared;
use crate::show::{Order, Show};
use crate::wire::{Wire, from_bytes, to_bytes};

/// Requests per second, and how many may come at once.
const RATE: f64 = 200.0;
const BURST: f64 = 400.0;
/// Time between two tellings of how far the run has come.
const HEAD_PAUSE: Duration = Duration::from_millis(50);
/// A page that has not read anything for so long is gone.
const PATIENCE: Duration = Duration::from_secs(30);
/// Answers that are worked out beside for one page.
const MOST_JOBS: usize = 4;
/// Frames in one answer.
const MOST_FRAMES: u16 = 64;

/// A page.
pub struct Client {
    socket: WebSocket,
    allowance: Allowance,
}

/// Nothing more can be said to the page.
pub struct Gone;

impl Client {
    pub fn new(socket: WebSocket) -> Self {
        Client { socket, allowance: Allowance { left: BURST, since: Instant::now() } }
    }

    /// Says why there is nothing to see, and ends.
    pub async fn turn_away(&mut self, why: Tell) {
        if self.tell(&why).await.is_ok() {
            self.close(close_code::AGAIN, "nothing to show").await;
        }
    }

    async fn tell(&mut self, tell: &Tell) -> Result<(), Gone> {
        self.send(to_bytes(tell)).await
    }
    async fn send(&mut self, bytes: Vec<u8>) -> Result<(), Gone> {
        let sent = tokio::time::timeout(PATIENCE, self.socket.send(Message::Binary(bytes.into()))).await;
        sent.map_err(|_| Gone)?.map_err(|_| Gone)
    }
    async fn close(&mut self, code: u16, why: &'static str) {
        let frame = CloseFrame { code, reason: why.into() };
        let _ = tokio::time::timeout(PATIENCE, self.socket.send(Message::Close(Some(frame)))).await;
    }
}

/// Serves a page until it leaves.
pub(crate) async fn serve(mut client: Client, shared: &Arc<Shared>, scene: &str) {
    let (house, name) = (shared.house.clone(), scene.to_owned());
    let Ok(opened) = tokio::task::spawn_blocking(move || house.open(&name)).await else { return };
    let show = match opened {
        Ok(show) => show,
        Err(broken) => {
            let (title, what, hint) = (broken.title, broken.what, broken.hint);
            return client.turn_away(Tell::Broken { title, what, hint }).await;
        }
    };
    show.audience().enter();
    show.order(Order::Watched(true));
    let _ = watch(&mut client, shared, scene, &show).await;
    let is_watched = show.audience().leave();
    show.order(Order::Watched(is_watched));
}

async fn watch(client: &mut Client, shared: &Arc<Shared>, scene: &str, show: &Arc<dyn Show>) -> Result<(), Gone> {
    client.tell(&Tell::Welcome { welcome: show.welcome() }).await?;
    client.tell(&Tell::Place { place: (*show.place(0)).clone() }).await?;
    let mut heads = show.heads();
    heads.mark_changed();
    let (slow, mut done) = mpsc::channel::<Vec<u8>>(MOST_JOBS);
    let mut jobs = 0;
    let mut next_head = tokio::time::Instant::now();
    loop {
        tokio::select! {
            received = client.socket.recv() => {
                let Some(Ok(message)) = received else { return Err(Gone) };
                let ask = match message {
                    Message::Binary(bytes) => from_bytes::<Ask>(&bytes),
                    Message::Close(_) => return Err(Gone),
                    Message::Ping(_) | Message::Pong(_) => continue,
                    Message::Text(_) => Err(crate::wire::Malformed),
                };
                let Ok(ask) = ask else {
                    client.close(close_code::PROTOCOL, "that is no message of this protocol").await;
                    return Err(Gone);
                };
                if !client.allowance.spend() {
                    client.close(close_code::POLICY, "too many requests").await;
                    return Err(Gone);
                }
                jobs += answer(client, shared, scene, show, ask, jobs, &slow).await?;
            }
            Some(bytes) = done.recv() => {
                jobs -= 1;
                client.send(bytes).await?;
            }
            changed = async {
                tokio::time::sleep_until(next_head).await;
                heads.changed().await
            } => {
                if changed.is_err() {
                    client.close(close_code::RESTART, "the run begins anew").await;
                    return Err(Gone);
                }
                let mut head = heads.borrow_and_update().clone();
                head.viewers = show.audience().count();
                client.tell(&Tell::Head { head }).await?;
                next_head = tokio::time::Instant::now() + HEAD_PAUSE;
            }
        }
    }
}

/// Answers a request, or lets it be worked out beside; gives the number of jobs that were begun.
async fn answer(
    client: &mut Client,
    shared: &Arc<Shared>,
    scene: &str,
    show: &Arc<dyn Show>,
    ask: Ask,
    jobs: usize,
    slow: &mpsc::Sender<Vec<u8>>,
) -> Result<usize, Gone> {
    match ask {
        Ask::Frames { tag, from, count, stride } => frames(client, show, tag, from, count, stride).await?,
        Ask::Play {} => show.order(Order::Play),
        Ask::Pause {} => show.order(Order::Pause),
        Ask::Step {} => show.order(Order::Step),
        Ask::Speed { factor } if factor.is_finite() => show.order(Order::Speed(factor.clamp(0.1, 100.0))),
        Ask::Speed { .. } => {}
        Ask::Restart {} => {
            let (house, scene) = (shared.house.clone(), scene.to_owned());
            let _ = tokio::task::spawn_blocking(move || house.restart(&scene)).await;
        }
        Ask::Place { frame } => client.tell(&Tell::Place { place: (*show.place(frame)).clone() }).await?,
        ask => {
            if jobs >= MOST_JOBS {
                let busy = answers::refused(answers::tag(&ask), "busy with other requests", "try again in a moment");
                client.tell(&busy).await?;
                return Ok(0);
            }
            let (show, slow) = (show.clone(), slow.clone());
            tokio::task::spawn_blocking(move || {
                // When the page is gone, so is the receiver.
                let _ = slow.blocking_send(to_bytes(&answers::answer(&*show, ask)));
            });
            return Ok(1);
        }
    }
    Ok(0)
}

async fn frames(
    client: &mut Client,
    show: &Arc<dyn Show>,
    tag: u32,
    from: u32,
    count: u16,
    stride: u16,
) -> Result<(), Gone> {
    let mut prefix = vec![FRAME];
    tag.put(&mut prefix);
    for i in 0..u32::from(count.min(MOST_FRAMES)) {
        let number = from.saturating_add(i.saturating_mul(stride.max(1).into()));
        let Some(bytes) = show.tape().frame(number, &prefix) else { break };
        client.send(bytes).await?;
    }
    client.tell(&Tell::Done { tag }).await
}

/// Number of [`Tell::Frame`].
const FRAME: u8 = 4;

/// Requests that a page may still make.
struct Allowance {
    left: f64,
    since: Instant,
}

impl Allowance {
    fn spend(&mut self) -> bool {
        let now = Instant::now();
        self.left = (self.left + (now - self.since).as_secs_f64() * RATE).min(BURST);
        self.since = now;
        self.left -= 1.0;
        self.left >= 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Frame;

    #[test]
    fn a_frame_on_the_tape_is_a_message_behind_its_prefix() {
        let empty = || Vec::new();
        let frame = Frame {
            number: 3,
            count: 0,
            ids: empty(),
            places: empty(),
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
