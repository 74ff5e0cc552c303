//! Proves trains: they fit at their tracks, every door has ground before it, and no two of them are at one track at a time.

use populace_env::objects::PlatformEdge;
use populace_geom::Distribution;
use populace_ingest::key_path::KeyPath;
use populace_ingest::suggest::advice;
use populace_mind::{Call, CallId, Train};
use populace_sim::{Arrivals, Population};

use crate::error::{Blame, Problem};
use crate::events::time_of_day;
use crate::finder::Finder;
use crate::limits::{CAPACITY, CAR_LENGTH, CARS, DELAY, DOOR_TIME, DOORS, DWELL, EVERY, TIME, not_too_many, within};
use crate::prove::check_name;
use crate::written::{ScenarioFile, TrainEntry, TrainTime, TrainTimes};

/// The seconds of a day.
const DAY: f64 = 86_400.0;

/// Proves the trains of a scenario.
pub(crate) struct Trains<'a> {
    finder: &'a Finder<'a>,
    /// The end of the run, s.
    end: f64,
    /// The time of day at the start, s since midnight.
    starts: Option<f64>,
}

impl Trains<'_> {
    /// Proves all trains of a file.
    pub fn prove(file: &ScenarioFile, finder: &Finder, starts: Option<f64>) -> Result<Vec<Train>, Problem> {
        let (at, trains) = (KeyPath::file().key("train"), Trains { finder, end: file.until, starts });
        not_too_many(&at, "trains", file.train.len())?;
        let mut proven: Vec<Train> = Vec::new();
        for (i, entry) in file.train.iter().enumerate() {
            let at = at.item(i);
            check_name(&at, &entry.name, proven.iter().map(|train| train.name.as_str()))?;
            let train = trains.one(&at, entry)?;
            proven.iter().try_for_each(|other| trains.check_track(&at, &train, other))?;
            proven.push(train);
        }
        Ok(proven)
    }

    fn one(&self, at: &KeyPath, entry: &TrainEntry) -> Result<Train, Problem> {
        let track = self.track(&at.key("track"), &entry.track)?;
        let whole = |key: &str, limits, value: Option<u32>, usual: u32| {
            within(&at.key(key), limits, f64::from(value.unwrap_or(usual))).map(|value| value as u32)
        };
        let number =
            |key: &str, limits, value: Option<f64>, usual: f64| within(&at.key(key), limits, value.unwrap_or(usual));
        let cars = whole("cars", CARS, entry.cars, 1)?;
        let capacity = whole("capacity", CAPACITY, entry.capacity, 60 * cars)?;
        let aboard = entry.aboard.unwrap_or(0);
        if aboard > capacity {
            let what = format!("{aboard} people are in a train that takes {capacity}");
            return Err(at.key("aboard").problem(what, "give fewer people, or a larger `capacity`"));
        }
        let dwell = number("dwell", DWELL, entry.dwell, 60.0)?;
        let least_dwell = number("least_dwell", DWELL, entry.least_dwell, dwell)?;
        if least_dwell > dwell {
            let what = format!("the least dwell, {least_dwell} s, is longer than the planned one, {dwell} s");
            return Err(at.key("least_dwell").problem(what, "give at most `dwell`"));
        }
        let delay = entry.delay.as_ref().map(|delay| delay.prove(&at.key("delay"), DELAY, 1.0)).transpose()?;
        let train = Train {
            name: entry.name.clone(),
            track,
            to: entry.to.0.clone(),
            cars,
            car_length: number("car_length", CAR_LENGTH, entry.car_length, 20.0)?,
            doors: whole("doors", DOORS, entry.doors, 2)?,
            capacity,
            aboard,
            alighting: number("alighting", DOOR_TIME, entry.alighting, 1.0)?,
            boarding: number("boarding", DOOR_TIME, entry.boarding, 1.0)?,
            least_dwell,
            delay: delay.unwrap_or(Distribution::Constant(0.0)),
            calls: self.calls(at, entry, dwell)?,
        };
        self.check_length(at, &train)?;
        Ok(train)
    }

    fn track(&self, at: &KeyPath, name: &str) -> Result<u32, Problem> {
        let tracks = || self.finder.world.objects().iter().filter(|object| object.kind.is_track());
        let Some(number) = self.finder.world.object(name) else {
            let hint = match tracks().next() {
                None => "the place has none; add an [[object]] of the kind track, a line along the edge of a platform"
                    .into(),
                Some(_) => advice(name, tracks().map(|track| track.name.as_str())),
            };
            return Err(at.problem(format!("the place has no track {name:?}"), hint));
        };
        let object = &self.finder.world.objects()[number.index()];
        match object.kind.is_track() {
            true => Ok(number.0),
            false => Err(at.problem(format!("{name:?} is a {}", object.kind.name), "name an object of the kind track")),
        }
    }

    /// Returns all stops of a train.
    fn calls(&self, at: &KeyPath, entry: &TrainEntry, dwell: f64) -> Result<Vec<Call>, Problem> {
        let at_arrive = at.key("arrive");
        let mut times = self.moments(&at_arrive, &entry.arrive)?;
        if let Some(every) = entry.every {
            let (at, every) = (at.key("every"), within(&at.key("every"), EVERY, every)?);
            let [first] = times[..] else {
                return Err(
                    at.problem("`arrive` is a list already", "give one time with `every`, or leave `every` out")
                );
            };
            if every < dwell {
                let what =
                    format!("a train comes every {every} s and stays for {dwell} s: the next finds its track taken");
                return Err(at.problem(what, "give more than `dwell`"));
            }
            let until = entry.until.as_ref().map(|until| self.moments(&at.key("until"), until)).transpose()?;
            let until = until.and_then(|until| until.first().copied()).unwrap_or(self.end);
            let more = (0..=CallId::MOST).map(|i| first + i as f64 * every);
            times = more.take_while(|time| *time <= until && *time < self.end).collect();
        } else if entry.until.is_some() {
            return Err(at
                .key("until")
                .problem("`until` goes with `every`", "leave it out, or say how often trains come"));
        }
        if let Some(i) = (1..times.len()).find(|&i| times[i] < times[i - 1] + dwell) {
            let what = format!("{} s is not after {} s and {dwell} s at the platform", times[i], times[i - 1]);
            return Err(at_arrive.item(i).problem(what, "sort the times, and leave `dwell` between them"));
        }
        match times.first().copied() {
            Some(first) if first >= self.end => {
                let what = format!("{first} s is not before the end of the run, {} s: it never comes", self.end);
                Err(at_arrive.problem(what, "give an earlier time, or a later `until` at the top of the file"))
            }
            None => Err(at_arrive.problem("the train never comes", "give a time")),
            Some(_) if times.len() >= CallId::MOST => {
                Err(at.key("every").problem(format!("the train comes {} times", times.len()), "let it come less often"))
            }
            _ => {
                let call = |arrives: f64| Call { arrives, departs: arrives + dwell };
                Ok(times.into_iter().filter(|time| *time < self.end).map(call).collect())
            }
        }
    }

    /// Returns moments as seconds since the start.
    fn moments(&self, at: &KeyPath, moments: &TrainTimes) -> Result<Vec<f64>, Problem> {
        let one = |(i, moment): (usize, &TrainTime)| {
            let at = if moments.0.len() == 1 { at.clone() } else { at.item(i) };
            match (moment, self.starts) {
                (TrainTime::Seconds(seconds), _) => within(&at, TIME, *seconds),
                (TrainTime::TimeOfDay(time), Some(starts)) => {
                    let time = time_of_day(&at, time)?;
                    Ok(if time >= starts { time - starts } else { time + DAY - starts })
                }
                (TrainTime::TimeOfDay(time), None) => {
                    let what = format!("{time:?} is a time of day, and the scenario has none");
                    Err(at
                        .problem(what, "say when it starts with `time_of_day` at the top of the file, or give seconds"))
                }
            }
        };
        moments.0.iter().enumerate().map(one).collect()
    }

    /// Refuses a train that is longer than its track, and doors without ground.
    fn check_length(&self, at: &KeyPath, train: &Train) -> Result<(), Problem> {
        let track = &self.finder.world.objects()[train.track as usize];
        let Some(edge) = PlatformEdge::of(track) else { return Ok(()) };
        if train.length() > edge.length() + 0.01 {
            let what = format!(
                "the train is {:.1} m long: {} cars of {} m; its track is {:.1} m long",
                train.length(),
                train.cars,
                train.car_length,
                edge.length()
            );
            return Err(at.key("cars").problem(what, "take fewer or shorter cars, or draw a longer track"));
        }
        let doors = train.doors_in(self.finder.world);
        let Some(number) = doors.iter().position(|door| door.spot.is_none()) else { return Ok(()) };
        let point = train.doors_along(&edge).nth(number).map_or(edge.at(0.0).0, |along| edge.at(along).0);
        let what = format!(
            "door {} of {} is at ({:.1}, {:.1}), where nobody can step out: there is no ground before it",
            number + 1,
            doors.len(),
            point.x,
            point.y
        );
        Err(at.key("doors").problem(what, "change `cars`, `car_length` or `doors`, or draw the track along the edge"))
    }

    /// Refuses two trains that are planned to be at one track at a time.
    fn check_track(&self, at: &KeyPath, train: &Train, other: &Train) -> Result<(), Problem> {
        if train.track != other.track {
            return Ok(());
        }
        let (mut i, mut j) = (0, 0);
        while let (Some(one), Some(two)) = (train.calls.get(i), other.calls.get(j)) {
            if one.arrives < two.departs && two.arrives < one.departs {
                let track = &self.finder.world.objects()[train.track as usize].name;
                let what = format!(
                    "at {} s {track:?} is taken: {:?} is there from {} s to {} s",
                    one.arrives, other.name, two.arrives, two.departs
                );
                return Err(at.key("arrive").problem(what, "let it come at another time or at another track"));
            }
            if one.arrives < two.arrives { i += 1 } else { j += 1 }
        }
        Ok(())
    }
}

