//! Proves the arrivals of a population: when and where people come in.

use std::f64::consts::TAU;

use populace_geom::maths;
use populace_mind::Train;
use populace_sim::{Arrivals, Body, Placed, Where};

use crate::error::{Blame, Problem};
use crate::finder::Finder;
use crate::limits::{CIRCLE, COORDINATE, MAX_PEOPLE, RATE, TIME, within};
use crate::standing::Standing;
use crate::trains::trains_called;
use crate::written::{ArrivalEntry, CircleEntry};
use populace_ingest::key_path::KeyPath;

/// The error of a number of people that is 0.
const NOBODY: &str = "nobody comes";

/// The word for all ground from which people can begin their journey, unless an area has this name.
const EVERYWHERE: &str = "everywhere";

/// Says that a run does not take `people` people, of whom `count` come in by the last entry.
pub(crate) fn too_many_people(at: &KeyPath, people: u64, count: u64) -> Problem {
    let left = MAX_PEOPLE - (people - count).min(MAX_PEOPLE);
    let what = format!("{people} people are more than a run takes, which is {MAX_PEOPLE}");
    at.problem(what, format!("give at most {left} here"))
}

/// Proves arrivals, one after the other.
pub(crate) struct Admission<'a> {
    pub finder: &'a Finder<'a>,
    pub trains: &'a [Train],
    /// The end of the run, s.
    pub end: f64,
    /// The number of people in the entries so far.
    pub people: u64,
    /// The people who stand at given points at the start.
    pub standing: Standing,
}

