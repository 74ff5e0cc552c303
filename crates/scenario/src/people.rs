//! Bodies, profiles and models of populations.

use std::sync::Arc;

use populace_ingest::suggest::{advice, explain};
use populace_plan::{PROFILES, Profile};
use populace_sim::{Body, Distribution, FOLLOWERS, Follower};
use populace_steer::{MODELS, Model};
use serde_json::Value;

use crate::at::At;
use crate::error::Problem;
use crate::limits::{ACCELERATION, CONE, PRE_MOVEMENT, RADIUS, SPEED, TURNING, within};
use crate::written::PopulationEntry;

/// Radians in a degree.
const DEGREE: f64 = std::f64::consts::PI / 180.0;

/// The profile, as wide as the widest body.
pub(crate) fn profile(at: &At, entry: &PopulationEntry, body: &Body) -> Result<Profile, Problem> {
    let profile = named_profile(at, entry)?;
    Ok(Profile { width: profile.width.max(2.0 * body.radius.most()), ..profile })
}

fn named_profile(at: &At, entry: &PopulationEntry) -> Result<Profile, Problem> {
    let Some(name) = &entry.profile else { return Ok(Profile::default()) };
    Profile::named(name).ok_or_else(|| {
        let hint = advice(name, PROFILES.iter().map(|p| p.name));
        at.key("profile").problem(format!("no profile is called {name:?}"), hint)
    })
}

/// The body, with defaults for what is absent; `speed` are mean and standard deviation by the model, m/s.
pub(crate) fn body(at: &At, entry: &PopulationEntry, speed: Option<(f64, f64)>) -> Result<Body, Problem> {
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
        radius: drawn("radius", &entry.radius, RADIUS, 1.0, usual.radius)?,
        pre_movement: drawn("pre_movement", &entry.pre_movement, PRE_MOVEMENT, 1.0, usual.pre_movement)?,
        cone: drawn("cone", &entry.cone, CONE, DEGREE, usual.cone)?,
        acceleration: number("acceleration", entry.acceleration, ACCELERATION, 1.0, usual.acceleration)?,
        turning: number("turning", entry.turning, TURNING, DEGREE, usual.turning)?,
    })
}

/// The body of a profile: the default body, slower and wider in proportion.
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
    Body { speed, radius, ..body }
}

/// The model, set up with its parameters.
pub(crate) fn model(at: &At, entry: &PopulationEntry) -> Result<Arc<dyn Model>, Problem> {
    let found = match &entry.model {
        Some(name) => MODELS.iter().find(|m| m.name == name),
        None => MODELS.first(),
    };
    let Some(found) = found else {
        let name = entry.model.as_deref().unwrap_or_default();
        let hint = advice(name, MODELS.iter().map(|m| m.name));
        return Err(at.key("model").problem(format!("no steering model is called {name:?}"), hint));
    };
    let settings = Value::Object(entry.parameters.clone().unwrap_or_default());
    if let Some(path) = not_a_number(&settings) {
        let what = format!("{path} is not a finite number");
        return Err(at.key("parameters").path(&path).problem(what, "write a decimal number"));
    }
    (found.make)(&settings).map(Arc::from).map_err(|error| {
        let at = at.key("parameters").path(&error.path);
        let (what, mut hint) = explain(&error.what);
        if hint.is_empty() {
            hint = format!("`populace models` lists the parameters of {:?} with their limits", found.name);
        }
        let is_named = error.path.is_empty() || what.contains(&format!("`{}`", error.path));
        at.problem(if is_named { what } else { format!("{}: {what}", error.path) }, hint)
    })
}

/// The way to follow routes.
pub(crate) fn follower(at: &At, entry: &PopulationEntry) -> Result<&'static Follower, Problem> {
    let Some(name) = &entry.follow else { return Ok(&FOLLOWERS[0]) };
    populace_sim::follower(name).ok_or_else(|| {
        let hint = advice(name, FOLLOWERS.iter().map(|f| f.name));
        at.key("follow").problem(format!("no way to follow routes is called {name:?}"), hint)
    })
}

/// The first value that JSON cannot hold: TOML has `nan` and `inf`, but no null.
fn not_a_number(value: &Value) -> Option<String> {
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

fn join(first: &str, rest: &str) -> String {
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
