//! Starts: the ground on which people come in. It is the part of an area, or of the whole place, from which they can reach the first goal
//! of their journey, so that nobody is put into a closed courtyard.
//!
//! Every door that is ever opened counts as open, because people may wait for it.

use std::sync::OnceLock;

use populace_env::{CellGround, CellId, Doors, EnvArea, Environment, World};
use populace_mind::{Behaviour, ExitChoice, Places, Task};
use populace_plan::{Atlas, GoalTree, Keys, Roadmap, Spot, snap};

use crate::arrivals::Entry;
use crate::routes::spots;
use crate::setup::{Command, Population};
use crate::simulation::Simulation;
use crate::tight::{SPARE, can_pass, roomy_goal, tight_width};

/// The cells from which people can reach the first goal of their journey.
#[derive(Clone, Debug)]
pub struct Starts {
    /// The cells from which a planned way begins, by [`CellId`].
    planned: Vec<bool>,
    /// These cells, and the nooks beside them that are too narrow for the planned body: a body that stands there walks out first.
    all: Vec<bool>,
}

impl Starts {
    /// Finds the cells from which people who go on a journey, in bodies of at most `radius` m, can reach its first goal. When the journey
    /// has no goal, these are all cells.
    pub fn of(atlas: Atlas<'_>, journey: &[Task], radius: f64) -> Self {
        let world = atlas.world;
        let Some(stage) = first_goal(journey) else {
            let all = vec![true; world.cell_count()];
            return Starts { planned: all.clone(), all };
        };
        let trees: Vec<GoalTree> = goals(atlas, stage).iter().map(|goal| GoalTree::of(atlas, goal)).collect();
        let reaches = |cell| {
            let from = Spot { cell, point: world.cell_center(cell) };
            !trees.is_empty() && trees.iter().all(|tree| tree.next_portal(atlas, from).is_some())
        };
        let planned: Vec<bool> = world.cells().map(reaches).collect();
        Starts { all: with_nooks(atlas, radius, &planned), planned }
    }

    /// Returns the part of an area where people may come in; `None` when that is the whole area.
    pub fn within(&self, area: &EnvArea) -> Option<CellGround> {
        let is_kept = |cell: CellId| self.all[cell.index()];
        if area.cells().all(is_kept) { None } else { Some(area.ground().within(is_kept)) }
    }

    /// Returns whether a planned way begins in a cell.
    pub fn has_planned_way(&self, cell: CellId) -> bool {
        self.planned[cell.index()]
    }

    /// Returns all ground from which a planned way begins.
    pub fn everywhere(&self, env: &Environment) -> CellGround {
        CellGround::of_cells(env, env.cells().filter(|&cell| self.has_planned_way(cell)))
    }
}

/// Returns the doors of a run, each of them open if it is open at the start or if a command opens it.
pub fn doors_ever_open(env: &Environment, doors: &Doors, commands: &[(f64, Command)]) -> Doors {
    let mut doors = doors.clone();
    for (_, command) in commands {
        if let Command::Open(link) = command {
            doors.set_door(env, *link, true);
        }
    }
    doors
}

/// Returns the first stage that leads somewhere.
fn first_goal(journey: &[Task]) -> Option<&dyn Behaviour> {
    journey.iter().map(|stage| &**stage).find(|stage| stage.places() != Places::None)
}

/// Returns the goals of a stage, all of which must be within reach. Each is reached at any of its spots.
fn goals(atlas: Atlas<'_>, stage: &dyn Behaviour) -> Vec<Vec<Spot>> {
    let open = Doors::all_open(&atlas.world);
    let area = |area: u32| spots(World::new(&atlas.world, &open), area as usize, atlas.map.profile().radius());
    match stage.places() {
        Places::None => Vec::new(),
        Places::Spot(spot) => vec![[spot].into_iter().chain(roomy_goal(atlas, spot)).collect()],
        Places::Area(goal) => vec![area(goal)],
        Places::Areas(goals) => goals.iter().map(|goal| area(*goal)).collect(),
        Places::Objects(objects) => {
            let slots = objects.iter().flat_map(|&object| &atlas.world.env.objects()[object as usize].slots);
            vec![slots.map(|slot| Spot { cell: slot.cell, point: slot.point }).collect()]
        }
        Places::Exits(exits, ExitChoice::Shares(shares)) => {
            exits.iter().zip(shares).filter(|(_, share)| **share > 0.0).map(|(exit, _)| area(*exit)).collect()
        }
        Places::Exits(exits, ExitChoice::Nearest | ExitChoice::LeastTime) => {
            vec![exits.iter().flat_map(|exit| area(*exit)).collect()]
        }
    }
}

