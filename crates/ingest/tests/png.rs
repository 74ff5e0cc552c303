//! Facts about reading PNG maps.

use crate::shared::attempt;
use populace_geom::{Point, area, maths};
use populace_ingest::Options;

fn encode(width: u32, height: u32, color: png::ColorType, data: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(color);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header().unwrap().write_image_data(data).unwrap();
    bytes
}

/// Returns a map from rows of `#` (dark) and other characters (light), top row first.
fn map(rows: &[&str]) -> Vec<u8> {
    let data: Vec<u8> = rows.iter().flat_map(|r| r.bytes().map(|b| if b == b'#' { 20 } else { 230 })).collect();
    encode(rows[0].len() as u32, rows.len() as u32, png::ColorType::Grayscale, &data)
}

fn metre() -> Options {
    Options { metres_per_pixel: 1.0, ..Options::default() }
}

fn take(bytes: &[u8]) -> populace_env::Place {
    attempt("map.png", bytes, &metre()).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn rectangles_stay_exact_and_y_points_up() {
    let place = take(&map(&["........", ".###....", ".###....", "........", "........"]));
    let floor = &place.floors[0];
    assert_eq!(floor.obstacles.len(), 1);
    let ring = &floor.obstacles[0].outer;
    let corners = [(1.0, 2.0), (4.0, 2.0), (4.0, 4.0), (1.0, 4.0)].map(|(x, y)| Point::new(x, y));
    assert_eq!(ring.len(), 4);
    assert!(corners.iter().all(|c| ring.contains(c)), "{ring:?}");
    assert_eq!(area(&floor.walkable[0].outer), 40.0);
}

#[test]
fn courtyards_are_holes_of_their_building() {
    let place =
        take(&map(&["########", "#......#", "#.####.#", "#.#..#.#", "#.#..#.#", "#.####.#", "#......#", "########"]));
    let holes: Vec<usize> = place.floors[0].obstacles.iter().map(|o| o.holes.len()).collect();
    assert_eq!(holes, [1, 1], "two buildings, one inside the courtyard of the other");
}

#[test]
fn dark_pixels_that_touch_at_a_corner_leave_no_way_through() {
    let place = take(&map(&["......", ".##...", ".##...", "...##.", "...##.", "......"]));
    let obstacles = &place.floors[0].obstacles;
    assert_eq!(obstacles.len(), 2);
    assert!(obstacles.iter().all(|o| o.outer.contains(&Point::new(3.0, 3.0)) && o.outer.len() == 4));
    // A diagonal of single pixels from border to border.
    let place = take(&map(&["#.....", ".#....", "..#...", "...#..", "....#.", ".....#"]));
    let built = populace_env::build(&place, &populace_env::BuildOptions::default()).unwrap();
    assert_eq!(built.environment.as_given().topology(0.01).component_count(), 2);
}

#[test]
fn a_slanted_building_loses_its_staircases() {
    let (size, angle) = (200, 0.3_f64);
    let inside = |x: f64, y: f64| {
        let (dx, dy) = (x - 100.0, y - 100.0);
        let (u, v) = (dx * maths::cos(angle) + dy * maths::sin(angle), dy * maths::cos(angle) - dx * maths::sin(angle));
        u.abs() < 60.0 && v.abs() < 30.0
    };
    let pixels = (0..size * size).map(|i| {
        let (x, y) = ((i % size) as f64 + 0.5, (size - 1 - i / size) as f64 + 0.5);
        if inside(x, y) { 0 } else { 255 }
    });
    let place = take(&encode(size, size, png::ColorType::Grayscale, &pixels.collect::<Vec<u8>>()));
    let ring = &place.floors[0].obstacles[0].outer;
    assert!(ring.len() <= 16, "{} corners", ring.len());
    assert!((area(ring) - 7200.0).abs() < 60.0, "{}", area(ring));
}

#[test]
fn colours_and_transparency_are_understood() {
    // Dark blue, transparent black, yellow, black.
    let data = [0, 0, 139, 255, 0, 0, 0, 0, 255, 255, 0, 255, 0, 0, 0, 255];
    let place = take(&encode(4, 1, png::ColorType::Rgba, &data));
    let dark: f64 = place.floors[0].obstacles.iter().map(|o| area(&o.outer)).sum();
    assert_eq!((place.floors[0].obstacles.len(), dark), (2, 2.0));
}

#[test]
fn bombs_and_damage_are_refused() {
    let whole = map(&["....", ".##.", "...."]);
    for cut in 8..whole.len() - 12 {
        assert!(attempt("map.png", &whole[..cut], &metre()).is_err(), "cut at {cut}");
    }
    for at in 8..whole.len() {
        let mut broken = whole.clone();
        broken[at] ^= 0xff;
        let _ = attempt("map.png", &broken, &metre());
    }
    // A header that claims 60,000 × 60,000 pixels.
    let mut header = Vec::new();
    let mut encoder = png::Encoder::new(&mut header, 60_000, 60_000);
    encoder.set_color(png::ColorType::Rgba);
    drop(encoder.write_header().unwrap());
    let error = attempt("map.png", &header, &metre()).unwrap_err();
    assert!(error.what.contains("60000 × 60000 pixels"), "{error}");
    for size in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let options = Options { metres_per_pixel: size, ..Options::default() };
        assert!(attempt("map.png", &whole, &options).is_err());
    }
    let huge = Options { metres_per_pixel: 1e9, ..Options::default() };
    assert!(attempt("map.png", &whole, &huge).unwrap_err().what.contains("1,000 km"));
}

#[test]
fn a_chequered_map_of_many_pixels_is_refused() {
    let (w, h) = (6000_u32, 4000_u32);
    let data: Vec<u8> = (0..w * h).map(|i| if (i % w + i / w) % 2 == 0 { 0 } else { 255 }).collect();
    let bytes = encode(w, h, png::ColorType::Grayscale, &data);
    assert!(attempt("map.png", &bytes, &metre()).unwrap_err().what.contains("borders"));
}

/// This used to take 43 s and 1.26 GB.
#[test]
fn random_pixels_are_refused_before_they_cost_memory() {
    let (w, h) = (2000_u32, 2000_u32);
    let draws = populace_geom::Draws::new(1);
    let data: Vec<u8> = (0..w * h).map(|i| draws.bits(i.into(), 0, 0) as u8).collect();
    let error = attempt("map.png", &encode(w, h, png::ColorType::Grayscale, &data), &metre()).unwrap_err();
    assert!(error.what.contains("more than 200000 borders") && error.hint.contains("speckles"), "{error}");
}

#[test]
fn one_endless_border_hits_the_vertex_limit() {
    // A comb: one dark region with four corners for each tooth.
    let (w, h) = (4000_u32, 3_u32);
    let data: Vec<u8> = (0..w * h).map(|i| if i / w == 0 || i % 2 == 0 { 0 } else { 255 }).collect();
    let bytes = encode(w, h, png::ColorType::Grayscale, &data);
    let options = Options { max_vertices: 7000, ..metre() };
    assert!(attempt("map.png", &bytes, &options).unwrap_err().what.contains("vertices"));
}
