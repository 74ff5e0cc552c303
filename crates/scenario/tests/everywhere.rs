//! People come in only where they can begin their journey: never in closed courtyards and rooms, and everywhere else when they are asked to.

use crate::support::{HEAD, PLACE};
use populace_geom::Point;
use populace_scenario::{Scenario, ScenarioError};
use populace_sim::Simulation;
use populace_traj::{Event, EventKind};

/// One area reaches from the hall into the vault, whose door is shut. A corner of the loft, 2 × 3 m, is a closet; the cleft that leads into it is
/// 0.45 m wide, too narrow for the ways of adults, which are planned for 0.5 m.
const MORE: &str = r#"
[[wall]]
floor = "loft"
line = [[-8, 7], [-6, 7], [-6, 9.55]]
[[area]]
name = "both"
floor = "hall"
outline = [[11.5, 0], [20, 0], [20, 10], [11.5, 10]]
[[area]]
name = "whole loft"
floor = "loft"
outline = [[-8, 0], [-5, 0], [-5, 10], [-8, 10]]
"#;

fn attempt(text: &str) -> Result<Scenario, ScenarioError> {
    let file = |name: &str, text: &str| (name.to_owned(), text.as_bytes().to_vec());
    Scenario::from_sources(&[file("test.scenario.toml", text), file("test.place.toml", &format!("{PLACE}{MORE}"))])
}

/// Returns a scenario with a population and some more lines.
fn written(arrive: &str, journey: &str, lines: &str) -> String {
    format!("{HEAD}[[population]]\nname = \"them\"\narrive = {arrive}\njourney = {journey}\n{lines}")
}

fn proven(arrive: &str, journey: &str, lines: &str) -> Scenario {
    attempt(&written(arrive, journey, lines)).unwrap_or_else(|e| panic!("{e}"))
}

/// Checks that a text is refused at a line.
#[track_caller]
fn refuse(text: &str, line: usize, what: &str, hint: &str) {
    let error = attempt(text).err().unwrap_or_else(|| panic!("accepted: {text}"));
    assert!(error.what.contains(what) && error.hint.contains(hint), "{error}");
    assert_eq!(error.position.map(|p| p.line), Some(line), "{error}");
}

/// Returns the floor and the point at which each pedestrian has come in, and checks that nobody is ever told that there is no way.
fn entries(scenario: &Scenario) -> Vec<(String, Point)> {
    let mut simulation = Simulation::new(scenario.setup(None));
    let begun = simulation.begin().events.to_vec();
    let mut found = newcomers(&simulation, &begun);
    while !simulation.is_over() && simulation.time() < scenario.until().time {
        let events = simulation.step().events.to_vec();
        let lost: Vec<u32> = events.iter().filter(|e| e.kind == EventKind::NoWay).map(|e| e.pedestrian).collect();
        assert!(lost.is_empty(), "{lost:?} have no way");
        found.extend(newcomers(&simulation, &events));
    }
    found
}

/// Returns the floor and the point of each pedestrian who came in.
fn newcomers(simulation: &Simulation, events: &[Event]) -> Vec<(String, Point)> {
    let entered = events.iter().filter(|e| e.kind == EventKind::Entered);
    let rows = entered.filter_map(|e| simulation.row(e.pedestrian));
    let (env, people) = (simulation.env(), simulation.people());
    rows.map(|row| (env.floors()[env.cell_floor(people.cell[row]).index()].name.clone(), people.position[row]))
        .collect()
}

fn share(entries: &[(String, Point)], floor: &str) -> f64 {
    entries.iter().filter(|e| e.0 == floor).count() as f64 / entries.len() as f64
}

fn is_in_closet((floor, at): &(String, Point)) -> bool {
    floor == "loft" && at.x < -6.0 && at.y > 7.0
}

