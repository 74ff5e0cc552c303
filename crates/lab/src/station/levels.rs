//! The levels of the station, the flights and lifts between them.
//!
//! T gives 200 × 150 × 20 m, a waiting room in the middle, an arcade of shops at one end, concourses on two levels and the tracks at
//! the other end, and stairs from both concourses down to the platforms. The measures of the rooms are those of Pennsylvania
//! Station in New York (1910) where T says nothing: the arcade was 69 × 14 m and the waiting room 84 × 31 m. The columns, walls and openings
//! are a look-alike.
//!
//! ```text
//!   x  0      14                    78  84        122 129     148                197 m
//!      8th    ┌──── concourse ────┐ ║ ┌── waiting ──┐ ┌ loggia ┬── arcade, shops ──┐ 7th
//!      Avenue │ stairs to tracks  │ portals  room   │ │ stairs │                   │ Avenue
//!             └───────────────────┘ ║ └─────────────┘ └────────┴───────────────────┘
//! ```

use populace_scenario::place::Xy;

use super::drawing::{DEPTH, Drawing, Half, rectangle, run};

/// The level of the waiting room and the upper concourse.
pub(super) const MAIN: &str = "main level";
/// The lower concourse.
pub(super) const LOWER: &str = "lower concourse";
/// The arcade of shops, at the level of the streets.
pub(super) const ARCADE: &str = "arcade";
/// The pavement at the western end.
pub(super) const EIGHTH: &str = "8th Avenue";

/// Heights above the streets, m.
const MAIN_Z: f64 = -4.0;
const LOWER_Z: f64 = -8.5;
const PLATFORM_Z: f64 = -13.0;

/// The middle of the station from south to north, m.
pub(super) const MIDDLE: f64 = 0.5 * DEPTH;
/// The platforms, from south to north.
pub(super) const PLATFORMS: usize = 6;
/// Half the width of a platform, m.
pub(super) const HALF_PLATFORM: f64 = 5.0;
/// The ends of the platforms, m.
pub(super) const PLATFORM_ENDS: [f64; 2] = [8.0, 120.0];
/// The width of the stairs to the platforms, m: T's are narrow and often congested.
const PLATFORM_STAIRS: f64 = 3.0;

/// The walls between the concourse and the waiting room, m.
pub(super) const CONCOURSE_EAST: f64 = 78.0;
pub(super) const WAITING_WEST: f64 = 84.0;
/// The portals in these walls, m from south to north.
pub(super) const PORTALS: [[f64; 2]; 5] = [[43.0, 47.0], [57.0, 61.0], [72.0, 78.0], [89.0, 93.0], [103.0, 107.0]];
/// The western and southern wall of the concourse, m.
pub(super) const CONCOURSE: Xy = [14.0, 12.0];
/// The western end of the lower concourse, m.
pub(super) const LOWER_WEST: f64 = 38.0;
/// The south-western and the north-eastern corner of the waiting room.
pub(super) const WAITING: [Xy; 2] = [[WAITING_WEST, 33.0], [122.0, 117.0]];
/// The counters of the ticket offices, m; the offices take the corners of the waiting room from this distance on.
pub(super) const COUNTER: f64 = 119.0;
const OFFICES: f64 = 64.0;
/// The western end of the arcade at the top of the grand stairs, m.
pub(super) const LOGGIA: f64 = 128.824;
/// The sides of the arcade, m.
pub(super) const ARCADE_SIDES: [f64; 2] = [68.0, 82.0];
/// The shops of one side of the arcade.
pub(super) const SHOPS: usize = 6;

/// Returns the middle of a platform from south to north, m.
pub(super) fn platform_y(platform: usize) -> f64 {
    22.5 + 21.0 * platform as f64
}

/// Returns the name of a platform; the first one is in the south.
pub(super) fn platform(number: usize) -> String {
    format!("platform {}", number + 1)
}

/// Returns the ground of the shops of the southern side from corner to corner, from west to east.
pub(super) fn shop(number: usize) -> [Xy; 2] {
    let west = 148.0 + 7.0 * number as f64;
    [[west, 58.0], [west + 6.6, 67.6]]
}

