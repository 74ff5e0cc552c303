//! The state as bytes, from which a run goes on to the same bits.
//!
//! A snapshot is a mark with the version of the layout, the identity of scenario and place, the state, and a seal over all of it. Identity and
//! state are in postcard's format. What is read is checked before it is used: the seal finds damage, the identity finds a snapshot of
//! something else, and validation finds every state that cannot be.

use std::sync::Arc;

use populace_env::{Doors, Environment, World};
use populace_geom::Mixer;
use populace_traj::bytes;

use super::{Identity, State};
use crate::lifts::Lift;
use crate::scene::InForce;
use crate::setup::Act;
use crate::simulation::Simulation;
use crate::walls::CellWalls;

/// First bytes of a snapshot, with the version of its layout.
const MARK: [u8; 8] = *b"popsnapA";

/// The reason why a snapshot cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RestoreError {
    /// It is damaged, or no snapshot of this version.
    Damaged,
    /// It is of another scenario: another seed, model, journey, perception or population.
    OtherSetup,
    /// It is of another place.
    OtherPlace,
    /// Acts that were obeyed before the snapshot was taken are not given.
    ActsMissing,
    /// The acts that are given are not those that were obeyed before the snapshot was taken.
    OtherActs,
    /// It holds something that cannot be, such as a cell that the place does not have.
    Invalid(String),
}

impl std::fmt::Display for RestoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            RestoreError::Damaged => "the snapshot is damaged or of another version",
            RestoreError::OtherSetup => {
                "the snapshot is of another scenario: seed, models, journeys or something else differ"
            }
            RestoreError::OtherPlace => "the snapshot is of another place",
            RestoreError::ActsMissing => "acts from before the snapshot are missing",
            RestoreError::OtherActs => "other acts were obeyed before the snapshot than those that are given",
            RestoreError::Invalid(what) => return write!(f, "the snapshot holds what cannot be: {what}"),
        })
    }
}

impl std::error::Error for RestoreError {}

/// A snapshot that [`Simulation::prove_snapshot`] has proven.
pub struct ProvenSnapshot {
    state: State,
    found: InForce,
    /// The acts that are obeyed at the next decision.
    asked: Vec<Act>,
}

impl Simulation {
    /// Returns the whole state. A simulation of the same setup that is restored from it, and from the acts so far, goes on to the same bits.
    pub fn snapshot(&self) -> Vec<u8> {
        let bytes = postcard::to_extend(&(self.identity, &self.state), MARK.to_vec());
        let mut bytes = bytes.expect("memory takes every state");
        bytes.extend_from_slice(&[0; SEAL]);
        reseal(&mut bytes);
        bytes
    }

    /// Takes over the state of a run without acts.
    pub fn restore(&mut self, snapshot: &[u8]) -> Result<(), RestoreError> {
        self.restore_with(snapshot, &[])
    }

    /// Takes over the state of a snapshot, and what the acts before it have changed. `acts` are the acts that were
    /// asked for before the snapshot was taken, in order. Acts that were not obeyed by then are obeyed at the next
    /// decision. A snapshot that is refused leaves everything as it was.
    pub fn restore_with(&mut self, snapshot: &[u8], acts: &[Act]) -> Result<(), RestoreError> {
        let proven = self.prove_snapshot(snapshot, acts)?;
        self.restore_proven(proven);
        Ok(())
    }

    /// Proves that [`Simulation::restore_with`] would take over a snapshot, and changes nothing. [`Simulation::restore_proven`] takes it over.
    pub fn prove_snapshot(&self, snapshot: &[u8], acts: &[Act]) -> Result<ProvenSnapshot, RestoreError> {
        let body = unseal(snapshot).ok_or(RestoreError::Damaged)?;
        let (identity, body) = postcard::take_from_bytes::<Identity>(body).map_err(|_| RestoreError::Damaged)?;
        if identity.setup != self.identity.setup {
            return Err(RestoreError::OtherSetup);
        }
        if identity.place != self.identity.place {
            return Err(RestoreError::OtherPlace);
        }
        let state: State = bytes::load(body).ok_or(RestoreError::Damaged)?;
        let found = self.in_force(&state, acts)?;
        let env = found.env.as_ref().unwrap_or_else(|| self.first_env()).clone();
        let lifts = Lift::all(&env);
        state.validate(&self.ranges(&state, &env, &lifts), &mut Vec::new()).map_err(RestoreError::Invalid)?;
        let asked = acts[state.acted.len()..].to_vec();
        Ok(ProvenSnapshot { state, found, asked })
    }

    /// Takes over a state that this simulation has proven, and makes what follows from it.
    pub fn restore_proven(&mut self, proven: ProvenSnapshot) {
        let ProvenSnapshot { state, found, asked } = proven;
        self.asked = asked;
        self.arrivals.truncate(self.scheduled);
        self.arrivals.extend_from_slice(&state.added);
        let before = std::mem::replace(&mut self.state, state);
        self.enforce(found);
        self.follow_doors(&before.doors);
        self.need_exits();
        self.follow_state();
    }

    /// Makes what follows from a state that was taken over, and forgets what was found in the state before.
    pub(crate) fn follow_state(&mut self) {
        self.scratch.chunks.iter_mut().for_each(|chunk| chunk.near.start(0, 0));
        self.scratch.boxes.clear();
        self.scratch.changed_minds = Default::default();
        self.index();
    }

    /// Makes what follows from the doors, if they are others than they were.
    pub(crate) fn follow_doors(&mut self, were: &Doors) {
        if self.state.doors != *were {
            let world = World::new(&self.env, &self.state.doors);
            self.walls = CellWalls::of(world);
            self.routes.doors_changed(world);
        }
    }

    fn first_env(&self) -> &Arc<Environment> {
        self.original.as_ref().map_or(&self.env, |original| &original.env)
    }
}

/// Length of the seal, bytes.
const SEAL: usize = 8;

fn seal(body: &[u8]) -> [u8; SEAL] {
    let mut mixer = Mixer::default();
    mixer.bytes(body);
    mixer.result().to_le_bytes()
}

/// Puts the right seal at the end of a snapshot whose bytes were changed on purpose: the seal guards against damage, and validation
/// against everything else.
pub fn reseal(snapshot: &mut [u8]) {
    if let Some((body, end)) = snapshot.split_last_chunk_mut::<SEAL>() {
        *end = seal(body);
    }
}

/// Returns what is between mark and seal; `None` when either is wrong.
fn unseal(snapshot: &[u8]) -> Option<&[u8]> {
    let (body, end) = snapshot.split_last_chunk::<SEAL>()?;
    let is_sealed = seal(body) == *end;
    body.strip_prefix(&MARK).filter(|_| is_sealed)
}
