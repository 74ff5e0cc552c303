//! What pedestrians did: frames, events, and measures over them.
//!
//! Measures take frames one after the other, so a run can be measured while it goes on and a recording of any length
//! can be read through once. Where PedPy has a measure of the same name, the definition is the same.

mod area_meter;
mod density;
mod event;
mod flow;
mod frame;
mod line_meter;
mod meters;
mod speed;
mod spot;
mod status;
mod travel;
mod words;

pub use area_meter::AreaMeter;
pub use density::MeasurementArea;
pub use event::{Cause, Event, EventKind, NOBODY, NOTHING};
pub use flow::{Crossing, MeasurementLine, cumulative, first_crossings, flow, mean_flow};
pub use frame::{Frame, NOWHERE};
pub use line_meter::{LineMeter, Passage};
pub use meters::Meters;
pub use speed::SpeedMeter;
pub use spot::{SPOT_SIDE, Spot, SpotFinder};
pub use status::Status;
pub use travel::{TravelSummary, TravelTimes};
pub use words::Words;