/// Adds the nooks beside some cells: cells where the planned body has no room, out of which a body of `radius` m walks into these cells.
fn with_nooks(atlas: Atlas<'_>, radius: f64, planned: &[bool]) -> Vec<bool> {
    let Atlas { world, map } = atlas;
    let mut all = planned.to_vec();
    let mut next: Vec<CellId> = world.cells().filter(|cell| planned[cell.index()]).collect();
    let width = tight_width(map.profile(), radius);
    while let Some(cell) = next.pop() {
        for segment in world.cell_segments(cell) {
            let there = world.segment(segment).other(cell);
            let floor = &world.floors()[world.cell_floor(there).index()];
            if !all[there.index()]
                && map.profile().may_walk_on(&floor.kind)
                && can_pass(atlas, there, segment, width)
                && !is_pocket(atlas, there, planned)
            {
                all[there.index()] = true;
                next.push(there);
            }
        }
    }
    all
}

/// Returns whether the planned body has room in or beside a cell, on ground where no planned way begins.
fn is_pocket(atlas: Atlas<'_>, cell: CellId, planned: &[bool]) -> bool {
    let Atlas { world, map } = atlas;
    let (middle, width) = (world.cell_center(cell), map.profile().width + 2.0 * SPARE);
    let reach =
        world.cell_ring(cell).map(|corner| corner.distance(middle)).fold(0.0, f64::max) + map.profile().radius();
    snap(world, world.cell_floor(cell), middle, width, reach).is_ok_and(|found| !planned[found.spot.cell.index()])
}

/// The ground on which the people of each population come in. It follows from the environment and the setup, and is found when it is needed.
pub(crate) struct StartGround {
    /// Every door that is open at any time of the setup.
    doors: Doors,
    /// For each population, the first population whose people begin their journey in the same cells.
    alike: Vec<usize>,
    /// The cells and ground that were found for the first of the populations that are alike.
    found: Vec<OnceLock<Found>>,
}

struct Found {
    starts: Starts,
    /// By area; `None` where people may come in on the whole area.
    areas: Vec<Option<CellGround>>,
    everywhere: OnceLock<CellGround>,
}

impl StartGround {
    pub(crate) fn new(doors: Doors, populations: &[Population]) -> Self {
        let first = |one: &Population| populations.iter().position(|other| start_alike(one, other)).unwrap_or_default();
        let alike = populations.iter().map(first).collect();
        StartGround { doors, alike, found: populations.iter().map(|_| OnceLock::new()).collect() }
    }

    /// Forgets what was found, because the environment has changed.
    pub(crate) fn forget(&mut self, populations: &[Population]) {
        *self = StartGround::new(std::mem::take(&mut self.doors), populations);
    }
}

impl Simulation {
    /// Returns the ground on which people of a population come in. It is the whole area when they can begin their journey nowhere in it.
    pub(crate) fn start_ground(&self, population: u16, place: Entry) -> Option<&CellGround> {
        let first = self.start_ground.alike[usize::from(population)];
        let found = self.start_ground.found[first].get_or_init(|| self.find_starts(first));
        match place {
            Entry::Area(area) => {
                let reached = found.areas.get(area as usize)?.as_ref().filter(|ground| ground.size() > 0.0);
                reached.or_else(|| self.env.areas().get(area as usize).map(EnvArea::ground))
            }
            Entry::Everywhere => Some(found.everywhere.get_or_init(|| found.starts.everywhere(&self.env))),
            Entry::Placed(..) | Entry::Train(_) => None,
        }
    }

    fn find_starts(&self, number: usize) -> Found {
        let Population { profile, journey, body, .. } = &self.populations[number];
        let doors = &self.start_ground.doors;
        let find = |atlas| Starts::of(atlas, journey, body.radius.most());
        let starts = if *doors == self.state.doors {
            find(self.routes.atlas(self.world(), number as u16))
        } else {
            let world = World::new(&self.env, doors);
            find(Atlas { world, map: &Roadmap::of(world, profile, Keys::default()) })
        };
        let areas = self.env.areas().iter().map(|area| starts.within(area)).collect();
        Found { starts, areas, everywhere: OnceLock::new() }
    }
}

/// Returns whether the people of two populations can begin their journeys in the same cells.
fn start_alike(one: &Population, other: &Population) -> bool {
    one.profile == other.profile
        && one.body.radius.most() == other.body.radius.most()
        && first_goal(&one.journey).map(|stage| stage.places())
            == first_goal(&other.journey).map(|stage| stage.places())
}
