//! The funnel over discs: it pulls a string tight between discs on its left and on its right, and makes a polyline of
//! it.
//!
//! The *root* is the last disc that the string touches. The funnel is the set of directions in which a ray from the
//! root passes all discs looked at so far on their proper side. It has a limit on the left and a limit on the right;
//! each disc may narrow one of them. When nothing is left between the limits, the string bends around the disc that
//! owns the older limit: that disc is the next root.

use populace_geom::{Point, Segment};

use crate::line::bend::bend;
use crate::line::corners::NONE;

/// The side of the line on which a disc must lie.
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
    /// Returns +1 on the left, −1 on the right.
    #[inline]
    pub(crate) fn sign(self) -> f64 {
        match self {
            Side::Left => 1.0,
            Side::Right => -1.0,
        }
    }
}

/// A disc that the line must pass on one side.
#[derive(Clone, Copy, Debug)]
struct Disc {
    at: Point,
    /// The radius, or 0 where no wall is.
    radius: f64,
    /// The number of the portal that it is an end of; for a corner between two portals, the number of the second.
    portal: u32,
    /// The number of the last portal that it is an end of.
    until: u32,
    side: Side,
    /// The reflex corner at an end of a portal, or [`NONE`].
    corner: u32,
    /// Whether it is an end of a portal. A line may have to turn around an end of a portal, but within a convex cell it
    /// does not turn around a corner between two portals.
    is_end: bool,
}

/// The nearness of a corner to the chord of its cell, which is the straight way from portal to portal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Near {
    /// Nearer than one radius: it is in the way of the line.
    OneRadius,
    /// Nearer than two radii: it is in the way only where the line bends around an end of the chord, one radius beside
    /// it.
    TwoRadii,
}

/// The last disc that the string touches, or the start.
#[derive(Clone, Copy, Debug)]
struct Root {
    at: Point,
    /// The radius for a disc on the left, minus the radius for a disc on the right, 0 for the start.
    offset: f64,
    /// The direction in which the line arrives; zero at the start.
    arrival: Point,
    /// The side of the disc; `None` for the start.
    side: Option<Side>,
    /// The number of the first disc that is still to be passed.
    next: usize,
    /// The number of the portal of its disc: the portals before it are passed.
    portal: u32,
    /// The corner of its disc, or [`NONE`].
    corner: u32,
}

/// The farthest direction to which a ray may turn on one side, and the disc that limits it.
#[derive(Clone, Copy, Debug)]
struct Limit {
    direction: Point,
    /// The number of the disc; [`NO_DISC`] for the direction of arrival, since a string turns only towards the disc
    /// that it bends around.
    owner: u32,
}

/// Stands for a disc where there is none.
const NO_DISC: u32 = u32::MAX;

/// Corners that are listed before the root may still be ahead of it when they are near. This many discs before it are
/// looked at again.
const LOOK_BACK: usize = 8;

/// A line that comes nearer to a disc than its radius by at most this touches the disc, m.
const SLACK: f64 = 1e-4;

/// The number of discs after the second disc of a conflict that are searched for a disc that the line meets before the
/// second disc.
const LOOK_AHEAD: usize = 4;

/// Discs in order, and the string among them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Funnel {
    start: Point,
    goal: Point,
    radius: f64,
    smooth: f64,
    /// The discs in order; the first `count` are in use.
    discs: Vec<Disc>,
    count: usize,
    /// By side: the last end of a portal, and the number of its disc.
    last: [Point; 2],
    newest: [usize; 2],
    /// The number of portals so far.
    portals: u32,
    /// Corners that the line comes near only where it bends, which is rare. The finished line is checked against them.
    witnesses: Vec<Disc>,
    /// The polyline so far, without the start.
    line: Vec<Point>,
    /// The roots before the present root, each with the number of points of the line up to it and the disc that came
    /// after it.
    roots: Vec<(Root, usize, usize)>,
    /// The finished string: the start and all discs that it bends around, and its last direction.
    ends: Vec<Root>,
    departure: Point,
}

