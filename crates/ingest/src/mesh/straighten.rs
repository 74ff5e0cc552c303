//! Drops corners: edges that lie on one line within a tolerance become one edge. No corner moves, and no new crossing
//! appears.
//!
//! Lamarche & Donikian 2004: constraints are "filtered in order to merge colinear segments (with a given threshold)".
//! Borders between two floors are straightened once for both, so that the two keep sharing their edges exactly.

use std::collections::{BTreeMap, BTreeSet};

use populace_geom::{Bounds, Point, Segment, Tiles, Tiling};

use super::arrange::NONE;
use super::outline::{Borders, Ring};

/// The greatest distance by which a wall may move, m.
const WALL_TOLERANCE: f64 = 0.015;
/// The greatest distance by which the shared edge of two floors may move, m. The second number is used where the first
/// would let the edge cross something.
const LINK_TOLERANCES: [f64; 2] = [0.01, 0.0015];
/// A spike of the border that is thinner than this is a needle: it has no inside, m.
const NEEDLE: f64 = 0.003;
/// Joints shorter than this are dropped, m.
const SHORTEST_JOINT: f64 = 0.02;
/// The longest run of corners that becomes one edge.
const LONGEST_RUN: usize = 256;

/// A straight shared edge of two floors, as corner indices.
pub(super) struct Joint {
    pub floors: [u32; 2],
    pub corners: [u32; 2],
}

/// Straightens all borders, and returns the edges at which floors join.
pub(super) fn straighten(points: &[Point], floors: &mut [Borders]) -> Vec<Joint> {
    let mut joints = join(points, floors);
    let mut kept: BTreeMap<[u32; 2], BTreeSet<u32>> = BTreeMap::new();
    for joint in &joints {
        kept.entry(joint.floors).or_default().extend(joint.corners);
    }
    joints.retain(|j| points[j.corners[0] as usize].distance(points[j.corners[1] as usize]) >= SHORTEST_JOINT);
    floors.iter_mut().for_each(|floor| clip_needles(points, floor));
    for (i, floor) in floors.iter_mut().enumerate() {
        let fixed = fixed_corners(floor);
        for ring in floor.parts.iter_mut().flatten() {
            drop_inside_joints(ring, i as u32, &kept);
        }
        let mut outlines = Outlines::new(points, floor);
        for part in &mut floor.parts {
            part.iter_mut().for_each(|ring| outlines.straighten(ring, &fixed));
            let mut outer = true;
            part.retain(|ring| std::mem::take(&mut outer) || ring.corners.len() > 2);
        }
    }
    joints
}

/// Removes the needles of the border. A needle that sticks into the floor becomes a wall; a needle that sticks out
/// vanishes.
fn clip_needles(points: &[Point], floor: &mut Borders) {
    let Borders { parts, walls } = floor;
    for ring in parts.iter_mut().flatten() {
        let mut i = 0;
        // The removal of a needle may make a needle of the corner before it. So the border is searched once around
        // again.
        let mut since = 0;
        while since < ring.corners.len() && ring.corners.len() > 3 {
            let n = ring.corners.len();
            i %= n;
            let [before, after] = [(i + n - 1) % n, (i + 1) % n];
            let [a, tip, b] = [before, i, after].map(|k| points[ring.corners[k] as usize]);
            let is_wall = ring.across[before] == NONE && ring.across[i] == NONE;
            if is_wall && is_needle(a, tip, b) {
                let base = if a.distance(tip) < b.distance(tip) { before } else { after };
                if tip != points[ring.corners[base] as usize] && populace_geom::orient(a, tip, b) <= 0.0 {
                    walls.push([ring.corners[i], ring.corners[base]]);
                }
                ring.corners.remove(i);
                ring.across.remove(i);
                since = 0;
                i = (i + n - 2) % n;
            } else {
                since += 1;
                i += 1;
            }
        }
    }
}

/// Returns whether the border a → tip → b turns back on itself.
fn is_needle(a: Point, tip: Point, b: Point) -> bool {
    let (short, long) = if a.distance(tip) < b.distance(tip) { (a, b) } else { (b, a) };
    a == tip || b == tip || (a - tip).dot(b - tip) > 0.0 && Segment::new(tip, long).distance(short) < NEEDLE
}

/// Returns the corners that must stay: where another floor begins across the border, where the border touches itself,
/// and where a free wall begins or ends.
fn fixed_corners(floor: &Borders) -> BTreeSet<u32> {
    let mut seen = BTreeSet::new();
    let mut fixed: BTreeSet<u32> = floor.walls.iter().flatten().copied().collect();
    for ring in floor.parts.iter().flatten() {
        let n = ring.corners.len();
        for i in 0..n {
            let changes = ring.across[i] != ring.across[(i + n - 1) % n];
            if changes || !seen.insert(ring.corners[i]) {
                fixed.insert(ring.corners[i]);
            }
        }
    }
    fixed
}

