//! Checks what each indoor and footway tag becomes.

use crate::support::{area, environment, has_note, indoor, is_joined, is_joined_now, line, node, rectangle};
use populace_env::{AreaKind, Doors, FloorKind, Height, LinkKind, Place, World};
use populace_geom::Point;

/// Returns two halls side by side, 10 m apart, on levels 0 and 1.
fn halls() -> Vec<String> {
    vec![
        rectangle("way/1", (0.0, 0.0), (20.0, 20.0), "indoor=area, level=0"),
        rectangle("way/2", (30.0, 0.0), (50.0, 20.0), "indoor=area, level=1"),
    ]
}

fn with(mut features: Vec<String>, more: &[String]) -> Vec<String> {
    features.extend_from_slice(more);
    features
}

fn flight<'a>(place: &'a Place, name: &str) -> &'a populace_env::Floor {
    let names: Vec<&str> = place.floors.iter().map(|f| f.name.as_str()).collect();
    place.floors.iter().find(|f| f.name == name).unwrap_or_else(|| panic!("no {name} in {names:?}"))
}

fn height_at(floor: &populace_env::Floor, x: f64) -> f64 {
    match &floor.height {
        Height::Along(line) => line.iter().find(|(p, _)| p.x == x).expect("a point there").1,
        _ => panic!("not a flight"),
    }
}

