//! Morton order: points that are near in the plane are mostly near in the order (Morton 1966).

use crate::{Bounds, Point};

/// A grid of fine squares that gives points their keys: a key takes its bits in turn from the column and from the row
/// of the point.
///
/// ```
/// use populace_geom::{Morton, Point};
///
/// // In steps of a quarter of a metre: column 3 (binary 11) and row 1 (binary 01) make 0111.
/// assert_eq!(Morton::new(Point::ZERO, 4.0).key(Point::new(0.75, 0.25)), 0b0111);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Morton {
    origin: Point,
    scale: f64,
}

impl Morton {
    /// Returns the grid that begins at `origin` and has `scale` columns and rows per metre. A point west of the origin
    /// has column zero, a point south of it has row zero.
    pub fn new(origin: Point, scale: f64) -> Self {
        Morton { origin, scale }
    }
    /// Returns the grid over a box that numbers its columns and its rows with `bits` bits each (at most 32).
    pub fn over(bounds: Bounds, bits: u32) -> Self {
        let size = bounds.size();
        let steps = ((1u64 << bits.min(32)) - 1) as f64;
        Morton::new(bounds.min, steps / size.x.max(size.y).max(1e-3))
    }
    /// Returns the key of a point. Rounding never changes the order of columns: of two points in different columns, the
    /// point with the larger x is in the higher column.
    #[inline]
    pub fn key(&self, p: Point) -> u64 {
        let at = (p - self.origin) * self.scale;
        // The casts cut off below zero and above 32 bits.
        spread(at.x as u32) | spread(at.y as u32) << 1
    }
}

/// Puts a zero between any two bits.
#[inline]
fn spread(x: u32) -> u64 {
    let x = u64::from(x);
    let x = (x | x << 16) & 0x0000_ffff_0000_ffff;
    let x = (x | x << 8) & 0x00ff_00ff_00ff_00ff;
    let x = (x | x << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    let x = (x | x << 2) & 0x3333_3333_3333_3333;
    (x | x << 1) & 0x5555_5555_5555_5555
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_the_bits_of_column_and_row_in_turn() {
        for (x, y) in [(0u32, 0u32), (1, 0), (0, 1), (0b1011, 0b0110), (u32::MAX, 0), (0x8000_0001, 0x4000_0003)] {
            let key = Morton::new(Point::ZERO, 1.0).key(Point::new(f64::from(x), f64::from(y)));
            for bit in 0..32 {
                assert_eq!(
                    (key >> (2 * bit) & 1, key >> (2 * bit + 1) & 1),
                    (u64::from(x >> bit & 1), u64::from(y >> bit & 1))
                );
            }
        }
    }

    #[test]
    fn keys_of_a_box_fit_their_bits() {
        let bounds = Bounds::of([Point::new(-3.0, 5.0), Point::new(40.0, 9.0)]);
        let morton = Morton::over(bounds, 11);
        assert_eq!(morton.key(bounds.min), 0);
        assert!(morton.key(bounds.max) < 1 << 22);
        assert_eq!(morton.key(Point::new(40.0, 5.0)), spread(2047));
        // Beyond the box nothing wraps around.
        assert_eq!(morton.key(Point::new(-9.0, 0.0)), 0);
    }
}
