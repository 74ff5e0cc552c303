//! The walkable triangles of one floor, with their neighbours and the kind of each edge.
//!
//! A wall is an edge without a neighbour. A point that splits it becomes a corner of two edges, so the point lies on
//! the wall *by construction*: no test ever asks whether a computed point is on a line.

use populace_geom::{Point, in_circle, orient, signed_area};

use crate::LinkId;

/// Stands for a triangle where there is none.
pub const NONE: u32 = u32::MAX;

/// The kind of an edge of a triangle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EdgeKind {
    /// Delimits the walkable area (L's constrained segment).
    Wall,
    /// Walkable on both sides (L's free segment).
    Free,
    /// A door leaf, walkable on both sides while it is open.
    Door(LinkId),
    /// Leads to another floor.
    Opening(LinkId),
}

impl EdgeKind {
    /// Returns whether a pedestrian can cross the edge, on this floor or to another floor (a door while it is open).
    pub fn is_passable(self) -> bool {
        self != EdgeKind::Wall
    }
}

/// The walkable triangles of all floors.
#[derive(Clone, Debug, Default)]
pub struct Triangulation {
    /// The mesh of each floor, in the order of the place's floors.
    pub floors: Vec<FloorMesh>,
}

/// The walkable triangles of one floor.
#[derive(Clone, Debug, Default)]
pub struct FloorMesh {
    /// Corners of the environment (L's C_p), then points derived on walls (L's D_p).
    pub points: Vec<Point>,
    /// The index of the first point of D_p in `points`.
    pub derived_from: usize,
    /// Counter-clockwise corners.
    pub triangles: Vec<[u32; 3]>,
    /// Edge `i` runs from corner `i` to corner `i + 1`.
    pub edges: Vec<[EdgeKind; 3]>,
    /// The triangle across edge `i`, or [`NONE`].
    pub neighbours: Vec<[u32; 3]>,
}

impl FloorMesh {
    /// Returns the point of corner `i` of triangle `t`.
    #[inline]
    pub fn corner(&self, t: u32, i: usize) -> Point {
        self.points[self.triangles[t as usize][i] as usize]
    }
    /// Returns whether a point was derived on a wall.
    #[inline]
    pub fn is_derived(&self, point: u32) -> bool {
        point as usize >= self.derived_from
    }
    /// Returns the three corners of a triangle.
    pub fn corners(&self, t: u32) -> [Point; 3] {
        [self.corner(t, 0), self.corner(t, 1), self.corner(t, 2)]
    }
    /// Returns the sum of the areas of the triangles, m².
    pub fn area(&self) -> f64 {
        (0..self.triangles.len()).map(|t| signed_area(&self.corners(t as u32))).sum()
    }
    /// Returns the edge of `t` that leads to `other`.
    pub fn edge_towards(&self, t: u32, other: u32) -> Option<usize> {
        self.neighbours[t as usize].iter().position(|&n| n == other)
    }

    /// Splits wall edge `i` of triangle `t` at `point` and restores the Delaunay property around it.
    /// Every triangle that changed is appended to `changed`.
    pub fn split_wall(&mut self, t: u32, i: usize, point: Point, changed: &mut Vec<u32>) {
        debug_assert_eq!(self.edges[t as usize][i], EdgeKind::Wall);
        let p = self.points.len() as u32;
        self.points.push(point);
        let [b, c, a] = [0, 1, 2].map(|k| self.triangles[t as usize][(i + k) % 3]);
        let [_, ca, ab] = [0, 1, 2].map(|k| self.edges[t as usize][(i + k) % 3]);
        let [_, n_ca, n_ab] = [0, 1, 2].map(|k| self.neighbours[t as usize][(i + k) % 3]);
        let new = self.triangles.len() as u32;
        // t becomes b, p, a; the new triangle is p, c, a.
        self.triangles[t as usize] = [b, p, a];
        self.edges[t as usize] = [EdgeKind::Wall, EdgeKind::Free, ab];
        self.neighbours[t as usize] = [NONE, new, n_ab];
        self.triangles.push([p, c, a]);
        self.edges.push([EdgeKind::Wall, ca, EdgeKind::Free]);
        self.neighbours.push([NONE, n_ca, t]);
        self.redirect(n_ca, c, a, new);
        changed.extend([t, new]);
        self.legalise(t, 2, changed);
        self.legalise(new, 1, changed);
    }

