//! Which scenarios are refused, at which line, and with which message. In most texts here the lines of interest begin at 4.

use crate::support;

use std::path::Path;

use crate::support::{HEAD, arriving, going, refuse, take, ten};
use populace_scenario::Scenario;

#[test]
fn misspelt_words_get_a_suggestion() {
    refuse(&ten("speeed = 1.2"), 8, "unknown field `speeed`", "\"speed\"");
    refuse(&ten("model = \"reactiv\""), 8, "no steering model", "\"reactive\"");
    refuse(&ten("follow = \"plater-lift\""), 8, "no way to follow routes", "\"platter-lift\"");
    refuse(&ten("planner = \"label\""), 8, "no planner", "\"labels\"");
    refuse(&ten("profile = \"wheelchar\""), 8, "no profile", "\"wheelchair\"");
    refuse(&ten("parameters = { marginn = 0.2 }"), 8, "unknown field `marginn`", "\"margin\"");
    refuse(&arriving("{ count = 1, areas = \"wets\" }"), 7, "no area \"wets\"", "\"west\"");
    refuse(&going("[{ leave = [\"east\", \"lofft\"] }]"), 7, "no area \"lofft\"", "\"loft\"");
    refuse(&ten("[[event]]\nat = 1\nopen = \"vaultdoor\""), 10, "no door or lift", "\"vault door\"");
    refuse(&ten("[[measure]]\nname = \"a\"\nline = [[0, 0], [1, 1]]\nfloor = \"hal\""), 11, "no floor", "\"hall\"");
    let unknown = ten("").replace("until", "untill");
    refuse(&unknown, 3, "unknown field `untill`", "\"until\"");
}

#[test]
fn nobody_and_too_many_are_refused() {
    refuse(&arriving("{ count = 0, areas = \"west\" }"), 7, "nobody comes", "at least 1");
    refuse(&arriving("{ count = 1000000000, areas = \"west\" }"), 7, "more than a run takes", "at most 2000000");
    refuse(
        &arriving("{ rate = 10000, areas = \"west\" }\n").replace("= 100\n", "= 1e6\n"),
        7,
        "10000000000 people",
        "",
    );
    refuse(&arriving("{ timetable = [[0, 0]], areas = \"west\" }"), 7, "nobody comes", "");
    refuse(&arriving("{ timetable = [], areas = \"west\" }"), 7, "nobody comes", "");
    refuse(&arriving("{ count = -5, areas = \"west\" }"), 7, "invalid value", "");
    refuse(&arriving("[]"), 4, "nobody of \"them\" comes", "arrive");
    refuse(&arriving("{ areas = \"west\" }"), 7, "nobody comes", "`count`");
    let nobody = match support::attempt(HEAD) {
        Err(error) => error.to_string(),
        Ok(_) => panic!("accepted"),
    };
    assert!(nobody.contains("there is no [[population]]"), "{nobody}");
}

/// The third number of a point, or of a row of a timetable, used to be ignored.
#[test]
fn lists_with_more_items_than_are_read_are_refused() {
    let what = "invalid length 3, expected a list of 2 items";
    refuse(&arriving("{ timetable = [[10, 3, 99]], areas = \"west\" }"), 7, what, "");
    refuse(&arriving("[{ timetable = [[10, 3],\n[20, 3, 99]], areas = \"west\" }]"), 8, what, "");
    refuse(&arriving("{ at = [[1, 1, 0]], floor = \"hall\" }"), 7, what, "");
    refuse(&ten("speed = { uniform = [1, 1.2, 1.4] }"), 8, what, "");
    refuse(&ten("[[measure]]\nname = \"a\"\nline = [[0, 0], [1, 1], [2, 2]]"), 10, what, "");
    take(&arriving("{ timetable = [[10, 3], [20, 3]], areas = \"west\" }"));
}

/// A name of 70,000 characters used to be taken, and the summary of the run panicked on it.
#[test]
fn names_that_are_too_long_are_refused() {
    let (long, what) = ("n".repeat(70_000), "the name has 70000 characters");
    refuse(&ten(&format!("[[measure]]\nname = \"{long}\"\narea = \"west\"")), 9, what, "at most 200");
    refuse(&ten("").replace("name = \"ten\"", &format!("name = \"{long}\"")), 5, what, "at most 200");
    refuse(&ten("").replace("until =", &format!("name = \"{long}\"\nuntil =")), 3, what, "at most 200");
    take(&ten(&format!("[[measure]]\nname = \"{}\"\narea = \"west\"", "ü".repeat(200))));
}

