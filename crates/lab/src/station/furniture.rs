//! What people use in the station: tracks, booths, machines, benches, boards, clocks, desks, shops, signs and performances.

use populace_scenario::place::{FacingEntry, Xy};

use super::Equipment;
use super::drawing::{Drawing, Half, rectangle, rounded};
use super::levels::{
    ARCADE, ARCADE_SIDES, CONCOURSE, CONCOURSE_EAST, HALF_PLATFORM, LOWER, LOWER_WEST, MAIN, MIDDLE, PLATFORM_ENDS,
    PLATFORMS, SHOPS, WAITING_WEST, platform, platform_y, shop,
};
use super::regions::shop_name;

/// The directions in which things look, degrees from east.
const EAST: f64 = 0.0;
const NORTH: f64 = 90.0;
const WEST: f64 = 180.0;
const SOUTH: f64 = 270.0;

/// The distance from the end of a platform to that of its tracks, m.
const TRACK_ENDS: f64 = 1.0;

/// The counter of the ticket office, m.
const COUNTER: f64 = 119.0;
/// The distance between two booths, m.
const BOOTHS: f64 = 2.0;

/// The length of the tracks, m.
pub(super) const TRACK: f64 = PLATFORM_ENDS[1] - PLATFORM_ENDS[0] - 2.0 * TRACK_ENDS;

/// The performance in the concourse.
pub(super) const DANCERS: &str = "dancers";
/// The performance in the arcade.
pub(super) const VIOLIN: &str = "violin";
/// Where friends meet.
pub(super) const MEETING_POINTS: [&str; 4] =
    ["south meeting point", "north meeting point", "south concourse meeting point", "north concourse meeting point"];
/// The counter of the baggage room.
pub(super) const BAGGAGE: &str = "baggage counter";

/// The most of each kind of equipment that the station has room for.
pub(super) const MOST: Equipment = Equipment { booths: 28, ticket_machines: 48, vending_machines: 32 };

/// Returns the name of a track.
pub(super) fn track(number: usize) -> String {
    format!("track {}", number + 1)
}

/// Draws all objects.
pub(super) fn draw(to: &mut Drawing, equipment: &Equipment) {
    tracks(to);
    booths(to, equipment.booths);
    machines(to, equipment);
    desks(to);
    benches(to);
    shops(to);
    boards(to);
    signs(to);
}

fn tracks(to: &mut Drawing) {
    let ends = [PLATFORM_ENDS[0] + TRACK_ENDS, PLATFORM_ENDS[1] - TRACK_ENDS];
    for number in 0..2 * PLATFORMS {
        let which = number / 2;
        let y = platform_y(which) + if number % 2 == 0 { -HALF_PLATFORM } else { HALF_PLATFORM };
        let line = ends.map(|x| [x, y]).to_vec();
        let at = to.object_at("track", &track(number), &platform(which), [0.0, 0.0]);
        (at.at, at.line) = (None, Some(line));
    }
}

/// Draws the ticket booths: those in the south are served from one queue, each of those in the north has its own line.
fn booths(to: &mut Drawing, count: u32) {
    let queue = "ticket queue";
    let south = count.div_ceil(2);
    // The queue winds before the middle of the booths that it serves.
    let middle = 35.6 + 0.5 * BOOTHS * f64::from(south - 1);
    let (from, end) = ((middle - 5.0).max(37.0), (middle + 5.0).min(63.0).max(47.0));
    to.object("queue", queue, MAIN, rectangle([110.6, rounded(from)], [115.6, rounded(end)]));
    for number in 0..count {
        let half = if number < south { Half::South } else { Half::North };
        let y = 35.6 + BOOTHS * f64::from(number % south);
        let ring = half.rectangle([COUNTER, y - 0.6], [COUNTER + 0.6, y + 0.6]);
        let booth = to.front("till", &format!("booth {}", number + 1), MAIN, ring, WEST);
        booth.queue = (half == Half::South).then(|| queue.to_owned());
    }
}

