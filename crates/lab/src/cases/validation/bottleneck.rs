//! Flow through a bottleneck against its width.
//!
//! The published means are those of Kretz et al. 2006 (doi:10.1088/1742-5468/2006/10/P10014), Seyfried et al. 2009
//! (doi:10.1287/trsc.1090.0263) and of the runs "2006EG" of Jülich's collection (JuPedSim's system tests, Validation/test_13).

use populace_geom::Point;
use populace_scenario::written::StageEntry;

use crate::bench::Scene;
use crate::cases::bodies::{Field, standing};
use crate::cases::draft::{Draft, anyone};
use crate::observed::steady_flow;
use crate::{Bench, Case, Figure, Kind, Look, Outcome, Suite};

pub(crate) const CASE: Case = Case {
    name: "bottleneck-flow",
    suite: Suite::Validation,
    kind: Kind::Validation,
    title: "Flow through a bottleneck grows with its width as it does with people",
    source: "Kretz et al. 2006; Seyfried et al. 2009; Jülich's runs 2006EG (JuPedSim system tests, Validation/test_13)",
    setup: "A room of 10 by 8 m opens to the east through a passage 1 m long. 150 people start at least 3.5 m before its mouth, 3 per m². \
            Widths from 0.8 to 2.5 m; three seeds in the full set.",
    measure: "mean over the widths of |flow − measured flow|, between the passages of 10 % and 90 % of the people; the flow grows with the width, and \
              there is no pause of more than 10 s while someone waits",
    unit: "1/s",
    low: 0.0,
    high: 0.25,
    is_quick: true,
    run,
};

/// Width (m) and mean flow (1/s) by experiment.
const PUBLISHED: [(&str, &[(f64, f64)]); 3] = [
    ("Kretz 2006", &[(0.8, 1.42), (0.9, 1.58), (1.0, 1.85), (1.2, 2.14)]),
    ("Seyfried 2009", &[(0.8, 1.288), (0.9, 1.674), (1.0, 1.9), (1.1, 2.123), (1.2, 2.364)]),
    (
        "2006EG",
        &[
            (0.9, 1.593),
            (1.0, 1.832),
            (1.1, 1.988),
            (1.2, 2.312),
            (1.4, 2.706),
            (1.6, 2.842),
            (1.8, 3.551),
            (2.0, 3.549),
            (2.2, 4.063),
            (2.5, 5.116),
        ],
    ),
];

const WIDTHS: [f64; 11] = [0.8, 0.9, 1.0, 1.1, 1.2, 1.4, 1.6, 1.8, 2.0, 2.2, 2.5];
const QUICK_WIDTHS: [f64; 6] = [0.8, 1.0, 1.2, 1.6, 2.0, 2.5];
const PEOPLE: usize = 150;
/// The longest pause for which an arch may block the bottleneck, s.
const LONGEST_PAUSE: f64 = 10.0;
/// The flow counts as growing unless it falls by more than this from one width to the next, 1/s: repeated runs spread
/// as much.
const SPREAD: f64 = 0.1;

const CAPTION: &str = "People: single runs, the means of three experiments, by which the case is judged, and the trajectories of two runs of 75 people \
                       through 0.5 m (doi:10.34735/ped.2018.1).";

/// The result of one width.
pub(super) struct Passed {
    /// The flow, 1/s.
    pub flow: f64,
    /// The longest pause, s.
    pub pause: f64,
}

