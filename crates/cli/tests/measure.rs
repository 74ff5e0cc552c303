//! `populace measure` with recordings and real trajectories, and its messages about wrong requests.

use std::path::PathBuf;

use crate::running::{file, folder, fresh, json, measures, populace, refused, result, scene, text};
use populace_traj::{MEASURES, Of, with_unit};
use serde_json::Value;

fn number(value: &Value, key: &str) -> f64 {
    value[key]["value"].as_f64().unwrap_or_else(|| panic!("{key} of {value}"))
}
fn check_near(found: f64, expected: f64, tolerance: f64, what: &str) {
    assert!((found - expected).abs() <= tolerance, "{what}: {found}, not {expected}");
}

/// Runs the bottleneck to its end.
fn bottleneck(test: &str) -> PathBuf {
    let out = fresh(test, "recording");
    json(&["run", &scene("bottleneck.scenario.toml"), "--out", text(&out), "--json"]);
    out
}

#[test]
fn a_recording_is_measured_where_its_scenario_says() {
    let out = bottleneck("measured");
    let found = json(&["measure", text(&out), "--json"]);
    let line = "flow through the door";
    assert_eq!(check_same(&out, &found), 8, "four figures of the area and four of the line");
    check_near(number(&found, "people"), 100.0, 0.0, "people");
    assert_eq!(found["collisions"]["value"], 0.0, "bodies do not overlap");
    assert_eq!(found[&format!("{line}: n_t")]["unit"], "persons");
    let n_t = found[&format!("{line}: n_t")]["series"].as_array().unwrap();
    assert_eq!(n_t.last().unwrap()[1], 100.0);

    // The area is named as in the place, and only one measure is asked for.
    let found =
        json(&["measure", text(&out), "--json", "--only", "density,voronoi-density", "--area", "before the door"]);
    let keys: Vec<&String> = found.as_object().unwrap().keys().collect();
    assert!(keys.iter().all(|key| key.starts_with("before the door: ")) && keys.len() == 7, "{keys:?}");
    let (classic, voronoi) =
        (number(&found, "before the door: density_mean"), number(&found, "before the door: voronoi_density_mean"));
    check_near(voronoi, classic, 0.15 * classic, "both densities count the same people");
}

/// Writes the bottleneck with every line of the table of measures, and with people who come after 3 s. Nobody is inside before that.
fn with_every_measure(test: &str) -> PathBuf {
    file(test, "bottleneck.place.toml", std::fs::read(scene("bottleneck.place.toml")).unwrap());
    let scenario = std::fs::read_to_string(scene("bottleneck.scenario.toml")).unwrap();
    let late = scenario.replace("count = 100,", "timetable = [[3, 60]],");
    assert_ne!(late, scenario);
    let names = |of: Of| -> String {
        let fit = MEASURES.iter().filter(|entry| entry.of == of);
        fit.map(|entry| format!("{:?}, ", entry.name)).collect()
    };
    let more = format!(
        "[[measure]]\nname = \"room\"\narea = \"before the door\"\nwhat = [{}]\n\
         [[measure]]\nname = \"door\"\nline = [[10.2, 4.4], [10.2, 5.6]]\nwhat = [{}]\n\
         [[measure]]\nname = \"all\"\nwhat = [{}]\n",
        names(Of::Area),
        names(Of::Line),
        names(Of::Everyone)
    );
    file(test, "bottleneck.scenario.toml", format!("{late}\n{more}"))
}

/// Panics unless every figure that a run measured was found in its recording, to the last bit. Returns how many there are.
fn check_same(recording: &std::path::Path, found: &Value) -> usize {
    let mut count = 0;
    for (name, figures) in result(recording)["measures"].as_object().unwrap() {
        for (key, value) in figures.as_object().unwrap() {
            let is_it = |(of, quantity): &(&String, &Value)| {
                // Everyone has no name.
                let finding = of.strip_prefix(&format!("{name}: ")).unwrap_or(of);
                let belongs = of.starts_with(&format!("{name}: ")) || !of.contains(": ");
                belongs && with_unit(finding, quantity["unit"].as_str().unwrap()) == *key
            };
            let (_, quantity) =
                found.as_object().unwrap().iter().find(is_it).unwrap_or_else(|| panic!("{name}: {key}"));
            assert_eq!(quantity["value"].as_f64(), value.as_f64(), "{name}: {key}");
            count += 1;
        }
    }
    count
}

