//! Sorts the shapes by their meaning, and lays areas and widened ways on their levels.

use populace_env::{Outline, Wall};
use populace_geom::{Bounds, Point, Segment, contains};

use super::classify::{self, Meaning, levels_of};
use super::levels::Level;
use super::{Site, WALL_THICKNESS};
use crate::osm::strip::{disc, widened};

/// Diameter of a column that is drawn as a node without a size, m.
const COLUMN: f64 = 0.4;

impl Site<'_> {
    /// Takes areas and lines out of the shapes, and notes what is odd.
    pub fn collect(&mut self) {
        let mut private = 0;
        let mut unreadable = 0;
        for row in 0..self.osm.shapes.len() {
            match classify::classify(self.osm, row) {
                Meaning::Area(area) => {
                    if area.polygons.is_empty() {
                        let text = "an area of fewer than three points is left out".to_owned();
                        self.note_shape("degenerate areas", text, row);
                    }
                    self.areas.push(area);
                }
                Meaning::Line(line) => self.lines.push(line),
                Meaning::Private => {
                    private += 1;
                    continue;
                }
                _ => continue,
            }
            if self.osm.shapes.get(row).is_some_and(|s| levels_of(&s.tags).1) {
                unreadable += 1;
                self.note_shape("unreadable levels", "part of its level cannot be read and is ignored".into(), row);
            }
        }
        let untagged = self.lines.iter().filter(|l| l.levels.is_empty()).count();
        self.notes.say(format!(
            "{} walkable areas and {} ways read by their indoor and footway tags; levels are {} m apart",
            self.areas.len(),
            self.lines.len(),
            super::levels::STOREY_HEIGHT
        ));
        if untagged > 0 {
            self.notes.say(format!(
                "{untagged} ways have no level; they are on level 0 unless what they join says otherwise"
            ));
        }
        if private > 0 {
            self.notes
                .say(format!("{private} ways and areas that are private or closed to people on foot are left out"));
        }
        if unreadable > 0 {
            self.notes.say(format!("{unreadable} ways and areas have a level that cannot be read whole"));
        }
    }

    /// Adds a note about a shape.
    fn note_shape(&mut self, kind: &'static str, text: String, row: usize) {
        if let Some(shape) = self.osm.shapes.get(row) {
            let at = shape.first().map_or(Point::ZERO, |n| self.osm.at(n));
            self.notes.add(kind, text, at, &shape.source);
        }
    }

    /// Lays areas, widened lines, walls and columns on their levels.
    pub fn lay_ground(&mut self) {
        for area in std::mem::take(&mut self.areas) {
            for &level in &area.levels {
                let outlines: Vec<Outline> = area.polygons.iter().map(|r| self.osm.outline(r, &area.source)).collect();
                self.level(level).walkable.extend(outlines);
            }
            self.areas.push(area);
        }
        for line in std::mem::take(&mut self.lines) {
            for &level in &line.levels {
                let parts = widened(&line.points, line.width);
                self.level(level).walkable.extend(parts.into_iter().map(|part| Outline::new(part, &line.source)));
                for pair in line.points.windows(2) {
                    if let [a, b] = *pair {
                        self.openers.push((level, a, b, line.width));
                    }
                }
            }
            self.lines.push(line);
        }
        self.lay_obstacles();
    }

    /// Adds walls and columns to the levels that exist.
    fn lay_obstacles(&mut self) {
        for row in 0..self.osm.shapes.len() {
            let Some(shape) = self.osm.shapes.get(row) else { continue };
            match classify::classify(self.osm, row) {
                Meaning::Wall { levels, thickness } => {
                    let line = match shape.line() {
                        Some(nodes) => self.osm.points_of(nodes),
                        None => continue,
                    };
                    self.change_existing(&levels, |floor| {
                        floor.walls.push(Wall { line: line.clone(), thickness, source: shape.source.clone() });
                    });
                }
                Meaning::Obstacle { levels } => {
                    let outlines: Vec<Outline> =
                        shape.polygons().iter().map(|r| self.osm.outline(r, &shape.source)).collect();
                    self.change_existing(&levels, |floor| floor.obstacles.extend(outlines.iter().cloned()));
                }
                _ => {}
            }
        }
        for point in self.osm.points.iter().filter(|p| p.tags.is("indoor", &["column"])) {
            let levels = levels_of(&point.tags).0;
            let levels = if levels.is_empty() { vec![Level::GROUND] } else { levels };
            let width =
                point.tags.metres("diameter").or(point.tags.metres("width")).unwrap_or(COLUMN).clamp(0.05, 20.0);
            let outline = Outline::new(disc(self.osm.at(point.node), 0.5 * width), &point.source);
            self.change_existing(&levels, |floor| floor.obstacles.push(outline.clone()));
        }
    }

    /// Changes the levels that exist: a wall or column does not make a level of its own.
    fn change_existing(&mut self, levels: &[Level], mut change: impl FnMut(&mut populace_env::Floor)) {
        levels.iter().for_each(|level| {
            if let Some(floor) = self.levels.get_mut(level) {
                change(floor);
            }
        });
    }

    /// Returns the point of a level's ground that is nearest to `p`; `None` when it is farther than `reach`.
    pub fn nearest_ground(&mut self, level: Level, p: Point, reach: f64) -> Option<Point> {
        let walkable = &self.levels.get(&level)?.walkable;
        // Outlines are added and never removed, so the boxes of earlier outlines stay valid.
        let boxes = self.boxes.entry(level).or_default();
        boxes.extend(walkable.iter().skip(boxes.len()).map(|o| Bounds::of(o.outer.iter().copied())));
        let near = walkable.iter().zip(boxes.iter()).filter(|(_, bounds)| bounds.expanded(reach).contains(p));
        let points = near.map(|(outline, _)| nearest_point(outline, p)).filter(|q| q.distance(p) <= reach);
        points.min_by(|a, b| a.distance(p).total_cmp(&b.distance(p)))
    }

    /// Adds a wall of the usual thickness.
    pub fn add_wall(&mut self, level: Level, line: Vec<Point>, source: &str) {
        self.level(level).walls.push(Wall { line, thickness: WALL_THICKNESS, source: source.to_owned() });
    }
}

/// Returns the point of an outline nearest to `p`; `p` itself when it is inside.
fn nearest_point(outline: &Outline, p: Point) -> Point {
    if contains(&outline.outer, p) && !outline.holes.iter().any(|hole| contains(hole, p)) {
        return p;
    }
    let rings = std::iter::once(&outline.outer).chain(&outline.holes);
    let edges = rings.flat_map(|ring| {
        let next = ring.iter().cycle().skip(1);
        ring.iter().zip(next).map(|(&a, &b)| Segment::new(a, b))
    });
    let points = edges.map(|edge| edge.nearest(p));
    points.min_by(|a, b| a.distance(p).total_cmp(&b.distance(p))).unwrap_or(Point::new(f64::INFINITY, f64::INFINITY))
}
