//! The door: takes connections, so many at once and each for so long, and hands what they ask to the routes.

use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

/// Bytes of the head of a request.
const LONGEST_HEAD: usize = 64 * 1024;
/// Pause after a connection could not be taken, which is so while the process has too many files open.
const PAUSE: Duration = Duration::from_millis(50);

/// What the server puts up with.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections at once, beside the connections of pages that watch. Further connections wait until one ends.
    pub connections: usize,
    /// Time for the head of a request, from the start of the connection or the answer before.
    pub asking: Duration,
    /// Time after which a connection that asks and asks is ended; then the same time for its last answer.
    pub connection: Duration,
    /// Time in which a page that watches has to take what it is sent.
    pub reading: Duration,
    /// Time between two pings to a page that watches; one that leaves three of them unanswered is gone.
    pub ping: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            connections: 64,
            asking: Duration::from_secs(10),
            connection: Duration::from_secs(60),
            reading: Duration::from_secs(30),
            ping: Duration::from_secs(10),
        }
    }
}

/// Takes connections for ever.
pub async fn open(listener: TcpListener, routes: Router, limits: Limits) -> Infallible {
    let places = Arc::new(Semaphore::new(limits.connections));
    loop {
        // Nobody closes the semaphore.
        let Ok(place) = places.clone().acquire_owned().await else { continue };
        let Ok((stream, _)) = listener.accept().await else {
            sleep(PAUSE).await;
            continue;
        };
        let routes = routes.clone();
        tokio::spawn(async move {
            converse(stream, routes, limits).await;
            drop(place);
        });
    }
}

/// Answers on one connection until it ends or becomes a WebSocket.
async fn converse(stream: TcpStream, routes: Router, limits: Limits) {
    // Frames are sent whole; waiting for more would only delay them.
    let _ = stream.set_nodelay(true);
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.asking)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(routes))
        .with_upgrades();
    let mut serving = pin!(serving);
    tokio::select! {
        _ = serving.as_mut() => {}
        () = sleep(limits.connection) => {
            serving.as_mut().graceful_shutdown();
            let _ = timeout(limits.connection, serving).await;
        }
    }
}
