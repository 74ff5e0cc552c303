//! The sink that takes the measures of a scenario. While the run goes on, measures of [`populace_traj::MEASURES`]
//! gather values from its frames and events. The sink gives the result as figures and as comma-separated values.

use std::collections::BTreeMap;

use populace_env::{EnvArea, Environment, FloorId};
use populace_scenario::{Measure, Measured, Scenario};
use populace_sim::{Simulation, StepReport};
use populace_traj::{
    Chosen, Found, Frame, Ground, IntervalTable, MeasurementArea, Measurements, Settings, Subject, with_unit,
};
use serde::{Serialize, Serializer};

use crate::checkpoint::{CheckpointError, from_part, to_part};
use crate::{Job, Positions, RunError, Sink, frames_of_a_row};

/// The measures of a scenario at work.
pub struct Measures {
    names: Vec<String>,
    measurements: Measurements,
    /// Steps between two frames.
    frame_every: u64,
    /// Time between two frames, s.
    frame_time: f64,
}

/// The figures of one `[[measure]]`, in the order of its measures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures(pub Vec<Figure>);

/// A figure with its unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// The name of the figure: a finding in [`populace_traj::MEASURES`].
    pub name: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// Its value; `None` when nobody was there to be measured.
    pub value: Option<f64>,
}

impl Figures {
    /// Returns the value of the figure with a name; `None` when there is no such figure or it has no value.
    pub fn value(&self, name: &str) -> Option<f64> {
        self.0.iter().find(|figure| figure.name == name)?.value
    }
}

/// A map from the name with its unit, such as `density_mean_per_m2`, to the value. Counts are whole numbers.
impl Serialize for Figures {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value = |figure: &Figure| match (figure.unit, figure.value) {
            ("persons" | "1", Some(count)) if count.fract() == 0.0 => serde_json::json!(count as i64),
            (_, value) => serde_json::json!(value),
        };
        serializer.collect_map(self.0.iter().map(|figure| (with_unit(figure.name, figure.unit), value(figure))))
    }
}

impl Measures {
    /// Returns the measures of a job, which have measured nothing yet.
    pub fn of(job: &Job) -> Self {
        let subject = row_by_row(&job.scenario);
        let mut grounds = Grounds::of(&job.setup.env);
        let chosen = job.scenario.measures().iter().map(|measure| choose(measure, &mut grounds, &subject));
        Measures {
            names: job.scenario.measures().iter().map(|measure| measure.name.clone()).collect(),
            measurements: Measurements::new(chosen.collect()),
            frame_every: job.scenario.record().frame_every.into(),
            frame_time: job.frame_time(),
        }
    }
    /// Returns whether the scenario measures nothing.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
    /// Returns the time between two frames, s.
    pub fn frame_time(&self) -> f64 {
        self.frame_time
    }

    /// Returns the name and the figures of every measure, in the order of the scenario.
    pub fn figures(&self) -> Vec<(String, Figures)> {
        let mut found: Vec<(String, Figures)> =
            self.names.iter().map(|name| (name.clone(), Figures::default())).collect();
        for quantity in self.measurements.quantities() {
            let Found::Figure(value) = quantity.finding.value else { continue };
            let figure = Figure { name: quantity.finding.name, unit: quantity.finding.unit, value };
            let owner = found.iter_mut().find(|(name, _)| Some(name) == quantity.of.as_ref());
            if let Some((_, figures)) = owner {
                figures.0.push(figure);
            }
        }
        found
    }

    /// Returns a table with a row for every interval, as comma-separated values.
    pub fn csv(&self) -> String {
        let IntervalTable { times, columns } = self.measurements.table();
        let mut rows: Vec<String> = vec!["time_s".into()];
        rows.extend(times.iter().map(|&seconds| time(seconds)));
        for column in &columns {
            let of = column.of.as_deref().unwrap_or_default();
            let head = quoted(&format!("{of}: {}", with_unit(column.heading, column.unit)));
            // Where nobody is, there is no speed.
            let value = |&value: &f64| if value.is_finite() { value.to_string() } else { String::new() };
            let fields = std::iter::once(head).chain(column.values.iter().map(value));
            for (row, field) in rows.iter_mut().zip(fields) {
                row.push(',');
                row.push_str(&field);
            }
        }
        rows.join("\n") + "\n"
    }
}

