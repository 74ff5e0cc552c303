//! Proves journeys: every stage asks for one behaviour, and stages do not contradict each other.

use populace_geom::Distribution;
use populace_ingest::key_path::KeyPath;
use populace_ingest::suggest::{advice, explain};
use populace_mind::{BehaviourEntry, Holds, Key, Places, StageProof, Task, Train, Wrong};
use populace_plan::Spot;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::Spread;
use crate::error::{Blame, Problem};
use crate::events::Signals;
use crate::finder::Finder;
use crate::limits::{SHARE, WAIT, not_too_many, within};
use crate::registry::{Lines, Registry};
use crate::several::Several;
use crate::trains::trains_called;
use crate::written::StageEntry;

/// Proves journeys.
pub(crate) struct Journeys<'a> {
    pub finder: &'a Finder<'a>,
    pub signals: &'a Signals,
    pub trains: &'a [Train],
    pub registry: &'a Registry,
    /// By population: what its people offer while they are on duty.
    pub offers: &'a [Vec<String>],
}

impl Journeys<'_> {
    /// Proves all stages of a population. `radius` is that of its widest body, m.
    pub fn prove(&self, at: &KeyPath, entries: &[StageEntry], radius: f64) -> Result<Vec<Task>, Problem> {
        let mut stages: Vec<Task> = Vec::new();
        for (i, entry) in entries.iter().enumerate() {
            let at = at.item(i);
            if stages.last().is_some_and(|stage| matches!(stage.places(), Places::Exits(..))) {
                let what = "nobody comes to this stage: they have left by the one before";
                return Err(at.problem(what, "let `leave` be the last stage"));
            }
            if stages.last().is_some_and(|stage| stage.is_endless()) {
                let what = "nobody comes to this stage: the one before never ends";
                return Err(at.problem(what, "say for how long with `time`, or how often with `times`"));
            }
            stages.push(self.stage(&at, entry, radius)?);
        }
        Ok(stages)
    }

    /// Proves one stage.
    pub fn stage(&self, at: &KeyPath, entry: &StageEntry, radius: f64) -> Result<Task, Problem> {
        self.part(at, entry, radius, false)
    }

    /// Proves a stage, or a stage within another.
    fn part(&self, at: &KeyPath, entry: &StageEntry, radius: f64, is_within: bool) -> Result<Task, Problem> {
        let behaviour = behaviour_of(at, entry, &self.registry.behaviours)?;
        for key in behaviour.keys {
            if let Some(value) = entry.0.get(key.name) {
                check_form(&at.key(key.name), key, value)?;
            }
        }
        let stage = Stage { journeys: self, radius, is_within };
        (behaviour.prove)(&entry.0, &stage).map_err(|Wrong { at: key, what, hint }| at.path(&key).problem(what, hint))
    }
}

/// A stage that is proven. Paths of keys begin at the stage.
struct Stage<'a> {
    journeys: &'a Journeys<'a>,
    radius: f64,
    /// Whether it is part of another stage.
    is_within: bool,
}

/// Returns a problem as the behaviour tells it.
fn wrong(Problem { at, what, hint }: Problem) -> Wrong {
    Wrong { at: at.to_string(), what, hint }
}

