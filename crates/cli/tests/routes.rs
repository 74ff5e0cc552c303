//! `populace route`, `bench routes` and `bench peers` as their users see them.

use crate::running::{file, folder, json, populace, refused, scene, text};
use populace_geom::maths;
use serde_json::Value;

/// The west ends of the ground floor and of the second floor. The stairs are near, the lift is not.
const BELOW: &str = "3,3,ground floor";
const ABOVE: &str = "4,16,second floor";

/// Two rooms of 5 × 4 m, a wall 0.2 m thick between them and a way 1 m wide through it, at the bottom.
const TWO_ROOMS: &str = "POLYGON ((0 0, 10.2 0, 10.2 4, 5.2 4, 5.2 1, 5 1, 5 4, 0 4, 0 0))";

fn offices() -> String {
    scene("three_floors.place.toml")
}

fn words(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|v| v.as_str().unwrap()).collect()
}

#[test]
fn an_adult_takes_the_stairs_and_a_wheelchair_the_lift() {
    let place = offices();
    let ask = |profile| json(&["route", &place, "--from", BELOW, "--to", ABOVE, "--profile", profile, "--json"]);
    let adult = ask("adult");
    let flights = ["ground floor", "west stairs 1", "first floor", "west stairs 2", "second floor"];
    assert_eq!(words(&adult["floors"]), flights);
    let wheelchair = ask("wheelchair");
    assert_eq!(words(&wheelchair["floors"]), ["ground floor", "second floor"]);
    let portals = wheelchair["portals"].as_array().unwrap();
    assert!(portals.iter().any(|p| p["link"] == "lift"), "{portals:?}");
    assert!(portals.iter().all(|p| p["width_m"].as_f64().unwrap() > 0.8));
    // The wheelchair moves at 0.69 m/s. It waits for half a round trip over 7 m at 1 m/s with three stops of 5 s, then takes 7 s up
    // and 5 s at the stop.
    let walking = wheelchair["length_m"].as_f64().unwrap() / 0.69;
    let lift = 7.0 + 7.5 + 7.0 + 5.0;
    assert!((wheelchair["time_s"].as_f64().unwrap() - walking - lift).abs() < 0.01, "{}", wheelchair["time_s"]);
}

#[test]
fn with_the_lift_closed_a_wheelchair_has_no_way_and_the_lift_is_named() {
    let place = offices();
    let arguments = ["route", &place, "--from", BELOW, "--to", ABOVE, "--profile", "wheelchair", "--close", "lift"];
    let message = refused(&arguments);
    assert!(message.contains("\"lift\""), "{message}");
    let adult = json(&["route", &place, "--from", BELOW, "--to", ABOVE, "--close", "lift", "--json"]);
    assert!(words(&adult["floors"]).contains(&"west stairs 1"));
}

#[test]
fn json_has_the_keys_that_scripts_rely_on() {
    let place = file("route-json", "rooms.wkt", TWO_ROOMS);
    let route = json(&["route", text(&place), "--from", "1,3", "--to", "9,3", "--width", "0.6", "--json"]);
    let mut keys: Vec<&String> = route.as_object().unwrap().keys().collect();
    keys.sort();
    let wanted = ["floors", "length_m", "planner", "points", "portals", "snapped", "time_s", "width_m"];
    assert_eq!(keys, wanted);
    assert_eq!(route["width_m"], 0.6);
    assert_eq!(route["points"][0], serde_json::json!([1.0, 3.0, 0.0]));
    for portal in route["portals"].as_array().unwrap() {
        assert!(portal["link"].is_null() && portal["floor"] == "level 0", "{portal}");
        let end = |key: &str| [0, 1].map(|i| portal[key][i].as_f64().unwrap());
        let ([ax, ay], [bx, by]) = (end("a"), end("b"));
        let length = maths::hypot(ax - bx, ay - by);
        assert!((length - portal["width_m"].as_f64().unwrap()).abs() < 1e-9);
    }
}

