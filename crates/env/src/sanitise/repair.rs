//! Repairs: what was put right, and where.

use populace_geom::Point;

use crate::FloorId;

/// A repair of a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Repair {
    /// The kind of the repair.
    pub kind: RepairKind,
    /// The floor.
    pub floor: FloorId,
    /// The place on the floor, m.
    pub at: Point,
    /// The item of the file.
    pub source: String,
}

/// Declares the kinds of repair with their descriptions.
macro_rules! repair_kinds {
    ($($(#[$doc:meta])* $name:ident = $word:literal),+ $(,)?) => {
        /// The kinds of repair.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum RepairKind { $($(#[$doc])* $name),+ }

        impl RepairKind {
            /// Every kind.
            pub const ALL: &'static [RepairKind] = &[$(RepairKind::$name),+];

            /// Returns a short description.
            pub fn word(self) -> &'static str {
                match self { $(RepairKind::$name => $word),+ }
            }
        }
    };
}

repair_kinds! {
    /// An outer ring ran clockwise, or a hole counter-clockwise.
    Winding = "ring wound the wrong way",
    /// The same point twice in a row.
    DuplicatePoint = "duplicate point",
    /// Two different points in a row that are the same millimetre.
    ZeroLengthEdge = "edge shorter than a millimetre",
    /// The ring goes out and back on the same line.
    Spike = "spike or overlapping edges",
    /// The ring crosses or touches itself.
    SelfIntersection = "ring crosses itself",
    /// Fewer than three corners, or no area.
    Degenerate = "outline without area, ignored",
    /// A hole that is not inside its outer ring.
    HoleOutside = "hole outside its outline, ignored",
    /// Two obstacles share a wall.
    PartyWall = "party wall between two obstacles, united",
    /// Two obstacles touch in a point.
    Touch = "obstacles that touch, united",
    /// Two obstacles overlap.
    Overlap = "obstacles that overlap, united",
    /// An obstacle touches the border of the walkable area.
    BorderTouch = "obstacle touching the border, united with it",
    /// An obstacle reaches across the border.
    AcrossBorder = "obstacle across the border, cut",
    /// An obstacle outside the walkable area.
    ObstacleOutside = "obstacle outside the walkable area, ignored",
    /// A piece of walkable area too thin to matter.
    Sliver = "sliver of walkable area, removed",
    /// A hole too thin to matter.
    SliverHole = "sliver of an obstacle, removed",
    /// A level ended just short of a link.
    LinkGap = "gap between a floor and its link, bridged",
    /// Slots of an object are where an object before has its slots.
    SlotOverlap = "slots of an object that overlap those of another, dropped",
    /// More seats, customers or observers than there is room for.
    Seats = "more seats than an object has room for, left out",
    /// No place for anyone to wait.
    NoLine = "no room for a line, nobody waits there",
    /// Nobody can use a thing of a map.
    Unusable = "object that nobody can use, closed",
    /// A queue was drawn through walls or other objects.
    DrawnPlaces = "places of a drawn queue without room, left out",
}