impl StageProof for Stage<'_> {
    fn area(&self, key: &str, value: &Value) -> Result<u32, Wrong> {
        let at = KeyPath::file().key(key);
        read::<String>(&at, value).and_then(|name| self.area_of(&at, &name)).map_err(wrong)
    }
    fn areas(&self, key: &str, value: &Value) -> Result<Vec<u32>, Wrong> {
        let at = KeyPath::file().key(key);
        let names = read::<Several<String>>(&at, value).map_err(wrong)?.0;
        let areas = names.iter().enumerate().map(|(i, name)| self.area_of(&at.item(i), name));
        areas.collect::<Result<_, Problem>>().map_err(wrong)
    }
    fn spot(&self, key: &str, value: &Value, floor: Option<&Value>) -> Result<Spot, Wrong> {
        self.spot_of(&KeyPath::file().key(key), value, floor).map_err(wrong)
    }
    fn signal(&self, key: &str, value: &Value) -> Result<u32, Wrong> {
        let at = KeyPath::file().key(key);
        read::<String>(&at, value).and_then(|name| self.journeys.signals.number(&at, &name)).map_err(wrong)
    }
    fn time(&self, key: &str, value: &Value) -> Result<Distribution, Wrong> {
        let at = KeyPath::file().key(key);
        read::<Spread>(&at, value).and_then(|time| time.prove(&at, WAIT, 1.0)).map_err(wrong)
    }
    fn objects(&self, key: &str, value: &Value, kinds: &[&str]) -> Result<Vec<u32>, Wrong> {
        let mut objects = self.objects_of(&KeyPath::file().key(key), value, kinds).map_err(wrong)?;
        objects.sort_unstable();
        objects.dedup();
        match objects.is_empty() {
            true => Err(Wrong::new(key, "there is nothing to go to", "name at least one object")),
            false => Ok(objects),
        }
    }
    fn people(&self, key: &str, value: &Value) -> Result<Vec<u16>, Wrong> {
        let words = read::<Several<String>>(&KeyPath::file().key(key), value).map_err(wrong)?.0;
        let offers = self.journeys.offers.iter().enumerate();
        let offering = offers.filter(|(_, offers)| offers.iter().any(|offer| words.contains(offer)));
        Ok(offering.map(|(population, _)| population as u16).collect())
    }
    fn trains(&self, key: &str, value: &Value) -> Result<Vec<(u32, u32)>, Wrong> {
        let at = KeyPath::file().key(key);
        let names = read::<Several<String>>(&at, value).map_err(wrong)?.0;
        let Journeys { trains, finder, .. } = *self.journeys;
        let found = names.iter().enumerate().map(|(i, name)| trains_called(&at.item(i), name, trains, finder));
        let mut found: Vec<_> = found.collect::<Result<Vec<_>, _>>().map_err(wrong)?.into_iter().flatten().collect();
        found.sort_unstable();
        found.dedup();
        match found.is_empty() {
            true => Err(Wrong::new(key, "there is no train to take", "name at least one train")),
            false => Ok(found),
        }
    }
    fn stages(&self, key: &str, value: &Value) -> Result<Vec<Task>, Wrong> {
        let at = KeyPath::file().key(key);
        if self.is_within {
            let what = "a stage with stages is within a stage with stages";
            return Err(Wrong::new(key, what, "write the stages of the inner one into the outer one"));
        }
        let stages: Vec<StageEntry> = read(&at, value).map_err(wrong)?;
        not_too_many(&at, "stages", stages.len()).map_err(wrong)?;
        let part = |(i, entry)| self.journeys.part(&at.item(i), entry, self.radius, true);
        stages.iter().enumerate().map(part).collect::<Result<_, _>>().map_err(wrong)
    }
    fn count(&self, key: &str, value: &Value) -> Result<u32, Wrong> {
        let at = KeyPath::file().key(key);
        let count = read::<u32>(&at, value).map_err(wrong)?;
        match count {
            1..=1_000_000 => Ok(count),
            _ => {
                Err(Wrong::new(key, format!("{count} is no number from 1 to 1000000"), "give a whole number from 1 on"))
            }
        }
    }
    fn weights(&self, key: &str, value: &Value, count: usize) -> Result<Vec<f64>, Wrong> {
        let at = KeyPath::file().key(key);
        read::<Vec<f64>>(&at, value).and_then(|weights| shares_of(&at, &weights, count)).map_err(wrong)
    }
}

impl Stage<'_> {
    fn spot_of(&self, at: &KeyPath, value: &Value, floor: Option<&Value>) -> Result<Spot, Problem> {
        let floor = floor.map(|name| read::<String>(&KeyPath::file().key("floor"), name)).transpose()?;
        let finder = self.journeys.finder;
        let floor = finder.floor(&KeyPath::file(), floor.as_ref())?;
        finder.spot(at, floor, read(at, value)?, self.radius)
    }

    fn objects_of(&self, at: &KeyPath, value: &Value, kinds: &[&str]) -> Result<Vec<u32>, Problem> {
        let finder = self.journeys.finder;
        if let Value::String(name) = value {
            return finder.objects(at, name, kinds);
        }
        let mut objects = Vec::new();
        for (i, name) in read::<Several<String>>(at, value)?.0.iter().enumerate() {
            objects.extend(finder.objects(&at.item(i), name, kinds)?);
        }
        Ok(objects)
    }

    fn area_of(&self, at: &KeyPath, name: &str) -> Result<u32, Problem> {
        let (finder, radius) = (self.journeys.finder, self.radius);
        let area = finder.area(at, name)?;
        if finder.spot_in(area, radius).is_none() {
            let what = format!("nobody fits in the area {name:?}: a body needs {} m of room", 2.0 * radius);
            return Err(at.problem(what, "make the area or the passage wider, or the bodies narrower"));
        }
        Ok(area as u32)
    }
}

