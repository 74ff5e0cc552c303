//! Events and acts are proven alike; an act between two events changes what the later one leads to.

use std::sync::Arc;

use crate::support::{PLACE, attempt, refuse, take, ten};
use populace_env::Environment;
use populace_scenario::{Acts, Scenario};
use populace_sim::{Act, Command, Simulation, Whom};
use serde_json::{Value, json};

/// Returns an event at 10 s with some more lines.
fn at_10(lines: &str) -> String {
    ten(&format!("[[event]]\nat = 10\n{lines}"))
}

#[test]
fn events_that_cannot_be_are_refused_where_they_are_written() {
    let add = |fields: &str| at_10(&format!("add = {{ {fields} }}"));
    refuse(&add("population = \"tne\", area = \"west\", count = 1"), 10, "no population is called \"tne\"", "\"ten\"");
    refuse(&add("population = \"ten\", area = \"wets\", count = 1"), 10, "no area \"wets\"", "\"west\"");
    refuse(&add("population = \"ten\", area = \"pillar\", count = 1"), 10, "no walkable ground", "");
    refuse(&add("population = \"ten\", area = \"crack\", count = 1"), 10, "nobody fits", "more room");
    refuse(&add("population = \"ten\", area = \"west\", count = 0"), 10, "nobody comes", "at least 1");
    refuse(&add("population = \"ten\", area = \"west\", count = 2000000"), 10, "2000010 people", "at most 1999990");
    refuse(&add("population = \"ten\", area = \"west\""), 10, "missing field `count`", "");

    let block = |floor: &str, outline: &str| at_10(&format!("block = {{ floor = {floor:?}, outline = {outline} }}"));
    refuse(&block("hal", "[[1, 1], [2, 1], [2, 2]]"), 10, "no floor \"hal\"", "\"hall\"");
    refuse(&at_10("block = { outline = [[1, 1], [2, 1], [2, 2]] }"), 10, "several floors", "`floor`");
    refuse(&block("hall", "[[1, 1], [2, 1]]"), 10, "2 corners", "3 to 100");
    let many: Vec<String> = (0..101).map(|i| format!("[{i}, {}]", i * i)).collect();
    refuse(&block("hall", &format!("[{}]", many.join(", "))), 10, "101 corners", "");
    refuse(&block("hall", "[[1, 1], [3, 3], [3, 1], [1, 3]]"), 10, "crosses itself: its sides 1 and 3", "around");
    refuse(&block("hall", "[[1, 1], [1, 1], [3, 1], [1, 3]]"), 10, "corners 1 and 2 are at the same point", "");
    refuse(&block("hall", "[[1, 1], [1.05, 1], [1.05, 1.05]]"), 10, "no area", "0.01");
    refuse(&block("hall", "[[1, 1], [inf, 1], [3, 3]]"), 10, "the coordinate is", "");
    refuse(
        &block("hall", "[[50, 1], [52, 1], [52, 3]]"),
        10,
        "covers no walkable ground of \"hall\"",
        "where people walk",
    );
    refuse(&block("yard", "[[29, -1], [41, -1], [41, 11], [29, 11]]"), 10, "leaves no room on \"yard\"", "smaller");

    let set = |fields: &str| at_10(&format!("set = {{ population = \"ten\", {fields} }}"));
    refuse(&set("parameter = \"marginn\", value = 0.2"), 10, "unknown field `marginn`", "\"margin\"");
    refuse(&set("parameter = \"margin\", value = 1e9"), 10, "margin", "");
    refuse(&set("parameter = \"margin\", value = nan"), 10, "not a finite number", "");
    refuse(&set("parameter = \"margin\", value = \"much\""), 10, "invalid type", "");
    refuse(&at_10("set = { population = \"x\", parameter = \"margin\", value = 0.2 }"), 10, "no population", "ten");

    let send = |fields: &str| at_10(&format!("send = {{ {fields} }}"));
    refuse(&send("population = \"ten\", to = \"lofft\""), 10, "no area \"lofft\"", "\"loft\"");
    refuse(&send("population = \"ten\", pedestrians = [1], to = \"loft\""), 10, "contradict", "keep one");
    refuse(&send("pedestrians = [], to = \"loft\""), 10, "nobody is sent", "");
    refuse(&send("to = \"loft\""), 10, "nobody is sent", "`population`");
    refuse(&send("pedestrians = [-1], to = \"loft\""), 10, "invalid value", "");
    refuse(&at_10(""), 8, "nothing happens at this event", "`send`");
    refuse(
        &at_10("add = { population = \"ten\", area = \"west\", count = 1 }").replace("at = 10", "at = 100"),
        9,
        "never",
        "",
    );
}

