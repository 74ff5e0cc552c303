//! Turns a scenario as written into a proven one: checks every entry against the place.

use std::path::{Component, Path};
use std::sync::Arc;

use populace_env::{BuildOptions, Doors, Environment, Place, World};
use populace_perceive::Perceiving;
use populace_sim::{Population, Setup, Timing};

use crate::acquaintance::acquaintance;
use crate::acts::Acts;
use crate::arrivals::Admission;
use crate::blocks::Site;
use crate::crowding::Crowding;
use crate::error::{Blame, Problem};
use crate::events::{self, Signals};
use crate::finder::Finder;
use crate::journey::Journeys;
use crate::kinds::Kinds;
use crate::limits::{
    DT, FRAME_RATE, ROUTES_PER_STEP, STUCK_AFTER, THINK_RATE, UNTIL, not_too_long, not_too_many, within,
};
use crate::measures::{Measure, measures};
use crate::people::{self, named, settings_as_written};
use crate::reach::Reach;
use crate::registry::Registry;
use crate::settings::Settings;
use crate::standing::Standing;
use crate::trains::{Trains, check_passengers};
use crate::written::{PerceptionEntry, PopulationEntry, RecordEntry, ScenarioFile, TimingEntry};
use populace_ingest::key_path::KeyPath;

/// The rule that says when a run ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Until {
    /// The run ends at this time at the latest, s.
    pub time: f64,
    /// Whether the run ends as soon as all people have left and nobody is still to come.
    pub empty: bool,
}

/// The data that are recorded.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The folder, when the scenario names one.
    pub folder: Option<String>,
    /// The number of steps from a recorded frame to the next. The first frame is the start.
    pub frame_every: u32,
    /// Whether frames are recorded.
    pub frames: bool,
    /// Whether events are recorded.
    pub events: bool,
}

/// The results of the proof of a scenario.
pub(crate) struct Proven {
    pub setup: Setup,
    pub until: Until,
    pub record: Record,
    pub measures: Vec<Measure>,
    pub signals: Vec<String>,
    /// The time of day at the start, s since midnight.
    pub time_of_day: Option<f64>,
    /// Proves acts from the start of a run.
    pub acts: Acts,
}

/// Checks everything that can be checked without the place.
pub(crate) fn before_place(file: &ScenarioFile, registry: &Registry) -> Result<(), Problem> {
    let at = KeyPath::file();
    if file.version != 1 {
        let what = format!("this is version {} of the scenario format", file.version);
        return Err(at.key("version").problem(what, "this program reads version = 1"));
    }
    not_too_long(&at.key("name"), file.name.as_deref().unwrap_or_default())?;
    within(&at.key("until"), UNTIL, file.until)?;
    let (_, dt) = timing(&at.key("timing"), &file.timing)?;
    record(&at.key("record"), &file.record, dt)?;
    perception(&at.key("perception"), &file.perception, registry)?;
    if let Some(time) = &file.time_of_day {
        events::time_of_day(&at.key("time_of_day"), time)?;
    }
    not_too_many(&at.key("population"), "populations", file.population.len())?;
    if file.population.is_empty() {
        return Err(at.problem("nobody comes: there is no [[population]]", "add at least one"));
    }
    Ok(())
}

