//! Slots, places in line and places in circles are held by people who are there, each of whom holds only one.

use std::collections::BTreeSet;

use populace_mind::{NONE, Usage};
use populace_sim::Status;

use super::Invariant;
use crate::{Body, Evidence, Glance};

pub(super) const INVARIANT: Invariant = Invariant {
    name: "claims belong to people who are there",
    about: "whoever has a slot or a place in line is inside and has only one, whoever chats in a circle has a slot, and whoever sits or is served has one, but for pedestrians that somebody on duty answers",
    check,
};

fn check(evidence: &Evidence) -> Result<(), String> {
    evidence.looks.iter().try_for_each(look)
}

fn look(look: &Glance) -> Result<(), String> {
    let inside: BTreeSet<u32> = look.bodies.iter().map(|body| body.id).collect();
    let (mut claimed, mut served) = (BTreeSet::new(), BTreeSet::new());
    for (object, usage) in look.env.objects().iter().zip(&look.usages) {
        let fail = |id: u32, what: &str| Err(format!("at {} s: pedestrian {id} {what} {:?}", look.time, object.name));
        if usage.users.len() != object.slots.len() {
            return Err(format!("at {} s: {:?} has users of slots that it has not", look.time, object.name));
        }
        let users = || usage.users.iter().copied().filter(|&user| user != NONE);
        served.extend(users());
        for id in users().chain(usage.line.iter().map(|one| one.pedestrian)) {
            if !inside.contains(&id) {
                return fail(id, "has left and still has a claim on");
            }
            if !claimed.insert(id) {
                return fail(id, "has another claim beside that on");
            }
        }
        if let Some(&host) = usage.hosts.iter().find(|host| !inside.contains(host)) {
            return fail(host, "has left and still lets go on");
        }
        if let Some(id) = without_slot(usage) {
            return fail(id, "chats without a slot at");
        }
    }
    let uses = |status| matches!(status, Status::Served | Status::Sitting);
    let is_served = |body: &Body| served.contains(&body.id) || is_answered(look, body);
    match look.bodies.iter().find(|body| uses(body.status) && !is_served(body)) {
        None => Ok(()),
        Some(body) => Err(format!("at {} s: pedestrian {} is {:?} without a slot", look.time, body.id, body.status)),
    }
}

/// Returns whether a pedestrian talks with somebody on duty that answers it.
fn is_answered(look: &Glance, body: &Body) -> bool {
    let answers = |other: &Body| body.talks_with == Some(other.id) && other.talks_with == Some(body.id);
    body.status == Status::Served && look.bodies.iter().any(answers)
}

/// Returns a member of a circle that has no slot.
fn without_slot(usage: &Usage) -> Option<u32> {
    let mut members = usage.circles.iter().flat_map(|circle| &circle.members).copied();
    members.find(|&member| usage.slot_of(member).is_none())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{said, sound_with};
    use super::*;

    /// Returns the number of an object that somebody uses at a look.
    fn used(look: &Glance) -> Option<usize> {
        look.usages.iter().position(|usage| usage.users.iter().any(|&user| user != NONE))
    }

    #[test]
    fn a_claim_of_somebody_who_left_a_second_claim_and_a_service_without_a_slot_are_found() {
        let is_served = |look: &Glance| look.bodies.iter().any(|body| body.status == Status::Served);
        let is_good = |look: &Glance| is_served(look) && used(look).is_some();
        let mut evidence = sound_with("claims", |evidence| evidence.looks.iter().any(is_good));
        let number = evidence.looks.iter().position(is_good).expect("somebody is served");
        let kept = evidence.looks[number].clone();
        let object = used(&kept).expect("a user");
        let user = kept.usages[object].users.iter().copied().find(|&user| user != NONE).expect("a user");

        evidence.looks[number].bodies.retain(|body| body.id != user);
        assert!(said(&INVARIANT, &evidence).contains("has left and still has a claim"));

        evidence.looks[number] = kept.clone();
        evidence.looks[number].usages[object].line.push(populace_mind::InLine { pedestrian: user, since: 0.0 });
        assert!(said(&INVARIANT, &evidence).contains("another claim"));

        evidence.looks[number] = kept.clone();
        evidence.looks[number].usages.iter_mut().for_each(|usage| usage.users.fill(NONE));
        assert!(said(&INVARIANT, &evidence).contains("without a slot"));

        evidence.looks[number] = kept.clone();
        evidence.looks[number].usages[object].hosts.push(u32::MAX - 1);
        assert!(said(&INVARIANT, &evidence).contains("still lets go on"));

        evidence.looks[number] = kept;
        evidence.looks[number].usages[object].users.push(NONE);
        assert!(said(&INVARIANT, &evidence).contains("slots that it has not"));
    }

    #[test]
    fn a_member_of_a_circle_has_a_slot() {
        let circle = populace_mind::Circle { size: 2, members: vec![3, 4] };
        let usage = Usage { users: vec![3, NONE], circles: vec![circle], ..Usage::default() };
        assert_eq!(without_slot(&usage), Some(4));
    }
}
