//! The pipeline: sanitise → triangulate → bottlenecks → convex cells → topology → hierarchy.

use crate::bottlenecks::{Rule, bottlenecks};
use crate::cells;
use crate::environment::{CellId, Environment, assemble};
use crate::hierarchy::Hierarchy;
use crate::mesh::Triangulation;
use crate::objects::{Outcome, place_objects};
use crate::sanitise::{Sanitised, sanitise};
use crate::topology::Topology;
use crate::triangulate::triangulate;
use crate::{BuildError, Place};

/// Settings of the pipeline.
#[derive(Clone, Copy, Debug)]
pub struct BuildOptions {
    /// Body width for the topology and the hierarchy, m, from 0.01 to 10. The default is 0.5: the breadth of an adult's
    /// shoulders (0.46 m in Fruin 1971), rounded up.
    pub body_width: f64,
    /// The rule by which the bottleneck stage inserts shortest distances.
    pub rule: Rule,
    /// The most vertices of a place: places with more are refused.
    pub max_vertices: usize,
    /// Whether an object that nobody can use is kept without slots. Else it is an error. A run sets it when an obstacle
    /// appears: the objects keep their ids, and those without slots are closed.
    pub objects_may_close: bool,
}

impl Default for BuildOptions {
    fn default() -> Self {
        BuildOptions { body_width: 0.5, rule: Rule::Exact, max_vertices: 4_000_000, objects_may_close: false }
    }
}

/// A stage of the pipeline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BuildStage {
    /// Outlines to disjoint polygons.
    Sanitise,
    /// Polygons to triangles.
    Triangulate,
    /// Shortest corner-to-wall distances.
    Bottlenecks,
    /// Triangles to convex cells.
    Cells,
    /// Cells to a graph.
    Topology,
    /// The graph to a tree.
    Hierarchy,
}

impl BuildStage {
    /// Every stage, in order.
    pub const ALL: [BuildStage; 6] = [
        BuildStage::Sanitise,
        BuildStage::Triangulate,
        BuildStage::Bottlenecks,
        BuildStage::Cells,
        BuildStage::Topology,
        BuildStage::Hierarchy,
    ];

    /// Returns the name of the stage in commands and files.
    pub fn name(self) -> &'static str {
        match self {
            BuildStage::Sanitise => "sanitise",
            BuildStage::Triangulate => "triangulate",
            BuildStage::Bottlenecks => "bottlenecks",
            BuildStage::Cells => "cells",
            BuildStage::Topology => "topology",
            BuildStage::Hierarchy => "hierarchy",
        }
    }
    /// Returns what the stage does, in a line.
    pub fn about(self) -> &'static str {
        match self {
            BuildStage::Sanitise => "outlines become disjoint polygons; repairs are marked",
            BuildStage::Triangulate => "constrained Delaunay triangulation of the walkable area",
            BuildStage::Bottlenecks => "shortest distances between corners and walls are inserted",
            BuildStage::Cells => "triangles are merged into convex cells",
            BuildStage::Topology => "cells as a graph: closed, dead end, passage, crossroads",
            BuildStage::Hierarchy => "the graph abstracted to one closed cell per connected part",
        }
    }
}

/// An event in the course of a stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StageEvent {
    /// The stage begins.
    Started,
    /// The stage is done.
    Finished,
}

/// The outcome of every stage.
#[derive(Debug)]
pub struct Built {
    /// Disjoint polygons and repairs.
    pub sanitised: Sanitised,
    /// L's constrained Delaunay triangulation.
    pub triangulated: Triangulation,
    /// The triangulation with shortest corner-to-wall distances inserted.
    pub bottlenecks: Triangulation,
    /// The cells of all floors.
    pub environment: Environment,
    /// The graph of these cells for the body width of the options.
    pub topology: Topology,
    /// The abstraction of that graph.
    pub hierarchy: Hierarchy,
}

