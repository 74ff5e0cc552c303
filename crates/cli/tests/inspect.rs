//! `populace inspect` as its users see it, and the chapter on crowds.

use crate::running::{file, folder, json, populace, refused, scene, text};
use populace_geom::maths;
use populace_sim::{Phase, Status};
use serde_json::Value;

fn minimal() -> String {
    scene("passing_minimal.scenario.toml")
}

fn xy(value: &Value) -> [f64; 2] {
    [value[0].as_f64().unwrap(), value[1].as_f64().unwrap()]
}

/// Inspects pedestrian 0, which walks straight towards pedestrian 7.
fn head_on(at: &str) -> Value {
    json(&["inspect", &minimal(), "--pedestrian", "0", "--at", at, "--json"])
}

#[test]
fn the_pipe_of_a_head_on_pair_is_that_of_the_hand_calculation() {
    // The first decision at which they are within 15 m of each other.
    let seen = (20..40).map(|i| head_on(&format!("{:.1}", f64::from(i) * 0.1)));
    let seen = seen.into_iter().find(|s| s["neighbours"][0]["pedestrian"] == 7).expect("they see each other");
    assert_eq!((&seen["population"], &seen["status"]), (&"eastbound".into(), &"walking".into()));
    let other = &seen["neighbours"][0];
    let distance = other["distance_m"].as_f64().unwrap();
    assert!((14.0..15.0).contains(&distance), "{distance} m");
    let pipe = &seen["steering"];
    assert_eq!(xy(&pipe["preferred_m_per_s"]), [1.3, 0.0]);
    assert_eq!(xy(&pipe["personal_space_m_per_s"]), [1.3, 0.0], "nobody and no wall is near");
    let made = pipe["propositions"].as_array().unwrap();
    let modules: Vec<_> = made.iter().map(|p| p["module"].as_str()).collect();
    assert_eq!(modules, [None, Some("right"), Some("left")]);
    // R = 0.2 + 0.2 + 0.1 m, closing at 2.6 m/s.
    let hit = &made[0]["collision"];
    assert_eq!((&hit["type"], &hit["pedestrian"]), (&"front".into(), &7.into()));
    assert!((hit["time_s"].as_f64().unwrap() - (distance - 0.5) / 2.6).abs() < 1e-6, "{hit}");
    // The tangent is at asin(R / d). The other pedestrian comes as fast, so the own turn is twice that. q = cos θ.
    let turn = 2.0 * maths::asin(0.5 / distance);
    let [x, y] = xy(&made[1]["velocity_m_per_s"]);
    assert!((maths::atan2(y, x) + turn).abs() < 1e-6 && (maths::hypot(x, y) - 1.3).abs() < 1e-9, "{x} {y}");
    assert!((made[1]["quality"].as_f64().unwrap() - maths::cos(turn)).abs() < 1e-9);
    assert_eq!((&made[1]["chosen"], &made[1]["collision"]), (&true.into(), &Value::Null));
    assert_eq!((&made[2]["examined"], &made[2]["chosen"]), (&false.into(), &false.into()));
    assert_eq!(pipe["velocity_m_per_s"], made[1]["velocity_m_per_s"]);
    assert_eq!(pipe["security_s"], Value::Null);
}

