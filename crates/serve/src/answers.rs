//! Answers to requests. Slow answers are worked out on other threads.

use populace_geom::{Point, Segment, Tiling};

use crate::gauges::Gauges;
use crate::packing;
use crate::protocol::{Ask, Height, Place, Tell};
use crate::show::{Refusal, Show};

/// The most rows, happenings and people in one answer.
const MOST_ROWS: usize = 500;
const MOST_HAPPENINGS: usize = 2000;
const MOST_PEOPLE: usize = 100_000;
/// The most points of a trail: it reaches so many frames back.
const TRAIL_FRAMES: u32 = 600;

/// Returns whether a request is answered at once.
pub fn is_quick(ask: &Ask) -> bool {
    matches!(
        ask,
        Ask::Statistics { .. }
            | Ask::Happenings { .. }
            | Ask::Trains { .. }
            | Ask::Roster { .. }
            | Ask::Presence { .. }
    )
}

/// Returns the answer to a request; the gauges belong to the page that asks.
pub fn answer(show: &dyn Show, gauges: &Gauges, ask: Ask) -> Tell {
    let tag = tag(&ask);
    let told = match ask {
        Ask::Statistics { from, .. } => Ok(Tell::Statistics { tag, from, rows: show.tape().rows(from, MOST_ROWS) }),
        Ask::Happenings { from, .. } => {
            Ok(Tell::Happenings { tag, from, list: show.tape().happenings(from, MOST_HAPPENINGS) })
        }
        Ask::Trains { from, .. } => {
            Ok(Tell::Trains { tag, from, list: show.tape().train_changes(from, MOST_HAPPENINGS) })
        }
        Ask::Roster { from, .. } => {
            let (populations, radii) = show.tape().roster(from, MOST_PEOPLE);
            Ok(Tell::Roster { tag, from, populations, radii })
        }
        Ask::Presence { pedestrian, .. } => presence(show, tag, pedestrian),
        Ask::Inspect { pedestrian, frame, .. } => {
            show.inspect(pedestrian, frame).map(|inspected| Tell::Inspected { tag, inspected: Box::new(inspected) })
        }
        Ask::Trail { pedestrian, frame, .. } => Ok(trail(show, tag, pedestrian, frame)),
        Ask::Layer { layer, level, frame, .. } => {
            show.layer(&layer, level, frame).map(|drawing| Tell::Layer { tag, drawing })
        }
        Ask::Flow { floor, ax, ay, bx, by, frame, .. } => {
            let line = Segment::new(Point::new(ax, ay), Point::new(bx, by));
            gauges.flows.count(show, floor, line, frame).map(|flow| Tell::Flow { tag, flow })
        }
        Ask::Diagram { area, .. } => gauges.diagrams.measure(show, area).map(|diagram| Tell::Diagram { tag, diagram }),
        Ask::Probe { floor, x, y, .. } => Ok(Tell::Probed { tag, lines: show.probe(floor, x, y) }),
        Ask::Act { act, .. } => show.act(&act).map(|()| Tell::Done { tag }),
        _ => Ok(Tell::Done { tag }),
    };
    told_or_refused(tag, told)
}

/// Returns an answer, or the words of the refusal.
pub fn told_or_refused(tag: u32, told: Result<Tell, Refusal>) -> Tell {
    told.unwrap_or_else(|no| refused(tag, no.what, no.hint))
}

/// Refuses a request whose answer failed by a fault of this program.
pub fn failed(tag: u32) -> Tell {
    refused(tag, "this cannot be answered", "the terminal says more")
}

/// Returns the number by which the page knows its request.
pub fn tag(ask: &Ask) -> u32 {
    match ask {
        Ask::Frames { tag, .. }
        | Ask::Statistics { tag, .. }
        | Ask::Happenings { tag, .. }
        | Ask::Trains { tag, .. }
        | Ask::Roster { tag, .. }
        | Ask::Presence { tag, .. }
        | Ask::Inspect { tag, .. }
        | Ask::Trail { tag, .. }
        | Ask::Layer { tag, .. }
        | Ask::Flow { tag, .. }
        | Ask::Diagram { tag, .. }
        | Ask::Probe { tag, .. }
        | Ask::Restart { tag }
        | Ask::Act { tag, .. } => *tag,
        _ => 0,
    }
}

/// Refuses a request: says why, and what to do.
pub fn refused(tag: u32, what: impl Into<String>, hint: impl Into<String>) -> Tell {
    Tell::Refused { tag, what: what.into(), hint: hint.into() }
}

fn presence(show: &dyn Show, tag: u32, pedestrian: u32) -> Result<Tell, Refusal> {
    let Some((first, last)) = show.tape().presence(pedestrian) else {
        let what = format!("nobody with the number {pedestrian} has come in yet");
        return Err(Refusal::new(what, "let the run go on, or choose another number"));
    };
    Ok(Tell::Presence { tag, pedestrian, first, last })
}

fn trail(show: &dyn Show, tag: u32, pedestrian: u32, frame: u32) -> Tell {
    let place = show.place(frame);
    let origin = Point::new(place.origin_x, place.origin_y);
    let last = frame.min(show.tape().frames().saturating_sub(1));
    let first = last.saturating_sub(TRAIL_FRAMES);
    let mut points = Vec::new();
    for number in first..=last {
        let Some(bytes) = show.tape().frame(number, &[]) else { break };
        if let Some((at, floor)) = packing::find(&bytes, pedestrian, origin, place.step) {
            let local = at - origin;
            points.extend([local.x as f32, local.y as f32, height(&place, floor, local)]);
        }
    }
    Tell::Trail { tag, pedestrian, first, last, points }
}

/// Returns the height of a floor at a local point, m.
pub fn height(place: &Place, floor: u16, at: Point) -> f32 {
    match place.floors.get(usize::from(floor)).map(|f| &f.height) {
        Some(Height::Flat { z }) => *z,
        Some(Height::Along { line }) => along(line, at),
        Some(Height::Grid { x, y, step, columns, values }) => {
            let (columns, origin) = (*columns as usize, Point::new((*x).into(), (*y).into()));
            let tiling = Tiling::new(origin, (*step).into(), columns, values.len() / columns.max(1));
            values.get(tiling.nearest_corner(at)).copied().unwrap_or(0.0)
        }
        None => 0.0,
    }
}

fn along(line: &[f32], at: Point) -> f32 {
    let corner = |c: &[f32]| (Point::new(c[0].into(), c[1].into()), f64::from(c[2]));
    let corners: Vec<_> = line.chunks_exact(3).map(corner).collect();
    let nearest = corners.windows(2).map(|w| {
        let piece = Segment::new(w[0].0, w[1].0);
        (piece.distance(at), w[0].1 + (w[1].1 - w[0].1) * piece.project(at).clamp(0.0, 1.0))
    });
    nearest.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(0.0, |(_, z)| z as f32)
}
