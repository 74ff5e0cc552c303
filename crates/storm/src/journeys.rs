//! What people do: journeys whose stages are those of the table of behaviours.

use populace_mind::{BehaviourEntry, Holds, Key};
use populace_scenario::written::{PopulationEntry, StageEntry};
use populace_scenario::{Registry, Several};
use serde_json::{Value, json};

use crate::Chance;
use crate::people::spread;
use crate::worlds::Draft;

/// For each key of a stage that names objects: the kinds of these objects.
const USES: &[(&str, &[&str])] = &[
    ("buy", &["till", "ticket-machine", "vending-machine", "shop"]),
    ("ask", &["information"]),
    ("pass", &["gate"]),
    ("on", &["bench"]),
    ("watch", &["performance"]),
    ("perform", &["performance"]),
    ("look", &["board", "clock"]),
    ("shop", &["shop"]),
    ("board", &["track"]),
    ("meet", &["meeting-point", "clock"]),
    ("chat", &["meeting-point", "clock"]),
];

/// The keys that every drawn stage gets if it takes them. Without `time` or `times` a stage may never end; `on` names
/// the benches of the place, so that a `rest` is drawn only where there are benches.
const NEEDED: &[&str] = &["time", "times", "on"];

/// The least and the greatest time that a stage takes, s.
const TIMES: (f64, f64) = (0.0, 12.0);

/// Draws a journey. Most journeys end at an exit.
pub(crate) fn journey(draft: &Draft, chance: &mut Chance) -> Vec<StageEntry> {
    let most = if draft.objects.is_empty() { 3 } else { 5 };
    let mut stages: Vec<StageEntry> = (0..chance.count(0, most)).map(|_| stage(draft, chance)).collect();
    if stages.is_empty() || chance.is(0.85) {
        let exits = some(3, chance, |chance| chance.pick(&draft.areas).name.clone());
        let shares = chance.may(0.2, |chance| exits.iter().map(|_| chance.between(0.1, 3.0)).collect::<Vec<_>>());
        let words = ["nearest", "least-time"];
        let by = if shares.is_some() { None } else { chance.may(0.7, |chance| *chance.pick(&words)) };
        let mut leave = StageEntry::leave(Several(exits));
        if let Some(shares) = shares {
            leave = leave.with("shares", shares);
        }
        if let Some(by) = by {
            leave = leave.with("by", by);
        }
        stages.push(leave);
    }
    stages
}

/// Draws a stage that is not the last.
pub(crate) fn stage(draft: &Draft, chance: &mut Chance) -> StageEntry {
    let any = if draft.objects.is_empty() { 0.1 } else { 0.8 };
    let drawn = if chance.is(any) { any_behaviour(draft, false, chance) } else { None };
    drawn.unwrap_or_else(|| match chance.below(5) {
        0 => StageEntry::wait(spread(TIMES.0, TIMES.1, chance)),
        // The signal of this name is given by an event.
        1 => StageEntry::wait_for("go"),
        2 => to_point(draft, chance),
        _ => StageEntry::go_to(&chance.pick(&draft.areas).name),
    })
}

fn to_point(draft: &Draft, chance: &mut Chance) -> StageEntry {
    let (storey, ground) = draft.ground(chance);
    let point = draft.frame.of(ground.point(0.5, chance));
    StageEntry::go_to_point(point).with("floor", draft.storeys[storey].name.as_str())
}

