//! Runs cases for models, side by side on several threads. The verdicts do not depend on the number of threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use populace_steer::ModelEntry;
use serde_json::{Map, Value, json};

use crate::data::Data;
use crate::known::{Known, known};
use crate::{Bench, Case, Kind, Outcome};

/// The plan of a check: the models, the cases, and the settings of the runs.
pub struct Plan {
    /// The models that are tested.
    pub models: Vec<&'static ModelEntry>,
    /// The settings of the models; an empty object for the defaults.
    pub settings: Value,
    /// The cases that are run.
    pub cases: Vec<&'static Case>,
    /// Whether every case is run with all its seeds and sizes, instead of its quick version.
    pub is_full: bool,
    /// A number that is added to the seed of every run.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
}

/// The verdict of one case on one model.
pub struct Verdict {
    /// The case.
    pub case: &'static Case,
    /// The outcome of the case, or the reason why there is no value.
    pub outcome: Result<Outcome, String>,
    /// Whether the value is within its limits and everything else holds.
    pub passes: bool,
    /// The known limit because of which the model fails this case; `None` when the case passes or no limit is known.
    pub known: Option<&'static Known>,
}

/// The verdicts of all cases on one model.
pub struct Verdicts {
    /// The model.
    pub model: &'static ModelEntry,
    /// The verdicts, in the order of the cases in the plan.
    pub verdicts: Vec<Verdict>,
}

impl Verdict {
    fn new(model: &ModelEntry, case: &'static Case, outcome: Result<Outcome, String>) -> Self {
        let passes = outcome.as_ref().is_ok_and(|o| {
            (case.low..=case.high).contains(&o.value) && o.conditions.iter().all(|condition| condition.holds)
        });
        Verdict { case, outcome, passes, known: if passes { None } else { known(model.name, case.name) } }
    }
    /// Returns whether `populace check` must fail.
    pub fn is_fatal(&self) -> bool {
        !self.passes && self.case.kind == Kind::Verification && self.known.is_none()
    }
    /// Returns the value; `None` when there is none.
    pub fn value(&self) -> Option<f64> {
        self.outcome.as_ref().ok().map(|o| o.value).filter(|v| v.is_finite())
    }
}

/// Runs every case for every model. Calls `done` with each verdict as soon as it is there, in any order.
pub fn check(plan: &Plan, done: &(dyn Fn(&ModelEntry, &Verdict) + Sync)) -> Vec<Verdicts> {
    let jobs: Vec<(usize, usize)> =
        (0..plan.models.len()).flat_map(|m| (0..plan.cases.len()).map(move |c| (m, c))).collect();
    let (next, finished) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let data = Arc::new(Data::find());
    let benches: Vec<Bench> = plan.models.iter().map(|&model| bench(plan, model, data.clone())).collect();
    let work = || {
        // A run of its own per thread: cases are many, so it is they that are shared out.
        let Ok(alone) = rayon::ThreadPoolBuilder::new().num_threads(1).build() else { return };
        while let Some(&(m, c)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (model, case) = (plan.models[m], plan.cases[c]);
            let verdict = Verdict::new(model, case, alone.install(|| (case.run)(&benches[m])));
            done(model, &verdict);
            if let Ok(mut finished) = finished.lock() {
                finished.push(((m, c), verdict));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            scope.spawn(work);
        }
    });
    let mut finished = finished.into_inner().unwrap_or_default();
    finished.sort_by_key(|f| f.0);
    let mut all: Vec<Verdicts> = plan.models.iter().map(|model| Verdicts { model, verdicts: Vec::new() }).collect();
    for ((m, _), verdict) in finished {
        all[m].verdicts.push(verdict);
    }
    all
}

fn bench(plan: &Plan, model: &'static ModelEntry, data: Arc<Data>) -> Bench {
    Bench { model, settings: plan.settings.clone(), is_full: plan.is_full, seed: plan.seed, data }
}

/// Returns the verdicts as JSON: model → case → verdict.
pub fn as_json(all: &[Verdicts]) -> Value {
    let mut models = Map::new();
    for of_model in all {
        let mut cases = Map::new();
        for verdict in &of_model.verdicts {
            let Case { name, unit, low, high, kind, source, .. } = verdict.case;
            let entry = json!({
                "pass": verdict.passes, "value": verdict.value(), "unit": unit, "low": low, "high": high,
                "kind": kind.word(), "source": source,
            });
            cases.insert((*name).into(), entry);
        }
        models.insert(of_model.model.name.into(), cases.into());
    }
    models.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Suite;

    static CASE: Case = Case {
        name: "made-up",
        suite: Suite::Rimea,
        kind: Kind::Verification,
        title: "",
        source: "",
        setup: "",
        measure: "",
        unit: "s",
        low: 1.0,
        high: 2.0,
        is_quick: true,
        run: |bench| Ok(Outcome::of(if bench.is_full { 1.5 } else { 2.5 })),
    };
    static REPORTED: Case = Case { name: "reported", kind: Kind::Validation, ..CASE };

    fn verdicts(is_full: bool) -> Vec<Verdicts> {
        let models = vec![&populace_steer::MODELS[0]];
        check(
            &Plan { settings: json!({}), models, cases: vec![&CASE, &REPORTED], is_full, seed: 0, threads: 2 },
            &|_, _| {},
        )
    }

    #[test]
    fn only_verification_is_fatal() {
        let failed = verdicts(false);
        assert_eq!(
            failed[0].verdicts.iter().map(|v| (v.passes, v.is_fatal())).collect::<Vec<_>>(),
            [(false, true), (false, false)]
        );
        assert!(verdicts(true)[0].verdicts.iter().all(|v| v.passes && !v.is_fatal()));
    }

    #[test]
    fn a_condition_that_does_not_hold_fails_a_case_within_its_limits() {
        let model = &populace_steer::MODELS[0];
        let passes = |outcome| Verdict::new(model, &CASE, outcome).passes;
        assert!(passes(Ok(Outcome::of(1.5).must("holds", true))));
        assert!(!passes(Ok(Outcome::of(1.5).must("does not", false))));
        assert!(!passes(Ok(Outcome::of(f64::NAN))) && !passes(Err("broken".into())));
    }

    #[test]
    fn json_has_the_keys_of_the_format() {
        let json = as_json(&verdicts(true));
        let model = populace_steer::MODELS[0].name;
        let expected = json!({
            "pass": true, "value": 1.5, "unit": "s", "low": 1.0, "high": 2.0, "kind": "verification", "source": "",
        });
        assert_eq!(json[model]["made-up"], expected);
    }
}
