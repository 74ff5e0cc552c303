//! The state as one number per step, and as bytes from which a run goes on to the same bits.

use populace_env::{Environment, LinkId, LinkKind};
use populace_perceive::Neighbours;
use rayon::prelude::*;

use crate::arrivals::Arrival;
use crate::bytes::{Load, Reader, Save};
use crate::lifts::Lift;
use crate::people::NONE;
use crate::setup::Act;
use crate::simulation::{AT_A_TIME, CHUNK, ChunkScratch, Simulation, State};
use crate::walls::CellWalls;

/// First bytes of a snapshot, with the version of its layout.
const MAGIC: u64 = 0x0006_5041_4e53_504f;

/// Why a snapshot cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestoreError {
    /// It is damaged, or no snapshot of this version.
    Damaged,
    /// It is of another scenario or seed.
    OtherSetup,
    /// Acts were obeyed before it was taken that are not given.
    ActsMissing,
}

impl std::fmt::Display for RestoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            RestoreError::Damaged => "the snapshot is damaged or of another version",
            RestoreError::OtherSetup => "the snapshot is of another scenario or seed",
            RestoreError::ActsMissing => "acts from before the snapshot are missing",
        })
    }
}

impl std::error::Error for RestoreError {}

impl Simulation {
    /// The state as a number, see [`StepReport::hash`](crate::StepReport::hash). Rows are added up, so their order and the
    /// chunks do not matter.
    pub(crate) fn hash(&mut self) -> u64 {
        let people = &self.state.people;
        let mut chunks = std::mem::take(&mut self.scratch.chunks);
        chunks.resize(people.len().div_ceil(CHUNK), ChunkScratch::default());
        chunks.par_iter_mut().enumerate().with_max_len(AT_A_TIME).for_each(|(i, scratch)| {
            let rows = i * CHUNK..((i + 1) * CHUNK).min(people.len());
            scratch.hash = rows.fold(0u64, |sum, row| {
                let (p, v) = (people.position[row], people.velocity[row]);
                let small = u64::from(people.id[row]) << 32 | u64::from(people.cell[row].0);
                let portal = people.ahead[row].next().map_or(NONE, |s| s.0);
                let track =
                    u64::from(portal) << 32 | u64::from(people.stage[row] & 0xff_ffff) << 8 | people.status[row] as u64;
                let patience = u64::from(people.exit[row]) << 32 | u64::from((people.held[row] as f32).to_bits());
                let bar = people.bar[row];
                let hook = bar.hook.x.to_bits() ^ bar.hook.y.to_bits().rotate_left(32) ^ u64::from(bar.cell.0);
                let words = [small, p.x.to_bits(), p.y.to_bits(), v.x.to_bits(), v.y.to_bits(), track, patience, hook];
                sum.wrapping_add(words.iter().fold(0x9e37_79b9_7f4a_7c15, |state, &word| mix(state ^ word)))
            });
        });
        let mut hash = chunks.iter().fold(mix(self.state.step), |sum, c| sum.wrapping_add(c.hash));
        self.scratch.chunks = chunks;
        let mut rest = std::mem::take(&mut self.scratch.small);
        rest.clear();
        self.save_small(&mut rest);
        for word in rest.chunks(8) {
            let mut bytes = [0; 8];
            bytes[..word.len()].copy_from_slice(word);
            hash = mix(hash ^ u64::from_le_bytes(bytes));
        }
        self.scratch.small = rest;
        hash
    }

    /// What is few: lifts, doors, riders, who waits where.
    fn save_small(&self, to: &mut Vec<u8>) {
        let state = &self.state;
        state.lifts.iter().for_each(|lift| lift.save_cabin(to));
        state.riding.iter().for_each(|ride| (ride.person.id, ride.to).save(to));
        (state.next_arrival as u64, state.outside.len() as u64).save(to);
        (self.routes.queue.len() as u64, state.counts.left).save(to);
        self.doors().for_each(|link| self.env.is_open(link).save(to));
        state.acted.iter().for_each(|mark| mark.save(to));
        state.added.iter().for_each(|arrival| arrival.save(to));
    }

