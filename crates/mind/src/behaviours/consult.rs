//! Walks up to somebody on duty, waits until that person is free, and talks for a time (T §4.3.4: people ask officers the way).

use std::sync::Arc;

use populace_geom::Distribution;
use populace_traj::Status;

use crate::{Behaviour, Claim, Goal, Intent, Me, NameOf, Situation, Target, Task, purpose};

/// For how long people ask unless the scenario says otherwise, s (proposal).
const TIME: Distribution = Distribution::Uniform { least: 10.0, most: 30.0 };
/// People talk within this distance, m: the far end of Hall's personal distance (Hall 1966).
const TALKS: f64 = 1.2;
/// A pedestrian that walks up to somebody stops within this distance, m.
const STOPS: f64 = 1.0;
/// Whoever waits until the asked person is free stands within this distance, m: within Hall's social distance (1.2 to 3.6 m).
const WAITS: f64 = 2.4;
/// A pedestrian that walks up to somebody, or waits, looks again after this time, s: the asked person may walk.
const LOOKS: f64 = 1.0;
/// The choice of a pedestrian that talks.
const TALKING: u32 = 1;

#[derive(Debug)]
struct Consult {
    time: Distribution,
}

/// Returns the task of asking the pedestrian of the goal for a time, s.
pub(super) fn consult(time: Option<Distribution>) -> Task {
    Arc::new(Consult { time: time.unwrap_or(TIME) })
}

impl Behaviour for Consult {
    fn think(&self, goal: &mut Goal, me: &Me<'_>, at: &dyn Situation) -> Intent {
        let Target::Pedestrian(asked) = goal.target else { return Intent::Done };
        let answers = at.talks_with(asked);
        let Some(spot) = at.spot_of(asked) else { return Intent::GiveUp };
        let away = spot.point.distance(me.position);
        let until = at.time() + LOOKS;
        match answers {
            Some(other) if other == me.id => {
                if goal.choice != TALKING {
                    goal.choice = TALKING;
                    let nth = (goal.since * 100.0) as u64;
                    let drawn = self.time.draw(at.draws(), me.id, purpose::SERVICE + (nth << 8)).max(0.0);
                    goal.until = goal.until.min(at.time() + drawn);
                }
                Intent::Stand { until: goal.until.min(until), status: Status::Served }
            }
            // The person that was asked has left, for instance because of the alarm.
            _ if goal.choice == TALKING || !at.is_on_duty(asked) => Intent::GiveUp,
            Some(_) if away <= WAITS => Intent::Stand { until, status: Status::Waiting },
            Some(_) => Intent::Go { spot, near: WAITS, until },
            None if away <= TALKS => Intent::Claim(Claim::Answer { pedestrian: asked }),
            None => Intent::Go { spot, near: STOPS, until },
        }
    }
    fn is_done(&self, goal: &Goal, at: &dyn Situation) -> bool {
        goal.choice == TALKING && goal.until <= at.time()
    }
    fn words(&self, goal: &Goal, _: &dyn NameOf) -> String {
        match goal.target {
            Target::Pedestrian(asked) if goal.choice == TALKING => format!("ask pedestrian {asked}"),
            Target::Pedestrian(asked) => format!("walk up to pedestrian {asked}, to ask"),
            _ => "ask".into(),
        }
    }
}
