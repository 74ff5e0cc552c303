//! DXF drawings with the layer names of JuPedSim.
//!
//! | layer (with or without `jps-`, any case, any suffix) | becomes                              |
//! |-------------------------------------------------------|--------------------------------------|
//! | `jps-walkablearea*`                                   | the walkable area of the one level   |
//! | `jps-obstacles*`                                      | obstacles; open lines: thin walls    |
//! | `jps-exits*`                                          | exits                                |
//! | `jps-distributions*`                                  | entrances                            |
//! | `jps-waypoints*`                                      | regions                              |
//! | `jps-waiting*`                                        | waiting areas                        |
//!
//! Other layers are named in a note. The text form is read here, pair by pair, so that messages have line numbers and a
//! hostile file does not fill the memory. Only the entities that can bound an area are kept.

mod chains;
mod entities;
mod pairs;
mod shapes;

use std::collections::{BTreeMap, BTreeSet};

use populace_env::{Area, AreaKind, Floor, FloorId, Note, Outline, Place, Wall};
use populace_geom::Point;

use crate::limits::{self, Limits};
use crate::{Options, ReadError, Source};
use chains::Piece;
use entities::Drawing;

/// Thickness given to a wall drawn as an open line, m.
const LINE_THICKNESS: f64 = 0.05;
/// Open lines shorter than this are left-overs of drawing, m.
const SHORTEST_WALL: f64 = 0.1;

/// The most notes about single lines.
const MAX_NOTES: usize = 100;

/// The role of a layer: what it holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Role {
    Walkable,
    Obstacle,
    Area(&'static str),
    /// Known to JuPedSim, but not part of a place.
    Journey,
}

/// Beginnings of layer names, without `jps-`.
const ROLES: [(&str, Role); 8] = [
    ("walkable", Role::Walkable),
    ("obstacle", Role::Obstacle),
    ("exit", Role::Area("exit")),
    ("distribution", Role::Area("entrance")),
    ("waypoint", Role::Area("region")),
    ("waiting", Role::Area("waiting")),
    ("journey", Role::Journey),
    ("parameter", Role::Journey),
];

/// Returns the role of a layer by its name.
fn role_of(layer: &str) -> Option<Role> {
    let name = layer.to_lowercase();
    let name = name.strip_prefix("jps").map_or(name.as_str(), |rest| rest.trim_start_matches(['-', '_', ' ']));
    ROLES.iter().find(|(start, _)| name.starts_with(start)).map(|(_, role)| *role)
}

/// This format's line in the table.
pub(crate) const FORMAT: crate::Format = crate::Format {
    name: "dxf",
    extensions: &["dxf"],
    about: "DXF drawings with the layer names of JuPedSim (jps-walkablearea, jps-obstacles, …)",
    sniff,
    read,
};

/// Returns whether the file begins like a DXF file, or like a binary drawing, which the reader refuses with an
/// explanation.
pub fn sniff(head: &[u8]) -> bool {
    if is_binary(head) {
        return true;
    }
    let text = String::from_utf8_lossy(head);
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    match lines.next() {
        Some("0") => lines.next() == Some("SECTION"),
        Some("999") => lines.any(|line| line == "SECTION"),
        _ => false,
    }
}

/// Returns whether the file is a binary drawing.
fn is_binary(bytes: &[u8]) -> bool {
    bytes.starts_with(b"AutoCAD Binary DXF") || bytes.starts_with(b"AC10")
}

/// Reads a DXF file.
pub fn read(source: &Source, options: &Options) -> Result<Place, ReadError> {
    if is_binary(source.bytes) {
        return Err(ReadError::new(source.path, "is a binary drawing (DWG or binary DXF)")
            .hint("export it as an ASCII DXF from the program that made it"));
    }
    let mut limits = Limits::new(source.path, options);
    let drawing = entities::read(source, &mut limits)?;
    let mut place = Place { name: source.stem(), ..Place::default() };
    let scale = metres_per_unit(&drawing, options, &mut place);
    let mut pieces = shapes::pieces(&drawing, scale, &mut limits)?;
    for skipped in &drawing.skipped {
        place.note(skipped.clone());
    }
    let by_role = sort_by_role(std::mem::take(&mut pieces), &drawing, source, &mut place)?;
    build(by_role, &mut place);
    // A drawing in millimetres or feet is not a map in degrees: it needs no check.
    if !matches!(drawing.units, 0 | 6) || options.scale != 1.0 {
        return Ok(place);
    }
    let hint = "project the drawing to metres, or give the map as GeoJSON";
    limits::check_metres(source.path, place, options, hint)
}

