//! Time in congestion: how long people walk so slowly that they must be in a jam.
//!
//! IMO MSC.1/Circ.1533 speaks of congestion at 3.5 to 4 persons/m². Weidmann's relation v = 1.34 (1 − exp(−1.913 (1/ρ − 1/5.4))) m/s gives 0.23 and
//! 0.16 m/s at these densities. Here a pedestrian slower than 0.2 m/s, the speed at 3.7 persons/m², is in congestion. A pedestrian that waits on purpose is slow, too.

use std::collections::BTreeMap;

use super::{Finding, MeasureEntry, Measuring, Of, gathers};
use crate::Moment;

pub(super) const ENTRY: MeasureEntry = MeasureEntry {
    name: "congestion",
    about: "time that people spend slower than 0.2 m/s (another speed may be given)",
    unit: "s",
    source: "IMO MSC.1/Circ.1533 (3.5–4 persons/m²) through Weidmann 1993's speed at that density",
    of: Of::Everyone,
    needs_ground: false,
    begin: |subject| {
        let (slowest, frame_time) = (subject.settings.congested, 1.0 / subject.frame_rate);
        Some(Box::new(Congestion { slowest, frame_time, people: BTreeMap::new() }))
    },
};

struct Congestion {
    slowest: f64,
    frame_time: f64,
    /// The frames in congestion, and all frames with a speed, of each pedestrian.
    people: BTreeMap<u32, (u64, u64)>,
}

impl Measuring for Congestion {
    fn moment(&mut self, moment: &Moment) {
        for (row, &pedestrian) in moment.frame.pedestrian.iter().enumerate() {
            if let Some(speed) = moment.speed(row) {
                let (slow, all) = self.people.entry(pedestrian).or_default();
                *slow += u64::from(speed < self.slowest);
                *all += 1;
            }
        }
    }
    fn findings(&self) -> Vec<Finding> {
        let (slow, all) = self.people.values().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        let people = self.people.len() as f64;
        let time = |frames: u64| frames as f64 * self.frame_time;
        let rows = self.people.iter().map(|(who, one)| vec![f64::from(*who), time(one.0)]).collect();
        vec![
            Finding::figure("congestion_mean", (people > 0.0).then(|| time(slow) / people), "s"),
            Finding::figure("congestion_share", (all > 0).then(|| slow as f64 / all as f64), "share"),
            Finding::series("congestion", &[("pedestrian", "id"), ("time in congestion", "s")], rows),
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
    fn standing_is_congestion_and_walking_is_not() {
        let mut congestion = (ENTRY.begin)(&Subject { frame_rate: 10.0, ..Subject::default() }).unwrap();
        let frames: Vec<[(f64, f64); 2]> = (0..12).map(|i| [(f64::from(i) * 0.1, 0.0), (0.0, 9.0)]).collect();
        let frames: Vec<&[(f64, f64)]> = frames.iter().map(|f| &f[..]).collect();
        walk(&frames, 1, |moment| congestion.moment(moment));
        // Ten of twelve frames have a speed: one person stands for 1 s, the other walks.
        let found = congestion.findings();
        assert_eq!([&found[0].value, &found[1].value], [&Found::Figure(Some(0.5)), &Found::Figure(Some(0.5))]);
    }
}
