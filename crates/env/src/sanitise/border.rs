//! The border of a floor while links are placed on it: edges by tile, and the points that split them.

use std::cell::Cell;

use populace_geom::{Bounds, Point, Segment, Tiles, crosses_ray};

use super::CleanFloor;

/// The border edges of a floor. Splits are collected and put into the rings at the end.
pub(super) struct Border {
    edges: Vec<Segment>,
    /// Points inside each edge, in order along it.
    splits: Vec<Vec<Point>>,
    tiles: Tiles,
    /// Largest x of all edges, m.
    right: f64,
}

impl Border {
    /// Collects the edges of a floor.
    pub(super) fn of(floor: &CleanFloor) -> Self {
        let edges: Vec<Segment> =
            floor.rings().flat_map(|r| (0..r.len()).map(move |i| Segment::new(r[i], r[(i + 1) % r.len()]))).collect();
        let bounds = Bounds::of(edges.iter().map(|e| e.a));
        let tiles = Tiles::of(bounds, edges.len(), |e| [edges[e].a, edges[e].b]);
        Border { splits: vec![Vec::new(); edges.len()], tiles, edges, right: bounds.max.x }
    }

    /// Returns the number of points that split edges.
    pub(super) fn split_count(&self) -> usize {
        self.splits.iter().map(Vec::len).sum()
    }

    /// Returns the pieces of the edges that come near a box, in the direction of the ring.
    pub(super) fn near(&self, bounds: Bounds) -> Vec<Segment> {
        self.tiles.within(&bounds).into_iter().flat_map(|e| self.pieces(e as usize)).collect()
    }

    /// Returns the pieces that come within `reach` of a segment's box.
    pub(super) fn around(&self, segment: &Segment, reach: f64) -> Vec<Segment> {
        self.near(Bounds::of([segment.a, segment.b]).expanded(reach))
    }

    /// Returns the pieces into which its splits part an edge.
    fn pieces(&self, edge: usize) -> impl Iterator<Item = Segment> + '_ {
        let Segment { a, b } = self.edges[edge];
        let ends = self.splits[edge].iter().copied().chain([b]);
        std::iter::once(a).chain(self.splits[edge].iter().copied()).zip(ends).map(|(p, q)| Segment::new(p, q))
    }

    /// Returns the distance from a point to the nearest edge, m.
    pub(super) fn distance(&self, p: Point) -> f64 {
        let best = Cell::new(f64::INFINITY);
        let visit = |e: u32| best.set(best.get().min(self.edges[e as usize].distance(p)));
        self.tiles.outwards(p, |least| least <= best.get(), visit);
        best.get()
    }

    /// Makes a vertex at the point of the border that is nearest to `target`, within `reach` m, by splitting the edge
    /// there. Where the edge has a vertex within `merge` m of that point, nothing is split. Returns the vertex.
    pub(super) fn insert(&mut self, target: Point, reach: f64, merge: f64) -> Option<Point> {
        let close = self.tiles.within(&Bounds::of([target]).expanded(reach));
        let nearest = |e: usize| self.edges[e].nearest(target);
        let edge = close
            .into_iter()
            .map(|e| e as usize)
            .filter(|&e| nearest(e).distance(target) <= reach)
            .min_by(|&e, &f| nearest(e).distance(target).total_cmp(&nearest(f).distance(target)).then(e.cmp(&f)))?;
        let point = nearest(edge);
        let corners = self.pieces(edge).flat_map(|p| [p.a, p.b]).filter(|c| c.distance(point) <= merge);
        if let Some(corner) = corners.min_by(|a, b| a.distance(point).total_cmp(&b.distance(point))) {
            return Some(corner);
        }
        let start = self.edges[edge].a;
        let at = self.splits[edge].partition_point(|s| s.distance(start) < point.distance(start));
        self.splits[edge].insert(at, point);
        Some(point)
    }

    /// Returns whether a point is on walkable ground (a point on the border may answer either way).
    pub(super) fn is_inside(&self, p: Point) -> bool {
        let right = Bounds { min: p, max: Point::new(self.right.max(p.x), p.y) };
        let crossings = self.tiles.within(&right).into_iter().map(|e| self.edges[e as usize]);
        crossings.filter(|e| crosses_ray(e.a, e.b, p)).count() % 2 == 1
    }

    /// Returns where a ray first meets the border within `reach`.
    pub(super) fn hit(&self, from: Point, direction: Point, reach: f64) -> Option<Point> {
        let ray = Segment::new(from, from + direction * reach);
        self.around(&ray, 0.0)
            .into_iter()
            .filter_map(|e| {
                let (s, t) = ray.meet(&e)?;
                let meets = (0.0..=1.0).contains(&s) && (-1e-9..=1.0 + 1e-9).contains(&t);
                meets.then(|| (s, e.a.lerp(e.b, t.clamp(0.0, 1.0))))
            })
            .min_by(|p, q| p.0.total_cmp(&q.0))
            .map(|(_, point)| point)
    }

    /// Puts the splits into the rings of the floor this border was made of.
    pub(super) fn apply(self, floor: &mut CleanFloor) {
        let mut splits = self.splits.into_iter();
        for ring in floor.rings_mut() {
            let corners = std::mem::take(ring);
            for corner in corners {
                ring.push(corner);
                ring.extend(splits.next().unwrap_or_default());
            }
        }
    }
}
