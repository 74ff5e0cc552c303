//! The door: takes a limited number of connections, each for a limited time, and hands their requests to the routes.

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

/// The most bytes in the head of a request.
const LONGEST_HEAD: usize = 64 * 1024;
/// The pause after a connection could not be taken, as happens while the process has too many files open.
const PAUSE: Duration = Duration::from_millis(50);

/// The limits of the server.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most connections at once, besides those of pages that watch. Further connections wait until one ends.
    pub connections: usize,
    /// The time for the head of a request, from the start of the connection or from the answer before.
    pub asking: Duration,
    /// The time after which a connection takes no more requests. It then has the same time again for its last answer.
    pub connection: Duration,
    /// The time in which a page that watches must read a message.
    pub reading: Duration,
    /// The time between two pings to a page that watches. A page that leaves three of them unanswered is closed.
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
        // The semaphore is never closed.
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

/// Answers the requests of a connection until it ends or becomes a WebSocket.
async fn converse(stream: TcpStream, routes: Router, limits: Limits) {
    // Frames are sent as a whole, so waiting for more bytes would only delay them.
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
