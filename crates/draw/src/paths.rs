//! Draws where everyone went: one line per pedestrian over the floors, coloured by population, and where they were at
//! the end.

use populace_env::FloorId;
use populace_geom::Point;
use populace_traj::{Event, EventKind, Frame};

use crate::colour::{Colour, PATHS};
use crate::legend::Style;
use crate::panels::Panel;
use crate::picture::{Layer, Pen};
use crate::scene::on_ground;
use crate::sheet::{Canvas, Caption};
use crate::stages::{counted, wall_style};
use crate::{DrawError, FileKind, Scene, overlay};

/// A point of a path is kept when it is farther than this from the last kept point, m.
const APART: f64 = 0.1;
/// When a pedestrian is farther than this from its last point, m, it was on no floor in between: it rode in a lift.
const GAP: f64 = 3.0;
/// The most populations for which the legend has room.
const MOST_NAMED: usize = 12;

/// The paths of all people.
#[derive(Default)]
pub struct Paths {
    /// By pedestrian: pieces, each on one floor.
    pieces: Vec<Vec<(FloorId, Vec<Point>)>>,
    population: Vec<u32>,
    last: Option<Frame>,
    first_time: Option<f64>,
    /// The sightings of each pedestrian at the times of the marks.
    sightings: Vec<Sighting>,
    every: Option<f64>,
}

/// The place where a pedestrian was at a time.
struct Sighting {
    who: usize,
    floor: FloorId,
    at: Point,
    time: f64,
}

impl Paths {
    /// Returns an empty set of paths. Each path gets a mark every `every` seconds; no marks when `every` is absent.
    pub fn new(every: Option<f64>) -> Self {
        Paths { every, ..Paths::default() }
    }

    /// Takes the positions of everyone on the floors. Frames come in order. A ride in a lift leaves no line.
    pub fn frame(&mut self, frame: &Frame) {
        self.first_time.get_or_insert(frame.time);
        let is_marked = self.is_marked(frame.time);
        for row in frame.on_floors() {
            let (who, at) = (frame.pedestrian[row] as usize, frame.position[row]);
            if is_marked {
                self.sightings.push(Sighting {
                    who,
                    floor: FloorId::new(frame.floor[row].into()),
                    at,
                    time: frame.time,
                });
            }
            if self.pieces.len() <= who {
                self.pieces.resize(who + 1, Vec::new());
            }
            extend(&mut self.pieces[who], FloorId::new(frame.floor[row].into()), at);
        }
        self.last = Some(frame.clone());
    }

    /// Returns whether this is the first frame of another interval between marks.
    fn is_marked(&self, time: f64) -> bool {
        let Some(every) = self.every else { return false };
        let interval = |time: f64| (time / every + 1e-6).floor();
        // There is no frame before the first frame, so the first frame is marked only when its own time is the time of
        // a mark.
        let before = self.last.as_ref().map_or(time - 1e-3 * every, |last| last.time);
        interval(before) < interval(time)
    }

    /// Takes the population of a pedestrian from an event.
    pub fn event(&mut self, event: &Event) {
        if event.kind != EventKind::Entered {
            return;
        }
        let who = event.pedestrian as usize;
        if self.population.len() <= who {
            self.population.resize(who + 1, 0);
        }
        self.population[who] = event.subject;
    }

    fn colour(&self, who: usize) -> Colour {
        let population = self.population.get(who).copied().unwrap_or(0) as usize;
        PATHS[population % PATHS.len()]
    }
}

fn extend(pieces: &mut Vec<(FloorId, Vec<Point>)>, floor: FloorId, at: Point) {
    let Some((on, piece)) = pieces.last_mut() else {
        return pieces.push((floor, vec![at]));
    };
    let far = piece.last().map_or(f64::INFINITY, |&p| p.distance(at));
    if *on != floor || far > GAP {
        // Where one floor joins another the line goes on without a gap.
        let joint = piece.last().copied().filter(|_| far <= GAP);
        pieces.push((floor, joint.into_iter().chain([at]).collect()));
    } else if far > APART {
        piece.push(at);
    }
}

/// Draws paths, and returns the bytes of the file.
pub fn draw_paths(
    scene: &Scene,
    paths: &Paths,
    populations: &[String],
    size: f64,
    kind: FileKind,
) -> Result<Vec<u8>, DrawError> {
    let caption =
        Caption { title: scene.title("paths"), subtitle: subtitle(paths), legend: legend(scene, populations) };
    on_ground(scene, &caption, size, |panel, canvas| paint(paths, panel, canvas)).encode(kind)
}

fn subtitle(paths: &Paths) -> String {
    let walked = paths.pieces.iter().filter(|p| !p.is_empty()).count();
    let (from, until) = (paths.first_time.unwrap_or(0.0), paths.last.as_ref().map_or(0.0, |f| f.time));
    let inside = paths.last.as_ref().map_or(0, |last| last.on_floors().count());
    let marks = paths.every.map_or(String::new(), |every| format!(" · marks every {every} s, with the time in s"));
    let (walked, inside) = (counted(walked, "pedestrians"), counted(inside, "dots"));
    format!("{walked} · {from:.0} to {until:.0} s · {inside} at the end{marks}")
}

fn legend(scene: &Scene, populations: &[String]) -> Vec<(Style, String)> {
    let named = populations.iter().take(MOST_NAMED).enumerate();
    let mut entries: Vec<_> =
        named.map(|(i, name)| (Style::Line(Pen::solid(PATHS[i % PATHS.len()], 3.0)), name.clone())).collect();
    entries.push(wall_style());
    entries.extend(overlay::legend(scene));
    entries
}

fn paint(paths: &Paths, panel: &Panel, canvas: &mut Canvas) {
    let many = paths.pieces.len() > 300;
    let width = (canvas.scale() * 0.06).clamp(0.6, 1.8);
    for (who, pieces) in paths.pieces.iter().enumerate() {
        let pen = Pen::solid(paths.colour(who).opacity(if many { 90 } else { 170 }), width);
        for (_, piece) in pieces.iter().filter(|p| panel.floors.contains(&p.0)) {
            canvas.path(Layer::Graph, piece, pen);
        }
    }
    let size = (canvas.scale() * 0.05).clamp(2.0, 5.0);
    for mark in paths.sightings.iter().filter(|m| panel.floors.contains(&m.floor)) {
        let colour = paths.colour(mark.who);
        canvas.dot(Layer::Marks, mark.at, size, colour);
        let above = mark.at + Point::new(0.0, (size + 8.0) / canvas.scale());
        canvas.label(above, 10.0, colour, format!("{:.4}", mark.time).trim_end_matches('0').trim_end_matches('.'));
    }
    let Some(last) = &paths.last else { return };
    for row in last.on_floors() {
        if panel.floors.contains(&FloorId::new(last.floor[row].into())) {
            let radius = (canvas.scale() * 0.2).clamp(1.5, 6.0);
            canvas.dot(Layer::Marks, last.position[row], radius, paths.colour(last.pedestrian[row] as usize));
        }
    }
}
