//! Speed against density in a unidirectional stream.
//!
//! People walk round a closed corridor 1.8 m wide, as in the experiments `ug-180`; density and speed are taken together in the middle of
//! both straights. Real people: the closed corridor `ug-180` and the open corridors `uo-*-300-*` of Jülich, from the data folder; where
//! there is none, Weidmann's relation (Weidmann 1993, Kladek's formula).

use crate::cases::stream::{self, DENSITIES, WINDOW, weidmann};
use crate::{Bench, Case, Figure, Kind, Look, Outcome, Suite};

pub(crate) const CASE: Case = Case {
    name: "fundamental-diagram",
    suite: Suite::Validation,
    kind: Kind::Validation,
    title: "People walk slower the denser they walk, as measured",
    source: "Jülich's corridors ug-180 and uo-*-300-* (Zhang et al. 2011, doi:10.1088/1742-5468/2011/06/P06004); without them Weidmann 1993",
    setup: "A closed corridor 1.8 m wide, two straights of 10 m and two half circles of 5 m radius, 0.5 to 3.5 people per m² who walk round it. \
            60 s, in the full set 120 s, measured after the first 20 s.",
    measure: "mean over densities of 0.5, 1.0 … 3.5 per m² (± 0.25) of |speed − measured speed at that density|, in the middle 4 m of both straights; a stream that parts into jams and gaps may leave out two of them",
    unit: "m/s",
    low: 0.0,
    high: 0.15,
    is_quick: true,
    run,
};

const CAPTION: &str = "People: the published points, by which the case is judged, and the trajectories of the runs uo-*, 1.8 to 3 m wide, and of a corridor of 5 m: \
                       Voronoi density and speed in the middle 4 m, each 3 s.";

fn run(bench: &Bench) -> Result<Outcome, String> {
    let (published, walked) = (bench.data.unidirectional(), bench.data.corridors());
    let mut points = Vec::new();
    for (i, density) in DENSITIES.into_iter().enumerate() {
        points.extend(stream::watch(bench, density, i as u64 + 1)?);
    }
    let real = Relation::of(published.points());
    let bins = DENSITIES.iter().filter_map(|&d| Bin::of(d, &points, &real));
    let bins: Vec<Bin> = bins.collect();
    let error = bins.iter().map(|b| (b.speed - b.real).abs()).sum::<f64>() / bins.len().max(1) as f64;
    let said = bins.iter().map(|b| format!("{:.2} /m²: {:.2} (people {:.2})", b.density, b.speed, b.real));
    let flow = bins.iter().map(|b| b.speed * b.density).fold(0.0, f64::max);
    let name = bench.model.name;
    let curve: Vec<(f64, f64)> = (2..=54).map(|i| f64::from(i) * 0.1).map(|d| (d, weidmann(d))).collect();
    let band: Vec<(f64, f64)> = DENSITIES.iter().map(|&d| (d, real.speed(d))).collect();
    Ok(Outcome::of(error)
        .must(format!("{} of 7 densities were seen, at least 5", bins.len()), bins.len() >= 5)
        .note(format!("speeds in m/s at {}", said.collect::<Vec<_>>().join(", ")))
        .note(format!("largest specific flow {flow:.2} per m and s"))
        .notes(&published.notes)
        .notes(&walked.notes)
        .drawn(
            Figure::new("Speed against density", "density, 1/m²", "speed, m/s")
                .band("mean of the data ± 0.15 m/s", &band, 0.15, 0.15)
                .people(Look::Data, &published)
                .people(Look::Data, walked)
                .with(Look::Relation, "Weidmann 1993", curve)
                .with(Look::Dots, format!("{name}, each {WINDOW} s"), points)
                .with(Look::Line, format!("{name}, mean"), bins.iter().map(|b| (b.density, b.speed)).collect())
                .says(CAPTION),
        ))
}

/// The relation of real people: the mean of points near a density, or Weidmann's relation where there are no points.
struct Relation {
    points: Vec<(f64, f64)>,
}

impl Relation {
    fn of(points: Vec<(f64, f64)>) -> Self {
        Relation { points }
    }
    /// Returns the speed at a density, m/s, by a straight line through the points within 0.25 per m². So the points
    /// need not lie evenly around the density.
    fn speed(&self, density: f64) -> f64 {
        let near: Vec<&(f64, f64)> = self.points.iter().filter(|p| (p.0 - density).abs() <= 0.25).collect();
        if near.len() < 8 {
            return weidmann(density);
        }
        let n = near.len() as f64;
        let (mx, my) = near.iter().fold((0.0, 0.0), |(x, y), p| (x + p.0 / n, y + p.1 / n));
        let (xx, xy) =
            near.iter().fold((1e-9, 0.0), |(xx, xy), p| (xx + (p.0 - mx) * (p.0 - mx), xy + (p.0 - mx) * (p.1 - my)));
        my + (density - mx) * xy / xx
    }
}

/// The simulated points around one density.
struct Bin {
    density: f64,
    speed: f64,
    real: f64,
}

impl Bin {
    fn of(density: f64, points: &[(f64, f64)], real: &Relation) -> Option<Bin> {
        let near: Vec<&(f64, f64)> = points.iter().filter(|p| (p.0 - density).abs() <= 0.25).collect();
        let n = near.len() as f64;
        let (density, speed) = near.iter().fold((0.0, 0.0), |(d, v), p| (d + p.0 / n, v + p.1 / n));
        let real = near.iter().map(|p| real.speed(p.0) / n).sum();
        (!near.is_empty()).then_some(Bin { density, speed, real })
    }
}