/// The hall without the vault and the pillar is 15·10 − 4 = 146 m², the loft without the closet 3·10 − 2·3 = 24 m², and the stairs
/// between them 6 m². Of 300 people the share p of them has the deviation √(p (1 − p) / 300); four of these are allowed.
#[test]
fn people_everywhere_are_spread_by_the_size_of_the_ground_that_leads_to_their_goal() {
    let entries = entries(&proven("{ count = 300, areas = \"everywhere\" }", "[{ leave = \"east\" }]", ""));
    assert_eq!(entries.len(), 300);
    for (floor, size) in [("hall", 146.0), ("loft", 24.0), ("ladder", 6.0)] {
        let (is, ought) = (share(&entries, floor), size / 176.0);
        assert!((is - ought).abs() < 4.0 * (ought * (1.0 - ought) / 300.0).sqrt(), "{floor}: {is}, {ought}");
    }
    assert!(entries.iter().all(|(floor, at)| floor != "hall" || at.x < 15.0), "somebody is in the vault");
    assert!(!entries.iter().any(is_in_closet), "somebody is in the closet");
}

#[test]
fn people_in_wheelchairs_come_in_only_on_the_floor_of_their_goal() {
    let arrive = "{ count = 40, areas = \"everywhere\" }\nprofile = \"wheelchair\"";
    let entries = entries(&proven(arrive, "[{ leave = \"east\" }]", ""));
    assert_eq!((entries.len(), share(&entries, "hall")), (40, 1.0));
}

#[test]
fn a_door_that_is_opened_later_counts_as_open() {
    let opened = "[[event]]\nat = 20\nopen = \"vault door\"\n";
    let arrive = "{ count = 200, areas = \"everywhere\" }\npre_movement = 30";
    let entries = entries(&proven(arrive, "[{ leave = \"east\" }]", opened));
    let in_vault = entries.iter().filter(|(floor, at)| floor == "hall" && at.x > 15.0).count();
    // The vault is 50 of 226 m², so 44 of 200 are expected, with a deviation of 5.9.
    assert!((21..=67).contains(&in_vault), "{in_vault}");
}

#[test]
fn streams_and_timetables_come_in_everywhere() {
    for arrive in [
        "{ rate = 2, until = 40, areas = \"everywhere\" }",
        "{ timetable = [[5, 40], [20, 40]], areas = \"everywhere\" }",
    ] {
        let entries = entries(&proven(arrive, "[{ wait = 2 }, { leave = \"loft\" }]", ""));
        assert!(entries.len() > 50, "{}", entries.len());
        assert!(share(&entries, "hall") > 0.5 && share(&entries, "loft") > 0.0);
        assert!(entries.iter().all(|(floor, at)| floor != "yard" && (floor != "hall" || at.x < 15.0)));
    }
}

/// 34 of 60 people used to come in behind the shut door, and 9 of 60 in the closet. They had no way.
#[test]
fn nobody_is_put_into_the_closed_part_of_an_area() {
    let entries_of = |arrive: &str| entries(&proven(arrive, "[{ leave = \"west\" }]", ""));
    let both = entries_of("{ count = 60, areas = \"both\" }");
    assert!(both.len() == 60 && both.iter().all(|(_, at)| at.x < 15.0));
    let loft = entries_of("{ count = 60, areas = \"whole loft\" }");
    assert!(loft.len() == 60 && !loft.iter().any(is_in_closet));
    let stream = entries_of("{ rate = 2, until = 30, areas = [\"both\", \"whole loft\"] }");
    assert!(stream.len() > 30 && stream.iter().all(|(floor, at)| floor == "loft" || at.x < 15.0));
}

/// The open part of the area is 3.5·10 m², without half of the 8 m of wall that is 0.1 m thick: 0.45·34.6 / (π·0.2²) = 123.9 people fit.
#[test]
fn only_the_open_part_of_an_area_has_room() {
    proven("{ count = 123, areas = \"both\" }", "[{ leave = \"west\" }]", "");
    refuse(
        &written("{ count = 124, areas = \"both\" }", "[{ leave = \"west\" }]", ""),
        6,
        "into both: 123 do, on 34.6 m²",
        "",
    );
    // Without walls, 0.45·176 / (π·0.2²) = 630 people would fit.
    let all = written("{ count = 700, areas = \"everywhere\" }", "[{ leave = \"west\" }]", "");
    refuse(&all, 6, "do not fit into the place: 62", "");
}

