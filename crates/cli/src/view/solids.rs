//! The solids that stand on a floor: closed outlines inside it on which nobody can walk.

use std::collections::BTreeMap;

use populace_env::{CellId, FloorId};
use populace_geom::{Point, maths, signed_area};

use super::place::View;

/// An edge of the floor's border, the floor on its left.
struct Edge {
    from: Point,
    to: Point,
    /// Whether the edge leads to another floor. Then the ring of the edge is no solid.
    is_open: bool,
}

/// Returns the corners x, y of all solids of a floor, counter-clockwise, and how many corners each solid has.
pub fn solids(view: &View<'_>, floor: FloorId) -> (Vec<f32>, Vec<u32>) {
    let edges = border(view, floor);
    let mut by_start: BTreeMap<(u64, u64), Vec<usize>> = BTreeMap::new();
    for (i, edge) in edges.iter().enumerate() {
        by_start.entry(key(edge.from)).or_default().push(i);
    }
    let mut is_used = vec![false; edges.len()];
    let (mut corners, mut sizes) = (Vec::new(), Vec::new());
    for first in 0..edges.len() {
        if is_used[first] {
            continue;
        }
        let ring = follow(&edges, &by_start, &mut is_used, first);
        let points: Vec<Point> = ring.iter().map(|&i| edges[i].from).collect();
        // With the floor on the left, the border around the floor is counter-clockwise, and the border around a solid clockwise.
        if ring.iter().any(|&i| edges[i].is_open) || points.len() < 3 || signed_area(&points) >= 0.0 {
            continue;
        }
        sizes.push(points.len() as u32);
        corners.extend(points.iter().rev().flat_map(|&p| view.flat(p)));
    }
    (corners, sizes)
}

fn border(view: &View<'_>, floor: FloorId) -> Vec<Edge> {
    let env = view.world.env;
    let mut edges = Vec::new();
    for cell in env.floors()[floor.index()].cells.clone().map(CellId) {
        for edge in env.cell_edges(cell) {
            let beyond = edge.segment.map(|s| env.cell_floor(env.segment(s).other(cell)));
            if beyond != Some(floor) {
                edges.push(Edge { from: edge.a, to: edge.b, is_open: beyond.is_some() });
            }
        }
    }
    edges
}

/// Returns the edges around a solid, or around the floor. When two solids touch in a corner, the walk stays with the first.
fn follow(
    edges: &[Edge],
    by_start: &BTreeMap<(u64, u64), Vec<usize>>,
    is_used: &mut [bool],
    first: usize,
) -> Vec<usize> {
    let mut ring = Vec::new();
    let mut at = first;
    loop {
        is_used[at] = true;
        ring.push(at);
        let back = edges[at].from - edges[at].to;
        let free =
            by_start.get(&key(edges[at].to)).into_iter().flatten().copied().filter(|&i| !is_used[i] || i == first);
        // Two solids touch in this corner: the solid lies between the way back and the next edge, counter-clockwise.
        let angle = |i: usize| {
            let way = edges[i].to - edges[i].from;
            maths::atan2(back.cross(way), back.dot(way)).rem_euclid(std::f64::consts::TAU)
        };
        let next = free.min_by(|&i, &j| angle(i).total_cmp(&angle(j)));
        match next {
            Some(next) if next != first => at = next,
            _ => return ring,
        }
    }
}

fn key(p: Point) -> (u64, u64) {
    ((p.x + 0.0).to_bits(), (p.y + 0.0).to_bits())
}
