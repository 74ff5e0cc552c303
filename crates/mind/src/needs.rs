//! Needs: what grows in a pedestrian until it must be met (T §4.3.4), and the kinds of people that have them.
//!
//! The level of a need goes from 0 to 1. It grows evenly. Once the need is met, what there was of it decreases asymptotically to
//! zero (T §4.3.4; ERRATA: exponentially), while the need grows anew:
//!
//! ```text
//! level(t) = growth · t + start                      before the need was met, t since the pedestrian came in
//! level(t) = growth · t + level then · exp(−t/decay)  after that, t since the need was met
//! ```
//!
//! A level is a pure function of time, so nothing has to be counted up in every step.

use populace_geom::{Distribution, maths};
use serde::{Deserialize, Serialize};

use crate::Task;

/// The most needs that people of one kind have.
pub const MOST_NEEDS: usize = 8;

/// After a need was met, it is not felt for this many times its decay: by then 95 % of the level that it had then is
/// gone.
const FADES: f64 = 3.0;

/// A kind of people: their needs, and when they do something about them. A commuter is a commuter because of these
/// data.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Its name.
    pub name: String,
    /// The needs. Of several needs that are felt, the first is met first (T Fig. 9).
    pub needs: Vec<Need>,
    /// The time from an alarm until a pedestrian gets out, s.
    pub response: Distribution,
    /// Whether people of the kind know the place. Others use what they see, explore, and ask.
    pub knows: bool,
}

/// The time from an alarm until people get out, unless their kind says otherwise: 0 to 60 s, each time equally likely (RiMEA 4.1.1,
/// where it is the usual choice for people who are awake).
pub const RESPONSE: Distribution = Distribution::Uniform { least: 0.0, most: 60.0 };

impl Default for Kind {
    /// Returns the kind of people who need nothing and follow their journey.
    fn default() -> Self {
        Kind { name: "pedestrian".into(), needs: Vec::new(), response: RESPONSE, knows: true }
    }
}

/// A need of a kind of people.
#[derive(Clone, Debug)]
pub struct Need {
    /// Its name.
    pub name: String,
    /// What the need is, in a sentence; empty when nobody wrote that.
    pub about: String,
    /// The level of the need when a pedestrian comes in.
    pub start: Distribution,
    /// The growth of the level in a second, 1/s.
    pub growth: f64,
    /// The time in which the level falls to 37 % once the need is met, s.
    pub decay: f64,
    /// The level from which on a pedestrian does something about the need.
    pub threshold: f64,
    /// A pedestrian with less spare time than this does nothing about the need, s.
    pub spare: f64,
    /// A pedestrian does something about the need only within this distance of an object that meets it, m.
    pub within: f64,
    /// The task that meets the need.
    pub remedy: Task,
}

/// The needs of a pedestrian: for each, a level and the time since which the level changes by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Needs {
    levels: [f32; MOST_NEEDS],
    since: [f32; MOST_NEEDS],
    /// A bit for each need that was met before.
    met: u8,
}

impl Needs {
    /// Returns the needs of a pedestrian that comes in at a time, s, with these levels.
    pub fn of(levels: impl Iterator<Item = f64>, now: f64) -> Self {
        let mut needs = Needs { since: [now as f32; MOST_NEEDS], ..Needs::default() };
        needs.levels.iter_mut().zip(levels).for_each(|(to, level)| *to = level as f32);
        needs
    }

    /// Returns the level of a need at a time, s: from 0 to 1.
    pub fn level(&self, kind: &Kind, need: usize, now: f64) -> f64 {
        let (left, passed) = self.left_and_passed(kind, need, now);
        (left + kind.needs[need].growth * passed).clamp(0.0, 1.0)
    }

    /// Returns whether the need is felt at a time, s: it is above its threshold, and was not met just before.
    pub fn is_felt(&self, kind: &Kind, need: usize, now: f64) -> bool {
        let rule = &kind.needs[need];
        let has_faded = !self.was_met(need) || now - f64::from(self.since[need]) >= FADES * rule.decay;
        has_faded && self.level(kind, need, now) >= rule.threshold
    }

    /// Meets the need: from now on, the level that is left of it decreases.
    pub fn meet(&mut self, kind: &Kind, need: usize, now: f64) {
        self.levels[need] = self.level(kind, need, now) as f32;
        self.since[need] = now as f32;
        self.met |= 1 << need;
    }

    /// Returns a time from which on some need may be felt, s. Before that time, no need is felt. Infinity when no need
    /// will ever be felt.
    pub fn next_felt(&self, kind: &Kind, now: f64) -> f64 {
        let felt = |need| self.felt_from(kind, need, now);
        (0..kind.needs.len().min(MOST_NEEDS)).map(felt).fold(f64::INFINITY, f64::min).max(now)
    }