impl Built {
    /// Checks every structure, and that the cells of each floor cover its walkable area to 1e-9 of its size. It need
    /// not check that cells are disjoint: triangles that are all counter-clockwise and joined edge to edge inside a
    /// simple border cannot overlap.
    pub fn validate(&self) -> Result<(), String> {
        for mesh in self.triangulated.floors.iter().chain(&self.bottlenecks.floors) {
            mesh.validate()?;
        }
        self.environment.validate()?;
        self.topology.validate(&self.environment)?;
        self.hierarchy.validate()?;
        for (f, floor) in self.sanitised.floors.iter().enumerate() {
            floor.validate().map_err(|e| format!("floor {f}: {e}"))?;
            let cells = self.environment.floors()[f].cells.clone();
            let covered: f64 = cells.map(|c| self.environment.cell_area(CellId(c))).sum();
            let given = floor.area();
            if (given - covered).abs() > 1e-9 * given.max(1.0) {
                return Err(format!("floor {f}: cells cover {covered} m² of {given} m²"));
            }
        }
        Ok(())
    }
}

/// Builds the environment of a place.
///
/// ```
/// use populace_env::{BuildOptions, Floor, Outline, Place, build};
/// use populace_geom::Point;
///
/// let room = [(0.0, 0.0), (8.0, 0.0), (8.0, 5.0), (0.0, 5.0)].map(|(x, y)| Point::new(x, y));
/// let mut floor = Floor::level("ground", 0.0);
/// floor.walkable.push(Outline::new(room.to_vec(), "room"));
/// let place = Place { floors: vec![floor], ..Place::default() };
///
/// let built = build(&place, &BuildOptions::default()).unwrap();
/// assert_eq!(built.environment.cell_count(), 1);
/// assert_eq!(built.environment.walkable_area(), 40.0);
/// ```
pub fn build(place: &Place, options: &BuildOptions) -> Result<Built, BuildError> {
    build_with(place, options, &mut |_, _| {})
}

/// Builds the environment of a place, as [`build`] does, and tells `progress` when each stage starts and ends.
pub fn build_with(
    place: &Place,
    options: &BuildOptions,
    progress: &mut dyn FnMut(BuildStage, StageEvent),
) -> Result<Built, BuildError> {
    if !(0.01..=10.0).contains(&options.body_width) {
        let what = format!("the body width is {} m; it must be between 0.01 and 10 m", options.body_width);
        return Err(BuildError::new("", what, "a child is about 0.3 m wide, an adult 0.5 m, a wheelchair 0.75 m"));
    }
    let mut sanitised = run(BuildStage::Sanitise, progress, || sanitise(place, options))?;
    let triangulated = run(BuildStage::Triangulate, progress, || triangulate(place, &sanitised))?;
    let narrowed = run(BuildStage::Bottlenecks, progress, || bottlenecks(&triangulated, options.rule));
    let (mut environment, stops) = run(BuildStage::Cells, progress, || {
        let merged: Vec<_> = narrowed.floors.iter().map(cells::merge).collect();
        assemble(place, &merged)
    });
    sanitised.unjoined.extend(stops);
    let Outcome { objects, repairs } = place_objects(place, &environment, options)?;
    environment.put_objects(objects);
    sanitised.repairs.extend(repairs);
    let topology = run(BuildStage::Topology, progress, || environment.as_given().topology(options.body_width));
    let hierarchy = run(BuildStage::Hierarchy, progress, || Hierarchy::of(&environment, &topology));
    Ok(Built { sanitised, triangulated, bottlenecks: narrowed, environment, topology, hierarchy })
}

/// Does the work of a stage, and tells `progress` before and after.
fn run<T>(stage: BuildStage, progress: &mut dyn FnMut(BuildStage, StageEvent), work: impl FnOnce() -> T) -> T {
    progress(stage, StageEvent::Started);
    let result = work();
    progress(stage, StageEvent::Finished);
    result
}
