//! Shows runs to browsers: the protocol, the tape of frames, and the HTTP and WebSocket server with the viewer inside.
//!
//! The crate knows nothing of simulations: who shows something fills a tape and answers questions.

pub mod protocol;
pub mod typescript;
pub mod wire;
