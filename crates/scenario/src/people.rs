//! Bodies, profiles and models of populations.

use populace_ingest::suggest::{advice, explain};
use populace_plan::{PROFILES, PlannerEntry, Profile};
use populace_sim::{Body, Distribution, FollowerEntry};
use populace_steer::{SettingError, Steering};
use serde_json::{Map, Value};

use crate::error::{Blame, Problem};
use crate::limits::{ACCELERATION, CONE, HASTE, PRE_MOVEMENT, RADIUS, SPEED, TURNING, within};
use crate::registry::{Lines, Registry, TableLine};
use crate::written::PopulationEntry;
use populace_ingest::key_path::KeyPath;

/// The radians in a degree.
const DEGREE: f64 = std::f64::consts::PI / 180.0;

/// Returns the profile of a population, as wide as its widest body.
pub(crate) fn profile(at: &KeyPath, entry: &PopulationEntry, body: &Body) -> Result<Profile, Problem> {
    let profile = named_profile(at, entry)?;
    Ok(Profile { width: profile.width.max(2.0 * body.radius.most()), ..profile })
}

fn named_profile(at: &KeyPath, entry: &PopulationEntry) -> Result<Profile, Problem> {
    let Some(name) = &entry.profile else { return Ok(Profile::default()) };
    Profile::named(name).ok_or_else(|| {
        let hint = advice(name, PROFILES.iter().map(|p| p.name));
        at.key("profile").problem(format!("no profile is called {name:?}"), hint)
    })
}

/// Proves the body of a population, with defaults for absent keys. `speed` is the mean and the standard deviation that the model
/// gives, m/s.
pub(crate) fn body(at: &KeyPath, entry: &PopulationEntry, speed: Option<(f64, f64)>) -> Result<Body, Problem> {
    let usual = usual(&named_profile(at, entry)?, speed);
    let drawn = |key, spread: &Option<crate::Spread>, limits, scale, usual| match spread {
        Some(spread) => spread.prove(&at.key(key), limits, scale),
        None => Ok(usual),
    };
    let number = |key, value: Option<f64>, limits, scale: f64, usual: f64| match value {
        Some(value) => Ok(within(&at.key(key), limits, value)? * scale),
        None => Ok::<_, Problem>(usual),
    };
    Ok(Body {
        speed: drawn("speed", &entry.speed, SPEED, 1.0, usual.speed)?,
        haste: drawn("haste", &entry.haste, HASTE, 1.0, usual.haste)?,
        radius: drawn("radius", &entry.radius, RADIUS, 1.0, usual.radius)?,
        pre_movement: drawn("pre_movement", &entry.pre_movement, PRE_MOVEMENT, 1.0, usual.pre_movement)?,
        cone: drawn("cone", &entry.cone, CONE, DEGREE, usual.cone)?,
        acceleration: number("acceleration", entry.acceleration, ACCELERATION, 1.0, usual.acceleration)?,
        turning: number("turning", entry.turning, TURNING, DEGREE, usual.turning)?,
    })
}

/// Returns the usual body of a profile: the default body, slower in proportion and wider by the extra width of the
/// profile.
fn usual(profile: &Profile, speed: Option<(f64, f64)>) -> Body {
    let adult = Profile::default();
    let share = profile.speed / adult.speed;
    let body = Body::default();
    let speed = match body.speed {
        Distribution::Normal { mean, sd, least, most } => {
            let (mean, sd) = speed.unwrap_or((mean, sd));
            Distribution::Normal { mean: mean * share, sd: sd * share, least: least * share, most: most * share }
        }
        other => other,
    };
    let radius = Distribution::Constant(body.radius.most() + (profile.width - adult.width) / 2.0);
    Body { speed, haste: Distribution::range(profile.haste), radius, ..body }
}

/// Returns the line that an entry names, or the first line.
pub(crate) fn named<T: TableLine>(
    at: &KeyPath,
    lines: &Lines<T>,
    name: Option<&String>,
) -> Result<&'static T, Problem> {
    let Some(name) = name else { return Ok(lines.first()) };
    lines.get(name).ok_or_else(|| at.problem(format!("no {} is called {name:?}", T::KIND), advice(name, lines.names())))
}

/// Proves the model that a population names, set up with its parameters.
pub(crate) fn steering(at: &KeyPath, entry: &PopulationEntry, registry: &Registry) -> Result<Steering, Problem> {
    let found = named(&at.key("model"), &registry.models, entry.model.as_ref())?;
    let at = at.key("parameters");
    let settings = settings_as_written(&at, entry.parameters.as_ref())?;
    Steering::of(found, settings).map_err(|error| refused(&at, found.name, &error))
}

/// Returns settings as written, if all numbers are finite.
pub(crate) fn settings_as_written(at: &KeyPath, written: Option<&Map<String, Value>>) -> Result<Value, Problem> {
    let settings = Value::Object(written.cloned().unwrap_or_default());
    match not_a_number(&settings) {
        Some(path) => Err(at.path(&path).problem(format!("{path} is not a finite number"), "write a decimal number")),
        None => Ok(settings),
    }
}

/// Says why a model or a perception refused its settings.
pub(crate) fn refused(at: &KeyPath, model: &str, error: &SettingError) -> Problem {
    let (what, mut hint) = explain(&error.what);
    if hint.is_empty() {
        hint = format!("`populace models` lists the parameters of {model:?} with their limits");
    }
    let is_named = error.path.is_empty() || what.contains(&format!("`{}`", error.path));
    at.path(&error.path).problem(if is_named { what } else { format!("{}: {what}", error.path) }, hint)
}

/// Returns the planner that a population names, or the first planner.
pub(crate) fn planner(
    at: &KeyPath,
    entry: &PopulationEntry,
    registry: &Registry,
) -> Result<&'static PlannerEntry, Problem> {
    named(&at.key("planner"), &registry.planners, entry.planner.as_ref())
}

/// Returns the way to follow routes that a population names, or the first way.
pub(crate) fn follower(
    at: &KeyPath,
    entry: &PopulationEntry,
    registry: &Registry,
) -> Result<&'static FollowerEntry, Problem> {
    named(&at.key("follow"), &registry.followers, entry.follow.as_ref())
}

/// Returns the path of the first null. It stands for a `nan` or `inf` of TOML, which JSON does not have; TOML has no
/// null.
pub(crate) fn not_a_number(value: &Value) -> Option<String> {
    match value {
        Value::Null => Some(String::new()),
        Value::Object(table) => table.iter().find_map(|(key, value)| not_a_number(value).map(|rest| join(key, &rest))),
        Value::Array(list) => list
            .iter()
            .enumerate()
            .find_map(|(i, value)| not_a_number(value).map(|rest| join(&format!("[{i}]"), &rest))),
        _ => None,
    }
}

pub(crate) fn join(first: &str, rest: &str) -> String {
    if rest.is_empty() || rest.starts_with('[') { format!("{first}{rest}") } else { format!("{first}.{rest}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wheelchair_is_70_cm_wide_and_goes_0_69_m_s() {
        // ISO 7176-5 reference width without hands; Boyce et al. 1999.
        let body = usual(&Profile::named("wheelchair").unwrap(), None);
        assert!((body.radius.most() - 0.35).abs() < 1e-12, "{body:?}");
        assert!(matches!(body.speed, Distribution::Normal { mean, .. } if (mean - 0.69).abs() < 1e-12), "{body:?}");
    }
}