#[test]
fn too_many_obstacles_are_refused() {
    let one = |i: usize| {
        let x = 0.3 * i as f64;
        format!(
            "[[event]]\nat = {i}\nblock = {{ floor = \"yard\", outline = [[{}, 1], [{}, 1], [{}, 1.2]] }}\n",
            30.0 + x % 9.0,
            30.2 + x % 9.0,
            30.2 + x % 9.0
        )
    };
    let lines: String = (0..51).map(|i| one(i % 29).replace("1.2]", &format!("1.{}]", 2 + i / 29))).collect();
    let error = attempt(&ten(&lines)).err().expect("there are 51").to_string();
    assert!(error.contains("50 obstacles already"), "{error}");
}

fn acts(scenario: &Scenario) -> Acts {
    Acts::of(scenario)
}

fn block(floor: &str, [x0, y0, x1, y1]: [f64; 4]) -> Value {
    json!({ "block": { "floor": floor, "outline": [[x0, y0], [x1, y0], [x1, y1], [x0, y1]] } })
}

fn hall(env: &Environment) -> f64 {
    let floor = &env.floors()[env.floor("hall").unwrap().index()];
    floor.cells.clone().map(|c| env.cell_area(populace_env::CellId(c))).sum()
}

fn env_of(command: &Command) -> &Arc<Environment> {
    match command {
        Command::Block { env, .. } => env,
        _ => panic!("it is no obstacle"),
    }
}

#[test]
fn what_is_refused_says_where_and_changes_nothing() {
    let scenario = take(&ten(""));
    let mut acts = acts(&scenario);
    let refused = |acts: &mut Acts, entry: Value| acts.prove(&entry, 7).err().expect("it is wrong").to_string();
    assert_eq!(refused(&mut acts, json!([1])).lines().next(), Some("act: an act is a JSON object"));
    let said = refused(&mut acts, json!({ "at": 3.0, "open": "vault door" }));
    assert!(said.contains("act: at: an act happens now") && said.contains("leave `at` out"), "{said}");
    let said = refused(&mut acts, json!({ "opne": "vault door" }));
    assert!(said.contains("unknown field `opne`") && said.contains("\"open\""), "{said}");
    let said = refused(&mut acts, json!({ "send": { "population": "ten", "to": "nowhere" } }));
    assert!(said.starts_with("act: send.to: the place has no area \"nowhere\""), "{said}");
    // A good obstacle with a bad goal beside it.
    let mut bad = block("hall", [5.0, 2.0, 7.0, 3.0]);
    bad["send"] = json!({ "to": "west" });
    refused(&mut acts, bad);
    let after = acts.prove(&block("hall", [1.0, 8.0, 2.0, 9.0]), 8).unwrap();
    assert!((hall(scenario.environment()) - hall(env_of(&after.commands[0])) - 1.0).abs() < 1e-9);
    // A good parameter with a bad obstacle beside it: the next parameter does not bring the first one along.
    let set = |parameter: &str| json!({ "population": "ten", "parameter": parameter, "value": 0.25 });
    let mut bad = block("nowhere", [5.0, 2.0, 7.0, 3.0]);
    bad["set"] = set("margin");
    let said = refused(&mut acts, bad);
    assert!(said.contains("nowhere"), "{said}");
    let after = acts.prove(&json!({ "set": set("held_up_speed") }), 9).unwrap_or_else(|e| panic!("{e}"));
    let Command::Set { steering, .. } = &after.commands[0] else { panic!("it sets no parameter") };
    let in_force = steering.in_force();
    assert_eq!((&in_force["margin"], &in_force["held_up_speed"]), (&json!(0.1), &json!(0.25)));
}

#[test]
fn obstacles_and_parameters_add_up() {
    let scenario = take(&ten(""));
    let mut acts = acts(&scenario);
    let whole = hall(scenario.environment());
    for (i, x) in [1.0, 3.0, 5.0].into_iter().enumerate() {
        let act = acts.prove(&block("hall", [x, 8.0, x + 1.0, 9.0]), 10 * i as u64).unwrap();
        let left = hall(env_of(&act.commands[0]));
        assert!((whole - left - (i + 1) as f64).abs() < 1e-9, "{left} m² of {whole} m²");
        assert!(act.later.is_empty());
    }
}

