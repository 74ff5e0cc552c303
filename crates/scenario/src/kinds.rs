//! Kinds of people: the built-in ones, those of a scenario, and the needs that follow from both.

use std::sync::LazyLock;

use populace_geom::Distribution;
use populace_ingest::key_path::KeyPath;
use populace_ingest::suggest::advice;
use populace_mind::{KINDS, Kind, MOST_NEEDS, Need, Places, RESPONSE};
use populace_sim::Mind;
use serde::Deserialize;

use crate::Spread;
use crate::error::{Blame, Problem};
use crate::journey::Journeys;
use crate::limits::{DECAY, DEPARTS, GROWTH, LEVEL, NEAR, RESPONSE_TIME, SPARE, not_too_many, within};
use crate::prove::check_name;
use crate::written::{KindEntry, NeedEntry, PopulationEntry, ScenarioFile};

/// Kinds of people as written, with their needs.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct KindTable {
    /// The needs.
    #[serde(default)]
    pub need: Vec<NeedEntry>,
    /// The kinds.
    #[serde(default)]
    pub kind: Vec<KindEntry>,
}

/// Returns the kinds of people that are built in.
pub fn built_in_kinds() -> &'static KindTable {
    // A test reads it, so it is never the empty table.
    static TABLE: LazyLock<KindTable> = LazyLock::new(|| toml::from_str(KINDS).unwrap_or_default());
    &TABLE
}

/// A need of a kind, and where the scenario writes it. The built-in table has no such place.
#[derive(Clone, Debug)]
struct Found {
    need: NeedEntry,
    at: Option<KeyPath>,
}

/// All kinds that a scenario can name.
pub(crate) struct Kinds<'a> {
    file: &'a ScenarioFile,
}

impl<'a> Kinds<'a> {
    /// Checks the needs and kinds that a scenario writes, as far as that does not take a place.
    pub fn of(file: &'a ScenarioFile) -> Result<Self, Problem> {
        let (needs, kinds) = (KeyPath::file().key("need"), KeyPath::file().key("kind"));
        not_too_many(&needs, "needs", file.need.len())?;
        not_too_many(&kinds, "kinds", file.kind.len())?;
        for (i, need) in file.need.iter().enumerate() {
            check_name(&needs.item(i), &need.name, file.need[..i].iter().map(|n| n.name.as_str()))?;
        }
        for (i, kind) in file.kind.iter().enumerate() {
            check_name(&kinds.item(i), &kind.name, file.kind[..i].iter().map(|k| k.name.as_str()))?;
        }
        let all = Kinds { file };
        for (i, kind) in file.kind.iter().enumerate() {
            all.needs(&kinds.item(i).key("name"), &kind.name, &mut Vec::new())?;
        }
        Ok(all)
    }

    /// Proves what the people of a population need.
    pub fn mind(
        &self,
        at: &KeyPath,
        entry: &PopulationEntry,
        journeys: &Journeys,
        radius: f64,
    ) -> Result<Mind, Problem> {
        let departs = entry.departs.as_ref().map(|time| time.prove(&at.key("departs"), DEPARTS, 1.0)).transpose()?;
        let Some(name) = &entry.kind else {
            let boards = entry.journey.iter().any(|stage| stage.0.contains_key("board"));
            return match departs {
                None => Ok(Mind::default()),
                Some(_) if boards => Ok(Mind { departs, ..Mind::default() }),
                Some(_) => Err(at
                    .key("departs")
                    .problem("`departs` does nothing without `kind` or `board`", "name a kind of people")),
            };
        };
        let found = self.needs(&at.key("kind"), name, &mut Vec::new())?;
        let mut needs = Vec::new();
        for found in &found {
            needs.extend(self.need(found, journeys, radius)?);
        }
        if needs.len() > MOST_NEEDS {
            let what = format!("{name:?} have {} needs", needs.len());
            return Err(at
                .key("kind")
                .problem(what, format!("a kind has at most {MOST_NEEDS}; take some away with `without`")));
        }
        let response = self.response(name)?.unwrap_or(RESPONSE);
        let knows = self.first(name, |kind| kind.knows).is_none_or(|(knows, _)| knows);
        Ok(Mind { kind: Kind { name: name.clone(), needs, response, knows }, departs })
    }