/// Draws the levels with what joins them.
pub(super) fn draw(to: &mut Drawing) {
    to.level(EIGHTH, 0.0);
    Half::BOTH.iter().for_each(|&half| to.level(street(half), 0.0));
    to.level(ARCADE, 0.0);
    to.level(MAIN, MAIN_Z);
    to.level(LOWER, LOWER_Z);
    (0..PLATFORMS).for_each(|number| to.level(&platform(number), PLATFORM_Z));
    arcade(to);
    waiting_room(to);
    concourse(to);
    lower_concourse(to);
    (0..PLATFORMS).for_each(|number| draw_platform(to, number));
}

/// Returns the name of the street at a side of the concourse.
pub(super) fn street(half: Half) -> &'static str {
    half.name("31st Street", "33rd Street")
}

/// Draws the arcade with its shops, and the stairs and the lift down to the waiting room.
fn arcade(to: &mut Drawing) {
    let [south, north] = ARCADE_SIDES;
    to.ground(ARCADE, rectangle([LOGGIA, south], [190.0, north]));
    to.ground(ARCADE, rectangle([190.0, south - 2.0], [200.0, north + 2.0]));
    for half in Half::BOTH {
        // A restaurant and a lunch room, with the counter in the back wall.
        to.ground(ARCADE, half.rectangle([130.4, 53.2], [146.4, 67.6]));
        to.ground(ARCADE, half.rectangle([141.0, 67.6], [145.0, south]));
        for number in 0..SHOPS {
            let [from, end] = shop(number);
            let middle = 0.5 * (from[0] + end[0]);
            to.ground(ARCADE, half.rectangle(from, end));
            to.ground(ARCADE, half.rectangle([middle - 1.2, end[1]], [middle + 1.2, south]));
        }
    }
    // The landing of the lift.
    to.ground(ARCADE, rectangle([124.4, 65.0], [130.0, south]));
    to.stairs("grand stairs", (ARCADE, [LOGGIA, MIDDLE]), (MAIN, [WAITING[1][0], MIDDLE]), 12.0);
    to.lift("lift to the arcade", &[(ARCADE, [125.2, 66.5]), (MAIN, [121.2, 66.5])]);
}

/// Draws the waiting room, the rooms beside it and the ways to the streets.
fn waiting_room(to: &mut Drawing) {
    let [[west, south], [east, north]] = WAITING;
    to.ground(MAIN, rectangle([west, south], [COUNTER, north]));
    to.ground(MAIN, rectangle([COUNTER, OFFICES], [east, DEPTH - OFFICES]));
    for [south, north] in PORTALS {
        to.ground(MAIN, rectangle([CONCOURSE_EAST, south], [WAITING_WEST, north]));
    }
    for half in Half::BOTH {
        // Down from the street, on a slope, at the height of this level.
        to.ground(MAIN, half.rectangle([96.0, 8.0], [110.0, 33.0]));
        for (room, door) in [([84.0, 94.0], [88.0, 90.4]), ([112.0, 122.0], [116.0, 118.4])] {
            to.ground(MAIN, half.rectangle([room[0], 16.0], [room[1], 31.0]));
            to.ground(MAIN, half.rectangle([door[0], 31.0], [door[1], 33.0]));
        }
        for [x, y] in [[108.0, 36.0], [108.0, 66.0]] {
            to.obstacle(MAIN, half.rectangle([x - 0.8, y - 0.8], [x + 0.8, y + 0.8]));
        }
    }
    to.obstacle(MAIN, rectangle([101.0, MIDDLE - 2.0], [105.0, MIDDLE + 2.0]));
}

