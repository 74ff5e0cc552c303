//! The roadmap: key points on free segments, and what it costs to walk between the key points of one cell.
//!
//! Lamarche & Donikian 2004, §3.3: each free segment has k key points. Cells are convex, so a straight path joins any
//! two key points on different segments of a cell; with n segments these are n (n − 1) k² paths. Key points keep half a
//! body width from the ends of their segment. Differs from the paper: the key points of one segment are joined, too.
//! Where the cell beyond is cheaper to walk in, a way may go along the segment there and come back. Without those paths
//! it would have to touch another segment first.
//!
//! The cost of a path is time: its length divided by the speed on its floor. Stairs slow a pedestrian down, by one factor
//! up and by another down; belts carry it. A lift costs the time of waiting and travelling; half of it counts on either
//! side of the hop, so that both directions cost the same. The cost is [`NO_WAY`] through shut doors, on floors that the profile
//! does not walk on and against one-way links. The structure stays when doors and extra costs change;
//! [`Roadmap::refresh`] weighs anew the cells at doors that changed.

use populace_env::{CellId, Environment, FloorId, LinkId, LinkKind, SegmentId, World};
use populace_geom::Point;

use crate::cost::{Cost, NO_WAY, bound_of, cost_of, plus, seconds_of};
use crate::{Line, Profile, Spot, Waypoint};

/// Stands for a slot where there is none.
const NO_SLOT: u32 = u32::MAX;

/// The rule for how many key points a segment gets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Keys {
    /// L's k: the most key points of a segment, from 1 to 16.
    pub most: u32,
    /// A segment gets one key point for each piece of this length, m, from 0.1.
    pub spacing: f64,
}

impl Default for Keys {
    /// Returns the rule that was chosen by measurements in the old town of Barcelona: see the book's chapter on routes.
    fn default() -> Self {
        Keys { most: 3, spacing: 15.0 }
    }
}

/// Key points and the costs between them, for one profile.
#[derive(Clone, Debug)]
pub struct Roadmap {
    profile: Profile,
    /// The key points of segment s are `segment_start[s]..segment_start[s + 1]`.
    segment_start: Vec<u32>,
    /// The segment of each key point.
    key_segment: Vec<SegmentId>,
    /// The position of each key point, seen from the first and from the second cell of its segment; the two differ for
    /// lifts only.
    key_points: Vec<[Point; 2]>,
    /// The key points of cell c are `cell_keys[cell_start[c]..cell_start[c + 1]]`.
    cell_start: Vec<u32>,
    cell_keys: Vec<u32>,
    /// For each position of `cell_keys`, a *slot*: its cell, and the slot of the same key point in the cell beyond.
    slot_cell: Vec<CellId>,
    twin: Vec<u32>,
    /// Start of the cost matrix of each cell: row i, column j holds the cost from its i-th to its j-th key point.
    matrix_start: Vec<u32>,
    matrix: Vec<Cost>,
    /// Half the cost of passing a segment.
    half_crossing: Vec<Cost>,
    /// Extra cost of each cell: 0 for none, 1 for twice the time.
    extra: Vec<f32>,
    /// By link: whether it was open when the cells were weighed.
    open: Vec<bool>,
    /// By segment: whether it turned out too tight to pass.
    barred: Vec<bool>,
    /// Least time per metre anywhere, s/m.
    least_slowness: f64,
}

impl Roadmap {
    /// Puts key points on the segments that `profile` can pass and weighs the paths between them.
    pub fn of(world: World<'_>, profile: &Profile, keys: Keys) -> Self {
        let mut map = Roadmap {
            profile: profile.clone(),
            segment_start: vec![0],
            key_segment: Vec::new(),
            key_points: Vec::new(),
            cell_start: vec![0],
            cell_keys: Vec::new(),
            slot_cell: Vec::new(),
            twin: Vec::new(),
            matrix_start: vec![0],
            matrix: Vec::new(),
            half_crossing: world.segments().iter().map(|s| half_crossing(&world, s)).collect(),
            extra: vec![0.0; world.cell_count()],
            open: (0..world.links().len()).map(|l| world.is_open(LinkId::new(l))).collect(),
            barred: vec![false; world.segments().len()],
            least_slowness: 0.0,
        };
        map.place_keys(&world, keys);
        for cell in world.cells() {
            for segment in world.cell_segments(cell) {
                map.cell_keys.extend(map.keys_of(segment));
            }
            map.cell_start.push(map.cell_keys.len() as u32);
            let size = map.cell_keys(cell).len();
            map.matrix.resize(map.matrix.len() + size * size, NO_WAY);
            map.matrix_start.push(map.matrix.len() as u32);
        }
        map.pair_slots(&world);
        world.cells().for_each(|cell| map.weigh(world, cell));
        map.least_slowness = map.least_slowness_of(&world);
        map
    }

