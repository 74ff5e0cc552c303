//! Routes for all pedestrians: a roadmap per profile and planner, and a tree per exit.
//!
//! The first requests in the queue are answered first, up to a number per step. This budget counts requests, never
//! time, so that a step has the same answers on every machine. Answers are computed on all threads and handed out in
//! the order of the queue.

use populace_env::{CellId, Doors, EnvArea, SegmentId, World};
use populace_geom::{Bounds, Point, contains};
use populace_mind::{Behaviour, Places};
use populace_plan::{Atlas, GoalTree, Keys, Planner, PlannerEntry, Profile, Roadmap, Scratch, Spot};
use rayon::prelude::*;

use crate::setup::Population;
use crate::state::{NONE, Way};
use crate::tight::{roomy_goal, way_out};

/// Side of the grid of spots that stand for an exit: 8 × 8, uniform in area.
const SPOTS: usize = 8;

/// Distance between the points of a pocket of an exit that are tried, m, and the most of them in a row.
const POCKET_PITCH: f64 = 0.1;
const MOST_ACROSS: usize = 100;

/// Requests that one thread takes at a time.
const CHUNK: usize = 64;

/// Plans for all populations that share a profile and a planner.
pub(crate) struct Navigator {
    map: Roadmap,
    planner: Box<dyn Planner>,
    /// Whether the planner finds the routes that the trees of exits find, too.
    is_least_cost: bool,
    /// A tree per exit that a pedestrian of the profile may choose, by area.
    exits: Vec<(u32, GoalTree)>,
    /// Half the width of the profile, m.
    radius: f64,
}

/// All navigators.
pub(crate) struct Routes {
    navigators: Vec<Navigator>,
    /// Which navigator plans for a population.
    by_population: Vec<usize>,
}

/// The request of a pedestrian for a route.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request {
    pub population: u16,
    pub from: Spot,
    /// Half the width of the body, m.
    pub radius: f64,
    /// The exit to go to, or [`NONE`] when the goal is a spot.
    pub exit: u32,
    pub goal: Spot,
    /// It has arrived within this distance of the goal, m.
    pub near: f64,
}

impl Routes {
    pub(crate) fn of(world: World<'_>, populations: &[Population]) -> Self {
        let mut kinds: Vec<(&Profile, &'static PlannerEntry)> = Vec::new();
        let mut by_population = Vec::new();
        for Population { profile, planner, .. } in populations {
            let known = kinds.iter().position(|(p, entry)| *p == profile && entry.name == planner.name);
            by_population.push(known.unwrap_or_else(|| {
                kinds.push((profile, planner));
                kinds.len() - 1
            }));
        }
        let navigators = kinds.iter().enumerate().map(|(i, (profile, planner))| {
            let theirs = populations.iter().zip(&by_population).filter(|(_, n)| **n == i).map(|(p, _)| p);
            Navigator::of(world, profile, planner, &exits_of(theirs))
        });
        Routes { navigators: navigators.collect(), by_population }
    }

    /// Returns the time from a spot to an exit, s, for a body of a radius; `None` when there is no way.
    pub(crate) fn time_to_exit(
        &self,
        world: World<'_>,
        population: u16,
        from: Spot,
        radius: f64,
        exit: u32,
    ) -> Option<f64> {
        let navigator = self.navigator(population);
        let (atlas, tree) = (navigator.atlas(world), navigator.tree(exit)?);
        let time = |from| tree.next_portal(atlas, from).map(|next| populace_plan::cost::seconds_of(next.cost));
        time(from).or_else(|| way_out(atlas, from, radius, time).map(|(out, time)| out.seconds + time))
    }

    /// Returns the time from a spot to another, s; `None` when there is no way.
    pub(crate) fn seconds(&self, world: World<'_>, population: u16, from: Spot, to: Spot) -> Option<f64> {
        let navigator = self.navigator(population);
        let found = navigator.planner.plan(navigator.atlas(world), from, to, &mut Scratch::default())?;
        Some(found.route.time)
    }

    /// Returns a time that is no longer than that of any way between two points at a distance, m, s.
    pub(crate) fn least_seconds(&self, population: u16, metres: f64) -> f64 {
        let ends = (Point::ZERO, Point::new(metres.max(0.0), 0.0));
        populace_plan::cost::seconds_of(self.navigator(population).map.at_least(ends.0, ends.1))
    }

    /// Returns the ways that were asked for, in order; `None` where there is no way.
    pub(crate) fn answer(&self, world: World<'_>, requests: &[Request]) -> Vec<Option<Way>> {
        let chunks = requests.par_chunks(CHUNK).map(|chunk| {
            let mut scratch = Scratch::default();
            chunk.iter().map(|r| self.navigator(r.population).way(world, r, &mut scratch)).collect::<Vec<_>>()
        });
        chunks.collect::<Vec<_>>().into_iter().flatten().collect()
    }

    /// Renews roadmaps, planners and trees after doors were opened or shut.
    pub(crate) fn doors_changed(&mut self, world: World<'_>) {
        self.navigators.par_iter_mut().for_each(|navigator| {
            let mut changed = Vec::new();
            navigator.map.refresh(world, &mut changed);
            let atlas = Atlas { world, map: &navigator.map };
            navigator.planner.refresh(atlas, &changed);
            navigator.exits.iter_mut().for_each(|(_, tree)| tree.update(atlas, &changed));
        });
    }

    /// Prepares an area as an exit for all populations.
    pub(crate) fn need_exit(&mut self, world: World<'_>, exit: u32) {
        self.navigators.par_iter_mut().filter(|n| n.tree(exit).is_none()).for_each(|navigator| {
            let tree = navigator.grow(world, exit);
            navigator.exits.push((exit, tree));
        });
    }

    /// Returns whether a pedestrian in `cell` can still pass all portals ahead.
    pub(crate) fn is_open(&self, world: World<'_>, population: u16, cell: CellId, portals: &[SegmentId]) -> bool {
        let map = &self.navigator(population).map;
        let mut cell = cell;
        portals.iter().all(|&portal| {
            let passable = map.may_leave(world, cell, portal);
            cell = world.segment(portal).other(cell);
            passable
        })
    }

    /// Returns what the people of a population plan with.
    pub(crate) fn atlas<'a>(&'a self, world: World<'a>, population: u16) -> Atlas<'a> {
        self.navigator(population).atlas(world)
    }

    fn navigator(&self, population: u16) -> &Navigator {
        &self.navigators[self.by_population[population as usize]]
    }
}

impl Navigator {
    fn of(world: World<'_>, profile: &Profile, entry: &PlannerEntry, exits: &[u32]) -> Self {
        let map = Roadmap::of(world, profile, Keys::default());
        let planner = (entry.prepare)(Atlas { world, map: &map });
        let is_least_cost = entry.is_least_cost;
        let mut navigator = Navigator { planner, is_least_cost, exits: Vec::new(), map, radius: profile.radius() };
        navigator.exits = exits.par_iter().map(|&exit| (exit, navigator.grow(world, exit))).collect();
        navigator
    }