/// A scenario could name any folder of the machine, and a run with `--overwrite` replaced the recording in it.
#[test]
fn the_folder_of_a_recording_is_below_where_the_program_runs() {
    for folder in ["/elsewhere", "..", "../beside", "a/../../b"] {
        refuse(&ten(&format!("[record]\nfolder = \"{folder}\"")), 9, "is outside the folder", "--out");
    }
    take(&ten("[record]\nfolder = \"./out/a recording\""));
}

#[test]
fn an_area_that_is_too_small_says_how_many_would_fit() {
    // 0.45 · 16 m² / (π · 0.2² m²) = 57.3
    refuse(&arriving("{ count = 58, areas = \"west\" }"), 7, "58 people do not fit into west: 57 do", "at most 57");
    take(&arriving("{ count = 57, areas = \"west\" }"));
    // Thirty people fit once, but not twice.
    let twice = "[{ count = 30, areas = \"west\" }, { count = 30, areas = \"west\" }]";
    refuse(&arriving(twice), 7, "30 people do not fit into west: 27 do", "");
    // With bodies of 0.6 m: 0.45 · 16 / (π · 0.3²) = 25.4
    refuse(&ten("radius = { uniform = [0.2, 0.3] }").replace("10,", "26,"), 6, ": 25 do", "");
    // Ten people 0.4 m wide need a circle of 2 · 10 · 0.2 / 2π = 0.64 m.
    let circle = "{ circle = { centre = [7, 5], radius = 0.6, count = 10 }, floor = \"hall\" }";
    refuse(&arriving(circle), 7, "do not fit on a circle", "fewer");
}

#[test]
fn entrances_without_ground_or_room_are_refused() {
    refuse(&arriving("{ count = 1, areas = \"pillar\" }"), 7, "no walkable ground", "move the area");
    refuse(&arriving("{ rate = 1, areas = [\"west\", \"crack\"] }"), 7, "nobody fits in the area \"crack\"", "wider");
    refuse(&going("[{ go_to = \"pillar\" }]"), 7, "no walkable ground", "");
    refuse(&arriving("{ at = [[10, 5]], floor = \"hall\" }"), 7, "in a wall", "");
    refuse(&arriving("{ at = [[5, 5], [5.1, 5]], floor = \"hall\" }"), 7, "stand in each other", "0.4 m");
    refuse(&arriving("{ at = [[5, 5]] }"), 7, "several floors", "`floor`");
    refuse(&arriving("{ at = [[nan, 5]], floor = \"hall\" }"), 7, "the coordinate is NaN", "");
}

/// Only people of the same entry used to be compared.
#[test]
fn nobody_is_placed_in_somebody_of_another_entry() {
    let point = |x: f64| format!("{{ at = [[3, 2], [{x}, 5]], floor = \"hall\" }}");
    let entries =
        |x: f64| arriving(&format!("[{{ at = [[5, 5]], floor = \"hall\" }},\n{}]", point(x).replace("3,", "2,")));
    refuse(&entries(5.39), 8, "number 2 of \"them\" stands in number 1 of an entry above", "0.4 m");
    take(&entries(5.4));
    // Bodies of 0.4 and 0.6 m need 0.5 m.
    let more = |x: f64| {
        let wide = "name = \"wide\"\njourney = [{ leave = \"east\" }]\nradius = 0.3";
        format!("{}[[population]]\n{wide}\narrive = {}\n", arriving("{ at = [[5, 5]], floor = \"hall\" }"), point(x))
    };
    refuse(&more(5.49), 12, "number 2 of \"wide\" stands in number 1 of \"them\"", "0.5 m");
    refuse(&more(4.51), 12, "number 2 of \"wide\" stands in number 1 of \"them\"", "0.5 m");
    take(&more(5.5));
    let circle = "[{ at = [[5, 5]], floor = \"hall\" },\n{ circle = { centre = [3, 5], radius = 2, count = 4 }, floor = \"hall\" }]";
    refuse(&arriving(circle), 8, "number 1 of \"them\" stands in number 1", "0.4 m");
}

