//! What people use in the station: tracks, booths, machines, benches, boards, clocks, desks, shops, signs and performances.

use populace_scenario::place::{FacingEntry, TimeEntry, Xy};

use super::Equipment;
use super::drawing::{Drawing, Half, rectangle, rounded};
use super::levels::{
    ARCADE, ARCADE_SIDES, CONCOURSE, CONCOURSE_EAST, COUNTER, HALF_PLATFORM, LOWER, LOWER_WEST, MAIN, MIDDLE,
    PLATFORM_ENDS, PLATFORMS, SHOPS, WAITING_WEST, platform, platform_y, shop,
};
use super::regions::shop_name;

/// The directions in which things look, degrees from east.
const EAST: f64 = 0.0;
const NORTH: f64 = 90.0;
const WEST: f64 = 180.0;
const SOUTH: f64 = 270.0;

/// The distance from the end of a platform to that of its tracks, m.
const TRACK_ENDS: f64 = 1.0;

/// The distance between two booths, m.
const BOOTHS: f64 = 2.0;

/// The length of the tracks, m.
pub(super) const TRACK: f64 = PLATFORM_ENDS[1] - PLATFORM_ENDS[0] - 2.0 * TRACK_ENDS;

/// The queue of the booths in the south.
const TICKET_QUEUE: &str = "ticket queue";

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

/// Returns the unit vector of one of the four directions.
fn towards(facing: f64) -> Xy {
    match facing {
        NORTH => [0.0, 1.0],
        WEST => [-1.0, 0.0],
        SOUTH => [0.0, -1.0],
        _ => [1.0, 0.0],
    }
}

/// Returns the point at a distance from another, m.
fn along([x, y]: Xy, facing: f64, metres: f64) -> Xy {
    let [east, north] = towards(facing);
    [x + metres * east, y + metres * north].map(rounded)
}

/// The length of a line for one machine or booth, m: ten people.
const LINE: f64 = 5.5;

impl Drawing {
    /// Adds a straight line before a machine or a booth, from its head on, and returns its name.
    fn line(&mut self, name: &str, floor: &str, head: Xy, facing: f64) -> String {
        let queue = format!("queue of {name}");
        let entry = self.object_at("queue", &queue, floor, head);
        (entry.at, entry.line) = (None, Some(vec![head, along(head, facing, LINE)]));
        queue
    }
}

/// Returns the name of what people look at in a shop.
pub(super) fn shelves(half: Half, number: usize) -> String {
    format!("shelves of {}", shop_name(half, number))
}

/// Draws all objects.
pub(super) fn draw(to: &mut Drawing, equipment: &Equipment) {
    tracks(to);
    booths(to, equipment.booths);
    ticket_machines(to, equipment.ticket_machines);
    vending_machines(to, equipment.vending_machines);
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
    let south = count.div_ceil(2);
    // The queue winds before the middle of the booths that it serves.
    let middle = 35.6 + 0.5 * BOOTHS * f64::from(south - 1);
    let (from, end) = ((middle - 5.0).max(37.0), (middle + 5.0).clamp(47.0, 62.0));
    to.object("queue", TICKET_QUEUE, MAIN, rectangle([110.6, from], [115.6, end]));
    for number in 0..count {
        let half = if number < south { Half::South } else { Half::North };
        let y = 35.6 + BOOTHS * f64::from(number % south);
        let name = format!("booth {}", number + 1);
        let queue = match half {
            Half::South => TICKET_QUEUE.to_owned(),
            Half::North => to.line(&name, MAIN, half.point([COUNTER - 1.4, y]), WEST),
        };
        let booth = to.front("till", &name, MAIN, half.rectangle([COUNTER, y - 0.6], [COUNTER + 0.6, y + 0.6]), WEST);
        booth.queue = Some(queue);
    }
}