    /// Returns a time before which a need is not felt, s. Infinity when it will never be felt.
    pub fn felt_from(&self, kind: &Kind, need: usize, now: f64) -> f64 {
        let rule = &kind.needs[need];
        let faded = f64::from(self.since[need]) + if self.was_met(need) { FADES * rule.decay } else { 0.0 };
        let (left, _) = self.left_and_passed(kind, need, faded.max(now));
        // What is left decreases, so the need is not felt before growth alone has made up for the rest.
        let missing = (rule.threshold - left).max(0.0);
        let grown = match (missing > 0.0, rule.growth > 0.0) {
            (false, _) => faded,
            (true, true) => f64::from(self.since[need]) + missing / rule.growth,
            (true, false) => f64::INFINITY,
        };
        faded.max(grown)
    }

    /// Returns whether all numbers are in their ranges.
    pub fn is_valid(&self) -> bool {
        self.levels.iter().all(|level| (0.0..=1.0).contains(level)) && self.since.iter().all(|time| time.is_finite())
    }

    fn was_met(&self, need: usize) -> bool {
        self.met & (1 << need) != 0
    }

    /// Returns what is left of the need as it was, and the time since then, s.
    fn left_and_passed(&self, kind: &Kind, need: usize, now: f64) -> (f64, f64) {
        let passed = (now - f64::from(self.since[need])).max(0.0);
        let level = f64::from(self.levels[need]);
        (if self.was_met(need) { level * maths::exp(-passed / kind.needs[need].decay) } else { level }, passed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::behaviours::wait;

    fn thirsty(start: f64) -> (Kind, Needs) {
        let thirst = Need {
            name: "thirst".into(),
            about: String::new(),
            start: Distribution::Constant(start),
            growth: 0.001,
            decay: 50.0,
            threshold: 0.8,
            spare: 0.0,
            within: f64::INFINITY,
            remedy: wait(Distribution::Constant(1.0)),
        };
        (
            Kind { name: "walker".into(), needs: vec![thirst], response: RESPONSE, knows: true },
            Needs::of([start].into_iter(), 100.0),
        )
    }

    /// 0.5 and 0.001 per second: 0.8 is reached after 300 s. Once met it falls to 0.8 · e⁻² = 0.108 in 100 s, and 0.1 has grown by then.
    #[test]
    fn a_need_grows_evenly_and_decreases_asymptotically_once_it_is_met() {
        let (kind, mut needs) = thirsty(0.5);
        assert!((needs.level(&kind, 0, 300.0) - 0.7).abs() < 1e-6);
        assert!(!needs.is_felt(&kind, 0, 399.0) && needs.is_felt(&kind, 0, 400.1));
        assert!((needs.next_felt(&kind, 100.0) - 400.0).abs() < 1e-3);
        needs.meet(&kind, 0, 400.0);
        assert!((needs.level(&kind, 0, 400.0) - 0.8).abs() < 1e-6, "it decreases from then on, not at once");
        assert!(!needs.is_felt(&kind, 0, 401.0), "a need that was just met is not felt");
        let later = 0.8 * maths::exp(-2.0) + 0.1;
        assert!((needs.level(&kind, 0, 500.0) - later).abs() < 1e-6);
    }

    #[test]
    fn a_need_is_never_felt_before_the_time_that_is_told() {
        let (kind, mut needs) = thirsty(0.3);
        let mut now = 100.0;
        for _ in 0..5 {
            let told = needs.next_felt(&kind, now);
            let before = (0..50).map(|i| now + (told - now) * f64::from(i) / 50.5);
            before.for_each(|t| assert!(!needs.is_felt(&kind, 0, t - 0.01), "{t} {told}"));
            let felt = (0..10_000).map(|i| told + f64::from(i)).find(|&t| needs.is_felt(&kind, 0, t)).unwrap();
            // A pedestrian that asks again when the time has come is told a later time.
            let again = needs.next_felt(&kind, told);
            assert!(felt - again < 2.0, "told {told}, then {again}, felt {felt}");
            needs.meet(&kind, 0, felt);
            now = felt;
        }
    }

    #[test]
    fn a_need_that_does_not_grow_is_gone_for_good_once_it_is_met() {
        let (mut kind, mut needs) = thirsty(1.0);
        kind.needs[0].growth = 0.0;
        assert_eq!(needs.next_felt(&kind, 100.0), 100.0);
        needs.meet(&kind, 0, 100.0);
        assert_eq!(needs.next_felt(&kind, 100.0), f64::INFINITY);
        assert!(needs.level(&kind, 0, 1000.0) < 1e-6);
    }
}
