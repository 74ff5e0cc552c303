//! A route as users see it: the line, its length and time, the floors and links that it passes.

use populace_draw::DrawnRoute;
use populace_env::{CellId, Environment, FloorId, LinkId, SegmentId};
use populace_plan::{Line, Roadmap, Waypoint};
use serde_json::{Value, json};

use crate::ends::RouteEnd;

/// A planned route between two ends.
#[derive(Clone, Debug)]
pub struct Journey {
    pub from: RouteEnd,
    pub to: RouteEnd,
    pub portals: Vec<SegmentId>,
    pub line: Line,
    /// Expected time along the line, s.
    pub time: f64,
    /// Floors in the order in which they are walked on.
    pub floors: Vec<FloorId>,
    /// Links in the order in which they are passed.
    pub links: Vec<LinkId>,
    /// Body width, m.
    pub width: f64,
    pub planner: &'static str,
}

impl Journey {
    /// Follows the portals from cell to cell.
    pub fn along(env: &Environment, map: &Roadmap, ends: [RouteEnd; 2], portals: Vec<SegmentId>, line: Line) -> Self {
        let [from, to] = ends;
        let (mut floors, mut links) = (vec![env.cell_floor(from.spot.cell)], Vec::new());
        for (segment, cell) in entered(env, from.spot.cell, &portals) {
            floors.push(env.cell_floor(cell));
            links.extend(env.segment(segment).link);
        }
        floors.dedup();
        links.dedup();
        let (time, width) = (map.time_along(env, &line, &portals), map.profile().width);
        Journey { from, to, portals, line, time, floors, links, width, planner: "" }
    }

    /// Returns what a drawing shows of the route.
    pub fn drawn(&self) -> DrawnRoute<'_> {
        let at = |end: &RouteEnd| Waypoint { point: end.spot.point, floor: end.floor };
        DrawnRoute {
            from: at(&self.from),
            to: at(&self.to),
            portals: &self.portals,
            line: &self.line,
            time: self.time,
            width: self.width,
            planner: self.planner,
        }
    }

    /// Returns the route as JSON, with the keys that scripts rely on.
    pub fn json(&self, env: &Environment) -> Value {
        let portals = entered(env, self.from.spot.cell, &self.portals).map(|(id, cell)| {
            let segment = env.segment(id);
            json!({
                "segment": id.0,
                "link": segment.link.map(|l| &env.links()[l.index()].name),
                "floor": floor_name(env, env.cell_floor(cell)),
                "a": [segment.a.x, segment.a.y],
                "b": [segment.b.x, segment.b.y],
                "width_m": segment.length,
            })
        });
        let points = self.line.points.iter().map(|w| [w.point.x, w.point.y, env.height(w.floor, w.point)]);
        json!({
            "length_m": self.line.length,
            "time_s": self.time,
            "portals": portals.collect::<Vec<_>>(),
            "points": points.collect::<Vec<_>>(),
            "floors": self.floors.iter().map(|f| floor_name(env, *f)).collect::<Vec<_>>(),
            "planner": self.planner,
            "width_m": self.width,
            "snapped": { "from_m": self.from.moved, "to_m": self.to.moved },
        })
    }

    /// Writes the route as text, one figure per line.
    pub fn text(&self, env: &Environment) -> String {
        let names = |names: Vec<&str>| if names.is_empty() { "none".to_string() } else { names.join(" > ") };
        let link = |l: &LinkId| env.links()[l.index()].name.as_str();
        let mut rows = vec![
            ("from", end_text(env, &self.from)),
            ("to", end_text(env, &self.to)),
            ("length", format!("{:.2} m on the plan", self.line.length)),
            ("time", format!("{:.1} s", self.time)),
            ("portals", self.portals.len().to_string()),
            ("floors", names(self.floors.iter().map(|f| floor_name(env, *f)).collect())),
            ("links", names(self.links.iter().map(link).collect())),
            ("body width", format!("{} m", self.width)),
        ];
        rows.push(("planner", self.planner.to_string()));
        rows.iter().map(|(name, value)| format!("{name:12}{value}\n")).collect()
    }
}

/// Returns each portal with the cell that it leads into.
fn entered<'a>(
    env: &'a Environment,
    start: CellId,
    portals: &'a [SegmentId],
) -> impl Iterator<Item = (SegmentId, CellId)> + 'a {
    portals.iter().scan(start, |cell, &id| {
        *cell = env.segment(id).other(*cell);
        Some((id, *cell))
    })
}

fn floor_name(env: &Environment, floor: FloorId) -> &str {
    &env.floors()[floor.index()].name
}

fn end_text(env: &Environment, end: &RouteEnd) -> String {
    let at = end.spot.point;
    let chosen = if end.is_chosen { ", the lowest level that is walkable there" } else { "" };
    let moved =
        if end.moved > 0.0 { format!(", moved {:.2} m to where the body fits", end.moved) } else { String::new() };
    format!("({:.3}, {:.3}) on {:?}{chosen}{moved}", at.x, at.y, floor_name(env, end.floor))
}
