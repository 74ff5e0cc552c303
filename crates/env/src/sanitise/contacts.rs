//! Finds obstacles that touch or overlap each other or the border, so that the report can name them. Uniting and
//! cutting them does not need this.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use populace_geom::{Point, contains};

use super::overlay::{Mm, metres};
use super::pairs::{for_each_near_pair, ring_edges};
use super::repair::{Repair, RepairKind};
use super::rings::{CleanOutline, crosses, meet, on, side};
use crate::FloorId;

/// The owner of the edges of walkable outlines. The owner of any other edge is the number of its obstacle.
const BORDER: u32 = u32::MAX;

/// Reports one repair for each pair of outlines and kind of contact.
pub(super) fn report(floor: FloorId, walkable: &[CleanOutline], obstacles: &[CleanOutline], repairs: &mut Vec<Repair>) {
    let mut edges = Vec::new();
    let mut add = |owner: u32, outline: &CleanOutline| {
        edges.extend(outline.rings.iter().flat_map(|ring| ring_edges(owner, ring)));
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
    for_each_near_pair(&edges, |i, j| {
        let (a, b) = (&edges[i], &edges[j]);
        let (low, high) = if a.owner <= b.owner { (a, b) } else { (b, a) };
        if low.owner == high.owner || low.owner == BORDER || !meet(a.ends, b.ends) {
            return ControlFlow::Continue(());
        }
        touches_something[low.owner as usize] = true;
        if high.owner != BORDER {
            touches_something[high.owner as usize] = true;
        }
        let (kind, at) = contact(low.ends, high.ends, high.owner == BORDER);
        push(kind, low.owner, high.owner, at, &obstacles[low.owner as usize].source);
        ControlFlow::Continue(())
    });
    report_outside(floor, walkable, obstacles, &touches_something, repairs);
}

/// Returns what kind of contact two edges that meet make, and where; `border` says that the second is part of the
/// border.
fn contact(p: (Mm, Mm), q: (Mm, Mm), border: bool) -> (RepairKind, Mm) {
    // The edges cross: the outlines overlap.
    if crosses(p, q) {
        let kind = if border { RepairKind::AcrossBorder } else { RepairKind::Overlap };
        return (kind, p.0);
    }
    let shared = [q.0, q.1].into_iter().find(|&c| on(p, c)).unwrap_or(p.0);
    let collinear = side(p.0, p.1, q.0) == 0 && side(p.0, p.1, q.1) == 0;
    let ends_on = [on(p, q.0), on(p, q.1), on(q, p.0), on(q, p.1)].iter().filter(|&&b| b).count();
    // The edges run along each other when they are on one line and share more than an end. Each of four counts says
    // that an end of one edge is on the other. A shared end counts twice, once for each edge.
    let along = collinear && ends_on > 2
        || collinear && ends_on == 2 && !(p.0 == q.0 || p.0 == q.1 || p.1 == q.0 || p.1 == q.1);
    let kind = match (border, along) {
        // An end of one edge is on the other, or they run along each other.
        (true, _) => RepairKind::BorderTouch,
        // Two obstacles share a piece of wall.
        (false, true) => RepairKind::PartyWall,
        // Two obstacles share a point.
        (false, false) => RepairKind::Touch,
    };
    (kind, shared)
}

/// Reports obstacles that neither touch the border nor lie inside it.
fn report_outside(
    floor: FloorId,
    walkable: &[CleanOutline],
    obstacles: &[CleanOutline],
    touches_something: &[bool],
    repairs: &mut Vec<Repair>,
) {
    // With many walkable outlines (streets as strips) the question is costly and the answer of little use.
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