impl Admission<'_> {
    /// Proves an entry of the population called `name`.
    pub fn prove(&mut self, at: &KeyPath, name: &str, entry: &ArrivalEntry, body: &Body) -> Result<Arrivals, Problem> {
        self.check_keys(at, entry)?;
        let radius = body.radius.most();
        if let Some(points) = &entry.at {
            let placed = self.placed(at, entry, points, radius)?;
            self.standing.add(self.finder, name, at.key("at"), true, &placed, radius);
            return Ok(Arrivals::Placed(placed));
        }
        if let Some(circle) = &entry.circle {
            let placed = self.circle(at, entry, circle, radius)?;
            self.standing.add(self.finder, name, at.key("circle"), false, &placed, radius);
            return Ok(Arrivals::Placed(placed));
        }
        if let Some(names) = &entry.train {
            return self.alighting(at, entry, &names.0);
        }
        let areas = self.areas(at, entry, radius)?;
        if let Some(count) = entry.count {
            return Ok(Arrivals::AtStart { count: self.some(&at.key("count"), count)?, areas });
        }
        match &entry.timetable {
            Some(times) => Ok(Arrivals::Timetable { times: self.timetable(&at.key("timetable"), times)?, areas }),
            None => self.rate(at, entry, areas),
        }
    }

    /// Refuses an entry unless it gives exactly one way of coming in, and no keys of another way.
    fn check_keys(&self, at: &KeyPath, entry: &ArrivalEntry) -> Result<(), Problem> {
        let ways = [
            ("count", entry.count.is_some() && entry.train.is_none()),
            ("train", entry.train.is_some()),
            ("rate", entry.rate.is_some()),
            ("timetable", entry.timetable.is_some()),
            ("at", entry.at.is_some()),
            ("circle", entry.circle.is_some()),
        ];
        let mut given = ways.iter().filter(|w| w.1).map(|w| w.0);
        let way = match (given.next(), given.next()) {
            (Some(way), None) => way,
            (Some(one), Some(other)) => {
                let what = format!("`{one}` and `{other}` contradict each other");
                return Err(at
                    .key(other)
                    .problem(what, "keep one, and write the other as a second [[population.arrive]]"));
            }
            _ => return Err(at.problem(NOBODY, "give `count`, `rate`, `timetable`, `train`, `at` or `circle`")),
        };
        let allowed: [(&str, bool, &[&str]); 6] = [
            ("areas", entry.areas.is_some(), &["count", "rate", "timetable"]),
            ("from", entry.from.is_some(), &["rate"]),
            ("until", entry.until.is_some(), &["rate"]),
            ("random", entry.random.is_some(), &["rate"]),
            ("goals", entry.goals.is_some(), &["at"]),
            ("floor", entry.floor.is_some(), &["at", "circle"]),
        ];
        match allowed.iter().find(|(_, given, with)| *given && !with.contains(&way)) {
            Some((key, _, with)) => {
                let what = format!("`{key}` does not go with `{way}`");
                Err(at.key(key).problem(what, format!("it goes with {}", with.join(", "))))
            }
            None => Ok(()),
        }
    }

    /// Returns the areas where people of an entry come in. Each area has room for at least one pedestrian.
    fn areas(&self, at: &KeyPath, entry: &ArrivalEntry, radius: f64) -> Result<Where, Problem> {
        let names = entry.areas.as_ref().map_or(&[][..], |areas| &areas.0);
        if names.is_empty() {
            let hint = format!("name areas of the place: areas = [\"…\"], or areas = {EVERYWHERE:?}");
            return Err(at.problem("nothing says where they come in", hint));
        }
        let at = at.key("areas");
        let is_everywhere = |name: &String| name == EVERYWHERE && self.finder.world.area(name).is_none();
        if let Some(i) = names.iter().position(is_everywhere) {
            let what = format!("{EVERYWHERE:?} is all ground, with all areas");
            return match names.len() {
                1 => Ok(Where::Everywhere),
                _ => Err(at.item(i).problem(what, "leave it out, or leave the areas out")),
            };
        }
        let mut areas = Vec::new();
        for (i, name) in names.iter().enumerate() {
            let area = self.finder.area(&at.item(i), name)?;
            if self.finder.spot_in(area, radius).is_none() {
                let what = format!("nobody fits in the area {name:?}: a body needs {} m of room", 2.0 * radius);
                return Err(at.item(i).problem(what, "make the area or the passage wider, or the bodies narrower"));
            }
            if areas.contains(&area) {
                return Err(at.item(i).problem(format!("the area {name:?} is named twice"), "leave one out"));
            }
            areas.push(area);
        }
        Ok(Where::Areas(areas))
    }

    /// Counts the people of an entry. Refuses 0, and more people than a run takes.
    fn some(&mut self, at: &KeyPath, count: u64) -> Result<u32, Problem> {
        if count == 0 {
            return Err(at.problem(NOBODY, "give at least 1, or leave the entry out"));
        }
        self.people = self.people.saturating_add(count);
        match u32::try_from(count) {
            Ok(count) if self.people <= MAX_PEOPLE => Ok(count),
            _ => Err(too_many_people(at, self.people, count)),
        }
    }

    fn timetable(&mut self, at: &KeyPath, times: &[(f64, u64)]) -> Result<Vec<(f64, u32)>, Problem> {
        let mut proven: Vec<(f64, u32)> = Vec::new();
        for (i, &(time, count)) in times.iter().enumerate() {
            let at = at.item(i);
            let time = within(&at.item(0), TIME, time)?;
            if let Some((before, _)) = proven.last().filter(|(before, _)| *before > time) {
                let what = format!("{time} s comes after {before} s: the timetable is out of order");
                return Err(at.problem(what, "sort the lines by time"));
            }
            self.before_end(&at.item(0), time)?;
            proven.push((time, self.some(&at.item(1), count)?));
        }
        if proven.is_empty() { Err(at.problem(NOBODY, "give [time, count] at least once")) } else { Ok(proven) }
    }

    /// Proves the people who get off trains.
    fn alighting(&mut self, at: &KeyPath, entry: &ArrivalEntry, names: &[String]) -> Result<Arrivals, Problem> {
        let Some(count) = entry.count else {
            return Err(at.problem(NOBODY, "say how many get off each train with `count`"));
        };
        let mut trains = Vec::new();
        for (i, name) in names.iter().enumerate() {
            let found = trains_called(&at.key("train").item(i), name, self.trains, self.finder)?;
            trains.extend(found.into_iter().map(|train| train.0));
        }
        trains.sort_unstable();
        trains.dedup();
        if trains.is_empty() {
            return Err(at.key("train").problem(NOBODY, "name at least one train"));
        }
        let calls: usize = trains.iter().map(|&train| self.trains[train as usize].calls.len()).sum();
        self.some(&at.key("count"), count.saturating_mul(calls as u64))?;
        Ok(Arrivals::Alighting { trains, count: count as u32 })
    }

    fn before_end(&self, at: &KeyPath, time: f64) -> Result<(), Problem> {
        if time < self.end {
            return Ok(());
        }
        let what = format!("{time} s is not before the end of the run, {} s", self.end);
        Err(at.problem(what, "give an earlier time, or a later `until` at the top of the file"))
    }

    fn rate(&mut self, at: &KeyPath, entry: &ArrivalEntry, areas: Where) -> Result<Arrivals, Problem> {
        let per_second = within(&at.key("rate"), RATE, entry.rate.unwrap_or_default())?;
        let from = within(&at.key("from"), TIME, entry.from.unwrap_or(0.0))?;
        self.before_end(&at.key("from"), from)?;
        let until = within(&at.key("until"), TIME, entry.until.unwrap_or(self.end))?;
        if until <= from {
            let what = format!("{NOBODY}: the stream ends at {until} s and begins at {from} s");
            return Err(at.key("until").problem(what, "end it after it begins"));
        }
        let until = until.min(self.end);
        // A Poisson stream may bring a few more people than this, so the limit is not sharp.
        self.some(&at.key("rate"), ((per_second * (until - from)).ceil() as u64).max(1))?;
        Ok(Arrivals::Rate { per_second, from, until, random: entry.random.unwrap_or(true), areas })
    }

    fn placed(
        &mut self,
        at: &KeyPath,
        entry: &ArrivalEntry,
        points: &[[f64; 2]],
        radius: f64,
    ) -> Result<Vec<Placed>, Problem> {
        let floor = self.finder.floor(at, entry.floor.as_ref())?;
        self.some(&at.key("at"), points.len() as u64)?;
        let goals = entry.goals.as_deref();
        if let Some(goals) = goals.filter(|g| g.len() != points.len()) {
            let what = format!("there are {} goals for {} people", goals.len(), points.len());
            return Err(at.key("goals").problem(what, "give one goal for each point of `at`"));
        }
        let mut placed = Vec::new();
        for (i, &point) in points.iter().enumerate() {
            let spot = self.finder.spot(&at.key("at").item(i), floor, point, radius)?;
            let goal = goals.and_then(|g| g.get(i));
            let goal = goal.map(|&g| self.finder.spot(&at.key("goals").item(i), floor, g, radius)).transpose()?;
            placed.push(Placed { at: spot, speed: None, goal });
        }
        Ok(placed)
    }

    fn circle(
        &mut self,
        at: &KeyPath,
        entry: &ArrivalEntry,
        circle: &CircleEntry,
        radius: f64,
    ) -> Result<Vec<Placed>, Problem> {
        let at = at.key("circle");
        let floor = self.finder.floor(&at, entry.floor.as_ref())?;
        let across = within(&at.key("radius"), CIRCLE, circle.radius)?;
        let [x, y] = circle.centre;
        within(&at.key("centre").item(0), COORDINATE, x)?;
        within(&at.key("centre").item(1), COORDINATE, y)?;
        let count = self.some(&at.key("count"), circle.count)?;
        // Neighbours on the circle are 2 R sin(π / n) apart.
        let fits = if across > radius { std::f64::consts::PI / maths::asin(radius / across) } else { 1.0 };
        if f64::from(count) > fits {
            let what = format!("{count} people do not fit on a circle of {across} m: {} do", fits as u64);
            return Err(at.key("count").problem(what, "take fewer people or a larger circle"));
        }
        let point = |i: u32| {
            let angle = TAU * f64::from(i) / f64::from(count);
            [x + across * maths::cos(angle), y + across * maths::sin(angle)]
        };
        let mut placed = Vec::new();
        for i in 0..count {
            let here = point(i);
            let opposite = [2.0 * x - here[0], 2.0 * y - here[1]];
            let spot = |p| {
                let found = self.finder.spot(&at, floor, p, radius);
                found.map_err(|e| at.problem(format!("the circle leaves the floor: {}", e.what), e.hint))
            };
            placed.push(Placed { at: spot(here)?, speed: None, goal: Some(spot(opposite)?) });
        }
        Ok(placed)
    }
}