impl Sink for Measures {
    fn name(&self) -> &str {
        "measures"
    }
    fn wants_frame(&self, step: u64) -> Option<Positions> {
        (!self.is_empty() && step.is_multiple_of(self.frame_every)).then_some(Positions::AsRecorded)
    }
    fn step(&mut self, report: &StepReport<'_>) -> Result<(), RunError> {
        report.events.iter().for_each(|event| self.measurements.event(event));
        Ok(())
    }
    fn frame(&mut self, frame: &Frame, _: &Simulation) -> Result<(), RunError> {
        self.measurements.frame(frame.step / self.frame_every, frame);
        Ok(())
    }
    fn save(&self) -> Result<Option<Vec<u8>>, RunError> {
        to_part(&self.measurements.save())
    }
    fn load(&mut self, part: &[u8]) -> Result<(), CheckpointError> {
        let bytes: Vec<u8> = from_part(part)?;
        self.measurements.load(&bytes).ok_or(CheckpointError::Unreadable)
    }
}

/// Returns what a measure of a scenario measures; `subject` says how to measure it.
fn choose(measure: &Measure, grounds: &mut Grounds<'_>, subject: &Subject) -> Chosen {
    let mut subject = subject.clone();
    match measure.of {
        Measured::Everyone => {}
        Measured::Area(number) => {
            let area = &grounds.env.areas()[number];
            let needs_ground = measure.what.iter().any(|entry| entry.needs_ground);
            subject = grounds.subject(area, needs_ground, subject);
        }
        Measured::Line(floor, line) => subject.line = Some((line, u16::try_from(floor.index()).ok())),
    }
    let measures = measure.what.iter().map(|entry| **entry).collect();
    Chosen { name: Some(measure.name.clone()), measures, subject }
}

/// Returns how the runs of a scenario are measured, in rows of about a second. The subject has no area and no line yet.
pub fn row_by_row(scenario: &Scenario) -> Subject {
    let step_time = scenario.given().timing.dt;
    let frame_time = step_time * f64::from(scenario.record().frame_every);
    let settings = Settings { interval: frames_of_a_row(frame_time), ..Settings::default() };
    Subject { frame_rate: 1.0 / frame_time, step_time, settings, ..Subject::default() }
}

/// The walkable ground of each floor of a place, made when it is first asked for. A door is ground, open or shut; an obstacle that appears in a run
/// takes no ground away.
pub struct Grounds<'a> {
    env: &'a Environment,
    made: BTreeMap<FloorId, Option<Ground>>,
}

impl<'a> Grounds<'a> {
    /// Returns the grounds of a place. None of them is made yet.
    pub fn of(env: &'a Environment) -> Self {
        Grounds { env, made: BTreeMap::new() }
    }
    /// Returns the ground of a floor; `None` when it has none.
    pub fn ground(&mut self, floor: FloorId) -> Option<&Ground> {
        let made = self.made.entry(floor).or_insert_with(|| Ground::between(self.env.floor_outline(floor)));
        made.as_ref()
    }
    /// Returns a subject that is measured in an area of the place; with the ground of its floor, when the measures need that.
    pub fn subject(&mut self, area: &EnvArea, needs_ground: bool, how: Subject) -> Subject {
        let ground = if needs_ground { self.ground(area.floor).cloned() } else { None };
        Subject { area: measured(area), ground, ..how }
    }
}

/// Returns an area of the place as a measurement area. People are counted on its walkable ground.
pub fn measured(area: &EnvArea) -> Option<MeasurementArea> {
    let ring = MeasurementArea::new(area.ring.clone(), u16::try_from(area.floor.index()).ok())?;
    ring.on_ground(area.holes.clone(), area.walkable_area())
}

/// Writes a time, s, without the noise of its last digits.
fn time(seconds: f64) -> String {
    ((seconds * 1e6).round() / 1e6).to_string()
}

/// Writes a field of a table. The field stands in quotes when it holds a character that separates fields (RFC 4180).
pub fn quoted(field: &str) -> String {
    match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_with_separators_are_quoted() {
        assert_eq!(quoted("door: flow_per_s"), "door: flow_per_s");
        assert_eq!(quoted("the \"west\" door, open"), "\"the \"\"west\"\" door, open\"");
    }

    #[test]
    fn times_are_decimal() {
        assert_eq!(time(3.0 * 0.1), "0.3");
        assert_eq!(time(12.0), "12");
    }
}
