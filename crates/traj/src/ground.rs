//! The walkable ground of a floor, cut into convex pieces, so that a cell of a Voronoi diagram can be clipped to it.
//!
//! The pieces are trapezoids between two walls. A sweep from west to east over the corners of all rings makes them. Each piece
//! knows where it meets other pieces. So when a wall cuts a cell in two, only the part in which the pedestrian stands remains.

use populace_geom::{Bounds, Point, Segment, Tiles, area, clip_convex};

/// Two pieces that share a border shorter than this do not meet, m.
const TOUCH: f64 = 1e-9;

/// Walkable ground.
#[derive(Clone, Debug, PartialEq)]
pub struct Ground {
    pieces: Vec<Piece>,
    bounds: Bounds,
    /// The pieces, by place.
    tiles: Tiles,
}

#[derive(Clone, Debug, PartialEq)]
struct Piece {
    /// The corners, convex and counter-clockwise.
    ring: Vec<Point>,
    bounds: Bounds,
    /// The numbers of the pieces that it meets, and the shared borders.
    joins: Vec<(usize, Segment)>,
}

/// A trapezoid during the sweep: it lies between two walls, and reaches from a west end to an east end.
#[derive(Clone, Copy)]
struct Open {
    walls: [usize; 2],
    piece: usize,
    west: f64,
}

impl Ground {
    /// Returns the ground between rings: the points inside an odd number of rings. The rings are outer borders and holes, in any
    /// order and winding, and must not cross each other. Returns `None` when the ground has no size.
    pub fn new<R: AsRef<[Point]>>(rings: &[R]) -> Option<Self> {
        let edges = |ring: &[Point]| -> Vec<Segment> {
            (0..ring.len()).map(|i| Segment::new(ring[i], ring[(i + 1) % ring.len()])).collect()
        };
        Ground::between(rings.iter().flat_map(|ring| edges(ring.as_ref())))
    }
    /// Returns the ground that walls close in. The walls come in any order and direction; a wall with ground on both sides is given twice. Walls
    /// must not cross each other. Returns `None` when the ground has no size.
    pub fn between(walls: impl IntoIterator<Item = Segment>) -> Option<Self> {
        let eastwards = |wall: Segment| if wall.a.x < wall.b.x { wall } else { Segment::new(wall.b, wall.a) };
        let mut walls: Vec<Segment> = walls.into_iter().map(eastwards).collect();
        if walls.iter().any(|wall| !wall.a.is_finite() || !wall.b.is_finite()) {
            return None;
        }
        let mut stops: Vec<f64> = walls.iter().flat_map(|wall| [wall.a.x, wall.b.x]).collect();
        stops.sort_unstable_by(f64::total_cmp);
        stops.dedup();
        walls.sort_unstable_by(|a, b| a.a.x.total_cmp(&b.a.x));
        let pieces = sweep(&walls, &stops);
        let bounds = pieces.iter().fold(Bounds::EMPTY, |all, piece| all.union(piece.bounds));
        let tiles = Tiles::of(bounds, pieces.len(), |piece| &pieces[piece].ring);
        let ground = Ground { pieces, bounds, tiles };
        (ground.size() > 0.0).then_some(ground)
    }
    /// Returns the size of the ground, m².
    pub fn size(&self) -> f64 {
        self.pieces.iter().map(|piece| area(&piece.ring)).sum()
    }
    /// Returns the box around the ground.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }
    /// Returns whether a point is on the ground or on its border.
    pub fn contains(&self, p: Point) -> bool {
        self.holders(p).next().is_some()
    }
    /// Returns the pieces that hold a point. A point on a border of pieces has several.
    fn holders(&self, p: Point) -> impl Iterator<Item = usize> + '_ {
        self.tiles.at(p).iter().map(|&piece| piece as usize).filter(move |&piece| self.pieces[piece].holds(p))
    }
    /// Returns the parts of a convex, counter-clockwise ring that are on the ground and can be reached from `p` inside the ring.
    /// Returns none when `p` is not on the ground.
    pub fn part_around(&self, p: Point, ring: &[Point]) -> Vec<Vec<Point>> {
        let mut found: Vec<usize> = self.holders(p).collect();
        let mut parts = Vec::new();
        let mut next = 0;
        while let Some(&at) = found.get(next) {
            let piece = &self.pieces[at];
            parts.push(clip_convex(ring, &piece.ring));
            for (other, door) in &piece.joins {
                if !found.contains(other) && length_inside(door, ring) > TOUCH {
                    found.push(*other);
                }
            }
            next += 1;
        }
        parts.retain(|part| part.len() > 2);
        parts
    }
    /// Returns the length of the part of a segment that is on the ground, m.
    pub fn length_on(&self, line: &Segment) -> f64 {
        self.pieces.iter().map(|piece| length_inside(line, &piece.ring)).sum()
    }
    /// Returns the size of the part of a ring that is on the ground, m². The ring may have any shape.
    pub fn size_of(&self, ring: &[Point]) -> f64 {
        // Clipping a ring that is not convex leaves seams of no width between its parts. They do not change the size.
        self.pieces.iter().map(|piece| area(&clip_convex(ring, &piece.ring))).sum()
    }
}