/// Finds the edges that two floors share, and straightens them into joints.
fn join(points: &[Point], floors: &[Borders]) -> Vec<Joint> {
    let mut shared: BTreeMap<[u32; 2], BTreeMap<u32, Vec<u32>>> = BTreeMap::new();
    let fixed: Vec<BTreeSet<u32>> = floors.iter().map(fixed_corners).collect();
    let outlines: Vec<Outlines> = floors.iter().map(|floor| Outlines::new(points, floor)).collect();
    for (i, floor) in floors.iter().enumerate() {
        for ring in floor.parts.iter().flatten() {
            for k in 0..ring.corners.len() {
                let (other, a, b) = (ring.across[k], ring.corners[k], ring.corners[(k + 1) % ring.corners.len()]);
                if other != NONE && (i as u32) < other {
                    let graph = shared.entry([i as u32, other]).or_default();
                    graph.entry(a).or_default().push(b);
                    graph.entry(b).or_default().push(a);
                }
            }
        }
    }
    let mut joints = Vec::new();
    for (pair, graph) in shared {
        let is_end =
            |c: u32| graph.get(&c).is_none_or(|n| n.len() != 2) || pair.iter().any(|&f| fixed[f as usize].contains(&c));
        for chain in chains(&graph, is_end) {
            let is_clear = |runs: &[usize]| {
                runs.windows(2).all(|w| pair.iter().all(|&f| outlines[f as usize].is_clear(&chain[w[0]..=w[1]])))
            };
            let rough = douglas_peucker(points, &chain, LINK_TOLERANCES[0]);
            let runs = if is_clear(&rough) { rough } else { douglas_peucker(points, &chain, LINK_TOLERANCES[1]) };
            let runs: Vec<u32> = runs.iter().map(|&i| chain[i]).collect();
            joints.extend(runs.windows(2).map(|w| Joint { floors: pair, corners: [w[0], w[1]] }));
        }
    }
    joints
}

/// Returns the paths of a graph from end to end. A closed path begins and ends at its corner with the lowest number.
fn chains(graph: &BTreeMap<u32, Vec<u32>>, is_end: impl Fn(u32) -> bool) -> Vec<Vec<u32>> {
    let mut used: BTreeSet<[u32; 2]> = BTreeSet::new();
    let mut all = Vec::new();
    let ends = graph.keys().filter(|&&c| is_end(c));
    for &start in ends.chain(graph.keys()) {
        for &second in &graph[&start] {
            if used.contains(&[start.min(second), start.max(second)]) {
                continue;
            }
            let mut chain = vec![start];
            let mut next = Some(second);
            while let Some(corner) = next {
                let last = chain[chain.len() - 1];
                used.insert([last.min(corner), last.max(corner)]);
                chain.push(corner);
                let stops = is_end(corner) || corner == start;
                let is_free = |c: &&u32| !used.contains(&[corner.min(**c), corner.max(**c)]);
                next = if stops { None } else { graph[&corner].iter().find(is_free).copied() };
            }
            all.push(chain);
        }
    }
    all
}

/// Returns the corners of a chain that are needed to stay within the tolerance, by their positions in the chain
/// (Douglas & Peucker 1973).
fn douglas_peucker(points: &[Point], chain: &[u32], tolerance: f64) -> Vec<usize> {
    let at = |i: usize| points[chain[i] as usize];
    let mut keep = vec![false; chain.len()];
    let mut stack = vec![(0, chain.len() - 1)];
    while let Some((from, to)) = stack.pop() {
        keep[from] = true;
        keep[to] = true;
        let line = Segment::new(at(from), at(to));
        let off = |i: &usize| line.distance(at(*i));
        if let Some(far) = (from + 1..to).max_by(|a, b| off(a).total_cmp(&off(b)))
            && off(&far) > tolerance
        {
            stack.extend([(from, far), (far, to)]);
        }
    }
    (0..chain.len()).filter(|&i| keep[i]).collect()
}

/// Chains edges into lines, and leaves out the corners within straight runs.
pub(super) fn lines(points: &[Point], edges: &[[u32; 2]]) -> Vec<Vec<u32>> {
    let mut graph: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for &[a, b] in edges {
        graph.entry(a).or_default().push(b);
        graph.entry(b).or_default().push(a);
    }
    let is_end = |c: u32| graph.get(&c).is_none_or(|n| n.len() != 2);
    let straight =
        |chain: &Vec<u32>| douglas_peucker(points, chain, LINK_TOLERANCES[1]).iter().map(|&i| chain[i]).collect();
    chains(&graph, is_end).iter().map(straight).collect()
}

/// Removes the corners that lie within a straight shared edge.
fn drop_inside_joints(ring: &mut Ring, floor: u32, kept: &BTreeMap<[u32; 2], BTreeSet<u32>>) {
    let n = ring.corners.len();
    let is_needed = |i: usize| {
        let (before, after) = (ring.across[(i + n - 1) % n], ring.across[i]);
        if before != after || after == NONE {
            return true;
        }
        let pair = [floor.min(after), floor.max(after)];
        kept.get(&pair).is_none_or(|corners| corners.contains(&ring.corners[i]))
    };
    let needed: Vec<usize> = (0..n).filter(|&i| is_needed(i)).collect();
    *ring = Ring {
        corners: needed.iter().map(|&i| ring.corners[i]).collect(),
        across: needed.iter().map(|&i| ring.across[i]).collect(),
    };
}

