//! Density in a measurement area.
//!
//! The classic density is the number of people in the area, divided by its size (Steffen, Seyfried 2010,
//! doi:10.1016/j.physa.2009.12.015). As in PedPy's `compute_classic_density`, a pedestrian on the border is not in the area.

use populace_geom::{Bounds, Point, Turn, area, contains, turn};

use crate::{Cell, Frame};

/// A polygon in which people are counted.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasurementArea {
    ring: Vec<Point>,
    holes: Vec<Vec<Point>>,
    bounds: Bounds,
    floor: Option<u16>,
    size: f64,
}

impl MeasurementArea {
    /// Returns the area inside a ring, on a floor, or on all floors when `floor` is `None`. Returns `None` when the
    /// ring has no size.
    pub fn new(ring: Vec<Point>, floor: Option<u16>) -> Option<Self> {
        let (size, bounds) = (area(&ring), Bounds::of(ring.iter().copied()));
        let measured = MeasurementArea { ring, holes: Vec::new(), bounds, floor, size };
        (size > 0.0 && size.is_finite()).then_some(measured)
    }
    /// Returns the area with holes cut out of it. `size` is the size of the ground in the area where people can be, m².
    /// Returns `None` when `size` is not positive.
    pub fn on_ground(self, holes: Vec<Vec<Point>>, size: f64) -> Option<Self> {
        (size > 0.0 && size.is_finite()).then_some(MeasurementArea { holes, size, ..self })
    }
    /// Returns the size of the area, m².
    pub fn size(&self) -> f64 {
        self.size
    }
    /// Returns the floor of the area; `None` stands for all floors.
    pub fn floor(&self) -> Option<u16> {
        self.floor
    }
    /// Returns the border of the area.
    pub fn ring(&self) -> &[Point] {
        &self.ring
    }
    /// Returns the box around the area.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }
    /// Returns the size of the part that the area shares with a Voronoi cell, m².
    pub fn common(&self, cell: &Cell) -> f64 {
        let holes: f64 = self.holes.iter().map(|hole| cell.common(hole)).sum();
        cell.common(&self.ring) - holes
    }
    /// Returns how many people are in the area. People on its border and in lifts do not count.
    pub fn count(&self, frame: &Frame) -> usize {
        self.people(frame).count()
    }
    /// Returns the classic density, persons/m².
    pub fn density(&self, frame: &Frame) -> f64 {
        self.count(frame) as f64 / self.size
    }

    /// Returns the rows of the pedestrians in the area.
    pub(crate) fn people(&self, frame: &Frame) -> impl Iterator<Item = usize> {
        let here = frame.on_floors().filter(|&row| self.floor.is_none_or(|own| own == frame.floor[row]));
        here.filter(|&row| self.bounds.contains(frame.position[row]) && self.holds(frame.position[row]))
    }

    fn holds(&self, p: Point) -> bool {
        let is_inside = |ring: &[Point]| contains(ring, p) || is_on_border(ring, p);
        contains(&self.ring, p) && !is_on_border(&self.ring, p) && !self.holes.iter().any(|hole| is_inside(hole))
    }
}

fn is_on_border(ring: &[Point], p: Point) -> bool {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).any(|(&a, &b)| turn(a, b, p) == Turn::Straight && is_within_box(a, b, p))
}

/// Returns whether `p`, which is on the line through `a` and `b`, is between them.
pub(crate) fn is_within_box(a: Point, b: Point, p: Point) -> bool {
    let between = |a: f64, b: f64, p: f64| a.min(b) <= p && p <= a.max(b);
    between(a.x, b.x, p.x) && between(a.y, b.y, p.y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::tests::frame;

    fn square() -> Vec<Point> {
        vec![Point::new(0.0, 0.0), Point::new(2.0, 0.0), Point::new(2.0, 2.0), Point::new(0.0, 2.0)]
    }

    #[test]
    fn density_is_people_inside_over_size_without_those_on_the_border() {
        let area = MeasurementArea::new(square(), None).unwrap();
        // Two people are inside, one on each kind of border, one on a corner, and one outside.
        let frame =
            frame(&[(0.5, 0.5), (1.9, 1.9), (0.0, 1.0), (2.0, 1.0), (1.0, 0.0), (1.0, 2.0), (2.0, 2.0), (3.0, 1.0)]);
        assert_eq!(area.count(&frame), 2);
        assert_eq!(area.density(&frame), 0.5);
    }

    #[test]
    fn an_area_counts_its_floor_only() {
        let mut frame = frame(&[(0.5, 0.5), (1.0, 1.0)]);
        frame.floor[1] = 3;
        let count = |floor| MeasurementArea::new(square(), floor).unwrap().count(&frame);
        assert_eq!([count(None), count(Some(0)), count(Some(3)), count(Some(1))], [2, 1, 1, 0]);
    }

    #[test]
    fn who_is_in_a_hole_is_not_in_the_area() {
        let hole = [(0.5, 0.5), (1.0, 0.5), (1.0, 1.0), (0.5, 1.0)].map(|(x, y)| Point::new(x, y)).to_vec();
        let area = MeasurementArea::new(square(), None).and_then(|a| a.on_ground(vec![hole], 3.75)).unwrap();
        // A pedestrian in the hole, one on its border, and one on the ground around it: one pedestrian counts on 3.75 m².
        let frame = frame(&[(0.7, 0.7), (0.5, 0.7), (1.5, 1.5)]);
        assert_eq!(area.density(&frame), 1.0 / 3.75);
    }

    #[test]
    fn a_ring_without_size_is_no_area() {
        assert_eq!(MeasurementArea::new(square()[..2].to_vec(), None), None);
        assert_eq!(MeasurementArea::new(Vec::new(), None), None);
        assert_eq!(MeasurementArea::new(square(), None).and_then(|a| a.on_ground(Vec::new(), 0.0)), None);
    }
}