    /// Puts key points on every segment that is wider than the body.
    fn place_keys(&mut self, env: &Environment, keys: Keys) {
        for (s, segment) in env.segments().iter().enumerate() {
            if segment.is_lift() {
                if segment.length > self.profile.width {
                    self.key_segment.push(SegmentId::new(s));
                    self.key_points.push([segment.a, segment.b]);
                }
            } else if segment.length > self.profile.width {
                let room = segment.length - self.profile.width;
                let count = (segment.length / keys.spacing).ceil().clamp(1.0, f64::from(keys.most));
                for i in 0..count as u32 {
                    let along = self.profile.radius() + room * (f64::from(i) + 0.5) / count;
                    self.key_segment.push(SegmentId::new(s));
                    self.key_points.push([segment.a.lerp(segment.b, along / segment.length); 2]);
                }
            }
            self.segment_start.push(self.key_segment.len() as u32);
        }
    }

    /// Finds the cell of every slot and the slot of the same key point in the other cell.
    fn pair_slots(&mut self, env: &Environment) {
        let mut first = vec![NO_SLOT; self.key_segment.len()];
        self.twin = vec![NO_SLOT; self.cell_keys.len()];
        for cell in env.cells() {
            for slot in self.slots(cell) {
                self.slot_cell.push(cell);
                let met = &mut first[self.cell_keys[slot] as usize];
                if *met == NO_SLOT {
                    *met = slot as u32;
                } else {
                    self.twin[slot] = *met;
                    self.twin[*met as usize] = slot as u32;
                }
            }
        }
    }

