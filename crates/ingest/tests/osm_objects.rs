//! Objects of OpenStreetMap data: tracks along platforms, and the things that people use.

use populace_env::{Facing, Object, Place, RepairKind};
use populace_geom::Point;
use populace_harness::data;
use populace_ingest::{Options, read};

use crate::support::{environment, has_note, indoor, line, node, rectangle};

/// A platform of 60 × 6 m.
fn platform(tags: &str) -> String {
    rectangle("way/1", (0.0, 0.0), (60.0, 6.0), tags)
}

/// A rail along y, from -20 to 80 m.
fn rail(id: &str, y: f64, tags: &str) -> String {
    line(id, &[(-20.0, y), (80.0, y)], tags)
}

fn named<'a>(place: &'a Place, name: &str) -> &'a Object {
    let names: Vec<&str> = place.objects.iter().map(|object| object.name.as_str()).collect();
    place.objects.iter().find(|object| object.name == name).unwrap_or_else(|| panic!("no {name} in {names:?}"))
}

fn tracks(place: &Place) -> Vec<&str> {
    let tracks = place.objects.iter().filter(|object| object.kind.name == "track");
    tracks.map(|object| object.name.as_str()).collect()
}

/// Returns the ends of a track, m.
fn ends(place: &Place, name: &str) -> [(f64, f64); 2] {
    let line = &named(place, name).footprint;
    let mut ends = [line.first(), line.last()].map(|end| end.map_or((0.0, 0.0), |p: &Point| (p.x, p.y)));
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    ends
}

/// The border is looked at every metre, from half a metre on.
#[test]
fn the_border_of_a_platform_beside_a_rail_is_a_track_with_the_number_of_the_rail() {
    let place = indoor(&[
        platform("railway=platform, level=0, ref=7;8"),
        rail("way/2", -1.7, "railway=rail, railway:track_ref=7/95"),
        rail("way/3", 7.7, "railway=rail, railway:track_ref=8"),
        // Too far away, and at an angle.
        rail("way/4", 12.0, "railway=rail, railway:track_ref=9"),
        line("way/5", &[(62.0, -20.0), (62.0, 20.0)], "railway=rail, railway:track_ref=10"),
    ]);
    assert_eq!(tracks(&place), ["track 7", "track 8"]);
    assert_eq!(ends(&place, "track 7"), [(0.5, 0.0), (59.5, 0.0)]);
    assert_eq!(ends(&place, "track 8"), [(0.5, 6.0), (59.5, 6.0)]);
    assert_eq!(named(&place, "track 7").footprint.len(), 2, "it is straight");
    let env = environment(&place);
    assert!(env.objects().iter().all(|object| object.slots.len() > 100));
}

