//! A run that goes on from a checkpoint gives its sinks the same figures; a checkpoint whose parts do not fit the sinks is refused.

use crate::support::{figures, fresh, job, job_with_every_measure, run};
use populace_record::Act;
use populace_run::{CheckpointError, End, Ended, Measures, Recorder, RunError, Script, Sink, Tally};
use populace_sim::RestoreError;
use serde_json::json;

const LAST: u64 = 600;

/// A tally whose part of the checkpoint has another name.
struct Renamed(Tally, &'static str);

impl Sink for Renamed {
    fn name(&self) -> &str {
        self.1
    }
    fn save(&self) -> Result<Option<Vec<u8>>, RunError> {
        self.0.save()
    }
    fn load(&mut self, part: &[u8]) -> Result<(), CheckpointError> {
        self.0.load(part)
    }
}

fn refusal(result: Result<(), RunError>) -> CheckpointError {
    match result {
        Err(RunError::Checkpoint(error)) => error,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_run_that_goes_on_from_any_checkpoint_has_the_same_figures() {
    let job = job_with_every_measure();
    let whole = {
        let (mut tally, mut measures, mut run) = (Tally::of(&job), Measures::of(&job), run(&job, LAST));
        assert_eq!(run.go(&mut [&mut tally, &mut measures], || false).unwrap(), Ended::Limit);
        assert!(tally.travel().is_some() && !measures.is_empty());
        figures(&run, &tally, &measures)
    };
    // Before the first step, between two decisions, in the middle of a row of the measures, at the end.
    for step in [0, 333, 410, LAST] {
        let (mut tally, mut measures, mut before) = (Tally::of(&job), Measures::of(&job), run(&job, step));
        before.go(&mut [&mut tally, &mut measures], || false).unwrap();
        let bytes = before.checkpoint(&[&mut tally, &mut measures]).unwrap();
        let (mut tally, mut measures, mut after) = (Tally::of(&job), Measures::of(&job), run(&job, LAST));
        after.restore(&bytes, &mut [&mut tally, &mut measures]).unwrap();
        assert_eq!((after.simulation().steps(), after.state_hash()), (step, before.state_hash()));
        after.go(&mut [&mut tally, &mut measures], || false).unwrap();
        assert_eq!(figures(&after, &tally, &measures), whole, "from step {step}");
    }
}

#[test]
fn a_run_that_is_stopped_leaves_a_checkpoint_in_its_recording() {
    let job = job();
    let folder = fresh("stopped");
    let writer = populace_record::Writer::create(&folder, &job.about(None)).unwrap();
    let (mut recorder, mut tally) = (Recorder::of(&job.scenario, writer).checkpoint_every(Some(4)), Tally::of(&job));
    let (mut run, mut left) = (run(&job, LAST), 11);
    let is_stopped = || {
        left -= 1;
        left < 0
    };
    assert_eq!(run.go(&mut [&mut recorder, &mut tally], is_stopped).unwrap(), Ended::Interrupted);
    drop(recorder);
    let recording = populace_record::Recording::open(&folder).unwrap();
    assert_eq!(recording.checkpoints(), [8, 11], "the last two are kept");
    assert_eq!(recording.steps().count(), 12, "the start and eleven steps");
}

/// A run that was stopped before its first step used to leave a recording that nobody could resume.
#[test]
fn a_run_that_is_stopped_at_its_start_goes_on_to_the_same_recording() {
    let job = job();
    let rows = |folder: &std::path::Path| {
        let recording = populace_record::Recording::open(folder).unwrap();
        let frames: Vec<_> = recording.frames().map(Result::unwrap).collect();
        let events: Vec<_> = recording.events().map(Result::unwrap).collect();
        (frames, events, recording.steps().map(Result::unwrap).collect::<Vec<_>>())
    };
    let (stopped, whole) = (fresh("stopped-at-start"), fresh("not-stopped"));
    for (folder, is_stopped) in [(&stopped, true), (&whole, false)] {
        let writer = populace_record::Writer::create(folder, &job.about(None)).unwrap();
        let (mut recorder, mut tally) = (Recorder::of(&job.scenario, writer), Tally::of(&job));
        run(&job, 40).go(&mut [&mut recorder, &mut tally], || is_stopped).unwrap();
        if !is_stopped {
            recorder.close().unwrap();
        }
    }
    assert_eq!(rows(&stopped).2.len(), 1);
    let (writer, checkpoint) = populace_record::Writer::resume(&stopped).unwrap();
    let (mut recorder, mut tally) = (Recorder::of(&job.scenario, writer), Tally::of(&job));
    let mut resumed = run(&job, 40);
    resumed.restore(&checkpoint.state, &mut [&mut recorder, &mut tally]).unwrap();
    resumed.go(&mut [&mut recorder, &mut tally], || false).unwrap();
    recorder.close().unwrap();
    assert!(rows(&stopped) == rows(&whole) && rows(&whole).0[0].len() == 100);
}

#[test]
fn a_checkpoint_with_a_missing_or_unknown_part_is_refused() {
    let job = job();
    let (mut tally, mut measures, mut first) = (Tally::of(&job), Measures::of(&job), run(&job, 10));
    first.go(&mut [&mut tally, &mut measures], || false).unwrap();
    let both = first.checkpoint(&[&mut tally, &mut measures]).unwrap();
    let none = first.checkpoint(&[]).unwrap();

    let missing = refusal(run(&job, 20).restore(&none, &mut [&mut Tally::of(&job)]));
    assert_eq!(missing, CheckpointError::MissingPart("tally".into()));
    let unknown = refusal(run(&job, 20).restore(&both, &mut [&mut Tally::of(&job)]));
    assert_eq!(unknown, CheckpointError::UnknownPart("measures".into()));
    assert_eq!(unknown.to_string(), "it has a part of \"measures\", which this run does not keep");
    // The measures cannot read what a tally saved.
    let other = first.checkpoint(&[&mut Renamed(Tally::of(&job), "measures")]).unwrap();
    let unfit = refusal(run(&job, 20).restore(&other, &mut [&mut Measures::of(&job)]));
    assert_eq!(unfit, CheckpointError::UnfitPart("measures".into()));
    // An absent sink has no part, and asks for none.
    run(&job, 20).restore(&none, &mut [&mut None::<Tally>]).unwrap();

    let twins: [&mut dyn Sink; 2] = [&mut Tally::of(&job), &mut Renamed(Tally::of(&job), "tally")];
    assert_eq!(refusal(first.checkpoint(&twins).map(drop)), CheckpointError::SameName("tally".into()));
}

/// A run used to take over the simulation, the acts and the parts of some sinks before another sink refused its part.
#[test]
fn a_run_that_refuses_a_checkpoint_goes_on_as_if_it_had_not_been_asked() {
    let job = job();
    let outline = json!([[2.0, 2.0], [2.5, 2.0], [2.5, 2.5], [2.0, 2.5]]);
    let act = Act { step: 12, entry: json!({ "block": { "floor": "ground", "outline": outline } }) };
    let fresh_run = || job.run(Script::with(&job.scenario, vec![act.clone()]), End { last_step: 60, when_empty: true });
    let whole = {
        let (mut tally, mut measures, mut run) = (Tally::of(&job), Measures::of(&job), fresh_run());
        run.go(&mut [&mut tally, &mut measures], || false).unwrap();
        figures(&run, &tally, &measures)
    };
    let (mut tally, mut measures, mut later) = (Tally::of(&job), Measures::of(&job), fresh_run());
    later.go(&mut [&mut tally, &mut measures], || false).unwrap();
    let unfit = later.checkpoint(&[&mut tally, &mut Renamed(Tally::of(&job), "measures")]).unwrap();
    let missing = later.checkpoint(&[&mut tally]).unwrap();
    let mut third = Renamed(Tally::of(&job), "third");
    let unknown = later.checkpoint(&[&mut tally, &mut measures, &mut third]).unwrap();

    for checkpoint in [unfit, missing, unknown] {
        let (mut tally, mut measures, mut run) = (Tally::of(&job), Measures::of(&job), fresh_run());
        let sinks: &mut [&mut dyn Sink] = &mut [&mut tally, &mut measures];
        (0..8).for_each(|_| run.step(sinks).unwrap());
        let refused = refusal(run.restore(&checkpoint, sinks));
        run.go(sinks, || false).unwrap();
        assert_eq!(figures(&run, &tally, &measures), whole, "{refused}");
    }
}

/// A run used to go on when an act before the checkpoint was said to have been asked at another step.
#[test]
fn a_run_does_not_go_on_when_an_act_before_the_checkpoint_has_another_step_or_is_another() {
    let job = job();
    let outline = |x: f64| json!([[x, 2.0], [x + 0.5, 2.0], [x + 0.5, 2.5], [x, 2.5]]);
    let block = |step, x| Act { step, entry: json!({ "block": { "floor": "ground", "outline": outline(x) } }) };
    let with =
        |acts: &[Act]| job.run(Script::with(&job.scenario, acts.to_vec()), End { last_step: 60, when_empty: true });
    // The second act waits for the next decision when the checkpoint is taken.
    let acts = [block(12, 2.0), block(33, 4.0), block(50, 6.0)];
    let mut before = with(&acts);
    (0..34).for_each(|_| before.step(&mut []).unwrap());
    let bytes = before.checkpoint(&[]).unwrap();
    let refused = |acts: &[Act]| refusal(with(acts).restore(&bytes, &mut []));
    let [first, second, third] = acts.clone();

    with(&acts).restore(&bytes, &mut []).unwrap();
    with(&acts[..2]).restore(&bytes, &mut []).unwrap();
    assert_eq!(refused(&[block(11, 2.0), second.clone(), third.clone()]), CheckpointError::OtherActs(0));
    let moved = refused(&[first.clone(), block(31, 4.0), third.clone()]);
    assert_eq!(moved, CheckpointError::OtherActs(1));
    assert!(moved.to_string().contains("line 2 of acts.jsonl"), "{moved}");
    let another = refused(&[first.clone(), block(33, 5.0), third.clone()]);
    assert!(matches!(another, CheckpointError::OtherActs(1) | CheckpointError::Simulation(RestoreError::OtherActs)));
    assert!(matches!(refused(&[first, second, block(33, 5.0), third]), CheckpointError::OtherActs(2)));
}

#[test]
fn a_damaged_checkpoint_and_one_of_another_seed_are_refused() {
    let job = job();
    let bytes = run(&job, 10).checkpoint(&[]).unwrap();
    for damaged in [&bytes[..7], &bytes[1..], &bytes[..bytes.len() - 1], b"run-1\0\0\0"] {
        assert_eq!(refusal(run(&job, 10).restore(damaged, &mut [])), CheckpointError::Unreadable);
    }
    let other = populace_run::Job { setup: job.scenario.setup(Some(99)), ..crate::support::job() };
    let refused = refusal(run(&other, 10).restore(&bytes, &mut []));
    assert_eq!(refused, CheckpointError::Simulation(RestoreError::OtherSetup));
}
