//! Random worlds. A place is drawn part by part: storeys in a row, what joins them, what stands in them, and what people use. Then it is turned, and perhaps
//! mirrored. People and events are drawn for it. A world that the proof refuses is drawn again.

mod belts;
mod bend;
mod corridor;
mod doors;
mod draft;
mod furniture;
mod junction;
mod lift;
mod obstacles;
mod ramp;
mod recess;
mod room;
mod sliver;
mod stairs;
mod suite;
mod track;

use populace_scenario::place::PlaceFile;
use populace_scenario::written::ScenarioFile;
use populace_scenario::{Registry, Scenario};

use crate::{Chance, events, people};

pub use draft::{Bearing, Draft, DraftArea, DraftObject, Rect, Storey};

/// A kind of part of a place.
pub struct PlacePart {
    /// Its name.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// Where it belongs.
    pub kind: PartKind,
    /// Adds a part of this kind to a place.
    pub add: fn(&mut Draft, &mut Chance),
}

/// Where a part belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// It is a storey of its own.
    Storey,
    /// It joins the last two storeys.
    Join,
    /// It stands in a storey.
    Feature,
    /// People use it. Some places have none.
    Furniture,
}

/// Every kind of part.
pub const PARTS: &[PlacePart] = &[
    room::PART,
    corridor::PART,
    junction::PART,
    bend::PART,
    suite::PART,
    stairs::PART,
    ramp::PART,
    belts::PART,
    lift::PART,
    obstacles::PART,
    doors::PART,
    recess::PART,
    sliver::PART,
    furniture::PART,
    track::PART,
];

/// The most attempts to draw a world that the proof accepts.
const ATTEMPTS: u64 = 20;

/// The share of places with things that people use.
const FURNISHED: f64 = 0.6;

/// A world: a place, people and events.
#[derive(Clone, Debug, PartialEq)]
pub struct RandomWorld {
    /// The seed it was drawn from.
    pub seed: u64,
    /// The place.
    pub place: PlaceFile,
    /// The scenario.
    pub file: ScenarioFile,
    /// The names of the parts of the place.
    pub parts: Vec<&'static str>,
    /// Why earlier attempts were refused.
    pub refused: Vec<String>,
}

impl RandomWorld {
    /// Draws the world of a seed, and proves it. Returns no scenario when the proof refuses every attempt.
    pub fn of(seed: u64) -> (RandomWorld, Option<Scenario>) {
        let mut refused = Vec::new();
        let mut attempt = 0;
        loop {
            let mut world = RandomWorld::draw(seed, attempt);
            let proven = Scenario::prove(world.file.clone(), world.place.clone(), Registry::built_in());
            attempt += 1;
            match proven {
                Err(error) => refused.push(error.what.clone()),
                Ok(scenario) => {
                    world.refused = refused;
                    return (world, Some(scenario));
                }
            }
            if attempt == ATTEMPTS {
                world.refused = refused;
                return (world, None);
            }
        }
    }

    /// Draws an attempt at the world of a seed, without proving it.
    pub fn draw(seed: u64, attempt: u64) -> RandomWorld {
        let mut chance = Chance::new(seed, attempt);
        let chance = &mut chance;
        let mut draft = Draft::new(seed, chance);
        let storeys = [1, 1, 1, 2, 2, 3];
        for number in 0..*chance.pick(&storeys) {
            draft.add(PartKind::Storey, chance);
            for _ in 0..if number == 0 { 0 } else { chance.count(1, 2) } {
                draft.add(PartKind::Join, chance);
            }
        }
        for _ in 0..chance.count(0, 4) {
            draft.add(PartKind::Feature, chance);
        }
        if chance.is(FURNISHED) {
            for _ in 0..chance.count(1, 4) {
                draft.add(PartKind::Furniture, chance);
            }
        }
        draft.add_areas(chance);
        let mut file = people::draw(&mut draft, chance);
        file.name = Some(format!("storm {seed}"));
        file.seed = chance.bits() >> 12;
        events::draw(&draft, &mut file, chance);
        RandomWorld { seed, parts: draft.parts.clone(), place: draft.finish(), file, refused: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use populace_env::objects::OBJECTS;

    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_world() {
        for seed in 0..20 {
            assert_eq!(RandomWorld::of(seed).0, RandomWorld::of(seed).0);
        }
        assert_ne!(RandomWorld::of(1).0.file, RandomWorld::of(2).0.file);
    }

    #[test]
    fn most_worlds_prove_and_every_kind_of_part_is_among_them() {
        let worlds: Vec<RandomWorld> =
            (0..200).map(RandomWorld::of).filter_map(|(world, proven)| proven.map(|_| world)).collect();
        assert!(worlds.len() >= 195, "{} of 200 worlds prove", worlds.len());
        let refused: usize = worlds.iter().map(|world| world.refused.len()).sum();
        assert!(refused < 2 * 200, "{refused} attempts were refused: more than two for each world");
        for part in PARTS {
            assert!(worlds.iter().any(|world| world.parts.contains(&part.name)), "no world has {}", part.name);
        }
    }

    #[test]
    fn every_kind_of_object_and_every_behaviour_is_among_the_worlds() {
        let worlds: Vec<RandomWorld> = (0..400).map(|seed| RandomWorld::draw(seed, 0)).collect();
        for kind in OBJECTS {
            let has_kind = |world: &RandomWorld| world.place.object.iter().any(|object| object.kind == kind.name);
            assert!(worlds.iter().any(has_kind), "no world has a {}", kind.name);
        }
        for key in Registry::built_in().behaviours.iter().filter_map(|behaviour| behaviour.key()) {
            let does = |world: &RandomWorld| {
                world.file.population.iter().flat_map(|p| &p.journey).any(|s| s.0.contains_key(key))
            };
            assert!(worlds.iter().any(does), "nobody does {key}");
        }
    }

    #[test]
    fn a_world_is_written_as_text_and_read_back_to_the_same_value() {
        for seed in 0..50 {
            let world = RandomWorld::of(seed).0;
            let text = world.file.to_text().unwrap_or_else(|e| panic!("seed {seed}: {e}"));
            assert_eq!(ScenarioFile::from_toml(&text).unwrap_or_else(|e| panic!("seed {seed}: {e}")), world.file);
        }
    }
}
