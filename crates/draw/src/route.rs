//! A route over the floors that it passes: the line, the portals that it crosses, start and goal.

use populace_env::{Environment, FloorId, SegmentId};
use populace_geom::Point;
use populace_plan::{Line, Waypoint};

use crate::colour;
use crate::legend::Style;
use crate::panels::Panel;
use crate::picture::{Layer, Pen, Symbol};
use crate::scene::on_ground;
use crate::sheet::{Canvas, Caption};
use crate::stages::{counted, wall_style};
use crate::{DrawError, FileKind, Scene, overlay};

/// A route as it is drawn.
#[derive(Clone, Debug)]
pub struct DrawnRoute<'a> {
    /// The point where the route starts.
    pub from: Waypoint,
    /// The point where the route ends.
    pub to: Waypoint,
    /// The portals that it passes, in order.
    pub portals: &'a [SegmentId],
    /// The line from start to goal.
    pub line: &'a Line,
    /// The time that it takes, s.
    pub time: f64,
    /// The width of the body, m.
    pub width: f64,
    /// The planner that found it.
    pub planner: &'a str,
}

/// Draws a route, and returns the bytes of the file.
pub fn draw_route(scene: &Scene, route: &DrawnRoute, size: f64, kind: FileKind) -> Result<Vec<u8>, DrawError> {
    let caption = Caption { title: scene.title("route"), subtitle: subtitle(route), legend: legend(scene) };
    let env = &scene.built.environment;
    on_ground(scene, &caption, size, |panel, canvas| paint(env, route, panel, canvas)).encode(kind)
}

fn subtitle(route: &DrawnRoute) -> String {
    format!(
        "{:.1} m · {:.0} s · {} · {} m wide · {}",
        route.line.length,
        route.time,
        counted(route.portals.len(), "portals"),
        route.width,
        route.planner
    )
}

fn legend(scene: &Scene) -> Vec<(Style, String)> {
    let mut entries = vec![
        (Style::Line(Pen::solid(colour::ROUTE, 4.0)), "route".to_string()),
        (Style::Line(Pen::solid(colour::PORTAL, 2.0)), "portal".into()),
        (Style::Symbols(Symbol::Dot, colour::ENTRANCE), "start".into()),
        (Style::Symbols(Symbol::Dot, colour::EXIT), "goal".into()),
        wall_style(),
    ];
    entries.extend(overlay::legend(scene));
    entries
}

fn paint(env: &Environment, route: &DrawnRoute, panel: &Panel, canvas: &mut Canvas) {
    let shows = |floor: FloorId| panel.floors.contains(&floor);
    let pen = Pen::solid(colour::PORTAL.opacity(210), (canvas.scale() * 0.05).clamp(0.8, 2.0));
    for segment in route.portals.iter().map(|s| env.segment(*s)) {
        let is_here = segment.cells.iter().any(|c| shows(env.cell_floor(*c)));
        if is_here && !segment.is_lift() {
            canvas.line(Layer::Graph, &[segment.a, segment.b], pen);
        }
    }
    let pen = Pen::solid(colour::ROUTE, (canvas.scale() * 0.12).clamp(2.2, 5.0));
    for piece in pieces(env, route).iter().filter(|p| shows(p.0)) {
        canvas.line(Layer::Marks, &piece.1, pen);
    }
    let points = &route.line.points;
    let ends = [
        (&route.from, points.get(1), colour::ENTRANCE, "start"),
        (&route.to, points.iter().rev().nth(1), colour::EXIT, "goal"),
    ];
    for (end, beside, tint, word) in ends.into_iter().filter(|e| shows(e.0.floor)) {
        let at = end.point;
        canvas.dot(Layer::Marks, at, 8.0, colour::WALKABLE);
        canvas.dot(Layer::Marks, at, 6.0, tint);
        // The word stands where the line does not.
        let away = if beside.is_some_and(|b| b.point.y > at.y) { -18.0 } else { 18.0 };
        canvas.label(at + Point::new(0.0, away / canvas.scale()), 15.0, tint, word);
    }
}

/// Cuts the line into pieces, each with the floor that it is walked on; a ride in a lift lies between two pieces.
fn pieces(env: &Environment, route: &DrawnRoute) -> Vec<(FloorId, Vec<Point>)> {
    let mut pieces: Vec<(FloorId, Vec<Point>)> = Vec::new();
    let mut rides = route.portals.iter().map(|s| env.segment(*s)).filter(|s| s.is_lift()).peekable();
    let points = &route.line.points;
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
