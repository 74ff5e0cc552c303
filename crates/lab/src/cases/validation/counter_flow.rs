//! Counter-flow: two streams find lanes and never lock.
//!
//! The corridor is long enough that its middle does not notice its ends before 40 s: until then it is a piece of an endless
//! corridor with both streams at a constant density.

use crate::bench::Scene;
use crate::cases::bodies::{Field, standing};
use crate::cases::draft::{Draft, anyone, rectangle};
use crate::data::People;
use crate::{Bench, Case, Figure, Kind, Look, Observed, Outcome, Suite};
use populace_geom::{Draws, Point};
use populace_scenario::written::StageEntry;
use populace_traj::lane_order;

pub(crate) const CASE: Case = Case {
    name: "counter-flow",
    suite: Suite::Validation,
    kind: Kind::Validation,
    title: "Two opposite streams part into lanes and get past each other",
    source: "order parameter after Nowak & Schadschneider 2012 (doi:10.1103/PhysRevE.85.066128); lanes in counter-flow: Kretz et al. 2006 \
             (doi:10.1088/1742-5468/2006/10/P10001), Feliciani & Nishinari 2016",
    setup: "A corridor of 120 by 3 m with one person per m², each going east or west by a coin. Three seeds; ten in the full set.",
    measure: "least order parameter over the seeds: mean of ((same − opposite)/(same + opposite))² over everyone in the middle 20 m, counted within 0.3 m \
              to either side, 30 to 40 s after the start; everyone gets out within 300 s",
    unit: "1",
    low: 0.5,
    high: 1.0,
    is_quick: true,
    run,
};

const LENGTH: f64 = 120.0;
const WIDTH: f64 = 3.0;
/// The middle that is looked at, x in m.
const MIDDLE: (f64, f64) = (50.0, 70.0);
/// People who are nearer to each other across the corridor than this walk in the same row, m: 0.75 of a body's width.
const SAME_ROW: f64 = 0.75 * 0.4;

const CAPTION: &str = "People: trajectories of the runs bo-* and bot-* (Zhang et al. 2012, doi:10.1088/1742-5468/2012/02/P02002) in the middle 4 m of a corridor \
                       3.6 m wide, from when the two streams meet there. They come from separate sides, the models start mixed; among fewer people order is higher by chance.";

fn run(bench: &Bench) -> Result<Outcome, String> {
    let (mut least, mut locked) = (f64::INFINITY, 0);
    let (mut orders, mut curves, mut picture) = (Vec::new(), Vec::new(), Vec::new());
    for seed in bench.seeds(3, 10) {
        let observed = bench.watch(&scene(seed), seed)?;
        let curve = course(&observed);
        let late: Vec<f64> = curve.iter().filter(|p| (30.0..=40.0).contains(&p.0)).map(|p| p.1).collect();
        let order = late.iter().sum::<f64>() / late.len().max(1) as f64;
        least = least.min(order);
        locked += usize::from(!observed.is_over);
        orders.push(format!("{order:.2}"));
        if seed == 1 {
            picture = snapshot(&observed);
        }
        curves.push(curve);
    }
    let walked = bench.data.lanes();
    let figure = figure(bench, &curves, walked);
    let mut plan = Figure::plan("The middle after 35 s, seed 1");
    for (name, points) in picture {
        plan = plan.with(Look::Dots, name, points);
    }
    Ok(Outcome::of(least)
        .must(format!("everyone gets out within 300 s with every seed; {locked} did not"), locked == 0)
        .note(format!("order parameters by seed: {}", orders.join(", ")))
        .notes(&walked.notes)
        .drawn(figure)
        .drawn(plan))
}

fn figure(bench: &Bench, curves: &[Vec<(f64, f64)>], walked: &People) -> Figure {
    let accepted = vec![(30.0, 0.5), (40.0, 0.5), (40.0, 1.0), (30.0, 1.0)];
    let mut figure = Figure::new("Order in the middle of the corridor", "time, s", "order parameter")
        .with(Look::Band, "accepted", accepted)
        .people(Look::People, walked);
    for (i, curve) in curves.iter().enumerate() {
        let name = if i == 0 { format!("{}, each seed", bench.model.name) } else { String::new() };
        figure = figure.with(Look::Run, name, curve.clone());
    }
    figure.with(Look::Path, format!("{}, mean of the seeds", bench.model.name), mean(curves)).says(CAPTION)
}

/// Returns the mean of the curves at every second that all of them have.
fn mean(curves: &[Vec<(f64, f64)>]) -> Vec<(f64, f64)> {
    let at = |time: f64| {
        let values = curves.iter().map(|curve| Some(curve.iter().find(|p| p.0 == time)?.1));
        Some(values.sum::<Option<f64>>()? / curves.len() as f64)
    };
    let times = curves.iter().take(1).flatten().map(|p| p.0);
    times.filter_map(|time| Some((time, at(time)?))).collect()
}

/// Returns the order parameter in the middle, every second.
fn course(observed: &Observed) -> Vec<(f64, f64)> {
    let whole = observed.frames.iter().step_by(10);
    whole.filter(|f| f.time <= 45.0).filter_map(|f| Some((f.time, order(&middle(observed, f))?))).collect()
}

fn order(people: &[(Point, u16)]) -> Option<f64> {
    let sides: Vec<(f64, bool)> = people.iter().map(|&(p, stream)| (p.y, stream == 0)).collect();
    lane_order(&sides, SAME_ROW)
}

/// Returns the position and the stream of each pedestrian in the middle.
fn middle(observed: &Observed, frame: &populace_traj::Frame) -> Vec<(Point, u16)> {
    let all = frame.pedestrian.iter().zip(&frame.position);
    let here = all.filter(|(_, p)| (MIDDLE.0..=MIDDLE.1).contains(&p.x));
    here.map(|(&who, &p)| (p, observed.population[who as usize])).collect()
}

fn snapshot(observed: &Observed) -> Vec<(&'static str, Vec<(f64, f64)>)> {
    let Some(frame) = observed.frames.iter().find(|f| f.time >= 35.0) else { return Vec::new() };
    let people = middle(observed, frame);
    let stream = |number: u16| people.iter().filter(|p| p.1 == number).map(|p| (p.0.x, p.0.y)).collect();
    vec![("to the east", stream(0)), ("to the west", stream(1))]
}

fn scene(seed: u64) -> Scene {
    let people = Field::new(LENGTH, WIDTH).rows((LENGTH * WIDTH) as usize, 0.2, seed);
    let draws = Draws::new(seed);
    let goes_east = |i: usize| draws.unit(i as u64, 0, 103) < 0.5;
    let those = |east: bool| standing((0..people.len()).filter(|&i| goes_east(i) == east).map(|i| people[i]));
    let (east, exit) = (LENGTH + 3.0, LENGTH + 1.0);
    Draft::new(300.0)
        .ground(&rectangle((-3.0, 0.0), (east, WIDTH)))
        .area("west", (-3.0, 0.0), (-1.0, WIDTH))
        .area("east", (exit, 0.0), (east, WIDTH))
        .people("to the east", those(true), [StageEntry::leave("east")], anyone())
        .people("to the west", those(false), [StageEntry::leave("west")], anyone())
        .scene()
}