/// Returns the numbers of the trains that have a name, stop at a track of the name, or go there; each with its track.
pub(crate) fn trains_called(
    at: &KeyPath,
    name: &str,
    trains: &[Train],
    finder: &Finder,
) -> Result<Vec<(u32, u32)>, Problem> {
    let all = || (0..).zip(trains).map(|(number, train): (u32, &Train)| (number, train));
    let track = finder.world.object(name).map(|object| object.0);
    let named: Vec<_> = all().filter(|(_, train)| train.name == name).collect();
    let found = match named.is_empty() {
        false => named,
        true => all().filter(|(_, train)| Some(train.track) == track || train.to.iter().any(|to| to == name)).collect(),
    };
    if found.is_empty() {
        let words = all().flat_map(|(_, train)| train.to.iter().chain([&train.name]).map(String::as_str));
        let hint = match trains.is_empty() {
            true => "no train comes; add a [[train]]".into(),
            false => advice(name, words),
        };
        return Err(at.problem(format!("no train is called {name:?}, stops there or goes there"), hint));
    }
    Ok(found.into_iter().map(|(number, train)| (number, train.track)).collect())
}

/// Refuses trains out of which more people get off than they take.
pub(crate) fn check_passengers(at: &KeyPath, populations: &[Population], trains: &[Train]) -> Result<(), Problem> {
    let mut inside: Vec<u64> = trains.iter().map(|train| train.aboard.into()).collect();
    for (i, population) in populations.iter().enumerate() {
        for (j, arrivals) in population.arrivals.iter().enumerate() {
            let Arrivals::Alighting { trains: from, count } = arrivals else { continue };
            for &number in from {
                let (train, inside) = (&trains[number as usize], &mut inside[number as usize]);
                *inside += u64::from(*count);
                if *inside > u64::from(train.capacity) {
                    let what = format!("{inside} people arrive in {:?}, which takes {}", train.name, train.capacity);
                    let at = at.item(i).key("arrive").item(j).key("count");
                    return Err(at.problem(what, "let fewer people get off, or give the train a larger `capacity`"));
                }
            }
        }
    }
    Ok(())
}
