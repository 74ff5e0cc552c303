//! The behaviours that Lamarche & Donikian 2004 describe, in the scenes that the book draws: people pass on the right
//! under the driving rule, and make early and small adjustments under minimal adjustment.

use std::path::Path;

use populace_geom::Point;
use populace_scenario::Scenario;
use populace_sim::Simulation;

/// A deviation counts from this size on, m.
const ASIDE: f64 = 0.02;

/// Where every pedestrian was, by pedestrian and step; `None` when it was not inside.
struct Paths {
    dt: f64,
    by: Vec<Vec<Option<Point>>>,
}

fn walk(table: &str) -> Paths {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../scenes/passing_{table}.scenario.toml"));
    let scenario = Scenario::read(&path).unwrap_or_else(|e| panic!("{e}"));
    let setup = scenario.setup(None);
    let dt = setup.timing.dt;
    let mut simulation = Simulation::new(setup);
    let mut by = vec![Vec::new(); simulation.census().expected as usize];
    while !simulation.is_over() {
        let counts = simulation.step().counts;
        assert_eq!((counts.overlapping, counts.in_wall, counts.stuck), (0, 0, 0));
        assert!(simulation.time() < 60.0, "{table}: someone does not arrive");
        for (id, path) in by.iter_mut().enumerate() {
            path.push(simulation.row(id as u32).map(|row| simulation.people().position[row]));
        }
    }
    Paths { dt, by }
}

impl Paths {
    /// Returns the first step at which `b` is no longer ahead of `a`.
    fn level(&self, a: usize, b: usize) -> usize {
        let (a, b) = (&self.by[a], &self.by[b]);
        let ahead = |step: usize| a[step].zip(b[step]).map(|(p, q)| q.x - p.x);
        let sign = ahead(0).expect("both are there").signum();
        (0..a.len()).find(|&step| ahead(step).is_some_and(|d| d * sign <= 0.0)).expect("they pass")
    }
    /// Returns how far `b` is on the left of `a`, which walks eastward, when the two are level, m.
    fn left(&self, a: usize, b: usize) -> f64 {
        let step = self.level(a, b);
        let at = |who: usize| self.by[who][step].expect("they are level inside");
        at(b).y - at(a).y
    }
    /// Returns how far a pedestrian is to the right of the straight way at each step, m. It is negative to the left.
    fn right(&self, who: usize) -> Vec<f64> {
        let inside: Vec<Point> = self.by[who].iter().flatten().copied().collect();
        let (start, end) = (inside[0], inside[inside.len() - 1]);
        inside.iter().map(|p| (start.y - p.y) * (end.x - start.x).signum()).collect()
    }
    /// Returns the largest deviation, m: positive to the right, negative to the left.
    fn deviation(&self, who: usize) -> f64 {
        self.right(who).into_iter().fold(0.0, |most: f64, d| if d.abs() > most.abs() { d } else { most })
    }
    /// Returns how long before a step a pedestrian left the straight way, s.
    fn before(&self, who: usize, step: usize) -> f64 {
        let began = self.right(who).iter().position(|d| d.abs() > ASIDE).expect("it deviates");
        (step as f64 - began as f64) * self.dt
    }
    /// Returns the largest difference of the speed from the wanted speed, m/s. The first and the last 1.2 s do not
    /// count, because people start and stop then.
    fn slowed(&self, who: usize, wanted: f64) -> f64 {
        let inside: Vec<Point> = self.by[who].iter().flatten().copied().collect();
        let second = (1.2 / self.dt) as usize;
        let walking = &inside[second..inside.len() - second];
        walking.windows(2).map(|w| (w[0].distance(w[1]) / self.dt - wanted).abs()).fold(0.0, f64::max)
    }
}

fn mean(of: impl Fn(usize) -> f64) -> f64 {
    let all = GROUPS.0.iter().chain(&GROUPS.1);
    all.clone().map(|&who| of(who)).sum::<f64>() / all.count() as f64
}

