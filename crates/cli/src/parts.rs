//! Connected parts of the walkable area other than the largest: where they are and where a link may be missing.

use populace_env::{Built, CellId, FloorId};
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
    /// Where it comes closest to the largest part; only for the parts that are described.
    pub gap: Option<Gap>,
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

/// All parts but the largest, by decreasing area; gaps are looked for in the first `described`.
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
    let describe = |(i, (area, cells)): (usize, &(f64, &Vec<CellId>))| {
        let widest = cells.iter().max_by(|a, b| environment.cell_area(**a).total_cmp(&environment.cell_area(**b)));
        let cell = *widest?;
        let at = Spot { floor: environment.cell_floor(cell), point: environment.cell_center(cell) };
        let gap = if i < described { closest(&corners(built, cells, MOST_CORNERS), &main_land) } else { None };
        Some(Part { area: *area, cells: cells.len(), at, gap })
    };
    parts[1..].iter().enumerate().filter_map(describe).collect()
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
        let gap = parts[0].gap.unwrap();
        assert!((gap.distance - 3.0).abs() < 1e-9 && gap.here.point.x == 13.0 && gap.there.point.x == 10.0);
    }

    #[test]
    fn one_room_has_no_unconnected_part() {
        assert!(unconnected(&rooms(&[(0.0, 0.0, 10.0, 10.0)]), 5).is_empty());
    }
}
