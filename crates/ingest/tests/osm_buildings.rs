//! Buildings and barriers as obstacles, from GeoJSON, OSM XML and PBF.

use crate::support;

use crate::support::{area, environment, has_note, line, node, read_as, rectangle};
use populace_env::Place;
use populace_geom::{Bounds, Point};
use populace_ingest::{Options, Reading};

fn buildings(features: &[String]) -> Place {
    support::place(Reading::Buildings, features).expect("a place")
}

fn is_free(place: &Place, x: f64, y: f64) -> bool {
    environment(place).locate(populace_env::FloorId::new(0), Point::new(x, y), None).is_some()
}

/// A building of 20 × 20 m with a courtyard of 10 × 10 m, a roof and a cellar; coordinates at 50° north.
const TOWN: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<osm version="0.6">
 <node id="1" lat="50.0000" lon="8.0000"/><node id="2" lat="50.0000" lon="8.0004"/>
 <node id="3" lat="50.0003" lon="8.0004"/><node id="4" lat="50.0003" lon="8.0000"/>
 <node id="5" lat="50.0001" lon="8.0001"/><node id="6" lat="50.0001" lon="8.0003"/>
 <node id="7" lat="50.0002" lon="8.0003"/><node id="8" lat="50.0002" lon="8.0001"/>
 <node id="9" lat="50.0005" lon="8.0000"/><node id="10" lat="50.0005" lon="8.0004">
  <tag k="barrier" v="gate"/></node><node id="11" lat="50.0005" lon="8.0008"/>
 <way id="1"><nd ref="1"/><nd ref="2"/><nd ref="3"/></way>
 <way id="2"><nd ref="3"/><nd ref="4"/><nd ref="1"/></way>
 <way id="3"><nd ref="5"/><nd ref="6"/><nd ref="7"/><nd ref="8"/><nd ref="5"/></way>
 <way id="4"><nd ref="9"/><nd ref="10"/><nd ref="11"/><tag k="barrier" v="wall"/></way>
 <way id="5"><nd ref="1"/><nd ref="2"/><nd ref="3"/><nd ref="1"/><tag k="building" v="roof"/></way>
 <way id="6"><nd ref="1"/><nd ref="2"/><nd ref="3"/><nd ref="1"/><tag k="building" v="yes"/><tag k="layer" v="-1"/></way>
 <way id="7"><nd ref="9"/><nd ref="99"/><nd ref="10"/><nd ref="11"/><tag k="building" v="yes"/></way>
 <relation id="1"><member type="way" ref="1" role="outer"/><member type="way" ref="2" role="outer"/>
  <member type="way" ref="3" role="inner"/><tag k="type" v="multipolygon"/><tag k="building" v="yes &amp; no"/></relation>
</osm>"#;

#[test]
fn a_multipolygon_of_several_ways_is_a_building_with_a_courtyard() {
    let place = read_as("osm-xml", TOWN.as_bytes(), &Options::default()).unwrap();
    let block = place.floors[0].obstacles.iter().find(|o| o.source == "relation/1").unwrap();
    assert_eq!((block.outer.len(), block.holes.len()), (4, 1));
    let size = Bounds::of(block.outer.iter().copied()).size();
    // 0.0004° × 0.0003° at 50° north: 28.68 m × 33.37 m.
    assert!((size.x - 28.68).abs() < 0.01 && (size.y - 33.37).abs() < 0.01, "{size:?}");
    let geo = place.georeference.unwrap();
    assert!((geo.longitude - 8.0004).abs() < 1e-9 && (geo.latitude - 50.00025).abs() < 1e-9);
}

#[test]
fn roofs_and_cellars_do_not_block_and_are_counted() {
    let place = read_as("osm-xml", TOWN.as_bytes(), &Options::default()).unwrap();
    assert_eq!(place.floors[0].obstacles.len(), 2);
    for text in ["roofs", "underground"] {
        assert!(place.notes.iter().any(|n| n.text.contains(text)), "{text}");
    }
}

#[test]
fn a_gate_leaves_a_gap_in_its_wall() {
    let place = read_as("osm-xml", TOWN.as_bytes(), &Options::default()).unwrap();
    let walls = &place.floors[0].walls;
    assert_eq!(walls.len(), 2);
    let gap = walls[0].line.last().unwrap().distance(walls[1].line[0]);
    assert!((gap - 1.5).abs() < 1e-6, "{gap}");
}

