//! Pairs of edges that come close to each other, by recursive division of the plane into quarters.

use std::ops::ControlFlow;

use super::overlay::Mm;

/// An edge with the number of the outline it belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub owner: u32,
    pub ends: (Mm, Mm),
}

/// Tiles with at most this many edges are compared edge by edge.
const FEW: usize = 12;
/// Tiles are not divided below a millimetre.
const SMALLEST: i64 = 2;

/// The edges of a closed ring.
pub(super) fn ring_edges(owner: u32, ring: &[Mm]) -> impl Iterator<Item = Edge> + '_ {
    (0..ring.len()).map(move |i| Edge { owner, ends: (ring[i], ring[(i + 1) % ring.len()]) })
}

/// Calls `visit` with the numbers of two edges that may meet, until it breaks. A pair may be visited more than once.
pub(super) fn for_each_near_pair(edges: &[Edge], mut visit: impl FnMut(usize, usize) -> ControlFlow<()>) {
    let points = || edges.iter().flat_map(|e| [e.ends.0, e.ends.1]);
    let (Some(left), Some(low)) = (points().map(|p| p.x).min(), points().map(|p| p.y).min()) else { return };
    let (right, high) = (points().map(|p| p.x).max().unwrap_or(left), points().map(|p| p.y).max().unwrap_or(low));
    let size = (i64::from(right) - i64::from(left)).max(i64::from(high) - i64::from(low)) + 1;
    let tile = Tile { x: i64::from(left), y: i64::from(low), size };
    let all: Vec<u32> = (0..edges.len() as u32).collect();
    let _ = divide(edges, &all, tile, &mut visit);
}

#[derive(Clone, Copy)]
struct Tile {
    x: i64,
    y: i64,
    size: i64,
}

impl Tile {
    fn quarters(self) -> [Tile; 4] {
        let half = (self.size + 1) / 2;
        [(0, 0), (half, 0), (0, half), (half, half)].map(|(x, y)| Tile { x: self.x + x, y: self.y + y, size: half })
    }

    /// Whether an edge reaches into the tile, border included.
    fn meets(self, edge: &Edge) -> bool {
        let [ax, ay, bx, by] = [edge.ends.0.x, edge.ends.0.y, edge.ends.1.x, edge.ends.1.y].map(i64::from);
        let (x1, y1) = (self.x + self.size, self.y + self.size);
        if ax.max(bx) < self.x || ax.min(bx) > x1 || ay.max(by) < self.y || ay.min(by) > y1 {
            return false;
        }
        // All corners strictly on one side of the line: apart.
        let side = |x: i64, y: i64| (bx - ax) as i128 * (y - ay) as i128 - (by - ay) as i128 * (x - ax) as i128;
        let corners = [side(self.x, self.y), side(x1, self.y), side(self.x, y1), side(x1, y1)];
        !(corners.iter().all(|&s| s > 0) || corners.iter().all(|&s| s < 0))
    }
}

fn divide(
    edges: &[Edge],
    here: &[u32],
    tile: Tile,
    visit: &mut impl FnMut(usize, usize) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if here.len() > FEW && tile.size > SMALLEST {
        let parts = tile.quarters().map(|q| {
            let inside: Vec<u32> = here.iter().copied().filter(|&e| q.meets(&edges[e as usize])).collect();
            (q, inside)
        });
        // Edges that all run through every quarter are not parted by dividing on.
        if parts.iter().map(|p| p.1.len()).sum::<usize>() < 3 * here.len() {
            return parts.iter().try_for_each(|(q, inside)| divide(edges, inside, *q, visit));
        }
    }
    for (k, &i) in here.iter().enumerate() {
        for &j in &here[k + 1..] {
            visit(i as usize, j as usize)?;
        }
    }
    ControlFlow::Continue(())
}