#[test]
fn a_stop_or_the_platform_numbers_a_track_whose_rail_has_no_number() {
    let rails = [rail("way/2", -1.7, "railway=rail"), rail("way/3", 7.7, "railway=rail")];
    let of = |more: &[String], tags: &str| {
        let features: Vec<String> = [platform(tags)].into_iter().chain(rails.clone()).chain(more.to_vec()).collect();
        let place = indoor(&features);
        tracks(&place).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let stop = node("node/1", (30.0, 7.7), "railway=stop, ref=4");
    assert_eq!(of(&[stop], "railway=platform, level=0"), ["track", "track 4"]);
    assert_eq!(of(&[], "railway=platform, level=0, ref=3;4"), ["track at platform 3;4", "track at platform 3;4 (2)"]);
    // One number for both sides: the longer side has it, or the first of two that are equally long.
    assert_eq!(of(&[], "railway=platform, level=0, ref=5"), ["track 5"]);
}

/// A footway crosses the rails in the middle: ground on both sides of the border there. The longer part is the track.
#[test]
fn a_track_ends_where_there_is_ground_beyond_it() {
    let place = indoor(&[
        platform("railway=platform, level=0"),
        rail("way/2", -1.7, "railway=rail, railway:track_ref=1"),
        line("way/3", &[(20.0, -10.0), (20.0, 3.0)], "highway=footway, level=0, width=2"),
    ]);
    let [from, to] = ends(&place, "track 1");
    assert!(from.0 > 20.9 && from.0 < 22.6 && to == (59.5, 0.0), "{from:?} {to:?}");
    assert_eq!(tracks(&place).len(), 1);
    environment(&place);
}

#[test]
fn drawn_edges_of_platforms_count_before_rails() {
    let place = indoor(&[
        platform("railway=platform, level=0"),
        rail("way/2", -1.7, "railway=rail, railway:track_ref=1"),
        rail("way/3", 7.7, "railway=rail, railway:track_ref=2"),
        line("way/4", &[(10.0, 0.0), (50.0, 0.0)], "railway=platform_edge, ref=21"),
    ]);
    assert_eq!(tracks(&place), ["track 21"]);
    assert_eq!(ends(&place, "track 21"), [(9.5, 0.0), (50.5, 0.0)]);
}

#[test]
fn a_bus_stops_beside_the_road_and_a_tram_at_a_platform_that_is_a_line() {
    let place = indoor(&[
        rectangle("way/1", (0.0, 0.0), (14.0, 3.0), "public_transport=platform, bus=yes, level=0, ref=21"),
        line("way/2", &[(-20.0, -4.0), (80.0, -4.0)], "highway=service"),
        line("way/3", &[(100.0, 0.0), (140.0, 0.0)], "railway=platform, level=0, width=4"),
        line("way/4", &[(80.0, 3.5), (160.0, 3.5)], "railway=tram, railway:track_ref=1"),
        // A road beside a platform of trams is none of theirs.
        line("way/5", &[(80.0, -6.0), (160.0, -6.0)], "highway=residential"),
    ]);
    assert_eq!(tracks(&place), ["stop 21", "track 1"]);
    assert_eq!(ends(&place, "stop 21"), [(0.5, 0.0), (13.5, 0.0)]);
    assert_eq!(ends(&place, "track 1"), [(100.5, 2.0), (139.5, 2.0)]);
    environment(&place);
}

#[test]
fn without_any_rail_in_the_file_the_long_sides_of_platforms_are_tracks() {
    let place = indoor(&[
        platform("railway=platform, level=0, ref=3"),
        rectangle("way/2", (0.0, 20.0), (30.0, 26.0), "railway=platform, level=0, ref=4"),
    ]);
    // Which side has the number nobody knows: the first one has it.
    assert_eq!(tracks(&place), ["track 3"], "the other platform is too short");
}

#[test]
fn things_are_on_their_level_or_on_the_only_one_with_ground() {
    let place = indoor(&[
        rectangle("way/1", (0.0, 0.0), (20.0, 20.0), "indoor=area, level=0"),
        rectangle("way/2", (30.0, 0.0), (50.0, 20.0), "indoor=area, level=1"),
        rectangle("way/3", (0.0, 14.0), (8.0, 20.0), "indoor=room, level=0, shop=bakery, name=Crobag"),
        node("node/1", (10.0, 10.0), "amenity=bench, level=0, seats=4, direction=S"),
        node("node/2", (40.0, 10.0), "amenity=vending_machine, vending=drinks"),
        node("node/3", (19.9, 5.0), "amenity=vending_machine, vending=public_transport_tickets, level=0"),
        node("node/4", (40.0, 15.0), "information=map, level=1"),
        node("node/5", (90.0, 15.0), "amenity=clock"),
        node("node/6", (5.0, 5.0), "amenity=clock, level=5"),
        line("way/4", &[(12.0, 3.0), (14.0, 3.0)], "amenity=bench, level=0"),
    ]);
    let kinds: Vec<(&str, &str)> = place.objects.iter().map(|o| (o.name.as_str(), o.kind.name)).collect();
    assert_eq!(
        kinds,
        [
            ("bench", "bench"),
            ("vending machine", "vending-machine"),
            ("ticket machine", "ticket-machine"),
            ("board", "board"),
            ("Crobag", "shop"),
            ("bench (2)", "bench"),
        ]
    );
    let level = |name: &str| place.floors[named(&place, name).floor.index()].name.as_str();
    assert_eq!([level("bench"), level("vending machine"), level("Crobag")], ["level 0", "level 1", "level 0"]);
    assert_eq!(named(&place, "bench").seats, Some(4));
    assert!(matches!(named(&place, "bench").facing, Some(Facing::Along(way)) if way.y < -0.99));
    assert_eq!(named(&place, "vending machine").offers.as_deref(), Some(&["drink".to_owned()][..]));
    assert_eq!(named(&place, "Crobag").footprint.len(), 4);
    assert!(has_note(&place, "", "2 things that people could use are far from all ground"));
    let env = environment(&place);
    assert!(env.objects().iter().all(|object| !object.slots.is_empty()));
}

/// A thing of a map that nobody can use is closed, and a repair says so. The same thing in a place file is an error.
#[test]
fn a_thing_that_nobody_can_use_is_closed() {
    let mut place = indoor(&[
        rectangle("way/1", (0.0, 0.0), (20.0, 20.0), "indoor=area, level=0"),
        rectangle("way/2", (10.0, 0.0), (11.0, 1.0), "indoor=column, level=0"),
        rectangle("way/3", (11.0, 0.0), (11.3, 1.0), "indoor=column, level=0"),
        node("node/1", (10.5, 0.5), "amenity=bench, level=0"),
        node("node/2", (10.5, 0.4), "amenity=clock, level=0, direction=0"),
    ]);
    place.floors[0].obstacles[0].outer =
        [(0.0, 0.0), (20.0, 0.0), (20.0, 8.0), (0.0, 8.0)].map(|(x, y)| Point::new(x, y)).to_vec();
    let built = populace_env::build(&place, &populace_env::BuildOptions::default()).unwrap_or_else(|e| panic!("{e}"));
    let bench = &built.environment.objects()[0];
    assert!(bench.name == "bench" && bench.slots.is_empty());
    let repairs = built.sanitised.repairs.iter().filter(|repair| repair.kind == RepairKind::Unusable);
    assert!(
        repairs.clone().any(|repair| repair.source.contains("nobody can sit on it")),
        "{:?}",
        built.sanitised.repairs
    );
    place.objects.iter_mut().for_each(|object| object.is_optional = false);
    assert!(populace_env::build(&place, &populace_env::BuildOptions::default()).is_err());
}

/// Darmstadt has the tracks 3 to 12 at five platforms, and a bus stop without a road in the extract.
#[test]
fn darmstadt_has_its_tracks_and_the_things_on_its_platforms() {
    let Some(path) = data("indoor/darmstadt_hbf.osm") else { return };
    let place = read(&path, &Options::default()).unwrap_or_else(|e| panic!("{e}"));
    let mut numbers: Vec<u32> =
        tracks(&place).iter().filter_map(|name| name.strip_prefix("track ")?.parse().ok()).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (3..=12).collect::<Vec<_>>(), "{:?}", tracks(&place));
    let env = environment(&place);
    for object in env.objects().iter().filter(|object| object.kind.name == "track") {
        assert!(object.slots.len() > 200, "{} has {} places", object.name, object.slots.len());
    }
    let count = |kind: &str| place.objects.iter().filter(|object| object.kind.name == kind).count();
    // Of the file: 21 benches, 2 ticket and 5 vending machines, 6 shops (one of them fast food without a shop), a pharmacy.
    assert_eq!((count("ticket-machine"), count("vending-machine")), (2, 5));
    assert!(count("bench") >= 15 && count("shop") >= 6, "{} benches, {} shops", count("bench"), count("shop"));
}
