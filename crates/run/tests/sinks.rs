//! Sinks get what they are meant to get: the frames that each asked for, every step and event, phases in order, and acts before the
//! simulation gets them.

use crate::support;

use crate::support::{MOST, figures, fresh, job, job_with_every_measure, run};
use populace_record::{Act, POSITION_STEP};
use populace_run::{ActError, Ended, Job, Measures, Positions, Recorder, Run, RunError, Sink, Tally};
use populace_scenario::{Prover, Registry};
use populace_sim::{Phase, Simulation, StepReport};
use populace_traj::{Frame, MEASURES};
use serde_json::json;

/// A sink that keeps what it is handed.
struct Keeper {
    every: u64,
    positions: Positions,
    frames: Vec<Frame>,
    steps: Vec<u64>,
    entered: usize,
    phases: Vec<Option<Phase>>,
    acts: Vec<Act>,
    is_full: bool,
}

impl Keeper {
    fn new(every: u64, positions: Positions) -> Self {
        Keeper {
            every,
            positions,
            frames: Vec::new(),
            steps: Vec::new(),
            entered: 0,
            phases: Vec::new(),
            acts: Vec::new(),
            is_full: false,
        }
    }
    fn frame_steps(&self) -> Vec<u64> {
        self.frames.iter().map(|frame| frame.step).collect()
    }
}

impl Sink for Keeper {
    fn name(&self) -> &str {
        "keeper"
    }
    fn wants_frame(&self, step: u64) -> Option<Positions> {
        step.is_multiple_of(self.every).then_some(self.positions)
    }
    fn act(&mut self, act: &Act) -> Result<(), RunError> {
        if self.is_full {
            return Err(RunError::Sink { what: "full".into(), hint: "make room".into() });
        }
        self.acts.push(act.clone());
        Ok(())
    }
    fn phase(&mut self, phase: Option<Phase>) {
        self.phases.push(phase);
    }
    fn step(&mut self, report: &StepReport<'_>) -> Result<(), RunError> {
        self.steps.push(report.step);
        self.entered += report.events.iter().filter(|e| e.kind == populace_traj::EventKind::Entered).count();
        Ok(())
    }
    fn frame(&mut self, frame: &Frame, simulation: &Simulation) -> Result<(), RunError> {
        assert_eq!(frame.step, simulation.steps(), "the simulation is in the state of the frame");
        self.frames.push(frame.clone());
        Ok(())
    }
}

#[test]
fn each_sink_gets_exactly_the_frames_that_it_asked_for() {
    let job = job();
    let mut run = run(&job, 21);
    let (mut thirds, mut fifths) = (Keeper::new(3, Positions::AsRecorded), Keeper::new(5, Positions::Exact));
    let mut never = Keeper::new(u64::MAX, Positions::AsRecorded);
    let ended = run.go(&mut [&mut thirds, &mut fifths, &mut never], || false).unwrap();
    assert_eq!(ended, Ended::Limit);
    assert_eq!(thirds.frame_steps(), [0, 3, 6, 9, 12, 15, 18, 21]);
    assert_eq!(fifths.frame_steps(), [0, 5, 10, 15, 20]);
    assert_eq!(never.frame_steps(), [0], "the start");
    for sink in [&thirds, &fifths, &never] {
        assert_eq!(sink.steps, (0..=21).collect::<Vec<u64>>());
        assert_eq!(sink.entered as u64, run.simulation().census().entered);
    }
}

/// A run used to begin with an empty frame, although people were there at the start.
#[test]
fn the_frame_of_the_start_holds_everyone_who_is_there_before_anybody_has_moved() {
    let job = job();
    let mut run = run(&job, 1);
    let mut keeper = Keeper::new(1, Positions::Exact);
    run.begin(&mut [&mut keeper]).unwrap();
    assert_eq!((keeper.steps.len(), keeper.entered, keeper.frames[0].len()), (1, 100, 100));
    let people = run.simulation().people();
    assert!(people.len() == 100 && people.velocity.iter().all(|velocity| velocity.norm() == 0.0));
    let (begun, hash) = (keeper.frames[0].clone(), run.state_hash());
    // Once begun, a run is not begun again; the first step begins a run that was not.
    run.begin(&mut [&mut keeper]).unwrap();
    assert_eq!((keeper.frames.len(), run.state_hash()), (1, hash));
    run.step(&mut [&mut keeper]).unwrap();
    let (mut other, mut late) = (Keeper::new(1, Positions::Exact), support::run(&job, 1));
    late.step(&mut [&mut other]).unwrap();
    assert_eq!((other.frames[0] == begun, &other.frames, &other.steps), (true, &keeper.frames, &keeper.steps));
    assert_eq!((other.frame_steps(), late.state_hash()), (vec![0, 1], run.state_hash()));
}

#[test]
fn exact_positions_are_those_of_the_simulation_and_others_are_rounded_as_in_recordings() {
    let job = job();
    let mut run = run(&job, 40);
    let (mut exact, mut rounded) = (Keeper::new(40, Positions::Exact), Keeper::new(40, Positions::AsRecorded));
    // The order of the sinks in the list does not matter.
    run.go(&mut [&mut rounded, &mut exact], || false).unwrap();
    let mut frame = Frame::default();
    run.simulation().frame(&mut frame);
    assert!(frame.len() > 50);
    assert_eq!(exact.frames.last(), Some(&frame));
    let rounded = rounded.frames.pop().unwrap();
    assert_ne!(rounded.position, frame.position);
    populace_record::round_positions(&mut frame);
    assert_eq!(rounded, frame);
    let steps = rounded.position[0].x / POSITION_STEP;
    assert!((steps - steps.round()).abs() < 1e-3, "{steps}");
}

