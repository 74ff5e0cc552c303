//! Stage 2, *triangulate*: the constrained Delaunay triangulation of each floor's border and doors.
//!
//! Lamarche & Donikian 2004, §3.1. The borders come from sanitise, which noded them on integer millimetres: edges
//! meet in common corners only. This stage drops the triangles outside the walkable area.

use std::collections::BTreeMap;

use populace_geom::Point;
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation as _};

use crate::mesh::{EdgeKind, FloorMesh, NONE, Triangulation};
use crate::sanitise::{CleanFloor, Sanitised};
use crate::{BuildError, FloorId, Place};

/// Triangulates every floor.
pub fn triangulate(place: &Place, sanitised: &Sanitised) -> Result<Triangulation, BuildError> {
    let floors = sanitised
        .floors
        .iter()
        .enumerate()
        .map(|(f, floor)| {
            mesh_floor(floor).map_err(|what| {
                BuildError::new(
                    format!("floor {:?}", place.floors[FloorId::new(f).index()].name),
                    what,
                    "this should not happen after sanitising; simplify the outlines near that point",
                )
            })
        })
        .collect::<Result<_, _>>()?;
    Ok(Triangulation { floors })
}

/// Returns the triangles of a floor; none when the floor cannot be triangulated.
pub(crate) fn triangles_of(floor: &CleanFloor) -> Vec<[Point; 3]> {
    let mesh = mesh_floor(floor).unwrap_or_default();
    (0..mesh.triangles.len() as u32).map(|t| mesh.corners(t)).collect()
}

/// The vertices of a floor, each position once, and its directed border edges (walkable on the left).
struct Borders {
    points: Vec<Point>,
    /// The kind of each edge, by the numbers of the points where it starts and ends.
    kinds: BTreeMap<(u32, u32), EdgeKind>,
}

/// Collects the vertices and the border edges of a floor.
fn collect_borders(floor: &CleanFloor) -> Borders {
    // Adding zero makes 0.0 of -0.0: both are the same place.
    let key = |p: Point| ((p.x + 0.0).to_bits(), (p.y + 0.0).to_bits());
    let mut ids: BTreeMap<(u64, u64), u32> = BTreeMap::new();
    let mut points = Vec::new();
    let mut id = |p: Point| {
        *ids.entry(key(p)).or_insert_with(|| {
            points.push(p);
            points.len() as u32 - 1
        })
    };
    let mut kinds = BTreeMap::new();
    for ring in floor.rings() {
        for (k, &a) in ring.iter().enumerate() {
            let (a, b) = (id(a), id(ring[(k + 1) % ring.len()]));
            kinds.insert((a, b), EdgeKind::Wall);
        }
    }
    // An opening replaces a wall: the floor is on one side of it.
    for opening in &floor.openings {
        kinds.insert((id(opening.a), id(opening.b)), EdgeKind::Opening(opening.link));
    }
    // A door has the floor on both sides.
    for door in &floor.doors {
        let (a, b) = (id(door.a), id(door.b));
        kinds.insert((a, b), EdgeKind::Door(door.link));
        kinds.insert((b, a), EdgeKind::Door(door.link));
    }
    Borders { points, kinds }
}

/// Triangulates a floor; the error says what is wrong with its borders.
fn mesh_floor(floor: &CleanFloor) -> Result<FloorMesh, String> {
    let Borders { points, kinds } = collect_borders(floor);
    let vertices = points.iter().map(|p| Point2::new(p.x, p.y)).collect();
    let mut edges: Vec<[usize; 2]> = kinds.keys().map(|&(a, b)| [a.min(b) as usize, a.max(b) as usize]).collect();
    edges.sort_unstable();
    edges.dedup();
    let mut conflict = None;
    let cdt = ConstrainedDelaunayTriangulation::<Point2<f64>>::try_bulk_load_cdt(vertices, edges, |e| {
        conflict.get_or_insert(e);
    })
    .map_err(|e| format!("cannot be triangulated: {e}"))?;
    if let Some([a, _]) = conflict {
        return Err(format!("two walls cross near ({:.3}, {:.3}) m", points[a].x, points[a].y));
    }
    Ok(keep_walkable(&cdt, points, &kinds))
}

/// Returns the walkable triangles. They are reached from the walkable side of a border without crossing a border.
fn keep_walkable(
    cdt: &ConstrainedDelaunayTriangulation<Point2<f64>>,
    points: Vec<Point>,
    kinds: &BTreeMap<(u32, u32), EdgeKind>,
) -> FloorMesh {
    let mut id_of_face = vec![NONE; cdt.num_all_faces()];
    let mut stack = Vec::new();
    // Start from the triangles on the left of a border edge.
    for edge in cdt.directed_edges().filter(|e| e.is_constraint_edge()) {
        let ends = (edge.from().index() as u32, edge.to().index() as u32);
        if kinds.contains_key(&ends) && !edge.face().is_outer() {
            stack.push(edge.face().fix());
        }
    }
    stack.sort_unstable_by_key(|f| std::cmp::Reverse(f.index()));
    // Spread over all edges that are not borders.
    let mut order = Vec::new();
    while let Some(face) = stack.pop() {
        if id_of_face[face.index()] != NONE {
            continue;
        }
        id_of_face[face.index()] = order.len() as u32;
        order.push(face);
        let Some(inner) = cdt.face(face).as_inner() else { continue };
        for edge in inner.adjacent_edges() {
            let across = edge.rev().face();
            if !edge.as_undirected().is_constraint_edge() && !across.is_outer() {
                stack.push(across.fix());
            }
        }
    }
    let mut mesh = FloorMesh { derived_from: points.len(), points, ..FloorMesh::default() };
    for face in order {
        let Some(inner) = cdt.face(face).as_inner() else { continue };
        let around = inner.adjacent_edges();
        mesh.triangles.push(around.map(|e| e.from().index() as u32));
        let sides = around.map(|e| {
            let ends = (e.from().index() as u32, e.to().index() as u32);
            let kind = match kinds.get(&ends) {
                // A border edge, or a door, with this triangle on its left.
                Some(&kind) => kind,
                // The back of a border edge: a wall to this triangle.
                None if e.as_undirected().is_constraint_edge() => EdgeKind::Wall,
                // An edge inside the walkable area.
                None => EdgeKind::Free,
            };
            let across = id_of_face[e.rev().face().fix().index()];
            (kind, if matches!(kind, EdgeKind::Wall | EdgeKind::Opening(_)) { NONE } else { across })
        });
        mesh.edges.push(sides.map(|s| s.0));
        mesh.neighbours.push(sides.map(|s| s.1));
    }
    mesh
}
