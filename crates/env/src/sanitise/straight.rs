//! Straightens borders along openings.
//!
//! Where the end of a flight crosses the border of its level by less than rounding, the cut leaves corners within the
//! opening. Each of them would part the opening into two ways through that are narrower than the opening, so such
//! corners are removed. Corners are found by tile, so that the cost of an opening does not grow with the number of
//! corners of the floor.

use populace_geom::{Bounds, Point, Segment, Tiles, contains};

use super::CleanFloor;
use super::joints::{ALONG, SHORTEST, run_along};

/// Removes the corners of a floor's border that lie within an opening, between two edges that run along it, one opening
/// after the other.
pub(super) fn straighten(openings: &[Segment], floor: &mut CleanFloor) {
    let mut corners = Corners::of(floor);
    for (opening, number) in openings.iter().zip(1..) {
        corners.straighten(opening, number);
    }
    corners.apply(floor);
}

/// The corners of a floor, numbered in the order of the rings, and indexed by tile. Corners that are removed keep their
/// numbers.
struct Corners {
    points: Vec<Point>,
    /// The last corner before each corner on its ring, and the next corner after it, of those that are still there.
    before: Vec<u32>,
    after: Vec<u32>,
    /// The ring of each corner.
    ring: Vec<u32>,
    /// The number of corners of each ring that are still there.
    sizes: Vec<usize>,
    /// The number of the opening for which each corner was removed; 0 when it is still there.
    removed_for: Vec<u32>,
    tiles: Tiles,
}

impl Corners {
    fn of(floor: &CleanFloor) -> Self {
        let sizes: Vec<usize> = floor.rings().map(Vec::len).collect();
        let points: Vec<Point> = floor.rings().flatten().copied().collect();
        let (mut before, mut after, mut ring) = (Vec::new(), Vec::new(), Vec::new());
        for (number, &size) in (0..).zip(&sizes) {
            let first = ring.len();
            before.extend((0..size).map(|i| (first + (i + size - 1) % size) as u32));
            after.extend((0..size).map(|i| (first + (i + 1) % size) as u32));
            ring.resize(first + size, number);
        }
        let bounds = Bounds::of(points.iter().copied());
        let tiles = Tiles::of(bounds, points.len(), |i| [points[i]; 2]);
        Corners { removed_for: vec![0; points.len()], points, before, after, ring, sizes, tiles }
    }

    /// Removes the corners within an opening. Openings are numbered from 1.
    fn straighten(&mut self, opening: &Segment, number: u32) {
        let length = opening.length();
        let is_within = |p: Point| {
            let at = opening.project(p) * length;
            opening.distance(p) <= ALONG && at > SHORTEST && at < length - SHORTEST
        };
        for corner in self.tiles.within(&Bounds::of([opening.a, opening.b]).expanded(ALONG)) {
            let (i, ring) = (corner as usize, self.ring[corner as usize] as usize);
            if self.removed_for[i] != 0 || self.sizes[ring] <= 3 || !is_within(self.points[i]) {
                continue;
            }
            let triangle = [self.before[i], corner, self.after[i]].map(|c| self.points[c as usize]);
            if runs_along(&triangle, opening) && self.is_free(&triangle, number) {
                self.remove(i, number);
            }
        }
    }

    /// Returns whether the border may be moved over a triangle with the corner in its middle: nothing else is in the
    /// triangle, and no other ring touches the corner. Corners that were removed for the same opening count.
    fn is_free(&self, triangle: &[Point; 3], number: u32) -> bool {
        let known = |c: &u32| [0, number].contains(&self.removed_for[*c as usize]);
        let near = self.tiles.within(&Bounds::of(*triangle));
        let near = || near.iter().filter(|c| known(c)).map(|&c| self.points[c as usize]);
        let touches = near().filter(|&c| c == triangle[1]).count() > 1;
        !touches && !near().any(|c| !triangle.contains(&c) && contains(triangle, c))
    }

    fn remove(&mut self, corner: usize, number: u32) {
        let (before, after) = (self.before[corner], self.after[corner]);
        self.after[before as usize] = after;
        self.before[after as usize] = before;
        self.sizes[self.ring[corner] as usize] -= 1;
        self.removed_for[corner] = number;
    }

    /// Takes the removed corners out of the rings of the floor.
    fn apply(self, floor: &mut CleanFloor) {
        let mut removed_for = self.removed_for.into_iter();
        for ring in floor.rings_mut() {
            ring.retain(|_| removed_for.next() == Some(0));
        }
    }
}

