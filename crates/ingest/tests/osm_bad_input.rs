//! Damaged files: each gives an error that says what is wrong and where, and never a panic.

use crate::support;

use std::io::Write;

use crate::support::read_as;
use populace_ingest::{Options, ReadError, Reading, Units};

fn geojson(text: &str) -> ReadError {
    read_as("geojson", text.as_bytes(), &Options::default()).unwrap_err()
}

fn xml(text: &str) -> ReadError {
    read_as("osm-xml", text.as_bytes(), &Options::default()).unwrap_err()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

fn building(ring: &str) -> String {
    format!(
        r#"{{"type":"FeatureCollection","features":[{{"type":"Feature","id":"way/5","properties":{{"building":"yes"}},
        "geometry":{{"type":"Polygon","coordinates":[{ring}]}}}}]}}"#
    )
}

#[test]
fn json_that_is_cut_off_is_located() {
    let error = geojson("{\"type\": \"FeatureCollection\",\n \"features\": [{\"type\": \"Feature\", ");
    assert!(error.location.starts_with("line 2, column"), "{error}");
    assert!(error.hint.contains("cut off"));
}

#[test]
fn json_cut_off_anywhere_gives_an_error() {
    let whole = building("[[0,0],[20,0],[20,20],[0,20],[0,0]]");
    for length in 0..whole.len() {
        assert!(read_as("geojson", &whole.as_bytes()[..length], &Options::default()).is_err());
    }
}

#[test]
fn numbers_that_are_none_are_refused() {
    for ring in ["[[NaN,0],[1,0],[1,1]]", "[[1e999,0],[1,0],[1,1]]", "[[Infinity,0],[1,0],[1,1]]", "[[null,0],[1,0]]"] {
        assert!(geojson(&building(ring)).location.starts_with("line"), "{ring}");
    }
    for number in ["NaN", "Infinity", "-Infinity"] {
        let error = geojson(&building(&format!("[[0,0],[5, {number}],[1,1]]")));
        assert!(error.what.contains("not JSON numbers"), "{error}");
    }
}

#[test]
fn huge_coordinates_are_located_by_their_feature() {
    let error = geojson(&building("[[0,0],[1e15,0],[20,20],[0,0]]"));
    assert_eq!(error.location, "feature 0 (way/5)");
    assert!(error.what.contains("1,000 km"), "{error}");
}

#[test]
fn degrees_out_of_range_are_located_by_their_feature() {
    let options = Options { units: Units::LonLat, ..Options::default() };
    let bytes = building("[[179.9,0],[180.2,0],[180.2,0.2],[179.9,0]]");
    let error = read_as("geojson", bytes.as_bytes(), &options).unwrap_err();
    assert_eq!((error.location.as_str(), error.what.contains("not a longitude")), ("feature 0 (way/5)", true));
}

#[test]
fn rings_that_are_not_closed_are_noted() {
    let options = Options { units: Units::Metres, ..Options::default() };
    let place = read_as("geojson", building("[[0,0],[20,0],[20,20],[0,20]]").as_bytes(), &options).unwrap();
    assert!(support::has_note(&place, "way/5", "its last point (0, 20) to its first (0, 0)"), "{:?}", place.notes);
}

#[test]
fn wrong_nesting_is_located_by_its_feature() {
    let error = geojson(&building("[0,0],[20,0]"));
    assert_eq!(error.location, "feature 0 (way/5)");
    assert!(error.what.contains("nested wrongly"), "{error}");
}

