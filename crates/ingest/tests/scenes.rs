//! The bundled scenes are read and build into what their descriptions say.

use crate::shared;

use populace_env::{BuildOptions, Place, build};
use populace_ingest::{Options, read};

fn scene(name: &str, options: &Options) -> Place {
    read(&shared::root().join("scenes").join(name), options).unwrap_or_else(|e| panic!("{e}"))
}

/// Returns the number of parts of the place that a person 0.5 m wide cannot walk between.
fn parts(place: &Place) -> usize {
    let built = build(place, &BuildOptions::default()).unwrap_or_else(|e| panic!("{e}"));
    built.environment.validate().unwrap_or_else(|e| panic!("{e}"));
    built.topology.component_count()
}

#[test]
fn everyone_can_walk_from_the_street_to_every_platform_of_the_station() {
    let station = scene("station.place.toml", &Options::default());
    assert_eq!(parts(&station), 1);
    assert_eq!(station.floors.len(), 6 + 11, "six levels and eleven flights");
    let landings: Vec<_> = station.notes.iter().filter(|n| n.text.contains("landing")).collect();
    assert_eq!(landings.len(), 2, "only the ramp lies outside the levels: {landings:?}");
}

#[test]
fn the_hall_has_an_object_of_nearly_every_kind_and_everyone_has_room_in_line() {
    let hall = scene("hall.place.toml", &Options::default());
    let built = build(&hall, &BuildOptions::default()).unwrap_or_else(|e| panic!("{e}"));
    let missing: Vec<_> = populace_env::OBJECTS.iter().filter(|k| hall.objects.iter().all(|o| o.kind != **k)).collect();
    assert_eq!(missing.iter().map(|k| k.name).collect::<Vec<_>>(), ["ticket-machine", "sign", "lift", "track"]);
    for object in built.environment.objects().iter().filter(|o| o.kind.has_line && o.queue.is_none()) {
        assert!(object.line.len() >= 5, "{}: {} places", object.name, object.line.len());
    }
    let tickets = built.environment.object("tickets");
    let served = built.environment.objects().iter().filter(|o| o.queue == tickets).count();
    assert_eq!(served, 2, "two windows share one queue");
}

#[test]
fn the_office_building_is_one_but_for_its_locked_archive() {
    assert_eq!(parts(&scene("three_floors.place.toml", &Options::default())), 2);
}

#[test]
fn the_town_is_the_same_as_drawing_and_as_raster() {
    let drawn = scene("town.geojson", &Options::default());
    assert_eq!(drawn.floors[0].obstacles.len(), 197);
    let raster = scene("town.png", &Options { metres_per_pixel: 0.5, ..Options::default() });
    let built = |place: &Place| build(place, &BuildOptions::default()).unwrap_or_else(|e| panic!("{e}"));
    let (a, b) = (built(&drawn).environment.walkable_area(), built(&raster).environment.walkable_area());
    assert!((a - b).abs() < 0.005 * a, "{a} m² drawn, {b} m² as raster");
}

#[test]
fn the_small_rooms_are_one_part_each() {
    assert_eq!(parts(&scene("room.wkt", &Options::default())), 1);
    assert_eq!(parts(&scene("corridor.wkt", &Options::default())), 1);
}

#[test]
fn stairs_in_a_place_file_join_the_levels_of_gare_de_l_est() {
    let Some(path) = populace_harness::data("indoor/gare-de-l-est.geojson") else { return };
    let folder = std::env::temp_dir().join(format!("populace-gare-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::copy(&path, folder.join("gare-de-l-est.geojson")).unwrap();
    let place = |stairs: &str| {
        let file = folder.join("gare.place.toml");
        std::fs::write(&file, format!("version = 1\nimport = \"gare-de-l-est.geojson\"\n{stairs}")).unwrap();
        populace_ingest::read(&file, &Options::default()).unwrap_or_else(|e| panic!("{e}"))
    };
    let joined = place(
        "[[stairs]]\nfrom = { floor = \"level -1\", at = [-59, -164.8] }\n\
         to = { floor = \"level 0\", at = [-52.5, -164.8] }\nwidth = 3\n",
    );
    assert_eq!(parts(&place("")) - parts(&joined), 1);
    std::fs::remove_dir_all(&folder).unwrap();
}
