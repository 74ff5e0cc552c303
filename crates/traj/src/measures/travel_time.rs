//! Travel time: how long every pedestrian took from coming in to leaving.
//!
//! A run knows the steps in which people come in and leave, from its events ([`TravelTimes`]). Trajectories of experiments, and recordings without
//! events, have frames alone: then the time is that from the first frame of a pedestrian to its last. Pedestrians that are still inside at the end are
//! counted apart: their time so far is not a travel time yet.

use std::collections::BTreeMap;

use super::{Finding, MeasureEntry, Measuring, Of, gathers};
use crate::{Event, Moment, TravelSummary, TravelTimes};

pub(super) const ENTRY: MeasureEntry = MeasureEntry {
    name: "travel-time",
    about: "time from coming in to leaving; where there are no events, from the first to the last frame of every pedestrian that is gone before the last frame",
    unit: "s",
    source: "definition of this program",
    of: Of::Everyone,
    needs_ground: false,
    begin: |subject| Some(Box::new(TravelTime { step_time: subject.step_time, ..TravelTime::default() })),
};

#[derive(Default)]
struct TravelTime {
    step_time: f64,
    by_events: TravelTimes,
    /// The first and the last time of each pedestrian, s.
    seen: BTreeMap<u32, (f64, f64)>,
    last: f64,
}

/// Travel times, s, by pedestrian.
type Times = Vec<(u32, f64)>;

impl TravelTime {
    /// Returns how many people there were, the travel times of the pedestrians that are gone, and their summary.
    fn found(&self) -> (usize, Times, Option<TravelSummary>) {
        if !self.by_events.is_empty() {
            let times = self.by_events.each(self.step_time);
            return (times.len() + self.by_events.inside(), times, self.by_events.summary(self.step_time));
        }
        let gone = self.seen.iter().filter(|(_, (_, last))| *last < self.last);
        let times: Times = gone.map(|(who, (first, last))| (*who, last - first)).collect();
        let summary = TravelSummary::of(times.iter().map(|(_, time)| *time).collect());
        (self.seen.len(), times, summary)
    }
}

impl Measuring for TravelTime {
    fn moment(&mut self, moment: &Moment) {
        let time = moment.frame.time;
        self.last = time;
        for &pedestrian in &moment.frame.pedestrian {
            self.seen.entry(pedestrian).or_insert((time, time)).1 = time;
        }
    }
    fn event(&mut self, event: &Event) {
        self.by_events.event(event);
    }
    fn findings(&self) -> Vec<Finding> {
        let (people, times, summary) = self.found();
        let rows = times.iter().map(|(who, time)| vec![f64::from(*who), *time]).collect();
        vec![
            Finding::figure("people", Some(people as f64), "persons"),
            Finding::figure("people_there_at_the_end", Some((people - times.len()) as f64), "persons"),
            Finding::figure("travel_time_mean", summary.map(|all| all.mean), "s"),
            Finding::figure("travel_time_median", summary.map(|all| all.median), "s"),
            Finding::figure("travel_time_p95", summary.map(|all| all.p95), "s"),
            Finding::figure("travel_time_longest", summary.map(|all| all.longest), "s"),
            Finding::series("travel_time", &[("pedestrian", "id"), ("travel time", "s")], rows),
        ]
    }
    gathers!(by_events, seen, last);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moment::tests::walk;
    use crate::{EventKind, Found, Subject};

    fn figures(times: &dyn Measuring) -> Vec<Found> {
        times.findings().into_iter().map(|f| f.value).take(3).collect()
    }

    #[test]
    fn who_is_there_at_the_end_has_no_travel_time() {
        let mut times = (ENTRY.begin)(&Subject::default()).unwrap();
        let (one, two) = ((0.0, 0.0), (5.0, 5.0));
        walk(&[&[one, two], &[one, two], &[one, two], &[one], &[one]], 1, |moment| times.moment(moment));
        assert_eq!(figures(&*times), [2.0, 1.0, 0.2].map(|value| Found::Figure(Some(value))));
    }

    /// The same walk: pedestrian 0 came in with step 1 and stays, pedestrian 1 came in with step 1 and left with step 6, of 0.05 s each.
    #[test]
    fn where_there_are_events_they_count() {
        let subject = Subject { step_time: 0.05, ..Subject::default() };
        let mut times = (ENTRY.begin)(&subject).unwrap();
        let (one, two) = ((0.0, 0.0), (5.0, 5.0));
        walk(&[&[one, two], &[one, two], &[one, two], &[one], &[one]], 1, |moment| times.moment(moment));
        for (step, pedestrian, kind) in
            [(1, 0, EventKind::Entered), (1, 1, EventKind::Entered), (6, 1, EventKind::Left)]
        {
            times.event(&Event { step, pedestrian, kind, subject: 0 });
        }
        assert_eq!(figures(&*times), [2.0, 1.0, 0.25].map(|value| Found::Figure(Some(value))));
        let mut after = (ENTRY.begin)(&subject).unwrap();
        assert_eq!(after.load(&times.save()), Some(()));
        assert_eq!(after.findings(), times.findings(), "a checkpoint changes nothing");
    }
}
