//! State to bytes and back, for snapshots: little-endian, lengths before lists. What does not fit is refused, never trusted.

use populace_env::{CellId, SegmentId};
use populace_geom::Point;
use populace_plan::Spot;

/// Can be written.
pub(crate) trait Save {
    fn save(&self, to: &mut Vec<u8>);
}

/// Can be read back.
pub(crate) trait Load: Sized {
    fn load(from: &mut Reader<'_>) -> Option<Self>;
}

/// Bytes that are not read yet.
pub(crate) struct Reader<'a> {
    pub(crate) rest: &'a [u8],
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.rest.split_first_chunk::<N>()?;
        self.rest = rest;
        Some(*first)
    }
}

macro_rules! numbers {
    ($($type:ty),*) => { $(
        impl Save for $type {
            fn save(&self, to: &mut Vec<u8>) { to.extend_from_slice(&self.to_le_bytes()); }
        }
        impl Load for $type {
            fn load(from: &mut Reader<'_>) -> Option<Self> { Some(<$type>::from_le_bytes(from.take()?)) }
        }
    )* };
}
numbers!(u8, u16, u32, u64, f64);

impl Save for bool {
    fn save(&self, to: &mut Vec<u8>) {
        u8::from(*self).save(to);
    }
}
impl Load for bool {
    fn load(from: &mut Reader<'_>) -> Option<Self> {
        Some(u8::load(from)? != 0)
    }
}
impl Save for Point {
    fn save(&self, to: &mut Vec<u8>) {
        self.x.save(to);
        self.y.save(to);
    }
}
impl Load for Point {
    fn load(from: &mut Reader<'_>) -> Option<Self> {
        Some(Point::new(Load::load(from)?, Load::load(from)?))
    }
}
impl Save for CellId {
    fn save(&self, to: &mut Vec<u8>) {
        self.0.save(to);
    }
}
impl Load for CellId {
    fn load(from: &mut Reader<'_>) -> Option<Self> {
        Some(CellId(Load::load(from)?))
    }
}
impl Save for SegmentId {
    fn save(&self, to: &mut Vec<u8>) {
        self.0.save(to);
    }
}
impl Load for SegmentId {
    fn load(from: &mut Reader<'_>) -> Option<Self> {
        Some(SegmentId(Load::load(from)?))
    }
}
impl Save for Spot {
    fn save(&self, to: &mut Vec<u8>) {
        self.cell.save(to);
        self.point.save(to);
    }
}
impl Load for Spot {
    fn load(from: &mut Reader<'_>) -> Option<Self> {
        Some(Spot { cell: Load::load(from)?, point: Load::load(from)? })
    }
}
impl<T: Save> Save for Vec<T> {
    fn save(&self, to: &mut Vec<u8>) {
        (self.len() as u64).save(to);
        self.iter().for_each(|item| item.save(to));
    }
}
impl<T: Load> Load for Vec<T> {
    fn load(from: &mut Reader<'_>) -> Option<Self> {
        let count = usize::try_from(u64::load(from)?).ok()?;
        // Everything takes at least a byte: a length that the bytes cannot hold is damage.
        if count > from.rest.len() {
            return None;
        }
        (0..count).map(|_| T::load(from)).collect()
    }
}
impl<A: Save, B: Save> Save for (A, B) {
    fn save(&self, to: &mut Vec<u8>) {
        self.0.save(to);
        self.1.save(to);
    }
}
impl<A: Load, B: Load> Load for (A, B) {
    fn load(from: &mut Reader<'_>) -> Option<Self> {
        Some((A::load(from)?, B::load(from)?))
    }
}