    /// Returns the response time of a kind that [`Kinds::needs`] has found: its own, else that of the kind that it is like.
    fn response(&self, name: &str) -> Result<Option<Distribution>, Problem> {
        let found = self.first(name, |kind| kind.response.clone());
        found.map(|(response, at)| response.prove(&at.key("response"), RESPONSE_TIME, 1.0)).transpose()
    }

    /// Returns what the people of a population offer while they are on duty.
    pub fn offers(&self, population: &PopulationEntry) -> Vec<String> {
        let found = population.kind.as_ref().and_then(|name| self.first(name, |kind| kind.offers.clone()));
        found.map_or(Vec::new(), |(offers, _)| offers)
    }

    /// Returns what a kind says of itself, else what the kind says that it is like, and so on, with the path of that kind.
    fn first<T>(&self, name: &str, says: fn(&KindEntry) -> Option<T>) -> Option<(T, KeyPath)> {
        let written = self.file.kind.iter().position(|kind| kind.name == name);
        let built_in = built_in_kinds().kind.iter().find(|kind| kind.name == name);
        let is_like_another = written.is_some_and(|i| self.file.kind[i].like.is_some());
        let built_in = built_in.filter(|_| !is_like_another);
        let at = written.map_or_else(KeyPath::file, |i| KeyPath::file().key("kind").item(i));
        let entries: Vec<&KindEntry> = written.map(|i| &self.file.kind[i]).into_iter().chain(built_in).collect();
        match entries.iter().find_map(|entry| says(entry)) {
            Some(said) => Some((said, at)),
            None => self.first(entries.iter().find_map(|entry| entry.like.as_ref())?, says),
        }
    }

    /// Returns the needs of a kind, in their order. `below` are the kinds that are looked at.
    fn needs(&self, at: &KeyPath, name: &str, below: &mut Vec<String>) -> Result<Vec<Found>, Problem> {
        let written = self.file.kind.iter().position(|kind| kind.name == name);
        let built_in = built_in_kinds().kind.iter().find(|kind| kind.name == name);
        if below.iter().any(|other| other == name) {
            let what = format!("the kind {name:?} is like itself: {} is like {name}", below.join(" is like "));
            return Err(at.problem(what, "let one of them be like no other kind"));
        }
        below.push(name.to_owned());
        let (kind, path) = match (written, built_in) {
            (Some(i), _) => (&self.file.kind[i], Some(KeyPath::file().key("kind").item(i))),
            (None, Some(kind)) => (kind, None),
            (None, None) => {
                let names = self.file.kind.iter().chain(&built_in_kinds().kind).map(|kind| kind.name.as_str());
                return Err(at.problem(format!("no kind of people is called {name:?}"), advice(name, names)));
            }
        };
        let mut needs = match (&kind.like, built_in.filter(|_| written.is_some())) {
            (Some(like), _) => {
                let at = path.as_ref().map_or_else(|| at.clone(), |path| path.key("like"));
                self.needs(&at, like, below)?
            }
            (None, Some(kind)) => self.with(Vec::new(), kind, None)?,
            (None, None) => Vec::new(),
        };
        for (i, name) in kind.without.iter().enumerate() {
            let before = needs.len();
            needs.retain(|found| found.need.name != *name);
            if let Some(path) = path.as_ref().filter(|_| needs.len() == before) {
                let what = format!("the kind does not have the need {name:?}");
                return Err(path.key("without").item(i).problem(what, "leave it out"));
            }
        }
        self.with(needs, kind, path.as_ref())
    }

    /// Adds the needs of a kind to those that it has from another.
    fn with(&self, mut needs: Vec<Found>, kind: &KindEntry, path: Option<&KeyPath>) -> Result<Vec<Found>, Problem> {
        for (i, need) in kind.needs.iter().enumerate() {
            let at = path.map(|path| path.key("needs").item(i));
            if let Some(known) = needs.iter_mut().find(|found| found.need.name == need.name) {
                *known = Found { need: need.or(&known.need), at: at.or(known.at.take()) };
                continue;
            }
            let (need, written) = self.named(need);
            needs.push(Found { need, at: at.or(written) });
        }
        Ok(needs)
    }

