//! Proves openings, doors and lifts that are written by hand.

use populace_env::{Door, FloorId, Lift, Link, LinkKind};
use populace_geom::{Point, Segment};

use crate::assemble::{Assembly, Fault, Named, in_range};
use crate::entries::{LinkEntry, LinkWord};

/// A day, s.
const DAY: f64 = 86_400.0;

impl Assembly {
    /// Adds a link.
    pub(crate) fn add_link(&mut self, entry: &LinkEntry, source: &str) -> Result<(), Fault> {
        let word = entry.kind.unwrap_or(LinkWord::Opening);
        check_fields(entry, word)?;
        let kind = match word {
            LinkWord::Opening => self.opening(entry)?,
            LinkWord::Door => self.door(entry)?,
            LinkWord::Lift => self.lift(entry)?,
        };
        let name = self.take_name(Named::Link, entry.name.as_deref(), word_of(word))?;
        let source = format!("{} {name:?} ({source})", word_of(word));
        self.place.links.push(Link { name, kind, source });
        Ok(())
    }

    /// Returns the opening of an entry.
    fn opening(&self, entry: &LinkEntry) -> Result<LinkKind, Fault> {
        let floors = self.two_floors(entry)?;
        if floors[0] == floors[1] {
            let hint = "a passage within one floor needs no link; a gate in it is a door";
            return Err(Fault::new("floors", "an opening joins two different floors", hint));
        }
        Ok(LinkKind::Opening { floors, segment: self.segment(entry)?, one_way: entry.one_way.unwrap_or(false) })
    }

    /// Returns the door of an entry.
    fn door(&self, entry: &LinkEntry) -> Result<LinkKind, Fault> {
        let floors = if entry.floors.is_some() {
            self.two_floors(entry)?
        } else {
            [self.floor_or_only(entry.floor.as_deref(), "floor")?; 2]
        };
        let mut hours = Vec::new();
        for text in entry.hours.iter().flatten() {
            hours.extend(opening_hours(text)?);
        }
        let door = Door { open: entry.open.unwrap_or(true), one_way: entry.one_way.unwrap_or(false), hours };
        Ok(LinkKind::Door { floors, segment: self.segment(entry)?, door })
    }

    /// Returns the lift of an entry.
    fn lift(&self, entry: &LinkEntry) -> Result<LinkKind, Fault> {
        let mut stops: Vec<(FloorId, Point)> = Vec::new();
        for spot in entry.stops.iter().flatten() {
            let floor = self.find_floor(&spot.floor, "stops")?;
            let Some(at) = spot.at.or(entry.at) else {
                let hint = "give the lift `at = [x, y]`, or each stop { floor = \"…\", at = [x, y] }";
                return Err(Fault::new("stops", format!("where is the stop on {:?}?", spot.floor), hint));
            };
            stops.push((floor, self.point(at, "at")?));
        }
        if stops.len() < 2 {
            let hint = "write stops = [\"level 0\", \"level 1\"] and at = [x, y]";
            return Err(Fault::new("stops", "a lift needs at least two stops", hint));
        }
        let usual = Lift::default();
        let capacity = entry.capacity.unwrap_or(usual.capacity);
        if capacity == 0 || capacity > 1000 {
            return Err(Fault::new("capacity", format!("capacity is {capacity}"), "it can be from 1 to 1000"));
        }
        let lift = Lift {
            capacity,
            speed: in_range("speed", entry.speed.unwrap_or(usual.speed), 0.01, 20.0)?,
            dwell: in_range("dwell", entry.dwell.unwrap_or(usual.dwell), 0.0, 3600.0)?,
            door_width: in_range("door_width", entry.door_width.unwrap_or(usual.door_width), 0.1, 20.0)?,
        };
        Ok(LinkKind::Lift { stops, lift })
    }

    /// Returns the two floors that an entry names.
    fn two_floors(&self, entry: &LinkEntry) -> Result<[FloorId; 2], Fault> {
        let Some([a, b]) = &entry.floors else {
            return Err(Fault::new("", "which floors does it join?", "write floors = [\"level 0\", \"level 1\"]"));
        };
        Ok([self.find_floor(a, "floors")?, self.find_floor(b, "floors")?])
    }

