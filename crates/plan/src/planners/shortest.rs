//! The exact planner as a line of the table: the shortest line in metres, whatever it costs in time.

use populace_env::{CellId, SegmentId};

use crate::cost::cost_of;
use crate::planners::{Atlas, Found, Planner, PlannerEntry, Scratch};
use crate::{Corners, Exact, Flat, Line, Spot, snap};

/// The line of the table of planners.
pub const PLANNER: PlannerEntry = PlannerEntry {
    name: "exact",
    about: "true shortest line in metres for a body of this width, the yardstick; minds access, not speed or extra cost",
    is_least_cost: false,
    prepare: |atlas| Box::new(ShortestLine::of(atlas)),
};

/// Says whether a segment may be passed, coming from one of its cells.
type MayPass = Box<dyn Fn(SegmentId, CellId) -> bool + Send + Sync>;

/// The exact planner of one roadmap.
struct ShortestLine {
    corners: Corners,
    exact: Exact<MayPass>,
}

impl ShortestLine {
    /// Prepares the planner.
    fn of(atlas: Atlas<'_>) -> Self {
        let corners = Corners::of(&atlas.world, atlas.map.profile().radius());
        let exact = Exact::of(&atlas.world, &corners, may_pass(atlas));
        ShortestLine { corners, exact }
    }
}

/// Returns the rule that says which segments may be passed with the doors as they are now.
fn may_pass(Atlas { world, map }: Atlas<'_>) -> MayPass {
    let ways: Vec<([CellId; 2], [bool; 2])> = (0..world.segments().len())
        .map(SegmentId::new)
        .map(|s| {
            (
                world.segment(s).cells,
                world.segment(s).cells.map(|c| map.may_leave(world, c, s) && !map.is_against_belt(&world, c, s)),
            )
        })
        .collect();
    Box::new(move |segment, cell| {
        let (cells, may) = ways[segment.index()];
        may[usize::from(cells[0] != cell)]
    })
}

/// An end of a line that was moved to where the body fits.
struct End {
    spot: Spot,
    /// The segment between the cell of the given spot and the cell of this one, when they differ.
    between: Option<SegmentId>,
}

impl End {
    /// Moves a spot to the nearest point where the planned body fits: pedestrians are narrower, and stand nearer to walls. Returns
    /// `None` when that point is more than √2 radii away, which is enough for a spot in a corner.
    fn of(atlas: Atlas<'_>, spot: Spot) -> Option<Self> {
        let Atlas { world, map } = atlas;
        let (width, floor) = (map.profile().width, world.cell_floor(spot.cell));
        let reach = std::f64::consts::SQRT_2 * map.profile().radius();
        let moved = snap(world, floor, spot.point, width, reach).ok()?.spot;
        if moved.cell == spot.cell {
            return Some(End { spot: moved, between: None });
        }
        let joins = |&s: &SegmentId| world.segment(s).other(spot.cell) == moved.cell && world.is_passable(s, width);
        world.cell_segments(spot.cell).find(joins).map(|s| End { spot: moved, between: Some(s) })
    }
}

impl Planner for ShortestLine {
    fn plan(&self, atlas: Atlas<'_>, from: Spot, to: Spot, scratch: &mut Scratch) -> Option<Found> {
        let line = self.plan_between(atlas, from, to, scratch).or_else(|| self.plan_moved(atlas, from, to, scratch));
        // Where a body stands between walls that it touches, it has no line, but there may be a way all the same.
        line.or_else(|| Flat.plan(atlas, from, to, scratch))
    }

    fn refresh(&mut self, atlas: Atlas<'_>, _: &[CellId]) {
        self.exact = Exact::of(&atlas.world, &self.corners, may_pass(atlas));
    }

    fn bytes(&self) -> usize {
        self.exact.bytes() + self.corners.bytes()
    }
}

impl ShortestLine {
    /// Returns the shortest line between two spots that are moved to where the planned body fits.
    fn plan_moved(&self, atlas: Atlas<'_>, from: Spot, to: Spot, scratch: &mut Scratch) -> Option<Found> {
        let (start, goal) = (End::of(atlas, from)?, End::of(atlas, to)?);
        let mut found = self.plan_between(atlas, start.spot, goal.spot, scratch)?;
        let portals = &mut found.route.portals;
        match start.between {
            // The line leads back over the segment.
            Some(segment) if portals.first() == Some(&segment) => _ = portals.remove(0),
            Some(segment) => portals.insert(0, segment),
            None => {}
        }
        match goal.between {
            Some(segment) if portals.last() == Some(&segment) => _ = portals.pop(),
            Some(segment) => portals.push(segment),
            None => {}
        }
        Some(found)
    }

    /// Returns the shortest line between two spots at both of which the planned body fits.
    fn plan_between(&self, atlas: Atlas<'_>, from: Spot, to: Spot, scratch: &mut Scratch) -> Option<Found> {
        let (mut line, mut portals) = (Line::default(), Vec::new());
        let found =
            self.exact.line(&atlas.world, &self.corners, from, to, &mut scratch.exact, &mut line, &mut portals)?;
        let cost = cost_of(atlas.map.time_along(&atlas.world, &line, &portals));
        Some(Found::new(portals, cost, found.expanded as u32))
    }
}