/// Panics unless every column of the table of a run is a series of its recording, to the last bit. Returns how many there are.
fn check_same_series(recording: &std::path::Path, found: &Value) -> usize {
    let csv = measures(recording);
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    for (i, heading) in rows[0].iter().enumerate().skip(1) {
        let (name, key) = heading.split_once(": ").unwrap();
        let series = found.as_object().unwrap().iter().find_map(|(of, quantity)| {
            let belongs = of.starts_with(&format!("{name}: ")) || !of.contains(": ");
            let columns = quantity["columns"].as_array().filter(|columns| belongs && columns[0]["name"] == "time")?;
            let word = |column: &Value, key: &str| column[key].as_str().unwrap().to_owned();
            let heading = |column: &Value| with_unit(&word(column, "name"), &word(column, "unit"));
            let place = columns.iter().position(|column| heading(column) == key)?;
            let value = |row: &Value| row[place].as_f64();
            Some(quantity["series"].as_array().unwrap().iter().filter_map(value).collect::<Vec<f64>>())
        });
        // One reader for both, which may miss the last bit of a number.
        let ours: Vec<f64> = rows[1..]
            .iter()
            .filter(|row| !row[i].is_empty())
            .map(|row| serde_json::from_str(row[i]).unwrap())
            .collect();
        assert_eq!(series.as_ref(), Some(&ours), "{heading}");
        assert!(!ours.is_empty(), "{heading}");
    }
    rows[0].len() - 1
}

/// `populace measure` used to begin with the first frame in which someone is inside, and to take speeds over twice the time.
#[test]
fn every_measure_of_a_scenario_finds_the_same_in_its_recording() {
    let scenario = with_every_measure("every");
    let whole = fresh("every", "whole");
    json(&["run", text(&scenario), "--out", text(&whole), "--json"]);
    let found = json(&["measure", text(&whole), "--json"]);
    // Beside the eight figures of the scene, every figure of the table.
    let is_of_table = |key: &str| !key.contains(": ") || key.starts_with("room: ") || key.starts_with("door: ");
    let figures = found.as_object().unwrap().iter().filter(|(key, one)| is_of_table(key) && one.get("value").is_some());
    assert_eq!(check_same(&whole, &found), 8 + figures.count());
    // Five columns of the scene, eight of the area, three of the line and one of everyone.
    assert!(check_same_series(&whole, &found) >= 5 + 12);

    // Stopped in the middle of a second and resumed.
    let parted = fresh("every", "parted");
    json(&["run", text(&scenario), "--out", text(&parted), "--until", "9.35", "--checkpoint-every", "9.35", "--json"]);
    json(&["run", "--resume", text(&parted), "--until", "300", "--json"]);
    assert_eq!((&result(&parted)["measures"], measures(&parted)), (&result(&whole)["measures"], measures(&whole)));

    // The travel times are those of the summary.
    let (summary, everyone) = (&result(&whole)["travel_s"], &result(&whole)["measures"]["all"]);
    for (theirs, ours) in
        [("mean", "travel_time_mean_s"), ("p95", "travel_time_p95_s"), ("longest", "travel_time_longest_s")]
    {
        assert_eq!(summary[theirs], everyone[ours], "{ours}");
    }
    let told = String::from_utf8(populace(&["run", text(&scenario), "--no-record", "--until", "12", "--quiet"]).stdout)
        .unwrap();
    for words in ["service a ", " %, service b ", "voronoi density mean ", "congestion mean ", "travel time mean "] {
        assert!(told.contains(words), "{words:?} in {told}");
    }
}

