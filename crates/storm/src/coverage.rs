//! What the worlds of a storm exercised.

use std::collections::BTreeMap;

use populace_scenario::Registry;
use populace_traj::EventKind;

use crate::{Evidence, RandomWorld};

/// Counts of what worlds exercised.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// Worlds that were run.
    pub worlds: u64,
    /// Seeds of which the proof refused every attempt.
    pub unproven: u64,
    /// People who came in.
    pub people: u64,
    /// Steps of the first run of every world.
    pub steps: u64,
    /// Attempts that the proof refused, by its words.
    pub refused: BTreeMap<String, u64>,
    /// How many worlds exercise something, by the table and the name.
    pub exercised: BTreeMap<(&'static str, String), u64>,
}

impl Coverage {
    /// Counts a world, which may have no evidence.
    pub fn add(&mut self, world: &RandomWorld, evidence: Option<&Evidence>) {
        for what in &world.refused {
            *self.refused.entry(gist(what)).or_default() += 1;
        }
        let Some(evidence) = evidence else { return };
        self.worlds += 1;
        self.people += evidence.summary.entered;
        self.steps += evidence.summary.steps;
        let mut names: Vec<(&'static str, String)> = Vec::new();
        names.extend(world.parts.iter().map(|&part| ("part", part.to_owned())));
        for population in &world.file.population {
            let texts = [
                ("model", &population.model),
                ("follower", &population.follow),
                ("planner", &population.planner),
                ("profile", &population.profile),
                ("kind", &population.kind),
            ];
            names.extend(texts.into_iter().filter_map(|(table, name)| Some((table, name.clone()?))));
        }
        names.extend(world.place.object.iter().map(|object| ("object", object.kind.clone())));
        let keys = world.file.population.iter().flat_map(|p| &p.journey).flat_map(|stage| stage.0.keys());
        let is_stage = |key: &&String| Registry::built_in().behaviours.iter().any(|b| b.key() == Some(key.as_str()));
        names.extend(keys.filter(is_stage).map(|key| ("stage", key.clone())));
        names.extend(world.file.perception.0.keys().map(|name| ("perception", name.clone())));
        names.extend(world.file.measure.iter().flat_map(|m| &m.what.0).map(|name| ("measure", name.clone())));
        let kinds = EventKind::ALL.iter().filter(|(kind, ..)| evidence.whole.events.iter().any(|e| e.kind == *kind));
        names.extend(kinds.map(|(_, word, _)| ("event", (*word).to_owned())));
        names.sort();
        names.dedup();
        for name in names {
            *self.exercised.entry(name).or_default() += 1;
        }
    }

    /// Adds the counts of other worlds.
    pub fn merge(&mut self, other: Coverage) {
        self.worlds += other.worlds;
        self.unproven += other.unproven;
        self.people += other.people;
        self.steps += other.steps;
        for (what, count) in other.refused {
            *self.refused.entry(what).or_default() += count;
        }
        for (name, count) in other.exercised {
            *self.exercised.entry(name).or_default() += count;
        }
    }

    /// Returns a line per table: every name with the number of worlds that exercise it.
    pub fn lines(&self) -> Vec<String> {
        let mut tables: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for ((table, name), count) in &self.exercised {
            tables.entry(table).or_default().push(format!("{name} {count}"));
        }
        tables.into_iter().map(|(table, names)| format!("{table:>10}  {}", names.join(" · "))).collect()
    }
}

/// Returns words without names and numbers, so that like refusals are counted together.
fn gist(what: &str) -> String {
    let mut is_quoted = false;
    let kept = what.chars().filter(|&c| {
        if c == '"' {
            is_quoted = !is_quoted;
        }
        !is_quoted && c != '"' && !c.is_ascii_digit()
    });
    kept.collect::<String>().chars().take(130).collect()
}
