//! Straightens the staircases that slanted walls leave in a raster.
//!
//! On the border of a digitised straight wall, every other run of pixel sides is one pixel long. Such runs are replaced
//! by their middles, which lie on a line where the wall is straight. Corners between two runs of two or more pixels are
//! real and stay. Then points within half a pixel of the line between their neighbours are dropped (Douglas and Peucker
//! 1973). The result is within a pixel of the raster. A loop that would cross itself or another loop is left as it was.

use populace_geom::{Bounds, Point, Segment, Tiles, Tiling, segments_cross, signed_area};

use super::trace::Loop;

/// The greatest distance of a dropped point from the line that replaces it, pixels.
const TOLERANCE: f64 = 0.5;
/// Side of the squares in which crossings are looked for, pixels.
const SQUARE: f64 = 4.0;
/// The longest stretch that is straightened at once, points: it bounds the time on very long borders.
const STRETCH: usize = 512;

/// Straightens the staircases of loops.
pub(crate) fn smooth(loops: Vec<Loop>, width: usize, height: usize) -> Vec<Loop> {
    let mut shown: Vec<Option<Vec<Point>>> = loops.iter().map(|l| straightened(l, width, height)).collect();
    // A loop that goes back to its exact form may cross a neighbour. So look again, until no loop crosses another; each
    // round gives up at least one straightened loop.
    loop {
        let current = |i: usize, l: &Loop| shown.get(i).cloned().flatten().unwrap_or_else(|| l.points.clone());
        let rings: Vec<Vec<Point>> = loops.iter().enumerate().map(|(i, l)| current(i, l)).collect();
        let crossing = crossing_rings(&rings, width, height);
        let mut changed = false;
        for i in crossing {
            changed |= shown.get_mut(i).and_then(Option::take).is_some();
        }
        if !changed {
            break;
        }
    }
    let put = |(mut l, ring): (Loop, Option<Vec<Point>>)| {
        if let Some(ring) = ring {
            l.points = ring;
        }
        l
    };
    loops.into_iter().zip(shown).map(put).collect()
}

/// Returns the points of a loop without staircases; `None` when its area would change too much.
fn straightened(l: &Loop, width: usize, height: usize) -> Option<Vec<Point>> {
    let n = l.points.len();
    let at = |i: usize| l.points.get(i % n).copied().unwrap_or(Point::ZERO);
    let run = |i: usize| at(i).distance(at(i + 1));
    let on_border = |p: Point| p.x == 0.0 || p.y == 0.0 || p.x == width as f64 || p.y == height as f64;
    let is_kept = |i: usize| {
        let pinned = l.pinned.get(i % n).copied().unwrap_or(true);
        pinned || on_border(at(i)) || (run(i + n - 1) >= 2.0 && run(i) >= 2.0)
    };
    let mut points = Vec::new();
    for i in 0..n {
        if is_kept(i) {
            points.push((at(i), true));
        }
        if !(is_kept(i) && is_kept(i + 1)) {
            points.push((at(i).lerp(at(i + 1), 0.5), false));
        }
    }
    let ring = thin(&points)?;
    let before = signed_area(&l.points);
    let after = signed_area(&ring);
    // Specks of a few pixels would shrink or vanish.
    (ring.len() >= 3 && after / before > 0.93 && after / before < 1.07).then_some(ring)
}

/// Drops points of a ring (Douglas–Peucker) between the points that are kept. A ring without two of those keeps its
/// first point and the point farthest from it.
fn thin(points: &[(Point, bool)]) -> Option<Vec<Point>> {
    let mut keep: Vec<bool> =
        points.iter().enumerate().map(|(i, (_, kept))| *kept || i % STRETCH == STRETCH - 1).collect();
    let first = points.first()?.0;
    if keep.iter().filter(|k| **k).count() < 2 {
        let far = (0..points.len()).max_by(|a, b| {
            let distance = |i: &usize| points.get(*i).map_or(0.0, |(p, _)| p.distance(first));
            distance(a).total_cmp(&distance(b))
        })?;
        *keep.first_mut()? = true;
        *keep.get_mut(far)? = true;
    }
    let anchors: Vec<usize> = (0..points.len()).filter(|&i| keep.get(i) == Some(&true)).collect();
    let start = *anchors.first()?;
    let mut ends: Vec<usize> = anchors.get(1..)?.to_vec();
    ends.push(start + points.len());
    let at = |i: usize| points.get(i % points.len()).map_or(Point::ZERO, |(p, _)| *p);
    let mut ring = Vec::new();
    let mut from = start;
    for to in ends {
        ring.push(at(from));
        // A stack takes the place of recursion, since a loop may have millions of points.
        let mut stack = vec![(from, to)];
        let mut inner = Vec::new();
        while let Some((a, b)) = stack.pop() {
            let chord = Segment::new(at(a), at(b));
            let off = |i: &usize| chord.distance(at(*i));
            let Some(middle) = (a + 1..b).max_by(|i, j| off(i).total_cmp(&off(j))) else { continue };
            if off(&middle) > TOLERANCE {
                inner.push(middle);
                stack.extend([(a, middle), (middle, b)]);
            }
        }
        inner.sort_unstable();
        ring.extend(inner.into_iter().map(at));
        from = to;
    }
    Some(ring)
}

/// Returns the rings with an edge that crosses another edge.
fn crossing_rings(rings: &[Vec<Point>], width: usize, height: usize) -> Vec<usize> {
    let mut edges: Vec<(usize, Segment)> = Vec::new();
    for (i, ring) in rings.iter().enumerate() {
        edges.extend(ring.iter().zip(ring.iter().cycle().skip(1)).map(|(a, b)| (i, Segment::new(*a, *b))));
    }
    let whole = Bounds { min: Point::ZERO, max: Point::new(width as f64, height as f64) };
    let tiles = Tiles::in_tiling(Tiling::over(whole, SQUARE), edges.len(), |e| [edges[e].1.a, edges[e].1.b]);
    let mut crossing = Vec::new();
    for inside in tiles.iter() {
        for (k, &e) in inside.iter().enumerate() {
            let (i, a) = edges[e as usize];
            let others = inside[k + 1..].iter().map(|&other| edges[other as usize]);
            crossing.extend(others.filter(|(_, b)| segments_cross(&a, b)).flat_map(|(j, _)| [i, j]));
        }
    }
    crossing.sort_unstable();
    crossing.dedup();
    crossing
}