    /// Returns the segment of an entry, which must have a length.
    fn segment(&self, entry: &LinkEntry) -> Result<Segment, Fault> {
        let hint = "write segment = [[x, y], [x, y]]";
        let Some([a, b]) = entry.segment else {
            return Err(Fault::new("", "`segment` is missing", hint));
        };
        let (a, b) = (self.point(a, "segment")?, self.point(b, "segment")?);
        if a == b {
            return Err(Fault::new("segment", "both ends of the segment are the same point", hint));
        }
        Ok(Segment::new(a, b))
    }
}

/// Returns the word for a kind of link.
fn word_of(word: LinkWord) -> &'static str {
    match word {
        LinkWord::Opening => "opening",
        LinkWord::Door => "door",
        LinkWord::Lift => "lift",
    }
}

/// Refuses fields that belong to another kind of link.
fn check_fields(entry: &LinkEntry, word: LinkWord) -> Result<(), Fault> {
    use LinkWord::{Door, Lift, Opening};
    let fields: [(&'static str, bool, &[LinkWord]); 12] = [
        ("floors", entry.floors.is_some(), &[Opening, Door]),
        ("floor", entry.floor.is_some(), &[Door]),
        ("segment", entry.segment.is_some(), &[Opening, Door]),
        ("one_way", entry.one_way.is_some(), &[Opening, Door]),
        ("open", entry.open.is_some(), &[Door]),
        ("hours", entry.hours.is_some(), &[Door]),
        ("at", entry.at.is_some(), &[Lift]),
        ("stops", entry.stops.is_some(), &[Lift]),
        ("capacity", entry.capacity.is_some(), &[Lift]),
        ("speed", entry.speed.is_some(), &[Lift]),
        ("dwell", entry.dwell.is_some(), &[Lift]),
        ("door_width", entry.door_width.is_some(), &[Lift]),
    ];
    match fields.into_iter().find(|(_, given, kinds)| *given && !kinds.contains(&word)) {
        None => Ok(()),
        Some((field, _, kinds)) => {
            let kinds: Vec<_> = kinds.iter().map(|k| format!("kind = {:?}", word_of(*k))).collect();
            let what = format!("`{field}` does not belong to a link of kind {:?}", word_of(word));
            Err(Fault::new(field, what, format!("leave it out, or set {}", kinds.join(" or "))))
        }
    }
}

/// Returns hours such as `"08:00-18:00"` as spans of seconds since midnight: two spans when the hours go past midnight.
fn opening_hours(text: &str) -> Result<Vec<(f64, f64)>, Fault> {
    let clock = |part: &str| {
        let (hours, minutes) = part.trim().split_once(':')?;
        let (hours, minutes) = (hours.parse::<u32>().ok()?, minutes.parse::<u32>().ok()?);
        let seconds = f64::from(hours) * 3600.0 + f64::from(minutes) * 60.0;
        (minutes < 60 && seconds <= DAY).then_some(seconds)
    };
    let span = text.split_once(['-', '–']).and_then(|(from, to)| Some((clock(from)?, clock(to)?)));
    match span {
        Some((from, to)) if from < to => Ok(vec![(from, to)]),
        Some((from, to)) if from > to => Ok([(from, DAY), (0.0, to)].into_iter().filter(|(a, b)| a < b).collect()),
        _ => Err(Fault::new("hours", format!("{text:?} is no span of hours"), "write \"08:00-18:00\"")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_are_seconds_since_midnight() {
        let hours = |text| opening_hours(text).map_err(|_| ());
        assert_eq!(hours("08:00-18:30"), Ok(vec![(28_800.0, 66_600.0)]));
        assert_eq!(hours("22:00 - 02:00"), Ok(vec![(79_200.0, 86_400.0), (0.0, 7_200.0)]));
        assert_eq!(hours("00:00-24:00"), Ok(vec![(0.0, 86_400.0)]));
        for bad in ["8-18", "08:00", "08:60-09:00", "25:00-26:00", "08:00-08:00", ""] {
            assert_eq!(hours(bad), Err(()), "{bad}");
        }
    }
}