/// Returns where ticket machines are, the most important first: floor, corner and where they look.
fn ticket_machine_spots() -> Vec<(&'static str, Xy, f64)> {
    let walls = [36.0, 38.4, 49.6, 52.0, 98.0, 100.4, 111.6, 114.0, 40.8, 54.4, 95.6, 109.2];
    let in_waiting_room = walls.map(|y| (MAIN, [WAITING_WEST - 0.4, y - 0.4], EAST));
    let in_concourse = walls.map(|y| (MAIN, [CONCOURSE_EAST - 0.4, y - 0.4], WEST));
    let in_drives = [14.0, 17.0, 20.0, 23.0, 26.0, 29.0].into_iter().flat_map(|y| {
        Half::BOTH.map(|half| {
            let [x, y] = half.point([95.6, y + if half == Half::North { 0.4 } else { -0.4 }]);
            (MAIN, [x, y], EAST)
        })
    });
    let below = [18.0, 27.0, 36.0, 48.0, 60.0, 70.0, 80.0, 90.0, 102.0, 114.0, 123.0, 132.0];
    let below = below.map(|y| (LOWER, [CONCOURSE_EAST - 0.4, y - 0.4], WEST));
    in_waiting_room.into_iter().chain(in_concourse).chain(in_drives).chain(below).collect()
}

/// Returns where vending machines are, the most important first: floor, corner and where they look.
fn vending_machine_spots() -> Vec<(&'static str, Xy, f64)> {
    let west = CONCOURSE[0] - 0.4;
    let [south, north] = [CONCOURSE[1] - 0.4, 2.0 * MIDDLE - CONCOURSE[1]];
    let upper = [
        (MAIN, [west, 52.0], EAST),
        (MAIN, [west, 97.0], EAST),
        (MAIN, [44.0, south], NORTH),
        (MAIN, [44.0, north], SOUTH),
        (MAIN, [CONCOURSE_EAST - 0.4, 65.0], WEST),
        (MAIN, [CONCOURSE_EAST - 0.4, 84.0], WEST),
        (MAIN, [32.0, south], NORTH),
        (MAIN, [32.0, north], SOUTH),
        (MAIN, [west, 30.0], EAST),
        (MAIN, [west, 119.0], EAST),
        (MAIN, [WAITING_WEST - 0.4, 64.0], EAST),
        (MAIN, [WAITING_WEST - 0.4, 85.2], EAST),
        (MAIN, [47.0, south], NORTH),
        (MAIN, [47.0, north], SOUTH),
        (MAIN, [west, 55.0], EAST),
        (MAIN, [west, 94.0], EAST),
        (MAIN, [35.0, south], NORTH),
        (MAIN, [35.0, north], SOUTH),
    ];
    let below = [48.0, 102.0, 27.0, 123.0, 70.0, 80.0, 36.0, 114.0, 18.0, 132.0, 58.0, 92.0, 64.0, 86.0];
    let below = below.map(|y| (LOWER, [LOWER_WEST - 0.4, y], EAST));
    // The first few are on both levels.
    [&upper[..4], &below[..2], &upper[4..], &below[2..]].concat()
}

/// Draws machines in the walls.
fn machines(to: &mut Drawing, equipment: &Equipment) {
    let mut put = |kind: &str, word: &str, spots: Vec<(&str, Xy, f64)>, count: u32| {
        for (number, (floor, [x, y], facing)) in (1..=count).zip(spots) {
            // Wide along the wall. In the wall of the concourse it stands before the wall by half its depth.
            let size = match facing {
                EAST => [0.4, 0.8],
                WEST => [0.8, 0.8],
                _ => [0.8, 0.4],
            };
            let ring = rectangle([x, y].map(rounded), [rounded(x + size[0]), rounded(y + size[1])]);
            to.front(kind, &format!("{word} {number}"), floor, ring, facing);
        }
    };
    put("ticket-machine", "ticket machine", ticket_machine_spots(), equipment.ticket_machines);
    put("vending-machine", "vending machine", vending_machine_spots(), equipment.vending_machines);
}

