//! The HTTP side: the viewer's files, the gallery, and the way to the WebSocket. Nothing in a request becomes a path of the file
//! system: files are part of the program, and scenes are looked up by name.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::client::{self, Client, MOST_JOBS};
use crate::door::{self, Limits};
use crate::guard::{Guard, Unwelcome};
use crate::show::House;
use crate::{assets, protocol, socket};

/// The most pages that may watch at once.
pub const MOST_CLIENTS: usize = 8;
/// The most pictures that are drawn at once.
const MOST_PICTURES: usize = 2;

/// Everything that requests share.
pub(crate) struct Shared {
    pub house: Arc<dyn House>,
    pub guard: Guard,
    pub limits: Limits,
    /// The seats of pages that watch.
    seats: Semaphore,
    /// Limits the answers that other threads work out. An answer is worked out to its end even when its page is closed, so all
    /// pages together share this limit.
    pub jobs: Arc<Semaphore>,
    /// Limits the pictures that are drawn.
    pictures: Arc<Semaphore>,
}

/// A server that is ready to answer.
pub struct Server {
    listener: TcpListener,
    shared: Arc<Shared>,
    address: SocketAddr,
}

impl Server {
    /// Listens at an address. Port 0 takes a free port.
    pub async fn bind(address: SocketAddr, house: Arc<dyn House>) -> Result<Self, String> {
        Self::bind_within(address, house, Limits::default()).await
    }

    /// Listens at an address, with other limits.
    pub async fn bind_within(address: SocketAddr, house: Arc<dyn House>, limits: Limits) -> Result<Self, String> {
        let listener = TcpListener::bind(address).await.map_err(|e| format!("cannot listen at {address}: {e}"))?;
        let address = listener.local_addr().map_err(|e| e.to_string())?;
        let shared = Shared {
            house,
            guard: Guard::new(address)?,
            limits,
            seats: Semaphore::new(MOST_CLIENTS),
            jobs: Arc::new(Semaphore::new(MOST_CLIENTS * MOST_JOBS)),
            pictures: Arc::new(Semaphore::new(MOST_PICTURES)),
        };
        Ok(Server { listener, shared: Arc::new(shared), address })
    }

    /// Returns the address at which the server listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the address for a browser.
    pub fn url(&self) -> String {
        format!("http://{}/{}", self.address, self.shared.guard.query())
    }

    /// Answers requests until `stop` is done.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) {
        let limits = self.shared.limits;
        let routes = Router::new()
            .route("/socket", get(watch))
            .route("/gallery", get(gallery))
            .route("/gallery/{scene}", get(picture))
            .fallback(get(asset))
            .layer(middleware::from_fn_with_state(self.shared.clone(), admit))
            .with_state(self.shared);
        // A graceful end would wait for the open sockets of all pages.
        tokio::select! {
            never = door::open(self.listener, routes, limits) => match never {},
            () = stop => {}
        }
    }
}

#[derive(serde::Deserialize)]
struct Asked {
    scene: Option<String>,
}

/// Checks every request, and adds the headers of every answer.
async fn admit(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let is_asset = !["/socket", "/gallery"].iter().any(|data| request.uri().path().starts_with(data));
    let token = request.uri().query().and_then(token_in);
    // The page itself holds nothing secret, but the data that it shows may be.
    let admitted = if is_asset {
        shared.guard.check_names(request.headers())
    } else {
        shared.guard.admit(request.headers(), token)
    };
    let mut response = match admitted {
        Ok(()) => next.run(request).await,
        Err(why) => refuse(why),
    };
    harden(response.headers_mut());
    response
}

fn token_in(query: &str) -> Option<&str> {
    query.split('&').find_map(|pair| pair.strip_prefix("token="))
}

fn refuse(why: Unwelcome) -> Response {
    let status = match why {
        Unwelcome::Hosts => StatusCode::BAD_REQUEST,
        Unwelcome::Token => StatusCode::UNAUTHORIZED,
        Unwelcome::Host | Unwelcome::Origin => StatusCode::FORBIDDEN,
    };
    (status, why.words()).into_response()
}

fn harden(headers: &mut HeaderMap) {
    let policy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
                  media-src blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        // Browsers ask for pictures without an origin. This header keeps other sites from showing them.
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

async fn asset(uri: Uri) -> Response {
    match assets::find(uri.path()) {
        Some((kind, bytes)) => {
            // Built files have their hash in their name; the page itself does not.
            let cache = if uri.path().starts_with("/assets/") { "max-age=31536000, immutable" } else { "no-cache" };
            let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, cache)];
            (headers, Body::from(bytes)).into_response()
        }
        None => (StatusCode::NOT_FOUND, "there is no such page").into_response(),
    }
}

async fn gallery(State(shared): State<Arc<Shared>>) -> Response {
    let json = |text: String| ([(header::CONTENT_TYPE, "application/json")], text).into_response();
    let Some(cards) = draw(&shared, |house| house.gallery()).await else {
        // The server shows one run, so there is nothing to choose.
        return json("null".into());
    };
    let token = shared.guard.query();
    let cards = cards.iter().map(|c| {
        let picture = format!("/gallery/{}{token}", c.name);
        json!({ "name": c.name, "title": c.title, "text": c.text, "people": c.people, "picture": picture })
    });
    json(cards.collect::<serde_json::Value>().to_string())
}

async fn picture(State(shared): State<Arc<Shared>>, Path(scene): Path<String>) -> Response {
    match draw(&shared, move |house| house.picture(&scene)).await {
        Some(png) => ([(header::CONTENT_TYPE, "image/png")], Body::from(png.as_ref().clone())).into_response(),
        None => (StatusCode::NOT_FOUND, "there is no such scene").into_response(),
    }
}

/// Asks the house to draw something. Waits while the house draws [`MOST_PICTURES`] others. A request that is given up
/// no longer waits.
async fn draw<T: Send + 'static>(
    shared: &Shared,
    what: impl FnOnce(&dyn House) -> Option<T> + Send + 'static,
) -> Option<T> {
    let permit = shared.pictures.clone().acquire_owned().await.ok()?;
    let house = shared.house.clone();
    let drawing = tokio::task::spawn_blocking(move || {
        let drawn = what(&*house);
        drop(permit);
        drawn
    });
    drawing.await.ok().flatten()
}

async fn watch(State(shared): State<Arc<Shared>>, Query(asked): Query<Asked>, request: Request) -> Response {
    let scene = asked.scene.unwrap_or_default();
    socket::open(request, move |socket| async move {
        let mut client = Client::new(socket, shared.limits);
        let Ok(_seat) = shared.seats.try_acquire() else {
            let full = protocol::Tell::Broken {
                title: "Too many viewers".into(),
                what: format!("{MOST_CLIENTS} pages are watching already"),
                hint: "close one of them, then try again".into(),
            };
            return client.turn_away(full).await;
        };
        client::serve(client, &shared, &scene).await;
    })
}
