//! The colours of every drawing: calm surfaces, dark walls, few strong accents.

/// Red, green, blue and opacity, 0–255.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colour(pub u8, pub u8, pub u8, pub u8);

impl Colour {
    /// Returns the opaque colour of its six hexadecimal digits.
    pub const fn rgb(hex: u32) -> Colour {
        Colour((hex >> 16) as u8, (hex >> 8) as u8, hex as u8, 255)
    }
    /// Returns the same colour with another opacity.
    pub const fn opacity(self, alpha: u8) -> Colour {
        Colour(self.0, self.1, self.2, alpha)
    }
}

const fn rgb(hex: u32) -> Colour {
    Colour::rgb(hex)
}

/// The background.
pub const PAPER: Colour = rgb(0xf2f0ea);
/// Ground to walk on.
pub const WALKABLE: Colour = rgb(0xfffefa);
/// Text.
pub const INK: Colour = rgb(0x2f3640);
/// Text of less weight.
pub const QUIET_INK: Colour = rgb(0x6b7480);
/// Walls.
pub const WALL: Colour = rgb(0x3d4450);
/// Free segments and triangles.
pub const SEAM: Colour = rgb(0x8b97a5);
/// The border of a panel.
pub const BORDER: Colour = rgb(0xd8d4ca);
/// Repairs.
pub const REPAIR: Colour = rgb(0xd1495b);
/// Derived points and the shortest distances to walls.
pub const BOTTLENECK: Colour = rgb(0xd1663a);
/// The graph of cells.
pub const GRAPH: Colour = rgb(0x35506e);
/// Open doors.
pub const DOOR_OPEN: Colour = rgb(0x2a9d8f);
/// Closed doors and lifts out of service.
pub const DOOR_CLOSED: Colour = rgb(0xb23a48);
/// Openings to another floor.
pub const OPENING: Colour = rgb(0xe09f3e);
/// Lifts in service.
pub const LIFT: Colour = rgb(0x7a5ea8);
/// Objects.
pub const OBJECT: Colour = rgb(0x8a6d3b);
/// Slots of objects.
pub const SLOT: Colour = rgb(0x8a6d3b);
/// Places in lines.
pub const LINE: Colour = rgb(0x7a3b8a);
/// Areas that are neither entrance nor exit.
pub const AREA: Colour = rgb(0x4a7ba6);
/// Entrances and starts.
pub const ENTRANCE: Colour = rgb(0x3f9d57);
/// Routes.
pub const ROUTE: Colour = rgb(0x1f5fbf);
/// Portals.
pub const PORTAL: Colour = rgb(0xb0509a);
/// The flat planner.
pub const FLAT: Colour = rgb(0xc2513f);
/// The hierarchical planner.
pub const HIERARCHICAL: Colour = rgb(0x1f5fbf);
/// Exits and goals.
pub const EXIT: Colour = rgb(0xc2513f);

/// Closed cells.
pub const CLOSED: Colour = rgb(0xcfccc6);
/// Dead ends.
pub const DEAD_END: Colour = rgb(0xf0b9a2);
/// Passages.
pub const PASSAGE: Colour = rgb(0xaed2e3);
/// Crossroads.
pub const CROSSROADS: Colour = rgb(0xf2da94);

/// Soft colours for neighbours that must be told apart.
pub const SOFT: [Colour; 12] = [
    rgb(0xb9d9c3),
    rgb(0xf3d6b3),
    rgb(0xc3d3ec),
    rgb(0xf1c3c4),
    rgb(0xe3e3ae),
    rgb(0xd5c6e6),
    rgb(0xb5dee0),
    rgb(0xeccbdd),
    rgb(0xd3dfb5),
    rgb(0xe6cfbf),
    rgb(0xc9cde0),
    rgb(0xcfe0d8),
];

/// Strong colours for lines that must be told apart.
pub const PATHS: [Colour; 12] = [
    rgb(0x1f5fbf),
    rgb(0xd1663a),
    rgb(0x2a9d8f),
    rgb(0xb0509a),
    rgb(0x8a6d3b),
    rgb(0x7a5ea8),
    rgb(0xb23a48),
    rgb(0x3f9d57),
    rgb(0xc99a1e),
    rgb(0x35506e),
    rgb(0xdb5f93),
    rgb(0x5c6670),
];

/// Chooses a soft colour for each of `count` things so that neighbours differ where twelve colours suffice.
///
/// The choice is greedy in index order; each thing starts its search at another colour, so the sheet stays varied.
pub fn tell_apart<'a>(count: usize, neighbours: impl Fn(usize) -> &'a Vec<usize>) -> Vec<Colour> {
    let mut chosen: Vec<Option<usize>> = vec![None; count];
    for thing in 0..count {
        let mut taken = [false; SOFT.len()];
        for other in neighbours(thing) {
            if let Some(Some(colour)) = chosen.get(*other) {
                taken[*colour] = true;
            }
        }
        let start = thing * 5 % SOFT.len();
        let free = (0..SOFT.len()).map(|i| (start + i) % SOFT.len()).find(|c| !taken[*c]);
        chosen[thing] = Some(free.unwrap_or(start));
    }
    chosen.into_iter().map(|c| SOFT[c.unwrap_or(0)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_on_a_ring_get_different_colours() {
        let n = 25;
        let beside: Vec<_> = (0..n).map(|i| vec![(i + 1) % n, (i + n - 1) % n]).collect();
        let colours = tell_apart(n, |i| &beside[i]);
        for i in 0..n {
            assert_ne!(colours[i], colours[(i + 1) % n]);
        }
    }
}
