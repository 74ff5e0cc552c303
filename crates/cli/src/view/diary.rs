//! Diaries: what a pedestrian has done, in sentences. They follow from the events alone, so a live run and its replay tell the same.

use populace_scenario::Scenario;
use populace_serve::Remark;
use populace_serve::protocol::{DiaryEntry, Place};
use populace_traj::{Cause, EventKind};

use crate::story::feeling;

/// Returns whether a diary tells of events of a kind.
pub fn is_told(kind: EventKind) -> bool {
    !matches!(
        kind,
        EventKind::Began
            | EventKind::Achieved
            | EventKind::Expired
            | EventKind::Abandoned
            | EventKind::Freed
            | EventKind::Reached
            | EventKind::Chose
            | EventKind::Withdrew
            | EventKind::Contained
            | EventKind::Delayed
    )
}

/// Writes the diary of a pedestrian.
pub fn written(notes: &[Remark], place: &Place, scenario: &Scenario) -> Vec<DiaryEntry> {
    let population = notes.iter().find(|note| note.kind == EventKind::Entered).map(|note| note.subject as usize);
    let writer = Writer { place, scenario, population };
    let mut entries: Vec<DiaryEntry> = Vec::new();
    for note in notes {
        let Some(text) = writer.sentence(note.kind, note.subject) else { continue };
        // Who is called and served at once is told of once.
        if entries.last().is_none_or(|last| last.text != text) {
            entries.push(DiaryEntry { frame: note.frame, text });
        }
    }
    entries
}

struct Writer<'a> {
    place: &'a Place,
    scenario: &'a Scenario,
    population: Option<usize>,
}

impl Writer<'_> {
    /// Returns what happened in a sentence; `None` when it is not worth one.
    fn sentence(&self, kind: EventKind, subject: u32) -> Option<String> {
        let index = subject as usize;
        let area = || self.place.areas.get(index).map_or("an exit", |area| &area.name);
        let link = || self.place.links.get(index).map_or("a lift", |link| &link.name);
        let object = || self.place.objects.get(index).map_or("something", |object| &object.name);
        let train = || self.place.trains.get(index).map_or("a train", |train| &train.name);
        Some(match kind {
            EventKind::Entered => "Comes in.".into(),
            EventKind::Left if index < self.place.areas.len() => {
                format!("Leaves {}.", populace_mind::led_by("by", area()))
            }
            EventKind::Left => "Leaves.".into(),
            EventKind::GotOff => format!("Gets off {}.", train()),
            EventKind::GotOn => format!("Gets on {}.", train()),
            EventKind::LeftBehind => format!("Is left behind by {}.", train()),
            EventKind::CameLate => format!("Comes too late for {}.", train()),
            EventKind::CarriedOn => format!("Cannot get off {} in time, and is carried on.", train()),
            EventKind::Boarded => format!("Steps into {}.", link()),
            EventKind::Alighted => format!("Steps out of {}.", link()),
            EventKind::Joined => format!("Stands in line at {}.", object()),
            EventKind::Called => format!("Is called to {}.", object()),
            EventKind::Served => format!("{} {}.", self.use_of(index), object()),
            EventKind::Finished => self.end_of(index)?,
            EventKind::GaveUp => format!("Gives up on the line at {}.", object()),
            EventKind::Interrupted => self.need(index)?,
            EventKind::Asked => format!("Asks pedestrian {subject} the way."),
            EventKind::Sent => format!("Is sent to {}.", area()),
            EventKind::Rerouted => "Finds the way shut, and takes another.".into(),
            EventKind::NoWay => "Has no way to go on.".into(),
            EventKind::Stuck => {
                let cause = Cause::ALL.get(index).map_or("stuck", |cause| cause.1);
                format!("Cannot get on: {cause}.")
            }
            EventKind::MovedAside => "Is put beside an obstacle or a shut door.".into(),
            EventKind::Overwhelmed => "Wants more than it can remember.".into(),
            EventKind::Heeded => "Hears the alarm, drops everything and gets out.".into(),
            EventKind::Lost => "Has looked in vain, and goes on.".into(),
            _ => return None,
        })
    }

    /// Returns the kind of an object.
    fn kind(&self, object: usize) -> &str {
        self.place.objects.get(object).map_or("", |object| &object.kind)
    }

    /// Says what somebody does who begins to use an object.
    fn use_of(&self, object: usize) -> &'static str {
        match self.kind(object) {
            "bench" => "Sits down on",
            "performance" => "Watches",
            "board" | "clock" | "sign" => "Looks at",
            "shop" => "Looks around in",
            "gate" => "Passes",
            "information" => "Asks at",
            "meeting-point" | "track" => "Waits at",
            _ => "Is served at",
        }
    }

    /// Says what somebody does who has used an object; `None` when that is not worth a sentence.
    fn end_of(&self, object: usize) -> Option<String> {
        let name = self.place.objects.get(object).map_or("", |object| &object.name);
        match self.kind(object) {
            "bench" => Some(format!("Gets up from {name}.")),
            "till" | "ticket-machine" | "vending-machine" => Some(format!("Has what it wanted from {name}.")),
            "performance" => Some(format!("Has seen enough of {name}.")),
            _ => None,
        }
    }

    /// Says which need somebody does something about.
    fn need(&self, need: usize) -> Option<String> {
        let population = self.scenario.given().populations.get(self.population?)?;
        let need = population.mind.kind.needs.get(need)?;
        let feels = feeling(&need.name, &need.about);
        let mut letters = feels.chars();
        let first = letters.next()?.to_uppercase();
        Some(format!("{}{}, and does something about it.", first, letters.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{bundled, place};

    #[test]
    fn a_diary_tells_in_sentences_what_somebody_did() {
        let scenario = bundled::scene("hall").expect("it is bundled").expect("it is proven");
        let place = place::place(scenario.world(), &scenario, scenario.given(), 1);
        let object =
            |name: &str| place.objects.iter().position(|object| object.name == name).expect("it is there") as u32;
        let area = place.areas.iter().position(|area| area.name == "to the west").expect("it is there") as u32;
        let notes = [
            (EventKind::Entered, 0),
            (EventKind::Joined, object("tickets")),
            (EventKind::Called, object("ticket window 1")),
            (EventKind::Served, object("ticket window 1")),
            (EventKind::Finished, object("ticket window 1")),
            (EventKind::Served, object("bench in the north")),
            (EventKind::Finished, object("bench in the north")),
            (EventKind::Left, area),
        ];
        let note = |(frame, (kind, subject))| Remark { frame, kind, subject };
        let notes: Vec<Remark> = (0..).zip(notes).map(note).collect();
        let told: Vec<String> = written(&notes, &place, &scenario).into_iter().map(|entry| entry.text).collect();
        let expected = [
            "Comes in.",
            "Stands in line at tickets.",
            "Is called to ticket window 1.",
            "Is served at ticket window 1.",
            "Has what it wanted from ticket window 1.",
            "Sits down on bench in the north.",
            "Gets up from bench in the north.",
            "Leaves to the west.",
        ];
        assert_eq!(told, expected);
    }
}
