//! Objects of place files and of GeoJSON: what is read, and where an error is.

use crate::shared::{refuse, take};
use populace_env::{BuildOptions, Facing, build};
use populace_geom::{Distribution, Point};
use serde_json::json;

const HALL: &str = r#"
version = 1

[[floor]]
name = "hall"
outline = [[0, 0], [20, 0], [20, 10], [0, 10]]

[[floor]]
name = "upper"
elevation = 3
outline = [[0, 0], [20, 0], [20, 10], [0, 10]]
"#;

fn with(objects: &str) -> String {
    format!("{HALL}{objects}")
}

#[test]
fn every_key_of_an_object_is_read() {
    let place = take(
        "a.place.toml",
        &with(
            r#"
[[object]]
name = "tickets"
kind = "till"
floor = "hall"
at = [10, 9.5]
facing = -90
seats = 2
queue = "line"
service = [20, 40]
offers = ["ticket", "map"]

[[object]]
name = "line"
kind = "queue"
floor = "hall"
line = [[10, 7], [10, 2]]

[[object]]
name = "gate"
kind = "gate"
floor = "upper"
outline = [[9, 4], [11, 4], [11, 6], [9, 6], [9, 4]]
facing = [20, 5]
rate = 20

[[object]]
name = "band"
kind = "performance"
floor = "upper"
at = [5, 5]
radius = 1
service = 30
"#,
        ),
    );
    let [till, line, gate, band] = &place.objects[..] else { panic!("{:?}", place.objects) };
    let Some(Facing::Along(south)) = till.facing else { panic!("{:?}", till.facing) };
    assert!(south.distance(Point::new(0.0, -1.0)) < 1e-12);
    assert_eq!((till.seats, till.queue.as_deref(), till.source.as_str()), (Some(2), Some("line"), "line 13"));
    assert_eq!(till.service, Some(Distribution::Uniform { least: 20.0, most: 40.0 }));
    assert_eq!(till.offers.as_deref(), Some(&["ticket".to_owned(), "map".to_owned()][..]));
    assert!(line.is_line && line.footprint.len() == 2);
    // A ring that repeats its first point has four corners; 20 persons per minute pass in 3 s each.
    assert_eq!((gate.footprint.len(), gate.service.clone()), (4, Some(Distribution::Constant(3.0))));
    assert_eq!(gate.facing, Some(Facing::Towards(Point::new(20.0, 5.0))));
    assert_eq!((band.radius, band.service.clone()), (Some(1.0), Some(Distribution::Constant(30.0))));
    build(&place, &BuildOptions::default()).unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn wrong_keys_are_shown_with_their_line() {
    for (text, line, wanted) in [
        ("kind = \"tyll\"\nat = [1, 1]", 15, "till"),
        ("kind = \"till\"\nat = [1, 1]\nqueue = \"lines\"", 17, "no queue is called \"lines\""),
        ("kind = \"till\"\nat = [1, 1]\nqueue = \"bench\"", 17, "is a bench, not a queue"),
        ("kind = \"till\"\nat = [1, 1]\nqueue = \"upstairs\"", 17, "is on floor \"upper\", not on \"hall\""),
        ("kind = \"till\"\nat = [1, 1]\nradius = 2", 17, "a till takes no `radius`"),
        ("kind = \"bench\"\nat = [1, 1]\nqueue = \"line\"", 17, "a bench takes no `queue`"),
        ("kind = \"till\"\nline = [[1, 1], [2, 1]]", 16, "a till takes no `line`"),
        ("kind = \"queue\"\nline = [[1, 1]]", 16, "needs two points"),
        ("kind = \"till\"\nat = [1, 1]\nfacing = \"north\"", 17, "degrees from east"),
        ("kind = \"till\"\nat = [1, 1]\nfacing = [1, 1]", 17, "faces the point where it is"),
        ("kind = \"till\"\nat = [1, 1]\nfacing = 1000", 17, "facing is 1000"),
        ("kind = \"till\"\nat = [1, 1]\nseats = 0", 17, "seats is 0"),
        ("kind = \"till\"\nat = [1, 1]\nservice = [60, 20]", 17, "the least, 60, is more than the most, 20"),
        ("kind = \"till\"\nat = [1, 1]\nservice = -5", 17, "the service time is -5"),
        ("kind = \"till\"\nat = [1, 1]\nservice = [1, 2, 3]", 17, "a list of 2 items"),
        ("kind = \"till\"\nat = [1, 1]\nservice = \"long\"", 17, "or a distribution such as"),
        (
            "kind = \"till\"\nat = [1, 1]\nservice = { exponential = -2 }",
            17,
            "service.exponential: the service time is -2",
        ),
        ("kind = \"till\"\nat = [1, 1]\nservice = { exponential = 2, normal = [2, 1] }", 17, "service"),
        ("kind = \"till\"\nat = [1, 1]\nservice = { table = [[20, 1], [10, 1]] }", 17, "out of order"),
        ("kind = \"till\"\nat = [1, 1]\nservice = { poisson = 3 }", 17, "poisson"),
        ("kind = \"gate\"\nat = [1, 1]\nrate = 0", 17, "rate is 0"),
        ("kind = \"till\"\nat = [1, 1]\noffers = [\" \"]", 17, "is empty"),
        ("kind = \"shop\"\noutline = []", 16, "has no points"),
    ] {
        let others = "[[object]]\nname = \"bench\"\nkind = \"bench\"\nfloor = \"hall\"\nat = [5, 5]\n\
                      [[object]]\nname = \"upstairs\"\nkind = \"queue\"\nfloor = \"upper\"\nat = [5, 5]\n";
        let error = refuse("a.place.toml", &with(&format!("\n[[object]]\nfloor = \"hall\"\n{text}\n{others}")));
        let told = error.to_string();
        assert!(told.contains(wanted), "{text}: {told}");
        // A wrong value may be told at the beginning of its object.
        assert!(told.contains(&format!("line {line}, ")) || told.contains("line 13, "), "{text}: {told}");
    }
}

/// Queue theory speaks of exponential service; people may write any distribution that a scenario takes.
#[test]
fn the_time_of_an_object_has_any_distribution() {
    let till = |service: &str| {
        let text = format!("\n[[object]]\nkind = \"till\"\nfloor = \"hall\"\nat = [1, 1]\nservice = {service}\n");
        take("a.place.toml", &with(&text)).objects[0].service.clone().expect("it is given")
    };
    let (least, most) = (0.0, 86_400.0);
    assert_eq!(till("{ exponential = 30 }"), Distribution::Exponential { mean: 30.0, least, most });
    assert_eq!(till("{ gamma = [40, 20] }"), Distribution::Gamma { mean: 40.0, sd: 20.0, least, most });
    assert_eq!(till("{ uniform = [20, 40] }"), till("[20, 40]"));
    assert!(matches!(till("{ table = [[10, 1], [60, 3]] }"), Distribution::Table(_)));
}

#[test]
fn objects_of_geojson_have_the_same_properties() {
    let feature = |properties: serde_json::Value, kind: &str, coordinates: serde_json::Value| json!({ "type": "Feature", "properties": properties, "geometry": { "type": kind, "coordinates": coordinates } });
    let features = json!([
        feature(
            json!({ "populace": "floor", "name": "a" }),
            "Polygon",
            json!([[[0, 0], [20, 0], [20, 10], [0, 10], [0, 0]]])
        ),
        feature(
            json!({ "populace": "object", "kind": "queue", "name": "line" }),
            "LineString",
            json!([[5, 7], [5, 2]])
        ),
        feature(
            json!({ "populace": "object", "kind": "till", "queue": "line", "facing": 270, "service": { "exponential": 30 } }),
            "Point",
            json!([5, 9.5])
        ),
        feature(json!({ "populace": "object", "kind": "bench" }), "LineString", json!([[10, 5], [12, 5]])),
    ]);
    let text = json!({ "type": "FeatureCollection", "features": features }).to_string();
    let place = take("a.geojson", &text);
    assert!(place.objects[0].is_line && !place.objects[2].is_line);
    assert_eq!(place.objects[1].queue.as_deref(), Some("line"));
    assert_eq!(place.objects[1].service.as_ref().map(Distribution::mean), Some(30.0));
    let built = build(&place, &BuildOptions::default()).unwrap_or_else(|e| panic!("{e}"));
    let objects = built.environment.objects();
    assert_eq!(objects[0].line.len(), 9);
    assert_eq!(objects[2].slots.len(), 4, "a bench of 2 m drawn as a line");
}

#[test]
fn an_object_that_nobody_can_use_is_named_with_its_line() {
    let place =
        take("a.place.toml", &with("\n[[object]]\nname = \"far\"\nkind = \"till\"\nfloor = \"hall\"\nat = [90, 90]\n"));
    let error = build(&place, &BuildOptions::default()).map(|_| ()).expect_err("out of the hall");
    assert_eq!(error.location, "object \"far\", line 13");
}

#[test]
fn a_sign_that_shows_what_is_not_there_is_refused_where_that_is_written() {
    let sign = |shows: &str| {
        with(&format!(
            "[[object]]\nname = \"sign\"\nkind = \"sign\"\nfloor = \"hall\"\nat = [10, 9.5]\nshows = {shows}\n"
        ))
    };
    let bench = "[[object]]\nkind = \"bench\"\nfloor = \"upper\"\nat = [5, 5]\n";
    let place = take("a.place.toml", &(sign("[\"seat\"]") + bench));
    assert_eq!(place.objects[0].shows.as_deref(), Some(&["seat".to_owned()][..]));
    let error = refuse("a.place.toml", &(sign("[\"seats\"]") + bench));
    assert!(error.to_string().contains("line 17") && error.to_string().contains("\"seat\""), "{error}");
}
