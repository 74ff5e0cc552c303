//! No pedestrian gets onto a floor that its profile does not walk on, even when others push it or a lift lets it out
//! there.

use populace_env::{CellId, FloorId};
use populace_geom::{Bounds, Point};

use crate::frame::spiral;
use crate::lifts::Stop;
use crate::room::Room;
use crate::simulation::Simulation;
use crate::support::tower;

/// The floors of the tower.
const GROUND: FloorId = FloorId(0);
const UPPER: FloorId = FloorId(1);
const STAIRS: FloorId = FloorId(2);

/// The populations of the tower: people who take the stairs, and people on wheels, who do not walk on stairs.
const WALKERS: u16 = 0;
const WHEELS: u16 = 1;

/// Returns the tower with people inside.
fn inhabited() -> Simulation {
    let mut simulation = Simulation::new(tower(12));
    simulation.step();
    simulation
}

fn row_of(simulation: &Simulation, population: u16) -> usize {
    let row = simulation.state.people.population.iter().position(|&p| p == population);
    row.expect("there are some of each population")
}

fn cell_at(simulation: &Simulation, floor: FloorId, at: Point) -> CellId {
    simulation.env.locate(floor, at, None).expect("it is on the floor")
}

#[test]
fn a_pedestrian_on_wheels_who_is_pushed_towards_stairs_stays_on_the_level() {
    for (population, expected) in [(WALKERS, STAIRS), (WHEELS, GROUND)] {
        let mut simulation = inhabited();
        let (row, before) = (row_of(&simulation, population), Point::new(9.0, 1.95));
        let cell = cell_at(&simulation, GROUND, before);
        let people = &mut simulation.state.people;
        (people.position[row], people.cell[row]) = (before, cell);
        (people.velocity[row], people.wanted[row]) = (Point::new(0.0, 1.3), Point::new(0.0, 1.3));
        (0..4).for_each(|_| simulation.advance());
        let cell = simulation.state.people.cell[row];
        assert_eq!(simulation.env.cell_floor(cell), expected, "population {population}");
    }
}

/// The pedestrian used to stop at the edge, and to stay there.
#[test]
fn a_pedestrian_on_wheels_slides_along_the_edge_of_stairs() {
    let mut simulation = inhabited();
    let (row, before) = (row_of(&simulation, WHEELS), Point::new(8.5, 1.7));
    let cell = cell_at(&simulation, GROUND, before);
    let people = &mut simulation.state.people;
    (people.position[row], people.cell[row]) = (before, cell);
    (people.velocity[row], people.wanted[row]) = (Point::new(1.0, 1.0), Point::new(1.0, 1.0));
    (0..16).for_each(|_| simulation.advance());
    let (people, edge) = (&simulation.state.people, 2.0);
    let Point { x, y } = people.position[row];
    assert!((edge - people.radius[row] - y).abs() < 1e-6, "the body touches the edge: y = {y}");
    assert!((x - before.x - 16.0 * simulation.timing.dt).abs() < 0.05, "it is not held up along the edge: x = {x}");
}

#[test]
fn a_rider_on_wheels_is_not_let_out_onto_stairs() {
    for (population, expected) in [(WALKERS, Some(STAIRS)), (WHEELS, None)] {
        let mut simulation = inhabited();
        let row = row_of(&simulation, population);
        let rider = simulation.state.people.swap_remove(row);
        // A stop at the head of the stairs, on a level that is full of people: there is room on the stairs alone.
        let point = Point::new(9.0, 7.4);
        let stop = Stop { cell: cell_at(&simulation, UPPER, point), point, height: 3.0 };
        let around = Bounds::of([point]).expanded(6.0);
        let mut room = Room::empty(around, simulation.widest, 400);
        (0..400).for_each(|k| room.add(spiral(point, 0.3, k), 0.3, UPPER.0));
        let spot = simulation.spot_near(stop, &rider, &room);
        assert_eq!(spot.map(|(cell, _)| simulation.env.cell_floor(cell)), expected, "population {population}");
    }
}
