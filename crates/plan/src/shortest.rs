//! The exact planner behind the trait of all planners: the shortest line in metres, whatever it costs in time.

use populace_env::{CellId, SegmentId};

use crate::cost::cost_of;
use crate::planner::{Found, Planner, PlannerEntry, Scratch, World};
use crate::{Corners, Exact, Line, Spot};

/// The line of the table of planners.
pub const PLANNER: PlannerEntry = PlannerEntry {
    name: "exact",
    about: "true shortest line in metres for a body of this width, the yardstick; minds access, not speed or extra cost",
    is_least_cost: false,
    prepare: |world| Box::new(ShortestLine::of(world)),
};

/// Who may pass a segment, coming from either of its cells.
type MayPass = Box<dyn Fn(SegmentId, CellId) -> bool + Send + Sync>;

struct ShortestLine {
    corners: Corners,
    exact: Exact<MayPass>,
}

impl ShortestLine {
    fn of(world: World<'_>) -> Self {
        let corners = Corners::of(world.env, world.map.profile().radius());
        let exact = Exact::of(world.env, &corners, may_pass(world));
        ShortestLine { corners, exact }
    }
}

/// What may be passed as doors are now.
fn may_pass(World { env, map }: World<'_>) -> MayPass {
    let ways: Vec<([CellId; 2], [bool; 2])> = (0..env.segments().len())
        .map(SegmentId::new)
        .map(|s| {
            (
                env.segment(s).cells,
                env.segment(s).cells.map(|c| map.may_leave(env, c, s) && !map.is_against_belt(env, c, s)),
            )
        })
        .collect();
    Box::new(move |segment, cell| {
        let (cells, may) = ways[segment.index()];
        may[usize::from(cells[0] != cell)]
    })
}

impl Planner for ShortestLine {
    fn plan(&self, world: World<'_>, from: Spot, to: Spot, scratch: &mut Scratch) -> Option<Found> {
        let (mut line, mut portals) = (Line::default(), Vec::new());
        let found = self.exact.line(world.env, &self.corners, from, to, &mut scratch.exact, &mut line, &mut portals)?;
        let cost = cost_of(world.map.time_along(world.env, &line, &portals));
        Some(Found::new(portals, cost, found.expanded as u32))
    }

    fn refresh(&mut self, world: World<'_>, _: &[CellId]) {
        self.exact = Exact::of(world.env, &self.corners, may_pass(world));
    }

    fn bytes(&self) -> usize {
        self.exact.bytes() + self.corners.bytes()
    }
}
