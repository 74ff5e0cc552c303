//! Finds out why there is no route: the fewest things that would have to be changed.
//!
//! Dijkstra's search runs over all free segments, also over segments that cannot be passed. Each thing in the way
//! weighs more than any distance. Of two ways with equally many things, the search takes the way whose things are
//! easier to change. A shut door or lift is easier to change than a narrow passage, and a narrow passage is easier to
//! change than a lift or a flight that the profile does not use at all.

pub(crate) mod obstacles;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use populace_env::{CellId, FloorId, SegmentId, gap_between};
use populace_geom::Point;

use crate::Spot;
use crate::cost::NO_WAY;
use crate::diagnose::obstacles::{Obstacle, Obstacles, Why, floor_name};
use crate::planners::Atlas;

/// The weights of things in the way: a shut link, a narrow passage, a one-way link, a belt, a lift or a flight not for
/// the profile. Things that are easier to change weigh less. Up to 150 things, these differences add up to less than
/// the weight of one more thing.
const WEIGHTS: [u32; 6] = [1000, 1001, 1002, 1003, 1004, 1005];
const SHUT: usize = 0;
const NARROW: usize = 1;
const AGAINST: usize = 2;
const BELT: usize = 3;
const LIFT: usize = 4;
const KIND: usize = 5;

/// Which kinds of things are in the way of a step, by number.
type Bars = [bool; 6];

/// Returns what is in the way from one spot to another: nothing when there is a route.
pub fn why_not(atlas: Atlas<'_>, from: Spot, to: Spot) -> Obstacles {
    let search = Diagnosis { atlas, to };
    match search.find_way(from) {
        Some(way) => search.write_out(from, &way),
        None => Obstacles { list: vec![search.apart(from)] },
    }
}

/// The search for one question.
struct Diagnosis<'a> {
    atlas: Atlas<'a>,
    to: Spot,
}

/// A state of the search: a point of a cell, and the segment through which it was reached; `None` at the start.
#[derive(Clone, Copy)]
struct At {
    cell: CellId,
    point: Point,
    through: Option<SegmentId>,
}