    fn grow(&self, world: World<'_>, exit: u32) -> GoalTree {
        // With all doors open: the spots of an exit do not depend on the doors of the moment at which the tree was made.
        let open = Doors::all_open(&world);
        let spots = spots(World::new(&world, &open), exit as usize, self.radius);
        GoalTree::of(Atlas { world, map: &self.map }, &spots)
    }

    fn tree(&self, exit: u32) -> Option<&GoalTree> {
        self.exits.iter().find(|(area, _)| *area == exit).map(|(_, tree)| tree)
    }

    fn atlas<'a>(&'a self, world: World<'a>) -> Atlas<'a> {
        Atlas { world, map: &self.map }
    }

    /// Returns the way that was asked for. Where no way begins for the planned body, the body first walks out of the
    /// tight place.
    fn way(&self, world: World<'_>, request: &Request, scratch: &mut Scratch) -> Option<Way> {
        if let Some(way) = self.way_from(world, request.from, request, scratch) {
            return Some(way);
        }
        let go_on = |from| self.way_from(world, from, request, scratch);
        let (out, way) = way_out(self.atlas(world), request.from, request.radius, go_on)?;
        let portals = exactly([out.portals, way.portals].concat());
        Some(Way { portals, ..way })
    }

    /// Returns the way from a spot to what was asked for, as planned.
    fn way_from(&self, world: World<'_>, from: Spot, request: &Request, scratch: &mut Scratch) -> Option<Way> {
        let atlas = self.atlas(world);
        if request.exit == NONE {
            let mut plan = |goal: Spot| {
                let found = self.planner.plan(atlas, from, goal, scratch)?;
                Some(Way { portals: exactly(found.route.portals), goal, exit: NONE, near: request.near })
            };
            return plan(request.goal).or_else(|| plan(roomy_goal(atlas, request.goal)?));
        }
        let tree = self.tree(request.exit)?;
        let portals = tree.route(atlas, from)?.route.portals;
        let mut cell = from.cell;
        let mut entry = from.point;
        for &portal in &portals {
            let segment = world.segment(portal);
            cell = segment.other(cell);
            entry = segment.middle_in(cell);
        }
        let near = |s: &&Spot| (s.point - entry).norm2();
        let last = tree.goals().iter().filter(|s| s.cell == cell).min_by(|a, b| near(a).total_cmp(&near(b)))?;
        if self.is_least_cost {
            return Some(Way { portals: exactly(portals), goal: *last, exit: request.exit, near: request.near });
        }
        // The tree says where to leave, the planner by which way.
        let found = self.planner.plan(atlas, from, *last, scratch)?;
        Some(Way { portals: exactly(found.route.portals), goal: *last, exit: request.exit, near: request.near })
    }
}

/// Returns the portals in no more memory than they take: they are kept for a long time.
fn exactly(portals: Vec<SegmentId>) -> Vec<SegmentId> {
    portals.as_slice().to_vec()
}

/// Returns the areas through which people of some populations leave.
pub(crate) fn exits_of<'a>(populations: impl Iterator<Item = &'a Population>) -> Vec<u32> {
    let mut exits = Vec::new();
    populations.flat_map(|p| &p.journey).for_each(|task| add_exits(&**task, &mut exits));
    exits.sort_unstable();
    exits.dedup();
    exits
}