#[test]
fn deep_nesting_is_refused() {
    for n in [10, 1_000, 1_000_000] {
        let coordinates = format!("{}{}", "[".repeat(n), "]".repeat(n));
        assert!(geojson(&building(&coordinates)).location.starts_with("line"));
        let properties = format!(
            r#"{{"type":"FeatureCollection","features":[{{"type":"Feature","properties":{{"a":{coordinates}}},"geometry":null}}]}}"#
        );
        assert!(read_as("geojson", properties.as_bytes(), &Options::default()).is_err());
    }
    let collections = r#"{"type":"GeometryCollection","geometries":["#.repeat(5_000);
    let text = format!(r#"{{"type":"Feature","properties":null,"geometry":{collections}"#);
    assert!(geojson(&text).what.contains("nested too deeply"));
}

#[test]
fn more_vertices_than_allowed_are_refused() {
    let options = Options { max_vertices: 3, ..Options::default() };
    let bytes = building("[[0,0],[20,0],[20,20],[0,20],[0,0]]");
    let error = read_as("geojson", bytes.as_bytes(), &options).unwrap_err();
    assert!(error.what.contains("more vertices") && error.hint.contains("--max-vertices"), "{error}");
    let nodes: String = (0..9).map(|i| format!("<node id=\"{i}\" lat=\"0\" lon=\"0\"/>")).collect();
    let error = read_as("osm-xml", format!("<osm>{nodes}</osm>").as_bytes(), &options).unwrap_err();
    assert!(error.what.contains("more than 3 nodes") && error.hint.contains("--max-vertices"), "{error}");
}

#[test]
fn long_properties_of_many_parts_do_not_fill_the_memory() {
    let text = format!(
        r#"{{"type":"Feature","properties":{{"barrier":"{}"}},"geometry":{{"type":"MultiPoint","coordinates":[{}[0,0]]}}}}"#,
        "x".repeat(1_000_000),
        "[1,1],".repeat(10_000)
    );
    let error = geojson(&text);
    assert!(error.what.contains("10001 parts take too much memory"), "{error}");
    assert_eq!(error.location, "feature 0");
}

#[test]
fn relations_without_tags_do_not_multiply_those_of_their_way() {
    let relations: String = (0..10_000)
        .map(|i| {
            let tag = "<tag k=\"type\" v=\"multipolygon\"/>";
            format!("<relation id=\"{i}\"><member type=\"way\" ref=\"1\" role=\"outer\"/>{tag}</relation>")
        })
        .collect();
    let nodes = [(0, 0), (0, 1), (1, 1), (1, 0)]
        .map(|(x, y)| format!("<node id=\"{}\" lat=\"0.000{y}\" lon=\"0.000{x}\"/>", 1 + x + 2 * y));
    for key in ["building", "note"] {
        let way = format!(
            "<way id=\"1\"><nd ref=\"1\"/><nd ref=\"3\"/><nd ref=\"4\"/><nd ref=\"2\"/><nd ref=\"1\"/><tag k=\"{key}\" v=\"{}\"/></way>",
            "x".repeat(5_000_000)
        );
        let text = format!("<osm>{}{way}{relations}</osm>", nodes.concat());
        let place = read_as("osm-xml", text.as_bytes(), &Options::default());
        assert_eq!(place.map(|p| p.floors[0].obstacles.len()).ok(), (key == "building").then_some(1));
    }
}

#[test]
fn ways_and_relations_without_content_count_too() {
    let options = Options { max_vertices: 5, ..Options::default() };
    let relation = "<relation id=\"1\"><tag k=\"type\" v=\"multipolygon\"/></relation>";
    for element in ["<way id=\"1\"/>", relation] {
        let text = format!("<osm>{}</osm>", element.repeat(11));
        let error = read_as("osm-xml", text.as_bytes(), &options).unwrap_err();
        assert!(error.what.contains("more than 10 ways, relations"), "{error}");
        let text = format!("<osm>{}</osm>", element.repeat(10));
        assert!(read_as("osm-xml", text.as_bytes(), &options).unwrap_err().what.contains("no nodes"));
    }
}

#[test]
fn other_json_is_told_apart() {
    assert!(geojson("[1, 2, 3]").location.starts_with("line 1"));
    assert!(geojson("{\"a\": 1}").what.contains("not GeoJSON"));
    assert!(geojson("{\"version\": 0.6, \"elements\": []}").what.contains("Overpass"));
    assert!(geojson("{\"type\": \"FeatureCollection\"}").what.contains("features"));
    assert!(geojson("{\"type\": \"FeatureCollection\", \"features\": []}").what.contains("geometry"));
    assert!(geojson("{\"type\": \"Topology\", \"objects\": {}}").what.contains("Topology"));
}

#[test]
fn an_empty_reading_says_what_is_missing() {
    let bytes = building("[[0,0],[20,0],[20,20],[0,20],[0,0]]");
    let options = Options { reading: Reading::Indoor, ..Options::default() };
    let error = read_as("geojson", bytes.as_bytes(), &options).unwrap_err();
    assert!(error.what.contains("tagged as walkable"), "{error}");
}

#[test]
fn xml_that_is_cut_off_or_garbled_is_located() {
    assert!(xml("<osm>\n<node id=\"1\" lat=\"0\" lon=\"0\"/>\n").what.contains("cut off"));
    assert_eq!(xml("<osm>\n<node id=\"1\" lat=\"0\" lon=\"0\"/>\n").location, "line 3");
    assert!(xml("<osm>\n<node id=\"1\" lat=").location.starts_with("line 2"));
    assert!(xml("<osm></way></osm>").what.contains("not well-formed"));
    assert!(xml("no xml at all").what.contains("no <osm>"));
    assert!(xml("<html></html>").what.contains("<html>"));
    assert!(xml("<osm></osm>").what.contains("no nodes"));
}

#[test]
fn impossible_nodes_are_located() {
    for (lat, lon) in [("NaN", "0"), ("inf", "0"), ("91", "0"), ("0", "1e300"), ("", "0"), ("x", "0")] {
        let error = xml(&format!("<osm>\n<node id=\"1\" lat=\"{lat}\" lon=\"{lon}\"/></osm>"));
        assert_eq!(error.location, "line 2", "{lat} {lon}: {error}");
    }
    assert!(xml("<osm><node lat=\"0\" lon=\"0\"/></osm>").what.contains("no id"));
    assert!(xml("<osm><node id=\"99999999999999999999\" lat=\"0\" lon=\"0\"/></osm>").what.contains("whole number"));
}

#[test]
fn data_wider_than_a_plane_is_refused() {
    let error = xml("<osm><node id=\"1\" lat=\"0\" lon=\"0\"/><node id=\"2\" lat=\"0\" lon=\"20\"/></osm>");
    assert!(error.what.contains("spans") && error.hint.contains("extract"), "{error}");
}

#[test]
fn geojson_in_degrees_wider_than_a_plane_is_refused_and_not_taken_as_metres() {
    let house = |x: f64| support::rectangle("way/1", (x, 49.0), (x + 0.0003, 49.0002), "building=yes");
    let text = format!("{{\"type\":\"FeatureCollection\",\"features\":[{},{}]}}", house(8.0), house(10.5));
    let error = geojson(&text);
    assert!(error.what.contains("spans 2.500°") && error.hint.contains("--units m "), "{error}");
    let metres = Options { units: Units::Metres, ..Options::default() };
    assert!(read_as("geojson", text.as_bytes(), &metres).is_ok());
    let shed = building("[[0,0],[20,0],[20,20],[0,20],[0,0]]");
    assert!(read_as("geojson", shed.as_bytes(), &Options::default()).unwrap().georeference.is_none());
}

#[test]
fn garbled_gzip_is_refused() {
    let mut packed = gzip(b"<osm><node id=\"1\" lat=\"0\" lon=\"0\"/></osm>");
    let read = |bytes: &[u8]| read_as("osm-xml", bytes, &Options::default());
    assert!(read(&packed[..packed.len() / 2]).unwrap_err().what.contains("unpack"));
    packed[15] ^= 0xff;
    assert!(read(&packed).is_err());
    assert!(read(b"\x1f\x8bgarbage").is_err());
}

#[test]
fn a_decompression_bomb_is_refused() {
    let mut bomb = b"<osm>".to_vec();
    bomb.resize(64 << 20, b' ');
    let error = read_as("osm-xml", &gzip(&bomb), &Options::default()).unwrap_err();
    assert!(error.what.contains("unpacks to far more"), "{error}");
}

#[test]
fn bytes_of_all_kinds_never_panic() {
    let mut state = 1_u64;
    let mut noise = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u8
    };
    for length in [1, 10, 100, 5_000] {
        let bytes: Vec<u8> = (0..length).map(|_| noise()).collect();
        for format in ["geojson", "osm-xml", "osm-pbf"] {
            assert!(read_as(format, &bytes, &Options::default()).is_err());
        }
    }
}
