//! Named areas: platforms, named rooms and halls, entrances.

use populace_env::{Area, AreaKind, Outline};
use populace_geom::Bounds;

use super::Site;
use super::classify::{AreaRole, LineKind, levels_of};
use super::flights::{Names, side, take_unique};
use super::levels::Level;
use super::rooms::is_door;
use crate::osm::model::Tags;
use crate::osm::strip::{disc, widened};

/// Radius of the area around an entrance, m.
const ENTRANCE_RADIUS: f64 = 1.0;

impl Site<'_> {
    /// Adds platforms as waiting areas, other named areas as regions, and entrances.
    pub fn name_areas(&mut self) {
        let mut names = Names::new();
        let mut found: Vec<(String, AreaKind, Level, Outline)> = Vec::new();
        for area in &self.areas {
            let Some(shape) = self.osm.shapes.get(area.shape) else { continue };
            let name = match (area.role, name_of(&shape.tags)) {
                (AreaRole::Platform, Some(name)) => format!("platform {name}"),
                (AreaRole::Platform, None) => "platform".to_owned(),
                (_, Some(name)) => name.to_owned(),
                (_, None) => continue,
            };
            let kind = if area.role == AreaRole::Platform { AreaKind::Waiting } else { AreaKind::Region };
            for rings in &area.polygons {
                let outlines = area.levels.iter().map(|&l| (l, self.osm.outline(rings, &area.source)));
                found.extend(outlines.map(|(level, outline)| (name.clone(), kind, level, outline)));
            }
        }
        for line in self.lines.iter().filter(|l| l.kind == LineKind::Platform) {
            let Some(shape) = self.osm.shapes.get(line.shape) else { continue };
            let name = name_of(&shape.tags).map_or("platform".to_owned(), |name| format!("platform {name}"));
            for part in widened(&line.points, line.width).into_iter().take(line.points.len().saturating_sub(1)) {
                let outline = Outline::new(part, &line.source);
                let levels = line.levels.iter();
                found.extend(levels.map(|&level| (name.clone(), AreaKind::Waiting, level, outline.clone())));
            }
        }
        let entrances = self.entrances();
        found.extend(entrances);
        for (name, kind, level, outline) in found {
            if let Some(floor) = self.level_id(level) {
                self.place.areas.push(Area { name: take_unique(&mut names, name), kind, floor, outline });
            }
        }
    }

    /// Returns the entrances that stand on the ground of their level.
    fn entrances(&mut self) -> Vec<(String, AreaKind, Level, Outline)> {
        let mut found = Vec::new();
        let shapes = self.areas.iter().flat_map(|area| &area.polygons).flat_map(|polygon| &polygon.outer);
        let middle = Bounds::of(shapes.map(|&node| self.osm.at(node))).center();
        for point in self.osm.points.iter().filter(|p| is_door(&p.tags) && !p.tags.is("entrance", &["no"])) {
            if !(point.tags.has("entrance") || point.tags.has("railway")) {
                continue;
            }
            let at = self.osm.at(point.node);
            let levels = levels_of(&point.tags).0;
            let level = levels.first().copied().unwrap_or(Level::GROUND);
            if self.nearest_ground(level, at, 0.1).is_some() {
                let name = match name_of(&point.tags) {
                    Some(name) => format!("entrance {name}"),
                    None => format!("{} entrance", side(at - middle)),
                };
                let outline = Outline::new(disc(at, ENTRANCE_RADIUS), &point.source);
                found.push((name, AreaKind::Entrance, level, outline));
            }
        }
        found
    }
}

/// Returns the name or number in the tags.
pub fn name_of(tags: &Tags) -> Option<&str> {
    ["name", "ref", "local_ref"].iter().find_map(|key| tags.get(key)).filter(|name| !name.trim().is_empty())
}