    /// Returns a need with the keys of the need of the same name where it says nothing, and where the scenario writes that.
    fn named(&self, need: &NeedEntry) -> (NeedEntry, Option<KeyPath>) {
        let written = self.file.need.iter().position(|known| known.name == need.name);
        let built_in = built_in_kinds().need.iter().find(|known| known.name == need.name);
        let mut whole = need.clone();
        if let Some(i) = written {
            whole = whole.or(&self.file.need[i]);
        }
        if let Some(known) = built_in {
            whole = whole.or(known);
        }
        (whole, written.map(|i| KeyPath::file().key("need").item(i)))
    }

    /// Proves a need. A need of the built-in table that nothing in the place meets is left out.
    fn need(&self, Found { need, at }: &Found, journeys: &Journeys, radius: f64) -> Result<Option<Need>, Problem> {
        let is_built_in = at.is_none();
        let at = at.clone().unwrap_or_else(|| KeyPath::file().key("kind"));
        let number = |key: &str, value: Option<f64>, limits, usual: f64| match value {
            Some(value) => within(&at.key(key), limits, value),
            None => Ok(usual),
        };
        let start = need.start.clone().unwrap_or(Spread::Number(0.0)).prove(&at.key("start"), LEVEL, 1.0)?;
        let Some(written) = &need.remedy else {
            let what = format!("nothing is done about the need {:?}", need.name);
            return Err(at.problem(what, "say what with `do`, a stage as in a journey: do = { buy = \"drink\" }"));
        };
        let remedy = match journeys.stage(&at.key("do"), written, radius) {
            Ok(remedy) => remedy,
            Err(_) if is_built_in => return Ok(None),
            Err(problem) => {
                return Err(Problem { what: format!("the need {:?}: {}", need.name, problem.what), ..problem });
            }
        };
        if matches!(remedy.places(), Places::Exits(..)) {
            return Err(at
                .key("do")
                .problem("nobody leaves because of a need", "let `leave` be a stage of the journey"));
        }
        if remedy.is_endless() {
            let what = "the journey would never go on: this never ends";
            return Err(at.key("do").problem(what, "say for how long with `time`, or how often with `times`"));
        }
        Ok(Some(Need {
            name: need.name.clone(),
            about: need.about.clone().unwrap_or_default(),
            start,
            growth: number("growth", need.growth, GROWTH, 0.0)?,
            decay: number("decay", need.decay, DECAY, 60.0)?,
            threshold: number("threshold", need.threshold, LEVEL, 0.75)?,
            spare: number("spare", need.spare, SPARE, 0.0)?,
            within: number("within", need.within, NEAR, f64::INFINITY)?,
            remedy,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T §4.3.4: officers on guard never buy a ticket, and commuters never act like performers.
    #[test]
    fn the_built_in_table_is_read_and_every_kind_has_its_needs() {
        let table: KindTable = toml::from_str(KINDS).unwrap();
        assert_eq!(table.need.len(), built_in_kinds().need.len());
        let file = ScenarioFile::default();
        let kinds = Kinds::of(&file).unwrap();
        let names = |kind: &str| {
            let needs = kinds.needs(&KeyPath::file(), kind, &mut Vec::new()).unwrap();
            needs.iter().map(|found| found.need.name.clone()).collect::<Vec<_>>()
        };
        for kind in ["commuter", "tourist", "performer", "officer", "soldier", "shopper", "staff"] {
            assert!(names(kind).len() <= MOST_NEEDS, "{kind}");
            assert!(table.kind.iter().any(|k| k.name == kind && k.about.is_some()), "{kind}");
        }
        assert!(names("commuter").contains(&"ticket".to_owned()));
        assert!(!names("officer").contains(&"ticket".to_owned()));
        assert!(names("soldier").is_empty());
        let known = |need: &NeedEntry| {
            table.need.iter().any(|k| k.name == need.name && k.remedy.is_some() && k.about.is_some())
        };
        assert!(table.kind.iter().flat_map(|kind| &kind.needs).all(known));
    }
}
