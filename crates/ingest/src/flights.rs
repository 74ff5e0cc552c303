//! Flights between two levels, from a short entry: the strip of the flight, its openings and, where the level does not
//! reach an end, a landing.

use populace_env::{Floor, FloorId, FloorKind, Height, Link, LinkKind, Note, Outline};
use populace_geom::{Point, Segment, contains};

use crate::assemble::{Assembly, Fault, Named, in_range};
use crate::entries::{FlightEntry, FloorPoint, FloorWord};
use crate::slope::Slope;

/// A line widened to both sides, with flat ends.
pub(crate) struct Strip {
    left: Vec<Point>,
    right: Vec<Point>,
}

/// Returns `axis` widened to `width`. Bends are mitred, up to twice the half width. `axis` must have two or more
/// different points.
pub(crate) fn strip(axis: &[Point], width: f64) -> Strip {
    let normals: Vec<Point> =
        axis.windows(2).filter_map(|pair| Some((*pair.get(1)? - *pair.first()?).unit()?.left())).collect();
    let offset = |i: usize| {
        let before = normals.get(i.saturating_sub(1)).copied().unwrap_or(Point::ZERO);
        let after = normals.get(i).copied().unwrap_or(before);
        // The mitre of two unit normals is their sum over 1 + the cosine of the angle between them.
        (before + after) * (0.5 * width / (1.0 + before.dot(after)).max(0.5))
    };
    let side = |sign: f64| axis.iter().enumerate().map(|(i, p)| *p + offset(i) * sign).collect();
    Strip { left: side(1.0), right: side(-1.0) }
}

impl Strip {
    /// Returns the ring around the strip, counter-clockwise.
    pub(crate) fn outline(&self) -> Vec<Point> {
        self.right.iter().chain(self.left.iter().rev()).copied().collect()
    }
    /// Returns the flat edge at an end.
    fn edge(&self, end: End) -> Option<Segment> {
        Some(match end {
            End::First => Segment::new(*self.left.first()?, *self.right.first()?),
            End::Last => Segment::new(*self.right.last()?, *self.left.last()?),
        })
    }
}

/// The ends of a flight. The flight is to the left of its [`Strip::edge`], and the way out is to the right.
#[derive(Clone, Copy)]
enum End {
    First,
    Last,
}

impl Assembly {
    /// Adds a flight with its openings and landings.
    pub(crate) fn add_flight(&mut self, entry: &FlightEntry, source: &str) -> Result<(), Fault> {
        let word = entry.kind.unwrap_or(FloorWord::Stairs);
        if word == FloorWord::Level {
            return Err(Fault::new("kind", "a level does not lead from one floor to another", "write it as [[floor]]"));
        }
        let kind = Slope::of_flight(entry).kind(word)?;
        let (from, start) = self.end(entry.from.as_ref(), "from")?;
        let (to, end) = self.end(entry.to.as_ref(), "to")?;
        let width = in_range("width", entry.width.unwrap_or(2.0), 0.1, 1000.0)?;
        let landing = in_range("landing", entry.landing.unwrap_or(1.0), 0.0, 100.0)?;
        let mut axis = vec![start];
        axis.extend(self.line(&entry.via, "via")?);
        axis.push(end);
        axis.dedup();
        if axis.len() < 2 {
            return Err(Fault::new("to", "it starts and ends at the same point", "move one of its ends"));
        }
        let name = self.flight_name(entry, word)?;
        let source = format!("{name:?} ({source})");
        let strip = strip(&axis, width);
        let heights = [self.height_at(from, start), self.height_at(to, end)];
        let floor = Floor {
            name: name.clone(),
            kind,
            height: Height::Along(rising(&axis, heights)),
            walkable: vec![Outline::new(strip.outline(), source.clone())],
            obstacles: Vec::new(),
            walls: Vec::new(),
        };
        let flight = self.add_floor(floor);
        for (level, end, word) in [(from, End::First, "start"), (to, End::Last, "end")] {
            let Some(edge) = strip.edge(end) else { continue };
            self.add_landing(level, edge, landing, &source);
            let floors = if leads_onto_flight(&kind, end, entry.one_way) { [level, flight] } else { [flight, level] };
            let one_way = is_one_way(&kind, entry.one_way);
            let name = self.take_name(Named::Link, Some(&format!("{name}, {word}")), "opening")?;
            let kind = LinkKind::Opening { floors, segment: edge, one_way };
            self.place.links.push(Link { name, kind, source: source.clone() });
        }
        Ok(())
    }

    /// Returns the floor and the point of an end of a flight.
    fn end(&self, spot: Option<&FloorPoint>, field: &'static str) -> Result<(FloorId, Point), Fault> {
        let hint = format!("write {field} = {{ floor = \"…\", at = [x, y] }}");
        let Some(spot) = spot else {
            return Err(Fault::new("", format!("`{field}` is missing"), hint));
        };
        let floor = self.find_floor(&spot.floor, field)?;
        let Some(at) = spot.at else {
            return Err(Fault::new(field, "the point on the floor is missing", hint));
        };
        Ok((floor, self.point(at, field)?))
    }