#[test]
fn missing_nodes_and_open_outlines_are_noted() {
    let place = read_as("osm-xml", TOWN.as_bytes(), &Options::default()).unwrap();
    assert!(has_note(&place, "way/7", "1 of its 4 nodes are not in the file"));
    assert!(has_note(&place, "way/7", "not closed"));
}

#[test]
fn gzipped_xml_reads_the_same() {
    use std::io::Write;
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(TOWN.as_bytes()).unwrap();
    let place = read_as("osm-xml", &packed.finish().unwrap(), &Options::default()).unwrap();
    let plain = read_as("osm-xml", TOWN.as_bytes(), &Options::default()).unwrap();
    assert_eq!(format!("{place:?}"), format!("{plain:?}"));
}

#[test]
fn the_ground_reaches_the_margin_around_the_footprints() {
    let features = [rectangle("way/1", (0.0, 0.0), (20.0, 30.0), "building=yes")];
    let place = buildings(&features);
    assert_eq!(Bounds::of(place.floors[0].walkable[0].outer.iter().copied()).min, Point::new(-10.0, -10.0));
    assert!(is_free(&place, -5.0, -5.0) && !is_free(&place, 10.0, 10.0));
}

#[test]
fn parts_of_buildings_do_not_count_twice() {
    let place = buildings(&[
        rectangle("way/1", (0.0, 0.0), (20.0, 30.0), "building=yes"),
        rectangle("way/2", (5.0, 5.0), (10.0, 10.0), "building:part=yes"),
    ]);
    assert_eq!(place.floors[0].obstacles.len(), 1);
}

#[test]
fn buildings_are_chosen_when_there_is_nothing_indoor() {
    let town = [
        rectangle("way/1", (0.0, 0.0), (20.0, 30.0), "building=yes"),
        line("way/2", &[(-5.0, 0.0), (-5.0, 30.0)], "highway=footway"),
        node("node/3", (0.0, 0.0), "amenity=bench"),
    ];
    assert_eq!(support::place(Reading::Auto, &town).unwrap().floors[0].obstacles.len(), 1);
    let station = [town[0].clone(), area("way/4", &[(0.0, 0.0), (9.0, 0.0), (9.0, 9.0)], "indoor=area, level=0")];
    assert_eq!(support::place(Reading::Auto, &station).unwrap().floors[0].obstacles.len(), 0);
    let error = support::place(Reading::Auto, &[node("node/3", (0.0, 0.0), "amenity=bench")]).unwrap_err();
    assert!(error.what.contains("nothing to walk on"), "{error}");
}

