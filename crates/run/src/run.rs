//! A run: a simulation, its script, its end, and the loop that hands its output to the sinks.

use populace_record::round_positions;
use populace_sim::{Phase, Simulation, Watch};
use populace_traj::Frame;
use serde_json::Value;

use crate::checkpoint::{Asked, Checkpoint, CheckpointError, load_sinks, save_sinks};
use crate::{ActError, End, Ended, Positions, RunError, Script, Sink};

/// A simulation that is run, with its script and its end.
pub struct Run {
    simulation: Simulation,
    script: Script,
    end: End,
    /// State hash of the start or of the last step; `None` until the run has begun.
    state_hash: Option<u64>,
    /// Memory for the frame of a step.
    frame: Frame,
}

impl Run {
    /// Returns a run of a simulation before its first step.
    pub fn new(simulation: Simulation, script: Script, end: End) -> Self {
        Run { simulation, script, end, state_hash: None, frame: Frame::default() }
    }
    /// Returns a run of a simulation without a scenario. It takes no acts, and it goes on until its caller stops it.
    pub fn bare(simulation: Simulation) -> Self {
        Run::new(simulation, Script::none(), End::NEVER)
    }

    /// Returns the simulation.
    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }
    /// Returns the simulation, to inspect it or to hand it an act that is already proven. Do not step it: [`Run::step`] does that.
    pub fn simulation_mut(&mut self) -> &mut Simulation {
        &mut self.simulation
    }
    /// Returns the state hash of the start or of the last step; `None` until the run has begun.
    pub fn state_hash(&self) -> Option<u64> {
        self.state_hash
    }

    /// Runs until the end, or until `is_stopped` returns true between two steps. A run that is stopped hands a last checkpoint to
    /// every sink.
    pub fn go(&mut self, sinks: &mut [&mut dyn Sink], mut is_stopped: impl FnMut() -> bool) -> Result<Ended, RunError> {
        self.begin(sinks)?;
        loop {
            if let Some(ended) = self.ended() {
                return Ok(ended);
            }
            if is_stopped() {
                self.interrupt(sinks)?;
                return Ok(Ended::Interrupted);
            }
            self.step(sinks)?;
        }
    }

    /// Returns why the run is over; `None` while it goes on.
    pub fn ended(&self) -> Option<Ended> {
        if self.end.when_empty && self.simulation.is_over() && !self.script.is_waiting() {
            return Some(Ended::Empty);
        }
        (self.simulation.steps() >= self.end.last_step).then_some(Ended::Limit)
    }

    /// Lets in the people who are there at the start, and hands the report and the frame of the start, step 0, to the
    /// sinks. Does nothing when the run has begun, here or before the checkpoint from which it goes on.
    pub fn begin(&mut self, sinks: &mut [&mut dyn Sink]) -> Result<(), RunError> {
        if self.state_hash.is_some() {
            return Ok(());
        }
        let report = self.simulation.begin();
        let step = report.step;
        self.state_hash = Some(report.hash);
        sinks.iter_mut().try_for_each(|sink| sink.step(&report))?;
        self.hand_frame(step, sinks)
    }

    /// Does one step, and hands what comes out of it to the sinks. The first step begins the run.
    pub fn step(&mut self, sinks: &mut [&mut dyn Sink]) -> Result<(), RunError> {
        self.begin(sinks)?;
        self.script.hand_out(&mut self.simulation, sinks)?;
        let report = self.simulation.step_with(&mut PhaseTeller(sinks));
        sinks.iter_mut().for_each(|sink| sink.phase(None));
        let step = report.step;
        self.state_hash = Some(report.hash);
        sinks.iter_mut().try_for_each(|sink| sink.step(&report))?;
        self.hand_frame(step, sinks)?;
        if sinks.iter().any(|sink| sink.wants_checkpoint(step)) {
            let bytes = self.checkpoint(sinks)?;
            let keep = |sink: &mut &mut dyn Sink| match sink.wants_checkpoint(step) {
                true => sink.checkpoint(step, &bytes),
                false => Ok(()),
            };
            sinks.iter_mut().try_for_each(keep)?;
        }
        Ok(())
    }

    /// Hands the acts of the script that are due before the next step to the simulation. [`Run::step`] calls this by itself.
    pub fn hand_out(&mut self, sinks: &mut [&mut dyn Sink]) -> Result<(), RunError> {
        self.script.hand_out(&mut self.simulation, sinks)
    }

    /// Asks for an act now, between two steps. Returns the number of the act, counted from 0: the number of its line in
    /// `acts.jsonl`, and the subject of the event `acted`.
    pub fn act(&mut self, entry: &Value, sinks: &mut [&mut dyn Sink]) -> Result<u32, ActError> {
        self.script.act(entry, &mut self.simulation, sinks)
    }

    /// Hands a checkpoint of the last step, or of the start, to every sink. Does nothing until the run has begun.
    pub fn interrupt(&mut self, sinks: &mut [&mut dyn Sink]) -> Result<(), RunError> {
        if self.state_hash.is_none() {
            return Ok(());
        }
        let (step, bytes) = (self.simulation.steps(), self.checkpoint(sinks)?);
        sinks.iter_mut().try_for_each(|sink| sink.checkpoint(step, &bytes))
    }

    /// Returns the state of the run and of its sinks, from which [`Run::restore`] goes on to the same bits.
    pub fn checkpoint(&self, sinks: &[&mut dyn Sink]) -> Result<Vec<u8>, RunError> {
        let checkpoint = Checkpoint {
            step: self.simulation.steps(),
            state_hash: self.state_hash,
            simulation: self.simulation.snapshot(),
            acts: self.script.asked_before(self.simulation.steps()).to_vec(),
            sinks: save_sinks(sinks)?,
        };
        Ok(checkpoint.to_bytes()?)
    }

    /// Puts the run into the state of a checkpoint of the same scenario, seed and sinks. The script of this run must begin at the
    /// start and hold every act before the checkpoint. A checkpoint that is refused leaves the run and its sinks as they were.
    pub fn restore(&mut self, checkpoint: &[u8], sinks: &mut [&mut dyn Sink]) -> Result<(), RunError> {
        let Checkpoint { step, state_hash, simulation, acts, sinks: parts } = Checkpoint::from_bytes(checkpoint)?;
        let mut script = self.script.clone();
        let before = script.skip(step)?;
        let proven = self.simulation.prove_snapshot(&simulation, &before).map_err(CheckpointError::from)?;
        check_acts(&acts, script.asked_before(step))?;
        load_sinks(&parts, sinks)?;
        self.simulation.restore_proven(proven);
        (self.script, self.state_hash) = (script, state_hash);
        Ok(())
    }

    /// Gathers the frame once and hands it to the sinks that want it: first with exact positions, then with positions
    /// as recordings round them.
    fn hand_frame(&mut self, step: u64, sinks: &mut [&mut dyn Sink]) -> Result<(), RunError> {
        let wanted = |sinks: &[&mut dyn Sink], positions| sinks.iter().any(|s| s.wants_frame(step) == Some(positions));
        let (is_exact, is_rounded) = (wanted(sinks, Positions::Exact), wanted(sinks, Positions::AsRecorded));
        if !is_exact && !is_rounded {
            return Ok(());
        }
        self.simulation.frame(&mut self.frame);
        if is_exact {
            self.hand(Positions::Exact, sinks)?;
        }
        if is_rounded {
            round_positions(&mut self.frame);
            self.hand(Positions::AsRecorded, sinks)?;
        }
        Ok(())
    }

    fn hand(&self, positions: Positions, sinks: &mut [&mut dyn Sink]) -> Result<(), RunError> {
        let step = self.frame.step;
        let takers = sinks.iter_mut().filter(|sink| sink.wants_frame(step) == Some(positions));
        takers.into_iter().try_for_each(|sink| sink.frame(&self.frame, &self.simulation))
    }
}

/// Refuses the acts of a script when they are not the acts before a checkpoint, or are asked at other steps.
fn check_acts(before: &[Asked], given: &[Asked]) -> Result<(), CheckpointError> {
    let others = (0..before.len().max(given.len())).find(|&number| before.get(number) != given.get(number));
    others.map_or(Ok(()), |number| Err(CheckpointError::OtherActs(number)))
}

/// Announces the phases of a step to the sinks.
struct PhaseTeller<'a, 'b>(&'a mut [&'b mut dyn Sink]);

impl Watch for PhaseTeller<'_, '_> {
    fn enter(&mut self, phase: Phase) {
        self.0.iter_mut().for_each(|sink| sink.phase(Some(phase)));
    }
}
