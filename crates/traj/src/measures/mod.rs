//! The measures by name: one file per measure, one line in [`MEASURES`]. Help and documents are made from the table.
//!
//! A measure takes moments one after the other and tells what it found at the end, so that a recording of any length is read through once.

mod area_speed;
mod classic_density;
mod collisions;
mod congestion;
mod distance;
mod effort;
mod flow;
mod fundamental;
mod lanes;
mod level_of_service;
mod smoothness;
mod speed;
mod travel_time;
mod voronoi_density;
mod voronoi_speed;
mod waiting;

use populace_geom::{Point, Segment};

use crate::moment::Moment;
use crate::{CutOff, Event, Ground, MeasurementArea};

pub use collisions::{Collision, Collisions};
pub use distance::nearest_distances;
pub use effort::{STANDING, WALKING, power};
pub use lanes::{LANE_REACH, lane_order, main_axis};
pub use level_of_service::{LEVELS, level_of};
pub use voronoi_density::AreaCells;

/// Every measure.
pub const MEASURES: &[MeasureEntry] = &[
    classic_density::ENTRY,
    voronoi_density::ENTRY,
    level_of_service::ENTRY,
    area_speed::ENTRY,
    voronoi_speed::ENTRY,
    fundamental::ENTRY,
    lanes::ENTRY,
    flow::ENTRY,
    speed::ENTRY,
    smoothness::ENTRY,
    travel_time::ENTRY,
    waiting::ENTRY,
    congestion::ENTRY,
    collisions::ENTRY,
    distance::ENTRY,
    effort::ENTRY,
];

/// A measure.
#[derive(Clone, Copy, Debug)]
pub struct MeasureEntry {
    /// Its name in commands and scenarios.
    pub name: &'static str,
    /// The measure, in one line.
    pub about: &'static str,
    /// The unit of its main figure.
    pub unit: &'static str,
    /// The publication or program that defines it.
    pub source: &'static str,
    /// The kind of subject that it measures.
    pub of: Of,
    /// Whether it looks at the walkable ground around the area ([`Subject::ground`]).
    pub needs_ground: bool,
    /// Begins to measure. Returns `None` when the measure needs an area or a line and the subject has none.
    pub begin: fn(&Subject) -> Option<Box<dyn Measuring>>,
}

/// The kind of subject that is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// All people of a run.
    Everyone,
    /// An area.
    Area,
    /// A line.
    Line,
}

impl Of {
    /// Returns its word in tables.
    pub fn word(self) -> &'static str {
        match self {
            Of::Everyone => "everyone",
            Of::Area => "area",
            Of::Line => "line",
        }
    }
}

/// The subject of a measure, and how it is measured.
#[derive(Clone, Debug, Default)]
pub struct Subject {
    /// Frames per second.
    pub frame_rate: f64,
    /// Time of a step of the simulation, s; 0 where there are no events. Events carry the number of their step.
    pub step_time: f64,
    /// The area, for measures of an area.
    pub area: Option<MeasurementArea>,
    /// The line and its floor (`None`: all floors), for measures of a line.
    pub line: Option<(Segment, Option<u16>)>,
    /// The walkable ground of the area's floor, to which Voronoi cells are clipped.
    pub ground: Option<Ground>,
    /// The settings by which it is measured.
    pub settings: Settings,
}

/// The settings of measures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Frames in a row of a series.
    pub interval: u64,
    /// Frames in a window of the flow.
    pub flow_window: u64,
    /// Frames to either side over which velocities are taken, as in the [`crate::Timeline`].
    pub step: u64,
    /// The cut-off of Voronoi cells.
    pub cut_off: CutOff,
    /// The radius of bodies, m.
    pub radius: f64,
    /// A slower pedestrian is in congestion, m/s.
    pub congested: f64,
    /// A pedestrian with a nearer neighbour is brushed, m.
    pub brushing: f64,
    /// The direction of the corridor, for the lane order. When absent, it is the main axis of the motion in each frame.
    pub axis: Option<Point>,
}

