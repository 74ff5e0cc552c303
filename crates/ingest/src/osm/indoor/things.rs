//! Things that people use: machines, seats, shops, desks, boards and clocks.
//!
//! | tags                                                     | become                                                     |
//! |----------------------------------------------------------|------------------------------------------------------------|
//! | `amenity=vending_machine`                                | a vending machine that offers what `vending` says          |
//! | the same with `vending=public_transport_tickets` …       | a ticket machine; those of parking tickets: nothing        |
//! | `amenity=bench`                                          | a bench with `seats`, or 3 (assumed)                       |
//! | `shop=ticket`, `amenity=ticket_office\|ticket_booth`      | a till that offers tickets                                 |
//! | `shop=*`, `amenity=pharmacy`                             | a shop; `vacant`, `no` and `mall`: nothing                 |
//! | `amenity=fast_food\|cafe\|ice_cream`                       | a shop that offers food and drinks                         |
//! | `information=office\|visitor_centre\|desk`                 | an information desk                                        |
//! | `information=map\|board\|terminal`                         | a board that offers a map                                  |
//! | `information=guidepost`                                  | a sign                                                     |
//! | `departures_board`, `passenger_information_display=yes`  | a board of departures                                      |
//! | `amenity=clock`                                          | a clock                                                    |
//!
//! A thing is on its `level`; without one, on the level that has ground there: the ground floor, or the only one. Things farther than a
//! metre from all ground are left out.

use populace_env::objects::{MOST_OBJECTS, object_kind};
use populace_env::{Facing, Object};
use populace_geom::{Bounds, Point, maths};

use super::Site;
use super::classify::levels_of;
use super::flights::{Names, take_unique};
use super::levels::Level;
use crate::osm::model::Tags;

/// A thing stands within this distance of ground, m.
const REACH: f64 = 1.0;
/// Seats of a bench without `seats` (assumed).
const SEATS: u32 = 3;
/// The most seats of a bench that a tag gives.
const MOST_SEATS: f64 = 100.0;
/// The most words that one thing offers.
const MOST_OFFERS: usize = 20;

/// What tags mean.
struct Thing {
    kind: &'static str,
    /// What it offers; what its kind offers when absent.
    offers: Option<Vec<String>>,
}

impl Thing {
    fn of(kind: &'static str) -> Self {
        Thing { kind, offers: None }
    }
    fn offering(kind: &'static str, offers: &[&str]) -> Self {
        Thing { kind, offers: Some(offers.iter().map(|offer| (*offer).to_owned()).collect()) }
    }
}

impl Site<'_> {
    /// Adds the things that people use.
    pub fn place_things(&mut self, names: &mut Names) {
        let (mut count, mut far) = (0, 0);
        let osm = self.osm;
        let nodes = osm.points.iter().map(|point| (&point.tags, vec![osm.at(point.node)], &point.source));
        let shapes = osm.shapes.iter().map(|shape| {
            let ring = match shape.is_closed() {
                true => shape.polygons().into_iter().next().map(|polygon| osm.points_of(&polygon.outer)),
                // A bench that is drawn as a line is where its middle is.
                false => shape.line().map(|nodes| vec![Bounds::of(osm.points_of(nodes)).center()]),
            };
            (&shape.tags, ring.unwrap_or_default(), &shape.source)
        });
        for (tags, footprint, source) in nodes.chain(shapes) {
            let Some(thing) = thing(tags).filter(|_| !footprint.is_empty() && footprint.len() <= 1000) else {
                continue;
            };
            let levels = self.levels_at(tags, &footprint);
            far += usize::from(levels.is_empty());
            for level in levels {
                let (Some(floor), Some(kind)) = (self.level_id(level), object_kind(thing.kind)) else { continue };
                if self.place.objects.len() >= MOST_OBJECTS {
                    continue;
                }
                let name = tags.get("name").filter(|name| !name.trim().is_empty());
                let name = name.map_or_else(|| thing.kind.replace('-', " "), str::to_owned);
                let mut object = Object::new(take_unique(names, name), kind, floor, footprint.clone());
                object.is_optional = true;
                object.offers.clone_from(&thing.offers);
                if thing.kind == "bench" && footprint.len() == 1 {
                    let seats = tags.get("seats").and_then(|text| text.trim().parse::<f64>().ok());
                    let seats = seats.filter(|seats| (1.0..=MOST_SEATS).contains(seats));
                    object.seats = Some(seats.map_or(SEATS, |seats| seats as u32));
                }
                if kind.takes("facing") {
                    object.facing = tags.get("direction").and_then(direction).map(Facing::Along);
                }
                object.source.clone_from(source);
                self.place.objects.push(object);
                count += 1;
            }
        }
        if count > 0 {
            self.notes.say(format!("{count} machines, benches, shops and other things that people use"));
        }
        if far > 0 {
            self.notes.say(format!("{far} things that people could use are far from all ground and are left out"));
        }
    }

    /// Returns the levels of a thing.
    fn levels_at(&mut self, tags: &Tags, footprint: &[Point]) -> Vec<Level> {
        let tagged = levels_of(tags).0;
        let middle = Bounds::of(footprint.iter().copied()).center();
        let all: Vec<Level> = if tagged.is_empty() { self.levels.keys().copied().collect() } else { tagged.clone() };
        let mut here: Vec<Level> = Vec::new();
        for level in all {
            let is_near = |site: &mut Self, &point: &Point| site.nearest_ground(level, point, REACH).is_some();
            if footprint.iter().chain([&middle]).any(|point| is_near(self, point)) {
                here.push(level);
            }
        }
        match (tagged.is_empty(), here.contains(&Level::GROUND)) {
            (false, _) => here,
            (true, true) => vec![Level::GROUND],
            (true, false) if here.len() == 1 => here,
            (true, false) => Vec::new(),
        }
    }
}