#[test]
fn contradictory_distributions_are_refused() {
    let speed = |spread: &str| ten(&format!("speed = {spread}"));
    refuse(
        &speed("{ between = [1, 2] }"),
        8,
        "does not say how the number is distributed",
        "{ gamma = [mean, deviation] }",
    );
    refuse(&speed("{ gamma = [1, 0.2], table = [[1, 1]] }"), 8, "gamma and table contradict", "keep one");
    refuse(&speed("{ log_normal = [1.3, -0.2] }"), 8, "the standard deviation is -0.2", "between 0 and 10");
    refuse(
        &speed("{ log_normal = [1.3, 0.2], between = [1.4, 2] }"),
        8,
        "the mean, 1.3, is not between",
        "around the mean",
    );
    refuse(&speed("{ gamma = [1.3, nan] }"), 8, "the standard deviation is NaN", "");
    refuse(&speed("{ gamma = [11, 0.2] }"), 8, "the speed is 11", "between 0.05 and 10 m/s");
    refuse(&speed("{ exponential = -1 }"), 8, "the speed is -1", "");
    refuse(&ten("pre_movement = { exponential = 0 }"), 8, "the mean is 0, and all values", "above 0");
    refuse(&ten("pre_movement = { log_normal = [0, 5] }"), 8, "the mean is 0, and all values", "above 0");
    refuse(&speed("{ exponential = 1, between = [2, 1] }"), 8, "the least, 2, is more than the most, 1", "swap");
    refuse(&speed("{ triangular = [1, 2.5, 2] }"), 8, "the mode, 2.5, is not between 1 and 2", "[least, mode, most]");
    refuse(&speed("{ triangular = [2, 1.5, 1] }"), 8, "the least, 2, is more than the most, 1", "swap");
    refuse(&speed("{ triangular = [1, 1.5, 2], between = [1.9, 2] }"), 8, "the mean, 1.5, is not between", "");
    refuse(&speed("{ table = [] }"), 8, "the table has 0 rows", "at least once");
    let long: Vec<String> = (0..1001).map(|i| format!("[{}, 1]", 1.0 + f64::from(i) / 1e3)).collect();
    refuse(&speed(&format!("{{ table = [{}] }}", long.join(", "))), 8, "the table has 1001 rows", "at most 1000");
    refuse(&speed("{ table = [[1, 0], [2, 0]] }"), 8, "all weights are zero", "above 0");
    refuse(&speed("{ table = [[1, 1], [2, -1]] }"), 8, "the weight is -1", "");
    refuse(&speed("{ table = [[1, 1],\n[0.9, 1]] }"), 9, "0.9 comes after 1: the table is out of order", "sort");
    refuse(&speed("{ table = [[1, 1],\n[1, 2]] }"), 9, "the value 1 is in two rows", "each value once");
    refuse(&speed("{ table = [[1, 1],\n[11, 1]] }"), 9, "the speed is 11", "");
    refuse(
        &speed("{ table = [[1, 1], [2, 1]], between = [1.2, 1.8] }"),
        8,
        "no value with a weight is between 1.2 and 1.8",
        "",
    );
    for spread in [
        "{ log_normal = [1.3, 0.2], between = [0.5, 2] }",
        "{ triangular = [1, 1, 2] }",
        "{ gamma = [1.3, 0] }",
        "{ exponential = 1.3 }",
        "{ table = [[1, 0], [1.2, 3]], between = [1.1, 2] }",
    ] {
        take(&speed(spread));
    }
}

/// 10° and 28° are whole numbers of degrees, but not of radians.
#[test]
fn a_distribution_is_in_the_unit_of_its_key() {
    use populace_sim::Distribution;

    let cone = |spread: &str| take(&ten(&format!("cone = {spread}"))).given().populations[0].body.cone.clone();
    let degrees = |radians: f64| radians.to_degrees().round();
    match cone("{ gamma = [10, 4], between = [10, 28] }") {
        Distribution::Gamma { mean, sd, least, most } => {
            assert_eq!([mean, sd, least, most].map(degrees), [10.0, 4.0, 10.0, 28.0]);
        }
        other => panic!("{other:?}"),
    }
    let table = cone("{ table = [[10, 1], [28, 1]] }");
    assert_eq!([table.least(), table.mean(), table.most()].map(degrees), [10.0, 19.0, 28.0]);
}