#[test]
fn where_nothing_is_left_the_error_says_where() {
    let shares = "[{ leave = [\"east\", \"yard\"], shares = [1, 1] }]";
    refuse(&written("{ count = 5, areas = \"everywhere\" }", shares, ""), 6, "from no ground is there a way", "share");
    refuse(
        &written("{ count = 5, areas = \"vault\" }", "[{ leave = \"east\" }]", ""),
        7,
        "no way from \"vault\" to \"east\"",
        "",
    );
    let two = "{ count = 5, areas = [\"west\", \"everywhere\"] }";
    refuse(&written(two, "[{ leave = \"east\" }]", ""), 6, "\"everywhere\" is all ground", "leave");
    refuse(
        &written("{ at = [[1, 1]], areas = \"everywhere\" }", "[{ leave = \"east\" }]", ""),
        6,
        "does not go with `at`",
        "",
    );
}

/// Places of earlier versions may have an area of this name.
#[test]
fn an_area_that_is_called_everywhere_is_that_area() {
    let place = PLACE.replace("name = \"west\"", "name = \"everywhere\"");
    let file = |name: &str, text: &str| (name.to_owned(), text.as_bytes().to_vec());
    let text = written("{ count = 20, areas = \"everywhere\" }", "[{ leave = \"east\" }]", "");
    let sources = [file("test.scenario.toml", &text), file("test.place.toml", &place)];
    let scenario = Scenario::from_sources(&sources).unwrap_or_else(|e| panic!("{e}"));
    assert!(entries(&scenario).iter().all(|(_, at)| at.x < 4.0 && at.y < 4.0));
}

/// A wall across the hall appears after 10 s and cuts the west off.
#[test]
fn after_an_obstacle_people_come_in_on_what_is_left() {
    let wall =
        "[[event]]\nat = 10\nblock = { floor = \"hall\", outline = [[7.9, -1], [8.1, -1], [8.1, 11], [7.9, 11]] }\n";
    for areas in ["\"everywhere\"", "\"hall\""] {
        let place = format!(
            "{PLACE}[[area]]\nname = \"hall\"\nfloor = \"hall\"\noutline = [[0, 0], [20, 0], [20, 10], [0, 10]]\n"
        );
        let file = |name: &str, text: &str| (name.to_owned(), text.as_bytes().to_vec());
        let arrive = format!("{{ timetable = [[0, 30], [30, 30]], areas = {areas} }}");
        let text = written(&arrive, "[{ leave = \"east\" }]", wall);
        let sources = [file("test.scenario.toml", &text), file("test.place.toml", &place)];
        let scenario = Scenario::from_sources(&sources).unwrap_or_else(|e| panic!("{e}"));
        let mut simulation = Simulation::new(scenario.setup(None));
        while simulation.time() < 29.9 {
            simulation.step();
        }
        let before = simulation.counts().entered;
        // A run that goes on from here has the same people.
        let mut resumed = Simulation::new(scenario.setup(None));
        resumed.restore(&simulation.snapshot()).unwrap_or_else(|e| panic!("{e}"));
        let mut late = Vec::new();
        while simulation.time() < 31.0 {
            let events = simulation.step().events.to_vec();
            late.extend(newcomers(&simulation, &events));
            resumed.step();
        }
        assert_eq!(simulation.snapshot(), resumed.snapshot());
        assert_eq!((simulation.counts().entered, late.len()), (before + 30, 30));
        assert!(late.iter().all(|(_, at)| at.x > 8.0), "{areas}: {late:?}");
    }
}