/// The corners of a floor, with an index by place.
struct Outlines<'a> {
    points: &'a [Point],
    tiles: Tiles,
}

/// Least side of a tile, m.
const SQUARE: f64 = 0.5;
/// The most tiles of a floor: more would fill the memory.
const MOST_TILES: f64 = 4e6;

impl<'a> Outlines<'a> {
    /// Collects the corners of a floor.
    fn new(points: &'a [Point], floor: &Borders) -> Self {
        let rings = floor.parts.iter().flatten().flat_map(|r| r.corners.iter());
        let corners: Vec<u32> = rings.chain(floor.walls.iter().flatten()).copied().collect();
        let at = |corner: u32| points[corner as usize];
        let bounds = Bounds::of(corners.iter().map(|&corner| at(corner)));
        let mut tiles = Tiles::default();
        tiles.fill(Tiling::limited(bounds, SQUARE, MOST_TILES), &corners, at);
        Outlines { points, tiles }
    }
    /// Replaces runs of wall edges by single edges.
    fn straighten(&mut self, ring: &mut Ring, fixed: &BTreeSet<u32>) {
        let n = ring.corners.len();
        let is_movable = |i: usize| {
            ring.across[i] == NONE && ring.across[(i + n - 1) % n] == NONE && !fixed.contains(&ring.corners[i])
        };
        let farthest = |from: usize| {
            let origin = self.points[ring.corners[from] as usize];
            let off = |i: &usize| self.points[ring.corners[*i] as usize].distance(origin);
            (0..n).max_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or(0)
        };
        // Two corners stay in any case: the corner farthest from corner 0, and the corner farthest from that corner.
        let first = farthest(0);
        let second = farthest(first);
        let order: Vec<usize> = (0..=n).map(|k| (first + k) % n).collect();
        let mut kept = vec![first];
        let mut from = 0;
        while from < n {
            let mut to = from + 1;
            while to < n && to - from < LONGEST_RUN {
                let i = order[to];
                if !is_movable(i) || i == second || !self.is_straight(ring, &order[from..=to + 1]) {
                    break;
                }
                to += 1;
            }
            if to < n {
                kept.push(order[to]);
            }
            from = to;
        }
        let shape = |indices: &[usize]| {
            let points: Vec<Point> = indices.iter().map(|&i| self.points[ring.corners[i] as usize]).collect();
            populace_geom::signed_area(&points)
        };
        let (before, after) = (shape(&order[..n]), shape(&kept));
        // A thin fence would collapse to a line: it stays as it is.
        if kept.len() >= 3 && (before - after).abs() <= 0.1 * before.abs() {
            *ring = Ring {
                corners: kept.iter().map(|&i| ring.corners[i]).collect(),
                across: kept.iter().map(|&i| ring.across[i]).collect(),
            };
        }
    }
    /// Returns whether a run of corners can become one edge: its corners are near that edge, and no other corner lies
    /// between the run and the edge.
    fn is_straight(&self, ring: &Ring, run: &[usize]) -> bool {
        let chain: Vec<u32> = run.iter().map(|&i| ring.corners[i]).collect();
        let at = |c: u32| self.points[c as usize];
        let (Some(&a), Some(&b)) = (chain.first(), chain.last()) else { return false };
        let line = Segment::new(at(a), at(b));
        chain.iter().all(|&c| line.distance(at(c)) <= WALL_TOLERANCE) && self.is_clear(&chain)
    }
    /// Returns whether no corner of the floor lies between a run of corners and the edge from its start to its end.
    fn is_clear(&self, chain: &[u32]) -> bool {
        let shape: Vec<Point> = chain.iter().map(|&c| self.points[c as usize]).collect();
        let (Some(&a), Some(&b)) = (shape.first(), shape.last()) else { return true };
        let bounds = Bounds::of(shape.iter().copied());
        let (low, high) = (square(bounds.min), square(bounds.max));
        let squares = (high.0 - low.0 + 1).saturating_mul(high.1 - low.1 + 1);
        let is_free = |&corner: &u32| {
            let p = self.points[corner as usize];
            chain.contains(&corner) || !bounds.contains(p) || !is_between(&shape, Segment::new(a, b), p)
        };
        // A very long edge across many squares is rare: it counts as not clear, without a search.
        chain.len() == 2
            || squares <= 10_000 && self.tiles.lists_within(&bounds).all(|corners| corners.iter().all(is_free))
    }
}

/// Returns whether `p` lies between a run of corners and the edge that would replace it, or on that edge.
fn is_between(shape: &[Point], line: Segment, p: Point) -> bool {
    populace_geom::contains(shape, p) || line.distance(p) < 5e-4
}

/// Returns the square of a point.
fn square(p: Point) -> (i64, i64) {
    ((p.x / SQUARE).floor() as i64, (p.y / SQUARE).floor() as i64)
}
