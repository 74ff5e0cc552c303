//! The door: takes a limited number of connections, each for a limited time, and hands their requests to the routes.

use std::convert::Infallible;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

use crate::places::{Place, Places};

/// The most bytes in the head of a request.
const LONGEST_HEAD: usize = 64 * 1024;
/// The pause after a connection could not be taken, as happens while the process has too many files open.
const PAUSE: Duration = Duration::from_millis(50);
/// The pause in which a connection that has lost its place closes its file.
const SHORT_PAUSE: Duration = Duration::from_millis(1);

/// The limits of the server.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most connections at once, besides those of pages that watch. A further connection takes the place of a connection that
    /// waits for a request.
    pub connections: usize,
    /// The most of these connections that come from one address. A browser opens up to six for each page, and eight pages may
    /// watch.
    pub connections_per_address: usize,
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
            connections_per_address: 48,
            asking: Duration::from_secs(10),
            connection: Duration::from_secs(60),
            reading: Duration::from_secs(30),
            ping: Duration::from_secs(10),
        }
    }
}

/// Takes connections for ever.
pub async fn open(listener: TcpListener, routes: Router, limits: Limits) -> Infallible {
    let places = Places::new(limits.connections, limits.connections_per_address);
    loop {
        let (stream, from) = accepted(|| listener.accept(), &places).await;
        if let Some(place) = places.take(from.ip()).await {
            tokio::spawn(converse(stream, place, routes.clone(), limits));
        }
    }
}

/// Returns the next connection. While none can be taken, connections that only wait give up their files.
async fn accepted<T, F: Future<Output = io::Result<T>>>(mut accept: impl FnMut() -> F, places: &Places) -> T {
    loop {
        if let Ok(connection) = accept().await {
            return connection;
        }
        sleep(if places.make_room() { SHORT_PAUSE } else { PAUSE }).await;
    }
}

/// Answers the requests of a connection until it ends, becomes a WebSocket or loses its place.
async fn converse(stream: TcpStream, place: Place, routes: Router, limits: Limits) {
    // Frames are sent as a whole, so waiting for more bytes would only delay them.
    let _ = stream.set_nodelay(true);
    let place = Arc::new(place);
    let (asking, routes) = (place.clone(), TowerToHyperService::new(routes));
    let service = service_fn(move |request| {
        asking.asked();
        let (asking, answering) = (asking.clone(), routes.call(request));
        async move {
            let answer = answering.await;
            asking.answered();
            answer
        }
    });
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.asking)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let conversation = async {
        let mut serving = pin!(serving);
        tokio::select! {
            _ = serving.as_mut() => {}
            () = sleep(limits.connection) => {
                serving.as_mut().graceful_shutdown();
                let _ = timeout(limits.connection, serving).await;
            }
        }
    };
    tokio::select! {
        () = conversation => {}
        () = place.lost() => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Requests that nobody finished used to keep all files of a process that may open few, until their time was up.
    #[test]
    fn a_connection_that_waits_gives_up_its_file() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
        runtime.block_on(async {
            let places = Places::new(5, 5);
            let waiting = places.take([127, 0, 0, 1].into()).await.expect("room");
            let mut answers = [Err(io::ErrorKind::Other.into()), Ok("taken")].into_iter();
            let taken = accepted(|| std::future::ready(answers.next().expect("two tries")), &places).await;
            assert_eq!(taken, "taken");
            timeout(populace_harness::LONGEST, waiting.lost()).await.expect("it has lost its place");
        });
    }
}