/// Draws a stage of any behaviour but `leave`. Half of the stages use an object of the place, if it has objects. A
/// stage that is a part of another stage has no stages of its own. Returns `None` when the place has nothing that the
/// behaviour uses.
fn any_behaviour(draft: &Draft, is_part: bool, chance: &mut Chance) -> Option<StageEntry> {
    let is_within = |b: &&BehaviourEntry| {
        let leaves_or_nests = |key: &Key| key.holds == Holds::Stages && is_part || key.name == "leave";
        b.key().is_some() && !b.keys.iter().any(leaves_or_nests)
    };
    let mut behaviours: Vec<&BehaviourEntry> = Registry::built_in().behaviours.iter().filter(is_within).collect();
    if !draft.objects.is_empty() && chance.is(0.5) {
        let kind = &chance.pick(&draft.objects).kind;
        let uses = |name: &str| USES.iter().any(|(key, kinds)| *key == name && kinds.contains(&kind.as_str()));
        behaviours.retain(|b| b.keys.iter().any(|key| uses(key.name)));
    }
    if behaviours.is_empty() {
        return None;
    }
    let behaviour = *chance.pick(&behaviours);
    if behaviour.key() == Some("go_to_point") {
        return Some(to_point(draft, chance));
    }
    let mut stage = StageEntry::default();
    for (i, key) in behaviour.keys.iter().enumerate() {
        if i == 0 || NEEDED.contains(&key.name) || chance.is(0.4) {
            stage = stage.with(key.name, value(draft, key, chance)?);
        }
    }
    Some(stage)
}

/// Draws the value of a key of a stage.
fn value(draft: &Draft, key: &Key, chance: &mut Chance) -> Option<Value> {
    let area = |chance: &mut Chance| chance.pick(&draft.areas).name.clone();
    let objects = USES.iter().find(|(name, _)| *name == key.name).map(|(_, kinds)| kinds);
    Some(match (key.name, key.holds, objects) {
        ("wait_for", ..) => json!("go"),
        ("size", ..) => json!(chance.count(2, 5)),
        ("board", ..) if draft.trains.is_empty() => return None,
        ("board", ..) => json!(some(2, chance, |chance| chance.pick(&draft.trains).clone())),
        (_, Holds::Names, Some(kinds)) => json!(names(draft, kinds, chance)?),
        (_, Holds::Name, _) => json!(area(chance)),
        (_, Holds::Names, None) => {
            let mut areas = some(3, chance, area);
            if areas.len() == 1 {
                // A patrol leads through two areas at least.
                areas.extend(draft.areas.iter().map(|area| area.name.clone()).find(|name| *name != areas[0]));
            }
            json!(areas)
        }
        (_, Holds::Spread, _) => serde_json::to_value(spread(TIMES.0, TIMES.1, chance)).ok()?,
        (_, Holds::Count, _) => json!(chance.count(1, 3)),
        (_, Holds::Stages, _) => {
            let stages: Vec<StageEntry> =
                (0..chance.count(1, 3)).filter_map(|_| any_behaviour(draft, true, chance)).collect();
            json!(Some(stages).filter(|stages| !stages.is_empty())?)
        }
        _ => return None,
    })
}

/// Draws objects of some kinds: one or two of them by their names, or the queue from which one of them is served.
fn names(draft: &Draft, kinds: &[&str], chance: &mut Chance) -> Option<Vec<String>> {
    let fitting: Vec<_> = draft.objects.iter().filter(|object| kinds.contains(&object.kind.as_str())).collect();
    if fitting.is_empty() {
        return None;
    }
    let name = |chance: &mut Chance| {
        let object = *chance.pick(&fitting);
        let queue = object.queue.clone().filter(|_| chance.is(0.5));
        queue.unwrap_or_else(|| object.name.clone())
    };
    Some(some(2, chance, name))
}

/// Draws from one to `most` names, and drops repeated names.
fn some(most: usize, chance: &mut Chance, name: impl Fn(&mut Chance) -> String) -> Vec<String> {
    let mut names: Vec<String> = (0..chance.count(1, most)).map(|_| name(chance)).collect();
    names.sort();
    names.dedup();
    names
}

/// Lets each of two populations leave where the other comes in.
pub(crate) fn oppose(first: &mut PopulationEntry, second: &mut PopulationEntry) {
    let start = |p: &PopulationEntry| p.arrive.0.iter().find_map(|arrive| arrive.areas.clone());
    if let (Some(here), Some(there)) = (start(first), start(second)) {
        let leave = |areas: Several<String>| vec![StageEntry::leave(areas)];
        first.journey = leave(there);
        second.journey = leave(here);
    }
}
