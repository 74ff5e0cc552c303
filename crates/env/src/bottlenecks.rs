//! Stage 3, *bottlenecks*: shortest distances between corners and walls become edges of the triangulation.
//!
//! Lamarche & Donikian 2004, §3.1 "Minimal distance between corners and walls": where a corner A of the
//! environment faces a wall BC in a triangle and its projection falls inside BC, BC is split there, until no triangle
//! satisfies the rule. Projected points (D_p) are never projected again, so the rule comes to an end.
//!
//! L claims that a pedestrian narrower than a free segment can pass it. The rule alone does not give that: a wall may
//! stand close *behind* the free edge opposite a corner, with both its ends far away, where no triangle pairs the corner
//! with that wall (Kallmann 2010, "Navigation Queries from Triangular Meshes", calls it a disturbed
//! traversal; the book's chapter on stages shows one). So this stage also looks through the free edge: walking around
//! corner A from edge AB to edge AC, a wall within min(|AB|, |AC|) of A inside the angle BAC is split at A's projection.
//! Vertices need no such care: the Delaunay property keeps every visible one at least that far away.
//!
//! With both rules, the widest disc that can walk between two triangles is as wide as the narrowest free edge of
//! the best sequence of triangles between them, which the tests compare with a brute-force search.

use populace_geom::{Point, Segment, orient};

use crate::mesh::{EdgeKind, FloorMesh, NONE, Triangulation};

/// A projection nearer than this to an end of the wall is that end, m (ERRATA of L: or slivers appear). At a
/// distance d the width is then wrong by less than ε²/2d: 5 µm for a passage of 0.1 m.
const END_TOLERANCE: f64 = 1e-3;

/// Which distances are inserted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rule {
    /// The rule as L prints it: corners and walls that share a triangle. For comparison; widths may come out too large.
    Paper,
    /// Also walls behind the free edge opposite a corner: widths are exact.
    #[default]
    Exact,
}

/// Adds the shortest corner-to-wall distances to every floor.
pub fn bottlenecks(triangulated: &Triangulation, rule: Rule) -> Triangulation {
    let mut result = triangulated.clone();
    result.floors.iter_mut().for_each(|mesh| refine(mesh, rule));
    result
}

fn refine(mesh: &mut FloorMesh, rule: Rule) {
    let mut queue: Vec<u32> = (0..mesh.triangles.len() as u32).rev().collect();
    let mut changed = Vec::new();
    while let Some(t) = queue.pop() {
        while let Some((wall, i, point)) = (0..3).find_map(|i| projection(mesh, t, i, rule)) {
            changed.clear();
            mesh.split_wall(wall, i, point, &mut changed);
            queue.extend(changed.iter().copied().filter(|&c| c != t));
        }
    }
}

/// The wall edge to split, and where, for corner `i` of triangle `t`.
fn projection(mesh: &FloorMesh, t: u32, i: usize, rule: Rule) -> Option<(u32, usize, Point)> {
    let row = t as usize;
    if mesh.is_derived(mesh.triangles[row][i]) {
        return None;
    }
    let (ab, bc, ca) = (mesh.edges[row][i], mesh.edges[row][(i + 1) % 3], mesh.edges[row][(i + 2) % 3]);
    if bc == EdgeKind::Wall {
        if !ab.is_passable() && !ca.is_passable() {
            return None;
        }
        let wall = (i + 1) % 3;
        return foot(mesh, t, wall, mesh.corner(t, i)).map(|p| (t, wall, p));
    }
    if rule == Rule::Paper || !ab.is_passable() || !ca.is_passable() || mesh.neighbours[row][(i + 1) % 3] == NONE {
        return None;
    }
    disturbance(mesh, t, i)
}

/// Where the perpendicular from `from` meets wall edge `i` of `t`, when that is inside the wall.
fn foot(mesh: &FloorMesh, t: u32, i: usize, from: Point) -> Option<Point> {
    let wall = Segment::new(mesh.corner(t, i), mesh.corner(t, (i + 1) % 3));
    let (length, share) = (wall.length(), wall.project(from));
    let along = share * length;
    (along > END_TOLERANCE && along < length - END_TOLERANCE).then(|| wall.a.lerp(wall.b, share))
}

/// The nearest wall behind the free edge opposite corner `i` that is closer than both edges at that corner.
fn disturbance(mesh: &FloorMesh, t: u32, i: usize) -> Option<(u32, usize, Point)> {
    let apex = mesh.corner(t, i);
    let (right, left) = (mesh.corner(t, (i + 1) % 3), mesh.corner(t, (i + 2) % 3));
    let mut nearest = apex.distance(right).min(apex.distance(left)) - END_TOLERANCE * 1e-3;
    let mut found = None;
    // Each entry is an edge to look through and the part of the angle that is seen through it.
    let mut stack = vec![(t, (i + 1) % 3, right, left)];
    while let Some((t, i, right, left)) = stack.pop() {
        let next = mesh.neighbours[t as usize][i];
        if next == NONE {
            continue;
        }
        let Some(entry) = mesh.edge_towards(next, t) else { continue };
        for k in [(entry + 1) % 3, (entry + 2) % 3] {
            let edge = Segment::new(mesh.corner(next, k), mesh.corner(next, (k + 1) % 3));
            // Seen from the apex an edge that leads on runs from right to left; only what is seen through all edges counts.
            if orient(apex, edge.a, edge.b) <= 0.0 {
                continue;
            }
            let right = if orient(apex, right, edge.a) > 0.0 { edge.a } else { right };
            let left = if orient(apex, left, edge.b) < 0.0 { edge.b } else { left };
            if orient(apex, right, left) <= 0.0 || edge.distance(apex) >= nearest {
                continue;
            }
            match mesh.edges[next as usize][k] {
                EdgeKind::Wall => {
                    let Some(point) = foot(mesh, next, k, apex) else { continue };
                    let seen = orient(apex, right, point) >= 0.0 && orient(apex, left, point) <= 0.0;
                    if seen && apex.distance(point) < nearest {
                        nearest = apex.distance(point);
                        found = Some((next, k, point));
                    }
                }
                EdgeKind::Free | EdgeKind::Door(_) => stack.push((next, k, right, left)),
                EdgeKind::Opening(_) => {}
            }
        }
    }
    found
}