/// Draws the information desk, the counter of the baggage room and those of the restaurants.
fn desks(to: &mut Drawing) {
    let sides = [
        ("west", [101.0, MIDDLE - 1.0], [101.6, MIDDLE + 1.0], WEST),
        ("east", [104.4, MIDDLE - 1.0], [105.0, MIDDLE + 1.0], EAST),
        ("south", [102.0, MIDDLE - 2.0], [104.0, MIDDLE - 1.4], SOUTH),
        ("north", [102.0, MIDDLE + 1.4], [104.0, MIDDLE + 2.0], NORTH),
    ];
    for (side, from, end, facing) in sides {
        to.front("information", &format!("information desk, {side}"), MAIN, rectangle(from, end), facing);
    }
    let half = Half::North;
    let ring = half.rectangle([115.0, 15.4], [119.0, 16.0]);
    to.front("till", BAGGAGE, MAIN, ring, half.facing(NORTH)).offers = Some(vec!["baggage".into()]);
    for half in Half::BOTH {
        for number in 0..3 {
            let x = 134.0 + 4.0 * f64::from(number);
            let name = format!("{} counter {}", half.name("restaurant", "lunch room"), number + 1);
            let counter = to.front("till", &name, ARCADE, half.rectangle([x, 52.6], [x + 1.2, 53.2]), half.facing(NORTH));
            counter.offers = Some(vec!["food".into(), "drink".into()]);
        }
    }
}

/// Draws double benches: two rows of seats, back to back.
fn benches(to: &mut Drawing) {
    let mut number = 0;
    let mut double = |to: &mut Drawing, floor: &str, [x, y]: Xy, length: f64| {
        number += 1;
        to.obstacle(floor, rectangle([x, y - 0.4], [x + length, y + 0.4].map(rounded)));
        for (side, from, end, facing) in [("south", -0.4, 0.0, SOUTH), ("north", 0.0, 0.4, NORTH)] {
            let ring = rectangle([x, rounded(y + from)], [x + length, rounded(y + end)]);
            to.front("bench", &format!("bench {number}, {side} side"), floor, ring, facing);
        }
    };
    for half in Half::BOTH {
        for y in [43.0, 47.0, 51.0, 55.0, 59.0] {
            for x in [92.0, 100.0] {
                double(to, MAIN, half.point([x, y]), 6.0);
            }
        }
        for x in [85.5, 113.5] {
            for y in [22.0, 26.0] {
                double(to, MAIN, half.point([x, y]), 7.0);
            }
        }
        for [x, y] in [[16.0, 64.5], [26.0, 33.0], [60.0, 33.0], [60.0, 22.0]] {
            double(to, MAIN, half.point([x, y]), 4.0);
        }
        for y in [27.6, 38.4, 64.5] {
            double(to, LOWER, half.point([48.5, y]), 6.0);
        }
        for x in [132.5, 139.0] {
            for y in [57.5, 61.5] {
                double(to, ARCADE, half.point([x, y]), 4.0);
            }
        }
    }
    for number in 0..PLATFORMS {
        for x in [84.0, 100.0] {
            double(to, &platform(number), [x, platform_y(number)], 6.0);
        }
    }
}

/// Draws the shops, the stands in the concourse and the toilets.
fn shops(to: &mut Drawing) {
    for half in Half::BOTH {
        for number in 0..SHOPS {
            let [from, end] = shop(number);
            to.object("shop", &format!("shelves of {}", shop_name(half, number)), ARCADE, half.rectangle(from, end));
        }
        // A news-stand with people around it.
        let ring = half.rectangle([64.0, 43.0], [67.0, 45.0]);
        to.obstacle(MAIN, ring.clone());
        to.object("shop", half.name("south news-stand", "north news-stand"), MAIN, ring);
        // Toilets behind the waiting rooms at the side: along the far wall.
        let room = half.name("women's toilets", "men's toilets");
        let ring = half.rectangle([84.0, 16.0], [94.0, 18.0]);
        to.object("shop", room, MAIN, ring).offers = Some(vec!["toilet".into()]);
    }
}