/// A row covers one frame, and a window of the flow covers 100 frames, as in PedPy's examples. Bodies have the radius of the simulation, 0.2 m. The
/// measures `congestion` and `distance-kept` say where their numbers come from.
impl Default for Settings {
    fn default() -> Self {
        Settings {
            interval: 1,
            flow_window: 100,
            step: 1,
            cut_off: CutOff::default(),
            radius: 0.2,
            congested: 0.2,
            brushing: 0.45,
            axis: None,
        }
    }
}

/// A measure at work. What it has gathered can be saved and loaded, so that a run that is killed and resumed measures the same.
pub trait Measuring: Send {
    /// Takes the next moment.
    fn moment(&mut self, moment: &Moment);
    /// Takes the next event of a run. Trajectories of experiments have none, so a measure must do without.
    fn event(&mut self, _: &Event) {}
    /// Returns what was found so far, figures before series.
    fn findings(&self) -> Vec<Finding>;
    /// Returns what was gathered so far as bytes.
    fn save(&self) -> Vec<u8>;
    /// Goes on from what [`Measuring::save`] returned for the same subject; `None` when the bytes are something else.
    fn load(&mut self, bytes: &[u8]) -> Option<()>;
}

/// Names the fields in which a measure gathers: they are saved and loaded. The other fields follow from the subject.
macro_rules! gathers {
    ($($field:ident),*) => {
        fn save(&self) -> Vec<u8> {
            $crate::bytes::save(&($(&self.$field,)*))
        }
        fn load(&mut self, bytes: &[u8]) -> Option<()> {
            ($(self.$field,)*) = $crate::bytes::load(bytes)?;
            Some(())
        }
    };
}
pub(crate) use gathers;

/// A value that was found, with its name and unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Its name. It is unique among the findings of all measures.
    pub name: &'static str,
    /// The value that was found.
    pub value: Found,
    /// The unit. For a series, it is the unit of the last column.
    pub unit: &'static str,
    /// Whether this is a series with one row per interval ([`Settings::interval`]), whose first column is the time.
    pub is_by_interval: bool,
}

/// A figure or a series.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// A figure; `None` when nobody was there to be measured.
    Figure(Option<f64>),
    /// Columns with their units, and rows; NaN where there is no value.
    Series(Vec<(&'static str, &'static str)>, Vec<Vec<f64>>),
}

impl Finding {
    /// Returns a figure; `None` when nobody was there to be measured.
    pub fn figure(name: &'static str, value: Option<f64>, unit: &'static str) -> Self {
        Finding { name, value: Found::Figure(value), unit, is_by_interval: false }
    }
    /// Returns a series with these columns, each with its unit.
    pub fn series(name: &'static str, columns: &[(&'static str, &'static str)], rows: Vec<Vec<f64>>) -> Self {
        let unit = columns.last().map_or("", |column| column.1);
        Finding { name, value: Found::Series(columns.to_vec(), rows), unit, is_by_interval: false }
    }
    /// Returns a series with a row for every interval: its last time, s, then one value.
    pub fn over_time(name: &'static str, column: (&'static str, &'static str), rows: Vec<Vec<f64>>) -> Self {
        Finding { is_by_interval: true, ..Finding::series(name, &[TIME, column], rows) }
    }
}

/// Returns the measure of a name.
pub fn measure_of(name: &str) -> Option<&'static MeasureEntry> {
    MEASURES.iter().find(|entry| entry.name == name)
}

/// The time column of a series.
pub(crate) const TIME: (&str, &str) = ("time", "s");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_everything_is_said() {
        for (i, entry) in MEASURES.iter().enumerate() {
            assert!(MEASURES[..i].iter().all(|other| other.name != entry.name), "{}", entry.name);
            assert!(!entry.about.is_empty() && !entry.unit.is_empty() && !entry.source.is_empty(), "{}", entry.name);
            assert!(measure_of(entry.name).is_some_and(|same| same.about == entry.about));
        }
        assert!(measure_of("mood").is_none());
    }

    #[test]
    fn without_an_area_or_line_there_is_no_measure_of_one() {
        for entry in MEASURES {
            let begun = (entry.begin)(&Subject { frame_rate: 10.0, ..Subject::default() });
            assert_eq!(begun.is_some(), entry.of == Of::Everyone, "{}", entry.name);
        }
    }
}