#[test]
fn a_line_around_two_corners_is_as_long_as_by_hand() {
    let place = file("route-hand", "rooms.wkt", TWO_ROOMS);
    let route = json(&["route", text(&place), "--from", "1,3", "--to", "9.2,3", "--width", "0.6", "--json"]);
    // Symmetric about x = 5.1, around a disc of 0.3 m on (5, 1) and one on (5.2, 1). The distance from (1, 3) to the first
    // is √20, the tangent √(20 − 0.09) = 4.46206; it falls by atan(2 / 4) and asin(0.3 / √20) more than that:
    // 0.46365 + 0.06713 = 0.53078 rad, which is also the angle of the arc down to the level line of 0.2 m between both.
    let by_hand = 2.0 * (4.46206 + 0.3 * 0.53078) + 0.2;
    let length = route["length_m"].as_f64().unwrap();
    // Arcs are walked as lines around them, so the line is a little longer.
    assert!(length > by_hand - 1e-4 && length < by_hand + 0.01, "{length} m, by hand {by_hand} m");
    let lowest = route["points"].as_array().unwrap().iter().map(|p| p[1].as_f64().unwrap()).fold(9.0, f64::min);
    assert!(lowest < 0.7 + 1e-9 && lowest > 0.69, "{lowest}");
    // An adult of this width walks at 1.34 m/s.
    assert!((route["time_s"].as_f64().unwrap() - length / 1.34).abs() < 1e-6);
}

#[test]
fn every_planner_finds_a_way_of_the_same_length_through_one_door() {
    let place = file("route-planners", "rooms.wkt", TWO_ROOMS);
    let length = |planner: &str| {
        let route = json(&["route", text(&place), "--from", "1,3", "--to", "9,3", "--planner", planner, "--json"]);
        assert_eq!(route["planner"], planner);
        route["length_m"].as_f64().unwrap()
    };
    let first = length(populace_plan::PLANNERS[0].name);
    for planner in populace_plan::PLANNERS {
        assert!((length(planner.name) - first).abs() < 1e-3, "{}", planner.name);
    }
}

#[test]
fn an_end_in_a_wall_is_moved_and_reported_or_refused_with_the_distance() {
    let place = file("route-snap", "rooms.wkt", TWO_ROOMS);
    let near = json(&["route", text(&place), "--from", "5.1,3", "--to", "9,3", "--json"]);
    // It is 0.1 m from the middle of the wall to its face, then 0.25 m, and a millimetre of room.
    assert!((near["snapped"]["from_m"].as_f64().unwrap() - 0.351).abs() < 1e-6, "{}", near["snapped"]);
    assert_eq!(near["snapped"]["to_m"], 0.0);
    let told = String::from_utf8(populace(&["route", text(&place), "--from", "5.1,3", "--to", "9,3"]).stdout).unwrap();
    assert!(told.contains("moved 0.35 m"), "{told}");
    let far = refused(&["route", text(&place), "--from", "5.1,3", "--to", "9,3", "--snap", "0.2"]);
    assert!(far.contains("--from") && far.contains("0.35 m"), "{far}");
    let outside = refused(&["route", text(&place), "--from", "1,3", "--to", "20,3"]);
    assert!(outside.contains("--to") && outside.contains("m away"), "{outside}");
}

#[test]
fn a_body_wider_than_the_way_is_told_both_widths() {
    let place = file("route-wide", "rooms.wkt", TWO_ROOMS);
    let message = refused(&["route", text(&place), "--from", "2,2", "--to", "8,2", "--width", "1.2"]);
    assert!(message.contains("1.2") && message.contains("1.00 m"), "{message}");
}

#[test]
fn a_shut_door_in_the_way_is_named() {
    let place = offices();
    let message = refused(&["route", &place, "--from", "13,15,second floor", "--to", "20,10,second floor"]);
    assert!(message.contains("archive"), "{message}");
    let street = ["route", &place, "--from", "20,-1,0", "--to", "20,5,0", "--close", "street door"];
    assert!(refused(&street).contains("street door"));
}

