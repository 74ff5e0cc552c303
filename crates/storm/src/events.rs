//! What happens in a world: every kind of event that a scenario knows.

use populace_scenario::Registry;
use populace_scenario::written::{AddEntry, BlockEntry, DelayEntry, EventEntry, ScenarioFile, SendEntry, SetEntry};

use crate::Chance;
use crate::people::setting;
use crate::worlds::{Draft, Rect};

/// Events happen in this share of the run, at its beginning, so that the rest of the run shows what follows from them.
const UP_TO: f64 = 0.5;

/// Adds random events to a scenario, and the signal for which stages wait.
pub(crate) fn draw(draft: &Draft, file: &mut ScenarioFile, chance: &mut Chance) {
    let until = file.until;
    let moment = |chance: &mut Chance| (chance.between(0.0, until * UP_TO) * 100.0).round() / 100.0;
    // Stages of journeys and of needs may wait for it.
    file.event.push(EventEntry { at: moment(chance), signal: "go".into(), ..EventEntry::default() });
    for _ in 0..*chance.pick(&[0, 1, 2, 4, 6]) {
        let event = EventEntry { at: moment(chance), ..EventEntry::default() };
        if let Some(event) = happening(draft, file, event, chance) {
            file.event.push(event);
        }
    }
}

/// Adds to an event what happens; `None` when the place has nothing of the kind that was drawn.
fn happening(draft: &Draft, file: &ScenarioFile, event: EventEntry, chance: &mut Chance) -> Option<EventEntry> {
    let objects = draft.objects.iter().map(|object| &object.name);
    let closable: Vec<&String> = draft.doors.iter().chain(&draft.lifts).chain(objects).collect();
    let population = chance.pick(&file.population);
    let area = chance.pick(&draft.areas).name.clone();
    Some(match chance.below(if draft.trains.is_empty() { 8 } else { 10 }) {
        8 => {
            let train = chance.pick(&draft.trains).clone();
            EventEntry { delay: Some(DelayEntry { train, by: chance.between(0.0, 30.0) }), ..event }
        }
        9 => EventEntry { cancel: chance.pick(&draft.trains).as_str().into(), ..event },
        0 | 1 if closable.is_empty() => return None,
        0 => EventEntry { open: chance.pick(&closable).as_str().into(), ..event },
        1 => EventEntry { close: chance.pick(&closable).as_str().into(), ..event },
        2 => {
            let count = chance.count(1, 8) as u64;
            EventEntry { add: Some(AddEntry { population: population.name.clone(), area, count }), ..event }
        }
        3 | 4 => EventEntry { block: Some(block(draft, chance)), ..event },
        5 => {
            let model = Registry::built_in().models.get(population.model.as_deref()?)?;
            let parameters = (model.parameters)();
            let parameter = chance.pick(&parameters);
            let (name, value) = (parameter.name.to_owned(), setting(parameter, chance));
            EventEntry { set: Some(SetEntry { population: population.name.clone(), parameter: name, value }), ..event }
        }
        6 if chance.is(0.5) => EventEntry { alarm: true, ..event },
        _ => {
            let pedestrians = chance.may(0.5, |chance| (0..4).map(|_| chance.below(20) as u32).collect());
            let population = pedestrians.is_none().then(|| population.name.clone());
            EventEntry { send: Some(SendEntry { pedestrians, population, to: area }), ..event }
        }
    })
}

fn block(draft: &Draft, chance: &mut Chance) -> BlockEntry {
    let on_object = chance.may(0.5, |chance| draft.objects.get(chance.below(draft.objects.len()))).flatten();
    let (storey, [x, y]) = match on_object {
        Some(object) => (object.storey, object.around.point(0.0, chance)),
        None => {
            let (storey, ground) = draft.ground(chance);
            (storey, ground.point(0.2, chance))
        }
    };
    let (width, height) = (chance.between(0.1, 3.0), chance.between(0.1, 3.0));
    let ring = Rect::new(x - width / 2.0, y - height / 2.0, x + width / 2.0, y + height / 2.0).ring();
    let outline = ring.into_iter().map(|p| draft.frame.of(p)).collect();
    BlockEntry { floor: Some(draft.storeys[storey].name.clone()), outline }
}
