//! Who is in the station, and how many come: by Little's law, as many people are present as come in a second times the seconds that
//! each of them stays.
//!
//! | people                    | share of those present | how long they stay, s      | what they do                                         |
//! |---------------------------|------------------------|----------------------------|------------------------------------------------------|
//! | commuters to 12 places    | 0.42                   | 110 and half a headway     | come in from the streets, do what they need, take a train |
//! | people who arrive         | 0.15                   | 150                        | get off the trains and leave to the streets          |
//! | tourists who take a train | 0.05                   | 260 and half a headway     | do not know the place: read signs and boards, ask, explore |
//! | sightseers                | 0.06                   | 820                        | tourists who stroll, watch, and leave                |
//! | shoppers                  | 0.10                   | 420                        | shop twice in the arcade                             |
//! | friends                   | 0.08                   | 330                        | meet in pairs and small groups, and chat             |
//! | people with luggage       | 0.03                   | 180 and half a headway     | leave some of it at the counter, take a train        |
//! | people in wheelchairs     | 0.01                   | 250 and half a headway     | take lifts and a train                               |
//! | visitors                  | 0.07                   | 900                        | stroll, sit, and leave                               |
//! | officers, soldiers, staff | 0.03                   | all the time               | stand guard and patrol; people ask them              |
//! | performers                | 6 of them              | all the time               | dance in the concourse, play in the arcade           |
//!
//! The shares are assumed. The stays are those of this station with 1,000 people present, measured.
//!
//! **What scales.** All rates follow from the number of people present. So do booths and machines, as far as the station has room for
//! them; when it has no room for more, fewer people need them: they have their tickets on the phone and bring their drinks. Trains come
//! more often when more people take them, down to one in 300 s on each track; more people than these trains carry are visitors.
//! The performers stay six.

use populace_scenario::Several;
use populace_scenario::Spread;
use populace_scenario::written::{
    ArrivalEntry, KindEntry, MeasureEntry, NeedEntry, PopulationEntry, RecordEntry, ScenarioFile, StageEntry,
    TimingEntry, TrainEntry,
};
use serde_json::{Value, json};

use super::drawing::Half;
use super::furniture::{BAGGAGE, DANCERS, MEETING_POINTS, VIOLIN, shelves};
use super::regions::{STREETS, from, out_to};
use super::timetable::{self, DESTINATIONS, HEADWAYS, MOST_BOARDING, Part, clock, parts, trains};
use super::{Equipment, Station};

/// The name of the file of the place, beside that of the scenario.
pub(super) const PLACE: &str = "penn_station.place.toml";

/// The profile of everybody who walks without a burden.
const WALKER: &str = "walker";

/// The shares of people present, as in the table above.
const COMMUTERS: f64 = 0.42;
const ARRIVING: f64 = 0.15;
const TOURISTS: f64 = 0.05;
const SIGHTSEERS: f64 = 0.06;
const SHOPPERS: f64 = 0.10;
const FRIENDS: f64 = 0.08;
const LUGGAGE: f64 = 0.03;
const WHEELCHAIRS: f64 = 0.01;
const VISITORS: f64 = 0.07;
const OFFICERS: f64 = 0.012;
const SOLDIERS: f64 = 0.006;
const STAFF: f64 = 0.012;

/// The stays, as in the table above, s; of people who take a train without half the time between two trains.
const STAYS: Stays = Stays {
    commuters: 110.0,
    arriving: 150.0,
    tourists: 260.0,
    sightseers: 820.0,
    shoppers: 420.0,
    friends: 330.0,
    luggage: 180.0,
    wheelchairs: 250.0,
    visitors: 900.0,
};

struct Stays {
    commuters: f64,
    arriving: f64,
    tourists: f64,
    sightseers: f64,
    shoppers: f64,
    friends: f64,
    luggage: f64,
    wheelchairs: f64,
    visitors: f64,
}

/// The share of the time in which booths and machines are used when the station has no room for more of them.
const BUSY: f64 = 0.65;

/// What happens in the rush hours, per second.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rates {
    /// The time between two trains of a track, s.
    pub headway: f64,
    commuters: f64,
    arriving: f64,
    tourists: f64,
    sightseers: f64,
    shoppers: f64,
    friends: f64,
    luggage: f64,
    wheelchairs: f64,
    visitors: f64,
}