#[test]
fn an_export_measures_like_its_recording() {
    let out = bottleneck("exported");
    for name in ["a.sqlite", "a.txt"] {
        let path = folder("exported").join(name);
        populace(&["convert", text(&out), "--overwrite", "--out", text(&path)]);
        let place = scene("bottleneck.place.toml");
        let place: &[&str] = if name == "a.txt" { &["--place", &place] } else { &[] };
        let line =
            ["--line", "10.2,4.4 10.2,5.6", "--area", "7,3.5 10,3.5 10,6.5 7,6.5", "--speed-over", "0.2", "--json"];
        let ours = json(&[&["measure", text(&out)], &line[..]].concat());
        let theirs = json(&[&["measure", text(&path)], &line[..], place].concat());
        for key in [
            "line 1: flow_mean",
            "area 1: voronoi_density_highest",
            "area 1: voronoi_speed_mean",
            "speed_mean",
            "distance_mean",
        ] {
            check_near(number(&theirs, key), number(&ours, key), 0.02 * number(&ours, key), key);
        }
    }
}

#[test]
fn tables_and_charts_are_written() {
    let walk: String = (0..60)
        .map(|i| format!("1 {i} {} 0.5\n2 {i} {} 1.5\n", f64::from(i) * 0.1, 6.0 - f64::from(i) * 0.1))
        .collect();
    let path = file("written", "walk.txt", format!("# framerate: 10\n# id frame x/m y/m\n{walk}"));
    let out = |name: &str| folder("written").join(name);
    let area = ["--area", "middle=2,0 4,0 4,2 2,2", "--line", "3,0 3,2"];
    for name in ["table.csv", "tables"] {
        let output = populace(&[&["measure", text(&path), "--csv", text(&out(name))], &area[..]].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    // Both pedestrians walk 0.1 m in 0.1 s.
    let table = std::fs::read_to_string(out("table.csv")).unwrap();
    assert!(table.starts_with("quantity,row,column,value,unit\n"), "{table}");
    let row = table.lines().find_map(|line| line.strip_prefix("speed_mean,,,")).unwrap();
    let (speed, unit) = row.split_once(',').unwrap();
    check_near(speed.parse().unwrap(), 1.0, 1e-9, "mean speed");
    assert_eq!(unit, "m/s");
    let diagram = std::fs::read_to_string(out("tables").join("middle_fundamental_diagram.csv")).unwrap();
    assert!(
        diagram.starts_with("time [s],diagram density [1/m²],diagram speed [m/s],specific flow [1/(m s)]\n"),
        "{diagram}"
    );
    let figures = std::fs::read_to_string(out("tables").join("figures.csv")).unwrap();
    assert!(figures.starts_with("quantity,value,unit\n") && figures.contains("\npeople,2,persons\n"), "{figures}");
    for name in ["chart.svg", "chart.png"] {
        let output = populace(&[&["measure", text(&path), "--plot", text(&out(name))], &area[..]].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(std::fs::metadata(out(name)).unwrap().len() > 1000);
    }
    let told = String::from_utf8(populace(&[&["measure", text(&path)], &area[..]].concat()).stdout).unwrap();
    for words in ["speed_mean ", " m/s\n", "middle: lane_order_mean", "line 1: flow_mean"] {
        assert!(told.contains(words), "{words:?} in {told}");
    }
}

#[test]
fn what_cannot_be_measured_is_said() {
    let walk = "# framerate: 10\n1 0 0.5 0.5\n1 1 0.6 0.5\n1 2 0.7 0.5\n";
    let path = file("faults", "walk.txt", walk);
    let place = file("faults", "room.wkt", "POLYGON ((0 0, 6 0, 6 2, 0 2, 0 0))");
    let source = text(&path);
    for (more, what) in [
        (&["--line", "10,0 10,2"][..], "error: --line 10,0 10,2: lies outside of all trajectories\n  help: "),
        (
            &["--line", "7,0 7,2", "--place", text(&place)],
            "error: --line 7,0 7,2: lies outside of the place\n  help: the place reaches from 0.00,0.00 to 6.00,2.00",
        ),
        (
            &["--area", "7,0 8,0 8,2", "--place", text(&place)],
            "error: --area 7,0 8,0 8,2: lies outside of the place\n  help: ",
        ),
        (&["--area", "0,0 1,0"], "error: --area 0,0 1,0: is neither a known name nor points\n  help: "),
        (&["--area", "0,0 1,0 2,0"], "error: --area 0,0 1,0 2,0: has no size\n  help: "),
        (&["--line", "0,0 NaN,1"], "error: --line 0,0 NaN,1: is neither a known name nor points\n  help: "),
        (&["--line", "1,1 1,1"], "error: --line 1,1 1,1: has no length\n  help: "),
        (&["--only", "mood"], "error: --only mood: no measure is called that\n  help: use some of: density, "),
        (&["--only", "flow"], "error: --only flow: there is nothing to measure it of\n  help: give --line"),
        (&["--cut-off", "0"], "error: --cut-off 0: out of its limits\n  help: "),
        (&["--speed-over", "NaN"], "error: --speed-over NaN: out of its limits\n  help: "),
        (&["--frame-rate", "25"], &format!("error: {source}: says 10 frames/s, but 25 were given\n  help: ")),
        (&["--plot", "a.jpg"], "error: --plot a.jpg: drawings are SVG or PNG files\n  help: "),
        (&["--csv", source], &format!("error: --csv {source}: would write into what is measured\n  help: ")),
        (&["--floor", "attic"], "error: --floor attic: no floor is called that\n  help: "),
        (&["--until", "-1"], "error: --until -1: is not after --from 0\n  help: "),
    ] {
        let message = refused(&[&["measure", source], more].concat());
        assert!(message.starts_with(what), "{more:?}: {message}");
    }
    for (name, content, what) in [
        ("empty.txt", "", ": holds no trajectories\n  help: "),
        (
            "order.txt",
            "# framerate: 10\n1 1 0 0\n1 0 0 0\n",
            ": line 3: frames are out of order: pedestrian 1 was in 1 before 0\n  help: ",
        ),
        ("nan.txt", "# framerate: 10\n1 1 NaN 0\n", ": line 2: x \"NaN\" is not a finite number\n  help: "),
        (
            "mixed.txt",
            "# framerate: 10\n# id frame x/m y/cm\n1 1 0 0\n",
            ": line 2: units are mixed: x has m, y has cm\n  help: ",
        ),
        (
            "column.csv",
            "id,frame,east,y\n1,1,0,0\n",
            ": line 1: there is no column x among \"id\", \"frame\", \"east\", \"y\"\n  help: ",
        ),
    ] {
        let path = file("faults", name, content);
        let message = refused(&["measure", text(&path)]);
        assert!(message.starts_with(&format!("error: {}{what}", path.display())), "{name}: {message}");
    }
    assert!(refused(&["measure", "nowhere.txt"]).starts_with("error: nowhere.txt: cannot be read"));
    assert!(refused(&["measure", text(&folder("faults"))]).contains("is not a recording"));
}

/// Returns the path of a real file, when the data folder is there.
fn real(name: &str) -> Option<String> {
    populace_harness::data(&format!("trajectories/{name}"))?.to_str().map(str::to_owned)
}

/// doi:10.34735/ped.2018.1: the README of the data folder gives 1.148 and 1.171 persons/s over y = 0. In the second run heads lean
/// out beside the opening of 0.5 m, so the line is 1.2 m long: 75 and 74 people cross it.
#[test]
fn flows_through_real_bottlenecks_are_those_published() {
    for (name, flow, people) in [("040_c_56_h-", 1.148, 75.0), ("030_c_56_h0", 1.171, 74.0)] {
        let Some(path) = real(&format!("bottleneck/{name}.txt")) else { return };
        let found = json(&["measure", &path, "--only", "flow", "--line", "-0.6,0 0.6,0", "--json"]);
        check_near(number(&found, "line 1: flow_mean"), flow, 5e-4, name);
        check_near(number(&found, "line 1: crossed_right"), people, 0.0, name);
    }
}

/// Zhang et al. 2012, bidirectional flow in the corridor of 3.6 m: lanes form.
#[test]
fn people_in_a_real_corridor_walk_in_lanes() {
    let (Some(path), Some(place)) = (real("hermes/bo-360-120-120.txt.gz"), real("hermes/corridor_360.wkt")) else {
        return;
    };
    let area = ["--area", "0,-2 3.6,-2 3.6,2 0,2", "--only", "lanes,voronoi-density", "--json"];
    let found =
        json(&[&["measure", &path, "--unit", "cm", "--frame-rate", "16", "--place", &place], &area[..]].concat());
    assert!(number(&found, "area 1: lane_order_mean") > 0.8, "{found}");
    assert!((0.5..3.0).contains(&number(&found, "area 1: voronoi_density_highest")));
}
