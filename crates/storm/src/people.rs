//! The people of a world: who comes, where and when, and what they do.

use populace_geom::maths;
use populace_plan::PROFILES;
use populace_scenario::place::Xy;
use populace_scenario::written::{
    AcquaintanceEntry, ArrivalEntry, CircleEntry, KindEntry, MeasureEntry, NeedEntry, PerceptionEntry, PopulationEntry,
    ScenarioFile, TimingEntry,
};
use populace_scenario::{Registry, Several, Spread, built_in_kinds};
use populace_settings::Parameter;
use populace_traj::Of;
use serde_json::{Map, Value, json};

use crate::Chance;
use crate::journeys::{journey, oppose, stage};
use crate::trains;
use crate::worlds::{Draft, DraftArea, Rect};

/// The share of the ground that bodies cover in a dense start. The proof of a scenario allows a little more.
const DENSE: f64 = 0.25;

/// Draws a scenario for a place, with people and measures but without events.
pub(crate) fn draw(draft: &mut Draft, chance: &mut Chance) -> ScenarioFile {
    let registry = Registry::built_in();
    // Most worlds are small, so that many fit into a minute.
    let crowd = *chance.pick(&[3, 8, 15, 30, 60, 60, 100, 300]);
    let mut file = ScenarioFile {
        until: chance.between(30.0, 90.0).round(),
        time_of_day: chance.may(0.3, |chance| format!("{:02}:{:02}:30", 7 + chance.below(2), 59 * chance.below(2))),
        body_width: chance.may(0.1, |chance| chance.between(0.3, 0.9)),
        timing: timing(chance),
        ..ScenarioFile::default()
    };
    if chance.is(0.5) {
        let entry = *chance.pick(&registry.perceptions.iter().collect::<Vec<_>>());
        file.perception = PerceptionEntry::named(entry.name, settings(&(entry.parameters)(), 0.3, chance));
    }
    if !draft.objects.is_empty() {
        // People who use things stay longer.
        file.until = chance.between(60.0, 150.0).round();
        file.train = trains::draw(draft, file.until, chance);
        file.kind = (0..chance.below(3)).map(|number| kind(draft, number, chance)).collect();
    }
    let populations = chance.count(1, 4);
    for number in 0..populations {
        let share = (crowd / populations).max(1);
        let entry = population(draft, number, share, &file, chance);
        file.population.push(entry);
    }
    // The second population comes against the first.
    if let [first, second, ..] = &mut file.population[..]
        && chance.is(0.5)
    {
        oppose(first, second);
    }
    if chance.is(0.3) {
        let name = |chance: &mut Chance, file: &ScenarioFile| chance.pick(&file.population).name.clone();
        let between = [name(chance, &file), name(chance, &file)];
        file.acquaintance.push(AcquaintanceEntry { between, level: chance.unit() });
    }
    for number in 0..chance.below(3) {
        let entry = measure(draft, number, chance);
        file.measure.push(entry);
    }
    file
}

fn timing(chance: &mut Chance) -> TimingEntry {
    let (dt, think_rate) =
        *chance.pick(&[(None, None), (None, None), (None, Some(5.0)), (Some(0.1), None), (Some(0.025), Some(20.0))]);
    TimingEntry {
        dt,
        think_rate,
        routes_per_step: chance.may(0.2, |chance| chance.count(1, 20) as u32),
        stuck_after: chance.may(0.4, |chance| chance.between(2.0, 20.0)),
    }
}

