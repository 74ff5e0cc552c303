//! The exact planner as a line of the table: the shortest line in metres, whatever it costs in time.

use populace_env::{CellId, SegmentId};

use crate::cost::cost_of;
use crate::planners::{Atlas, Found, Planner, PlannerEntry, Scratch};
use crate::{Corners, Exact, Line, Spot};

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

impl Planner for ShortestLine {
    fn plan(&self, atlas: Atlas<'_>, from: Spot, to: Spot, scratch: &mut Scratch) -> Option<Found> {
        let (mut line, mut portals) = (Line::default(), Vec::new());
        let found =
            self.exact.line(&atlas.world, &self.corners, from, to, &mut scratch.exact, &mut line, &mut portals)?;
        let cost = cost_of(atlas.map.time_along(&atlas.world, &line, &portals));
        Some(Found::new(portals, cost, found.expanded as u32))
    }

    fn refresh(&mut self, atlas: Atlas<'_>, _: &[CellId]) {
        self.exact = Exact::of(&atlas.world, &self.corners, may_pass(atlas));
    }

    fn bytes(&self) -> usize {
        self.exact.bytes() + self.corners.bytes()
    }
}