#[test]
fn phases_come_in_order_and_every_step_ends() {
    let job = job();
    let mut run = run(&job, 2);
    let mut keeper = Keeper::new(1, Positions::Exact);
    run.go(&mut [&mut keeper], || false).unwrap();
    let mut steps = keeper.phases.split(Option::is_none);
    let (decision, between) = (steps.next().unwrap(), steps.next().unwrap());
    assert!(decision.is_sorted() && decision.contains(&Some(Phase::Steer)), "{decision:?}");
    assert!(between.is_sorted() && !between.contains(&Some(Phase::Steer)), "{between:?}");
    assert_eq!(keeper.phases.iter().filter(|phase| phase.is_none()).count(), 2);
}

#[test]
fn a_run_measures_the_same_recorded_or_not_and_watched_or_not() {
    let job = job_with_every_measure();
    let mut found = Vec::new();
    for is_recorded in [false, true] {
        let (mut tally, mut measures) = (Tally::of(&job), Measures::of(&job));
        let mut run = run(&job, 500);
        let writer = populace_record::Writer::create(&fresh("recorded-or-not"), &job.about(None));
        let mut recorder = is_recorded.then(|| Recorder::of(&job.scenario, writer.unwrap()));
        let mut watcher = is_recorded.then(|| Keeper::new(1, Positions::Exact));
        run.go(&mut [&mut watcher, &mut recorder, &mut tally, &mut measures], || false).unwrap();
        found.push(figures(&run, &tally, &measures));
    }
    assert_eq!(found[0], found[1]);
}

#[test]
fn a_scenario_names_every_measure_and_one_of_another_crate() {
    let job = job_with_every_measure();
    let named: Vec<&str> = job.scenario.measures().iter().flat_map(|m| &m.what).map(|entry| entry.name).collect();
    assert_eq!(named[..3], ["density", "area-speed", "flow"], "an area and a line have their usual measures");
    for entry in MEASURES.iter().chain([&MOST]) {
        assert!(named[3..].contains(&entry.name), "{}", entry.name);
    }
    let (mut measures, mut run) = (Measures::of(&job), run(&job, 400));
    run.go(&mut [&mut measures], || false).unwrap();
    let figures = measures.figures();
    let [_, _, (name, area), (_, line), (_, everyone)] = &figures[..] else { panic!("{figures:?}") };
    // The usual measure of the same area counts the same people on its 9 m².
    let most = area.value("most_people").unwrap();
    assert!((area.value("density_highest").unwrap() - most / 9.0).abs() < 1e-9 && most > 10.0, "{name}: {most}");
    // Cells end at walls: two metres before a jammed door nobody has much room.
    let levels = ["a", "b", "c", "d", "e", "f"].map(|level| area.value(&format!("service_{level}")).unwrap());
    assert!((levels.iter().sum::<f64>() - 1.0).abs() < 1e-9 && levels[4] + levels[5] > 0.3, "{levels:?}");
    assert_eq!(line.value("crossed_left"), Some(0.0));
    assert_eq!(everyone.value("people"), Some(100.0));
}

/// A recording of a scenario that names a part of another crate used to be of no use to the library.
#[test]
fn a_recording_with_a_part_of_another_crate_is_run_again_by_whoever_knows_the_part() {
    let (job, folder) = (job_with_every_measure(), fresh("of-another-crate"));
    let writer = populace_record::Writer::create(&folder, &job.about(None)).unwrap();
    let mut recorder = Recorder::of(&job.scenario, writer);
    let mut first = run(&job, 60);
    first.go(&mut [&mut recorder], || false).unwrap();
    recorder.close().unwrap();
    let recording = populace_record::Recording::open(&folder).unwrap();
    assert!(Job::of_recording(&recording).is_err(), "the built-in parts have no such measure");
    let mut registry = Registry::default();
    registry.measures.add(&MOST).unwrap_or_else(|e| panic!("{e}"));
    let again = Job::of_recording_by(&Prover::new(&registry), &recording).unwrap_or_else(|e| panic!("{e}"));
    let mut second = run(&again, 60);
    second.go(&mut [], || false).unwrap();
    assert_eq!(first.state_hash(), second.state_hash());
}

#[test]
fn an_act_reaches_sinks_before_the_simulation_and_none_that_a_sink_refuses() {
    let job = job();
    let mut run = run(&job, 10);
    let mut keeper = Keeper::new(1, Positions::Exact);
    let block = json!({ "block": { "floor": "ground", "outline": [[2.0, 2.0], [2.5, 2.0], [2.5, 2.5], [2.0, 2.5]] } });
    let refused = run.act(&json!({ "close": "no such door" }), &mut [&mut keeper]);
    assert!(matches!(refused, Err(ActError::Refused(_))), "{refused:?}");
    keeper.is_full = true;
    let full = run.act(&block, &mut [&mut keeper]);
    assert!(matches!(full, Err(ActError::Sink(_))), "{full:?}");
    assert_eq!((run.simulation().acts(), keeper.acts.len()), (0, 0));
    keeper.is_full = false;
    run.step(&mut [&mut keeper]).unwrap();
    let number = run.act(&block, &mut [&mut keeper]).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!((number, run.simulation().acts()), (0, 1));
    assert_eq!(keeper.acts, [Act { step: 1, entry: block }]);
}

#[test]
fn nothing_can_be_asked_of_a_run_without_a_scenario() {
    let job = job();
    let mut run = Run::bare(Simulation::new(job.setup.clone()));
    let refused = run.act(&json!({ "signal": "go" }), &mut []);
    assert!(matches!(refused, Err(ActError::NoScenario)), "{refused:?}");
    run.step(&mut []).unwrap();
    assert_eq!(run.ended(), None);
}
