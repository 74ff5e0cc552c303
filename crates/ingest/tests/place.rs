//! Facts about place files.

use crate::shared::{attempt, refuse, take};
use populace_env::{AreaKind, FloorKind, Height, LinkKind};
use populace_geom::{Point, area};
use populace_ingest::{Options, read};

const TWO_LEVELS: &str = r#"
version = 1
name = "two levels"

[[floor]]
name = "ground"
outline = [[0, 0], [20, 0], [20, 10], [0, 10]]
obstacles = [[[4, 4], [5, 4], [5, 5], [4, 5]]]
walls = [{ line = [[10, 0], [10, 4]], thickness = 0.2 }]

[[floor]]
name = "upper"
elevation = 3.4
outline = [[12, 0], [20, 0], [20, 10], [12, 10]]
"#;

fn with(more: &str) -> String {
    format!("{TWO_LEVELS}\n{more}")
}

#[test]
fn floors_links_areas_and_objects_are_read() {
    let place = take(
        "a.place.toml",
        &with(
            r#"
[[link]]
kind = "door"
floor = "ground"
segment = [[10, 4], [10, 10]]
hours = ["08:00-18:00"]
open = false

[[link]]
name = "lift"
kind = "lift"
at = [18, 8]
stops = ["ground", { floor = "upper", at = [18, 9] }]
capacity = 12

[[area]]
name = "street door"
kind = "entrance"
floor = "ground"
outline = [[0, 0], [1, 0], [1, 10], [0, 10]]

[[object]]
kind = "seat"
floor = "upper"
at = [15, 5]
"#,
        ),
    );
    assert_eq!(place.name, "two levels");
    assert!(matches!(place.floors[1].height, Height::Flat(z) if z == 3.4));
    assert_eq!(place.floors[0].walls[0].thickness, 0.2);
    let LinkKind::Door { door, floors, .. } = &place.links[0].kind else { panic!() };
    assert_eq!((door.open, &door.hours[..], floors[0]), (false, &[(28_800.0, 64_800.0)][..], floors[1]));
    let LinkKind::Lift { stops, lift } = &place.links[1].kind else { panic!() };
    assert_eq!((stops[0].1, stops[1].1, lift.capacity), (Point::new(18.0, 8.0), Point::new(18.0, 9.0), 12));
    assert_eq!(place.areas[0].kind, AreaKind::Entrance);
    assert_eq!((place.objects[0].kind.name, place.objects[0].name.as_str()), ("bench", "seat 1"));
}

#[test]
fn stairs_make_a_flight_and_its_two_openings() {
    let stairs =
        "[[stairs]]\nfrom = { floor = \"ground\", at = [7, 8] }\nto = { floor = \"upper\", at = [13, 8] }\nwidth = 2";
    let place = take("a.place.toml", &with(stairs));
    let flight = &place.floors[2];
    assert_eq!(flight.name, "stairs 1");
    assert!(matches!(flight.kind, FloorKind::Stairs(_)));
    assert_eq!(area(&flight.walkable[0].outer), 12.0);
    let Height::Along(axis) = &flight.height else { panic!() };
    assert_eq!(axis[..], [(Point::new(7.0, 8.0), 0.0), (Point::new(13.0, 8.0), 3.4)]);
    let ends = place.links.iter().map(|link| match &link.kind {
        LinkKind::Opening { floors, segment, one_way } => (floors.map(|f| f.index()), segment.middle(), *one_way),
        _ => panic!(),
    });
    let ends = ends.collect::<Vec<_>>();
    assert_eq!(ends, [([0, 2], Point::new(7.0, 8.0), false), ([2, 1], Point::new(13.0, 8.0), false)]);
    assert_eq!(place.floors[0].walkable.len() + place.floors[1].walkable.len(), 2, "both ends are reached already");
}

#[test]
fn an_end_off_the_level_gets_a_landing_outside_the_flight() {
    let stairs =
        "[[stairs]]\nfrom = { floor = \"ground\", at = [4, 8] }\nto = { floor = \"upper\", at = [11, 8] }\nwidth = 2";
    let place = take("a.place.toml", &with(stairs));
    let landing = &place.floors[1].walkable[1];
    let expected = [(11.0, 9.0), (11.0, 7.0), (12.0, 7.0), (12.0, 9.0)].map(|(x, y)| Point::new(x, y));
    assert_eq!(landing.outer.len(), 4);
    assert!(expected.iter().all(|p| landing.outer.contains(p)), "{landing:?}");
    assert!(place.notes.iter().any(|n| n.text.contains("landing")));
}

