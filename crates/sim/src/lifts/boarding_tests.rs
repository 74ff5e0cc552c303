//! The order in which people board a lift.

use crate::simulation::Simulation;
use crate::state::{People, Status};
use crate::support::tower;

/// Returns the rows of the people who stand at the doors.
fn queueing(simulation: &Simulation) -> Vec<usize> {
    let status = &simulation.state.people.status;
    (0..status.len()).filter(|&row| status[row] == Status::Queueing).collect()
}

/// Returns the ids of the people who stand at the doors, in the order in which they board.
fn boarding(simulation: &Simulation) -> Vec<u32> {
    let mut waiting = Vec::new();
    simulation.find_waiting(&mut waiting);
    waiting.iter().map(|one| one.id).collect()
}

/// Sets the time at which a pedestrian came to the doors, s.
fn came(people: &mut People, row: usize, time: f64) {
    people.memory[row].top_mut().expect("it takes the lift").since = time;
}

#[test]
fn people_board_in_the_order_of_arrival_and_then_of_their_ids_whatever_their_rows() {
    let mut simulation = Simulation::new(tower(60));
    while queueing(&simulation).len() < 3 {
        simulation.step();
        assert!(simulation.time() < 60.0, "three wait at the doors by then");
    }
    let rows = queueing(&simulation);
    let people = &mut simulation.state.people;
    rows.iter().for_each(|&row| came(people, row, 1.0));
    let mut ids: Vec<u32> = rows.iter().map(|&row| people.id[row]).collect();
    ids.sort_unstable();
    for turn in 0..rows.len() {
        // Every pedestrian who waits takes the first of these rows once.
        simulation.state.people.swap_all(&[(rows[0] as u32, rows[turn] as u32)]);
        assert_eq!(boarding(&simulation), ids, "they came at the same time");
    }
    let people = &mut simulation.state.people;
    let last = rows.iter().copied().find(|&row| people.id[row] == ids[ids.len() - 1]).expect("it waits");
    came(people, last, 0.5);
    ids.rotate_right(1);
    assert_eq!(boarding(&simulation), ids, "the pedestrian with the highest id came first");
}