    /// Returns the name of a flight: the given name, which must be unused, or a numbered name.
    fn flight_name(&self, entry: &FlightEntry, word: FloorWord) -> Result<String, Fault> {
        let word = format!("{word:?}").to_lowercase();
        match &entry.name {
            Some(name) if self.has_floor(name) || name.trim().is_empty() => {
                let hint = "flights are floors: give each its own name";
                Err(Fault::new("name", format!("the name {name:?} is empty, or another floor has it"), hint))
            }
            Some(name) => Ok(name.clone()),
            None => Ok((1..).map(|i| format!("{word} {i}")).find(|n| !self.has_floor(n)).unwrap_or_default()),
        }
    }

    /// Returns the height of a floor at a point, m. On a surface of triangles it is the mean height of the triangle
    /// there.
    fn height_at(&self, floor: FloorId, p: Point) -> f64 {
        let Some(floor) = self.place.floors.get(floor.index()) else { return 0.0 };
        match &floor.height {
            Height::Flat(z) => *z,
            Height::Along(line) => nearest_height(line, p),
            Height::Surface(triangles) => {
                let corner = |t: &[(Point, f64); 3]| t.map(|(q, _)| q);
                let above = triangles.iter().find(|t| contains(&corner(t), p));
                let corners = triangles.iter().flatten();
                match above {
                    Some(t) => t.iter().map(|(_, z)| z).sum::<f64>() / 3.0,
                    None => corners.min_by(|a, b| a.0.distance(p).total_cmp(&b.0.distance(p))).map_or(0.0, |(_, z)| *z),
                }
            }
        }
    }

    /// Adds a landing before the edge of a flight where the level does not reach it.
    fn add_landing(&mut self, level: FloorId, edge: Segment, length: f64, source: &str) {
        let Some(floor) = self.place.floors.get_mut(level.index()) else { return };
        let Some(out) = (edge.b - edge.a).unit().map(|u| -u.left()) else { return };
        let probes = [0.1, 0.5, 0.9].map(|t| edge.a.lerp(edge.b, t) + out * 0.05);
        let note = |text: String| Note { text, at: Some(edge.middle()), source: source.to_owned() };
        if probes.iter().any(|p| floor.obstacles.iter().any(|o| covers(o, *p))) {
            let text = format!("an obstacle of floor {:?} stands at its end", floor.name);
            self.place.notes.push(note(text));
        }
        let is_reached = |p: &Point| floor.walkable.iter().any(|o| covers(o, *p));
        if length == 0.0 || probes.iter().all(is_reached) {
            return;
        }
        let ring = vec![edge.b, edge.a, edge.a + out * length, edge.b + out * length];
        floor.walkable.push(Outline::new(ring, format!("landing of {source}")));
        let text = format!("a landing of {length} m was added on floor {:?} at its end", floor.name);
        self.place.notes.push(note(text));
    }
}

/// Returns whether a point is inside an outline and in none of its holes.
fn covers(outline: &Outline, p: Point) -> bool {
    contains(&outline.outer, p) && !outline.holes.iter().any(|hole| contains(hole, p))
}

/// Returns whether a one-way opening at `end` leads from the level onto the flight.
fn leads_onto_flight(kind: &FloorKind, end: End, one_way: Option<bool>) -> bool {
    let backwards = match kind {
        FloorKind::Escalator(belt) | FloorKind::Walkway(belt) => one_way.is_none() && belt.speed < 0.0,
        _ => false,
    };
    matches!(end, End::First) != backwards
}

/// Returns whether a flight can be walked in one direction only: as given, or when it has a belt that moves.
fn is_one_way(kind: &FloorKind, given: Option<bool>) -> bool {
    given.unwrap_or(match kind {
        FloorKind::Escalator(belt) | FloorKind::Walkway(belt) => belt.speed != 0.0,
        _ => false,
    })
}

/// Returns the points of the axis with heights that rise evenly along it.
fn rising(axis: &[Point], [start, end]: [f64; 2]) -> Vec<(Point, f64)> {
    let mut along = vec![0.0];
    for pair in axis.windows(2) {
        if let [a, b] = pair {
            along.push(along.last().copied().unwrap_or(0.0) + a.distance(*b));
        }
    }
    let total = along.last().copied().unwrap_or(1.0);
    axis.iter().zip(along).map(|(p, s)| (*p, start + (end - start) * s / total)).collect()
}

/// Returns the height at the point of a line that is nearest to `p`.
fn nearest_height(line: &[(Point, f64)], p: Point) -> f64 {
    let mut best = (f64::INFINITY, line.first().map_or(0.0, |(_, z)| *z));
    for pair in line.windows(2) {
        if let [(a, za), (b, zb)] = pair {
            let segment = Segment::new(*a, *b);
            let distance = segment.distance(p);
            if distance < best.0 {
                best = (distance, za + (zb - za) * segment.project(p).clamp(0.0, 1.0));
            }
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;
    use populace_geom::signed_area;

    #[test]
    fn a_strip_has_flat_ends_and_its_width() {
        let line = [(0.0, 0.0), (4.0, 0.0)].map(|(x, y)| Point::new(x, y));
        let ring = strip(&line, 2.0).outline();
        assert_eq!(signed_area(&ring), 8.0);
        assert_eq!(ring[0], Point::new(0.0, -1.0));
    }

    #[test]
    fn a_bent_strip_is_mitred() {
        let line = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0)].map(|(x, y)| Point::new(x, y));
        // Two legs of 4 × 2; the mitre shares the corner square evenly.
        assert!((signed_area(&strip(&line, 2.0).outline()) - 16.0).abs() < 1e-12);
    }
}