impl Funnel {
    /// Forgets all discs and begins a new string. A bend gets one vertex when the cosine of its angle is at least
    /// `smooth`.
    pub(crate) fn begin(&mut self, start: Point, goal: Point, radius: f64, smooth: f64) {
        (self.start, self.goal, self.radius, self.smooth) = (start, goal, radius, smooth);
        self.count = 0;
        self.witnesses.clear();
        self.line.clear();
        self.last = [Point::new(f64::NAN, f64::NAN); 2];
        self.portals = 0;
    }

    /// Adds the next portal: its left and right end, whether they touch walls, and their reflex corners, or [`NONE`].
    #[inline]
    pub(crate) fn add_portal(&mut self, ends: [Point; 2], on_wall: [bool; 2], corner: [u32; 2]) {
        let portal = self.portals;
        self.portals += 1;
        // From portal to portal one end or the other stays, at random; so this is written without branches.
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

    /// Makes room for some more discs, and for one beyond the last, which may be overwritten.
    #[inline]
    fn make_room(&mut self, more: usize) {
        if self.discs.len() < self.count + more + 1 {
            let (at, side, corner) = (Point::ZERO, Side::Left, NONE);
            let nothing = Disc { at, radius: 0.0, portal: 0, until: 0, side, corner, is_end: false };
            self.discs.resize(2 * (self.count + more + 1), nothing);
        }
    }

    /// Adds a corner between the last portal and the next.
    #[inline]
    pub(crate) fn add_corner(&mut self, side: Side, at: Point, near: Near) {
        let k = side as usize;
        // A start or a goal nearer to the corner than the radius is inside its disc: the corner is left out, else no
        // line would leave.
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

    /// Returns the number of discs.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Sorts the discs from number `from` on in the direction `along`.
    pub(crate) fn sort(&mut self, from: usize, along: Point) {
        self.discs[from..self.count].sort_unstable_by(|a, b| a.at.dot(along).total_cmp(&b.at.dot(along)));
    }

    /// Returns the bends around reflex corners: the number of the corner, its side, the directions before and after the
    /// bend.
    pub(crate) fn bends(&self) -> impl Iterator<Item = (u32, Side, [Point; 2])> + '_ {
        let after = self.ends.iter().skip(1).map(|e| e.arrival).chain([self.departure]);
        let bends = self.ends.iter().zip(after).filter(|(e, _)| e.corner != NONE);
        bends.filter_map(|(e, next)| Some((e.corner, e.side?, [e.arrival, next])))
    }

    /// Returns the polyline, without the start.
    pub(crate) fn line(&self) -> &[Point] {
        &self.line
    }

    /// Returns whether the polyline keeps away from every disc.
    pub(crate) fn is_clear(&self) -> bool {
        let mut from = self.start;
        self.line.iter().all(|&to| {
            let piece = Segment::new(std::mem::replace(&mut from, to), to);
            self.discs[..self.count].iter().all(|d| piece.distance(d.at) >= d.radius - 1e-6)
        })
    }

    /// Pulls the string tight. Returns `false` when the discs leave no room.
    pub(crate) fn pull(&mut self) -> bool {
        self.roots.clear();
        let mut root =
            Root { at: self.start, offset: 0.0, arrival: Point::ZERO, side: None, next: 0, portal: 0, corner: NONE };
        // Each turn of the loop moves on along the discs, except where discs near each other change their order: hence
        // the bound.
        for _ in 0..4 * self.count + 8 {
            match self.next_bend(&root) {
                // The goal is in sight of the root: the string is complete.
                Ok(direction) => {
                    self.bend_around(&root, direction);
                    self.line.push(self.goal);
                    self.ends.clear();
                    self.ends.extend(self.roots.iter().map(|r| r.0).chain([root]));
                    self.departure = direction;
                    return self.keeps_away();
                }
                // The string would have to bend away from the disc that it has just bent around: a later disc shows
                // that the last bend was wrong. Go back to the root before, and put the later disc before the disc of
                // that bend.
                Err(Conflict { limit, with }) if limit.owner == NO_DISC => {
                    let Some((before, length, owner)) = self.roots.pop() else { return false };
                    root = before;
                    self.line.truncate(length);
                    let (low, high) = (owner.min(with as usize), owner.max(with as usize));
                    self.discs[low..=high].rotate_right(1);
                }
                // The two discs in conflict were in the wrong order: look again from the same root.
                Err(conflict) if self.reorder(&mut root, &conflict) => {}
                // The string bends around the disc that owns the limit, which becomes the root.
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

    /// Returns whether every straight piece of the string passes the discs around it on their side and far enough away.
    /// The scan may take discs that nearly touch each other in a wrong order: this check finds out.
    fn keeps_away(&self) -> bool {
        let (at, portal) = (self.goal, self.portals);
        let goal = Root { at, offset: 0.0, arrival: self.departure, side: None, next: 0, portal, corner: NONE };
        let (mut first, mut witness) = (0, 0);
        self.ends.iter().zip(self.ends.iter().skip(1).chain([&goal])).all(|(from, to)| {
            let aside = to.arrival.left();
            let (a, b) = (from.at - aside * from.offset, to.at - aside * to.offset);
            let length = (b - a).dot(to.arrival);
            // A corner has the number of the portal after it, so the discs around a piece reach one portal further at
            // both ends.
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
                    // Before the piece: its start is the nearest point.
                    v.norm() >= d.radius - SLACK
                } else if along >= length {
                    // Beyond the piece: its end is the nearest point.
                    d.at.distance(b) >= d.radius - SLACK
                } else {
                    // Beside the piece: the side counts, too.
                    d.side.sign() * to.arrival.cross(v) >= d.radius - SLACK
                }
            })
        })
    }

    /// Appends the bend around a root to the line; the start needs none.
    fn bend_around(&mut self, root: &Root, departure: Point) {
        if root.side.is_some() {
            bend(root.at, root.offset, root.arrival, departure, self.smooth, &mut self.line);
        }
    }

    /// Puts discs that are in conflict into the order in which the line meets them: they stand side by side, and only
    /// their width leaves no straight way between them. Returns `false` when they are in order already.
    fn reorder(&mut self, root: &mut Root, conflict: &Conflict) -> bool {
        let Limit { direction, owner } = conflict.limit;
        let (owner, with) = (owner as usize, conflict.with as usize);
        let first = self.discs[owner];
        let ahead = first.at - root.at;
        let Some(second) = self.discs[..self.count].get(with).copied() else {
            // The conflict is with the goal. Where the goal comes before the disc, the disc is not in the way at all.
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
        // The line has to turn around the first disc to come to the second: the order is right.
        if first.portal != second.portal && is_turn(root, &first, ahead, other) {
            return false;
        }
        // The line meets the second disc first: the two change places.
        if other.dot(direction) < ahead.dot(direction) {
            self.discs[owner..=with].rotate_left(1);
            root.next -= usize::from(owner < root.next && root.next <= with);
            return true;
        }
        // A disc that is listed after the second may stand before it and limit the line more than the first does: it
        // goes before the second.
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

    /// Narrows the funnel from a root, disc by disc. Returns the direction to the goal, or the conflict that makes the
    /// line bend.
    fn next_bend(&self, root: &Root) -> Result<Point, Conflict> {
        let mut limits = Limits::none();
        if let Some(side) = root.side {
            // A string that bends around a disc on the left turns left only, and the same on the right.
            limits.direction[side.other() as usize] = root.arrival;
            let back = root.next.saturating_sub(LOOK_BACK);
            for (i, disc) in self.discs.iter().enumerate().take(root.next).skip(back) {
                // Discs that are listed before the root matter only when they are on its side, near it and ahead of it.
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
            // The goal is outside the funnel.
            if limit.owner != NO_DISC && side.sign() * limit.direction.cross(towards) > 0.0 {
                return Err(Conflict { limit, with: NO_DISC });
            }
        }
        Ok(towards)
    }

    /// Narrows the limit on the side of a disc. The error is the limit of the other side, when nothing is left between
    /// the two.
    fn narrow(&self, root: &Root, index: usize, limits: &mut Limits) -> Result<(), Conflict> {
        let disc = &self.discs[index];
        let v = disc.at - root.at;
        // The disc is at the root, behind it or beyond the goal: it does not limit the ray.
        let is_behind = root.side == Some(disc.side.other()) && is_behind(root, v);
        if v == Point::ZERO || is_behind || self.is_after_goal(root, disc) {
            return Ok(());
        }
        let sign = disc.side.sign();
        let mut direction = tangent(v, sign * disc.radius - root.offset);
        let limit = limits.of(disc.side.other());
        let room = sign * limit.direction.cross(direction);
        // The new limit is beyond the limit of the other side.
        if room < 0.0 {
            // A disc owns the other limit, or the string would have to bend back.
            if limit.owner != NO_DISC || (room < -1e-9 && root.side == Some(disc.side)) {
                return Err(Conflict { limit, with: index as u32 });
            }
            // The other limit is the direction of arrival, and rounding alone puts the new one beyond it: both become
            // one.
            direction = limit.direction;
        }
        limits.direction[disc.side as usize] = direction;
        limits.owner[disc.side as usize] = index as u32;
        Ok(())
    }

    /// Returns whether a corner of the last cell is beyond the goal, seen along the line to the goal.
    fn is_after_goal(&self, root: &Root, disc: &Disc) -> bool {
        disc.portal == self.portals && (disc.at - self.goal).dot(tangent(self.goal - root.at, -root.offset)) >= 0.0
    }
}

/// The farthest directions to which a ray may turn to the left and to the right.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// By side: the direction; not a number where nothing limits the ray.
    direction: [Point; 2],
    /// By side: the number of the disc.
    owner: [u32; 2],
}

impl Limits {
    /// Returns no limits.
    fn none() -> Self {
        Limits { direction: [Point::new(f64::NAN, f64::NAN); 2], owner: [NO_DISC; 2] }
    }
    /// Returns the limit of a side.
    fn of(&self, side: Side) -> Limit {
        Limit { direction: self.direction[side as usize], owner: self.owner[side as usize] }
    }
    /// Returns whether the limit on the side of a disc already keeps the ray away from the disc.
    #[inline]
    fn allow(&self, root: &Root, disc: &Disc) -> bool {
        let across = self.direction[disc.side as usize].cross(disc.at - root.at);
        // A missing limit is not a number, and this comparison is false for it: the disc then sets the limit.
        disc.side.sign() * (across + root.offset) >= disc.radius
    }
}

/// A limit that leaves no room beside the disc `with`, or beside the goal when that is [`NO_DISC`]. A limit without an
/// owner is the direction of arrival: the line would have to bend away from the disc that it has bent around.
#[derive(Clone, Copy, Debug)]
struct Conflict {
    limit: Limit,
    with: u32,
}

/// Returns whether the line has to turn around `disc` to come to what is `beyond`; `ahead` and `beyond` are vectors
/// from the root.
fn is_turn(root: &Root, disc: &Disc, ahead: Point, beyond: Point) -> bool {
    disc.is_end && disc.until >= root.portal && disc.side.sign() * ahead.cross(beyond) > 1e-7
}

/// Returns whether the line has already passed a disc that lies across the line from the root's disc; `v` is the vector
/// from the root to the disc. After a bend around a disc on the left, such a disc is behind the root and on its right.
#[inline]
fn is_behind(root: &Root, v: Point) -> bool {
    let sign = root.side.map_or(0.0, Side::sign);
    root.arrival.dot(v) < 0.0 && sign * root.arrival.cross(v) <= 0.0
}

/// Returns the unit vector d with d × v = `area` that points towards v. Where v is too short for that, d is at right
/// angles to v.
#[inline]
pub(crate) fn tangent(v: Point, area: f64) -> Point {
    let norm2 = v.norm2();
    let rest = norm2 - area * area;
    if rest > 0.0 {
        // v turned by the angle whose sine is area / |v|.
        let along = rest.sqrt();
        let scale = 1.0 / norm2;
        Point::new((v.x * along + v.y * area) * scale, (v.y * along - v.x * area) * scale)
    } else if norm2 > 0.0 {
        // The discs touch or overlap: the nearest that a tangent comes to.
        let across = if area > 0.0 { -v.left() } else { v.left() };
        across * (1.0 / norm2.sqrt())
    } else {
        Point::ZERO
    }
}
