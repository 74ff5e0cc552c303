//! Boolean operations on integer millimetres (`i_overlay`).

use std::ops::ControlFlow;

use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay::Overlay;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::i_float::int::point::IntPoint;
use populace_geom::Point;

use super::pairs::{Edge, for_each_near_pair, ring_edges};
use super::rings::on;

/// A point in whole millimetres.
pub(super) type Mm = IntPoint<i32>;
/// A ring in whole millimetres, not closed.
pub(super) type Ring = Vec<Mm>;
/// Outer ring (counter-clockwise), then holes (clockwise).
pub(super) type IntShape = Vec<Ring>;

/// Returns the whole millimetres nearest to a point. They fit: coordinates were proven to be within ±1,000 km.
pub(super) fn snap(p: Point) -> Mm {
    IntPoint::new((p.x * 1000.0).round() as i32, (p.y * 1000.0).round() as i32)
}

/// Returns a point of whole millimetres in metres.
pub(super) fn metres(p: Mm) -> Point {
    Point::new(f64::from(p.x) / 1000.0, f64::from(p.y) / 1000.0)
}

/// Returns the polygons that a ring encloses; the ring may cross itself. A point that it winds around several times
/// counts once.
pub(super) fn simplify(ring: &[Mm]) -> Vec<IntShape> {
    let mut overlay = Overlay::<i32>::new(ring.len());
    overlay.add_contour(ring, i_overlay::core::overlay::ShapeType::Subject);
    overlay.overlay(OverlayRule::Subject, FillRule::NonZero)
}

/// Returns the union of `subject` without the union of `clip`. Rings must be simple; a counter-clockwise ring adds its
/// inside, a clockwise ring removes it.
pub(super) fn difference(subject: &[Ring], clip: &[Ring]) -> Vec<IntShape> {
    let mut overlay = Overlay::<i32>::from_subj_and_clip(subject, clip);
    let mut shapes = overlay.overlay(OverlayRule::Difference, FillRule::NonZero);
    // The result must not depend on the order of the input: rings start at their first point from the west, and shapes
    // and holes are sorted.
    let lowest_first = |ring: &mut Ring| {
        if let Some(i) = (0..ring.len()).min_by_key(|&i| (ring[i].x, ring[i].y)) {
            ring.rotate_left(i);
        }
    };
    for shape in &mut shapes {
        shape.iter_mut().for_each(lowest_first);
        shape[1..].sort_unstable_by(compare);
    }
    shapes.sort_unstable_by(|a, b| compare(&a[0], &b[0]));
    shapes
}

/// Compares two rings by their points in order.
fn compare(a: &Ring, b: &Ring) -> std::cmp::Ordering {
    let key = |r: &Ring| r.iter().map(|p| (p.x, p.y)).collect::<Vec<_>>();
    key(a).cmp(&key(b))
}

/// Splits every edge at the corners of other edges that lie on it, so that edges meet in common corners only.
pub(super) fn node(shapes: &mut [IntShape]) {
    let edges: Vec<Edge> = shapes.iter().flatten().flat_map(|ring| ring_edges(0, ring)).collect();
    let mut touches: Vec<(usize, i64, Mm)> = Vec::new();
    for_each_near_pair(&edges, |i, j| {
        for (edge, other) in [(i, j), (j, i)] {
            let (a, b) = edges[edge].ends;
            for corner in [edges[other].ends.0, edges[other].ends.1] {
                if corner != a && corner != b && on((a, b), corner) {
                    let along =
                        (i64::from(corner.x) - i64::from(a.x)).abs() + (i64::from(corner.y) - i64::from(a.y)).abs();
                    touches.push((edge, along, corner));
                }
            }
        }
        ControlFlow::Continue(())
    });
    if touches.is_empty() {
        return;
    }
    touches.sort_unstable_by_key(|t| (t.0, t.1));
    touches.dedup();
    let mut first = 0;
    for ring in shapes.iter_mut().flatten() {
        let noded = ring.iter().enumerate().flat_map(|(k, &corner)| {
            let from = touches.partition_point(|t| t.0 < first + k);
            let here = touches[from..].iter().take_while(move |t| t.0 == first + k).map(|t| t.2);
            std::iter::once(corner).chain(here)
        });
        let (count, noded) = (ring.len(), noded.collect());
        *ring = noded;
        first += count;
    }
}

/// Returns twice the signed area of a ring, mm²; positive when the ring is counter-clockwise.
pub(super) fn twice_area(ring: &[Mm]) -> i128 {
    (0..ring.len())
        .map(|i| {
            let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
            i128::from(a.x) * i128::from(b.y) - i128::from(b.x) * i128::from(a.y)
        })
        .sum()
}