#[test]
fn numbers_out_of_their_limits_are_refused() {
    refuse(&ten("[timing]\ndt = 0"), 9, "the dt is 0", "between 0.001 and 0.5 s");
    refuse(&ten("[timing]\ndt = -0.1"), 9, "the dt is -0.1", "");
    refuse(&ten("[timing]\ndt = nan"), 9, "the dt is NaN", "");
    refuse(&ten("[timing]\nthink_rate = 7"), 9, "2.857 moves of 0.05 s", "take 6.666667 Hz");
    refuse(&ten("[record]\nframe_rate = 16"), 9, "moves of 0.05 s", "take 20 Hz");
    refuse(&ten("speed = -1"), 8, "the speed is -1", "between 0.05 and 10 m/s");
    refuse(&ten("speed = 1e300"), 8, "the speed is 1e300", "");
    refuse(&ten("speed = { normal = [1.34, inf] }"), 8, "the standard deviation is inf", "");
    refuse(&ten("speed = { normal = [1.3, 0.2], uniform = [1, 2] }"), 8, "contradict", "");
    refuse(&ten("speed = { uniform = [2, 1] }"), 8, "the least, 2, is more than the most, 1", "swap");
    refuse(&ten("speed = { normal = [1.3, 0.2], between = [1.4, 2] }"), 8, "is not between", "");
    refuse(&ten("speed = \"fast\""), 8, "invalid type: string \"fast\", expected a number", "");
    refuse(&ten("radius = 0"), 8, "the radius is 0", "");
    refuse(&ten("pre_movement = -3"), 8, "pre-movement", "");
    refuse(&ten("parameters = { margin = nan }"), 8, "margin is not a finite number", "");
    refuse(&ten("parameters = { margin = -1 }"), 8, "margin: -1 is not in 0", "populace models");
    refuse(&ten("").replace("until = 100", "until = 0"), 3, "the end is 0", "");
    refuse(&ten("").replace("until = 100", "until = inf"), 3, "the end is inf", "");
}

#[test]
fn journeys_that_contradict_themselves_are_refused() {
    refuse(&going("[{ leave = \"east\" }, { wait = 3 }]"), 7, "they have left", "last stage");
    refuse(&going("[{ wait_for = \"alarm\" }, { leave = \"east\" }]"), 7, "no event ever gives", "[[event]]");
    let late = going("[{ wait_for = \"alarm\" }]") + "[[event]]\nat = 200\nsignal = \"alarm\"\n";
    refuse(&late, 9, "it never happens", "`until`");
    let misspelt = going("[{ wait_for = \"allarm\" }]") + "[[event]]\nat = 20\nsignal = \"alarm\"\n";
    refuse(&misspelt, 7, "for ever", "\"alarm\"");
    refuse(&going("[{ leave = [] }]"), 7, "no exit", "at least one");
    refuse(&going("[{ leave = [\"east\", \"loft\"], shares = [1] }]"), 7, "1 shares for 2 exits", "");
    refuse(&going("[{ leave = \"east\", shares = [0] }]"), 7, "all shares are zero", "");
    refuse(&going("[{ leave = \"east\", shares = [-1] }]"), 7, "the share is -1", "");
    refuse(&going("[{ leave = \"east\", shares = [1], by = \"nearest\" }]"), 7, "contradict", "");
    refuse(&going("[{ leave = \"east\", by = \"nearst\" }]"), 7, "unknown variant `nearst`", "\"nearest\"");
    refuse(&going("[{ go_to = \"east\", wait = 3 }]"), 7, "two stages", "{ }");
    refuse(&going("[{ go_to = \"east\", by = \"nearest\" }]"), 7, "does not go with `go_to`", "`leave`");
    refuse(&going("[{}]"), 7, "nothing to do", "`go_to`");
    refuse(&going("[]"), 6, "nothing to do", "journey");
}

#[test]
fn arrivals_that_contradict_themselves_are_refused() {
    refuse(&arriving("{ count = 3, rate = 2, areas = \"west\" }"), 7, "`count` and `rate` contradict", "second");
    refuse(&arriving("{ count = 3 }"), 7, "nothing says where", "areas");
    refuse(&arriving("{ count = 3, areas = [\"west\", \"west\"] }"), 7, "named twice", "");
    refuse(&arriving("{ count = 3, areas = \"west\", from = 3 }"), 7, "`from` does not go with `count`", "rate");
    refuse(&arriving("{ timetable = [[20, 3], [10, 3]], areas = \"west\" }"), 7, "out of order", "sort");
    refuse(&arriving("{ timetable = [[200, 3]], areas = \"west\" }"), 7, "not before the end", "");
    refuse(&arriving("{ rate = 1, from = 50, until = 20, areas = \"west\" }"), 7, "ends at 20 s", "");
    refuse(&arriving("{ at = [[5, 5]], goals = [], floor = \"hall\" }"), 7, "0 goals for 1 people", "one goal");
}