impl Rates {
    /// Returns the rates at which as many people are present as a station has in its rush hours.
    fn of(present: u32) -> Self {
        let present = f64::from(present);
        let of = |headway: f64| {
            let boarding = |share: f64, stay: f64| share * present / (stay + 0.5 * headway);
            Rates {
                headway,
                commuters: boarding(COMMUTERS, STAYS.commuters),
                arriving: ARRIVING * present / STAYS.arriving,
                tourists: boarding(TOURISTS, STAYS.tourists),
                sightseers: SIGHTSEERS * present / STAYS.sightseers,
                shoppers: SHOPPERS * present / STAYS.shoppers,
                friends: FRIENDS * present / STAYS.friends,
                luggage: boarding(LUGGAGE, STAYS.luggage),
                wheelchairs: boarding(WHEELCHAIRS, STAYS.wheelchairs),
                visitors: VISITORS * present / STAYS.visitors,
            }
        };
        let fits = |rates: &Rates| rates.fullness() <= 1.0;
        let [.., shortest] = HEADWAYS;
        HEADWAYS.into_iter().map(of).find(fits).unwrap_or_else(|| of(shortest).with_visitors())
    }

    /// Returns how many people get on, or off, a train of a track, as a share of those for whom it has room.
    fn fullness(&self) -> f64 {
        let boarding = self.commuters + self.tourists + self.luggage + self.wheelchairs;
        boarding.max(self.arriving) * self.headway / (DESTINATIONS.len() as f64 * MOST_BOARDING)
    }

    /// Returns the rates at which trains have room, with as many people present: visitors come instead.
    fn with_visitors(self) -> Self {
        let share = 1.0 / self.fullness();
        let half = 0.5 * self.headway;
        let present = self.commuters * (STAYS.commuters + half)
            + self.tourists * (STAYS.tourists + half)
            + self.luggage * (STAYS.luggage + half)
            + self.wheelchairs * (STAYS.wheelchairs + half)
            + self.arriving * STAYS.arriving;
        Rates {
            commuters: self.commuters * share,
            tourists: self.tourists * share,
            luggage: self.luggage * share,
            wheelchairs: self.wheelchairs * share,
            arriving: self.arriving * share,
            visitors: self.visitors + (1.0 - share) * present / STAYS.visitors,
            ..self
        }
    }

    /// Returns how many people come in from the streets and by train in a second.
    fn all(&self) -> f64 {
        self.commuters
            + self.arriving
            + self.tourists
            + self.sightseers
            + self.shoppers
            + self.friends
            + self.luggage
            + self.wheelchairs
            + self.visitors
    }
}

/// Returns the scenario of a station.
pub(super) fn scenario(station: &Station) -> ScenarioFile {
    let rates = Rates::of(station.present);
    let crowd = Crowd { station, rates, parts: parts(station), trains: trains(station, rates.headway) };
    ScenarioFile {
        name: Some("penn_station".into()),
        place: Some(PLACE.into()),
        time_of_day: Some(clock(station.from)),
        seed: station.seed,
        until: station.length,
        train: crowd.trains.clone(),
        need: crowd.needs(),
        kind: crowd.kinds(),
        population: crowd.populations(),
        timing: TimingEntry { routes_per_step: Some(station.present.max(1000) / 5), ..TimingEntry::default() },
        record: RecordEntry { frame_rate: Some(5.0), ..RecordEntry::default() },
        measure: measures(),
        ..ScenarioFile::default()
    }
}

/// The people of a station.
struct Crowd<'a> {
    station: &'a Station,
    rates: Rates,
    parts: Vec<Part>,
    trains: Vec<TrainEntry>,
}

/// Returns a number with three digits.
fn rounded(number: f64) -> f64 {
    format!("{number:.2e}").parse().unwrap_or(number)
}

fn uniform(least: f64, most: f64) -> Value {
    json!({ "uniform": [least, most] })
}

fn every_street() -> Several<String> {
    Several(STREETS.into_iter().map(from).collect())
}

