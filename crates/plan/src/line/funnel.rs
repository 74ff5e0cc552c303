//! The funnel over discs: which of them the string touches, and the polyline around those.

use populace_geom::{Point, Segment};

use crate::line::bend::bend;
use crate::line::corners::NONE;

/// Where a disc must lie, seen along the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Left,
    Right,
}

impl Side {
    fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
    /// +1 on the left, −1 on the right.
    #[inline]
    pub(crate) fn sign(self) -> f64 {
        match self {
            Side::Left => 1.0,
            Side::Right => -1.0,
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Disc {
    at: Point,
    /// The radius, or 0 where no wall is.
    radius: f64,
    /// The number of its portal, or that of the next portal for a corner between two.
    portal: u32,
    /// The last portal it is an end of.
    until: u32,
    side: Side,
    /// The reflex corner at an end of a portal, or [`NONE`].
    corner: u32,
    /// An end of the portal, around which the line may have to turn; no straight line within a cell turns around its corners.
    is_end: bool,
}

/// How near a corner is to the chord of its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Near {
    /// In the way of the line.
    OneRadius,
    /// In its way where the line bends around an end of the chord, one radius beside it.
    TwoRadii,
}

/// The last disc the string touches, or the start.
#[derive(Clone, Copy, Debug)]
struct Root {
    at: Point,
    /// + radius for a disc on the left, − radius on the right, 0 for the start.
    offset: f64,
    /// The direction in which the line arrives; zero at the start.
    arrival: Point,
    /// `None` for the start.
    side: Option<Side>,
    /// The discs from here on are still to be passed.
    next: usize,
    /// Portals before this one are passed.
    portal: u32,
    /// The corner of its disc, or [`NONE`].
    corner: u32,
}

/// How far to one side a ray may turn, and the disc that forbids more.
#[derive(Clone, Copy, Debug)]
struct Limit {
    direction: Point,
    /// `NOBODY` for the direction of arrival: a string turns only towards the disc it bends around.
    owner: u32,
}

const NOBODY: u32 = u32::MAX;

/// Corners near the root that are listed before it may still be ahead of it; so many are looked at again.
const LOOK_BACK: usize = 8;

/// How much nearer to a disc than its radius counts as touching it, m.
const SLACK: f64 = 1e-4;

/// How many discs after a conflict may come before it.
const LOOK_AHEAD: usize = 4;

/// Discs in order, and the string among them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Funnel {
    start: Point,
    goal: Point,
    radius: f64,
    smooth: f64,
    /// The first `count` are in use.
    discs: Vec<Disc>,
    count: usize,
    /// By side: the last end of a portal, and its disc.
    last: [Point; 2],
    newest: [usize; 2],
    /// Portals so far.
    portals: u32,
    /// Corners that the line only comes near to where it bends, which is rare: it is checked against them in the end.
    witnesses: Vec<Disc>,
    line: Vec<Point>,
    /// The roots before the present one, each with the length of the line up to it and the disc that came after it.
    roots: Vec<(Root, usize, usize)>,
    /// The start and all discs the string bends around, in the end, and its last direction.
    ends: Vec<Root>,
    departure: Point,
}

impl Funnel {
    /// Forgets all discs. Bends of a smaller angle than that with cosine `smooth` get one vertex.
    pub(crate) fn begin(&mut self, start: Point, goal: Point, radius: f64, smooth: f64) {
        (self.start, self.goal, self.radius, self.smooth) = (start, goal, radius, smooth);
        self.count = 0;
        self.witnesses.clear();
        self.line.clear();
        self.last = [Point::new(f64::NAN, f64::NAN); 2];
        self.portals = 0;
    }

    /// The next portal: its left and right end, and whether they touch walls.
    #[inline]
    pub(crate) fn portal(&mut self, ends: [Point; 2], on_wall: [bool; 2], corner: [u32; 2]) {
        let portal = self.portals;
        self.portals += 1;
        // One end or the other changes from portal to portal, at random: written without branches.
        self.make_room(2);
        for (k, side) in [Side::Left, Side::Right].into_iter().enumerate() {
            let is_new = self.last[k] != ends[k];
            let radius = if on_wall[k] { self.radius } else { 0.0 };
            self.discs[self.count] =
                Disc { at: ends[k], radius, portal, until: portal, side, corner: corner[k], is_end: true };
            self.newest[k] = if is_new { self.count } else { self.newest[k] };
            self.count += usize::from(is_new);
            self.discs[self.newest[k]].until = portal;
            self.last[k] = ends[k];
        }
    }