#[test]
fn a_goal_without_a_way_says_what_is_in_the_way() {
    let shut = going("[{ go_to = \"vault\" }]");
    refuse(&shut, 7, "no way from \"west\" to \"vault\" for \"adult\"", "door \"vault door\" is shut");
    refuse(&going("[{ leave = \"yard\" }]"), 7, "no way", "nothing joins");
    let wheels = going("[{ go_to = \"east\" }, { leave = \"loft\" }]") + "profile = \"wheelchair\"\n";
    refuse(&wheels, 7, "no way from \"east\" to \"loft\"", "stairs \"ladder\" are not for wheelchair");
    refuse(&going("[{ leave = [\"east\", \"yard\"], shares = [1, 1] }]"), 7, "to \"yard\"", "");
    // The nearest of two exits can be reached. An exit with a share of 0 need not be reached.
    take(&going("[{ leave = [\"east\", \"yard\"] }]"));
    take(&going("[{ leave = [\"east\", \"yard\"], shares = [1, 0] }]"));
    // The door is opened in time.
    take(&(shut + "[[event]]\nat = 20\nopen = \"vault door\"\n"));
}

#[test]
fn events_and_measures_must_say_something() {
    refuse(&ten("[[event]]\nat = 3"), 8, "nothing happens", "`open`");
    refuse(&ten("[[event]]\nat = 3\nopen = \"vault door\"\nclose = \"vault door\""), 11, "opened and closed", "");
    refuse(&ten("[[event]]\nat = -3\nopen = \"vault door\""), 9, "the time is -3", "");
    refuse(&ten("[[measure]]\nname = \"a\""), 8, "where to measure", "");
    refuse(&ten("[[measure]]\nname = \"a\"\nline = [[1, 1], [1, 1]]\nfloor = \"hall\""), 10, "no length", "");
    refuse(
        &ten("[[measure]]\nname = \"a\"\nwhat = \"speed\"\nfloor = \"hall\""),
        11,
        "on all floors",
        "leave `floor` out",
    );
    let of_west = |what: &str| ten(&format!("[[measure]]\nname = \"a\"\narea = \"west\"\nwhat = {what}"));
    refuse(
        &of_west("\"densty\""),
        11,
        "no measure is called \"densty\"",
        "did you mean \"density\"? There are: density, ",
    );
    refuse(
        &of_west("[\"density\", \"mood\"]"),
        11,
        "no measure is called \"mood\"",
        "use one of: density, voronoi-density, ",
    );
    let of_area = "measures of an area: density, voronoi-density, level-of-service, ";
    refuse(&of_west("[\"flow\"]"), 11, "\"flow\" needs a line, and this measures an area", of_area);
    refuse(
        &of_west("\"speed\""),
        11,
        "\"speed\" is measured of everyone, and this measures an area",
        "without `area` and `line`",
    );
    refuse(&of_west("[\"lanes\", \"lanes\"]"), 11, "named twice", "");
    let nowhere = ten("[[measure]]\nname = \"a\"\nwhat = [\"travel-time\", \"density\"]");
    refuse(&nowhere, 10, "\"density\" needs an area, and this measures everyone", "measures of everyone: speed, ");
    let many: String = (0..1001).map(|i| format!("[[measure]]\nname = \"{i}\"\narea = \"west\"\n")).collect();
    refuse(&ten(&many), 8, "1001 measures", "at most 1000");
    let twice = "[[measure]]\nname = \"a\"\narea = \"west\"\n[[measure]]\nname = \"a\"\narea = \"east\"";
    refuse(&ten(twice), 12, "is taken", "another");
    refuse(&ten("").replace("until", "time_of_day = \"25:00\"\nuntil"), 3, "no time of day", "08:30");
}

#[test]
fn other_versions_and_broken_texts_are_refused() {
    refuse(&ten("").replace("version = 1", "version = 2"), 1, "version 2", "version = 1");
    refuse(&ten("what is this"), 8, "", "TOML");
    refuse(&ten("name = \"twice\""), 8, "duplicate key", "");
    let error = |bytes: &[u8]| Scenario::from_text(bytes, Path::new("a.scenario.toml"), None).err().unwrap();
    let not_text = error(b"version = 1\nname = \"\xff\"\n");
    assert!(not_text.to_string().starts_with("a.scenario.toml: line 2, column 9: is not UTF-8"), "{not_text}");
    let long = vec![b'#'; (4 << 20) + 1];
    assert!(error(&long).to_string().contains("at most 4194304"));
    assert!(error(b"").to_string().contains("missing field `version`"));
    let deep = format!("version = 1\nuntil = 1\nseed = {}1{}", "[".repeat(5000), "]".repeat(5000));
    let deep = error(deep.as_bytes());
    assert!(deep.what.contains("nested too deeply"), "{deep}");
}