/// The pedestrians of both scenes, in the order of populations and arrivals: eastbound 0 … 6, westbound 7 … 13, slow 14, fast 15.
const IN_LINE: (usize, usize) = (0, 7);
const OFFSET: (usize, usize) = (1, 8);
const GROUPS: ([usize; 5], [usize; 5]) = ([2, 3, 4, 5, 6], [9, 10, 11, 12, 13]);
const OVERTAKING: (usize, usize) = (15, 14);

#[test]
fn under_the_driving_rule_people_pass_on_the_right_and_overtake_on_the_left() {
    let paths = walk("driving_rule");
    for (east, west) in [IN_LINE, OFFSET] {
        // The other pedestrian passes on the left, by two radii and the margin, 0.5 m. In the second pair it starts 0.3 m to the
        // right.
        let left = paths.left(east, west);
        assert!(left > 0.45, "{east} and {west}: {left} m");
    }
    // Most people in the groups step aside to the right, too.
    let to_the_right = GROUPS.0.iter().chain(&GROUPS.1).filter(|&&who| paths.deviation(who) > 0.1).count();
    assert!(to_the_right >= 9, "{to_the_right} of 10");
    let (fast, slow) = OVERTAKING;
    assert!(paths.left(fast, slow) < -0.45, "the slower one is on the right: {} m", paths.left(fast, slow));
}

#[test]
fn under_minimal_adjustment_people_take_the_shorter_side() {
    let paths = walk("minimal");
    // When two people walk in line, both sides are equal, and the right side comes first in the table.
    assert!(paths.left(IN_LINE.0, IN_LINE.1) > 0.45);
    assert!(paths.left(OFFSET.0, OFFSET.1) < -0.45, "{}", paths.left(OFFSET.0, OFFSET.1));
    let (fast, slow) = OVERTAKING;
    assert!(paths.left(fast, slow) > 0.45, "{}", paths.left(fast, slow));
}

/// R = 0.2 + 0.2 + 0.1 m. When the other pedestrian is 0.3 m to the right, 0.2 m are missing on the left and 0.8 m on the right.
/// Each of the two takes half. They do so before the personal space acts, which begins at 1.2 m.
#[test]
fn each_takes_half_of_what_is_missing() {
    for (table, half) in [("minimal", -0.1), ("driving_rule", 0.4)] {
        let paths = walk(table);
        let (east, west) = OFFSET;
        let near = |step: usize| {
            let (a, b) = (paths.by[east][step].expect("inside"), paths.by[west][step].expect("inside"));
            a.distance(b) < 1.3
        };
        let step = (0..).find(|&step| near(step)).expect("they meet");
        for who in [east, west] {
            let right = paths.right(who)[step];
            assert!((right - half).abs() < 0.05, "{table}: {who} is {right} m to the right");
        }
    }
}

#[test]
fn adjustments_are_early_and_minimal_ones_are_small() {
    let (rule, minimal) = (walk("driving_rule"), walk("minimal"));
    for (paths, table) in [(&rule, "driving rule"), (&minimal, "minimal adjustment")] {
        for (east, west) in [IN_LINE, OFFSET] {
            // The two see each other at 15 m, 5.8 s before they are level, and turn aside at once. Neither brakes.
            let before = paths.before(east, paths.level(east, west));
            assert!((4.5..6.0).contains(&before), "{table}: {before} s");
            assert!(paths.slowed(east, 1.3) < 0.02, "{table}: {} m/s", paths.slowed(east, 1.3));
        }
    }
    let aside = |paths: &Paths, who: usize| paths.deviation(who).abs();
    assert!(aside(&minimal, OFFSET.0) < 0.35, "{} m", aside(&minimal, OFFSET.0));
    assert!(aside(&rule, OFFSET.0) > 0.5, "{} m", aside(&rule, OFFSET.0));
    let deviations = [&rule, &minimal].map(|paths| mean(|who| aside(paths, who)));
    assert!(deviations[1] < 0.8 * deviations[0], "groups: {deviations:?} m");
    let changes = [&rule, &minimal].map(|paths| mean(|who| paths.slowed(who, 1.3)));
    assert!(changes[1] < changes[0], "groups: {changes:?} m/s");
}