    /// Flips edge `i` of `t`, which is opposite the newest point, and the edges that this makes illegal. An edge is
    /// illegal when the far corner beyond it is inside the circle through the corners of `t`.
    fn legalise(&mut self, t: u32, i: usize, changed: &mut Vec<u32>) {
        let mut stack = vec![(t, i)];
        while let Some((t, i)) = stack.pop() {
            let other = self.neighbours[t as usize][i];
            // Walls, doors and openings are constraints: they stay.
            if other == NONE || self.edges[t as usize][i] != EdgeKind::Free {
                continue;
            }
            let Some(j) = self.edge_towards(other, t) else { continue };
            let [a, b, apex] = [0, 1, 2].map(|k| self.corner(t, (i + k) % 3));
            let far = self.corner(other, (j + 2) % 3);
            let convex = orient(apex, a, far) > 0.0 && orient(far, b, apex) > 0.0;
            // A quadrilateral that is not convex has no other diagonal; a far corner outside the circle makes the edge
            // legal.
            if !convex || in_circle(a, b, apex, far) <= 0.0 {
                continue;
            }
            self.flip(t, i, other, j);
            changed.extend([t, other]);
            // After the flip both triangles start at the apex, so their edge 1 is the edge opposite it.
            stack.push((t, 1));
            stack.push((other, 1));
        }
    }

    /// Replaces the shared edge of `t` and `other` by the other diagonal. `t` becomes (apex, a, far), `other`
    /// becomes (apex, far, b), where a → b was edge `i` of `t`.
    fn flip(&mut self, t: u32, i: usize, other: u32, j: usize) {
        let take = |m: &Self, t: u32, i: usize, k: usize| {
            let at = (i + k) % 3;
            (m.triangles[t as usize][at], m.edges[t as usize][at], m.neighbours[t as usize][at])
        };
        let (a, _, _) = take(self, t, i, 0);
        let (b, b_apex, n_b_apex) = take(self, t, i, 1);
        let (apex, apex_a, n_apex_a) = take(self, t, i, 2);
        let (_, a_far, n_a_far) = take(self, other, j, 1);
        let (far, far_b, n_far_b) = take(self, other, j, 2);
        self.triangles[t as usize] = [apex, a, far];
        self.edges[t as usize] = [apex_a, a_far, EdgeKind::Free];
        self.neighbours[t as usize] = [n_apex_a, n_a_far, other];
        self.triangles[other as usize] = [apex, far, b];
        self.edges[other as usize] = [EdgeKind::Free, far_b, b_apex];
        self.neighbours[other as usize] = [t, n_far_b, n_b_apex];
        self.redirect(n_a_far, a, far, t);
        self.redirect(n_b_apex, b, apex, other);
    }

    /// Makes `t` the triangle across the edge `to` → `from` of `neighbour`.
    fn redirect(&mut self, neighbour: u32, from: u32, to: u32, t: u32) {
        if neighbour == NONE {
            return;
        }
        let corners = self.triangles[neighbour as usize];
        if let Some(k) = (0..3).find(|&k| corners[k] == to && corners[(k + 1) % 3] == from) {
            self.neighbours[neighbour as usize][k] = t;
        }
    }

    /// Checks that triangles are counter-clockwise, that neighbours name each other, and that edge kinds agree.
    pub fn validate(&self) -> Result<(), String> {
        for t in 0..self.triangles.len() as u32 {
            let [a, b, c] = self.corners(t);
            if orient(a, b, c) <= 0.0 {
                return Err(format!("triangle {t} is not counter-clockwise"));
            }
            for i in 0..3 {
                let (kind, other) = (self.edges[t as usize][i], self.neighbours[t as usize][i]);
                if (other == NONE) != matches!(kind, EdgeKind::Wall | EdgeKind::Opening(_)) {
                    return Err(format!("triangle {t} edge {i}: kind {kind:?} disagrees with its neighbour"));
                }
                if other == NONE {
                    continue;
                }
                let [u, v] = [i, (i + 1) % 3].map(|k| self.triangles[t as usize][k]);
                let back = (0..3).find(|&k| {
                    let corners = self.triangles[other as usize];
                    corners[k] == v && corners[(k + 1) % 3] == u
                });
                match back {
                    Some(k) if self.neighbours[other as usize][k] == t && self.edges[other as usize][k] == kind => {}
                    _ => return Err(format!("triangles {t} and {other} disagree about their edge")),
                }
            }
        }
        Ok(())
    }
}
