//! Single file: speed against density on an oval.

use crate::cases::ring::{Ring, Usher};
use crate::{Bench, Case, Figure, Kind, Look, Observed, Outcome, Suite};

pub(crate) const CASE: Case = Case {
    name: "single-file",
    suite: Suite::Validation,
    kind: Kind::Validation,
    title: "In single file people walk slower the closer they follow, as measured",
    source: "Jülich's single-file data (1test_1D; Seyfried et al. 2005, doi:10.1088/1742-5468/2005/10/P10002); without them 0.36 m + 1.06 s · v per person",
    setup: "A closed corridor 0.8 m wide, two straights of 8 m and two half circles of 2 m radius; 0.5 to 2 people per metre of its middle line.",
    measure: "mean over densities of 0.75, 1.0 … 2.0 per m of |speed − measured speed at that density|, in the middle 4 m of both straights",
    unit: "m/s",
    low: 0.0,
    high: 0.15,
    is_quick: true,
    run,
};

const CAPTION: &str = "People: the published points, by which the case is judged, and the trajectories of 4 to 24 women on an oval of 15 m \
                       (doi:10.34735/ped.2021.5), each 3 s on its straights; the density of a person is 1 over half the distance from the person behind to the person ahead.";

const RING: Ring = Ring { straight: 8.0, radius: 2.0, width: 0.8 };
const DENSITIES: [f64; 6] = [0.75, 1.0, 1.25, 1.5, 1.75, 2.0];

fn run(bench: &Bench) -> Result<Outcome, String> {
    let (published, walked) = (bench.data.single_file(), bench.data.oval());
    let people = published.points();
    let until = if bench.is_full { 180.0 } else { 90.0 };
    let (mut points, mut real, mut error) = (Vec::new(), Vec::new(), 0.0);
    for (i, density) in DENSITIES.into_iter().enumerate() {
        let seed = i as u64 + 1;
        let count = (RING.length() * density).round() as usize;
        let mut usher = Usher::new(RING);
        let observed = bench.direct(&RING.scene([count, 0], seed, until), seed, |s| usher.ask(s))?;
        let speed = speed(&observed);
        let near: Vec<f64> = people.iter().filter(|p| (p.0 - density).abs() < 0.125).map(|p| p.1).collect();
        // Seyfried et al. 2005: the length one needs is 0.36 m + 1.06 s · v.
        let published = (1.0 / density - 0.36) / 1.06;
        let expected = if near.len() < 8 { published } else { near.iter().sum::<f64>() / near.len() as f64 };
        error += (speed - expected).abs() / DENSITIES.len() as f64;
        points.push((density, speed));
        real.push((density, expected));
    }
    let said: Vec<String> =
        points.iter().zip(&real).map(|(p, r)| format!("{} /m: {:.2} (people {:.2})", p.0, p.1, r.1)).collect();
    Ok(Outcome::of(error)
        .note(format!("speeds in m/s at {}", said.join(", ")))
        .notes(&published.notes)
        .notes(&walked.notes)
        .drawn(
            Figure::new("Speed against density, single file", "density, 1/m", "speed, m/s")
                .band("mean of the data ± 0.15 m/s", &real, 0.15, 0.15)
                .people(Look::Data, &published)
                .people(Look::Data, walked)
                .with(Look::Line, bench.model.name, points)
                .says(CAPTION),
        ))
}

/// Returns the mean speed in the middle 4 m of both straights after 20 s, m/s.
fn speed(observed: &Observed) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for (before, after) in observed.frames.iter().zip(observed.frames.iter().skip(10)).filter(|f| f.0.time >= 20.0) {
        for (&who, &p) in before.pedestrian.iter().zip(&before.position) {
            if let Some(q) = after.place_of(who).filter(|_| p.x.abs() < 2.0) {
                sum += (if p.y < 0.0 { q.x - p.x } else { p.x - q.x }) / (10.0 * observed.interval);
                count += 1.0;
            }
        }
    }
    sum / f64::max(count, 1.0)
}