#[test]
fn an_act_between_two_events_changes_the_later_one() {
    let event = "[[event]]\nat = 10\nblock = { floor = \"hall\", outline = [[1, 8], [2, 8], [2, 9], [1, 9]] }\n";
    // The event that is written first comes last.
    let scenario = take(&ten(&format!(
        "{}{event}",
        event.replace("at = 10", "at = 20").replace("[1, ", "[3, ").replace("[2, ", "[4, ")
    )));
    let whole = hall(scenario.environment());
    let commands = scenario.setup(None).commands;
    let lost = |command: &Command| (whole - hall(env_of(command))).round();
    assert_eq!(commands.iter().map(|c| (c.0, lost(&c.1))).collect::<Vec<_>>(), [(10.0, 1.0), (20.0, 2.0)]);
    let mut acts = acts(&scenario);
    // The act comes before step 201 of 0.05 s. It is obeyed at the decision at 10.1 s, after the first event.
    let act = acts.prove(&block("hall", [5.0, 8.0, 7.0, 9.0]), 201).unwrap();
    assert_eq!(lost(&act.commands[0]), 3.0);
    assert_eq!(act.later.iter().map(|(number, command)| (*number, lost(command))).collect::<Vec<_>>(), [(1, 4.0)]);
}

#[test]
fn a_group_leaves_by_an_exit_and_stays_elsewhere() {
    let scenario = take(&ten(""));
    let mut acts = acts(&scenario);
    let mut send = |to: &str| match acts.prove(&json!({ "send": { "pedestrians": [3], "to": to } }), 0) {
        Ok(Act { commands, .. }) => match &commands[0] {
            Command::Send { whom: Whom::Pedestrians(ids), leave, .. } if *ids == [3] => *leave,
            _ => panic!("something else"),
        },
        Err(error) => panic!("{error}"),
    };
    assert!(send("east"), "the journey leaves by it");
    assert!(!send("west") && !send("loft"));
}

#[test]
fn a_stop_of_a_lift_is_not_covered() {
    let with_lift = format!(
        "{PLACE}\n[[link]]\nname = \"lift\"\nkind = \"lift\"\nstops = [{{ floor = \"hall\", at = [2, 7] }}, {{ floor = \"loft\", at = [-7, 7] }}]\n"
    );
    let file = |name: &str, text: &str| (name.to_owned(), text.as_bytes().to_vec());
    let scenario = Scenario::from_sources(&[file("test.scenario.toml", &ten("")), file("test.place.toml", &with_lift)])
        .unwrap_or_else(|e| panic!("{e}"));
    let mut acts = acts(&scenario);
    // The stop of a lift may move by up to 3 m.
    assert!(acts.prove(&block("hall", [1.5, 6.5, 2.5, 7.5]), 0).is_ok());
    let error = acts.prove(&block("hall", [-1.0, 3.5, 6.0, 11.0]), 0).err().expect("nothing is left around it");
    assert!(error.what.contains("covers a stop of the lift \"lift\""), "{error}");
}

#[test]
fn events_of_every_kind_happen_in_a_run() {
    let lines = "[[event]]\nat = 1\nadd = { population = \"ten\", area = \"east\", count = 5 }\n\
        [[event]]\nat = 2\nblock = { floor = \"hall\", outline = [[6, 0], [7, 0], [7, 8], [6, 8]] }\n\
        [[event]]\nat = 3\nset = { population = \"ten\", parameter = \"margin\", value = 0.3 }\n\
        [[event]]\nat = 4\nsend = { pedestrians = [0, 1], to = \"loft\" }\n";
    let scenario = take(&ten(lines));
    let mut simulation = Simulation::new(scenario.setup(None));
    while simulation.time() < 80.0 {
        simulation.step();
    }
    let census = simulation.census();
    assert_eq!((census.expected, census.left, census.inside), (15, 13, 2), "{census:?}");
    assert_eq!((census.by_reason, simulation.place_changes()), (vec![("waiting", 2)], 1));
    assert_eq!(simulation.counts().in_wall, 0);
}
