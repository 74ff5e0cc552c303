//! The regions of the station: named areas that cover the ground of every level, as T divides its station into 43 of them; and the
//! areas by which people come in and leave.

use super::drawing::{DEPTH, Drawing, Half, rectangle, run};
use super::levels::{
    ARCADE, ARCADE_SIDES, CONCOURSE, CONCOURSE_EAST, EIGHTH, HALF_PLATFORM, LOGGIA, LOWER, LOWER_WEST, MAIN, MIDDLE,
    PLATFORM_ENDS, PLATFORMS, PORTALS, SHOPS, WAITING, WAITING_WEST, platform, platform_y, shop, street,
};

/// The number of regions that T divides its station into (§6).
pub const LEAST_REGIONS: usize = 43;

/// The doors to the streets: what people come in by and leave by begins with these words.
pub(super) const STREETS: [&str; 6] =
    ["7th Avenue", "8th Avenue", "31st Street", "33rd Street", "31st Street drive", "33rd Street drive"];

/// Returns the area in which people come in from a street.
pub(super) fn from(street: &str) -> String {
    format!("from {street}")
}

/// Returns the area by which people leave to a street.
pub(super) fn out_to(street: &str) -> String {
    format!("to {street}")
}

/// Returns the name of a shop; the southern ones have odd numbers, as houses have.
pub(super) fn shop_name(half: Half, number: usize) -> String {
    format!("shop {}", 2 * number + if half == Half::South { 1 } else { 2 })
}

/// Draws the regions, the entrances and the exits.
pub(super) fn draw(to: &mut Drawing) {
    arcade(to);
    waiting_room(to);
    concourses(to);
    for number in 0..PLATFORMS {
        let (name, y) = (platform(number), platform_y(number));
        let ring = rectangle([PLATFORM_ENDS[0], y - HALF_PLATFORM], [PLATFORM_ENDS[1], y + HALF_PLATFORM]);
        to.area(&name, "waiting", &name, ring);
    }
    doors(to);
}

fn arcade(to: &mut Drawing) {
    let [south, north] = ARCADE_SIDES;
    let stretches = [
        ("loggia", LOGGIA, 134.0),
        ("arcade, west", 134.0, 152.0),
        ("arcade, middle", 152.0, 171.0),
        ("arcade, east", 171.0, 190.0),
    ];
    for (name, west, east) in stretches {
        to.area(name, "", ARCADE, rectangle([west, south], [east, north]));
    }
    to.area("7th Avenue vestibule", "", ARCADE, rectangle([190.0, south - 2.0], [196.0, north + 2.0]));
    for half in Half::BOTH {
        to.area(half.name("restaurant", "lunch room"), "", ARCADE, half.rectangle([130.4, 53.2], [146.4, 67.6]));
        for number in 0..SHOPS {
            let [from, end] = shop(number);
            to.area(&shop_name(half, number), "", ARCADE, half.rectangle(from, end));
        }
    }
}

fn waiting_room(to: &mut Drawing) {
    let [[west, south], [east, north]] = WAITING;
    to.area("waiting room, middle", "waiting", MAIN, rectangle([west, 65.0], [east, 85.0]));
    to.area("waiting room, south", "waiting", MAIN, rectangle([west, south], [107.0, 65.0]));
    to.area("waiting room, north", "waiting", MAIN, rectangle([west, 85.0], [107.0, north]));
    for half in Half::BOTH {
        let side = half.name("south", "north");
        to.area(&format!("{side} ticket hall"), "", MAIN, half.rectangle([107.0, south], [119.0, 65.0]));
        to.area(&format!("{} drive", street(half)), "", MAIN, half.rectangle([96.0, 11.0], [110.0, south]));
        let rooms = half.name("women's waiting room", "smoking room");
        to.area(rooms, "waiting", MAIN, half.rectangle([84.0, 16.0], [94.0, 31.0]));
        let rooms = half.name("men's waiting room", "baggage room");
        to.area(rooms, "", MAIN, half.rectangle([112.0, 16.0], [122.0, 31.0]));
    }
    let names = ["south portal", "second portal", "middle portal", "fourth portal", "north portal"];
    for (name, [south, north]) in names.into_iter().zip(PORTALS) {
        to.area(name, "", MAIN, rectangle([CONCOURSE_EAST, south], [WAITING_WEST, north]));
    }
}

fn concourses(to: &mut Drawing) {
    let [west, south] = CONCOURSE;
    let thirds = [("south", south, 54.0), ("middle", 54.0, 96.0), ("north", 96.0, DEPTH - south)];
    for (side, from, end) in thirds {
        to.area(&format!("concourse, {side}"), "", MAIN, rectangle([38.0, from], [CONCOURSE_EAST, end]));
        to.area(&format!("concourse, {side} gates"), "", MAIN, rectangle([west, from], [38.0, end]));
        to.area(&format!("lower concourse, {side}"), "", LOWER, rectangle([LOWER_WEST, from], [CONCOURSE_EAST, end]));
    }
}

/// Draws where people come in and leave. The two are beside each other.
fn doors(to: &mut Drawing) {
    let [_, _, _, _, south_drive, north_drive] = STREETS;
    let mut pair = |street: &str, floor: &str, out, inwards| {
        to.area(&out_to(street), "exit", floor, out);
        to.area(&from(street), "entrance", floor, inwards);
    };
    let [south, north] = ARCADE_SIDES;
    let (out, inwards) =
        (rectangle([197.0, south - 2.0], [200.0, 74.5]), rectangle([196.0, 75.5], [200.0, north + 2.0]));
    pair(STREETS[0], ARCADE, out, inwards);
    let east = CONCOURSE[0] - run(4.0) - 3.0;
    let (out, inwards) =
        (rectangle([0.0, 58.0], [2.5, MIDDLE - 0.5]), rectangle([0.0, MIDDLE + 0.5], [east, DEPTH - 58.0]));
    pair(STREETS[1], EIGHTH, out, inwards);
    for half in Half::BOTH {
        let (out, inwards) = (half.rectangle([50.0, 0.0], [61.5, 2.2]), half.rectangle([62.5, 0.0], [74.0, 2.6]));
        pair(street(half), street(half), out, inwards);
        let (out, inwards) = (half.rectangle([96.0, 8.0], [102.5, 10.2]), half.rectangle([103.5, 8.0], [110.0, 11.0]));
        pair(half.name(south_drive, north_drive), MAIN, out, inwards);
    }
}