/// Adds the areas by which people leave in a task or a part of it.
fn add_exits(task: &dyn Behaviour, exits: &mut Vec<u32>) {
    if let Places::Exits(areas, _) = task.places() {
        exits.extend_from_slice(areas);
    }
    task.subtasks().iter().for_each(|subtask| add_exits(&**subtask, exits));
}

/// Returns spots that stand for an area: a grid that is uniform in area, and of it the spots where the body fits, if
/// there are any. A pocket of the area that this grid misses has spots of its own.
pub(crate) fn spots(world: World<'_>, area: usize, radius: f64) -> Vec<Spot> {
    let Some(area) = world.areas().get(area) else { return Vec::new() };
    let share = |i: usize| (i as f64 + 0.5) / SPOTS as f64;
    let grid = (0..SPOTS * SPOTS).filter_map(|i| world.random_point(area, share(i % SPOTS), share(i / SPOTS)));
    let all: Vec<Spot> = grid.map(|(cell, point)| Spot { cell, point }).collect();
    let roomy: Vec<Spot> = all.iter().filter(|s| world.has_room(s.cell, s.point, radius)).copied().collect();
    let mut spots = if roomy.is_empty() { all } else { roomy };
    spots.extend(spots_of_pockets(world, area, radius, &spots));
    spots
}

/// Returns spots of the pockets of an area in which none of the known spots is. A pocket is ground that the body walks
/// without passing a link. An obstacle may leave a pocket of an exit that is small beside the exit.
fn spots_of_pockets(world: World<'_>, area: &EnvArea, radius: f64, known: &[Spot]) -> Vec<Spot> {
    let is_missed = |cell: &CellId| !known.iter().any(|spot| spot.cell == *cell);
    if !area.cells().any(|cell| is_missed(&cell)) {
        return Vec::new();
    }
    let mut served: Vec<CellId> = known.iter().map(|spot| spot.cell).collect();
    spread(world, 2.0 * radius, &mut served);
    let mut found = Vec::new();
    for (cell, ring) in area.pieces() {
        if !served.contains(&cell) {
            let fits = |p: &Point| world.has_room(cell, *p, radius);
            let spot = points_of(ring).find(fits).map(|point| Spot { cell, point });
            found.extend(spot);
        }
    }
    found
}

/// Adds the cells that a body of a width reaches without passing a link.
fn spread(world: World<'_>, width: f64, cells: &mut Vec<CellId>) {
    cells.sort_unstable();
    cells.dedup();
    let mut is_known = vec![false; world.cell_count()];
    cells.iter().for_each(|cell| is_known[cell.index()] = true);
    let mut next = 0;
    while let Some(&here) = cells.get(next) {
        next += 1;
        for segment in world.cell_segments(here).map(|id| world.segment(id)) {
            let there = segment.other(here);
            if segment.link.is_none() && segment.length > width && !is_known[there.index()] {
                is_known[there.index()] = true;
                cells.push(there);
            }
        }
    }
}

/// Returns points of a convex piece of ground on a grid.
fn points_of(ring: &[Point]) -> impl Iterator<Item = Point> + '_ {
    let bounds = Bounds::of(ring.iter().copied());
    let count = |size: f64| ((size / POCKET_PITCH).ceil() as usize).clamp(1, MOST_ACROSS);
    let (columns, rows) = (count(bounds.size().x), count(bounds.size().y));
    let share = |i: usize, of: usize| (i as f64 + 0.5) / of as f64;
    let point = move |i: usize| {
        let (x, y) = (share(i % columns, columns), share(i / columns, rows));
        Point::new(bounds.min.x + x * bounds.size().x, bounds.min.y + y * bounds.size().y)
    };
    (0..columns * rows).map(point).filter(|&p| contains(ring, p))
}