/// Returns what tags mean; `None` when people do not use it.
fn thing(tags: &Tags) -> Option<Thing> {
    if tags.is("amenity", &["vending_machine"]) {
        return machine(tags.get("vending").unwrap_or_default());
    }
    if tags.is("shop", &["ticket"]) || tags.is("amenity", &["ticket_office", "ticket_booth"]) {
        return Some(Thing::of("till"));
    }
    if tags.has("shop") && !tags.is("shop", &["vacant", "no", "mall"]) {
        let food = ["bakery", "convenience", "supermarket", "kiosk", "deli", "pastry", "greengrocer", "confectionery"];
        let drinks = ["convenience", "supermarket", "kiosk", "beverages", "coffee"];
        let words = [("goods", true), ("food", tags.is("shop", &food)), ("drink", tags.is("shop", &drinks))];
        let words: Vec<&str> = words.into_iter().filter(|word| word.1).map(|word| word.0).collect();
        return Some(Thing::offering("shop", &words));
    }
    match tags.get("amenity") {
        Some("bench") => return Some(Thing::of("bench")),
        Some("clock") => return Some(Thing::of("clock")),
        Some("pharmacy") => return Some(Thing::of("shop")),
        Some("fast_food" | "cafe" | "ice_cream") => return Some(Thing::offering("shop", &["food", "drink"])),
        _ => {}
    }
    match tags.get("information") {
        Some("office" | "visitor_centre" | "desk") => return Some(Thing::of("information")),
        Some("map" | "board" | "terminal") => return Some(Thing::offering("board", &["map"])),
        Some("guidepost") => return Some(Thing::of("sign")),
        _ => {}
    }
    let is_platform = tags.has("railway") || tags.has("public_transport") || tags.has("highway");
    let tells = |key: &str| tags.get(key).is_some_and(|value| value != "no");
    let is_board = !is_platform && (tells("departures_board") || tells("passenger_information_display"));
    is_board.then(|| Thing::of("board"))
}

/// Returns what a machine is that sells some things.
fn machine(vending: &str) -> Option<Thing> {
    let goods: Vec<&str> = vending.split(';').map(str::trim).filter(|word| !word.is_empty()).collect();
    if goods.iter().any(|word| word.contains("ticket") && !word.contains("parking")) {
        return Some(Thing::of("ticket-machine"));
    }
    if goods.is_empty() {
        return Some(Thing::of("vending-machine"));
    }
    let mut offers: Vec<&str> = goods
        .into_iter()
        .filter(|word| !word.contains("parking"))
        .map(|word| match word {
            "drinks" | "water" | "coffee" | "milk" | "beverages" => "drink",
            "food" | "sweets" | "snacks" | "bread" | "chocolate" | "ice_cream" | "sandwiches" => "food",
            other => other,
        })
        .collect();
    offers.sort_unstable();
    offers.dedup();
    offers.truncate(MOST_OFFERS);
    if offers.is_empty() { None } else { Some(Thing::offering("vending-machine", &offers)) }
}

/// Returns the direction of a tag: degrees from north, clockwise, or a point of the compass.
fn direction(text: &str) -> Option<Point> {
    const COMPASS: [&str; 16] =
        ["N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"];
    let word = COMPASS.iter().position(|word| word.eq_ignore_ascii_case(text.trim())).map(|i| i as f64 * 22.5);
    let degrees = word.or_else(|| text.trim().parse().ok()).filter(|degrees: &f64| degrees.abs() <= 360.0)?;
    let (sin, cos) = maths::sin_cos(degrees.to_radians());
    Some(Point::new(sin, cos))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(pairs: &[(&str, &str)]) -> Option<(&'static str, Option<Vec<String>>)> {
        let pairs = pairs.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect();
        thing(&Tags::new(pairs)).map(|thing| (thing.kind, thing.offers))
    }

    #[test]
    fn machines_offer_what_they_sell() {
        let sells = |goods: &str| kind(&[("amenity", "vending_machine"), ("vending", goods)]);
        let of = |words: &[&str]| Some(words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
        assert_eq!(sells("public_transport_tickets;parking_tickets"), Some(("ticket-machine", None)));
        assert_eq!(sells("sweets;drinks"), Some(("vending-machine", of(&["drink", "food"]))));
        assert_eq!(sells("cigarettes"), Some(("vending-machine", of(&["cigarettes"]))));
        assert_eq!(sells("parking_tickets"), None);
        assert_eq!(kind(&[("amenity", "vending_machine")]), Some(("vending-machine", None)));
    }

    #[test]
    fn what_nobody_uses_is_nothing() {
        for pairs in [("shop", "vacant"), ("shop", "mall"), ("amenity", "parking"), ("railway", "platform")] {
            assert_eq!(kind(&[pairs, ("departures_board", "no")]), None, "{pairs:?}");
        }
        assert_eq!(kind(&[("public_transport", "platform"), ("passenger_information_display", "yes")]), None);
        assert_eq!(kind(&[("passenger_information_display", "yes")]).map(|found| found.0), Some("board"));
    }

    #[test]
    fn directions_are_those_of_the_compass() {
        let near = |text: &str, x: f64, y: f64| direction(text).is_some_and(|d| d.distance(Point::new(x, y)) < 1e-9);
        assert!(near("N", 0.0, 1.0) && near("90", 1.0, 0.0) && near("sw", -0.5_f64.sqrt(), -0.5_f64.sqrt()));
        assert!(direction("both").is_none() && direction("nan").is_none());
    }
}