/// Draws boards, clocks, meeting points and performances.
fn boards(to: &mut Drawing) {
    let in_walls = [
        (MAIN, "waiting room board, south", [WAITING_WEST - 0.2, 68.0], EAST),
        (MAIN, "waiting room board, north", [WAITING_WEST - 0.2, 82.0], EAST),
        (MAIN, "concourse board, south", [CONCOURSE_EAST - 0.2, 52.0], WEST),
        (MAIN, "concourse board, middle", [CONCOURSE_EAST - 0.2, 68.0], WEST),
        (MAIN, "concourse board, north", [CONCOURSE_EAST - 0.2, 98.0], WEST),
        (LOWER, "lower concourse board, south", [CONCOURSE_EAST - 0.2, 54.0], WEST),
        (LOWER, "lower concourse board, north", [CONCOURSE_EAST - 0.2, 96.0], WEST),
        (ARCADE, "arcade board", [LOGGIA_BOARD, MIDDLE], WEST),
    ];
    for (floor, name, [x, y], facing) in in_walls {
        let ring = rectangle([x, y - 2.0], [rounded(x + 0.2), y + 2.0]);
        let board = to.front("board", name, floor, ring, facing);
        (board.radius, board.seats) = (Some(12.0), Some(24));
    }
    for (name, at) in [("waiting room clock", [97.0, MIDDLE]), ("concourse clock", [66.0, MIDDLE])] {
        let clock = to.object_at("clock", name, MAIN, at);
        (clock.radius, clock.seats) = (Some(15.0), Some(12));
    }
    let spots = [[96.0, 64.0], [96.0, 86.0], [66.0, 51.0], [66.0, 99.0]];
    for (name, at) in MEETING_POINTS.into_iter().zip(spots) {
        to.object_at("meeting-point", name, MAIN, at);
    }
    to.object_at("performance", DANCERS, MAIN, [46.0, 86.0]).radius = Some(2.5);
    let violin = to.object_at("performance", VIOLIN, ARCADE, [136.0, ARCADE_SIDES[0] + 1.0]);
    (violin.radius, violin.facing) = (Some(0.8), Some(FacingEntry::Degrees(NORTH)));
}

/// Where the board of the arcade hangs, m.
const LOGGIA_BOARD: f64 = 150.0;

/// Draws signs that hang from the ceiling and show the way to everything.
fn signs(to: &mut Drawing) {
    let spots = [
        (ARCADE, "sign at 7th Avenue", [186.0, MIDDLE]),
        (ARCADE, "sign in the arcade", [160.0, MIDDLE]),
        (ARCADE, "sign at the loggia", [131.0, MIDDLE]),
        (MAIN, "sign below the grand stairs", [116.0, MIDDLE]),
        (MAIN, "sign at the middle portal", [86.0, MIDDLE]),
        (MAIN, "sign at 8th Avenue", [20.0, MIDDLE]),
        (MAIN, "sign under the concourse clock", [62.0, MIDDLE]),
    ];
    for (floor, name, at) in spots {
        to.object_at("sign", name, floor, at);
    }
    for half in Half::BOTH {
        let side = half.name("south", "north");
        for (floor, what, at) in
            [(MAIN, "drive", [103.0, 24.0]), (MAIN, "concourse", [62.0, 18.0]), (LOWER, "lower concourse", [60.0, 48.0])]
        {
            to.object_at("sign", &format!("sign in the {side} of the {what}"), floor, half.point(at));
        }
    }
}
