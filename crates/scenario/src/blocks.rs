//! Proves obstacles that appear during a run: builds the place with each of them.

use std::sync::Arc;

use populace_env::{BuildOptions, Doors, Environment, FloorId, LinkId, Outline, Passage, Place, World, build};
use populace_geom::{Point, Segment, area, centroid, segments_cross};
use populace_plan::snap;
use populace_sim::Command;

use crate::error::{Blame, Problem};
use crate::finder::Finder;
use crate::limits::{COORDINATE, MAX_BLOCKS, MAX_CORNERS, within};
use crate::written::BlockEntry;
use populace_ingest::key_path::KeyPath;

/// The least size of an obstacle, m².
const LEAST: f64 = 0.01;

/// The place in which obstacles appear.
#[derive(Clone)]
pub(crate) struct Site {
    pub place: Arc<Place>,
    pub options: BuildOptions,
    /// The environment of the place without the obstacles of the run.
    pub env: Arc<Environment>,
    /// Which doors are open at the start.
    pub doors: Doors,
}

/// All obstacles, in the order of time.
#[derive(Clone, Default)]
pub(crate) struct Blocks(Vec<Block>);

#[derive(Clone)]
struct Block {
    time: f64,
    floor: FloorId,
    outline: Arc<Vec<Point>>,
    /// The place with this obstacle and all before it.
    env: Arc<Environment>,
    /// The number of the command, when an event of the file asks for the obstacle.
    command: Option<usize>,
}

impl Blocks {
    /// Returns the place at a time.
    pub fn env<'a>(&'a self, site: &'a Site, time: f64) -> &'a Arc<Environment> {
        self.0[..self.until(time)].last().map_or(&site.env, |block| &block.env)
    }

    /// Adds an obstacle after all obstacles of the same time. Returns the command and the number of the obstacle.
    pub fn take(
        &mut self,
        site: &Site,
        at: &KeyPath,
        entry: &BlockEntry,
        time: f64,
        widest: f64,
    ) -> Result<(Command, usize), Problem> {
        if self.0.len() >= MAX_BLOCKS {
            return Err(at.problem(
                format!("there are {MAX_BLOCKS} obstacles already"),
                "a run takes no more; join some of them in one outline, or draw them in the place",
            ));
        }
        let before = self.env(site, time);
        let floor = Finder { world: World::new(before, &site.doors) }.floor(at, entry.floor.as_ref())?;
        let at = at.key("outline");
        let outline = Arc::new(outline(&at, &entry.outline)?);
        let number = self.until(time);
        let obstacles = self.0[..number].iter().map(|b| (b.floor, &b.outline)).chain([(floor, &outline)]);
        let env = Arc::new(built(site, &at, obstacles)?);
        check(&at, before, World::new(&env, &site.doors), floor, &outline, widest)?;
        self.0.insert(number, Block { time, floor, outline, env: env.clone(), command: None });
        Ok((Command::Block { env, floor }, number))
    }

    /// Builds the places with the obstacles after a time anew, because an earlier obstacle was added. Returns the
    /// commands of the file that change by that.
    pub fn rebuild(&mut self, site: &Site, time: f64) -> Result<Vec<(usize, Command)>, Problem> {
        let mut later = Vec::new();
        for number in self.until(time)..self.0.len() {
            let obstacles = self.0[..=number].iter().map(|b| (b.floor, &b.outline));
            let at = KeyPath::file().key("block");
            let env = Arc::new(built(site, &at, obstacles)?);
            check_lifts(&at, &site.env, &env)?;
            let block = &mut self.0[number];
            block.env = env.clone();
            later.extend(block.command.map(|command| (command, Command::Block { env, floor: block.floor })));
        }
        Ok(later)
    }

    /// Notes the number of the command of the file that makes an obstacle appear.
    pub fn name(&mut self, number: usize, command: usize) {
        if let Some(block) = self.0.get_mut(number) {
            block.command = Some(command);
        }
    }

    /// Returns how many obstacles there are until a time.
    fn until(&self, time: f64) -> usize {
        self.0.partition_point(|block| block.time <= time)
    }
}