impl Crowd<'_> {
    /// Returns the arrivals of people who come from the streets at a rate, persons/s, and stay for a time, s. Those who are inside from the
    /// start are in some regions.
    fn arrive_from_streets(&self, rate: f64, stay: f64, regions: &[&str]) -> Several<ArrivalEntry> {
        let mut entries = Vec::new();
        let first = self.parts.first().map_or(0.0, |part| part.period.share);
        let inside = (rate * first * stay).round() as u64;
        if self.station.is_filled && inside > 0 {
            entries.push(ArrivalEntry {
                count: Some(inside),
                areas: Some(Several(regions.iter().map(|&region| region.to_owned()).collect())),
                ..ArrivalEntry::default()
            });
        }
        for part in &self.parts {
            entries.push(ArrivalEntry {
                rate: Some(rounded(rate * part.period.share)),
                areas: Some(every_street()),
                from: (part.from > 0.0).then_some(part.from),
                until: (part.until < self.station.length).then_some(part.until),
                ..ArrivalEntry::default()
            });
        }
        Several(entries)
    }

    /// Returns the arrivals of people who get off the trains.
    fn arrive_by_train(&self) -> Several<ArrivalEntry> {
        let mut entries = Vec::new();
        for part in &self.parts {
            let of_a_train = self.rates.arriving * part.period.share * self.rates.headway * part.period.headway
                / DESTINATIONS.len() as f64;
            let names: Vec<String> =
                (0..DESTINATIONS.len()).map(|track| timetable::train(track, &part.period)).collect();
            let names: Vec<String> =
                self.trains.iter().map(|train| train.name.clone()).filter(|name| names.contains(name)).collect();
            if names.is_empty() {
                continue;
            }
            entries.push(ArrivalEntry {
                train: Some(Several(names)),
                count: Some((of_a_train.round() as u64).max(1)),
                ..ArrivalEntry::default()
            });
        }
        Several(entries)
    }

    fn populations(&self) -> Vec<PopulationEntry> {
        let (rates, half) = (&self.rates, 0.5 * self.rates.headway);
        let leave = || StageEntry::leave(Several(STREETS.into_iter().map(out_to).collect::<Vec<_>>()));
        let anywhere = || leave().with("shares", json!([3, 3, 1, 1, 2, 2]));
        let people =
            |name: &str, kind: &str, arrive: Several<ArrivalEntry>, journey: Vec<StageEntry>| PopulationEntry {
                name: name.into(),
                profile: Some(WALKER.into()),
                kind: (!kind.is_empty()).then(|| kind.into()),
                arrive,
                journey,
                ..PopulationEntry::default()
            };
        let mut all: Vec<PopulationEntry> = Vec::new();
        for to in DESTINATIONS {
            let rate = rates.commuters / DESTINATIONS.len() as f64;
            let arrive = self.arrive_from_streets(rate, STAYS.commuters + half, &EVERYWHERE);
            // Whoever finds no train any more goes home.
            let journey = vec![StageEntry::of("board", to), anywhere()];
            all.push(people(&format!("commuters to {to}"), "commuter", arrive, journey));
        }
        all.push(people("people who arrive", "arrival", self.arrive_by_train(), vec![anywhere()]));
        let arrive = self.arrive_from_streets(rates.tourists, STAYS.tourists + half, &HALLS);
        let journey = vec![StageEntry::of("board", json!(["Philadelphia", "Washington", "Montauk"])), anywhere()];
        all.push(people("tourists", "tourist", arrive, journey));
        let arrive = self.arrive_from_streets(rates.sightseers, STAYS.sightseers, &HALLS);
        let stroll = |least, most| StageEntry::of("wander", json!(HALLS)).with("time", uniform(least, most));
        all.push(people("sightseers", "tourist", arrive, vec![stroll(300.0, 900.0), anywhere()]));
        // Each third of them has two shops on either side of the arcade in mind.
        for third in 0..3 {
            let arrive = self.arrive_from_streets(rates.shoppers / 3.0, STAYS.shoppers, &SHOPS);
            let shop = |half: Half| {
                let names: Vec<String> = (2 * third..2 * third + 2).map(|number| shelves(half, number)).collect();
                StageEntry::of("shop", json!(names)).with("time", uniform(60.0, 180.0)).with("patience", 120)
            };
            let journey = vec![shop(Half::South), shop(Half::North), anywhere()];
            all.push(people(&format!("shoppers {}", third + 1), "shopper", arrive, journey));
        }
        let arrive = |share: f64| self.arrive_from_streets(share * rates.friends, STAYS.friends, &HALLS);
        let chat = || StageEntry::of("chat", json!(MEETING_POINTS)).with("patience", 120);
        let pairs = vec![chat().with("time", uniform(60.0, 240.0)), anywhere()];
        all.push(people("pairs of friends", "visitor", arrive(0.6), pairs));
        let groups = vec![chat().with("size", uniform(3.0, 5.0)).with("time", uniform(90.0, 240.0)), anywhere()];
        all.push(people("groups of friends", "visitor", arrive(0.4), groups));
        let arrive = self.arrive_from_streets(rates.luggage, STAYS.luggage + half, &HALLS);
        let journey = vec![
            StageEntry::of("buy", BAGGAGE).with("patience", 120),
            StageEntry::of("board", json!(["Washington", "Montauk"])),
            anywhere(),
        ];
        all.push(PopulationEntry {
            profile: Some("luggage".into()),
            ..people("people with luggage", "commuter", arrive, journey)
        });
        let arrive = self.arrive_from_streets(rates.wheelchairs, STAYS.wheelchairs + half, &HALLS);
        let journey = vec![StageEntry::of("board", json!(["Newark", "Jamaica"])), anywhere()];
        all.push(PopulationEntry {
            profile: Some("wheelchair".into()),
            ..people("people in wheelchairs", "", arrive, journey)
        });
        let arrive = self.arrive_from_streets(rates.visitors, STAYS.visitors, &HALLS);
        let rest = StageEntry::of("rest", uniform(60.0, 300.0)).with("patience", 30);
        all.push(people("visitors", "visitor", arrive, vec![stroll(200.0, 600.0), rest, anywhere()]));
        all.extend(self.on_duty());
        all
    }

    /// Returns the people who are there all the time: those on duty, and the performers.
    fn on_duty(&self) -> Vec<PopulationEntry> {
        let inside = |count: u64, areas: &[&str]| {
            let areas = Some(Several(areas.iter().map(|&area| area.to_owned()).collect()));
            Several::from(ArrivalEntry { count: Some(count), areas, ..ArrivalEntry::default() })
        };
        let people = |name: &str, kind: &str, arrive, journey| PopulationEntry {
            name: name.into(),
            profile: Some(WALKER.into()),
            kind: Some(kind.into()),
            arrive,
            journey,
            ..PopulationEntry::default()
        };
        let count = |share: f64| ((share * f64::from(self.station.present)).round() as u64).max(1);
        let patrol = |areas: &[&str]| vec![StageEntry::of("patrol", json!(areas))];
        let mut all = vec![
            people("officers on patrol", "officer", inside(count(0.6 * OFFICERS), &HALLS), patrol(&BEATS)),
            people("soldiers on patrol", "soldier", inside(count(0.5 * SOLDIERS), &HALLS), patrol(&BEATS)),
            people("staff", "staff", inside(count(0.5 * STAFF), &HALLS), patrol(&EVERYWHERE)),
        ];
        let guards = |kind: &str, share: f64| {
            let each = (share * f64::from(self.station.present) / POSTS.len() as f64).round().max(1.0) as u64;
            let guard = |post: &&str| {
                let name = format!("{kind} on guard: {post}");
                people(&name, kind, inside(each, &[post]), vec![StageEntry::of("guard", *post)])
            };
            POSTS.iter().map(guard).collect::<Vec<_>>()
        };
        all.extend(guards("officer", 0.4 * OFFICERS));
        all.extend(guards("soldier", 0.5 * SOLDIERS));
        all.extend(guards("staff", 0.5 * STAFF));
        let perform = |what: &str| {
            let perform = json!({ "perform": what, "time": uniform(300.0, 600.0) });
            let pause = json!({ "rest": uniform(60.0, 180.0), "patience": 30 });
            vec![StageEntry::of("repeat", json!([perform, pause]))]
        };
        all.push(people("dancers", "performer", inside(5, &["concourse, middle"]), perform(DANCERS)));
        all.push(people("violinist", "performer", inside(1, &["loggia"]), perform(VIOLIN)));
        all
    }

    /// Returns the kinds of people that are not built in, and the commuters, of whom some have a ticket already.
    fn kinds(&self) -> Vec<KindEntry> {
        let without = |needs: &[&str]| needs.iter().map(|&need| need.to_owned()).collect();
        let like = |name: &str, about: &str, like: &str, needs: &[&str]| KindEntry {
            name: name.into(),
            about: Some(about.into()),
            like: Some(like.into()),
            without: without(needs),
            ..KindEntry::default()
        };
        let mut kinds = vec![
            like("arrival", "Has come by train, and knows the way out.", "commuter", &["ticket", "departures"]),
            like("visitor", "Comes to meet others or to pass the time.", "shopper", &["shopping"]),
        ];
        let (shares, usual) = (self.shares(), Shares::USUAL);
        if shares.tickets < usual.tickets {
            let start = Spread::table([[0.0, rounded(1.0 - shares.tickets)], [1.0, rounded(shares.tickets)]]);
            let ticket = NeedEntry { name: "ticket".into(), start: Some(start), ..NeedEntry::default() };
            kinds.push(KindEntry { name: "commuter".into(), needs: vec![ticket], ..KindEntry::default() });
        }
        kinds
    }

    /// Returns the needs that are felt by fewer people because the station has no room for more machines.
    fn needs(&self) -> Vec<NeedEntry> {
        let (shares, usual) = (self.shares(), Shares::USUAL);
        if shares.drinks >= usual.drinks {
            return Vec::new();
        }
        // Somebody who stays for the mean time feels a need that begins evenly between 0 and m, grows by g and is felt from t on with the
        // chance (m − t + g) / m. For the chance p that means m = (t − g) / (1 − p).
        let grown = 0.000_417 * self.mean_stay();
        let start = Spread::uniform(0.0, rounded((0.75 - grown) / (1.0 - shares.drinks)));
        vec![NeedEntry { name: "thirst".into(), start: Some(start), ..NeedEntry::default() }]
    }

    /// Returns for how long people stay on average, s.
    fn mean_stay(&self) -> f64 {
        f64::from(self.station.present) / self.rates.all()
    }

    /// Returns which shares of people need what the station has little of.
    fn shares(&self) -> Shares {
        let Equipment { booths, ticket_machines, vending_machines } = self.station.equipment();
        // With the times of one use of the table of objects: 40, 45 and 17.5 s on average.
        let tickets = f64::from(booths) / 40.0 + f64::from(ticket_machines) / 45.0;
        let drinks = f64::from(vending_machines) / 17.5;
        let share = |usual: f64, served: f64, coming: f64| usual.min(BUSY * served / coming);
        Shares {
            tickets: share(Shares::USUAL.tickets, tickets, self.rates.commuters + self.rates.luggage),
            drinks: share(Shares::USUAL.drinks, drinks, self.rates.all()),
        }
    }
}