    /// Returns the profile that the roadmap is for.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }
    /// Returns the number of key points.
    pub fn key_count(&self) -> usize {
        self.key_segment.len()
    }
    /// Returns the segment that a key point is on.
    #[inline]
    pub fn segment_of(&self, key: u32) -> SegmentId {
        self.key_segment[key as usize]
    }
    /// Returns where a key point is; for a lift, at its first stop.
    #[inline]
    pub fn point_of(&self, key: u32) -> Point {
        self.key_points[key as usize][0]
    }
    /// Returns the key points of a segment; none when the profile is too wide for it.
    pub fn keys_of(&self, segment: SegmentId) -> std::ops::Range<u32> {
        self.segment_start[segment.index()]..self.segment_start[segment.index() + 1]
    }
    /// Returns the key points on the border of a cell.
    #[inline]
    pub fn cell_keys(&self, cell: CellId) -> &[u32] {
        &self.cell_keys[self.cell_start[cell.index()] as usize..self.cell_start[cell.index() + 1] as usize]
    }
    /// Returns the slots of a cell: one for each of its key points, in the order of [`Roadmap::cell_keys`]. A slot
    /// stands for leaving the cell through that key point.
    #[inline]
    pub(crate) fn slots(&self, cell: CellId) -> std::ops::Range<usize> {
        self.cell_start[cell.index()] as usize..self.cell_start[cell.index() + 1] as usize
    }
    /// Returns the number of slots of all cells.
    pub(crate) fn slot_count(&self) -> usize {
        self.cell_keys.len()
    }
    /// Returns the key point of a slot.
    #[inline]
    pub(crate) fn slot_key(&self, slot: usize) -> u32 {
        self.cell_keys[slot]
    }
    /// Returns the key points of slots.
    #[inline]
    pub(crate) fn keys_at(&self, slots: std::ops::Range<usize>) -> &[u32] {
        &self.cell_keys[slots]
    }
    /// Returns the cell of a slot.
    #[inline]
    pub(crate) fn slot_cell(&self, slot: usize) -> CellId {
        self.slot_cell[slot]
    }
    /// Returns the slot of the same key point in the cell beyond.
    #[inline]
    pub(crate) fn twin(&self, slot: usize) -> Option<usize> {
        let twin = self.twin[slot];
        (twin != NO_SLOT).then_some(twin as usize)
    }
    /// Returns half the cost of passing a segment.
    #[inline]
    pub(crate) fn half_crossing(&self, segment: SegmentId) -> Cost {
        self.half_crossing[segment.index()]
    }
    /// Returns the costs from the i-th key point of a cell to each of its key points.
    #[inline]
    pub fn row(&self, cell: CellId, i: usize) -> &[Cost] {
        let size = self.cell_keys(cell).len();
        let start = self.matrix_start[cell.index()] as usize + i * size;
        &self.matrix[start..start + size]
    }
    /// Returns the slots of the cell of `entry`, and the cost from `entry` to each.
    // Searches ask this for every key point that they take: as a call it costs a tenth of the flat search.
    #[inline(always)]
    pub(crate) fn ways_on(&self, entry: usize) -> (std::ops::Range<usize>, &[Cost]) {
        let cell = self.slot_cell(entry);
        let slots = self.slots(cell);
        let count = slots.end - slots.start;
        let start = self.matrix_start[cell.index()] as usize + (entry - slots.start) * count;
        let row = &self.matrix[start..start + count];
        (slots, row)
    }
    /// Returns where a key point is, seen from a cell.
    #[inline]
    pub fn point_in(&self, env: &Environment, cell: CellId, key: u32) -> Point {
        self.key_points[key as usize][env.segment(self.segment_of(key)).side_of(cell)]
    }
    /// Returns a lower bound for the cost between two points.
    #[inline]
    pub fn at_least(&self, a: Point, b: Point) -> Cost {
        bound_of(a.distance(b) * self.least_slowness)
    }
    /// Checks that key points lie on segments that are wide enough, that both cells of the segment list them, and that
    /// no path is cheaper than a straight line at the greatest speed.
    pub fn validate(&self, env: &Environment) -> Result<(), String> {
        for key in 0..self.key_count() as u32 {
            let segment = env.segment(self.segment_of(key));
            if segment.length <= self.profile.width || !self.keys_of(self.segment_of(key)).contains(&key) {
                return Err(format!("key point {key} is on a segment that is too narrow, or not its own"));
            }
            if !segment.cells.iter().all(|&c| self.cell_keys(c).contains(&key)) {
                return Err(format!("key point {key} is missing in a cell of its segment"));
            }
        }
        for cell in env.cells() {
            let keys = self.cell_keys(cell);
            for (i, &from) in keys.iter().enumerate() {
                for (&to, &cost) in keys.iter().zip(self.row(cell, i)) {
                    let [p, q] = [from, to].map(|k| self.point_in(env, cell, k));
                    if cost < self.at_least(p, q) {
                        return Err(format!("the path from key point {from} to {to} is too cheap"));
                    }
                }
            }
        }
        Ok(())
    }
    /// Returns the memory of the roadmap, bytes.
    pub fn bytes(&self) -> usize {
        4 * (self.segment_start.len() + self.cell_start.len() + self.matrix_start.len() + self.cell_keys.len())
            + 8 * self.twin.len()
            + 36 * self.key_segment.len()
            + 4 * (self.matrix.len() + self.half_crossing.len() + self.extra.len())
    }

