//! Platter lift: a bar of variable length, hooked to the way, pulls the pedestrian along as a drag lift pulls skiers.
//!
//! Sterlin et al., *Comfort driven navigation of individuals in a crowd simulation* ("S"), §2 and figure 1, name it and
//! give no equations: the character follows a bar of variable length that is connected to the links which the A* chose,
//! which smooths its path. What follows is a proposal of that kind, of the same family as the attraction point of
//! Karamouzas, Geraerts & Overmars 2009.
//!
//! The hook a runs along the rail, the taut line through the portals ahead that stays away from walls; the pedestrian
//! at x walks towards it:
//!
//! ```text
//! way = (a − x) / ℓ      ℓ = |a − x|
//! ```
//!
//! - a moves on at the pedestrian's own speed: other people who slow the pedestrian down stretch the bar, and at ℓ_max
//!   the hook waits;
//! - before a bend of the rail by the angle θ the hook slows down to (1 + cos θ) / 2 of that, so the bar is short where
//!   the turn is sharp; below ℓ_min the hook moves on at once;
//! - a does not move on where it would get out of the pedestrian's sight; a bar shorter than ℓ_min is then hooked to
//!   the corner around which the way leads. When the pedestrian was pushed aside and a is out of its sight, a is put
//!   back to the last point of the way to it that the pedestrian sees.
//!
//! A pedestrian beside a portal, in the line of the portal's edge, leaves that line before it walks to the portal:
//! where two flights lie side by side, the wall between them ends in this line.
//!
//! A point is in sight when the whole body can walk to it in a straight line through the portals between. The sight of
//! a mere point would cut corners that the body brushes. Lifts and links that fold back end the rail.
//!
//! | symbol | constant    | unit | value | from |
//! |--------|-------------|------|-------|------|
//! | ℓ_min  | `SHORTEST`  | m    | 1.2   | proposal: outer border of Hall's personal zone (S §3.3.1) |
//! | ℓ_max  | `LONGEST`   | m    | 3.6   | proposal: outer border of Hall's social zone (S §3.3.1) |
//! |        | `CLEARANCE` | m    | 0.6   | proposal: from rail to body's side at walls |
//! |        | `MIDDLE`    |      | 0.3   | proposal: share of a narrow passage where rails run |
//! |        | `REACHED`   | m    | 0.02  | proposal: a hook this near is reached |

use populace_geom::Point;
use populace_plan::Spot;

use super::rail::{Place, Rail};
use super::{Follower, FollowerEntry, Heading, Number, Walker};

const SHORTEST: f64 = 1.2;
const LONGEST: f64 = 3.6;
const CLEARANCE: f64 = 0.6;
const MIDDLE: f64 = 0.3;

/// A pedestrian this near to the hook, m, walks along the rail instead. Beside the end of a wall, the hook may be
/// visible from nowhere but its own point.
const REACHED: f64 = 0.02;

/// The number of times that the way of the hook is halved when the hook would be out of sight.
const HALVES: usize = 5;

pub(super) const FOLLOWER: FollowerEntry = FollowerEntry {
    name: "platter-lift",
    about: "is pulled by a bar of variable length whose far end runs along the way",
    paper: "Sterlin et al., Comfort driven navigation of individuals in a crowd simulation, §2; equations proposed",
    numbers: &[
        Number {
            name: "shortest bar",
            about: "the hook hurries on where the bar is shorter",
            value: SHORTEST,
            unit: "m",
            source: "proposal: outer border of Hall's personal zone (Sterlin et al. §3.3.1)",
        },
        Number {
            name: "longest bar",
            about: "the hook waits where the bar is as long",
            value: LONGEST,
            unit: "m",
            source: "proposal: outer border of Hall's social zone (Sterlin et al. §3.3.1)",
        },
        Number {
            name: "clearance",
            about: "room between rail and walls beside the half width of the body",
            value: CLEARANCE,
            unit: "m",
            source: "proposal",
        },
        Number {
            name: "middle",
            about: "share of a narrow passage where rails run",
            value: MIDDLE,
            unit: "",
            source: "proposal",
        },
        Number {
            name: "reached",
            about: "from a hook this near the pedestrian walks along the rail",
            value: REACHED,
            unit: "m",
            source: "proposal",
        },
    ],
    follower: &PlatterLift,
};

struct PlatterLift;

impl Follower for PlatterLift {
    /// The spot where the bar is hooked to the way; `None` before it is hooked for the first time.
    type Recall = Option<Spot>;