/// Checks a scenario against its place.
pub(crate) fn prove(
    file: &ScenarioFile,
    registry: &Registry,
    place: Place,
    options: BuildOptions,
    env: Environment,
) -> Result<Proven, Problem> {
    before_place(file, registry)?;
    let at = KeyPath::file();
    let end = file.until;
    let signals = Signals::of(&file.event);
    let env = Arc::new(env);
    let mut doors = Doors::of(&env);
    let mut hours = Vec::new();
    let time_of_day = file.time_of_day.as_ref();
    let time_of_day = time_of_day.map(|time| events::time_of_day(&at.key("time_of_day"), time)).transpose()?;
    if let Some(start) = time_of_day {
        doors.set_time_of_day(&env, start);
        hours = events::opening_hours(&env, start, end);
    }
    let finder = Finder { world: World::new(&env, &doors) };
    let kinds = Kinds::of(file)?;
    let trains = Trains::prove(file, &finder, time_of_day)?;
    let offers: Vec<Vec<String>> = file.population.iter().map(|population| kinds.offers(population)).collect();
    let journeys = Journeys { finder: &finder, signals: &signals, trains: &trains, registry, offers: &offers };
    let (populations, people) = populations(&at.key("population"), file, &journeys, &kinds)?;
    check_passengers(&at.key("population"), &populations, &trains)?;
    let (timing, dt) = timing(&at.key("timing"), &file.timing)?;
    let site = Site { place: Arc::new(place), options, env: env.clone(), doors: doors.clone() };
    let settings = Settings::of(&populations);
    let mut acts = Acts::new(site, timing, signals.clone(), settings, &populations, &trains, people);
    let commands = acts.take_events(&at.key("event"), &file.event, hours, end)?;
    let mut reach = Reach::of(&env, &doors, &commands);
    let mut crowding = Crowding::of(&env);
    for (i, population) in populations.iter().enumerate() {
        let at = at.key("population").item(i);
        if let Some(starts) = reach.check(&at, population, &trains)? {
            crowding.take(&at, population, &starts)?;
        }
    }
    let acquaintance = acquaintance(&at.key("acquaintance"), &file.acquaintance, &populations)?;
    let measures = measures(&at.key("measure"), &file.measure, registry, &finder)?;
    let usual = Pace::default();
    let setup = Setup {
        env,
        doors,
        seed: file.seed,
        timing,
        perception: perception(&at.key("perception"), &file.perception, registry)?,
        populations,
        acquaintance,
        trains,
        commands,
        routes_per_step: file.timing.routes_per_step.map_or(usual.routes_per_step, |n| n as usize),
        stuck_after: file.timing.stuck_after.unwrap_or(usual.stuck_after),
    };
    Ok(Proven {
        setup,
        until: Until { time: end, empty: file.until_empty.unwrap_or(true) },
        record: record(&at.key("record"), &file.record, dt)?,
        measures,
        signals: signals.names(),
        time_of_day,
        acts,
    })
}

/// Settings that are seldom changed.
struct Pace {
    routes_per_step: usize,
    stuck_after: f64,
}

impl Default for Pace {
    fn default() -> Self {
        Pace { routes_per_step: Setup::ROUTES_PER_STEP, stuck_after: Setup::STUCK_AFTER }
    }
}

/// Proves the way of perceiving that a scenario names; the first when it names none.
fn perception(at: &KeyPath, entry: &PerceptionEntry, registry: &Registry) -> Result<Perceiving, Problem> {
    let mut tables = entry.0.iter();
    let first = tables.next();
    if let (Some((first, _)), Some((second, _))) = (first, tables.next()) {
        let what = format!("`{first}` and `{second}` contradict each other");
        return Err(at.key(second).problem(what, "keep one of them"));
    }
    let name = first.map(|(name, _)| name);
    let at = name.map_or_else(|| at.clone(), |name| at.key(name));
    let found = named(&at, &registry.perceptions, name)?;
    let written = settings_as_written(&at, first.map(|(_, settings)| settings))?;
    Perceiving::of(found, written).map_err(|error| people::refused(&at, found.name, &error))
}

fn timing(at: &KeyPath, entry: &TimingEntry) -> Result<(Timing, f64), Problem> {
    let usual = Timing::default();
    let dt = within(&at.key("dt"), DT, entry.dt.unwrap_or(usual.dt))?;
    let rate = within(&at.key("think_rate"), THINK_RATE, entry.think_rate.unwrap_or(10.0))?;
    let think_every = moves_between(&at.key("think_rate"), "decisions", rate, dt, 100)?;
    if let Some(routes) = entry.routes_per_step {
        within(&at.key("routes_per_step"), ROUTES_PER_STEP, routes.into())?;
    }
    if let Some(time) = entry.stuck_after {
        within(&at.key("stuck_after"), STUCK_AFTER, time)?;
    }
    Ok((Timing { dt, think_every }, dt))
}

/// Returns how many moves fit between two things that happen at a rate. Refuses a rate at which they do not fit exactly.
fn moves_between(at: &KeyPath, things: &str, rate: f64, dt: f64, most: u32) -> Result<u32, Problem> {
    let moves = 1.0 / (rate * dt);
    let whole = moves.round().clamp(1.0, most.into());
    if (moves - whole).abs() > 1e-6 * whole {
        let what = format!("{moves:.3} moves of {dt} s lie between two {things} at {rate} Hz");
        let hint = format!("they must be 1 to {most} whole moves: take {} Hz", nice(1.0 / (whole * dt)));
        return Err(at.problem(what, hint));
    }
    Ok(whole as u32)
}

