//! Layers over the place: what the environment is made of, and which pedestrians perceive each other.

use std::collections::BTreeMap;

use populace_env::{BuildOptions, CellId, Class, FloorId, Hierarchy, World};
use populace_geom::Point;
use populace_perceive::{Bodies, Neighbours};
use populace_scenario::Scenario;
use populace_serve::Refusal;
use populace_serve::protocol::{Drawing, LayerKind};
use populace_traj::Frame;

use super::place::View;

/// The most pairs of neighbours that are drawn.
const MOST_RELATIONS: usize = 60_000;
/// A packed position may be this far from the walkable ground, m.
const NEAR: f64 = 0.05;
/// Passages wider than this have the colour of this width, m.
const WIDE: f32 = 4.0;

/// Returns a layer that follows from the environment alone; `None` for layers that change with every frame.
pub fn still(world: World<'_>, origin: Point, kind: &LayerKind, level: u16) -> Option<Drawing> {
    let view = View { world, origin };
    match kind {
        LayerKind::Cells {} => Some(cells(&view)),
        LayerKind::Bottlenecks {} => Some(bottlenecks(&view)),
        LayerKind::Hierarchy {} => Some(hierarchy(&view, level)),
        LayerKind::Neighbours {} | LayerKind::Routes {} | LayerKind::Claims {} => None,
    }
}

/// Returns a drawing with nothing on it.
pub fn empty() -> Drawing {
    Drawing {
        lines: Vec::new(),
        line_values: Vec::new(),
        line_floors: Vec::new(),
        triangles: Vec::new(),
        triangle_values: Vec::new(),
        triangle_floors: Vec::new(),
        words: Vec::new(),
        unit: String::new(),
        least: 0.0,
        most: 1.0,
    }
}

fn cells(view: &View<'_>) -> Drawing {
    const CLASSES: [Class; 4] = [Class::Closed, Class::DeadEnd, Class::Passage, Class::Crossroads];
    let topology = view.world.topology(BuildOptions::default().body_width);
    let words = CLASSES.map(|class| class.word().to_owned()).to_vec();
    let number = |cell| CLASSES.iter().position(|c| *c == topology.class(cell)).unwrap_or(0);
    fill(view, Drawing { words, most: 3.0, ..empty() }, |cell| number(cell) as f32)
}

fn hierarchy(view: &View<'_>, level: u16) -> Drawing {
    let topology = view.world.topology(BuildOptions::default().body_width);
    let hierarchy = Hierarchy::of(&view.world, &topology);
    let mut groups: BTreeMap<u32, usize> = BTreeMap::new();
    for cell in view.world.cells() {
        let next = groups.len();
        groups.entry(hierarchy.ancestor_at_level(cell, level.into())).or_insert(next);
    }
    let most = groups.len().saturating_sub(1) as f32;
    fill(view, Drawing { most, ..empty() }, |cell| {
        groups.get(&hierarchy.ancestor_at_level(cell, level.into())).copied().unwrap_or(0) as f32
    })
}

/// Returns every cell with its value, and its edges.
fn fill(view: &View<'_>, mut drawing: Drawing, value: impl Fn(CellId) -> f32) -> Drawing {
    for cell in view.world.cells() {
        let floor = view.world.cell_floor(cell);
        let (ring, value) = (view.world.cell_points(cell), value(cell));
        for i in 1..ring.len().saturating_sub(1) {
            let corners = [ring[0], ring[i], ring[i + 1]];
            drawing.triangles.extend(corners.into_iter().flat_map(|p| view.at(floor, p)));
            drawing.triangle_values.push(value);
            drawing.triangle_floors.push(floor.0 as u16);
        }
        for edge in view.world.cell_edges(cell) {
            line(&mut drawing, view.piece(cell, edge.a, edge.b), value, floor);
        }
    }
    drawing
}

fn line(drawing: &mut Drawing, ends: [f32; 6], value: f32, floor: FloorId) {
    drawing.lines.extend(ends);
    drawing.line_values.push(value);
    drawing.line_floors.push(floor.0 as u16);
}

fn bottlenecks(view: &View<'_>) -> Drawing {
    let mut drawing = Drawing { unit: "width of the passage, m".into(), most: WIDE, ..empty() };
    for segment in view.world.segments().iter().filter(|s| !s.is_lift()) {
        let cell = segment.cells[0];
        let width = (segment.length as f32).min(WIDE);
        line(&mut drawing, view.piece(cell, segment.a, segment.b), width, view.world.cell_floor(cell));
    }
    drawing
}

/// Returns the pairs of neighbours at a frame, by the perception of the scenario. Heights do not count.
pub fn neighbours(
    world: World<'_>,
    origin: Point,
    scenario: &Scenario,
    frame: &Frame,
    velocities: &[Point],
) -> Drawing {
    let view = View { world, origin };
    let floor = |row: usize| FloorId(frame.floor[row].into());
    let is_known = |row: &usize| usize::from(frame.floor[*row]) < world.floors().len();
    let located = (0..frame.len()).filter(is_known).filter_map(|row| {
        let (cell, at) = world.locate_near(floor(row), frame.position[row], NEAR)?;
        Some((row, cell, at))
    });
    let located: Vec<(usize, CellId, Point)> = located.collect();
    let position: Vec<Point> = located.iter().map(|l| l.2).collect();
    let cell: Vec<CellId> = located.iter().map(|l| l.1).collect();
    let velocity: Vec<Point> = located.iter().map(|l| velocities[l.0]).collect();
    let mut near = Neighbours::default();
    let bodies = Bodies { position: &position, cell: &cell, velocity: &velocity };
    scenario.given().perception.neighbourhood().perceive(world, bodies, &mut near);
    let mut drawing = Drawing { unit: "distance, m".into(), most: 15.0, ..empty() };
    let pairs = (0..located.len()).flat_map(|one| near.of(one).iter().map(move |&other| (one, other as usize)));
    // Two pedestrians who perceive each other are drawn once.
    let is_new = |&(one, other): &(usize, usize)| one < other || !near.of(other).contains(&(one as u32));
    for (one, other) in pairs.filter(is_new).take(MOST_RELATIONS) {
        let at = |i: usize| view.at(floor(located[i].0), position[i]);
        let ([ax, ay, az], [bx, by, bz]) = (at(one), at(other));
        let distance = position[one].distance(position[other]) as f32;
        line(&mut drawing, [ax, ay, az, bx, by, bz], distance, floor(located[one].0));
    }
    drawing
}

/// Returns the ways ahead as lines. Each way is a list of points x, y, z, with the number of the area to which it leads.
pub fn routes(ways: impl Iterator<Item = (Vec<f32>, f32, FloorId)>, areas: Vec<String>) -> Drawing {
    let most = areas.len().saturating_sub(1) as f32;
    let mut drawing = Drawing { words: areas, most, ..empty() };
    for (points, value, floor) in ways {
        for pair in points.windows(6).step_by(3) {
            if let Ok(ends) = <[f32; 6]>::try_from(pair) {
                line(&mut drawing, ends, value, floor);
            }
        }
    }
    drawing
}

/// Refuses a moment that is not on the tape.
pub fn gone() -> Refusal {
    Refusal::new("there is no such moment", "choose a time that was computed")
}
