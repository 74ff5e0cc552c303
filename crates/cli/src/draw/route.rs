//! A route over the floors it passes: the line, the portals it crosses, start and goal.

use populace_env::{Environment, FloorId};
use populace_geom::Point;

use super::colour;
use super::panels::{self, Panel};
use super::picture::{Layer, Pen};
use super::sheet::{Canvas, Caption, Sheet, Swatch};
use super::stages::{borders, counted, ground, wall_swatch};
use super::{FileKind, Scene, encode, overlay, title, window};
use crate::failure::Failure;
use crate::journey::Journey;

/// The bytes of the drawing.
pub fn draw_route(scene: &Scene, journey: &Journey, size: f64, kind: FileKind) -> Result<Vec<u8>, Failure> {
    let panels = panels::by_height(scene);
    let caption = Caption { title: title(scene, "route"), subtitle: subtitle(journey), legend: legend(scene) };
    let titles: Vec<String> = panels.iter().map(|p| p.title.clone()).collect();
    let mut sheet = Sheet::new(&titles, window(scene, &panels), &caption, size);
    for (i, panel) in panels.iter().enumerate() {
        if let Some(mut canvas) = sheet.panel(i) {
            ground(scene, &panel.floors, &mut canvas);
            borders(scene, &panel.floors, &mut canvas);
            // Before the overlay, so that its words give way to those of the route.
            paint(&scene.built.environment, journey, panel, &mut canvas);
            overlay::paint(scene, panel, &mut canvas);
        }
    }
    encode(&sheet.picture, kind)
}

fn subtitle(journey: &Journey) -> String {
    format!(
        "{:.1} m · {:.0} s · {} · {} m wide · {}",
        journey.line.length,
        journey.time,
        counted(journey.portals.len(), "portals"),
        journey.width,
        journey.planner
    )
}

fn legend(scene: &Scene) -> Vec<(Swatch, String)> {
    let mut entries = vec![
        (Swatch::Line(Pen::solid(colour::ROUTE, 4.0)), "route".to_string()),
        (Swatch::Line(Pen::solid(colour::PORTAL, 2.0)), "portal".into()),
        (Swatch::Dot(colour::ENTRANCE), "start".into()),
        (Swatch::Dot(colour::EXIT), "goal".into()),
        wall_swatch(),
    ];
    entries.extend(overlay::legend(scene));
    entries
}

fn paint(env: &Environment, journey: &Journey, panel: &Panel, canvas: &mut Canvas) {
    let shows = |floor: FloorId| panel.floors.contains(&floor);
    let pen = Pen::solid(colour::PORTAL.opacity(210), (canvas.scale() * 0.05).clamp(0.8, 2.0));
    for segment in journey.portals.iter().map(|s| env.segment(*s)) {
        let is_here = segment.cells.iter().any(|c| shows(env.cell_floor(*c)));
        if is_here && !segment.is_lift() {
            canvas.line(Layer::Graph, &[segment.a, segment.b], pen);
        }
    }
    let pen = Pen::solid(colour::ROUTE, (canvas.scale() * 0.12).clamp(2.2, 5.0));
    for piece in pieces(env, journey).iter().filter(|p| shows(p.0)) {
        canvas.line(Layer::Marks, &piece.1, pen);
    }
    let points = &journey.line.points;
    let ends = [
        (&journey.from, points.get(1), colour::ENTRANCE, "start"),
        (&journey.to, points.iter().rev().nth(1), colour::EXIT, "goal"),
    ];
    for (end, beside, tint, word) in ends.into_iter().filter(|e| shows(e.0.floor)) {
        let at = end.spot.point;
        canvas.dot(Layer::Marks, at, 8.0, colour::WALKABLE);
        canvas.dot(Layer::Marks, at, 6.0, tint);
        // The word stands where the line does not.
        let away = if beside.is_some_and(|b| b.point.y > at.y) { -18.0 } else { 18.0 };
        canvas.label(at + Point::new(0.0, away / canvas.scale()), 15.0, tint, word);
    }
}

/// The line in pieces, each with the floor it is walked on; rides in lifts lie between two pieces.
fn pieces(env: &Environment, journey: &Journey) -> Vec<(FloorId, Vec<Point>)> {
    let mut pieces: Vec<(FloorId, Vec<Point>)> = Vec::new();
    let mut rides = journey.portals.iter().map(|s| env.segment(*s)).filter(|s| s.is_lift()).peekable();
    let points = &journey.line.points;
    for (i, here) in points.iter().enumerate() {
        let before = i.checked_sub(1).map(|b| points[b]);
        let is_ride = before.zip(rides.peek()).is_some_and(|(b, ride)| {
            b.floor != here.floor && [[b.point, here.point], [here.point, b.point]].contains(&[ride.a, ride.b])
        });
        if is_ride {
            rides.next();
        } else if let Some((_, piece)) = pieces.last_mut() {
            piece.push(here.point);
        }
        if before.is_none_or(|b| b.floor != here.floor) {
            pieces.push((here.floor, vec![here.point]));
        }
    }
    pieces
}