/// A writer of OSM PBF, as small as can be.
mod write_pbf {
    pub fn varint(mut n: u64, out: &mut Vec<u8>) {
        while n > 0x7f {
            out.push(n as u8 | 0x80);
            n >>= 7;
        }
        out.push(n as u8);
    }
    pub fn number(field: u64, n: u64, out: &mut Vec<u8>) {
        varint(field << 3, out);
        varint(n, out);
    }
    pub fn bytes(field: u64, content: &[u8], out: &mut Vec<u8>) {
        varint(field << 3 | 2, out);
        varint(content.len() as u64, out);
        out.extend_from_slice(content);
    }
    pub fn deltas(numbers: &[i64]) -> Vec<u8> {
        let (mut last, mut out) = (0, Vec::new());
        for &n in numbers {
            let delta: i64 = n - last;
            varint(((delta << 1) ^ (delta >> 63)) as u64, &mut out);
            last = n;
        }
        out
    }
    pub fn block(kind: &str, content: &[u8], is_packed: bool) -> Vec<u8> {
        let mut blob = Vec::new();
        if is_packed {
            use std::io::Write;
            let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
            zlib.write_all(content).unwrap();
            bytes(3, &zlib.finish().unwrap(), &mut blob);
        } else {
            bytes(1, content, &mut blob);
        }
        let mut header = Vec::new();
        bytes(1, kind.as_bytes(), &mut header);
        number(3, blob.len() as u64, &mut header);
        [(header.len() as u32).to_be_bytes().as_slice(), &header, &blob].concat()
    }
    /// Returns ways without nodes; all have one tag, `building=` with a text of `length` letters.
    pub fn tags(length: usize, ways: u64) -> Vec<u8> {
        let (mut table, mut group, mut data) = (Vec::new(), Vec::new(), Vec::new());
        for text in ["", "building", &"x".repeat(length)] {
            bytes(1, text.as_bytes(), &mut table);
        }
        for id in 0..ways {
            let mut way = Vec::new();
            number(1, id, &mut way);
            bytes(2, &[1], &mut way);
            bytes(3, &[2], &mut way);
            bytes(3, &way, &mut group);
        }
        bytes(1, &table, &mut data);
        bytes(2, &group, &mut data);
        block("OSMData", &data, true)
    }
    /// Returns a square building, drawn with dense nodes.
    pub fn square(is_packed: bool) -> Vec<u8> {
        let (mut table, mut dense, mut way) = (Vec::new(), Vec::new(), Vec::new());
        for text in ["", "building", "yes"] {
            bytes(1, text.as_bytes(), &mut table);
        }
        bytes(1, &deltas(&[1, 2, 3, 4]), &mut dense);
        bytes(8, &deltas(&[500_000_000, 500_000_000, 500_002_000, 500_002_000]), &mut dense);
        bytes(9, &deltas(&[80_000_000, 80_003_000, 80_003_000, 80_000_000]), &mut dense);
        number(1, 7, &mut way);
        bytes(2, &[1], &mut way);
        bytes(3, &[2], &mut way);
        bytes(8, &deltas(&[1, 2, 3, 4, 1]), &mut way);
        let (mut group, mut data) = (Vec::new(), Vec::new());
        bytes(2, &dense, &mut group);
        bytes(3, &way, &mut group);
        bytes(1, &table, &mut data);
        bytes(2, &group, &mut data);
        let mut header = Vec::new();
        bytes(4, b"OsmSchema-V0.6", &mut header);
        bytes(4, b"DenseNodes", &mut header);
        [block("OSMHeader", &header, is_packed), block("OSMData", &data, is_packed)].concat()
    }
}

#[test]
fn pbf_is_read_raw_and_packed() {
    for is_packed in [false, true] {
        let bytes = write_pbf::square(is_packed);
        let place = read_as("osm-pbf", &bytes, &Options::default()).unwrap();
        let building = &place.floors[0].obstacles[0];
        assert_eq!((building.source.as_str(), building.outer.len()), ("way/7", 4));
        let size = Bounds::of(building.outer.iter().copied()).size();
        // 0.0003° × 0.0002° at 50° north.
        assert!((size.x - 21.509).abs() < 0.01 && (size.y - 22.246).abs() < 0.01, "{size:?}");
    }
}

#[test]
fn pbf_that_is_cut_off_or_damaged_anywhere_is_refused_without_a_panic() {
    let whole = write_pbf::square(false);
    for length in 0..whole.len() {
        let _ = read_as("osm-pbf", &whole[..length], &Options::default());
    }
    let error = read_as("osm-pbf", &whole[..whole.len() - 9], &Options::default()).unwrap_err();
    assert!(error.what.contains("cut off") && error.location.starts_with("block 1, byte"), "{error}");
    for i in 0..whole.len() {
        for flip in [0x01, 0x80, 0xff] {
            let mut damaged = whole.clone();
            damaged[i] ^= flip;
            let _ = read_as("osm-pbf", &damaged, &Options::default());
        }
    }
}

#[test]
fn one_building_is_not_several() {
    let place = read_as("osm-pbf", &write_pbf::square(false), &Options::default()).unwrap();
    assert!(place.notes.iter().any(|note| note.text.starts_with("1 building footprint read")), "{:?}", place.notes);
}

#[test]
fn one_long_string_of_many_pbf_tags_does_not_fill_the_memory() {
    let error = read_as("osm-pbf", &write_pbf::tags(20_000_000, 100_000), &Options::default()).unwrap_err();
    assert!(error.what.contains("a string is 20000000 bytes long"), "{error}");
    let error = read_as("osm-pbf", &write_pbf::tags(60_000, 100_000), &Options::default()).unwrap_err();
    assert!(error.what.contains("the tags of the file are longer than"), "{error}");
    assert!(error.location.starts_with("block 0") && !error.hint.is_empty(), "{error}");
}
