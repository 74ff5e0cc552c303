//! The `populace` command as its users see it: figures, drawings, dumps and refusals.

use std::path::Path;

use crate::running::{file, folder, json, populace, refused, text};
use serde_json::Value;

/// Two rooms of 5 × 4 m, a wall 0.2 m thick between them and a way 1 m wide through it.
const TWO_ROOMS: &str = "POLYGON ((0 0, 10.2 0, 10.2 4, 5.2 4, 5.2 1, 5 1, 5 4, 0 4, 0 0))";

fn stages() -> Vec<&'static str> {
    populace_env::BuildStage::ALL.iter().map(|s| s.name()).collect()
}

#[test]
fn json_has_the_keys_that_scripts_rely_on() {
    let place = file("json", "rooms.wkt", TWO_ROOMS);
    let object = json(&["build", text(&place), "--json"]);
    for key in [
        "floors",
        "links",
        "cells",
        "closed",
        "dead_ends",
        "passages",
        "crossroads",
        "constrained_segments",
        "free_segments",
        "hierarchy_depth",
        "components",
        "walkable_area_m2",
        "repairs",
        "cpu_s",
    ] {
        assert!(object[key].is_number(), "{key} is {}", object[key]);
    }
    assert!(object.get("peak_mb").is_some());
    assert_eq!(object["floors"], 1);
    assert_eq!(object["components"], 1);
    // 10.2 × 4 minus the wall, 0.2 × 3.
    assert!((object["walkable_area_m2"].as_f64().unwrap() - 40.2).abs() < 1e-6);
    let classes: i64 =
        ["closed", "dead_ends", "passages", "crossroads"].iter().map(|c| object[c].as_i64().unwrap()).sum();
    assert_eq!(object["cells"].as_i64().unwrap(), classes);
}

#[test]
fn the_names_that_a_scenario_can_use_are_listed() {
    let doors: String = (0..8)
        .map(|i| format!("[[link]]\nname = \"door {i}\"\nkind = \"door\"\nsegment = [[{i}.5, 0], [{i}.5, 4]]\n"))
        .collect();
    let place = format!(
        "version = 1\n[[floor]]\nname = \"hall\"\noutline = [[0, 0], [20, 0], [20, 4], [0, 4]]\n{doors}\
         [[area]]\nname = \"exit\"\nkind = \"exit\"\noutline = [[19, 0], [20, 0], [20, 4], [19, 4]]\n\
         [[object]]\nname = \"seats\"\nkind = \"bench\"\noutline = [[12, 3.4], [14, 3.4], [14, 3.9], [12, 3.9]]\n"
    );
    let place = file("names", "hall.place.toml", &place);
    let shown = populace(&["build", text(&place)]);
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    assert!(shown.contains("  exit: exit, 4.0 m² walkable, (19.0, 0.0) to (20.0, 4.0) m\n"), "{shown}");
    assert!(shown.contains("  seats: bench, 4 slots, (12.0, 3.4) to (14.0, 3.9) m\n"), "{shown}");
    assert!(shown.contains("doors: 8\n") && shown.contains("  … and 2 more (--names lists them)\n"), "{shown}");
    assert!(!shown.contains("door 7"), "{shown}");
    let all = populace(&["build", text(&place), "--names"]);
    assert!(String::from_utf8_lossy(&all.stdout).contains("  door 7: 4.00 m wide, open"));
    let names = &json(&["build", text(&place), "--json"])["names"];
    assert_eq!(names["doors"]["count"], 8);
    assert_eq!(names["objects"]["list"][0]["slots"], 4);
    assert_eq!(names["areas"]["list"][0]["bounds"], serde_json::json!([19.0, 0.0, 20.0, 4.0]));
}

#[test]
fn a_body_wider_than_the_way_finds_two_parts() {
    let place = file("width", "rooms.wkt", TWO_ROOMS);
    let parts = |width: &str| json(&["build", text(&place), "--json", "--width", width])["components"].clone();
    assert_eq!(parts("0.9"), 1);
    assert!(parts("1.1").as_i64().unwrap() >= 2);
}

#[test]
fn every_stage_is_drawn_as_svg_and_png_with_the_same_bytes_each_time() {
    let place = file("draw", "a <room> & more.wkt", TWO_ROOMS);
    for stage in stages() {
        for ending in ["svg", "png"] {
            let draw = |name: &str| {
                let out = folder("draw").join(format!("{name}-{stage}.{ending}"));
                let output =
                    populace(&["build", text(&place), "--stage", stage, "--draw", text(&out), "--size", "800"]);
                assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
                std::fs::read(&out).unwrap()
            };
            let (first, again) = (draw("first"), draw("again"));
            assert!(first == again, "{stage}.{ending} differs from run to run");
            if ending == "svg" { check_svg(&first) } else { check_png(&first) }
        }
    }
}