    fn doors(&self) -> impl Iterator<Item = LinkId> + use<'_> {
        let links = self.env.links().iter().enumerate();
        let changing = links.filter(|(_, l)| matches!(l.kind, LinkKind::Door { .. } | LinkKind::Lift { .. }));
        changing.map(|(i, _)| LinkId::new(i))
    }

    /// Which doors are open and which lifts are in service.
    pub(crate) fn open_doors(&self) -> Vec<bool> {
        self.doors().map(|link| self.env.is_open(link)).collect()
    }

    /// Puts doors and lifts into the states that [`Self::open_doors`] gave, and what follows from them.
    pub(crate) fn set_doors(&mut self, open: &[bool]) {
        if self.shut_and_open(open) {
            self.walls = CellWalls::of(&self.env);
            self.routes.doors_changed(&self.env);
        }
    }

    /// Only the doors themselves; whether any changed.
    pub(crate) fn shut_and_open(&mut self, open: &[bool]) -> bool {
        let links: Vec<LinkId> = self.doors().collect();
        let mut has_changed = false;
        for (link, &open) in links.into_iter().zip(open) {
            if self.env.is_open(link) != open {
                has_changed |= self.env.set_door(link, open);
            }
        }
        has_changed
    }

    /// The whole state. A simulation of the same setup that is restored from it, and from the acts so far, goes on to the same bits.
    pub fn snapshot(&self) -> Vec<u8> {
        let state = &self.state;
        let mut to = Vec::new();
        MAGIC.save(&mut to);
        self.fingerprint.save(&mut to);
        (state.next_arrival as u64, state.next_command as u64).save(&mut to);
        state.acted.save(&mut to);
        state.added.save(&mut to);
        state.step.save(&mut to);
        state.people.save(&mut to);
        state.near.start.save(&mut to);
        state.near.rows.save(&mut to);
        state.contacts.start.save(&mut to);
        state.contacts.rows.save(&mut to);
        state.riding.save(&mut to);
        state.lifts.iter().for_each(|lift| lift.save_cabin(&mut to));
        state.outside.save(&mut to);
        state.signals.save(&mut to);
        state.counts.save(&mut to);
        self.routes.queue.iter().copied().collect::<Vec<u32>>().save(&mut to);
        self.open_doors().save(&mut to);
        sum(&to).save(&mut to);
        to
    }

    /// Takes over the state of a run without acts.
    pub fn restore(&mut self, snapshot: &[u8]) -> Result<(), RestoreError> {
        self.restore_with(snapshot, &[])
    }

    /// Takes over a state, and what is in force by the acts that were asked for before it was taken, in order. Those of them that were
    /// not obeyed by then are obeyed at the next decision.
    pub fn restore_with(&mut self, snapshot: &[u8], acts: &[Act]) -> Result<(), RestoreError> {
        let (body, tail) = snapshot.split_last_chunk::<8>().ok_or(RestoreError::Damaged)?;
        if sum(body) != u64::from_le_bytes(*tail) {
            return Err(RestoreError::Damaged);
        }
        let mut from = Reader { rest: body };
        if u64::load(&mut from) != Some(MAGIC) {
            return Err(RestoreError::Damaged);
        }
        if u64::load(&mut from) != Some(self.fingerprint) {
            return Err(RestoreError::OtherSetup);
        }
        let past = Past::load(&mut from).ok_or(RestoreError::Damaged)?;
        let found = self.in_force(past.next_command, &past.acted, acts)?;
        let waiting = acts[past.acted.len()..].to_vec();
        let mut lifts = Lift::all(found.env.as_deref().unwrap_or(self.first_env()));
        let (state, queue, doors) = self.load(past, &mut lifts, &mut from).ok_or(RestoreError::Damaged)?;
        self.arrivals.truncate(self.scheduled);
        self.arrivals.extend_from_slice(&state.added);
        self.state = state;
        self.scratch.extra = waiting;
        self.enforce(found);
        self.set_doors(&doors);
        self.need_exits();
        self.routes.queue = queue.into();
        self.index();
        Ok(())
    }

    fn first_env(&self) -> &Environment {
        self.original.as_ref().map_or(&self.env, |original| &original.env)
    }

    /// The state, who waits for a route, and which doors are open; changes nothing.
    fn load(&self, past: Past, lifts: &mut Vec<Lift>, from: &mut Reader<'_>) -> Option<(State, Vec<u32>, Vec<bool>)> {
        let Past { next_arrival, next_command, acted, added } = past;
        let step = Load::load(from)?;
        let people = Load::load(from)?;
        let near = Neighbours { start: Load::load(from)?, rows: Load::load(from)? };
        let contacts = Neighbours { start: Load::load(from)?, rows: Load::load(from)? };
        let riding = Load::load(from)?;
        for lift in lifts.iter_mut() {
            lift.load_cabin(from)?;
        }
        let lifts = std::mem::take(lifts);
        let (outside, signals, counts) = (Load::load(from)?, Load::load(from)?, Load::load(from)?);
        let queue: Vec<u32> = Load::load(from)?;
        let doors: Vec<bool> = Load::load(from)?;
        if doors.len() != self.doors().count() || !from.rest.is_empty() {
            return None;
        }
        let (next_arrival, next_command) = (next_arrival as usize, next_command as usize);
        let state = State {
            step,
            people,
            near,
            contacts,
            riding,
            lifts,
            next_arrival,
            outside,
            next_command,
            signals,
            added,
            acted,
            counts,
        };
        Some((state, queue, doors))
    }

    pub(crate) fn fingerprint_of_setup(&self) -> u64 {
        let mut to = Vec::new();
        (self.seed, self.timing.dt).save(&mut to);
        (self.timing.think_every, self.arrivals.len() as u64).save(&mut to);
        (self.env.cell_count() as u64, self.env.segments().len() as u64).save(&mut to);
        (self.populations.len() as u64, self.commands.len() as u64).save(&mut to);
        self.arrivals.iter().for_each(|a| (a.time, a.population).save(&mut to));
        self.acquaintance.iter().for_each(|level| level.save(&mut to));
        sum(&to)
    }
}

/// What has come to pass: from that it follows what is in force.
struct Past {
    next_arrival: u64,
    next_command: u64,
    acted: Vec<u64>,
    added: Vec<Arrival>,
}

impl Load for Past {
    fn load(from: &mut Reader<'_>) -> Option<Self> {
        let (next_arrival, next_command) = Load::load(from)?;
        Some(Past { next_arrival, next_command, acted: Load::load(from)?, added: Load::load(from)? })
    }
}

fn sum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(bytes.len() as u64, |state, word| {
        let mut eight = [0; 8];
        eight[..word.len()].copy_from_slice(word);
        mix(state ^ u64::from_le_bytes(eight)).wrapping_add(0x9e37_79b9_7f4a_7c15)
    })
}

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014).
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