#[test]
fn escalators_are_one_way_along_their_belt() {
    let flight = |speed: &str| {
        let text = format!(
            "[[stairs]]\nkind = \"escalator\"\nfrom = {{ floor = \"ground\", at = [7, 8] }}\n\
             to = {{ floor = \"upper\", at = [13, 8] }}\nwidth = 1\nbelt_speed = {speed}"
        );
        let place = take("a.place.toml", &with(&text));
        let ends = place.links.iter().map(|link| match &link.kind {
            LinkKind::Opening { floors, one_way, .. } => (floors.map(|f| f.index()), *one_way),
            _ => panic!(),
        });
        ends.collect::<Vec<_>>()
    };
    assert_eq!(flight("0.5"), [([0, 2], true), ([2, 1], true)]);
    assert_eq!(flight("-0.5"), [([2, 0], true), ([1, 2], true)]);
    assert_eq!(flight("0"), [([0, 2], false), ([2, 1], false)]);
}

#[test]
fn a_floor_with_axis_and_width_is_a_strip() {
    let ramp = "[[floor]]\nname = \"ramp\"\nkind = \"ramp\"\naxis = [[0, 12, 0], [10, 12, 1]]\nwidth = 1.5";
    let place = take("a.place.toml", &with(ramp));
    assert!((area(&place.floors[2].walkable[0].outer) - 15.0).abs() < 1e-9);
}

#[test]
fn misspelt_words_are_located_and_corrected() {
    let error = refuse("a.place.toml", "version = 1\n\n[[floor]]\nname = \"a\"\noutlin = [[0, 0]]\n");
    assert_eq!(error.location, "line 5, column 1");
    assert!(error.what.contains("unknown field `outlin`"), "{error}");
    assert!(error.what.contains("5 | outlin = [[0, 0]]\n    | ^"), "{error}");
    assert_eq!(error.hint, "did you mean \"outline\"?");
    let cases = [
        ("[[stairs]]\nkind = \"stairz\"", "line 17, column 8", "stairs"),
        ("[[area]]\nname = \"x\"\nkind = \"exitt\"\nfloor = \"ground\"", "line 18, column 1", "exit"),
        ("[[object]]\nkind = \"seet\"\nfloor = \"ground\"\nat = [1, 1]", "line 17, column 1", "seat"),
        ("[[stairs]]\nfrom = { floor = \"grond\", at = [1, 1] }", "line 17, column 1", "ground"),
        ("[[stairs]]\nfrom = { flor = \"ground\", at = [1, 1] }", "line 17, column 10", "floor"),
        ("[[link]]\nfloors = [\"ground\", \"uper\"]", "line 17, column 1", "upper"),
    ];
    for (text, location, word) in cases {
        let error = refuse("a.place.toml", &with(text));
        assert_eq!(error.hint, format!("did you mean {word:?}?"), "{error}");
        assert_eq!(error.location, location, "{error}");
    }
}