/// Checks that every element is closed and that no bare `&` or `<` is left in the text.
fn check_svg(bytes: &[u8]) {
    let svg = std::str::from_utf8(bytes).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    let mut open = Vec::new();
    for tag in svg.split('<').skip(1) {
        let (tag, rest) = tag.split_once('>').expect("a tag ends");
        assert!(!rest.contains('>'));
        let name = tag.split_whitespace().next().unwrap();
        match name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None if tag.ends_with('/') => {}
            None => open.push(name),
        }
    }
    assert!(open.is_empty());
    let entities = svg.split('&').skip(1).map(|rest| rest.split(';').next().unwrap());
    entities.for_each(|e| assert!(["amp", "lt", "gt", "quot", "#39"].contains(&e), "&{e};"));
    assert!(svg.contains("a &lt;room&gt; &amp; more"), "the title is the escaped name of the place");
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
}

fn check_png(bytes: &[u8]) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert!(info.width >= 400 && info.height >= 200, "{} × {}", info.width, info.height);
    let first = &pixels[..3];
    assert!(pixels.chunks(3).any(|p| p != first), "the picture is empty");
}

#[test]
fn every_stage_is_dumped_as_json() {
    let place = file("dump", "rooms.wkt", TWO_ROOMS);
    for stage in stages() {
        let out = folder("dump").join(format!("{stage}.json"));
        let output = populace(&["build", text(&place), "--stage", stage, "--dump", text(&out), "--quiet"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let value: Value = serde_json::from_slice(&std::fs::read(&out).unwrap()).unwrap();
        assert_eq!(value["stage"], stage);
        // The name of the stage, the name of the place, and what the stage made.
        let made = value.as_object().unwrap().len() - 2;
        assert!(made > 0, "{stage}: {value}");
    }
}

#[test]
fn bench_measures_every_stage_and_the_growth() {
    let place = file("bench", "rooms.wkt", TWO_ROOMS);
    let object = json(&["bench", "build", text(&place), "--json"]);
    for stage in stages() {
        assert!(object["stages"][stage].is_number(), "{stage}");
    }
    for key in ["cpu_s", "growth_16x"] {
        assert!(object[key].as_f64().is_some_and(|v| v > 0.0), "{key} is {}", object[key]);
    }
    assert_eq!(object["sizes"][2]["cells"], 16 * object["sizes"][0]["cells"].as_i64().unwrap());
}

#[test]
fn every_format_is_listed() {
    let listed = String::from_utf8(populace(&["formats"]).stdout).unwrap();
    for format in populace_ingest::FORMATS {
        assert!(listed.lines().any(|l| l.starts_with(format.name) && l.contains(format.about)), "{}", format.name);
    }
}

#[test]
fn unknown_names_are_answered_with_the_known_ones() {
    let place = file("names", "rooms.wkt", TWO_ROOMS);
    let message = refused(&["build", text(&place), "--stage", "nonsense"]);
    stages().iter().for_each(|stage| assert!(message.contains(stage), "{message}"));
    let formats = refused(&["build", text(&place), "--format", "nonsense"]);
    populace_ingest::FORMATS.iter().for_each(|f| assert!(formats.contains(f.name), "{formats}"));
    assert!(refused(&["build", text(&place), "--floor", "attic"]).contains("level 0"));
    assert!(refused(&["build", text(&place), "--draw", "a.gif"]).contains(".svg or .png"));
    assert!(refused(&["build", text(&place), "--reading", "nonsense"]).contains("buildings"));
    assert!(refused(&["build", text(&place), "--width", "NaN"]).contains("give 0.01 to 10 m"));
}

#[test]
fn bad_files_are_refused_with_the_file_and_where_or_what_to_do() {
    let missing = folder("bad").join("missing.wkt");
    assert!(refused(&["build", text(&missing)]).contains("missing.wkt"));
    let cases: [(&str, &[u8]); 9] = [
        ("empty.wkt", b""),
        ("truncated.wkt", b"POLYGON ((0 0, 10 0, 10"),
        ("words.wkt", b"this is not geometry"),
        ("noise.geojson", b"\x00\x9f\x13\xff\xfe{{{{\x00"),
        ("noise.bin", b"\x00\x9f\x13\xff\xfe\x01\x02"),
        ("infinite.wkt", b"POLYGON ((0 0, 1e999 0, 10 10, 0 10, 0 0))"),
        ("nan.wkt", b"POLYGON ((0 0, NaN 0, 10 10, 0 10, 0 0))"),
        ("huge.wkt", b"POLYGON ((0 0, 1e15 0, 1e15 1e15, 0 1e15, 0 0))"),
        ("flat.wkt", b"POLYGON ((0 0, 10 0, 20 0, 0 0))"),
    ];
    for (name, content) in cases {
        let message = refused(&["build", text(&file("bad", name, content))]);
        assert!(message.contains(name), "{message}");
        let says_more = message.contains("\n  help: ") || message.contains("line ");
        assert!(says_more, "neither where nor what to do: {message}");
    }
}

#[test]
fn deep_nesting_and_too_many_vertices_are_refused() {
    let deep = file("deep", "deep.geojson", format!("{}{}", "[".repeat(200_000), "]".repeat(200_000)));
    assert!(refused(&["build", text(&deep)]).contains("deep.geojson"));
    let ring: String = (0..5000).map(|i| format!("{} {}, ", i % 100, i / 100)).collect();
    let many = file("deep", "many.wkt", format!("POLYGON (({ring}0 0))"));
    assert!(refused(&["build", text(&many), "--max-vertices", "1000"]).contains("1000"));
}

#[test]
fn a_drawing_that_cannot_be_written_is_refused() {
    let place = file("unwritable", "rooms.wkt", TWO_ROOMS);
    let nowhere = folder("unwritable").join("no such folder").join("a.svg");
    assert!(refused(&["build", text(&place), "--draw", text(&nowhere)]).contains("cannot be written"));
}

#[test]
fn outputs_never_overwrite_the_place_or_each_other() {
    let original = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/town.png")).unwrap();
    let place = file("outputs", "map.png", &original);
    let roundabout = folder("outputs").join("..").join("outputs").join("map.png");
    for path in [&place, &roundabout] {
        assert!(refused(&["build", text(&place), "--draw", text(path)]).contains("would overwrite the place"));
    }
    assert!(std::fs::read(&place).unwrap() == original);
    let dump = file("outputs", "rooms.json", TWO_ROOMS);
    assert!(refused(&["build", text(&dump), "--dump", text(&dump)]).contains("would overwrite the place"));
    assert!(refused(&["build", text(&place), "--dump", "a.txt"]).contains(".json"));
}

#[cfg(unix)]
#[test]
fn an_output_that_is_a_link_to_the_place_or_to_the_other_output_is_refused() {
    let place = file("links", "rooms.wkt", TWO_ROOMS);
    let out = folder("links").join("out.json");
    for (link, to) in [("place.svg", &place), ("same.svg", &out)] {
        let link = folder("links").join(link);
        let _ = std::fs::remove_file(&link);
        std::os::unix::fs::symlink(to, &link).unwrap();
    }
    std::fs::write(&out, "").unwrap();
    let link = folder("links").join("place.svg");
    assert!(refused(&["build", text(&place), "--draw", text(&link)]).contains("would overwrite the place"));
    let same = folder("links").join("same.svg");
    assert!(refused(&["build", text(&place), "--draw", text(&same), "--dump", text(&out)]).contains("both write"));
}

#[test]
fn a_level_that_the_hierarchy_does_not_have_is_answered_with_those_it_has() {
    let place = file("level", "rooms.wkt", TWO_ROOMS);
    let depth = json(&["build", text(&place), "--json"])["hierarchy_depth"].as_i64().unwrap();
    let message = refused(&["build", text(&place), "--level", "9999"]);
    assert!(message.contains("give 0 ") && message.contains(&format!("to {depth} ")), "{message}");
    let out = folder("level").join("a.svg");
    let top = depth.to_string();
    let arguments = ["build", text(&place), "--stage", "hierarchy", "--level", &top, "--draw", text(&out)];
    assert!(populace(&arguments).status.success());
}

#[test]
fn every_bundled_scene_builds() {
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let mut files: Vec<_> = std::fs::read_dir(scenes).into_iter().flatten().flatten().map(|e| e.path()).collect();
    files.retain(|f| f.is_file() && f.extension().is_none_or(|e| e != "md" && e != "py"));
    files.retain(|f| !f.to_string_lossy().ends_with(".scenario.toml"));
    files.sort();
    for scene in files {
        let object = json(&["build", text(&scene), "--json"]);
        assert!(object["cells"].as_i64().unwrap() > 0, "{}", scene.display());
    }
}