/// Returns the unit of a drawing, $INSUNITS, in metres; for a drawing without a unit, the scale of the options.
fn metres_per_unit(drawing: &Drawing, options: &Options, place: &mut Place) -> f64 {
    let metres = match drawing.units {
        1 => 0.0254,
        2 => 0.3048,
        3 => 1609.344,
        4 => 1e-3,
        5 => 1e-2,
        6 => 1.0,
        7 => 1e3,
        8 => 2.54e-8,
        9 => 2.54e-5,
        10 => 0.9144,
        13 => 1e-6,
        14 => 0.1,
        15 => 10.0,
        16 => 100.0,
        21 => 1200.0 / 3937.0,
        _ => {
            place.note(format!("the drawing names no unit; one unit is taken as {} m (--scale)", options.scale));
            options.scale
        }
    };
    if metres != 1.0 && drawing.units != 0 {
        place.note(format!("the drawing's unit is {metres} m"));
    }
    metres
}

/// The lines of a drawing by the role of their layer.
type ByRole = BTreeMap<Role, Vec<Piece>>;

/// Sorts lines by the role of their layer; an error when no layer holds the walkable area.
fn sort_by_role(
    pieces: Vec<Piece>,
    drawing: &Drawing,
    source: &Source,
    place: &mut Place,
) -> Result<ByRole, ReadError> {
    let mut by_role = ByRole::new();
    let mut ignored = BTreeSet::new();
    let mut found: BTreeSet<String> = drawing.layers.clone();
    for piece in pieces {
        found.insert(piece.layer.clone());
        match role_of(&piece.layer) {
            Some(Role::Journey) | None => {
                ignored.insert(piece.layer);
            }
            Some(role) => by_role.entry(role).or_default().push(piece),
        }
    }
    if !by_role.contains_key(&Role::Walkable) {
        let names: Vec<String> = found.into_iter().take(30).collect();
        let found = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        return Err(ReadError::new(source.path, format!("no layer holds the walkable area; layers found: {found}"))
            .hint("draw its outline on a layer called jps-walkablearea, and obstacles on jps-obstacles"));
    }
    if !ignored.is_empty() {
        let names: Vec<String> = ignored.into_iter().take(30).collect();
        place.note(format!("layers that are no part of a place are ignored: {}", names.join(", ")));
    }
    Ok(by_role)
}

/// Joins the lines of each role and adds them to the place: rings become outlines and areas, open lines walls.
fn build(by_role: ByRole, place: &mut Place) {
    let mut floor = Floor::level("level 0", 0.0);
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    for (role, pieces) in by_role {
        let joined = chains::join(pieces);
        for open in joined.open {
            let is_wall = role == Role::Obstacle && open.length() >= SHORTEST_WALL;
            let what = if is_wall { "is taken as a wall" } else { "is ignored" };
            let text = format!("an open line of {:.2} m {what}", open.length());
            let at = open.points.first().copied();
            if place.notes.len() < MAX_NOTES {
                place.notes.push(Note { text, at, source: open.source.clone() });
            }
            if is_wall {
                floor.walls.push(Wall { line: open.points, thickness: LINE_THICKNESS, source: open.source });
            }
        }
        for ring in joined.rings {
            match role {
                Role::Walkable => floor.walkable.push(outline(ring)),
                Role::Obstacle => floor.obstacles.push(outline(ring)),
                Role::Area(word) => {
                    let number = numbers.entry(word).or_default();
                    *number += 1;
                    place.areas.push(area(word, *number, ring));
                }
                Role::Journey => {}
            }
        }
    }
    place.floors.push(floor);
}

/// Returns the outline of a ring.
fn outline(piece: Piece) -> Outline {
    Outline::new(piece.points, piece.source)
}

/// Returns the area of a ring.
fn area(word: &str, number: usize, piece: Piece) -> Area {
    let kind = AreaKind::WORDS.iter().find(|(w, _)| *w == word).map_or(AreaKind::Region, |(_, kind)| *kind);
    // The rest of the layer's name becomes part of the area's: `jps-exits-north` → `exit 1 north`.
    let suffix = piece.layer.splitn(3, ['-', '_']).nth(2).map(|s| format!(" {s}")).unwrap_or_default();
    Area { name: format!("{word} {number}{suffix}"), kind, floor: FloorId::new(0), outline: outline(piece) }
}

/// Returns the length of a line, m.
fn length(points: &[Point]) -> f64 {
    points.windows(2).map(|pair| if let [a, b] = pair { a.distance(*b) } else { 0.0 }).sum()
}
