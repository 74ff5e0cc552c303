//! Effort: the energy that walking takes.
//!
//! Guy, Chhugani, Curtis, Dubey, Lin, Manocha 2010, PLEdestrians: power per mass P = e_s + e_w v², with e_s = 2.23 J/(kg s) and e_w = 1.26 J s/(kg m²).
//! A way takes the least effort at the speed √(e_s/e_w) = 1.33 m/s: 3.35 J/(kg m).

use std::collections::BTreeMap;

use super::{Finding, MeasureEntry, Measuring, Of, gathers};
use crate::Moment;

pub(super) const ENTRY: MeasureEntry = MeasureEntry {
    name: "effort",
    about: "energy of walking per kilogram: mean of everyone, and per metre (3.35 at best)",
    unit: "J/kg",
    source: "Guy et al. 2010, PLEdestrians (e_s 2.23, e_w 1.26)",
    of: Of::Everyone,
    needs_ground: false,
    begin: |subject| Some(Box::new(Effort { frame_time: 1.0 / subject.frame_rate, people: BTreeMap::new() })),
};

/// e_s, J/(kg s).
pub const STANDING: f64 = 2.23;
/// e_w, J s/(kg m²).
pub const WALKING: f64 = 1.26;

/// Returns the power per mass of walking at a speed, m/s, in W/kg.
pub fn power(speed: f64) -> f64 {
    STANDING + WALKING * speed * speed
}

struct Effort {
    frame_time: f64,
    /// The energy, J/kg, and the way, m, of every pedestrian.
    people: BTreeMap<u32, (f64, f64)>,
}

impl Measuring for Effort {
    fn moment(&mut self, moment: &Moment) {
        for (row, &pedestrian) in moment.frame.pedestrian.iter().enumerate() {
            if let Some(speed) = moment.speed(row) {
                let (energy, way) = self.people.entry(pedestrian).or_default();
                *energy += power(speed) * self.frame_time;
                *way += speed * self.frame_time;
            }
        }
    }
    fn findings(&self) -> Vec<Finding> {
        let (energy, way) = self.people.values().fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        let people = self.people.len() as f64;
        let rows = self.people.iter().map(|(who, one)| vec![f64::from(*who), one.0]).collect();
        vec![
            Finding::figure("effort_mean", (people > 0.0).then(|| energy / people), "J/kg"),
            Finding::figure("effort_per_metre", (way > 0.0).then(|| energy / way), "J/(kg m)"),
            Finding::series("effort", &[("pedestrian", "id"), ("effort", "J/kg")], rows),
        ]
    }
    gathers!(people);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moment::tests::walk;
    use crate::{Found, Subject};

    #[test]
    fn a_metre_costs_least_at_the_best_speed() {
        let best = (STANDING / WALKING).sqrt();
        assert!((best - 1.330).abs() < 5e-4 && (power(best) / best - 3.352).abs() < 5e-4);
        // Walks 0.1 m per frame, 1 m/s, for one second of ten frames that have a speed: 3.49 J/kg.
        let mut effort = (ENTRY.begin)(&Subject { frame_rate: 10.0, ..Subject::default() }).unwrap();
        let frames: Vec<[(f64, f64); 1]> = (0..12).map(|i| [(f64::from(i) * 0.1, 0.0)]).collect();
        let frames: Vec<&[(f64, f64)]> = frames.iter().map(|f| &f[..]).collect();
        walk(&frames, 1, |moment| effort.moment(moment));
        for finding in &effort.findings()[..2] {
            let Found::Figure(Some(value)) = finding.value else { panic!("a figure") };
            assert!((value - 3.49).abs() < 1e-9, "{value}");
        }
    }
}
