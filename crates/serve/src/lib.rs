//! Shows runs to browsers: the protocol, the tape of frames, and the HTTP and WebSocket server with the viewer inside.
//!
//! The crate knows nothing of simulations: a [`Show`] fills a [`Tape`] and answers questions.

mod answers;
pub mod assets;
mod client;
mod door;
mod flows;
mod guard;
mod ledger;
pub mod packing;
pub mod protocol;
mod server;
mod show;
mod tape;
pub mod typescript;
pub mod wire;

pub use door::Limits;
pub use flows::Flows;
pub use guard::{Guard, Unwelcome};
pub use ledger::Ledger;
pub use server::{MOST_CLIENTS, Server};
pub use show::{Audience, Broken, Card, House, Order, Refusal, Show};
pub use tape::{Tape, UNKNOWN};
/// Of the server: what a [`Show`] tells its pages through.
pub use tokio;