fn population(
    draft: &Draft,
    number: usize,
    people: usize,
    file: &ScenarioFile,
    chance: &mut Chance,
) -> PopulationEntry {
    let registry = Registry::built_in();
    let model = *chance.pick(&registry.models.iter().collect::<Vec<_>>());
    let name = |names: Vec<&str>, chance: &mut Chance| chance.pick(&names).to_string();
    let parameters = chance.may(0.2, |chance| settings(&(model.parameters)(), 0.3, chance));
    let profile = chance.may(0.5, |chance| chance.pick(PROFILES));
    // A given radius, or the usual one, which is 5 cm less than half the width of the profile.
    let widest = chance.may(0.4, |chance| chance.between(0.12, 0.3));
    let radius = widest.unwrap_or_else(|| profile.unwrap_or(&PROFILES[0]).radius() - 0.05);
    let kinds = built_in_kinds().kind.iter().chain(&file.kind).map(|kind| kind.name.as_str()).collect();
    let kind = chance.may(if file.kind.is_empty() { 0.15 } else { 0.6 }, |chance| name(kinds, chance));
    PopulationEntry {
        name: format!("people {number}"),
        departs: kind.as_ref().and_then(|_| chance.may(0.3, |chance| spread(0.0, file.until, chance))),
        kind,
        model: Some(model.name.to_owned()),
        parameters: parameters.filter(|parameters| (model.make)(&Value::Object(parameters.clone())).is_ok()),
        planner: Some(name(registry.planners.names().collect(), chance)),
        follow: Some(name(registry.followers.names().collect(), chance)),
        profile: profile.map(|profile| profile.name.to_owned()),
        speed: chance.may(0.5, |chance| spread(0.4, 2.2, chance)),
        haste: chance.may(0.3, |chance| spread(1.0, 3.0, chance)),
        radius: widest.map(|most| if chance.is(0.5) { Spread::Number(most) } else { Spread::uniform(0.1, most) }),
        pre_movement: chance.may(0.3, |chance| spread(0.0, 10.0, chance)),
        cone: chance.may(0.2, |chance| spread(1.0, 60.0, chance)),
        acceleration: chance.may(0.2, |chance| chance.between(0.5, 6.0)),
        turning: chance.may(0.2, |chance| chance.between(45.0, 1000.0)),
        arrive: Several((0..chance.count(1, 2)).map(|_| arrival(draft, people, radius, file.until, chance)).collect()),
        journey: journey(draft, chance),
    }
}

/// Draws a kind of people: one that is built in, with needs of its own that are soon felt.
fn kind(draft: &Draft, number: usize, chance: &mut Chance) -> KindEntry {
    let need = |number: usize, chance: &mut Chance| NeedEntry {
        name: format!("need {number}"),
        start: Some(spread(0.3, 1.0, chance)),
        growth: chance.may(0.7, |chance| chance.between(0.0, 0.02)),
        decay: chance.may(0.5, |chance| chance.between(1.0, 60.0)),
        threshold: chance.may(0.5, |chance| chance.between(0.3, 1.0)),
        spare: chance.may(0.3, |chance| chance.between(0.0, 30.0)),
        within: chance.may(0.3, |chance| chance.between(1.0, 30.0)),
        remedy: Some(stage(draft, chance)),
        ..NeedEntry::default()
    };
    KindEntry {
        name: format!("kind {number}"),
        like: Some(chance.pick(&built_in_kinds().kind).name.clone()),
        needs: (0..chance.count(1, 3)).map(|number| need(number, chance)).collect(),
        response: chance.may(0.7, |chance| spread(0.0, 20.0, chance)),
        knows: chance.may(0.5, |chance| chance.is(0.4)),
        ..KindEntry::default()
    }
}

/// Draws a distribution within limits.
pub(crate) fn spread(least: f64, most: f64, chance: &mut Chance) -> Spread {
    let (a, b) = (chance.between(least, most), chance.between(least, most));
    if chance.is(0.5) { Spread::Number(a) } else { Spread::uniform(a.min(b), a.max(b)) }
}

/// Draws the values of some of the settings of a part, each within its limits.
pub(crate) fn settings(parameters: &[Parameter], share: f64, chance: &mut Chance) -> Map<String, Value> {
    let mut drawn = Map::new();
    for parameter in parameters {
        if chance.is(share) {
            drawn.insert(parameter.name.to_owned(), setting(parameter, chance));
        }
    }
    drawn
}

/// Draws the value of a setting within its limits: near its default most of the time, else anywhere.
pub(crate) fn setting(parameter: &Parameter, chance: &mut Chance) -> Value {
    let &Parameter { default, least, most, .. } = parameter;
    let value = match chance.below(8) {
        0 => chance.between(least, most),
        1 => least,
        2 => most,
        _ => default * chance.between(0.5, 2.0),
    };
    let value = value.clamp(least, most);
    // A setting whose default and limits are whole may have to be whole.
    let is_whole = [default, least, most].iter().all(|number| number.fract() == 0.0);
    if is_whole { json!(value.round() as i64) } else { json!(value) }
}