/// Which shares of people need something.
struct Shares {
    /// Commuters without a ticket.
    tickets: f64,
    /// People who get thirsty while they are in the station.
    drinks: f64,
}

impl Shares {
    /// The shares that follow from the built-in kinds.
    const USUAL: Shares = Shares { tickets: 0.3, drinks: 0.25 };
}

/// The regions in which people stroll.
const HALLS: [&str; 8] = [
    "waiting room, south",
    "waiting room, middle",
    "waiting room, north",
    "concourse, south",
    "concourse, middle",
    "concourse, north",
    "arcade, west",
    "arcade, middle",
];
/// The regions in which people are who are on their way.
const EVERYWHERE: [&str; 12] = [
    "waiting room, south",
    "waiting room, middle",
    "waiting room, north",
    "concourse, south",
    "concourse, middle",
    "concourse, north",
    "lower concourse, south",
    "lower concourse, middle",
    "lower concourse, north",
    "arcade, west",
    "arcade, middle",
    "arcade, east",
];
/// The regions in which shoppers are.
const SHOPS: [&str; 4] = ["loggia", "arcade, west", "arcade, middle", "arcade, east"];
/// The regions through which patrols lead.
const BEATS: [&str; 7] = [
    "7th Avenue vestibule",
    "arcade, middle",
    "waiting room, middle",
    "concourse, middle",
    "concourse, south",
    "lower concourse, middle",
    "concourse, north",
];
/// The regions in which people stand guard.
const POSTS: [&str; 4] = ["loggia", "waiting room, middle", "concourse, middle gates", "7th Avenue vestibule"];

/// Returns what the summary of a run tells of the station.
fn measures() -> Vec<MeasureEntry> {
    let area = |name: &str, what: &str, area: &str| MeasureEntry {
        name: name.into(),
        what: what.into(),
        area: Some(area.into()),
        ..MeasureEntry::default()
    };
    vec![
        area("density in the middle portal", "density", "middle portal"),
        area("room in the concourse", "level-of-service", "concourse, middle"),
        MeasureEntry { name: "everyone".into(), what: "travel-time".into(), ..MeasureEntry::default() },
    ]
}