/// Returns a number without the noise of its last digits.
fn nice(value: f64) -> f64 {
    format!("{value:.6}").parse().unwrap_or(value)
}

fn record(at: &KeyPath, entry: &RecordEntry, dt: f64) -> Result<Record, Problem> {
    let rate = within(&at.key("frame_rate"), FRAME_RATE, entry.frame_rate.unwrap_or(10.0))?;
    let frame_every = moves_between(&at.key("frame_rate"), "frames", rate, dt, 10_000_000)?;
    if entry.folder.as_deref() == Some("") {
        return Err(at.key("folder").problem("the name of the folder is empty", "name a folder, or leave the key out"));
    }
    // A scenario from a stranger must not write elsewhere; the user of a run may, with another folder.
    let is_below =
        |folder: &str| Path::new(folder).components().all(|c| matches!(c, Component::Normal(_) | Component::CurDir));
    if let Some(folder) = entry.folder.as_deref().filter(|folder| !is_below(folder)) {
        let what = format!("{folder:?} is outside the folder where the program runs");
        return Err(at.key("folder").problem(what, "name a folder below it; `populace run --out` takes any folder"));
    }
    Ok(Record {
        folder: entry.folder.clone(),
        frame_every,
        frames: entry.frames.unwrap_or(true),
        events: entry.events.unwrap_or(true),
    })
}

/// Proves the populations. Returns them, and the number of their people.
fn populations(
    at: &KeyPath,
    file: &ScenarioFile,
    journeys: &Journeys,
    kinds: &Kinds,
) -> Result<(Vec<Population>, u64), Problem> {
    let &Journeys { finder, trains, registry, .. } = journeys;
    let mut admission = Admission { finder, trains, end: file.until, people: 0, standing: Standing::default() };
    let mut proven: Vec<Population> = Vec::new();
    for (i, entry) in file.population.iter().enumerate() {
        let at = at.item(i);
        check_name(&at, &entry.name, proven.iter().map(|p| p.name.as_str()))?;
        proven.push(population(&at, entry, registry, &mut admission, journeys, kinds)?);
    }
    admission.standing.check()?;
    Ok((proven, admission.people))
}

fn population(
    at: &KeyPath,
    entry: &PopulationEntry,
    registry: &Registry,
    admission: &mut Admission,
    journeys: &Journeys,
    kinds: &Kinds,
) -> Result<Population, Problem> {
    let steering = people::steering(at, entry, registry)?;
    let planner = people::planner(at, entry, registry)?;
    let follower = people::follower(at, entry, registry)?;
    let body = people::body(at, entry, steering.model().usual_speed())?;
    let profile = people::profile(at, entry, &body)?;
    if entry.arrive.0.is_empty() {
        return Err(at.problem(format!("nobody of {:?} comes", entry.name), "say when and where with `arrive`"));
    }
    not_too_many(&at.key("arrive"), "arrivals", entry.arrive.0.len())?;
    not_too_many(&at.key("journey"), "stages", entry.journey.len())?;
    let journey = journeys.prove(&at.key("journey"), &entry.journey, body.radius.most())?;
    let mind = kinds.mind(at, entry, journeys, body.radius.most())?;
    let mut arrivals = Vec::new();
    for (i, arrival) in entry.arrive.0.iter().enumerate() {
        let at = at.key("arrive").item(i);
        let has_goals = arrival.goals.is_some() || arrival.circle.is_some();
        if journey.is_empty() && !has_goals {
            let hint = "say what to do with `journey`, e.g. journey = [{ leave = \"…\" }]";
            return Err(at.problem(format!("{:?} come, but have nothing to do", entry.name), hint));
        }
        arrivals.push(admission.prove(&at, &entry.name, arrival, &body)?);
    }
    Ok(Population { name: entry.name.clone(), steering, planner, follower, profile, body, arrivals, journey, mind })
}

/// Refuses a name that is empty, too long or taken.
pub(crate) fn check_name<'a>(
    at: &KeyPath,
    name: &str,
    mut others: impl Iterator<Item = &'a str>,
) -> Result<(), Problem> {
    let at = at.key("name");
    if name.trim().is_empty() {
        return Err(at.problem("the name is empty", "give it a name for reports"));
    }
    not_too_long(&at, name)?;
    if others.any(|other| other == name) {
        return Err(at.problem(format!("the name {name:?} is taken"), "choose another"));
    }
    Ok(())
}