    fn follow(&self, walker: &Walker<'_>, memory: &mut Option<Spot>) -> Heading {
        // An exit may reach into cells that the way does not lead to.
        let exit = walker.exit.filter(|&exit| walker.env.cell_contains(walker.goal.cell, exit));
        let rail = Rail::of(walker, exit.unwrap_or(walker.goal.point), CLEARANCE, MIDDLE);
        let was = hook(&rail, walker.at, *memory);
        // A bar that is hooked nowhere yet pulls along the rail.
        let end = memory.map_or_else(|| rail.next(was).at, |hook| hook.point);
        let hook = pull(&rail, walker.at, was, walker.pace(end - walker.at) * walker.dt);
        let aim = rail.clear_of_edge(walker.at, hook, walker.radius);
        let is_reached = aim.distance(walker.at) < REACHED;
        let way = (if is_reached { rail.next(hook).at } else { aim } - walker.at).unit();
        let is_last = rail.is_whole && hook.at.distance(rail.end) < 1e-6;
        let left = is_last.then(|| walker.at.distance(rail.end));
        *memory = Some(Spot { cell: rail.cell(hook), point: hook.at });
        Heading { direction: way.unwrap_or(Point::ZERO), left, cone: None }
    }

    fn pulled_to(&self, memory: Option<Spot>) -> Option<Spot> {
        memory
    }
}

/// Returns where the bar is hooked: where it was, or at the pedestrian when that is not on the rail. A hook out of
/// sight is put back to the last point of the way to it that the pedestrian sees.
fn hook(rail: &Rail, at: Point, memory: Option<Spot>) -> Place {
    let was = memory.and_then(|hook| rail.find(hook.point, hook.cell)).unwrap_or(Place { at, passed: 0 });
    rail.hidden(at, was).unwrap_or(was)
}

/// Moves the hook on, as far as it is seen from `at` and the bar reaches.
fn pull(rail: &Rail, at: Point, hook: Place, step: f64) -> Place {
    let length = hook.at.distance(at);
    if step <= 0.0 || length >= LONGEST {
        return hook;
    }
    let short = SHORTEST - length;
    let mut way = if short > 0.0 { short + step } else { step * ease(rail, hook) };
    let farthest = rail.slide(hook, way);
    for _ in 0..HALVES {
        let next = rail.slide(hook, way);
        if next.at.distance(at) <= LONGEST && rail.hidden(at, next).is_none() {
            return next;
        }
        way /= 2.0;
    }
    // A bar that is short and whose hook would get out of sight is hooked to the corner around which the way leads.
    if short > 0.0 { rail.hidden(at, farthest).unwrap_or(hook) } else { hook }
}

/// Returns the share of its speed at which a hook moves on before a bend.
fn ease(rail: &Rail, hook: Place) -> f64 {
    let bend = rail.next(hook);
    if bend.at.distance(hook.at) > SHORTEST {
        return 1.0;
    }
    match ((bend.at - hook.at).unit(), (rail.next(bend).at - bend.at).unit()) {
        (Some(before), Some(after)) => (1.0 + before.dot(after)) / 2.0,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use populace_env::{FloorId, FloorKind, Footing, Stairs};

    use super::*;
    use crate::state::Ahead;
    use crate::support::corridor;

    /// On its first pull the bar used to take the speed of the direction to the origin of the coordinates: the speed of
    /// stairs that lead down, where the pedestrian walks up.
    #[test]
    fn the_first_pull_has_the_speed_of_the_way() {
        let env = corridor(1).env;
        let cell = env.locate(FloorId::new(0), Point::new(5.0, 2.0), None).expect("it is in the corridor");
        let stairs = Stairs::default();
        // Up to the east.
        let axis = [(Point::new(0.0, 2.0), 0.0), (Point::new(40.0, 2.0), 10.0)];
        let footing = Footing::of(&FloorKind::Stairs(stairs), Some(axis));
        for (goal, factor) in [(20.0, stairs.up_factor), (0.5, stairs.down_factor)] {
            let goal = Spot { cell, point: Point::new(goal, 2.0) };
            let walker = Walker {
                env: &env,
                at: Point::new(5.0, 2.0),
                cell,
                radius: 0.2,
                cone: 0.9,
                speed: 1.3,
                footing: &footing,
                dt: 0.1,
                ahead: &Ahead::NONE,
                goal: &goal,
                exit: None,
            };
            let mut memory = None;
            PlatterLift.follow(&walker, &mut memory);
            let length = memory.map_or(0.0, |hook| hook.point.distance(walker.at));
            assert!((length - (SHORTEST + factor * 1.3 * 0.1)).abs() < 1e-12, "{length} m to {goal:?}");
        }
    }
}