impl Diagnosis<'_> {
    /// Finds the way with the least weight, and of several the shortest over the middles of segments. Returns its
    /// segments.
    fn find_way(&self, from: Spot) -> Option<Vec<SegmentId>> {
        let world = self.atlas.world;
        let goal = 2 * world.segments().len();
        let mut best = vec![(u32::MAX, u64::MAX); goal + 1];
        let mut before = vec![goal; goal + 1];
        let mut queue = BinaryHeap::new();
        let start = At { cell: from.cell, point: from.point, through: None };
        // Number `goal` also stands for the start, which is taken first and never again.
        queue.push(Reverse(((0, 0), goal, true)));
        while let Some(Reverse((cost, state, first))) = queue.pop() {
            if state == goal && !first {
                return Some(trace(&before, goal));
            }
            if !first && cost > best[state] {
                continue;
            }
            let at = if first { start } else { self.at(state) };
            let mut offer = |next: usize, bars: &Bars, point: Point| {
                let cost = (cost.0.saturating_add(weight(bars)), cost.1 + millimetres(at.point.distance(point)));
                if cost < best[next] {
                    (best[next], before[next]) = (cost, state);
                    queue.push(Reverse((cost, next, false)));
                }
            };
            if at.cell == self.to.cell {
                offer(goal, &self.bars_within(at, self.to.point), self.to.point);
            }
            for segment in world.cell_segments(at.cell) {
                let side = usize::from(world.segment(segment).cells[0] == at.cell);
                offer(2 * segment.index() + side, &self.bars(at, segment), self.point(segment, at.cell));
            }
        }
        None
    }

    /// Returns the state of a number: 2 s + i stands for having passed segment s into its i-th cell.
    fn at(&self, state: usize) -> At {
        let segment = SegmentId::new(state / 2);
        let cell = self.atlas.world.segment(segment).cells[state % 2];
        At { cell, point: self.point(segment, cell), through: Some(segment) }
    }

    /// Returns where a segment is passed, seen from a cell.
    fn point(&self, segment: SegmentId, cell: CellId) -> Point {
        let segment = self.atlas.world.segment(segment);
        match segment.is_lift() {
            true if segment.cells[0] == cell => segment.a,
            true => segment.b,
            false => segment.middle(),
        }
    }

    /// Returns the floor of a cell.
    fn floor(&self, cell: CellId) -> FloorId {
        self.atlas.world.cell_floor(cell)
    }

    /// Returns what is in the way of going straight to a point of the same cell.
    fn bars_within(&self, at: At, point: Point) -> Bars {
        let Atlas { world, map } = self.atlas;
        let allowed = map.profile().may_walk_on(&world.floors()[self.floor(at.cell).index()].kind);
        let mut bars = Bars::default();
        // A flight that is not for the profile counts when the way enters it; here it counts when the way starts on it.
        bars[KIND] = !allowed && at.through.is_none();
        bars[BELT] = allowed && map.walk(&world, at.cell, at.point, point) == NO_WAY;
        bars
    }

    /// Returns what is in the way of going to a segment and passing it.
    fn bars(&self, at: At, id: SegmentId) -> Bars {
        let Atlas { world, map } = self.atlas;
        let (segment, profile) = (world.segment(id), map.profile());
        let beyond = self.floor(segment.other(at.cell));
        let mut bars = self.bars_within(at, self.point(id, at.cell));
        bars[SHUT] = segment.link.is_some_and(|l| !world.is_open(l));
        bars[NARROW] = segment.length <= profile.width && !self.goes_on(at, id);
        bars[AGAINST] = !segment.leads_from(at.cell);
        bars[LIFT] = segment.is_lift() && !profile.lifts;
        bars[KIND] |= beyond != self.floor(at.cell) && !profile.may_walk_on(&world.floors()[beyond.index()].kind);
        bars
    }

    /// Returns whether a narrow segment belongs to the same narrow passage as the segment passed before.
    fn goes_on(&self, at: At, id: SegmentId) -> bool {
        let (world, width) = (self.atlas.world, self.atlas.map.profile().width);
        at.through.is_some_and(|t| {
            let [before, here] = [t, id].map(|s| world.segment(s));
            before.length <= width
                && !before.is_lift()
                && !here.is_lift()
                && before.middle().distance(here.middle()) <= 2.0 * width
        })
    }

    /// Lists what is in the way along the segments of a way.
    fn write_out(&self, from: Spot, way: &[SegmentId]) -> Obstacles {
        let world = self.atlas.world;
        let mut list: Vec<Obstacle> = Vec::new();
        let mut at = At { cell: from.cell, point: from.point, through: None };
        for &id in way {
            let segment = world.segment(id);
            self.note(at, Some(id), &self.bars(at, id), &mut list);
            if segment.length <= self.atlas.map.profile().width && self.goes_on(at, id) {
                keep_narrowest(&mut list, segment.length, segment.middle());
            }
            let cell = segment.other(at.cell);
            at = At { cell, point: self.point(id, cell), through: Some(id) };
        }
        self.note(at, None, &self.bars_within(at, self.to.point), &mut list);
        Obstacles { list }
    }

    /// Appends what is in the way of one step to the list.
    fn note(&self, at: At, segment: Option<SegmentId>, bars: &Bars, list: &mut Vec<Obstacle>) {
        let Atlas { world, map } = self.atlas;
        let (profile, floor) = (map.profile(), self.floor(at.cell));
        let not_for = || Why::NotFor { profile: profile.name.to_string() };
        let own_kind = &world.floors()[floor.index()].kind;
        if bars[KIND] && at.through.is_none() && !profile.may_walk_on(own_kind) {
            list.push(Obstacle::of_floor(&world, floor, floor, at.point, not_for()));
        }
        if bars[BELT] {
            list.push(Obstacle::of_floor(&world, floor, floor, at.point, Why::OneWay));
        }
        let Some(id) = segment else { return };
        let (segment, point) = (world.segment(id), self.point(id, at.cell));
        let mut of_link = |why| list.push(Obstacle::of_link(&world, segment.link, floor, point, why));
        if bars[SHUT] {
            of_link(Why::Shut);
        }
        if bars[NARROW] {
            of_link(Why::Narrow { width: segment.length, body: profile.width });
        }
        if bars[AGAINST] {
            of_link(Why::OneWay);
        }
        if bars[LIFT] {
            of_link(not_for());
        }
        let beyond = self.floor(segment.other(at.cell));
        if bars[KIND] && beyond != floor && !profile.may_walk_on(&world.floors()[beyond.index()].kind) {
            list.push(Obstacle::of_floor(&world, beyond, floor, point, not_for()));
        }
    }

    /// Returns the obstacle of a goal that no segment at all joins to the start.
    fn apart(&self, from: Spot) -> Obstacle {
        let world = self.atlas.world;
        // Every segment counts, however short.
        let topology = world.topology_with_doors_open(-1.0);
        let gap = gap_between(&world, &topology, topology.component(from.cell), topology.component(self.to.cell));
        let why = Why::Apart { from: floor_name(&world, self.floor(from.cell)), gap: gap.map(|g| g.distance) };
        let at = gap.map_or(from.point, |g| g.here.1);
        Obstacle { thing: "ground", name: None, floor: floor_name(&world, self.floor(self.to.cell)), at, why }
    }
}

/// Returns the weight of the things in the way of a step.
fn weight(bars: &Bars) -> u32 {
    bars.iter().zip(WEIGHTS).filter(|(bar, _)| **bar).map(|(_, weight)| weight).sum()
}

/// Returns a length in whole millimetres: sums of whole numbers do not depend on their order.
fn millimetres(metres: f64) -> u64 {
    (metres * 1000.0) as u64
}

/// Returns the segments of the way to the goal. The number `goal` also stands for the start.
fn trace(before: &[usize], goal: usize) -> Vec<SegmentId> {
    let mut way = Vec::new();
    let mut state = before[goal];
    while state != goal {
        way.push(SegmentId::new(state / 2));
        state = before[state];
    }
    way.reverse();
    way
}

/// Gives the narrow passage at the end of the list the width and the place of a segment, when the segment is narrower.
fn keep_narrowest(list: &mut [Obstacle], length: f64, middle: Point) {
    if let Some(Obstacle { at, why: Why::Narrow { width, .. }, .. }) = list.last_mut()
        && length < *width
    {
        (*width, *at) = (length, middle);
    }
}