/// Proves an outline: a simple polygon with an area.
fn outline(at: &KeyPath, corners: &[[f64; 2]]) -> Result<Vec<Point>, Problem> {
    if !(3..=MAX_CORNERS).contains(&corners.len()) {
        let what = format!("the outline has {} corners", corners.len());
        return Err(at.problem(what, format!("give 3 to {MAX_CORNERS}")));
    }
    let point = |(i, &[x, y]): (usize, &[f64; 2])| {
        let at = at.item(i);
        Ok(Point::new(within(&at.item(0), COORDINATE, x)?, within(&at.item(1), COORDINATE, y)?))
    };
    let ring = corners.iter().enumerate().map(point).collect::<Result<Vec<Point>, Problem>>()?;
    let count = ring.len();
    let side = |i: usize| Segment::new(ring[i], ring[(i + 1) % count]);
    for i in 0..count {
        if side(i).length() < 1e-3 {
            let what = format!("corners {} and {} are at the same point", i + 1, (i + 1) % count + 1);
            return Err(at.item(i).problem(what, "leave one of them out"));
        }
        let apart = |j: &usize| *j != (i + 1) % count && (*j + 1) % count != i;
        if let Some(j) = (i + 1..count).filter(apart).find(|&j| touch(&side(i), &side(j))) {
            let what = format!("the outline crosses itself: its sides {} and {} meet", i + 1, j + 1);
            return Err(at.problem(what, "give the corners one after the other around the obstacle"));
        }
    }
    if area(&ring) < LEAST {
        return Err(at.problem("the outline has no area", format!("give one of at least {LEAST} m²")));
    }
    Ok(ring)
}

fn touch(one: &Segment, other: &Segment) -> bool {
    let near = |line: &Segment, p: Point| line.distance(p) < 1e-3;
    segments_cross(one, other) || near(one, other.a) || near(one, other.b) || near(other, one.a) || near(other, one.b)
}

fn built<'a>(
    site: &Site,
    at: &KeyPath,
    obstacles: impl Iterator<Item = (FloorId, &'a Arc<Vec<Point>>)>,
) -> Result<Environment, Problem> {
    let mut place = (*site.place).clone();
    for (i, (floor, outline)) in obstacles.enumerate() {
        let source = format!("obstacle {} of the run", i + 1);
        place.floors[floor.index()].obstacles.push(Outline::new(outline.to_vec(), source));
    }
    // An obstacle may cover an object: then nobody uses the object, and the run goes on.
    let options = BuildOptions { objects_may_close: true, ..site.options };
    let built = build(&place, &options).map_err(|e| {
        let place = if e.location.is_empty() { String::new() } else { format!("{}: ", e.location) };
        at.problem(format!("the place cannot be built with the obstacle: {place}{}", e.what), e.hint)
    })?;
    Ok(built.environment)
}

/// Refuses an obstacle that does not change the floor, that leaves no room for the people who may stand there, or that takes a stop
/// from a lift.
fn check(
    at: &KeyPath,
    before: &Environment,
    after: World<'_>,
    floor: FloorId,
    outline: &[Point],
    widest: f64,
) -> Result<(), Problem> {
    let name = &before.floors()[floor.index()].name;
    let ground = |env: &Environment| -> f64 {
        env.floors()[floor.index()].cells.clone().map(|c| env.cell_area(populace_env::CellId(c))).sum()
    };
    if ground(before) - ground(&after) < 1e-3 {
        let what = format!("the outline covers no walkable ground of {name:?}");
        return Err(at.problem(what, "draw it where people walk"));
    }
    if snap(after, floor, centroid(outline), 2.0 * widest, f64::INFINITY).is_err() {
        let what = format!("the outline leaves no room on {name:?} for a body {} m wide", 2.0 * widest);
        return Err(at.problem(what, "draw a smaller one"));
    }
    check_lifts(at, before, &after)
}

/// Refuses an obstacle that takes a stop from a lift: people who ride the lift must be able to get out.
fn check_lifts(at: &KeyPath, before: &Environment, after: &Environment) -> Result<(), Problem> {
    for (i, link) in before.links().iter().enumerate() {
        let id = LinkId::new(i);
        if hops(before, id) != hops(after, id) {
            let what = format!("the outline covers a stop of the lift {:?}", link.name);
            return Err(at.problem(what, "leave some ground in front of its doors free"));
        }
    }
    Ok(())
}

/// Returns the pairs of floors that a lift joins.
fn hops(env: &Environment, link: LinkId) -> Vec<[FloorId; 2]> {
    let hops = env.segments().iter().rev().take_while(|s| s.passage == Passage::Lift).filter(|s| s.link == Some(link));
    let mut floors: Vec<_> = hops.map(|s| s.cells.map(|c| env.cell_floor(c))).collect();
    floors.sort_unstable();
    floors
}