    /// Makes room for some more discs; there is always one beyond the last.
    #[inline]
    fn make_room(&mut self, more: usize) {
        if self.discs.len() < self.count + more + 1 {
            let (at, side, corner) = (Point::ZERO, Side::Left, NONE);
            let nothing = Disc { at, radius: 0.0, portal: 0, until: 0, side, corner, is_end: false };
            self.discs.resize(2 * (self.count + more + 1), nothing);
        }
    }

    /// A corner between portals.
    #[inline]
    pub(crate) fn corner(&mut self, side: Side, at: Point, near: Near) {
        let k = side as usize;
        // A start or goal that stands nearer to a corner than the radius could not leave its disc.
        let least = self.radius - 1e-6;
        let is_stuck = |p: Point| (p - at).norm2() < least * least;
        if self.last[k] != at && !is_stuck(self.start) && !is_stuck(self.goal) {
            let portal = self.portals;
            let disc = Disc { at, radius: self.radius, portal, until: portal, side, corner: NONE, is_end: false };
            if near == Near::TwoRadii {
                self.witnesses.push(disc);
                return;
            }
            self.make_room(1);
            self.discs[self.count] = disc;
            self.count += 1;
        }
    }

    /// Number of discs.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Puts the discs from number `from` on in the order in which someone who walks `along` passes them.
    pub(crate) fn sort(&mut self, from: usize, along: Point) {
        self.discs[from..self.count].sort_unstable_by(|a, b| a.at.dot(along).total_cmp(&b.at.dot(along)));
    }

    /// Where the string bends around a reflex corner: its number, its side, the directions before and after.
    pub(crate) fn bends(&self) -> impl Iterator<Item = (u32, Side, [Point; 2])> + '_ {
        let after = self.ends.iter().skip(1).map(|e| e.arrival).chain([self.departure]);
        let bends = self.ends.iter().zip(after).filter(|(e, _)| e.corner != NONE);
        bends.filter_map(|(e, next)| Some((e.corner, e.side?, [e.arrival, next])))
    }

    /// The polyline, without the start.
    pub(crate) fn line(&self) -> &[Point] {
        &self.line
    }

    /// Whether the polyline keeps away from every disc.
    pub(crate) fn is_clear(&self) -> bool {
        let mut from = self.start;
        self.line.iter().all(|&to| {
            let piece = Segment::new(std::mem::replace(&mut from, to), to);
            self.discs[..self.count].iter().all(|d| piece.distance(d.at) >= d.radius - 1e-6)
        })
    }

    /// Pulls the string tight; `false` when the discs leave no room.
    pub(crate) fn pull(&mut self) -> bool {
        self.roots.clear();
        let mut root =
            Root { at: self.start, offset: 0.0, arrival: Point::ZERO, side: None, next: 0, portal: 0, corner: NONE };
        // Each bend moves on along the discs, but for those of one neighbourhood, which may be taken in another order.
        for _ in 0..4 * self.count + 8 {
            match self.next_bend(&root) {
                Ok(direction) => {
                    self.bend_around(&root, direction);
                    self.line.push(self.goal);
                    self.ends.clear();
                    self.ends.extend(self.roots.iter().map(|r| r.0).chain([root]));
                    self.departure = direction;
                    return self.keeps_away();
                }
                Err(Conflict { limit, with }) if limit.owner == NOBODY => {
                    // A later disc shows that the last bend was none: back to where the line came from.
                    let Some((before, length, owner)) = self.roots.pop() else { return false };
                    root = before;
                    self.line.truncate(length);
                    let (low, high) = (owner.min(with as usize), owner.max(with as usize));
                    self.discs[low..=high].rotate_right(1);
                }
                Err(conflict) if self.reorder(&mut root, &conflict) => {}
                Err(Conflict { limit, .. }) => {
                    self.roots.push((root, self.line.len(), limit.owner as usize));
                    self.bend_around(&root, limit.direction);
                    let disc = &self.discs[limit.owner as usize];
                    let offset = disc.side.sign() * disc.radius;
                    let next = root.next.max(limit.owner as usize + 1);
                    root = Root {
                        at: disc.at,
                        offset,
                        arrival: limit.direction,
                        side: Some(disc.side),
                        next,
                        portal: disc.portal,
                        corner: disc.corner,
                    };
                }
            }
        }
        false
    }