#[test]
fn wrong_entries_say_what_is_missing() {
    let cases = [
        ("[[floor]]\nname = \"x\"", "has no outline"),
        ("[[floor]]\nname = \"ground\"\noutline = [[0,0],[1,0],[1,1]]", "two floors are called"),
        ("[[floor]]\nname = \"x\"\noutline = [[0,0],[1,0]]", "at least three points"),
        ("[[floor]]\nname = \"x\"\noutline = [[0,0],[1,0],[nan,1]]", "not a number"),
        ("[[floor]]\nname = \"x\"\noutline = [[0,0],[1,0],[1e9,1]]", "1,000 km"),
        ("[[floor]]\nname = \"x\"\noutline = [[0,0],[1,0],[1]]", "invalid length 1"),
        ("[[floor]]\nname = \"x\"\nkind = \"ramp\"\noutline = [[0,0],[1,0],[1,1]]", "needs an axis"),
        ("[[floor]]\nname = \"x\"\nrise = 0.2\noutline = [[0,0],[1,0],[1,1]]", "belongs to stairs"),
        ("[[stairs]]\nfrom = { floor = \"ground\", at = [1, 1] }", "`to` is missing"),
        ("[[stairs]]\nfrom = \"ground\"", "point on the floor is missing"),
        ("[[link]]\nkind = \"lift\"\nat = [1, 1]\nstops = [\"ground\"]", "at least two stops"),
        ("[[link]]\nkind = \"door\"\nfloor = \"ground\"\ncapacity = 4", "does not belong"),
        ("[[link]]\nfloors = [\"ground\", \"ground\"]\nsegment = [[0,0],[1,1]]", "two different floors"),
        ("[[link]]\nkind = \"door\"\nsegment = [[0,0],[1,1]]", "which floor"),
        ("[[link]]\nkind = \"door\"\nfloor = \"ground\"\nsegment = [[0,0],[0,0]]", "same point"),
        ("[[object]]\nkind = \"seat\"\nfloor = \"ground\"", "either a point or an outline"),
        ("[[area]]\nname = \"a\"\nfloor = \"ground\"", "at least three points"),
        ("colour = 3", "unknown field `colour`"),
    ];
    for (text, what) in cases {
        let error = refuse("a.place.toml", &with(text));
        assert!(error.what.contains(what), "{text}\n{error}");
        assert!(error.location.starts_with("line "), "{text}\n{error}");
    }
    assert!(refuse("a.place.toml", "version = 2").hint.contains("version = 1"));
    assert!(refuse("a.place.toml", "name = \"x\"").what.contains("missing field `version`"));
    assert!(refuse("a.place.toml", "version = 1").what.contains("no walkable area"));
}

