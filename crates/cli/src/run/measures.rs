//! What a scenario measures, by name: gathered as the run goes on, told as JSON, as text and as comma-separated values.

use populace_env::{EnvArea, Environment};
use populace_scenario::{Measure, Measured};
use populace_traj::{AreaMeter, Frame, LineMeter, MeasurementArea, MeasurementLine, Meters, Words};
use serde_json::{Map, Value, json};

/// The meters of a scenario, with their names.
pub struct Measures {
    names: Vec<(String, Meter)>,
    meters: Meters,
    /// Time between two frames, s.
    frame_time: f64,
}

/// Which of the meters.
enum Meter {
    Area(usize),
    Line(usize),
}

impl Measures {
    /// Nothing measured yet; frames come every `frame_time` s, and `interval` of them make a row.
    pub fn new(measures: &[Measure], env: &Environment, frame_time: f64, interval: u64) -> Self {
        let (mut names, mut areas, mut lines) = (Vec::new(), Vec::new(), Vec::new());
        for measure in measures {
            let meter = match measure.of {
                Measured::Area(number) => {
                    // A proven area has walkable ground.
                    areas.extend(measured(&env.areas()[number]));
                    Meter::Area(areas.len() - 1)
                }
                Measured::Line(floor, line) => {
                    lines.push(MeasurementLine::new(line, u16::try_from(floor.index()).ok()));
                    Meter::Line(lines.len() - 1)
                }
            };
            names.push((measure.name.clone(), meter));
        }
        Measures { names, meters: Meters::new(areas, lines, 1.0 / frame_time, interval), frame_time }
    }
    /// Whether the scenario measures nothing.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
    /// Time between two frames, s.
    pub fn frame_time(&self) -> String {
        time(self.frame_time)
    }
    /// Takes a frame, with its number.
    pub fn frame(&mut self, number: u64, frame: &Frame) {
        self.meters.frame(number, frame);
    }
    pub fn save(&self, to: &mut String) {
        self.meters.save(to);
    }
    pub fn load(&mut self, from: &mut Words) -> Option<()> {
        self.meters.load(from)
    }

    /// For scripts: by name, with units in the keys.
    pub fn json(&self) -> Value {
        let measure = |meter: &Meter| match meter {
            Meter::Area(i) => area_json(&self.meters.areas()[*i]),
            Meter::Line(i) => line_json(&self.meters.lines()[*i]),
        };
        self.names.iter().map(|(name, meter)| (name.clone(), measure(meter))).collect::<Map<_, _>>().into()
    }

    /// For people: name and result of each, the names equally long.
    pub fn lines(&self) -> impl Iterator<Item = (String, String)> + '_ {
        let width = self.names.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        self.names.iter().map(move |(name, meter)| {
            let measured = match meter {
                Meter::Area(i) => area_text(&self.meters.areas()[*i]),
                Meter::Line(i) => line_text(&self.meters.lines()[*i]),
            };
            (format!("{name:width$}"), measured)
        })
    }

    /// A row for every interval, for tables.
    pub fn csv(&self) -> String {
        let mut rows: Vec<String> = vec!["time_s".into()];
        rows.extend(self.meters.ends().map(|number| time(number as f64 * self.frame_time)));
        let mut column = |name: &str, quantity: &str, values: &mut dyn Iterator<Item = String>| {
            let head = std::iter::once(quoted(&format!("{name}: {quantity}")));
            for (row, value) in rows.iter_mut().zip(head.chain(values)) {
                row.push(',');
                row.push_str(&value);
            }
        };
        for (name, meter) in &self.names {
            match meter {
                Meter::Area(i) => {
                    let rows = || self.meters.areas()[*i].rows();
                    column(name, "density_per_m2", &mut rows().map(|row| row.0.to_string()));
                    // Without anybody there is no speed.
                    column(name, "speed_m_s", &mut rows().map(|row| row.1.map_or_else(String::new, |s| s.to_string())));
                }
                Meter::Line(i) => {
                    let rows = || self.meters.lines()[*i].rows();
                    column(name, "crossed_left", &mut rows().map(|row| row.to_left.to_string()));
                    column(name, "crossed_right", &mut rows().map(|row| row.to_right.to_string()));
                    column(name, "flow_per_s", &mut rows().map(|row| row.flow.to_string()));
                }
            }
        }
        rows.join("\n") + "\n"
    }
}

/// An area of the place, with people counted on its walkable ground.
pub fn measured(area: &EnvArea) -> Option<MeasurementArea> {
    let ring = MeasurementArea::new(area.ring.clone(), u16::try_from(area.floor.index()).ok())?;
    ring.on_ground(area.holes.clone(), area.walkable_area())
}

fn area_json(area: &AreaMeter) -> Value {
    let highest = area.highest_density();
    json!({
        "density_mean_per_m2": area.mean_density(),
        "density_max_per_m2": highest.map(|h| h.0).or(area.mean_density()),
        "density_max_at_s": highest.map(|h| h.1),
        "speed_mean_m_s": area.mean_speed(),
    })
}

fn line_json(line: &LineMeter) -> Value {
    json!({
        "crossed_left": line.to_left(),
        "crossed_right": line.to_right(),
        "flow_mean_per_s": line.mean_flow(),
        "flow_specific_per_m_s": line.specific_flow(),
    })
}

fn area_text(area: &AreaMeter) -> String {
    let (Some(mean), Some((highest, time))) = (area.mean_density(), area.highest_density()) else {
        return "nobody was there".into();
    };
    let speed = area.mean_speed().map_or_else(String::new, |speed| format!("; mean speed {speed:.2} m/s"));
    format!("mean {mean:.2} persons/m², highest {highest:.2} persons/m² at {time:.1} s{speed}")
}

fn line_text(line: &LineMeter) -> String {
    let crossed = format!("{} people to the left, {} to the right", line.to_left(), line.to_right());
    match (line.mean_flow(), line.specific_flow()) {
        (Some(flow), Some(specific)) => {
            format!("{crossed}; mean flow {flow:.2} persons/s, {specific:.2} persons/(m s)")
        }
        _ => crossed,
    }
}

/// A time, s, without the noise of its last digits.
fn time(seconds: f64) -> String {
    ((seconds * 1e6).round() / 1e6).to_string()
}

/// A field of a table: in quotes when it holds what separates fields (RFC 4180).
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
