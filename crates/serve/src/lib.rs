//! Shows runs to browsers: the protocol, the tape of frames, and the HTTP and WebSocket server with the viewer inside.
//!
//! The crate knows nothing of simulations: a [`Show`] fills a [`Tape`] and answers questions. A [`Server`] has a [`House`] of such shows and tells
//! pages what they ask for. This is how a frame comes from a run to a page:
//!
//! ```
//! use populace_geom::Point;
//! use populace_serve::Tape;
//! use populace_serve::packing::{Packer, step, unpack};
//! use populace_serve::protocol::Ask;
//! use populace_serve::wire::{from_bytes, to_bytes};
//! use populace_traj::{Frame, NOWHERE, Status};
//!
//! let frame = Frame {
//!     pedestrian: vec![7],
//!     position: vec![Point::new(3.25, 1.5)],
//!     height: vec![0.0],
//!     floor: vec![0],
//!     status: vec![Status::Walking as u8],
//!     destination: vec![NOWHERE],
//!     ..Frame::default()
//! };
//! // The show packs every frame of its run, ten of them a second, and puts it on the tape. Its place is 40 m wide.
//! let (origin, step) = (Point::ZERO, step(40.0));
//! let (mut packer, tape, mut bytes) = (Packer::new(origin, step, 0.1), Tape::new()?, Vec::new());
//! packer.pack(0, &frame, &mut bytes);
//! tape.push_frame(&bytes)?;
//!
//! // A page asks for frames by number, in the words of the protocol.
//! let asked = to_bytes(&Ask::Frames { tag: 1, from: 0, count: 1, stride: 1 });
//! let Ok(Ask::Frames { from, .. }) = from_bytes(&asked) else { panic!("it is that question") };
//! let sent = tape.frame(from, &[]).expect("it is on the tape");
//! let seen = unpack(&sent, origin, step).expect("it is a frame");
//! assert_eq!((seen.pedestrian, seen.position), (frame.pedestrian, frame.position));
//! # Ok::<(), std::io::Error>(())
//! ```

mod answers;
pub mod assets;
mod client;
mod diagrams;
mod door;
mod flows;
mod gauges;
mod guard;
mod ledger;
pub mod packing;
mod places;
pub mod protocol;
mod server;
mod show;
mod socket;
mod tape;
pub mod typescript;
pub mod wire;

pub use diagrams::Diagrams;
pub use door::Limits;
pub use flows::Flows;
pub use gauges::Gauges;
pub use guard::{Guard, Unwelcome};
pub use ledger::Ledger;
pub use server::{MOST_CLIENTS, Server};
pub use show::{Audience, Broken, Card, House, Order, Refusal, Show};
pub use tape::{Enlisted, Remark, Tape, UNKNOWN};
/// The runtime of the server. A [`Show`] tells its pages about its progress through a channel of this runtime.
pub use tokio;
