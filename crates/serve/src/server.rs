//! The HTTP side: the viewer's files, the gallery, and the door to the WebSocket. Nothing in a request becomes a path of the file system: files
//! come out of the program itself, scenes are looked up by name.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::json;
use tokio::net::TcpListener;

use crate::client::{self, Client};
use crate::guard::{Guard, Unwelcome};
use crate::show::House;
use crate::{assets, protocol};

/// Pages that may watch at once.
pub const MOST_CLIENTS: usize = 8;
/// Bytes of a message from a page; a group of 200,000 people fits.
const LONGEST_MESSAGE: usize = 1 << 20;

/// Everything that requests share.
pub(crate) struct Shared {
    pub house: Arc<dyn House>,
    pub guard: Guard,
    pub clients: AtomicUsize,
}

/// A server that is ready to answer.
pub struct Server {
    listener: TcpListener,
    shared: Arc<Shared>,
    address: SocketAddr,
}

impl Server {
    /// Listens at an address; port 0 takes a free one.
    pub async fn bind(address: SocketAddr, house: Arc<dyn House>) -> Result<Self, String> {
        let listener = TcpListener::bind(address).await.map_err(|e| format!("cannot listen at {address}: {e}"))?;
        let address = listener.local_addr().map_err(|e| e.to_string())?;
        let shared = Shared { house, guard: Guard::new(address)?, clients: AtomicUsize::new(0) };
        Ok(Server { listener, shared: Arc::new(shared), address })
    }

    /// What to type into a browser.
    pub fn url(&self) -> String {
        let token = self.shared.guard.token().map(|t| format!("?token={t}")).unwrap_or_default();
        format!("http://{}/{token}", self.address)
    }

    /// Answers until `stop` is done.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), String> {
        let routes = Router::new()
            .route("/socket", get(socket))
            .route("/gallery", get(gallery))
            .route("/gallery/{scene}", get(picture))
            .fallback(asset)
            .layer(middleware::from_fn_with_state(self.shared.clone(), admit))
            .with_state(self.shared);
        let serving = axum::serve(self.listener, routes);
        // Sockets that are open would make a graceful end wait for the last page.
        tokio::select! {
            served = serving => served.map_err(|e| e.to_string()),
            () = stop => Ok(()),
        }
    }
}

#[derive(serde::Deserialize)]
struct Asked {
    token: Option<String>,
    scene: Option<String>,
}

/// Checks every request and adds what every answer says.
async fn admit(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let is_asset = !["/socket", "/gallery"].iter().any(|data| request.uri().path().starts_with(data));
    let token = request.uri().query().and_then(token_in);
    // The page itself holds nothing that is secret; what it shows does.
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
    let status = if why == Unwelcome::Token { StatusCode::UNAUTHORIZED } else { StatusCode::FORBIDDEN };
    (status, why.words()).into_response()
}

fn harden(headers: &mut HeaderMap) {
    let policy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
                  media-src blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

async fn asset(uri: Uri) -> Response {
    match assets::find(uri.path()) {
        Some((kind, bytes)) => {
            // Built files have their hash in their name, the page itself has not.
            let cache = if uri.path().starts_with("/assets/") { "max-age=31536000, immutable" } else { "no-cache" };
            let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, cache)];
            (headers, Body::from(bytes)).into_response()
        }
        None => (StatusCode::NOT_FOUND, "there is no such page").into_response(),
    }
}

async fn gallery(State(shared): State<Arc<Shared>>, Query(asked): Query<Asked>) -> Response {
    let Some(cards) = shared.house.gallery() else {
        // One run is shown here, there is nothing to choose.
        return ([(header::CONTENT_TYPE, "application/json")], "null").into_response();
    };
    let token = asked.token.map(|t| format!("?token={t}")).unwrap_or_default();
    let cards: Vec<_> = cards
        .iter()
        .map(|c| {
            let picture = format!("/gallery/{}{token}", c.name);
            json!({ "name": c.name, "title": c.title, "text": c.text, "people": c.people, "picture": picture })
        })
        .collect();
    ([(header::CONTENT_TYPE, "application/json")], json!(cards).to_string()).into_response()
}

async fn picture(State(shared): State<Arc<Shared>>, Path(scene): Path<String>) -> Response {
    let drawn = tokio::task::spawn_blocking(move || shared.house.picture(&scene)).await.ok().flatten();
    match drawn {
        Some(png) => ([(header::CONTENT_TYPE, "image/png")], Body::from(png.as_ref().clone())).into_response(),
        None => (StatusCode::NOT_FOUND, "there is no such scene").into_response(),
    }
}

async fn socket(State(shared): State<Arc<Shared>>, Query(asked): Query<Asked>, upgrade: WebSocketUpgrade) -> Response {
    let scene = asked.scene.unwrap_or_default();
    upgrade.max_message_size(LONGEST_MESSAGE).max_frame_size(LONGEST_MESSAGE).on_upgrade(move |socket| async move {
        let is_full = shared.clients.fetch_add(1, Ordering::SeqCst) >= MOST_CLIENTS;
        let mut client = Client::new(socket);
        if is_full {
            client
                .turn_away(protocol::Tell::Broken {
                    title: "Too many viewers".into(),
                    what: format!("{MOST_CLIENTS} pages are watching already"),
                    hint: "close one of them, then try again".into(),
                })
                .await;
        } else {
            client::serve(client, &shared, &scene).await;
        }
        shared.clients.fetch_sub(1, Ordering::SeqCst);
    })
}
