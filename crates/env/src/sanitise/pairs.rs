//! Finds pairs of edges that come close to each other: it halves the plane again and again, each time along the axis
//! that parts the edges better.

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
/// Tiles are not divided below this many millimetres.
const SMALLEST: i64 = 2;

/// Returns the edges of a closed ring.
pub(super) fn ring_edges(owner: u32, ring: &[Mm]) -> impl Iterator<Item = Edge> + '_ {
    (0..ring.len()).map(move |i| Edge { owner, ends: (ring[i], ring[(i + 1) % ring.len()]) })
}

/// Calls `visit` with the numbers of two edges that may meet, until it breaks. A pair may be visited more than once.
pub(super) fn for_each_near_pair(edges: &[Edge], mut visit: impl FnMut(usize, usize) -> ControlFlow<()>) {
    let points = || edges.iter().flat_map(|e| [e.ends.0, e.ends.1]);
    let (Some(left), Some(low)) = (points().map(|p| p.x).min(), points().map(|p| p.y).min()) else { return };
    let (right, high) = (points().map(|p| p.x).max().unwrap_or(left), points().map(|p| p.y).max().unwrap_or(low));
    let tile = Tile { x0: i64::from(left), y0: i64::from(low), x1: i64::from(right), y1: i64::from(high) };
    let all: Vec<u32> = (0..edges.len() as u32).collect();
    let _ = divide(edges, &all, tile, &mut visit);
}

/// A rectangle of the plane, mm.
#[derive(Clone, Copy)]
struct Tile {
    x0: i64,
    y0: i64,
    x1: i64,
    y1: i64,
}

impl Tile {
    /// Returns the two halves, parted along x or along y. The line between them is part of both.
    fn halves(self, along_x: bool) -> [Tile; 2] {
        if along_x {
            let middle = (self.x0 + self.x1) / 2;
            [Tile { x1: middle, ..self }, Tile { x0: middle, ..self }]
        } else {
            let middle = (self.y0 + self.y1) / 2;
            [Tile { y1: middle, ..self }, Tile { y0: middle, ..self }]
        }
    }

    /// Returns whether an edge reaches into the tile, border included.
    fn meets(self, edge: &Edge) -> bool {
        let [ax, ay, bx, by] = [edge.ends.0.x, edge.ends.0.y, edge.ends.1.x, edge.ends.1.y].map(i64::from);
        if ax.max(bx) < self.x0 || ax.min(bx) > self.x1 || ay.max(by) < self.y0 || ay.min(by) > self.y1 {
            return false;
        }
        // The boxes overlap. The two are still apart when all corners of the tile are on one side of the edge's line.
        let side = |x: i64, y: i64| (bx - ax) as i128 * (y - ay) as i128 - (by - ay) as i128 * (x - ax) as i128;
        let corners = [(self.x0, self.y0), (self.x1, self.y0), (self.x0, self.y1), (self.x1, self.y1)];
        let sides = corners.map(|(x, y)| side(x, y));
        !(sides.iter().all(|&s| s > 0) || sides.iter().all(|&s| s < 0))
    }
}

/// Divides a tile as long as dividing parts the edges in it, then visits all pairs of edges in each piece.
fn divide(
    edges: &[Edge],
    here: &[u32],
    tile: Tile,
    visit: &mut impl FnMut(usize, usize) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if here.len() > FEW {
        let best = [(true, tile.x1 - tile.x0), (false, tile.y1 - tile.y0)]
            .into_iter()
            .filter(|&(_, extent)| extent > SMALLEST)
            .map(|(along_x, _)| {
                tile.halves(along_x).map(|half| {
                    let inside = here.iter().copied().filter(|&e| half.meets(&edges[e as usize]));
                    (half, inside.collect::<Vec<u32>>())
                })
            })
            .min_by_key(|halves| halves[0].1.len() + halves[1].1.len());
        // When nearly all edges run through both halves, dividing further does not part them.
        if let Some(halves) = best
            && (halves[0].1.len() + halves[1].1.len()) * 4 < here.len() * 7
        {
            return halves.iter().try_for_each(|(half, inside)| divide(edges, inside, *half, visit));
        }
    }
    for (k, &i) in here.iter().enumerate() {
        for &j in &here[k + 1..] {
            visit(i as usize, j as usize)?;
        }
    }
    ControlFlow::Continue(())
}