fn run(bench: &Bench) -> Result<Outcome, String> {
    let widths: &[f64] = if bench.is_full { &WIDTHS } else { &QUICK_WIDTHS };
    let mut simulated = Vec::new();
    let (mut error, mut pause, mut at) = (0.0, 0.0f64, (0.0, 0));
    for &width in widths {
        let mut mean = 0.0;
        let seeds: Vec<u64> = bench.seeds(1, 3).collect();
        for &seed in &seeds {
            let passed = pass(bench, width, seed)?;
            mean += passed.flow / seeds.len() as f64;
            if passed.pause > pause {
                (pause, at) = (passed.pause, (width, seed));
            }
        }
        simulated.push((width, mean));
        error += (mean - measured(width)).abs() / widths.len() as f64;
    }
    let grows = simulated.windows(2).all(|w| w[1].1 > w[0].1 - SPREAD);
    let flows = simulated.iter().map(|(w, j)| format!("{w} m: {j:.2}")).collect::<Vec<_>>().join(", ");
    Ok(Outcome::of(error)
        .must("the flow grows with the width", grows)
        .must(
            format!("the longest pause while someone waits is {pause:.1} s ({} m, seed {}), at most 10 s", at.0, at.1),
            pause <= LONGEST_PAUSE,
        )
        .note(format!("flow per second at {flows}"))
        .notes(&bench.data.bottlenecks().notes)
        .notes(&bench.data.bottleneck().notes)
        .drawn(figure(bench, simulated)))
}

/// Runs the scene once at a width.
pub(super) fn pass(bench: &Bench, width: f64, seed: u64) -> Result<Passed, String> {
    let observed = bench.watch(&scene(width, seed), seed)?;
    let passages = observed.passages(Point::new(10.5, 0.0), Point::new(10.5, 8.0));
    Ok(Passed {
        // When the room does not get empty, the flow is that of the people who got out, over the whole time.
        flow: steady_flow(&passages, PEOPLE).unwrap_or(passages.len() as f64 / observed.duration()),
        pause: observed.longest_pause(&passages, PEOPLE),
    })
}

/// Returns the mean of the experiments at a width, 1/s.
fn measured(width: f64) -> f64 {
    let at_width = |points: &&[(f64, f64)]| points.iter().find(|p| p.0 == width).map(|p| p.1);
    let all: Vec<f64> = PUBLISHED.iter().filter_map(|(_, points)| at_width(points)).collect();
    all.iter().sum::<f64>() / all.len() as f64
}

fn scene(width: f64, seed: u64) -> Scene {
    let (low, high) = (4.0 - width / 2.0, 4.0 + width / 2.0);
    let outline = [
        (0.0, 0.0),
        (10.0, 0.0),
        (10.0, low),
        (11.0, low),
        (11.0, 0.0),
        (16.0, 0.0),
        (16.0, 8.0),
        (11.0, 8.0),
        (11.0, high),
        (10.0, high),
        (10.0, 8.0),
        (0.0, 8.0),
    ];
    let people = standing(Field::new(6.5, 8.0).rows(PEOPLE, 0.2, seed));
    Draft::new(400.0)
        .ground(&outline)
        .area("outside", (14.0, 0.0), (16.0, 8.0))
        .people("people", people, [StageEntry::leave("outside")], anyone())
        .scene()
}

fn figure(bench: &Bench, simulated: Vec<(f64, f64)>) -> Figure {
    let mut figure = Figure::new("Flow against width", "width, m", "flow, 1/s")
        .band("measured mean ± 0.25 /s", &WIDTHS.map(|w| (w, measured(w))), 0.25, 0.25)
        .people(Look::Data, &bench.data.bottlenecks())
        .people(Look::Data, bench.data.bottleneck());
    for (name, points) in PUBLISHED {
        figure = figure.with(Look::Data, name, points.to_vec());
    }
    figure.with(Look::Line, bench.model.name, simulated).says(CAPTION)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_measured_flow_is_the_mean_of_the_experiments() {
        // Kretz 2.14, Seyfried 2.364, EG 2.312.
        assert!((measured(1.2) - 2.272).abs() < 1e-9);
        assert_eq!(measured(2.5), 5.116);
    }

    #[test]
    fn people_start_at_three_per_square_metre() {
        assert!((PEOPLE as f64 / (6.5 * 8.0) - 3.0).abs() < 0.2);
    }
}
