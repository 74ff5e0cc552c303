//! Stage 3, *bottlenecks*: shortest distances between corners and walls become edges of the triangulation.
//!
//! Lamarche & Donikian 2004, §3.1 "Minimal distance between corners and walls". The rule: when a triangle ABC joins a
//! corner A of the environment to a wall BC, and the projection of A falls inside BC, then BC is split at that
//! projection. The rule is applied until no triangle satisfies it. Projected points (D_p) are never projected again, so
//! the rule comes to an end.
//!
//! L claims that a pedestrian narrower than a free segment can pass it. The rule alone does not make this true. A wall
//! may stand close *behind* the free edge opposite a corner, with both its ends far away: then no triangle joins the
//! corner to that wall. (Kallmann 2010, "Navigation Queries from Triangular Meshes", calls this a disturbed traversal;
//! the book's chapter on stages shows an example.) So this stage also looks through the free edge BC. A body that walks
//! around corner A crosses the edges AB and AC. Where a wall inside the angle BAC is nearer to A than B and C are, the
//! wall is split at A's projection. Vertices need no rule: by the Delaunay property, no visible vertex is nearer to A
//! than B and C are.
//!
//! With both rules, the widest disc that can walk between two triangles is as wide as the narrowest free edge of
//! the best sequence of triangles between them. The tests compare that width with a brute-force search.

use populace_geom::{Point, Segment, orient};

use crate::mesh::{EdgeKind, FloorMesh, NONE, Triangulation};

/// The distance ε, m: a projection that is nearer than ε to an end of the wall counts as that end. Otherwise slivers
/// would appear. The width of a passage of width d is then wrong by less than ε²/2d: 5 µm for a passage of 0.1 m.
const END_TOLERANCE: f64 = 1e-3;

/// The rule by which distances between corners and walls are inserted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rule {
    /// The rule as L prints it: from a corner to a wall of the same triangle. Widths may come out too large. This rule
    /// is kept for comparison.
    Paper,
    /// The rule of L, and one more rule: a corner is also projected onto walls behind the free edge opposite it. Widths
    /// are exact.
    #[default]
    Exact,
}

/// Adds the shortest corner-to-wall distances to every floor.
pub fn bottlenecks(triangulated: &Triangulation, rule: Rule) -> Triangulation {
    let mut result = triangulated.clone();
    result.floors.iter_mut().for_each(|mesh| refine(mesh, rule));
    result
}

/// Splits walls of a floor until no corner has a projection left.
fn refine(mesh: &mut FloorMesh, rule: Rule) {
    let mut queue: Vec<u32> = (0..mesh.triangles.len() as u32).rev().collect();
    let mut changed = Vec::new();
    while let Some(t) = queue.pop() {
        while let Some((wall, i, point)) = (0..3).find_map(|i| find_projection(mesh, t, i, rule)) {
            changed.clear();
            mesh.split_wall(wall, i, point, &mut changed);
            queue.extend(changed.iter().copied().filter(|&c| c != t));
        }
    }
}

/// Finds the wall onto which corner `i` of triangle `t` has to be projected. Returns the triangle of the wall, the
/// number of its edge there, and the projection.
fn find_projection(mesh: &FloorMesh, t: u32, i: usize, rule: Rule) -> Option<(u32, usize, Point)> {
    let row = t as usize;
    // A point that an earlier projection put on a wall is not a corner.
    if mesh.is_derived(mesh.triangles[row][i]) {
        return None;
    }
    let (ab, bc, ca) = (mesh.edges[row][i], mesh.edges[row][(i + 1) % 3], mesh.edges[row][(i + 2) % 3]);
    // The corner faces a wall of its own triangle: the rule of L.
    if bc == EdgeKind::Wall {
        // Three walls: nothing passes between the corner and the wall.
        if !ab.is_passable() && !ca.is_passable() {
            return None;
        }
        let wall = (i + 1) % 3;
        return foot(mesh, t, wall, mesh.corner(t, i)).map(|p| (t, wall, p));
    }
    // The corner faces a free edge. A body walks around the corner only where it can cross both edges at the corner.
    if rule == Rule::Paper || !ab.is_passable() || !ca.is_passable() || mesh.neighbours[row][(i + 1) % 3] == NONE {
        return None;
    }
    find_disturbance(mesh, t, i)
}

/// Returns where the perpendicular from `from` meets wall edge `i` of `t`; `None` when that is not inside the wall.
fn foot(mesh: &FloorMesh, t: u32, i: usize, from: Point) -> Option<Point> {
    let wall = Segment::new(mesh.corner(t, i), mesh.corner(t, (i + 1) % 3));
    let (length, share) = (wall.length(), wall.project(from));
    let along = share * length;
    (along > END_TOLERANCE && along < length - END_TOLERANCE).then(|| wall.a.lerp(wall.b, share))
}

/// Finds the nearest wall behind the free edge opposite corner `i`, if it is nearer to the corner than both ends of
/// that edge. Returns the triangle of the wall, the number of its edge there, and the projection of the corner.
fn find_disturbance(mesh: &FloorMesh, t: u32, i: usize) -> Option<(u32, usize, Point)> {
    let apex = mesh.corner(t, i);
    let (right, left) = (mesh.corner(t, (i + 1) % 3), mesh.corner(t, (i + 2) % 3));
    let mut nearest = apex.distance(right).min(apex.distance(left)) - END_TOLERANCE * 1e-3;
    let mut found = None;
    // Each entry is an edge to look through, and the right and the left limit of what is seen through it.
    let mut stack = vec![(t, (i + 1) % 3, right, left)];
    while let Some((t, i, right, left)) = stack.pop() {
        let next = mesh.neighbours[t as usize][i];
        if next == NONE {
            continue;
        }
        let Some(entry) = mesh.edge_towards(next, t) else { continue };
        for k in [(entry + 1) % 3, (entry + 2) % 3] {
            let edge = Segment::new(mesh.corner(next, k), mesh.corner(next, (k + 1) % 3));
            // The apex sees the back of the edge: the view does not lead out there.
            if orient(apex, edge.a, edge.b) <= 0.0 {
                continue;
            }
            // The ends of the edge narrow the view. Seen from the apex, the edge runs from right to left.
            let right = if orient(apex, right, edge.a) > 0.0 { edge.a } else { right };
            let left = if orient(apex, left, edge.b) < 0.0 { edge.b } else { left };
            // The edge is outside the view, or all of it is too far away to matter.
            if orient(apex, right, left) <= 0.0 || edge.distance(apex) >= nearest {
                continue;
            }
            match mesh.edges[next as usize][k] {
                // A wall in the view: it counts when the apex sees the foot of the perpendicular.
                EdgeKind::Wall => {
                    let Some(point) = foot(mesh, next, k, apex) else { continue };
                    let seen = orient(apex, right, point) >= 0.0 && orient(apex, left, point) <= 0.0;
                    if seen && apex.distance(point) < nearest {
                        nearest = apex.distance(point);
                        found = Some((next, k, point));
                    }
                }
                // The view goes on through the edge.
                EdgeKind::Free | EdgeKind::Door(_) => stack.push((next, k, right, left)),
                // The floor ends here; another floor has a mesh of its own.
                EdgeKind::Opening(_) => {}
            }
        }
    }
    found
}
