//! Waiting: how long people stand in line for the objects of a place, how long they are served, and how many wait at a time.
//!
//! Waiting ends when a pedestrian gets a slot; the walk from the head of the line to the slot is neither waiting nor service
//! ([`WaitingTimes`]). Trajectories of experiments have no events, so nobody waits in them.

use super::{Finding, MeasureEntry, Measuring, Of, gathers};
use crate::intervals::Intervals;
use crate::waits::Times;
use crate::{Event, Moment, WaitingTimes};

pub(super) const ENTRY: MeasureEntry = MeasureEntry {
    name: "waiting",
    about: "time from joining a line to getting a slot, time of being served, and people in line, at all objects of a run",
    unit: "s",
    source: "Kleinrock 1975, Queueing Systems I: time in queue, time in service, number in queue",
    of: Of::Everyone,
    needs_ground: false,
    begin: |subject| {
        let lines = Intervals::new(subject.settings.interval);
        Some(Box::new(Waiting { step_time: subject.step_time, times: WaitingTimes::default(), lines }))
    },
};

struct Waiting {
    step_time: f64,
    times: WaitingTimes,
    /// People in line.
    lines: Intervals,
}

impl Measuring for Waiting {
    fn moment(&mut self, moment: &Moment) {
        self.lines.add(moment.number, moment.frame.time, self.times.in_line() as f64);
    }
    fn event(&mut self, event: &Event) {
        self.times.event(event);
    }
    fn findings(&self) -> Vec<Finding> {
        let time = |steps: u64| steps as f64 * self.step_time;
        let customers = self.times.customers();
        let waits = Times::of(customers.iter().filter(|one| one.line.is_some()).map(|one| time(one.waited)));
        let uses = Times::of(customers.iter().filter_map(|one| one.used).map(time));
        let rows = customers.iter().map(|one| {
            let (waited, used) = (one.line.map(|_| time(one.waited)), one.used.map(time));
            let [waited, used] = [waited, used].map(|time| time.unwrap_or(f64::NAN));
            vec![f64::from(one.pedestrian), f64::from(one.object), waited, used]
        });
        let columns = [("pedestrian", "id"), ("object", "id"), ("waiting time", "s"), ("service time", "s")];
        vec![
            Finding::figure("people_served", Some(customers.len() as f64), "persons"),
            Finding::figure("waiting_time_mean", waits.mean(), "s"),
            Finding::figure("waiting_time_p95", waits.p95(), "s"),
            Finding::figure("waiting_time_longest", waits.longest(), "s"),
            Finding::figure("service_time_mean", uses.mean(), "s"),
            Finding::figure("people_in_line_mean", self.lines.mean(), "persons"),
            Finding::figure("people_in_line_most", self.lines.most().map(|most| most.0), "persons"),
            Finding::over_time("people_in_line", ("people in line", "persons"), self.lines.rows()),
            Finding::series("customers", &columns, rows.collect()),
        ]
    }
    gathers!(times, lines);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moment::tests::walk;
    use crate::{EventKind, Found, Subject};

    /// Steps of 0.1 s: pedestrian 0 joins with step 1, gets a slot with step 4, is served from step 5 to step 9.
    #[test]
    fn waiting_ends_with_the_slot_and_service_begins_at_it() {
        let subject = Subject { step_time: 0.1, frame_rate: 10.0, ..Subject::default() };
        let mut waiting = (ENTRY.begin)(&subject).unwrap();
        let kinds = [(1, EventKind::Joined), (4, EventKind::Called), (5, EventKind::Served), (9, EventKind::Finished)];
        for (step, kind) in kinds {
            waiting.event(&Event { step, pedestrian: 0, kind, subject: 2 });
        }
        let value = |waiting: &dyn Measuring, name: &str| {
            let found = waiting.findings().into_iter().find(|finding| finding.name == name).unwrap();
            if let Found::Figure(Some(value)) = found.value { value } else { panic!("{name}: {found:?}") }
        };
        for (name, expected) in [("people_served", 1.0), ("waiting_time_mean", 0.3), ("service_time_mean", 0.4)] {
            assert!((value(&*waiting, name) - expected).abs() < 1e-12, "{name}");
        }
        // Another one joins and stays in line for the three moments that follow.
        waiting.event(&Event { step: 10, pedestrian: 1, kind: EventKind::Joined, subject: 2 });
        walk(&[&[(0.0, 0.0)], &[(0.0, 0.0)], &[(0.0, 0.0)]], 1, |moment| waiting.moment(moment));
        assert_eq!((value(&*waiting, "people_in_line_mean"), value(&*waiting, "people_in_line_most")), (1.0, 1.0));
        let mut after = (ENTRY.begin)(&subject).unwrap();
        assert_eq!(after.load(&waiting.save()), Some(()));
        assert_eq!(after.findings().len(), waiting.findings().len());
        assert_eq!(value(&*after, "waiting_time_mean"), value(&*waiting, "waiting_time_mean"));
    }
}
