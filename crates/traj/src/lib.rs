//! What pedestrians did: frames, events, and measures over them.
//!
//! Measures take frames one after the other, so a run can be measured while it goes on and a recording of any length
//! can be read through once. Where PedPy has a measure of the same name, the definition is the same.

mod bytes;
mod density;
mod event;
mod flow;
mod frame;
mod ground;
mod intervals;
mod measurements;
mod measures;
mod moment;
mod speed;
mod spot;
mod status;
mod trajectories;
mod travel;
mod voronoi;

pub use density::MeasurementArea;
pub use event::{Cause, Event, EventKind, NOBODY, NOTHING};
pub use flow::{
    Crossing, MeasurementLine, crossing, cumulative, first_crossings, first_crossings_to, flow, mean_flow, movements,
};
pub use frame::{Frame, NOWHERE};
pub use ground::Ground;
pub use measurements::{Chosen, Column, Measurements, Quantity, Table, with_unit};
pub use measures::{
    AreaCells, Collision, Collisions, Finding, Found, LANE_REACH, LEVELS, MEASURES, MeasureEntry, Measuring, Of,
    STANDING, Settings, Subject, WALKING, lane_order, level_of, main_axis, measure_of, nearest_distances, power,
};
pub use moment::{Moment, Motion, Timeline};
pub use speed::SpeedMeter;
pub use spot::{SPOT_SIDE, Spot, SpotFinder};
pub use status::Status;
pub use trajectories::{Position, Trajectories};
pub use travel::{TravelSummary, TravelTimes};
pub use voronoi::{Cell, CutOff, Sites};