#[test]
fn a_missing_place_names_both_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let read = |place: &str| {
        let text = ten("").replace("test.place.toml", place);
        Scenario::from_text(text.as_bytes(), &folder.join("x.scenario.toml"), None).err().unwrap().to_string()
    };
    let missing = read("nowhere.place.toml");
    assert!(
        missing.contains("x.scenario.toml: line 2, column 9: \"nowhere.place.toml\" cannot be opened"),
        "{missing}"
    );
    let outside = read("../Cargo.toml");
    assert!(outside.contains("outside the folder") && outside.contains("  2 | place ="), "{outside}");
    let itself = read("corridor.scenario.toml");
    assert!(itself.contains("corridor.scenario.toml"), "{itself}");
    let none = ten("").replace("place = \"test.place.toml\"\n", "");
    let none = Scenario::from_text(none.as_bytes(), &folder.join("x.scenario.toml"), None).err().unwrap();
    assert!(none.to_string().contains("which place"), "{none}");
    let gone = Scenario::read(&folder.join("gone.scenario.toml")).err().unwrap();
    assert!(gone.to_string().contains("cannot be opened"), "{gone}");
}

#[test]
fn scenarios_cut_off_or_damaged_anywhere_never_crash() {
    let whole = ten("speed = { normal = [1.3, 0.2] }\n[[event]]\nat = 3\nopen = \"vault door\"\n");
    let bytes = whole.as_bytes();
    let place = ("test.place.toml".to_owned(), support::PLACE.as_bytes().to_vec());
    let read = |bytes: Vec<u8>| Scenario::from_sources(&[("test.scenario.toml".to_owned(), bytes), place.clone()]);
    for at in 0..bytes.len() {
        let _ = read(bytes[..at].to_vec()).map_err(|e| e.to_string());
        for other in [0, b'9', b'-', b'"', b'[', 0xff] {
            let mut damaged = bytes.to_vec();
            damaged[at] = other;
            let _ = read(damaged).map_err(|e| e.to_string());
        }
    }
}

#[test]
fn acquaintances_name_two_populations_once_with_a_level_of_0_to_1() {
    let entry = |between: &str, level: &str| ten(&format!("[[acquaintance]]\nbetween = {between}\nlevel = {level}"));
    let name = take(&ten("")).given().populations[0].name.clone();
    let same = format!("[{name:?}, {name:?}]");
    assert_eq!(take(&entry(&same, "0.8")).given().acquaintance, [0.8]);
    assert!(take(&ten("")).given().acquaintance.is_empty());
    refuse(&entry(&same, "1.5"), 10, "level of acquaintance is 1.5", "between 0 and 1");
    refuse(&entry(&format!("[{name:?}, \"nobody at all\"]"), "1"), 9, "no population is called \"nobody at all\"", "");
    let twice = format!("[[acquaintance]]\nbetween = {same}\nlevel = 1\n");
    refuse(&ten(&twice.repeat(2)), 12, "have a level already", "keep one");
}

#[test]
fn an_unknown_drive_is_refused_at_its_place_with_the_names_there_are() {
    let with = |without: &str| ten(&format!("model = \"comfort\"\nparameters = {{ without = {without} }}"));
    refuse(&with("[\"clear_left\", \"clear_lfet\"]"), 9, "no drive is called \"clear_lfet\"; the drives are", "");
    take(&with("[\"clear_left\"]"));
}

#[test]
fn comfort_brings_the_speeds_of_its_paper_and_a_population_may_give_its_own() {
    use populace_sim::Distribution;
    let speed = |more: &str| take(&ten(more)).given().populations[0].body.speed.clone();
    // S §3.3.3: 1.36 m/s, standard deviation 0.162 m/s.
    assert!(matches!(speed("model = \"comfort\""), Distribution::Normal { mean: 1.36, sd: 0.162, .. }));
    assert!(matches!(speed(""), Distribution::Normal { mean: 1.34, sd: 0.26, .. }));
    assert!(matches!(speed("model = \"comfort\"\nspeed = 1.1"), Distribution::Constant(1.1)));
}
