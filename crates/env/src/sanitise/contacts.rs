//! Finds obstacles that touch or overlap each other or the border, so that the report can name them. The union and the
//! cut themselves do not need this: a crowded place that exceeds the budget only loses report lines.

use std::collections::BTreeSet;

use populace_geom::{Bounds, Point, contains};

use super::overlay::{Mm, metres};
use super::repair::{Repair, RepairKind};
use super::rings::{CleanOutline, crosses, meet, on, side};
use crate::FloorId;

/// The outline an edge belongs to: an obstacle, or the border of the walkable area.
const BORDER: u32 = u32::MAX;

struct Edge {
    owner: u32,
    ends: (Mm, Mm),
}

/// Appends one repair per pair of outlines and kind of contact.
pub(super) fn report(floor: FloorId, walkable: &[CleanOutline], obstacles: &[CleanOutline], repairs: &mut Vec<Repair>) {
    let mut edges = Vec::new();
    let mut add = |owner: u32, outline: &CleanOutline| {
        for ring in &outline.rings {
            edges.extend((0..ring.len()).map(|i| Edge { owner, ends: (ring[i], ring[(i + 1) % ring.len()]) }));
        }
    };
    obstacles.iter().enumerate().for_each(|(i, o)| add(i as u32, o));
    if obstacles.is_empty() {
        return;
    }
    walkable.iter().for_each(|o| add(BORDER, o));
    let mut found: BTreeSet<(u32, u32, RepairKind)> = BTreeSet::new();
    let mut push = |kind, low: u32, high: u32, at: Mm, source: &str| {
        if found.insert((low, high, kind)) {
            repairs.push(Repair { kind, floor, at: metres(at), source: source.to_owned() });
        }
    };
    let mut touches_something = vec![false; obstacles.len()];
    for_each_near_pair(&edges, |a, b| {
        let (low, high) = if a.owner <= b.owner { (a, b) } else { (b, a) };
        if low.owner == high.owner || low.owner == BORDER || !meet(a.ends, b.ends) {
            return;
        }
        touches_something[low.owner as usize] = true;
        if high.owner != BORDER {
            touches_something[high.owner as usize] = true;
        }
        let (kind, at) = contact(low.ends, high.ends, high.owner == BORDER);
        push(kind, low.owner, high.owner, at, &obstacles[low.owner as usize].source);
    });
    outside(floor, walkable, obstacles, &touches_something, repairs);
}

/// What kind of contact two edges make, and where.
fn contact(p: (Mm, Mm), q: (Mm, Mm), border: bool) -> (RepairKind, Mm) {
    if crosses(p, q) {
        let kind = if border { RepairKind::AcrossBorder } else { RepairKind::Overlap };
        return (kind, p.0);
    }
    let shared = [q.0, q.1].into_iter().find(|&c| on(p, c)).unwrap_or(p.0);
    let collinear = side(p.0, p.1, q.0) == 0 && side(p.0, p.1, q.1) == 0;
    let ends_on = [on(p, q.0), on(p, q.1), on(q, p.0), on(q, p.1)].iter().filter(|&&b| b).count();
    // Two collinear edges that only share an end have two coinciding ends: counted from both sides.
    let along = collinear && ends_on > 2
        || collinear && ends_on == 2 && !(p.0 == q.0 || p.0 == q.1 || p.1 == q.0 || p.1 == q.1);
    let kind = match (border, along) {
        (true, _) => RepairKind::BorderTouch,
        (false, true) => RepairKind::PartyWall,
        (false, false) => RepairKind::Touch,
    };
    (kind, shared)
}

/// Reports obstacles that neither touch the border nor lie inside it.
fn outside(
    floor: FloorId,
    walkable: &[CleanOutline],
    obstacles: &[CleanOutline],
    touches_something: &[bool],
    repairs: &mut Vec<Repair>,
) {
    // With many walkable pieces (widened ways) the question is costly and the answer of little use.
    if walkable.len() > 64 {
        return;
    }
    let rings: Vec<Vec<Vec<Point>>> =
        walkable.iter().map(|o| o.rings.iter().map(|r| r.iter().map(|p| metres(*p)).collect()).collect()).collect();
    for (obstacle, _) in obstacles.iter().zip(touches_something).filter(|(_, touches)| !**touches) {
        let Some(&first) = obstacle.rings.first().and_then(|r| r.first()) else { continue };
        let p = metres(first);
        let inside = rings.iter().any(|o| o.iter().filter(|r| contains(r, p)).count() % 2 == 1);
        if !inside {
            let kind = RepairKind::ObstacleOutside;
            repairs.push(Repair { kind, floor, at: p, source: obstacle.source.clone() });
        }
    }
}

/// Calls `visit` for pairs of edges that come close (a pair may be visited more than once).
fn for_each_near_pair(edges: &[Edge], mut visit: impl FnMut(&Edge, &Edge)) {
    let bounds = Bounds::of(edges.iter().flat_map(|e| [metres(e.ends.0), metres(e.ends.1)]));
    let mean =
        edges.iter().map(|e| metres(e.ends.0).distance(metres(e.ends.1))).sum::<f64>() / edges.len().max(1) as f64;
    let size = bounds.size();
    let pitch = mean.max((size.x * size.y / (4.0 * edges.len() as f64 + 1.0)).sqrt()).max(1e-3);
    let columns = (size.x / pitch).ceil().max(1.0) as u64 + 1;
    let tile = |p: Point| (((p.x - bounds.min.x) / pitch) as u64, ((p.y - bounds.min.y) / pitch) as u64);
    let mut entries: Vec<(u64, u32)> = Vec::with_capacity(edges.len() * 3);
    for (i, edge) in edges.iter().enumerate() {
        let (a, b) = (metres(edge.ends.0), metres(edge.ends.1));
        let ((x0, y0), (x1, y1)) = (tile(a), tile(b));
        let (x0, x1, y0, y1) = (x0.min(x1), x0.max(x1), y0.min(y1), y0.max(y1));
        for x in x0..=x1 {
            // The rows the edge reaches while it is in column x, with a tile to spare for rounding.
            let at = |column: u64| {
                let share = (bounds.min.x + column as f64 * pitch - a.x) / (b.x - a.x);
                if share.is_finite() { a.y + (b.y - a.y) * share.clamp(0.0, 1.0) } else { a.y }
            };
            let (r0, r1) = if x0 == x1 {
                (y0, y1)
            } else {
                let (p, q) = (tile(Point::new(a.x, at(x))).1, tile(Point::new(a.x, at(x + 1))).1);
                (p.min(q).max(y0), p.max(q).min(y1))
            };
            entries.extend((r0..=r1).map(|y| (y * columns + x, i as u32)));
        }
    }
    entries.sort_unstable();
    let mut budget = 1_000_000 + 200 * edges.len();
    for group in entries.chunk_by(|a, b| a.0 == b.0) {
        let pairs = group.len() * group.len() / 2;
        let Some(left) = budget.checked_sub(pairs) else { return };
        budget = left;
        for (k, &(_, i)) in group.iter().enumerate() {
            for &(_, j) in &group[k + 1..] {
                visit(&edges[i as usize], &edges[j as usize]);
            }
        }
    }
}
