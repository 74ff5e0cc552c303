//! Records and measures what pedestrians did: frames, events, and measures over them.
//!
//! Measures take frames one after the other. So a run can be measured while it goes on, and a recording of any length is read
//! through once. When PedPy has a measure of the same name, the definition is the same.
//!
//! ```
//! use populace_geom::{Point, Segment};
//! use populace_traj::{Chosen, Found, Frame, Measurements, NOWHERE, Status, Subject, measure_of};
//!
//! // Two pedestrians walk east, one behind the other: 0.1 m in every tenth of a second.
//! let frame = |number: u64| {
//!     let time = number as f64 / 10.0;
//!     Frame {
//!         step: number,
//!         time,
//!         pedestrian: vec![0, 1],
//!         position: vec![Point::new(time, 1.0), Point::new(time - 1.0, 1.0)],
//!         height: vec![0.0; 2],
//!         floor: vec![0; 2],
//!         status: vec![Status::Walking as u8; 2],
//!         destination: vec![NOWHERE; 2],
//!     }
//! };
//! // A gate across their way is measured with a measure of the table.
//! let gate = Segment::new(Point::new(2.05, 0.0), Point::new(2.05, 2.0));
//! let subject = Subject { frame_rate: 10.0, line: Some((gate, None)), ..Subject::default() };
//! let flow = *measure_of("flow").expect("it is in MEASURES");
//! let mut measurements = Measurements::new(vec![Chosen { name: Some("gate".into()), measures: vec![flow], subject }]);
//! for number in 1..=50 {
//!     measurements.frame(number, &frame(number));
//! }
//!
//! let figure = |key: &str| {
//!     let found = measurements.quantities().into_iter().find(|quantity| quantity.key() == key);
//!     match found?.finding.value {
//!         Found::Figure(value) => value,
//!         Found::Series(..) => None,
//!     }
//! };
//! // East is to the right of a line that runs north. The second pedestrian crosses 1 s after the first.
//! assert_eq!(figure("gate: crossed_right"), Some(2.0));
//! assert_eq!(figure("gate: flow_mean"), Some(1.0));
//! ```

pub mod bytes;
mod density;
mod event;
mod flow;
mod frame;
mod goals;
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
mod waits;

pub use density::MeasurementArea;
pub use event::{Cause, Event, EventKind, NOBODY, NOTHING};
pub use flow::{
    Crossing, MeasurementLine, crossing, cumulative, first_crossings, first_crossings_to, flow, mean_flow, movements,
};
pub use frame::{Frame, NOWHERE};
pub use goals::{GoalCounts, GoalFigures};
pub use ground::Ground;
pub use measurements::{Chosen, Column, IntervalTable, Measurements, Quantity, with_unit};
pub use measures::{
    AreaCells, Collision, Collisions, Finding, Found, LANE_REACH, LEVELS, MEASURES, MeasureEntry, Measuring, Of,
    STANDING, Settings, Subject, WALKING, lane_order, level_of, main_axis, measure_of, nearest_distances, power,
};
pub use moment::{Moment, Motion, Timeline};
pub use speed::SpeedMeter;
pub use spot::{DensestSpot, SPOT_SIDE, SpotFinder};
pub use status::Status;
pub use trajectories::{Position, Trajectories};
pub use travel::{TravelSummary, TravelTimes};
pub use voronoi::{Cell, CutOff, Sites};
pub use waits::{Customer, ObjectFigures, WaitingTimes};