/// Draws the upper concourse, its stairs to the streets, and the stairs to the platforms and the lower concourse.
fn concourse(to: &mut Drawing) {
    let [west, south] = CONCOURSE;
    to.ground(MAIN, rectangle(CONCOURSE, [CONCOURSE_EAST, DEPTH - south]));
    to.ground(EIGHTH, rectangle([0.0, 58.0], [west - run(MAIN_Z), DEPTH - 58.0]));
    to.stairs("8th Avenue stairs", (EIGHTH, [west - run(MAIN_Z), MIDDLE]), (MAIN, [west, MIDDLE]), 16.0);
    // The landing of the lift, beside the stairs.
    to.ground(EIGHTH, rectangle([west - run(MAIN_Z), 84.0], [11.4, 87.0]));
    to.lift("lift to 8th Avenue", &[(EIGHTH, [10.6, 85.5]), (MAIN, [west + 0.8, 85.5])]);
    for half in Half::BOTH {
        let name = street(half);
        let top = south - run(MAIN_Z);
        to.ground(name, half.rectangle([50.0, 0.0], [74.0, top]));
        to.stairs(&format!("{name} stairs"), (name, half.point([62.0, top])), (MAIN, half.point([62.0, south])), 12.0);
        to.ground(name, half.rectangle([69.0, top], [72.0, 9.6]));
        let stops = [(name, half.point([70.5, 8.8])), (MAIN, half.point([70.5, south + 0.8]))];
        to.lift(&format!("lift to {name}"), &stops);
        for x in [24.0, 40.0, 70.0] {
            for y in [33.0, 54.0] {
                to.obstacle(MAIN, half.rectangle([x - 0.4, y - 0.4], [x + 0.4, y + 0.4]));
            }
        }
    }
}

/// Draws the lower concourse, with stairs and escalators from the upper one.
fn lower_concourse(to: &mut Drawing) {
    to.ground(LOWER, rectangle([LOWER_WEST, CONCOURSE[1]], [CONCOURSE_EAST, DEPTH - CONCOURSE[1]]));
    let down = run(LOWER_Z - MAIN_Z);
    let stairs =
        [("south concourse stairs", 33.0), ("middle concourse stairs", MIDDLE), ("north concourse stairs", 117.0)];
    for (name, y) in stairs {
        to.stairs(name, (MAIN, [46.0, y]), (LOWER, [46.0 + down, y]), 5.0);
    }
    for half in Half::BOTH {
        let side = half.name("south", "north");
        let (upper, lower) = ([46.0, 53.4], [53.8, 53.4]);
        to.escalator(&format!("{side} escalator down"), (MAIN, half.point(upper)), (LOWER, half.point(lower)), 1.2);
        let (upper, lower) = ([46.0, 55.0], [53.8, 55.0]);
        to.escalator(&format!("{side} escalator up"), (LOWER, half.point(lower)), (MAIN, half.point(upper)), 1.2);
        for y in [36.0, 60.0] {
            to.obstacle(LOWER, half.rectangle([69.6, y - 0.4], [70.4, y + 0.4]));
        }
        // Between the escalators nobody walks.
        for level in [MAIN, LOWER] {
            to.obstacle(level, half.rectangle([46.0, 54.0], [53.8, 54.4]));
        }
    }
}

/// Draws a platform, with stairs from both concourses and a lift.
fn draw_platform(to: &mut Drawing, number: usize) {
    let (name, y) = (platform(number), platform_y(number));
    let [west, east] = PLATFORM_ENDS;
    to.ground(&name, rectangle([west, y - HALF_PLATFORM], [east, y + HALF_PLATFORM]));
    let from_upper = run(PLATFORM_Z - MAIN_Z);
    let from_lower = run(PLATFORM_Z - LOWER_Z);
    let stairs = |which: &str| format!("stairs {} {which}", number + 1);
    to.stairs(&stairs("west"), (MAIN, [36.0, y]), (&name, [36.0 - from_upper, y]), PLATFORM_STAIRS);
    to.stairs(&stairs("middle"), (LOWER, [48.0, y]), (&name, [48.0 - from_lower, y]), PLATFORM_STAIRS);
    to.stairs(&stairs("east"), (LOWER, [66.0, y]), (&name, [66.0 + from_lower, y]), PLATFORM_STAIRS);
    for level in [MAIN, LOWER, &name] {
        to.obstacle(level, rectangle([57.0, y - 1.1], [59.2, y + 1.1]));
    }
    let stop = [58.1, y - 1.9];
    to.lift(&format!("lift to {name}"), &[(MAIN, stop), (LOWER, stop), (&name, stop)]);
}