#[test]
fn unknown_names_and_points_that_are_none_are_answered_with_what_is_right() {
    let place = offices();
    let with = |from: &str, more: &[&str]| {
        let mut arguments = vec!["route", &place, "--from", from, "--to", ABOVE];
        arguments.extend_from_slice(more);
        refused(&arguments)
    };
    assert!(with("3,3,grund floor", &[]).contains("did you mean \"ground floor\"?"));
    assert!(with("3", &[]).contains("x,y"));
    assert!(with("a,b", &[]).contains("x,y"));
    assert!(with("3,NaN", &[]).contains("x,y"));
    assert!(with("3,3,999999999999", &[]).contains("no floor"));
    assert!(with(BELOW, &["--close", "lifft"]).contains("did you mean \"lift\"?"));
    assert!(with(BELOW, &["--width", "-1"]).contains("give 0.01 to 10 m"));
    assert!(with(BELOW, &["--snap", "NaN"]).contains("give 0 to"));
    assert!(with(BELOW, &["--draw", "a.gif"]).contains(".svg or .png"));
    assert!(with(BELOW, &["--draw", &place]).contains(".svg or .png"));
    for profile in populace_plan::PROFILES {
        assert!(with(BELOW, &["--profile", "giant"]).contains(profile.name));
    }
    for planner in populace_plan::PLANNERS {
        assert!(with(BELOW, &["--planner", "guess"]).contains(planner.name));
    }
}

#[test]
fn the_lowest_walkable_level_is_taken_where_no_floor_is_named_and_numbers_name_floors() {
    let place = offices();
    let told = |from: &str| {
        let output = populace(&["route", &place, "--from", from, "--to", ABOVE]);
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(told("3,3").contains("on \"ground floor\", the lowest level"), "{}", told("3,3"));
    assert!(told("3,3,1").contains("on \"first floor\"\n"), "{}", told("3,3,1"));
}

#[test]
fn routes_are_drawn_with_the_same_bytes_each_time() {
    let place = scene("station.place.toml");
    for ending in ["svg", "png"] {
        let draw = |name: &str| {
            let out = folder("route-draw").join(format!("{name}.{ending}"));
            let arguments = [
                "route",
                &place,
                "--from",
                "10,-20",
                "--to",
                "80,3",
                "--snap",
                "40",
                "--size",
                "700",
                "--draw",
                text(&out),
            ];
            let output = populace(&arguments);
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            std::fs::read(&out).unwrap()
        };
        assert!(draw("first") == draw("again"), "{ending} differs from run to run");
    }
}

#[test]
fn the_benchmark_of_routes_has_the_keys_that_scripts_rely_on() {
    let out = folder("bench-routes").join("figure.svg");
    let arguments = ["bench", "routes", &offices(), "--queries", "20", "--json", "--draw", text(&out)];
    let object = json(&arguments);
    assert_eq!(object["pairs"], 20);
    for planner in ["flat", "hierarchical", "labels", "goal_tree", "exact"] {
        for key in ["qps_cpu", "p50_ms", "p99_ms", "max_ms", "expanded_mean"] {
            assert!(object[planner][key].is_number(), "{planner} {key}: {}", object[planner]);
        }
    }
    for key in ["worst_case_gain", "precompute_cpu_s", "precompute_mb", "next_portal_per_s", "string_pull_us_mean"] {
        assert!(object[key].is_number(), "{key} is {}", object[key]);
    }
    assert!(object["length_ratio_mean"].as_f64().unwrap() >= 1.0 - 1e-6);
    let figure = std::fs::read_to_string(out).unwrap();
    assert!(figure.contains("search time, ms") && figure.contains("path length, m"));
}

/// Writes a square of 10 × 10 m with a square building of 2 × 2 m in its middle.
fn small_city(extra: &str) -> String {
    format!(
        r#"{{"name": "tiny", "kind": "city", "radius": 0.2, "walkable": [[0,0],[10,0],[10,10],[0,10]],
        "holes": [[[4,4],[6,4],[6,6],[4,6]]], "agents": [], {extra}
        "queries": [[1,1,9,1], [1,5,9,5], [1,1,5,5]]}}"#
    )
}

