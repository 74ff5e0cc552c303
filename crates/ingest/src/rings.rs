//! Notes about rings that do not return to their first point, for formats in which rings must.

use populace_env::{Note, Outline};
use populace_geom::Point;

use crate::geojson::Geometry;
use crate::words;

/// The most notes about single rings.
const MAX_NOTES: usize = 100;

/// The rings of a file that are not closed.
#[derive(Default)]
pub struct OpenRings {
    notes: Vec<Note>,
    more: usize,
}

impl OpenRings {
    /// Notes the rings of an outline that are not closed.
    pub fn note_outline(&mut self, outline: &Outline) {
        for (i, ring) in std::iter::once(&outline.outer).chain(&outline.holes).enumerate() {
            self.note_ring(ring.len(), ring.first().copied(), ring.last().copied(), i + 1, &|| outline.source.clone());
        }
    }

    /// Notes the rings of a geometry that are not closed. Rings are numbered through all its polygons.
    pub fn note_geometry(&mut self, geometry: &Geometry, source: &dyn Fn() -> String) {
        let mut number = 0;
        self.note_polygons(geometry, source, &mut number);
    }

    /// Notes the rings of polygons; `number` is the number of the last ring before.
    fn note_polygons(&mut self, geometry: &Geometry, source: &dyn Fn() -> String, number: &mut usize) {
        let polygons = match geometry {
            Geometry::Polygon(polygon) => std::slice::from_ref(polygon),
            Geometry::MultiPolygon(polygons) => polygons.as_slice(),
            Geometry::Collection(parts) => {
                return parts.iter().for_each(|part| self.note_polygons(part, source, number));
            }
            _ => return,
        };
        for ring in polygons.iter().flatten() {
            *number += 1;
            self.note_ring(ring.len(), ring.first().map(|p| p.at), ring.last().map(|p| p.at), *number, source);
        }
    }

    /// Notes a ring, by its length and its first and last point, when it is not closed.
    fn note_ring(
        &mut self,
        length: usize,
        first: Option<Point>,
        last: Option<Point>,
        number: usize,
        source: &dyn Fn() -> String,
    ) {
        let (Some(first), Some(last)) = (first, last) else { return };
        if length < 3 || first == last {
            return;
        }
        if self.notes.len() >= MAX_NOTES {
            self.more += 1;
            return;
        }
        let text = format!(
            "ring {number} is not closed; it is closed from its last point {} to its first {}",
            words::coordinates(last),
            words::coordinates(first)
        );
        self.notes.push(Note { text, at: Some(last), source: source() });
    }

    /// Adds the notes to `notes`, their positions in local metres.
    pub fn finish(self, notes: &mut Vec<Note>, project: impl Fn(Point) -> Point) {
        notes.extend(self.notes.into_iter().map(|note| Note { at: note.at.map(&project), ..note }));
        if self.more > 0 {
            let text = format!("{} more that are not closed", words::count(self.more, "ring"));
            notes.push(Note { text, at: None, source: String::new() });
        }
    }
}