#[test]
fn imports_are_read_beside_the_file_and_never_in_circles() {
    let folder = std::env::temp_dir().join(format!("populace-place-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, text: &str| {
        std::fs::write(folder.join(name), text).unwrap();
        folder.join(name)
    };
    write("room.wkt", "POLYGON ((0 0, 10 0, 10 5, 0 5))");
    let added = "[[floor]]\nname = \"level 0\"\nobstacles = [[[1, 1], [2, 1], [2, 2]]]\n";
    let path = write("a.place.toml", &format!("version = 1\nimport = \"room.wkt\"\n{added}"));
    let place = read(&path, &Options::default()).unwrap();
    assert_eq!((place.floors.len(), place.floors[0].obstacles.len()), (1, 1));
    assert_eq!(place.name, "room");

    let path = write("b.place.toml", "version = 1\nimport = { file = \"a.place.toml\", unit = \"metres\" }\n");
    let error = read(&path, &Options::default()).unwrap_err();
    assert_eq!((error.location.as_str(), error.hint.as_str()), ("line 2, column 35", "did you mean \"units\"?"));
    let path = write("c.place.toml", "version = 1\n[import]\nfile = \"a.place.toml\"\n");
    assert_eq!(read(&path, &Options::default()).unwrap().floors.len(), 1);
    let path = write("d.place.toml", "version = 1\nimport = \"gone.wkt\"\n");
    let error = read(&path, &Options::default()).unwrap_err();
    assert!(error.what.contains("cannot be opened") && error.location.starts_with("line 2"), "{error}");
    write("e.place.toml", "version = 1\nimport = \"f.place.toml\"\n");
    let path = write("f.place.toml", "version = 1\nimport = \"e.place.toml\"\n");
    assert!(read(&path, &Options::default()).unwrap_err().what.contains("imports itself"));
    for i in 0..8 {
        write(&format!("n{i}.place.toml"), &format!("version = 1\nimport = \"n{}.place.toml\"\n", i + 1));
    }
    let error = read(&folder.join("n0.place.toml"), &Options::default()).unwrap_err();
    assert!(error.what.contains("more than 4 files"), "{error}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn imports_stay_in_the_folder_of_the_place_file() {
    let root = std::env::temp_dir().join(format!("populace-confined-{}", std::process::id()));
    let folder = root.join("inner");
    std::fs::create_dir_all(folder.join("maps")).unwrap();
    std::fs::write(root.join("room.wkt"), "POLYGON ((0 0, 10 0, 10 5, 0 5))").unwrap();
    std::fs::write(folder.join("maps/room.wkt"), "POLYGON ((0 0, 10 0, 10 5, 0 5))").unwrap();
    let import = |file: &str| {
        let path = folder.join("a.place.toml");
        std::fs::write(&path, format!("version = 1\nimport = {file:?}\n")).unwrap();
        read(&path, &Options::default())
    };
    let absolute = |path: &str| root.join(path).to_str().unwrap().to_owned();
    for inside in ["maps/room.wkt", "./maps/../maps/room.wkt", &absolute("inner/maps/room.wkt")] {
        assert!(import(inside).is_ok(), "{inside}");
    }
    let mut outside = vec!["../room.wkt".to_owned(), "maps/../../room.wkt".to_owned(), absolute("room.wkt")];
    // The error must not tell whether a file outside the folder exists.
    outside.extend(["../missing.wkt".to_owned(), absolute("missing.wkt")]);
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(root.join("room.wkt"), folder.join("link.wkt")).unwrap();
        std::os::unix::fs::symlink(&root, folder.join("up")).unwrap();
        outside.extend(["link.wkt".to_owned(), "up/room.wkt".to_owned()]);
    }
    for file in &outside {
        let error = import(file).unwrap_err();
        assert!(error.what.contains("outside the folder of the place file"), "{error}");
        assert_eq!(
            (error.location.as_str(), error.hint.as_str()),
            ("line 2, column 10", "copy it beside the place file")
        );
    }
    std::fs::remove_dir_all(&root).unwrap();
}

#[test]
fn the_imported_file_is_blamed_for_what_is_wrong_with_it() {
    let folder = std::env::temp_dir().join(format!("populace-blame-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("room.wkt"), "POLYGON ((0 0, 10 0, 10 5, 0 5))").unwrap();
    std::fs::write(folder.join("inner.place.toml"), "version = 1\n").unwrap();
    let path = folder.join("a.place.toml");
    for (file, what) in [("room.wkt", "vertices"), ("inner.place.toml", "no walkable area")] {
        std::fs::write(&path, format!("version = 1\nimport = {file:?}\n")).unwrap();
        let error = read(&path, &Options { max_vertices: 3, ..Options::default() }).unwrap_err();
        assert!(error.what.contains(what) && error.path.ends_with(file), "{error}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn every_error_of_the_toml_reader_says_where_and_what_to_do() {
    let deep = |n: usize| format!("version = 1\nname = {}1{}", "[".repeat(n), "]".repeat(n));
    let tables = |n: usize| format!("version = 1\n[{}a]\nx = 1\n", "a.".repeat(n));
    let texts = [
        deep(100),
        deep(5000),
        tables(5000),
        format!("version = 1\nname = {}", "{a=".repeat(5000)),
        "version = 1\nfloor = ".to_owned(),
        "version = 1\n[[floor]]\nname = 3\n".to_owned(),
        "version = 1\nversion = 1\n".to_owned(),
        "version = \"one\"".to_owned(),
        "hello".to_owned(),
    ];
    for text in texts {
        let error = refuse("a.place.toml", &text);
        assert!(error.location.starts_with("line ") && !error.hint.is_empty(), "{error}");
        assert!(error.to_string().len() < 1000, "{error}");
    }
}

#[test]
fn garbage_and_nesting_are_refused() {
    for text in ["version = 1\nfloor = ", "version = 1\n[[floor", "version = 1\nname = \"\u{0}\"", "version = 1\n]]]]"]
    {
        refuse("a.place.toml", text);
    }
    assert!(attempt("a.toml", b"version = 1\nname = \"\xff\xfe\"", &Options::default()).is_err());
    let deep = format!("version = 1\nname = {}", "[".repeat(1_000_000));
    refuse("a.place.toml", &deep);
    let deep = format!("version = 1\n[[floor]]\nname = \"a\"\noutline = {}1{}", "[".repeat(5000), "]".repeat(5000));
    refuse("a.place.toml", &deep);
    take("a.place.toml", &format!("\u{feff}{TWO_LEVELS}"));
    let long = format!("version = 1\n[[floor]]\nname = \"a\"\noutline = [{}]", "[1, 2],".repeat(10_000_000));
    assert!(refuse("a.place.toml", &long).what.contains("place files have at most"));
}