impl Piece {
    fn holds(&self, p: Point) -> bool {
        let count = self.ring.len();
        let is_left = |i: usize| {
            let (a, b) = (self.ring[i], self.ring[(i + 1) % count]);
            (b - a).cross(p - a) >= -TOUCH * a.distance(b)
        };
        count > 2 && self.bounds.expanded(TOUCH).contains(p) && (0..count).all(is_left)
    }
}

/// Returns the trapezoids between walls, which are sorted by their west ends.
fn sweep(walls: &[Segment], stops: &[f64]) -> Vec<Piece> {
    let (mut pieces, mut open): (Vec<Piece>, Vec<Open>) = Default::default();
    let (mut active, mut coming): (Vec<usize>, usize) = Default::default();
    for ends in stops.windows(2) {
        let (west, east) = (ends[0], ends[1]);
        while coming < walls.len() && walls[coming].a.x <= west {
            active.push(coming);
            coming += 1;
        }
        active.retain(|&wall| walls[wall].b.x >= east);
        let height = |wall: usize| height_at(&walls[wall], west) + height_at(&walls[wall], east);
        active.sort_by(|&a, &b| height(a).total_cmp(&height(b)));
        let mut here: Vec<Open> = Vec::new();
        for pair in active.chunks_exact(2) {
            let pair = [pair[0], pair[1]];
            match open.iter().find(|one| one.walls == pair) {
                // The trapezoid goes on between the same two walls.
                Some(same) => here.push(*same),
                None => {
                    here.push(Open { walls: pair, piece: pieces.len(), west });
                    pieces.push(Piece { ring: Vec::new(), bounds: Bounds::EMPTY, joins: Vec::new() });
                }
            }
        }
        join(&mut pieces, walls, &open, &here, west);
        for one in &here {
            let between = |x: f64| one.walls.map(|wall| Point::new(x, height_at(&walls[wall], x)));
            let ([a, d], [b, c]) = (between(one.west), between(east));
            pieces[one.piece].ring = vec![a, b, c, d];
        }
        open = here;
    }
    for piece in &mut pieces {
        piece.ring.dedup();
        if piece.ring.len() > 1 && piece.ring.first() == piece.ring.last() {
            piece.ring.pop();
        }
        piece.bounds = Bounds::of(piece.ring.iter().copied());
    }
    pieces
}

/// Joins the trapezoids that end at `x` to the trapezoids that begin there.
fn join(pieces: &mut [Piece], walls: &[Segment], before: &[Open], after: &[Open], x: f64) {
    let span = |one: &Open| one.walls.map(|wall| height_at(&walls[wall], x));
    for (a, b) in before.iter().flat_map(|a| after.iter().map(move |b| (a, b))) {
        let ([low, high], [from, to]) = (span(a), span(b));
        let (low, high) = (low.max(from), high.min(to));
        if a.piece != b.piece && high - low > TOUCH {
            let door = Segment::new(Point::new(x, low), Point::new(x, high));
            pieces[a.piece].joins.push((b.piece, door));
            pieces[b.piece].joins.push((a.piece, door));
        }
    }
}