#[test]
fn a_city_of_the_harness_is_answered_in_one_line() {
    let place = file("peers", "tiny.json", small_city(""));
    let out = folder("peers").join("lengths.txt");
    let output = populace(&["bench", "peers", text(&place), "--model", "any", "--threads", "1", "--out", text(&out)]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let line = String::from_utf8(output.stdout).unwrap();
    let result: Value = serde_json::from_str(line.strip_prefix("RESULT ").unwrap()).unwrap();
    for key in ["build_s", "build_cpu", "query_wall", "qps", "qps_cpu", "polygons", "rss_peak_mb"] {
        assert!(result[key].is_number(), "{key} is {}", result[key]);
    }
    assert_eq!((&result["tool"], &result["scenario"]), (&"populace".into(), &"tiny".into()));
    assert_eq!((&result["queries"], &result["fail"]), (&3.into(), &1.into()));
    let lengths = std::fs::read_to_string(out).unwrap();
    let lengths: Vec<f64> = lengths.lines().map(|l| l.parse().unwrap()).collect();
    // The first pair has a straight way, the second goes around the building. The third ends in the middle of the building, 1 m
    // from where a body fits: 0.2 m beyond the reach.
    assert_eq!(lengths[0], 8.0);
    // The line is twice the tangent √(3² + 1² − 0.2²) and the arc over it, and 2 m along the wall.
    let by_hand = 2.0 * (9.96f64.sqrt() + 0.2 * (maths::atan(1.0 / 3.0) + maths::asin(0.2 / 10.0f64.sqrt()))) + 2.0;
    assert!((lengths[1] - by_hand).abs() < 0.01, "{} and {by_hand}", lengths[1]);
    assert!(lengths[2].is_nan());
}

#[test]
fn scenarios_that_are_no_city_are_refused_with_what_is_wrong() {
    let refuse = |name: &str, content: &str| refused(&["bench", "peers", text(&file("peers-bad", name, content))]);
    let crowd = small_city("").replace("\"agents\": []", "\"agents\": [{\"x\": 1}]");
    assert!(refuse("crowd.json", &crowd).contains("crowd"));
    assert!(refuse("empty.json", "").contains("JSON"));
    assert!(refuse("kind.json", "{}").contains("kind"));
    assert!(refuse("radius.json", &small_city("").replace("0.2", "-1")).contains("radius"));
    assert!(refuse("ring.json", &small_city("").replace("[6,4]", "[6]")).contains("holes[0][1]"));
    assert!(refuse("pair.json", &small_city("").replace("[1,5,9,5]", "[1,5,9]")).contains("queries[1]"));
    assert!(refuse("far.json", &small_city("").replace("[10,0]", "[1e300,0]")).contains("walkable[1]"));
    assert!(refuse("deep.json", &"[".repeat(100_000)).contains("JSON"));
}

#[test]
fn the_book_has_a_row_for_every_profile_and_planner() {
    let chapter = std::fs::read_to_string(scene("../book/src/routes.md")).unwrap();
    let yes = |may: bool| if may { "yes" } else { "no" };
    for p in populace_plan::PROFILES {
        let access = [p.stairs, p.escalators, p.lifts].map(yes).join(" | ");
        let [least, most] = p.haste;
        let row = format!("| `{}` | {} | {} | {least} to {most} | {access} |", p.name, p.width, p.speed);
        assert!(chapter.contains(&row), "{row}");
    }
    for p in populace_plan::PLANNERS {
        let row = format!("| `{}` | {} |", p.name, p.about);
        assert!(chapter.contains(&row), "{row}");
    }
}
