//! L's behaviours in the scenes that the book draws: right-hand passing under the driving rule, early and small adjustments under
//! minimal adjustment.

use std::path::Path;

use populace_geom::Point;
use populace_scenario::Scenario;
use populace_sim::Simulation;

/// Deviations count from this on, m.
const ASIDE: f64 = 0.02;

/// Where everyone was, by pedestrian and step; `None` when not inside.
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
    /// The first step at which `b` is no longer ahead of `a`.
    fn level(&self, a: usize, b: usize) -> usize {
        let (a, b) = (&self.by[a], &self.by[b]);
        let ahead = |step: usize| a[step].zip(b[step]).map(|(p, q)| q.x - p.x);
        let sign = ahead(0).expect("both are there").signum();
        (0..a.len()).find(|&step| ahead(step).is_some_and(|d| d * sign <= 0.0)).expect("they pass")
    }
    /// How far `b` is on the left of `a`, who walks eastward, when they are level, m.
    fn left(&self, a: usize, b: usize) -> f64 {
        let step = self.level(a, b);
        let at = |who: usize| self.by[who][step].expect("they are level inside");
        at(b).y - at(a).y
    }
    /// Largest distance from the straight way, m.
    fn deviation(&self, who: usize) -> f64 {
        let start = self.by[who][0].expect("inside from the start").y;
        self.by[who].iter().flatten().map(|p| (p.y - start).abs()).fold(0.0, f64::max)
    }
    /// How long before a step someone left the straight way, s.
    fn before(&self, who: usize, step: usize) -> f64 {
        let path = &self.by[who];
        let start = path[0].expect("inside from the start").y;
        let began = path.iter().position(|p| p.is_some_and(|p| (p.y - start).abs() > ASIDE)).expect("it deviates");
        (step as f64 - began as f64) * self.dt
    }
    /// Largest change of speed between 1 s after the start and a step, m/s.
    fn slowed(&self, who: usize, step: usize, wanted: f64) -> f64 {
        let path = &self.by[who][(1.0 / self.dt) as usize..=step];
        let speeds = path.windows(2).filter_map(|w| Some(w[0]?.distance(w[1]?) / self.dt));
        speeds.map(|v| (v - wanted).abs()).fold(0.0, f64::max)
    }
}

/// Pedestrians of both scenes, in the order of populations and arrivals: eastbound 0 … 6, westbound 7 … 13, slow 14, fast 15.
const IN_LINE: (usize, usize) = (0, 7);
const OFFSET: (usize, usize) = (1, 8);
const GROUPS: ([usize; 5], [usize; 5]) = ([2, 3, 4, 5, 6], [9, 10, 11, 12, 13]);
const OVERTAKING: (usize, usize) = (15, 14);

#[test]
fn under_the_driving_rule_people_pass_on_the_right_and_overtake_on_the_left() {
    let paths = walk("driving_rule");
    for (east, west) in [IN_LINE, OFFSET] {
        // The other is on the left by two radii and the margin, 0.5 m, although at 0.3 m to the right at first in the second pair.
        let left = paths.left(east, west);
        assert!(left > 0.45, "{east} and {west}: {left} m");
    }
    let (fast, slow) = OVERTAKING;
    assert!(paths.left(fast, slow) < -0.45, "the slower one is on the right: {} m", paths.left(fast, slow));
}

#[test]
fn under_minimal_adjustment_people_take_the_shorter_side() {
    let paths = walk("minimal");
    // In line both sides are equal, and the right comes first in the table.
    assert!(paths.left(IN_LINE.0, IN_LINE.1) > 0.45);
    assert!(paths.left(OFFSET.0, OFFSET.1) < -0.45, "{}", paths.left(OFFSET.0, OFFSET.1));
    let (fast, slow) = OVERTAKING;
    assert!(paths.left(fast, slow) > 0.45, "{}", paths.left(fast, slow));
}