#[test]
fn the_text_names_every_stage_with_units() {
    let output = populace(&["inspect", &minimal(), "--pedestrian", "0", "--at", "4"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let shown = String::from_utf8(output.stdout).unwrap();
    for words in [
        "pedestrian 0 (eastbound) decides at 4.00 s",
        "on \"in line\", cell",
        "status      walking",
        "preferred  ",
        "personal space  ",
        "contacts  ",
        "avoidance  ",
        "security, outcome  ",
        "as it is  ",
        "right  ",
        "chosen",
        " m/s",
        " m ",
    ] {
        assert!(shown.contains(words), "{words:?} is not in\n{shown}");
    }
}

#[test]
fn the_number_of_threads_does_not_matter_and_the_seed_does() {
    let station = scene("counter_flow.scenario.toml");
    let ask = |more: &[&str]| {
        let base = ["inspect", &station, "--pedestrian", "9", "--at", "20", "--json"];
        json(&[&base[..], more].concat())
    };
    let one = ask(&["--threads", "1"]);
    assert_eq!(one, ask(&["--threads", "4"]));
    assert_ne!(one, ask(&["--seed", "2"]));
}

#[test]
fn surroundings_are_drawn() {
    let (svg, png) = (folder("inspect").join("head_on.svg"), folder("inspect").join("head_on.png"));
    for out in [&svg, &png] {
        let output = populace(&["inspect", &minimal(), "--pedestrian", "0", "--at", "6", "--draw", text(out)]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let drawn = std::fs::read_to_string(&svg).unwrap();
    for words in ["pedestrian 0 at 6.00 s", "in line", "neighbour", "chosen", "preferred velocity"] {
        assert!(drawn.contains(words), "{words}");
    }
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    let message = refused(&["inspect", &minimal(), "--pedestrian", "0", "--at", "6", "--draw", "head_on.gif"]);
    assert!(message.contains(".svg or .png"), "{message}");
}

#[test]
fn who_is_not_inside_is_told_with_the_times() {
    let ask = |scenario: &str, who: &str, at: &str| refused(&["inspect", scenario, "--pedestrian", who, "--at", at]);
    let message = ask(&minimal(), "16", "1");
    assert!(message.contains("nobody has that number") && message.contains("give 0 to 15"), "{message}");
    let message = ask(&minimal(), "0", "61");
    assert!(message.contains("ends at 60 s"), "{message}");
    assert!(ask(&minimal(), "0", "-1").contains("--at -1"));
    // 20 m at 1.3 m/s: the pedestrian has left after 16 s.
    let message = ask(&minimal(), "0", "40");
    assert!(message.contains("came in at 0.00 s and left at 1"), "{message}");
    let message = ask(&scene("counter_flow.scenario.toml"), "20", "1");
    assert!(message.contains("20 is not inside then; it comes in at "), "{message}");
    let message = ask("nowhere.scenario.toml", "0", "1");
    assert!(message.contains("nowhere.scenario.toml"), "{message}");
}

#[test]
fn who_rides_a_lift_is_told() {
    // A pedestrian in a wheelchair goes up by lift as soon as the cabin is there.
    let scenario = r#"
        version = 1
        place = "three_floors.place.toml"
        until = 300
        [[population]]
        name = "guest"
        profile = "wheelchair"
        arrive = { at = [[20, 11]], goals = [[20, 11]], floor = "ground floor" }
        journey = [{ go_to = "open office" }]
    "#;
    let place = std::fs::read(scene("three_floors.place.toml")).unwrap();
    file("inspect-lift", "three_floors.place.toml", place);
    let path = file("inspect-lift", "lift.scenario.toml", scenario);
    let ask = |at: u32| populace(&["inspect", text(&path), "--pedestrian", "0", "--at", &at.to_string()]);
    let told = (1..60).map(|at| String::from_utf8_lossy(&ask(at).stderr).into_owned()).find(|m| m.contains("error"));
    assert!(told.as_ref().is_some_and(|m| m.contains("is in a lift since")), "{told:?}");
}

#[test]
fn the_book_has_every_parameter_perception_phase_and_status() {
    let chapter = std::fs::read_to_string(scene("../book/src/crowd.md")).unwrap();
    let models = std::fs::read_to_string(scene("../book/src/models.md")).unwrap();
    let has = |row: String| assert!(chapter.contains(&row), "{row}");
    for p in populace_steer::MODELS.iter().flat_map(|m| (m.parameters)()) {
        let row = format!(
            "| `{}` | {} | {} | {} | {} … {} | {} |",
            p.name, p.about, p.unit, p.default, p.least, p.most, p.source
        );
        assert!(models.contains(&row), "{row}");
    }
    for p in populace_perceive::PERCEPTIONS {
        has(format!("| `{}` | {} | {} |", p.name, p.about, p.paper));
    }
    Phase::ALL.iter().for_each(|(_, name)| has(format!("| {name} | ")));
    Status::ALL.iter().for_each(|(_, word)| has(format!("| {word} | ")));
    populace_traj::Cause::ALL.iter().for_each(|(_, words)| has(format!("| {words} | ")));
}