#[test]
fn steps_between_two_levels_join_them() {
    let steps = line("way/3", &[(20.0, 10.0), (30.0, 10.0)], "highway=steps, level=0;1");
    let place = indoor(&with(halls(), &[steps]));
    assert_eq!(place.floors.len(), 3);
    let stairs = flight(&place, "steps from level 0 to level 1");
    assert!(matches!(stairs.kind, FloorKind::Stairs(_)));
    assert_eq!((height_at(stairs, 20.0), height_at(stairs, 30.0)), (0.0, 3.5));
    let openings: Vec<f64> = place
        .links
        .iter()
        .map(|l| match &l.kind {
            LinkKind::Opening { segment, one_way: false, .. } => segment.length(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(openings, [2.0, 2.0]);
    assert!(is_joined(&environment(&place), &place, ("level 0", 1.0, 1.0), ("level 1", 49.0, 1.0)));
}

#[test]
fn the_ways_at_its_ends_say_which_end_of_a_flight_is_up() {
    let down = [
        line("way/3", &[(30.0, 10.0), (20.0, 10.0)], "highway=steps, level=0;1, incline=up"),
        line("way/4", &[(10.0, 10.0), (20.0, 10.0)], "highway=footway, level=0"),
        line("way/5", &[(30.0, 10.0), (40.0, 10.0)], "highway=footway, level=1"),
    ];
    let place = indoor(&with(halls(), &down));
    assert_eq!(height_at(flight(&place, "steps from level 0 to level 1"), 30.0), 3.5, "a wrong incline does not count");
}

#[test]
fn the_incline_decides_when_nothing_touches_the_ends() {
    let lone = |incline: &str| {
        let steps =
            line("way/3", &[(60.0, 10.0), (70.0, 10.0)], &format!("highway=steps, level=0;1, incline={incline}"));
        let place = indoor(&with(halls(), &[steps]));
        assert!(has_note(&place, "way/3", "nothing else is within"));
        height_at(flight(&place, "steps from level 0 to level 1"), 60.0)
    };
    assert_eq!((lone("up"), lone("down"), lone("-12%")), (0.0, 3.5, 3.5));
}

#[test]
fn the_areas_around_its_ends_decide_when_nothing_else_does() {
    let steps = line("way/3", &[(31.0, 10.0), (19.0, 10.0)], "highway=steps, level=0;1");
    let place = indoor(&with(halls(), &[steps]));
    assert_eq!(height_at(flight(&place, "steps from level 0 to level 1"), 31.0), 3.5);
}

#[test]
fn an_escalator_runs_one_way_along_its_direction() {
    for (conveying, speed, down) in [("forward", 0.5, false), ("backward", -0.5, true)] {
        let steps =
            line("way/3", &[(20.0, 10.0), (30.0, 10.0)], &format!("highway=steps, level=0;1, conveying={conveying}"));
        let place = indoor(&with(halls(), &[steps]));
        let name = if down { "escalator from level 1 to level 0" } else { "escalator from level 0 to level 1" };
        let belt = flight(&place, name);
        assert!(matches!(belt.kind, FloorKind::Escalator(b) if b.speed == speed));
        let id = place.floor(name).unwrap();
        for link in &place.links {
            let LinkKind::Opening { floors, one_way: true, .. } = link.kind else { panic!("{link:?}") };
            let is_entry = floors[1] == id;
            assert_eq!(is_entry, link.name.ends_with(if down { "level 1" } else { "level 0" }), "{}", link.name);
        }
    }
}

#[test]
fn a_footway_between_two_levels_is_a_ramp_and_a_conveying_one_a_moving_walkway() {
    let ends = [(20.0, 10.0), (30.0, 10.0)];
    let ramp = indoor(&with(halls(), &[line("way/3", &ends, "highway=footway, level=0;1, width=3")]));
    assert_eq!(flight(&ramp, "ramp from level 0 to level 1").kind, FloorKind::Ramp);
    assert!(is_joined(&environment(&ramp), &ramp, ("level 0", 1.0, 1.0), ("level 1", 49.0, 1.0)));
    let belt = indoor(&with(halls(), &[line("way/3", &ends, "highway=footway, level=0;1, conveying=forward")]));
    assert!(matches!(flight(&belt, "walkway from level 0 to level 1").kind, FloorKind::Walkway(b) if b.speed == 0.5));
}

#[test]
fn steps_over_three_levels_stop_where_a_way_of_the_middle_one_joins() {
    let place = indoor(&[
        line("way/1", &[(0.0, 0.0), (0.0, 10.0)], "highway=footway, level=0"),
        line("way/2", &[(10.0, 0.0), (10.0, 10.0)], "highway=footway, level=1"),
        line("way/3", &[(20.0, 0.0), (20.0, 10.0)], "highway=footway, level=2"),
        line("way/4", &[(0.0, 0.0), (10.0, 0.0), (20.0, 0.0)], "highway=steps, level=0-2"),
    ]);
    assert_eq!(place.floors.len(), 5);
    let env = environment(&place);
    assert!(is_joined(&env, &place, ("level 0", 0.0, 9.0), ("level 1", 10.0, 9.0)));
    assert!(is_joined(&env, &place, ("level 0", 0.0, 9.0), ("level 2", 20.0, 9.0)));
}

#[test]
fn steps_within_a_level_are_widened_like_a_footway() {
    let place = indoor(&with(halls(), &[line("way/3", &[(20.0, 10.0), (26.0, 10.0)], "highway=steps, level=0")]));
    assert_eq!(place.floors.len(), 2);
    assert!(is_joined(&environment(&place), &place, ("level 0", 1.0, 1.0), ("level 0", 26.0, 10.0)));
}

#[test]
fn steps_without_a_level_lead_where_their_ways_are() {
    let place = indoor(&[
        line("way/1", &[(0.0, 0.0), (10.0, 0.0)], "highway=footway, level=1"),
        line("way/2", &[(10.0, 0.0), (20.0, 0.0)], "highway=steps"),
        line("way/3", &[(20.0, 0.0), (30.0, 0.0)], "highway=footway"),
    ]);
    let steps = flight(&place, "steps from level 0 to level 1");
    assert_eq!((height_at(steps, 10.0), height_at(steps, 20.0)), (3.5, 0.0));
}

#[test]
fn the_ways_count_where_they_disagree_with_the_levels_of_a_flight() {
    let place = indoor(&[
        line("way/1", &[(0.0, 0.0), (10.0, 0.0)], "highway=footway, level=0"),
        line("way/2", &[(10.0, 0.0), (20.0, 0.0)], "highway=steps, level=0;2"),
        line("way/3", &[(20.0, 0.0), (30.0, 0.0)], "highway=footway, level=1"),
    ]);
    assert!(has_note(&place, "way/2", "the ways count"));
    assert!(is_joined(&environment(&place), &place, ("level 0", 1.0, 0.0), ("level 1", 29.0, 0.0)));
}

#[test]
fn flights_from_one_node_stand_side_by_side() {
    let place = indoor(&[
        line("way/1", &[(-10.0, 0.0), (0.0, 0.0)], "highway=footway, level=0"),
        line("way/2", &[(20.0, 0.0), (30.0, 0.0)], "highway=footway, level=1"),
        line("way/3", &[(0.0, 0.0), (20.0, 0.0)], "highway=steps, level=0;1"),
        line("way/4", &[(0.0, 0.0), (20.0, 0.0)], "highway=steps, level=0;1, conveying=forward"),
        line("way/5", &[(20.0, 0.0), (0.0, 0.0)], "highway=steps, level=0;1, conveying=forward"),
    ]);
    let env = environment(&place);
    for name in
        ["steps from level 0 to level 1", "escalator from level 0 to level 1", "escalator from level 1 to level 0"]
    {
        let floor = place.floor(name).unwrap();
        let inside = env.floors()[floor.index()].bounds.center();
        assert!(is_joined(&env, &place, ("level 0", -9.0, 0.0), (name, inside.x, inside.y)), "{name}");
    }
}

#[test]
fn flights_that_meet_head_on_leave_a_landing_between_them() {
    let place = indoor(&[
        line("way/1", &[(-10.0, 0.0), (0.0, 0.0)], "highway=footway, level=0"),
        line("way/2", &[(0.0, 0.0), (8.0, 0.0)], "highway=steps, level=0;1"),
        line("way/3", &[(8.0, 0.0), (16.0, 0.0)], "highway=steps, level=1;2"),
        line("way/4", &[(16.0, 0.0), (26.0, 0.0)], "highway=footway, level=2"),
    ]);
    let env = environment(&place);
    assert!(is_joined(&env, &place, ("level 0", -9.0, 0.0), ("level 1", 8.0, 0.0)));
    assert!(is_joined(&env, &place, ("level 0", -9.0, 0.0), ("level 2", 25.0, 0.0)));
}

#[test]
fn a_way_that_ends_on_another_level_ends_in_a_ramp() {
    let place = indoor(&[
        line("way/1", &[(0.0, 0.0), (10.0, 0.0), (20.0, 0.0)], "highway=footway, level=0"),
        line("way/2", &[(10.0, 0.0), (10.0, 60.0)], "highway=footway, level=1"),
    ]);
    assert!(has_note(&place, "way/2", "read as a ramp"));
    assert!(is_joined(&environment(&place), &place, ("level 0", 1.0, 0.0), ("level 1", 10.0, 59.0)));
}

#[test]
fn indoor_ways_without_a_level_take_that_of_what_they_join() {
    let place = indoor(&[
        rectangle("way/1", (0.0, 0.0), (10.0, 10.0), "indoor=area, level=2"),
        line("way/2", &[(10.0, 10.0), (20.0, 10.0)], "highway=footway, indoor=yes"),
        line("way/3", &[(50.0, 0.0), (60.0, 0.0)], "highway=footway"),
    ]);
    assert!(is_joined(&environment(&place), &place, ("level 2", 1.0, 1.0), ("level 2", 19.0, 10.0)));
    assert!(environment(&place).locate(place.floor("level 0").unwrap(), Point::new(55.0, 0.0), None).is_some());
}

#[test]
fn a_room_opens_at_its_door_and_closes_with_it() {
    let place = indoor(&[
        area(
            "way/1",
            &[(0.0, 0.0), (5.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)],
            "indoor=room, level=0, name=A",
        ),
        rectangle("way/2", (0.0, -5.0), (10.0, 0.0), "indoor=corridor, level=0"),
        node("node/3", (5.0, 0.0), "door=yes, width=1.2"),
    ]);
    let LinkKind::Door { segment, .. } = &place.links[0].kind else { panic!("{:?}", place.links) };
    assert!((segment.length() - 1.2).abs() < 1e-9);
    let (inside, outside) = (("level 0", 5.0, 5.0), ("level 0", 5.0, -2.0));
    let env = environment(&place);
    assert!(is_joined(&env, &place, inside, outside));
    let mut doors = Doors::of(&env);
    doors.set_door(&env, populace_env::LinkId::new(0), false);
    assert!(!is_joined_now(World::new(&env, &doors), &place, inside, outside));
    assert_eq!(place.areas[0].name, "A");
}

#[test]
fn a_room_without_a_door_stays_closed_and_is_noted() {
    let place = indoor(&[
        rectangle("way/1", (0.0, 0.0), (10.0, 10.0), "indoor=room, level=0"),
        rectangle("way/2", (0.0, -5.0), (10.0, 0.0), "indoor=corridor, level=0"),
    ]);
    assert!(has_note(&place, "way/1", "stays closed"));
    assert!(!is_joined(&environment(&place), &place, ("level 0", 5.0, 5.0), ("level 0", 5.0, -2.0)));
}

#[test]
fn a_way_opens_the_wall_it_crosses() {
    let place = indoor(&[
        rectangle("way/1", (0.0, 0.0), (10.0, 10.0), "room=shop, level=0"),
        line("way/2", &[(4.0, -8.0), (4.0, 5.0)], "highway=footway, level=0"),
    ]);
    assert!(is_joined(&environment(&place), &place, ("level 0", 9.0, 9.0), ("level 0", 4.0, -7.0)));
}

#[test]
fn neighbouring_rooms_share_one_wall() {
    let place = indoor(&[
        rectangle("way/1", (0.0, 0.0), (10.0, 10.0), "indoor=room, level=0"),
        rectangle("way/2", (10.0, 0.0), (20.0, 10.0), "indoor=room, level=0"),
    ]);
    let length: f64 = place.floors[0].walls.iter().flat_map(|w| w.line.windows(2)).map(|p| p[0].distance(p[1])).sum();
    assert_eq!(length, 70.0, "two squares of 40 m with one side in common");
    assert!(place.floors[0].walls.iter().all(|w| w.thickness == 0.1));
}

#[test]
fn walls_and_columns_are_in_the_way() {
    let place = indoor(&[
        rectangle("way/1", (0.0, 0.0), (20.0, 20.0), "indoor=area, level=0"),
        line("way/2", &[(10.0, 0.0), (10.0, 20.0)], "indoor=wall, level=0"),
        rectangle("way/3", (2.0, 2.0), (3.0, 3.0), "indoor=column, level=0"),
        node("node/4", (5.0, 5.0), "indoor=column, level=0"),
    ]);
    assert_eq!(place.floors[0].obstacles.len(), 2);
    let env = environment(&place);
    assert!(!is_joined(&env, &place, ("level 0", 1.0, 1.0), ("level 0", 19.0, 1.0)));
    assert!(env.locate(place.floor("level 0").unwrap(), Point::new(5.0, 5.0), None).is_none());
}

#[test]
fn a_feature_repeats_on_the_levels_it_names() {
    let place = indoor(&[rectangle("way/1", (0.0, 0.0), (20.0, 20.0), "indoor=area, level=0, repeat_on=2-3")]);
    let names: Vec<&str> = place.floors.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["level 0", "level 2", "level 3"]);
    assert!(matches!(place.floors[2].height, Height::Flat(z) if z == 10.5));
}

#[test]
fn a_lift_stops_where_ways_or_areas_are_and_says_where_not() {
    let lift = node("node/3", (20.0, 10.0), "highway=elevator, level=0;1;2, capacity=13");
    let ways = [
        line("way/4", &[(20.0, 10.0), (10.0, 10.0)], "highway=footway, level=0"),
        line("way/5", &[(20.0, 10.0), (40.0, 10.0)], "highway=footway, level=1"),
        rectangle("way/6", (100.0, 0.0), (110.0, 10.0), "indoor=area, level=2"),
    ];
    let place = indoor(&with(with(halls(), &[lift]), &ways));
    let LinkKind::Lift { stops, lift } = &place.links[0].kind else { panic!("{:?}", place.links) };
    assert_eq!((stops.len(), lift.capacity), (2, 13));
    assert!(has_note(&place, "node/3", "no stop on level 2"));
    assert!(is_joined(&environment(&place), &place, ("level 0", 1.0, 1.0), ("level 1", 49.0, 1.0)));
}

#[test]
fn a_lift_shaft_joins_the_levels_it_stands_on() {
    let floors = ["0", "1"]
        .map(|l| rectangle(&format!("way/{l}"), (0.0, 0.0), (20.0, 20.0), &format!("indoor=area, level={l}")));
    let shaft = rectangle("way/7", (5.0, 5.0), (7.0, 7.0), "room=elevator, indoor=room, level=0-1");
    let place = indoor(&with(floors.to_vec(), &[shaft]));
    assert!(is_joined(&environment(&place), &place, ("level 0", 1.0, 1.0), ("level 1", 19.0, 1.0)));
}

#[test]
fn ways_are_as_wide_as_tagged_or_as_usual() {
    let width = |tags: &str| {
        let place = indoor(&[line("way/1", &[(0.0, 0.0), (100.0, 0.0)], tags)]);
        let bounds = environment(&place).floors()[0].bounds;
        ((bounds.max.y - bounds.min.y) * 10.0).round() / 10.0
    };
    assert_eq!(width("highway=footway"), 2.0);
    assert_eq!(width("highway=footway, width=4.5 m"), 4.5);
    assert_eq!(width("highway=footway, est_width=3"), 3.0);
    assert_eq!(width("highway=pedestrian"), 3.0);
    assert_eq!(width("railway=platform, level=0"), 3.0);
    assert_eq!(width("highway=cycleway, foot=designated"), 2.0);
    assert_eq!(width("highway=footway, width=0"), 0.5, "too narrow to believe");
}

#[test]
fn private_ways_are_left_out() {
    let place =
        indoor(&with(halls(), &[line("way/9", &[(70.0, 0.0), (80.0, 0.0)], "highway=footway, access=private")]));
    assert!(place.floors[0].walkable.iter().all(|o| o.source != "way/9"));
    assert!(place.notes.iter().any(|n| n.text.contains("private")));
}

#[test]
fn platforms_are_waiting_areas_with_names_of_their_own() {
    let place = indoor(&[
        rectangle("way/1", (0.0, 0.0), (100.0, 5.0), "railway=platform, level=0, ref=1"),
        rectangle("way/2", (0.0, 10.0), (100.0, 15.0), "public_transport=platform, level=0, ref=1"),
        rectangle("way/3", (0.0, 20.0), (100.0, 25.0), "highway=platform, level=0"),
        node("node/4", (0.0, 2.0), "entrance=main, level=0"),
    ]);
    let areas: Vec<(&str, AreaKind)> = place.areas.iter().map(|a| (a.name.as_str(), a.kind)).collect();
    let waiting = AreaKind::Waiting;
    assert_eq!(
        areas,
        [
            ("platform 1", waiting),
            ("platform 1 (2)", waiting),
            ("platform", waiting),
            ("west entrance", AreaKind::Entrance)
        ]
    );
}

#[test]
fn a_level_that_cannot_be_read_is_noted() {
    let place = indoor(&[rectangle("way/1", (0.0, 0.0), (9.0, 9.0), "indoor=area, level=mezzanine")]);
    assert!(has_note(&place, "way/1", "cannot be read"));
}

/// Users name doors in scenarios, so names say where a thing is, not its number in the map.
#[test]
fn doors_lifts_and_flights_have_names_that_say_where_they_are() {
    let place = indoor(&[
        rectangle("way/1", (0.0, 0.0), (20.0, 20.0), "indoor=area, level=0"),
        area(
            "way/2",
            &[(0.0, 0.0), (10.0, 0.0), (10.0, 5.0), (10.0, 10.0), (0.0, 10.0)],
            "indoor=room, level=0, name=Kiosk",
        ),
        node("node/3", (10.0, 5.0), "door=yes, level=0"),
        area("way/4", &[(12.0, 12.0), (15.0, 12.0), (18.0, 12.0), (18.0, 18.0), (12.0, 18.0)], "indoor=room, level=0"),
        node("node/5", (15.0, 12.0), "door=yes, level=0"),
    ]);
    let names: Vec<&str> = place.links.iter().map(|link| link.name.as_str()).collect();
    assert_eq!(names, ["east door of Kiosk", "south door of a room on level 0"]);
}