fn arrival(draft: &Draft, people: usize, radius: f64, until: f64, chance: &mut Chance) -> ArrivalEntry {
    let some: Vec<&DraftArea> = (0..chance.count(1, 2)).map(|_| chance.pick(&draft.areas)).collect();
    let mut names: Vec<String> = some.iter().map(|area| area.name.clone()).collect();
    names.sort();
    names.dedup();
    let areas = Some(Several(names));
    let (storey, ground) = draft.ground(chance);
    let floor = Some(draft.storeys[storey].name.clone());
    if !draft.trains.is_empty() && chance.is(0.3) {
        let train = Several(vec![chance.pick(&draft.trains).clone()]);
        return ArrivalEntry { train: Some(train), count: Some(chance.count(1, 4) as u64), ..ArrivalEntry::default() };
    }
    match chance.below(6) {
        // From a few people to a dense start, which fills the ground as far as random spots do.
        0 | 1 => {
            let size: f64 = some.iter().map(|area| area.rect.width() * area.rect.height()).sum();
            let full = DENSE * size / (std::f64::consts::PI * radius * radius);
            let count = (full * *chance.pick(&[0.2, 0.5, 1.0])).min(people as f64 * 2.0).max(1.0);
            ArrivalEntry { count: Some(count as u64), areas, ..ArrivalEntry::default() }
        }
        2 => {
            let from = chance.between(0.0, until * 0.3);
            ArrivalEntry {
                rate: Some((people as f64 / (until * 0.4)).max(0.05)),
                areas,
                from: chance.may(0.5, |_| from),
                until: Some(from + until * 0.4),
                random: chance.may(0.5, |chance| chance.is(0.5)),
                ..ArrivalEntry::default()
            }
        }
        3 => {
            let mut times: Vec<f64> = (0..chance.count(1, 3)).map(|_| chance.between(0.0, until * 0.5)).collect();
            times.sort_by(f64::total_cmp);
            let timetable = times.into_iter().map(|time| (time, people as u64 / 2 + 1)).collect();
            ArrivalEntry { timetable: Some(timetable), areas, ..ArrivalEntry::default() }
        }
        4 => {
            let points: Vec<Xy> = grid(&ground, people.min(12)).into_iter().map(|p| draft.frame.of(p)).collect();
            let goals =
                chance.may(0.5, |chance| points.iter().map(|_| draft.frame.of(ground.point(0.4, chance))).collect());
            ArrivalEntry { at: Some(points), goals, floor, ..ArrivalEntry::default() }
        }
        _ => {
            let radius = (ground.width().min(ground.height()) / 2.0 - 0.5).clamp(0.4, 4.0);
            let middle = [(ground.x0 + ground.x1) / 2.0, (ground.y0 + ground.y1) / 2.0];
            let most = (maths::sin(0.5) * 12.0 * radius / 0.9).max(2.0) as usize;
            let circle = CircleEntry { centre: draft.frame.of(middle), radius, count: people.min(most).max(2) as u64 };
            ArrivalEntry { circle: Some(circle), floor, ..ArrivalEntry::default() }
        }
    }
}

/// Returns points of a ground on a grid, far enough from each other and from its border for any body.
fn grid(ground: &Rect, count: usize) -> Vec<Xy> {
    let (columns, side) = (((ground.width() - 0.8) / 0.9).max(1.0) as usize, 0.9);
    let rows = ((ground.height() - 0.8) / side).max(1.0) as usize;
    let point = |i: usize| {
        let (column, row) = (i % columns, i / columns);
        [ground.x0 + 0.45 + column as f64 * side, ground.y0 + 0.45 + row as f64 * side]
    };
    (0..count.min(rows * columns).max(1)).map(point).collect()
}

fn measure(draft: &Draft, number: usize, chance: &mut Chance) -> MeasureEntry {
    let measure = *chance.pick(&Registry::built_in().measures.iter().collect::<Vec<_>>());
    let (storey, ground) = draft.ground(chance);
    let x = chance.between(ground.x0, ground.x1);
    let line = [[x, ground.y0], [x, ground.y1]].map(|p| draft.frame.of(p));
    MeasureEntry {
        name: format!("measure {number}"),
        what: measure.name.into(),
        area: (measure.of == Of::Area).then(|| chance.pick(&draft.areas).name.clone()),
        line: (measure.of == Of::Line).then_some(line),
        floor: (measure.of == Of::Line).then(|| draft.storeys[storey].name.clone()),
    }
}