    /// Returns the cost from a spot to a key point of its cell, with half the cost of passing it; [`NO_WAY`] where it
    /// cannot be passed.
    pub fn cost_out(&self, world: World<'_>, from: Spot, key: u32) -> Cost {
        if !self.may_leave(world, from.cell, self.segment_of(key)) {
            return NO_WAY;
        }
        let there = self.point_in(&world, from.cell, key);
        plus(self.walk(&world, from.cell, from.point, there), self.half_crossing[self.segment_of(key).index()])
    }
    /// Returns the cost from a key point to a spot in one of its cells, with half the cost of passing the key point;
    /// [`NO_WAY`] where it cannot be passed.
    pub fn cost_in(&self, world: World<'_>, key: u32, to: Spot) -> Cost {
        let segment = self.segment_of(key);
        if !self.may_leave(world, world.segment(segment).other(to.cell), segment) {
            return NO_WAY;
        }
        let here = self.point_in(&world, to.cell, key);
        plus(self.walk(&world, to.cell, here, to.point), self.half_crossing[segment.index()])
    }
    /// Returns the cost of the straight way between two spots of one cell; [`NO_WAY`] for spots of different cells.
    pub fn cost_within(&self, env: &Environment, from: Spot, to: Spot) -> Cost {
        if from.cell == to.cell { self.walk(env, from.cell, from.point, to.point) } else { NO_WAY }
    }
    /// Returns whether the profile may pass a segment now, out of `cell`.
    pub fn may_leave(&self, world: World<'_>, cell: CellId, segment: SegmentId) -> bool {
        let portal = world.segment(segment);
        world.is_passable(segment, self.profile.width)
            && !self.barred[segment.index()]
            && portal.leads_from(cell)
            && (self.profile.lifts || !portal.is_lift())
            && self.may_walk_in(&world, cell)
            && self.may_walk_in(&world, portal.other(cell))
    }
    /// Returns whether passing a link out of `cell` leads against the belt of an escalator: onto it where its belt
    /// ends, or off it where its belt starts.
    pub(crate) fn is_against_belt(&self, env: &Environment, cell: CellId, segment: SegmentId) -> bool {
        let portal = env.segment(segment);
        let there = portal.other(cell);
        let ahead = portal.out_of(cell);
        let is_link = env.cell_floor(cell) != env.cell_floor(there) && !portal.is_lift();
        let mut floors = [cell, there].into_iter().map(|c| &env.floors()[env.cell_floor(c).index()]);
        is_link && floors.any(|floor| floor.footing().is_against_escalator(Point::ZERO, ahead))
    }
    /// Returns whether the profile walks on the floor of a cell.
    fn may_walk_in(&self, env: &Environment, cell: CellId) -> bool {
        self.profile.may_walk_on(&env.floors()[env.cell_floor(cell).index()].kind)
    }

    /// Sets the extra cost of walking in a cell, for crowding or dislike, as a share of the time it takes, from 0 to
    /// 1,000. It takes effect at once; a cell whose costs changed is added to `changed`.
    pub fn set_extra(&mut self, world: World<'_>, cell: CellId, extra: f32, changed: &mut Vec<CellId>) {
        let extra = if extra > 0.0 { extra.min(1e3) } else { 0.0 };
        if self.extra[cell.index()] != extra {
            self.extra[cell.index()] = extra;
            self.weigh(world, cell);
            changed.push(cell);
        }
    }
    /// Closes a segment to the profile: the body does not fit there, although the segment itself is wide enough. That
    /// happens where floors meet, since widths are measured within one floor: a landing between two flights may be
    /// narrower than its edges with them. Adds the cells whose costs changed to `changed`.
    pub fn bar(&mut self, world: World<'_>, segment: SegmentId, changed: &mut Vec<CellId>) {
        self.barred[segment.index()] = true;
        for cell in world.segment(segment).cells {
            self.weigh(world, cell);
            changed.push(cell);
        }
    }
    /// Weighs anew the cells whose doors were opened or shut since the last time, and adds them to `changed`.
    pub fn refresh(&mut self, world: World<'_>, changed: &mut Vec<CellId>) {
        let from = changed.len();
        for segment in world.segments() {
            if segment.link.is_some_and(|l| self.open[l.index()] != world.is_open(l)) {
                changed.extend(segment.cells);
            }
        }
        for (l, open) in self.open.iter_mut().enumerate() {
            *open = world.is_open(LinkId::new(l));
        }
        changed[from..].sort_unstable();
        let mut kept = from;
        for i in from..changed.len() {
            if kept == from || changed[kept - 1] != changed[i] {
                changed[kept] = changed[i];
                kept += 1;
            }
        }
        changed.truncate(kept);
        (from..kept).for_each(|i| self.weigh(world, changed[i]));
    }