    /// Whether every straight piece passes the discs around it on the right side and at a distance: discs that nearly touch
    /// each other can be met in an order that no scan expects.
    fn keeps_away(&self) -> bool {
        let (at, portal) = (self.goal, self.portals);
        let goal = Root { at, offset: 0.0, arrival: self.departure, side: None, next: 0, portal, corner: NONE };
        let (mut first, mut witness) = (0, 0);
        self.ends.iter().zip(self.ends.iter().skip(1).chain([&goal])).all(|(from, to)| {
            let aside = to.arrival.left();
            let (a, b) = (from.at - aside * from.offset, to.at - aside * to.offset);
            let length = (b - a).dot(to.arrival);
            // Corners keep the number of the portal after them, so a neighbourhood is one portal more on either side.
            while first < self.count && self.discs[first].until + 1 < from.portal {
                first += 1;
            }
            while witness < self.witnesses.len() && self.witnesses[witness].portal + 1 < from.portal {
                witness += 1;
            }
            let near = self.discs[first..self.count].iter().take_while(|d| d.portal <= to.portal + 1);
            let near = near.chain(self.witnesses[witness..].iter().take_while(|d| d.portal <= to.portal + 1));
            near.filter(|d| d.radius > 0.0).all(|d| {
                let v = d.at - a;
                let along = v.dot(to.arrival);
                if along <= 0.0 {
                    v.norm() >= d.radius - SLACK
                } else if along >= length {
                    d.at.distance(b) >= d.radius - SLACK
                } else {
                    d.side.sign() * to.arrival.cross(v) >= d.radius - SLACK
                }
            })
        })
    }

    fn bend_around(&mut self, root: &Root, departure: Point) {
        if root.side.is_some() {
            bend(root.at, root.offset, root.arrival, departure, self.smooth, &mut self.line);
        }
    }

    /// Puts discs that stand side by side, where only their width leaves no straight way between them, into the order in
    /// which the line meets them; `false` when they are in order.
    fn reorder(&mut self, root: &mut Root, conflict: &Conflict) -> bool {
        let Limit { direction, owner } = conflict.limit;
        let (owner, with) = (owner as usize, conflict.with as usize);
        let first = self.discs[owner];
        let ahead = first.at - root.at;
        let Some(second) = self.discs[..self.count].get(with).copied() else {
            // The goal is reached before the disc.
            let to_goal = self.goal - root.at;
            let is_before = !is_turn(root, &first, ahead, to_goal) && to_goal.dot(direction) < ahead.dot(direction);
            if is_before {
                self.discs.remove(owner);
                self.count -= 1;
                root.next -= usize::from(owner < root.next);
            }
            return is_before;
        };
        let other = second.at - root.at;
        if first.portal != second.portal && is_turn(root, &first, ahead, other) {
            return false;
        }
        if other.dot(direction) < ahead.dot(direction) {
            self.discs[owner..=with].rotate_left(1);
            root.next -= usize::from(owner < root.next && root.next <= with);
            return true;
        }
        // A disc listed after the second one may stand before it, and take the place of the first.
        let is_tighter = |d: &Disc| {
            let v = d.at - root.at;
            d.side == first.side
                && d.at != first.at
                && d.side.sign() * (direction.cross(v) + root.offset) < d.radius
                && v.dot(direction) < other.dot(direction)
                && !is_turn(root, &second, other, v)
        };
        let is_facing = |d: &&Disc| d.side == first.side || d.portal == second.portal;
        let facing = self.discs[with + 1..self.count].iter().take_while(is_facing);
        let Some(k) = facing.take(LOOK_AHEAD).position(is_tighter) else { return false };
        self.discs[with..=with + 1 + k].rotate_left(1);
        true
    }

    /// Narrows the funnel from a root: the direction to the goal, or the limit the line has to bend around.
    fn next_bend(&self, root: &Root) -> Result<Point, Conflict> {
        let mut limits = Limits::none();
        if let Some(side) = root.side {
            limits.direction[side.other() as usize] = root.arrival;
            let back = root.next.saturating_sub(LOOK_BACK);
            for (i, disc) in self.discs.iter().enumerate().take(root.next).skip(back) {
                // Of the discs listed before the root only those ahead of it still matter.
                let v = disc.at - root.at;
                let is_near = v.norm2() < 4.0 * self.radius * self.radius;
                if disc.side == side && is_near && v.dot(root.arrival) > 0.0 && !limits.allow(root, disc) {
                    self.narrow(root, i, &mut limits)?;
                }
            }
        }
        for (i, disc) in self.discs[..self.count].iter().enumerate().skip(root.next) {
            if !limits.allow(root, disc) {
                self.narrow(root, i, &mut limits)?;
            }
        }
        let towards = tangent(self.goal - root.at, -root.offset);
        for side in [Side::Left, Side::Right] {
            let limit = limits.of(side);
            if limit.owner != NOBODY && side.sign() * limit.direction.cross(towards) > 0.0 {
                return Err(Conflict { limit, with: NOBODY });
            }
        }
        Ok(towards)
    }