/// A wall along which machines stand: its floor, its line from south to north, m, and where the machines look.
type Wall = (&'static str, f64, f64);

/// The walls of ticket machines.
const WALLS: [Wall; 4] =
    [(MAIN, WAITING_WEST, EAST), (MAIN, CONCOURSE_EAST, WEST), (MAIN, 96.0, EAST), (LOWER, CONCOURSE_EAST, WEST)];

/// The middles of the groups of ticket machines along each wall from south to north, m, the most important group first.
const GROUPS: [&[f64]; 4] =
    [&[52.0, 98.0, 38.0, 112.0], &[36.0, 114.0, 24.0, 126.0], &[21.0, 129.0], &[35.0, 115.0, 72.0, 80.0, 22.0, 128.0]];

/// The ticket machines of a group, and the distance between two of them, m.
const IN_GROUP: u32 = 3;
const APART: f64 = 2.4;

/// Draws ticket machines in groups, each group with one queue.
fn ticket_machines(to: &mut Drawing, count: u32) {
    let groups = WALLS.iter().zip(GROUPS).flat_map(|(wall, groups)| groups.iter().map(move |&y| (wall, y)));
    for (group, (&(floor, x, facing), y)) in (0..count.div_ceil(IN_GROUP)).zip(groups) {
        let out = if facing == EAST { 1.0 } else { -1.0 };
        let ring = |near: f64, far: f64, south: f64, north: f64| {
            let (a, b) = (rounded(x + out * near), rounded(x + out * far));
            rectangle([a.min(b), rounded(south)], [a.max(b), rounded(north)])
        };
        let queue = format!("queue of ticket machines {}", group + 1);
        to.object("queue", &queue, floor, ring(2.0, 4.0, y - 3.3, y + 3.3));
        for nth in 0..IN_GROUP.min(count - group * IN_GROUP) {
            let at = y + APART * (f64::from(nth) - 1.0);
            let name = format!("ticket machine {}", group * IN_GROUP + nth + 1);
            let machine = to.front("ticket-machine", &name, floor, ring(-0.4, 0.0, at - 0.4, at + 0.4), facing);
            machine.queue = Some(queue.clone());
        }
    }
}

/// Returns where vending machines are, the most important first: floor, the middle of the front, and where it looks.
fn vending_machine_spots() -> Vec<(&'static str, Xy, f64)> {
    let west = CONCOURSE[0];
    let [south, north] = [CONCOURSE[1], 2.0 * MIDDLE - CONCOURSE[1]];
    let upper = [
        (MAIN, [west, 54.0], EAST),
        (MAIN, [west, 96.0], EAST),
        (MAIN, [44.0, south], NORTH),
        (MAIN, [44.0, north], SOUTH),
        (MAIN, [CONCOURSE_EAST, 63.5], WEST),
        (MAIN, [CONCOURSE_EAST, 86.5], WEST),
        (MAIN, [32.0, south], NORTH),
        (MAIN, [32.0, north], SOUTH),
        (MAIN, [west, 33.0], EAST),
        (MAIN, [west, 117.0], EAST),
        (MAIN, [WAITING_WEST, 63.0], EAST),
        (MAIN, [WAITING_WEST, 87.0], EAST),
        (MAIN, [48.0, south], NORTH),
        (MAIN, [48.0, north], SOUTH),
        (MAIN, [west, 51.0], EAST),
        (MAIN, [west, 99.0], EAST),
        (MAIN, [28.0, south], NORTH),
        (MAIN, [28.0, north], SOUTH),
        (MAIN, [west, 36.0], EAST),
        (MAIN, [west, 114.0], EAST),
    ];
    let below = [54.0, 96.0, 75.0, 33.0, 117.0, 50.0, 100.0, 72.0, 78.0, 36.0, 114.0, 58.0, 92.0];
    let below = below.map(|y| (LOWER, [LOWER_WEST, y], EAST));
    // The first few are on both levels.
    [&upper[..4], &below[..2], &upper[4..], &below[2..]].concat()
}

/// Draws vending machines in the walls.
fn vending_machines(to: &mut Drawing, count: u32) {
    for (number, (floor, [x, y], facing)) in (1..=count).zip(vending_machine_spots()) {
        let name = format!("vending machine {number}");
        let ([ahead, aside], queue) = (towards(facing), to.line(&name, floor, along([x, y], facing, 1.3), facing));
        let corner =
            |back: f64, side: f64| [x - back * ahead - side * aside, y - back * aside + side * ahead].map(rounded);
        let ([x0, y0], [x1, y1]) = (corner(0.0, 0.4), corner(0.4, -0.4));
        let ring = rectangle([x0.min(x1), y0.min(y1)], [x0.max(x1), y0.max(y1)]);
        to.front("vending-machine", &name, floor, ring, facing).queue = Some(queue);
    }
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
        let name = format!("information desk, {side}");
        let middle = [0.5 * (from[0] + end[0]), 0.5 * (from[1] + end[1])];
        let queue = to.line(&name, MAIN, along(middle, facing, 1.7), facing);
        to.front("information", &name, MAIN, rectangle(from, end), facing).queue = Some(queue);
    }
    let half = Half::North;
    let facing = half.facing(NORTH);
    let queue = to.line(BAGGAGE, MAIN, half.point([117.0, 17.3]), facing);
    let baggage = to.front("till", BAGGAGE, MAIN, half.rectangle([115.0, 15.4], [119.0, 16.0]), facing);
    (baggage.queue, baggage.offers) = (Some(queue), Some(vec!["baggage".into()]));
    (baggage.seats, baggage.service) = (Some(4), Some(TimeEntry::Range([10.0, 30.0])));
    for half in Half::BOTH {
        for number in 0..3 {
            let (x, facing) = (135.0 + 3.6 * f64::from(number), half.facing(NORTH));
            let name = format!("{} counter {}", half.name("restaurant", "lunch room"), number + 1);
            let queue = to.line(&name, ARCADE, half.point([x, 54.5]), facing);
            let counter = to.front("till", &name, ARCADE, half.rectangle([x - 0.6, 52.6], [x + 0.6, 53.2]), facing);
            (counter.queue, counter.offers) = (Some(queue), Some(vec!["food".into(), "drink".into()]));
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
            // The baggage room has no benches.
            for y in [22.0, 26.0].into_iter().filter(|_| half == Half::South || x < 100.0) {
                double(to, MAIN, half.point([x, y]), 7.0);
            }
        }
        for [x, y] in [[22.0, 48.5], [26.0, 33.0], [60.0, 33.0], [60.0, 22.0]] {
            double(to, MAIN, half.point([x, y]), 4.0);
        }
        for y in [33.0, 54.0] {
            double(to, LOWER, half.point([61.0, y]), 6.0);
        }
        for x in [132.5, 138.0] {
            for y in [61.2, 64.2] {
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
            to.object("shop", &shelves(half, number), ARCADE, half.rectangle(from, end));
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
    ];
    for (floor, name, [x, y], facing) in in_walls {
        let ring = rectangle([x, y - 2.0], [rounded(x + 0.2), y + 2.0]);
        let board = to.front("board", name, floor, ring, facing);
        (board.radius, board.seats) = (Some(12.0), Some(24));
    }
    let board = to.front("board", "arcade board", ARCADE, rectangle([134.5, 82.0], [138.5, 82.2]), SOUTH);
    (board.radius, board.seats) = (Some(12.0), Some(24));
    for (name, at) in [("waiting room clock", [90.0, MIDDLE]), ("concourse clock", [66.0, MIDDLE])] {
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
        for (floor, what, at) in [
            (MAIN, "drive", [103.0, 24.0]),
            (MAIN, "concourse", [62.0, 18.0]),
            (LOWER, "lower concourse", [60.0, 48.0]),
        ] {
            to.object_at("sign", &format!("sign in the {side} of the {what}"), floor, half.point(at));
        }
    }
}