/// Returns the one behaviour that a stage asks for. Refuses a stage that asks for none or for several, and keys that do not go with it.
fn behaviour_of(
    at: &KeyPath,
    entry: &StageEntry,
    behaviours: &Lines<BehaviourEntry>,
) -> Result<&'static BehaviourEntry, Problem> {
    let mut named = behaviours.iter().filter(|b| b.key().is_some_and(|key| entry.0.contains_key(key)));
    let (first, second) = (named.next(), named.next());
    let all_keys = || behaviours.iter().flat_map(|b| b.keys).map(|key| key.name);
    if let Some(key) = entry.0.keys().find(|key| !all_keys().any(|known| known == *key)) {
        return Err(at.key(key).problem(format!("unknown field `{key}`"), advice(key, all_keys())));
    }
    let Some(behaviour) = first else {
        let keys: Vec<String> = behaviours.iter().filter_map(|b| Some(format!("`{}`", b.key()?))).collect();
        let (last, others) = keys.split_last().map_or(("", &[][..]), |(last, others)| (last.as_str(), others));
        return Err(at.problem("the stage says nothing to do", format!("give {} or {last}", others.join(", "))));
    };
    let name = behaviour.key().unwrap_or_default();
    if let Some(other) = second.and_then(BehaviourEntry::key) {
        let what = format!("`{name}` and `{other}` are two stages");
        return Err(at.key(other).problem(what, "write each in { } of its own, in their order"));
    }
    let goes = |b: &BehaviourEntry, key: &str| b.keys.iter().any(|known| known.name == key);
    match entry.0.keys().find(|key| !goes(behaviour, key)) {
        Some(key) => {
            let with = behaviours.iter().filter(|b| goes(b, key)).filter_map(|b| Some(format!("`{}`", b.key()?)));
            let hint = format!("it goes with {}", with.collect::<Vec<_>>().join(" and "));
            Err(at.key(key).problem(format!("`{key}` does not go with `{name}`"), hint))
        }
        None => Ok(behaviour),
    }
}

/// Refuses a value that has not the form that its key holds.
fn check_form(at: &KeyPath, key: &Key, value: &Value) -> Result<(), Problem> {
    match key.holds {
        Holds::Name => read::<String>(at, value).map(|_| ()),
        Holds::Names => read::<Several<String>>(at, value).map(|_| ()),
        Holds::Point => read::<[f64; 2]>(at, value).map(|_| ()),
        Holds::Spread => read::<Spread>(at, value).map(|_| ()),
        Holds::Numbers => read::<Vec<f64>>(at, value).map(|_| ()),
        Holds::Count => read::<u32>(at, value).map(|_| ()),
        Holds::Stages => read::<Vec<StageEntry>>(at, value).map(|_| ()),
        Holds::Word(words) => {
            let word = read::<String>(at, value)?;
            if words.contains(&word.as_str()) {
                return Ok(());
            }
            Err(at.problem(format!("unknown variant `{word}`"), advice(&word, words.iter().copied())))
        }
    }
}

/// Reads a value as a type.
fn read<T: DeserializeOwned>(at: &KeyPath, value: &Value) -> Result<T, Problem> {
    serde_json::from_value(value.clone()).map_err(|e| {
        let (what, hint) = explain(&e.to_string());
        at.problem(what, hint)
    })
}

fn shares_of(at: &KeyPath, shares: &[f64], exits: usize) -> Result<Vec<f64>, Problem> {
    if shares.len() != exits {
        let what = format!("there are {} shares for {exits} exits", shares.len());
        return Err(at.problem(what, "give one share for each exit of `leave`"));
    }
    let each = shares.iter().enumerate().map(|(i, &share)| within(&at.item(i), SHARE, share));
    let shares = each.collect::<Result<Vec<f64>, _>>()?;
    if shares.iter().sum::<f64>() <= 0.0 {
        return Err(at.problem("all shares are zero: nobody can choose", "give at least one exit a share above zero"));
    }
    Ok(shares)
}
