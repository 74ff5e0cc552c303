//! Connected parts of the walkable area other than the largest: where they are and where a link may be missing.

use populace_env::{Built, CellId, FloorId, LinkId};
use populace_geom::Point;

/// Corners compared of each part; more would cost time without changing where a link is missing.
const MOST_CORNERS: usize = 300;
const MOST_CORNERS_OF_LARGEST: usize = 20_000;

/// A part of the place that a body cannot walk to from the largest part.
#[derive(Clone, Debug)]
pub struct Part {
    pub area: f64,
    pub cells: usize,
    /// The middle of its largest cell.
    pub at: Spot,
    pub reason: Reason,
}

/// Why a part is out of reach.
#[derive(Clone, Copy, Debug)]
pub enum Reason {
    /// It has ways out, but all are too narrow; the widest and its width, m.
    Narrow { widest: f64, at: Spot },
    /// A shut door is in the way.
    ShutDoor { link: LinkId, at: Spot },
    /// Nothing leads there; where it comes closest to the largest part, for the parts that are described.
    NoLink { gap: Option<Gap> },
}

/// A point of a floor.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spot {
    pub floor: FloorId,
    pub point: Point,
}

/// Two corners that almost meet.
#[derive(Clone, Copy, Debug)]
pub struct Gap {
    pub here: Spot,
    pub there: Spot,
    /// In space, m.
    pub distance: f64,
}

/// All parts but the largest, by decreasing area; gaps are looked for in the first `described` that need one.
pub fn unconnected(built: &Built, described: usize) -> Vec<Part> {
    let environment = &built.environment;
    let area = |cells: &[CellId]| cells.iter().map(|c| environment.cell_area(*c)).sum::<f64>();
    let mut parts: Vec<(f64, &Vec<CellId>)> = built.topology.components().iter().map(|c| (area(c), c)).collect();
    parts.sort_by(|a, b| b.0.total_cmp(&a.0));
    let Some((_, largest)) = parts.first().copied() else { return Vec::new() };
    if parts.len() == 1 {
        return Vec::new();
    }
    let main_land = corners(built, largest, MOST_CORNERS_OF_LARGEST);
    let mut gaps_left = described;
    let mut described_parts = Vec::new();
    for (area, cells) in &parts[1..] {
        let largest_first =
            |a: &&CellId, b: &&CellId| environment.cell_area(**a).total_cmp(&environment.cell_area(**b));
        let Some(cell) = cells.iter().max_by(largest_first) else { continue };
        let at = Spot { floor: environment.cell_floor(*cell), point: environment.cell_center(*cell) };
        let reason = blocked_way(built, cells).unwrap_or_else(|| {
            let is_described = gaps_left > 0;
            gaps_left = gaps_left.saturating_sub(1);
            let gap = is_described.then(|| closest(&corners(built, cells, MOST_CORNERS), &main_land)).flatten();
            Reason::NoLink { gap }
        });
        described_parts.push(Part { area: *area, cells: cells.len(), at, reason });
    }
    described_parts
}

/// The widest way out of a part that cannot be taken.
fn blocked_way(built: &Built, cells: &[CellId]) -> Option<Reason> {
    let environment = &built.environment;
    let ways = cells.iter().flat_map(|c| environment.cell_segments(*c).map(move |s| (*c, environment.segment(s))));
    let mut out: Vec<_> = ways.filter(|(c, s)| !built.topology.connects(*c, s.other(*c))).collect();
    out.sort_by(|a, b| b.1.length.total_cmp(&a.1.length));
    let (cell, widest) = *out.first()?;
    let at = Spot { floor: environment.cell_floor(cell), point: widest.middle() };
    match widest.link.filter(|link| !environment.is_open(*link)) {
        Some(link) => Some(Reason::ShutDoor { link, at }),
        None => Some(Reason::Narrow { widest: widest.length, at }),
    }
}

/// Corners of the cells with their heights, evenly thinned to at most `most`.
fn corners(built: &Built, cells: &[CellId], most: usize) -> Vec<(Spot, f64)> {
    let environment = &built.environment;
    let all = cells.iter().flat_map(|c| {
        let floor = environment.cell_floor(*c);
        environment.cell_ring(*c).map(move |point| Spot { floor, point })
    });
    let count = cells.iter().map(|c| environment.cell_ring(*c).count()).sum::<usize>();
    let step = count.div_ceil(most).max(1);
    all.step_by(step).map(|s| (s, environment.height(s.floor, s.point))).collect()
}

fn closest(here: &[(Spot, f64)], there: &[(Spot, f64)]) -> Option<Gap> {
    let mut best: Option<Gap> = None;
    for (a, z_a) in here {
        for (b, z_b) in there {
            let distance = ((a.point - b.point).norm2() + (z_a - z_b) * (z_a - z_b)).sqrt();
            if best.is_none_or(|gap| distance < gap.distance) {
                best = Some(Gap { here: *a, there: *b, distance });
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use populace_env::{BuildOptions, Floor, Outline, Place, build};
    use populace_geom::Bounds;

    fn rooms(boxes: &[(f64, f64, f64, f64)]) -> Built {
        let mut floor = Floor::level("ground", 0.0);
        for (x, y, w, h) in boxes {
            let corners = Bounds { min: Point::new(*x, *y), max: Point::new(x + w, y + h) }.corners();
            floor.walkable.push(Outline::new(corners.to_vec(), "room"));
        }
        let place = Place { floors: vec![floor], ..Place::default() };
        build(&place, &BuildOptions::default()).unwrap()
    }

    #[test]
    fn two_rooms_apart_are_reported_with_their_gap() {
        let parts = unconnected(&rooms(&[(0.0, 0.0, 10.0, 10.0), (13.0, 0.0, 4.0, 4.0)]), 5);
        assert_eq!(parts.len(), 1);
        assert!((parts[0].area - 16.0).abs() < 1e-9);
        let Reason::NoLink { gap: Some(gap) } = parts[0].reason else { panic!("{parts:?}") };
        assert!((gap.distance - 3.0).abs() < 1e-9 && gap.here.point.x == 13.0 && gap.there.point.x == 10.0);
    }

    #[test]
    fn a_room_behind_a_slot_is_reported_with_the_width_of_the_slot() {
        let parts = unconnected(&rooms(&[(0.0, 0.0, 9.0, 9.0), (9.0, 4.0, 1.0, 0.3), (10.0, 0.0, 5.0, 5.0)]), 5);
        assert_eq!(parts.len(), 2, "the room and the slot itself");
        let Reason::Narrow { widest, .. } = parts[0].reason else { panic!("{parts:?}") };
        assert!((widest - 0.3).abs() < 1e-9);
    }

    #[test]
    fn one_room_has_no_unconnected_part() {
        assert!(unconnected(&rooms(&[(0.0, 0.0, 10.0, 10.0)]), 5).is_empty());
    }
}
