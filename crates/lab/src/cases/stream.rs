//! A unidirectional stream in a closed corridor: density and speed taken together.

use populace_geom::maths;

use super::ring::{Ring, Usher};
use crate::{Bench, Observed};

const RING: Ring = Ring { straight: 10.0, radius: 5.0, width: 1.8 };
/// Densities that are set up, 1/m².
pub(crate) const DENSITIES: [f64; 7] = [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5];
/// Half the length of the measuring areas, m.
const HALF: f64 = 2.0;
/// Frames between the two places from which a speed is taken, to either side: 0.5 s.
const APART: usize = 5;
/// The time that a point covers, s.
pub(crate) const WINDOW: f64 = 5.0;

/// Returns density (1/m²) and speed (m/s) of a crowd set up with a density, window by window.
pub(crate) fn watch(bench: &Bench, density: f64, seed: u64) -> Result<Vec<(f64, f64)>, String> {
    let until = if bench.is_full { 120.0 } else { 60.0 };
    let people = (RING.area() * density).round() as usize;
    let mut usher = Usher::new(RING);
    let observed = bench.direct(&RING.scene([people, 0], seed, until), seed, |s| usher.ask(s))?;
    Ok(measure(&observed))
}

/// Returns density and mean speed in both measuring areas, window by window.
fn measure(observed: &Observed) -> Vec<(f64, f64)> {
    let frames = &observed.frames;
    let size = 2.0 * HALF * RING.width;
    let mut points = Vec::new();
    let window = (WINDOW / observed.interval).round() as usize;
    let first = (20.0 / observed.interval).round() as usize;
    for start in (first..frames.len().saturating_sub(window + APART)).step_by(window) {
        for is_south in [true, false] {
            let (mut people, mut speed) = (0.0, 0.0);
            for k in start..start + window {
                for (&who, &p) in frames[k].pedestrian.iter().zip(&frames[k].position) {
                    let (before, after) = (frames[k - APART].place_of(who), frames[k + APART].place_of(who));
                    if let (true, true, Some(before), Some(after)) =
                        (p.x.abs() < HALF, (p.y < 0.0) == is_south, before, after)
                    {
                        let way = if is_south { after.x - before.x } else { before.x - after.x };
                        speed += way / (2.0 * APART as f64 * observed.interval);
                        people += 1.0;
                    }
                }
            }
            if people > 0.0 {
                points.push((people / window as f64 / size, speed / people));
            }
        }
    }
    points
}

/// Returns the speed of Weidmann's relation, m/s: 1.34 (1 − exp(−1.913 (1/ρ − 1/5.4))).
pub(crate) fn weidmann(density: f64) -> f64 {
    1.34 * (1.0 - maths::exp(-1.913 * (1.0 / density - 1.0 / 5.4)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weidmanns_relation_has_its_published_values() {
        // Weidmann 1993: largest specific flow 1.225 /(m s) at 1.75 /m².
        assert!((1.75 * weidmann(1.75) - 1.225).abs() < 1e-3);
        assert!((weidmann(1.0) - 1.058).abs() < 1e-3);
    }
}