/// Returns whether both edges at the middle corner run along an opening, and the line that skips the corner does, too.
fn runs_along(&[before, corner, after]: &[Point; 3], opening: &Segment) -> bool {
    let edges = [Segment::new(before, corner), Segment::new(corner, after)];
    edges.iter().all(|edge| run_along(edge, opening).is_some()) && Segment::new(before, after).distance(corner) <= ALONG
}

#[cfg(test)]
mod tests {
    use populace_geom::Draws;

    use super::*;
    use crate::sanitise::Shape;

    /// Straightens one opening by comparing it with every corner of the floor.
    fn by_comparing(opening: &Segment, floor: &mut CleanFloor) {
        let corners: Vec<Point> = floor.rings().flatten().copied().collect();
        let length = opening.length();
        let is_along = |p: Point| opening.distance(p) <= ALONG;
        let is_within = |p: Point| {
            let at = opening.project(p) * length;
            is_along(p) && at > SHORTEST && at < length - SHORTEST
        };
        // The border is moved over the triangle, so nothing else may be in it, and no other ring may touch the corner.
        let is_free = |triangle: &[Point; 3], corner: Point| {
            let touches = corners.iter().filter(|&&c| c == corner).count() > 1;
            let is_beside = |c: &Point| !triangle.contains(c) && contains(triangle, *c);
            !touches && !corners.iter().any(is_beside)
        };
        for ring in floor.rings_mut() {
            let mut i = 0;
            while ring.len() > 3 && i < ring.len() {
                let (before, corner, after) =
                    (ring[(i + ring.len() - 1) % ring.len()], ring[i], ring[(i + 1) % ring.len()]);
                let run_along_it = || {
                    let edges = [Segment::new(before, corner), Segment::new(corner, after)];
                    edges.iter().all(|edge| run_along(edge, opening).is_some())
                        && Segment::new(before, after).distance(corner) <= ALONG
                };
                if is_within(corner) && run_along_it() && is_free(&[before, corner, after], corner) {
                    ring.remove(i);
                } else {
                    i += 1;
                }
            }
        }
    }

    /// Returns a floor whose rings have corners within millimetres of the line y = 0: outer rings that run along the
    /// line, and square holes whose northern side lies on it.
    fn floor(draws: &Draws, world: u64) -> CleanFloor {
        let mut purpose = 0;
        let mut draw = |most: u64| {
            purpose += 1;
            (draws.unit(world, purpose, 0) * most as f64) as i64
        };
        let mut shapes = Vec::new();
        for strip in 0..3 {
            let from = 40_000 * strip;
            let mut x = from;
            let mut outer = vec![(from, -9_000), (from + 30_000, -9_000)];
            let mut along = Vec::new();
            while x < from + 30_000 {
                // Steps of a few millimetres, decimetres or metres.
                x += [draw(9), draw(300), draw(3_000)][draw(3) as usize];
                along.push((x.min(from + 30_000), draw(7) - 3));
            }
            along.dedup();
            outer.extend(along.into_iter().rev());
            let hole = |x: i64, y: i64| vec![(x, y), (x, y + 1_000), (x + 1_000, y + 1_000), (x + 1_000, y)];
            let holes = (0..3).map(|i| hole(from + 500 + 9_000 * i + draw(4_000), -1_000 - draw(4)));
            let metres = |ring: Vec<(i64, i64)>| -> Vec<Point> {
                ring.into_iter().map(|(x, y)| Point::new(x as f64 / 1e3, y as f64 / 1e3)).collect()
            };
            shapes.push(Shape { holes: holes.map(metres).collect(), outer: metres(outer) });
        }
        CleanFloor { shapes, openings: Vec::new(), doors: Vec::new() }
    }

    #[test]
    fn tiles_leave_the_corners_that_comparing_with_every_corner_leaves() {
        let draws = Draws::new(7);
        let mut removed = 0;
        for world in 0..300 {
            let whole = floor(&draws, world);
            let end = |i, k| Point::new(draws.unit(world, i, k) * 110.0, draws.unit(world, i, k + 1) * 0.004 - 0.002);
            let openings: Vec<Segment> =
                (100..130).map(|i| Segment::new(end(i, 1), end(i, 3))).filter(|o| o.length() > 0.1).collect();
            let (mut expected, mut found) = (whole.clone(), whole.clone());
            openings.iter().for_each(|opening| by_comparing(opening, &mut expected));
            straighten(&openings, &mut found);
            assert!(found.rings().eq(expected.rings()), "world {world}");
            let count = |floor: &CleanFloor| floor.rings().map(Vec::len).sum::<usize>();
            removed += count(&whole) - count(&found);
        }
        assert!(removed > 1000, "{removed} corners were removed");
    }
}
