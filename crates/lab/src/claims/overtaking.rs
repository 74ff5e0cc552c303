//! S §3.3.3, decelerate: "if A's speed exceeds B's with more than a given threshold […], it will not decelerate and it will try to pass
//! B. In other words, A will accept to decelerate to reach B's speed only if their speeds are in the same range."
//!
//! The claim holds for the default threshold. For a pedestrian that walks right behind another, it holds for any threshold. Memberships
//! are fuzzy, so people who are faster by little more than the threshold stay behind, too. With a threshold of 0.4 m/s or more, a
//! pedestrian that walks aside of the other's line passes below the threshold as well: it is less behind the other, and comes up so
//! fast that the detours of emergencies win.

use serde_json::{Value, json};

use super::{comfort, head, row, watch, without};
use crate::cases::draft::{Draft, at_speed, rectangle};

/// Speed of the pedestrian ahead, m/s.
const SLOW: f64 = 1.0;
/// By how much the difference of speeds exceeds the threshold, m/s.
const EXCESS: [f64; 8] = [-0.1, -0.05, 0.0, 0.05, 0.1, 0.15, 0.2, 0.3];
/// The distances at which the faster pedestrian starts beside the line of the slower pedestrian, m.
const ASIDE: [f64; 3] = [0.0, 0.15, 0.3];
/// Thresholds, m/s.
const THRESHOLDS: [f64; 4] = [0.2, 0.4, 0.6, 0.8];
/// Width of a corridor with room to pass, m.
const WIDE: f64 = 3.0;
/// Time in which the least fast of the faster pedestrians would get 4 m ahead if nothing held it up, s.
const TIME: f64 = 60.0;

/// Returns the threshold that people have by default, m/s.
fn threshold() -> f64 {
    let all = (comfort().parameters)();
    all.iter().find(|p| p.name == "overtaking").expect("a parameter").default
}

/// Returns whether a pedestrian who starts 2 m behind another is ahead at the end. `faster` is the difference of their speeds, m/s.
fn passes(settings: &Value, width: f64, faster: f64, aside: f64) -> bool {
    let length = 10.0 + TIME * (SLOW + faster);
    let scene = Draft::new(TIME)
        .ground(&rectangle((-2.0, 0.0), (length, width)))
        .area("end", (length - 1.0, 0.0), (length, width))
        .leavers("slow", &[(2.0, width / 2.0)], "end", at_speed(SLOW))
        .leavers("fast", &[(0.0, width / 2.0 + aside)], "end", at_speed(SLOW + faster))
        .scene();
    let observed = watch(settings, &scene, 1);
    let last = observed.frames.last().expect("frames");
    let [slow, fast] = [0, 1].map(|who| last.place_of(who).expect("nobody has left").x);
    fast > slow
}

/// Returns at each excess over a threshold whether the pedestrian passes.
fn sweep(threshold: f64, settings: &Value, width: f64, aside: f64) -> [bool; EXCESS.len()] {
    EXCESS.map(|excess| passes(settings, width, threshold + excess, aside))
}

fn with_threshold(threshold: f64) -> Value {
    json!({ "overtaking": threshold })
}

/// Returns the rows of the table: the drives, the threshold, the width, and the settings for them.
fn settings() -> Vec<(&'static str, f64, f64, Value)> {
    let wide = THRESHOLDS.map(|threshold| ("all", threshold, WIDE, with_threshold(threshold)));
    let usual = threshold();
    let narrow = [2.0, 1.6, 1.0].map(|width| ("all", usual, width, json!({})));
    let off = ("all but `decelerate`", usual, WIDE, without(&["decelerate"]));
    wide.into_iter().chain(narrow).chain([off]).collect()
}

pub(super) fn table() -> String {
    let excess = EXCESS.map(|excess| format!("{excess:+.2} m/s"));
    let named = ["drives", "threshold", "width"];
    let columns: Vec<&str> = named.into_iter().chain(excess.iter().map(String::as_str)).collect();
    let mut text = head(&columns);
    for (drives, threshold, width, set) in settings() {
        let sweeps = ASIDE.map(|aside| sweep(threshold, &set, width, aside));
        let passed = (0..EXCESS.len()).map(|i| sweeps.iter().filter(|passes| passes[i]).count());
        let words = passed.map(|count| if count == 0 { "–".to_owned() } else { format!("{count} of {}", ASIDE.len()) });
        text += &row([drives.to_owned(), format!("{threshold} m/s"), format!("{width} m")].into_iter().chain(words));
    }
    text
}

/// Returns the sweep of a pedestrian with a threshold in a wide corridor, by excess.
fn in_the_wide(threshold: f64, aside: f64) -> Vec<(f64, bool)> {
    EXCESS.into_iter().zip(sweep(threshold, &with_threshold(threshold), WIDE, aside)).collect()
}

#[test]
fn one_right_behind_overtakes_only_beyond_the_threshold() {
    for threshold in THRESHOLDS {
        let found = in_the_wide(threshold, 0.0);
        assert!(found.iter().all(|&(excess, passes)| !passes || excess > 0.0), "{threshold} m/s: {found:?}");
    }
}

#[test]
fn with_the_default_threshold_nobody_overtakes_below_it() {
    for aside in ASIDE {
        let found = in_the_wide(threshold(), aside);
        assert!(found.iter().all(|&(excess, passes)| !passes || excess > 0.0), "{aside} m aside: {found:?}");
    }
}

/// 0.2 m/s beyond the threshold all memberships of it are full.
#[test]
fn everyone_overtakes_well_beyond_the_threshold_where_there_is_room() {
    for (threshold, aside) in THRESHOLDS.iter().flat_map(|&threshold| ASIDE.map(|aside| (threshold, aside))) {
        let found = in_the_wide(threshold, aside);
        assert!(found.iter().all(|&(excess, passes)| passes || excess < 0.2), "{threshold} m/s: {found:?}");
    }
}

/// Two bodies of 0.4 m need more than 1 m to pass each other (`Situation::narrow`).
#[test]
fn nobody_overtakes_in_a_passage_without_room_to_pass() {
    assert!(ASIDE.iter().all(|&aside| sweep(threshold(), &json!({}), 1.0, aside) == [false; EXCESS.len()]));
}