/// Returns the y of a wall at an x between its ends.
fn height_at(wall: &Segment, x: f64) -> f64 {
    match x {
        x if x == wall.a.x => wall.a.y,
        x if x == wall.b.x => wall.b.y,
        x => wall.a.y + (wall.b.y - wall.a.y) * ((x - wall.a.x) / (wall.b.x - wall.a.x)),
    }
}

/// Returns the length of the part of a segment inside a convex, counter-clockwise ring, m (Cyrus–Beck).
fn length_inside(line: &Segment, ring: &[Point]) -> f64 {
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    for i in 0..ring.len() {
        let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
        let (start, end) = ((b - a).cross(line.a - a), (b - a).cross(line.b - a));
        match (start < 0.0, end < 0.0) {
            (true, true) => return 0.0,
            (true, false) => from = from.max(start / (start - end)),
            (false, true) => to = to.min(start / (start - end)),
            (false, false) => {}
        }
    }
    (to - from).max(0.0) * line.length()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(points: &[(f64, f64)]) -> Vec<Point> {
        points.iter().map(|&(x, y)| Point::new(x, y)).collect()
    }
    fn rectangle(x: [f64; 2], y: [f64; 2]) -> Vec<Point> {
        ring(&[(x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1])])
    }

    #[test]
    fn pieces_cover_the_ground_between_the_rings() {
        // A room of 10 m × 6 m with a triangular pillar of 2 m².
        let pillar = ring(&[(4.0, 2.0), (6.0, 2.0), (5.0, 4.0)]);
        let ground = Ground::new(&[rectangle([0.0, 10.0], [0.0, 6.0]), pillar]).unwrap();
        assert!((ground.size() - 58.0).abs() < 1e-12);
        for (x, y, is_inside) in
            [(1.0, 1.0, true), (5.0, 3.0, false), (5.0, 5.0, true), (11.0, 1.0, false), (0.0, 0.0, true)]
        {
            assert_eq!(ground.contains(Point::new(x, y)), is_inside, "({x}, {y})");
        }
        assert!((ground.length_on(&Segment::new(Point::new(-1.0, 3.0), Point::new(12.0, 3.0))) - 9.0).abs() < 1e-12);
        assert!((ground.size_of(&rectangle([3.0, 7.0], [1.0, 5.0])) - 14.0).abs() < 1e-12);
    }

    #[test]
    fn a_ring_across_a_wall_keeps_the_side_of_the_person() {
        // Two rooms with a wall of 0.2 m between them, open from y = 4 to y = 6.
        let wall = rectangle([2.9, 3.1], [0.0, 4.0]);
        let outer =
            ring(&[(0.0, 0.0), (2.9, 0.0), (2.9, 4.0), (3.1, 4.0), (3.1, 0.0), (6.0, 0.0), (6.0, 6.0), (0.0, 6.0)]);
        let ground = Ground::new(&[outer]).unwrap();
        let size = |y: [f64; 2]| {
            let parts = ground.part_around(Point::new(2.0, 1.0), &rectangle([1.0, 5.0], y));
            parts.iter().map(|part| area(part)).sum::<f64>()
        };
        // Below the opening, only the west room remains. At the opening, everything but the wall remains.
        assert!((size([0.5, 2.5]) - 1.9 * 2.0).abs() < 1e-12);
        assert!((size([0.5, 5.0]) - (4.0 * 4.5 - 0.2 * 3.5)).abs() < 1e-12);
        assert!(ground.part_around(Point::new(3.0, 1.0), &wall).is_empty());
    }

    #[test]
    fn rings_without_size_are_no_ground() {
        assert_eq!(Ground::new::<Vec<Point>>(&[]), None);
        assert_eq!(Ground::new(&[ring(&[(0.0, 0.0), (1.0, 0.0)])]), None);
        assert_eq!(Ground::new(&[ring(&[(0.0, 0.0), (f64::NAN, 0.0), (1.0, 1.0)])]), None);
    }
}