    /// Computes the costs between the key points of a cell.
    fn weigh(&mut self, world: World<'_>, cell: CellId) {
        let keys: Vec<(u32, Point, bool, bool)> = self
            .cell_keys(cell)
            .iter()
            .map(|&key| {
                let segment = self.segment_of(key);
                let enters = self.may_leave(world, world.segment(segment).other(cell), segment);
                (key, self.point_in(&world, cell, key), enters, self.may_leave(world, cell, segment))
            })
            .collect();
        let start = self.matrix_start[cell.index()] as usize;
        for (i, &(from, p, enters, _)) in keys.iter().enumerate() {
            for (j, &(to, q, _, leaves)) in keys.iter().enumerate() {
                let half = |key: u32| self.half_crossing[self.segment_of(key).index()];
                self.matrix[start + i * keys.len() + j] = if enters && leaves && from != to {
                    // Every step costs something, so that no way runs in a circle at no cost.
                    plus(plus(self.walk(&world, cell, p, q).max(1), half(from)), half(to))
                } else {
                    NO_WAY
                };
            }
        }
    }

    /// Returns the cost of walking straight within a cell, with the extra cost of the cell.
    pub(crate) fn walk(&self, env: &Environment, cell: CellId, p: Point, q: Point) -> Cost {
        match self.seconds(env, env.cell_floor(cell), p, q) {
            Some(seconds) => cost_of(seconds * f64::from(1.0 + self.extra[cell.index()])),
            None => NO_WAY,
        }
    }

    /// Returns the time to walk straight on a floor, s; `None` where the profile does not walk, and against an
    /// escalator.
    fn seconds(&self, env: &Environment, floor_id: FloorId, p: Point, q: Point) -> Option<f64> {
        let floor = &env.floors()[floor_id.index()];
        if self.profile.may_walk_on(&floor.kind) { floor.walking_time(p, q, self.profile.speed) } else { None }
    }

    /// Returns the expected time along a line that passes `portals`, s: walking on each floor, waiting for lifts and
    /// travelling in them, without extra costs.
    pub fn time_along(&self, env: &Environment, line: &Line, portals: &[SegmentId]) -> f64 {
        let mut hops = portals.iter().filter(|s| env.segment(**s).is_lift()).peekable();
        let mut time = 0.0;
        for step in line.points.windows(2) {
            let (from, to) = (step[0], step[1]);
            if let Some(&&hop) = hops.peek()
                && is_hop(env, env.segment(hop), from, to)
            {
                time += 2.0 * seconds_of(self.half_crossing[hop.index()]);
                hops.next();
            } else {
                // A line that is pulled tight may run against an escalator for a short piece: it counts as flat ground.
                let straight = from.point.distance(to.point) / self.profile.speed;
                time += self.seconds(env, from.floor, from.point, to.point).unwrap_or(straight);
            }
        }
        time
    }

    /// Returns the least time per metre on any floor or in any lift, s/m.
    fn least_slowness_of(&self, env: &Environment) -> f64 {
        let floors = env.floors().iter().flat_map(|f| f.footing().slowness(self.profile.speed));
        let hops = env.segments().iter().zip(&self.half_crossing).filter(|(s, _)| s.is_lift());
        let hops = hops.map(|(s, &half)| seconds_of(half) / s.a.distance(s.b).max(1e-9));
        floors.chain(hops).fold(1.0 / self.profile.speed, f64::min)
    }
}

/// Returns whether a step of a line is the ride of the lift `hop`.
fn is_hop(env: &Environment, hop: &populace_env::FreeSegment, from: Waypoint, to: Waypoint) -> bool {
    let floors = hop.cells.map(|c| env.cell_floor(c));
    let ends = [Waypoint { point: hop.a, floor: floors[0] }, Waypoint { point: hop.b, floor: floors[1] }];
    ends == [from, to] || ends == [to, from]
}

/// Returns half the cost of passing a segment: nothing for a segment that is not a lift. A pedestrian waits for half of
/// the lift's round trip over all stops, then travels.
fn half_crossing(env: &Environment, segment: &populace_env::FreeSegment) -> Cost {
    let Some(LinkKind::Lift { stops, lift }) = segment.link.map(|l| &env.links()[l.index()].kind) else { return 0 };
    let height = |cell: CellId, p: Point| env.height(env.cell_floor(cell), p);
    let heights = stops.iter().map(|&(floor, p)| env.height(floor, p));
    let (low, high) = heights.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), z| (l.min(z), h.max(z)));
    let wait = (high - low) / lift.speed + lift.dwell * stops.len() as f64 / 2.0;
    let climb = (height(segment.cells[0], segment.a) - height(segment.cells[1], segment.b)).abs();
    cost_of((wait + climb / lift.speed + lift.dwell) / 2.0)
}