    /// Narrows the limits by a disc; an error is the limit of the other side, when nothing is left between the two.
    fn narrow(&self, root: &Root, index: usize, limits: &mut Limits) -> Result<(), Conflict> {
        let disc = &self.discs[index];
        let v = disc.at - root.at;
        let is_behind = root.side == Some(disc.side.other()) && is_behind(root, v);
        if v == Point::ZERO || is_behind || self.is_after_goal(root, disc) {
            return Ok(());
        }
        let sign = disc.side.sign();
        let mut direction = tangent(v, sign * disc.radius - root.offset);
        let limit = limits.of(disc.side.other());
        let room = sign * limit.direction.cross(direction);
        if room < 0.0 {
            if limit.owner != NOBODY || (room < -1e-9 && root.side == Some(disc.side)) {
                return Err(Conflict { limit, with: index as u32 });
            }
            direction = limit.direction;
        }
        limits.direction[disc.side as usize] = direction;
        limits.owner[disc.side as usize] = index as u32;
        Ok(())
    }

    /// Whether a corner of the last cell is behind the goal.
    fn is_after_goal(&self, root: &Root, disc: &Disc) -> bool {
        disc.portal == self.portals && (disc.at - self.goal).dot(tangent(self.goal - root.at, -root.offset)) >= 0.0
    }
}

/// How far a ray may turn to the left and to the right.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// By side; not a number where nothing limits it.
    direction: [Point; 2],
    owner: [u32; 2],
}

impl Limits {
    fn none() -> Self {
        Limits { direction: [Point::new(f64::NAN, f64::NAN); 2], owner: [NOBODY; 2] }
    }
    fn of(&self, side: Side) -> Limit {
        Limit { direction: self.direction[side as usize], owner: self.owner[side as usize] }
    }
    /// Whether the limit of its side keeps the ray away from a disc.
    #[inline]
    fn allow(&self, root: &Root, disc: &Disc) -> bool {
        let across = self.direction[disc.side as usize].cross(disc.at - root.at);
        // Written so that a missing limit allows nothing.
        disc.side.sign() * (across + root.offset) >= disc.radius
    }
}

/// A limit that leaves no room beside the disc `with`, or beside the goal when that is `NOBODY`. A limit that nobody owns is
/// the direction of arrival: the line would have to bend away from the disc it has bent around.
#[derive(Clone, Copy, Debug)]
struct Conflict {
    limit: Limit,
    with: u32,
}

/// Whether the line has to turn around `disc`, which is `ahead` of the root, to come to what is `beyond`.
fn is_turn(root: &Root, disc: &Disc, ahead: Point, beyond: Point) -> bool {
    disc.is_end && disc.until >= root.portal && disc.side.sign() * ahead.cross(beyond) > 1e-7
}

/// Whether a disc on the other side than the root's is passed already: after a bend to the left, it is behind on the right.
#[inline]
fn is_behind(root: &Root, v: Point) -> bool {
    let sign = root.side.map_or(0.0, Side::sign);
    root.arrival.dot(v) < 0.0 && sign * root.arrival.cross(v) <= 0.0
}

/// The unit vector d with d × v = `area` that points towards v; at right angles to v when v is too short.
#[inline]
pub(crate) fn tangent(v: Point, area: f64) -> Point {
    let norm2 = v.norm2();
    let rest = norm2 - area * area;
    if rest > 0.0 {
        let along = rest.sqrt();
        let scale = 1.0 / norm2;
        Point::new((v.x * along + v.y * area) * scale, (v.y * along - v.x * area) * scale)
    } else if norm2 > 0.0 {
        let across = if area > 0.0 { -v.left() } else { v.left() };
        across * (1.0 / norm2.sqrt())
    } else {
        Point::ZERO
    }
}
