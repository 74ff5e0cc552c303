//! Lines that form by themselves, in random rooms and in rooms where the right line is known.

use crate::clearance::ClearanceGrid;
use crate::rooms::{Dice, random_room};
use populace_env::objects::{APART, BODY, SPACING, object_kind};
use populace_env::{
    Area, AreaKind, BuildOptions, Built, Door, EnvObject, Environment, Facing, Floor, FloorId, Link, LinkKind, Object,
    Outline, Place, Slot, build,
};
use populace_geom::{Point, Segment};

const GROUND: FloorId = FloorId(0);

fn rectangle(x0: f64, y0: f64, x1: f64, y1: f64) -> Vec<Point> {
    [(x0, y0), (x1, y0), (x1, y1), (x0, y1)].map(|(x, y)| Point::new(x, y)).to_vec()
}

fn hall(size: (f64, f64), obstacles: &[Vec<Point>], objects: Vec<Object>) -> Place {
    let mut floor = Floor::level("hall", 0.0);
    floor.walkable.push(Outline::new(rectangle(0.0, 0.0, size.0, size.1), "hall"));
    floor.obstacles = obstacles.iter().map(|ring| Outline::new(ring.clone(), "obstacle")).collect();
    Place { floors: vec![floor], objects, ..Place::default() }
}

fn till(x: f64, y: f64, facing: (f64, f64)) -> Object {
    let mut till = Object::new("till", object_kind("till").unwrap(), GROUND, vec![Point::new(x, y)]);
    till.facing = Some(Facing::Along(Point::new(facing.0, facing.1)));
    till
}

fn exit(name: &str, x: f64, y: f64, size: f64) -> Area {
    let half = 0.5 * size;
    let outline = Outline::new(rectangle(x - half, y - half, x + half, y + half), name);
    Area { name: name.into(), kind: AreaKind::Exit, floor: GROUND, outline }
}

fn built(place: &Place) -> Built {
    build(place, &BuildOptions::default()).unwrap_or_else(|e| panic!("{e}"))
}

fn line_of(place: &Place) -> Vec<Slot> {
    built(place).environment.objects()[0].line.clone()
}

#[test]
fn a_line_leads_straight_away_from_the_till_in_an_open_hall() {
    let line = line_of(&hall((30.0, 50.0), &[], vec![till(15.0, 49.7, (0.0, -1.0))]));
    assert_eq!(line.len(), 60);
    for (i, place) in line.iter().enumerate() {
        let y = 49.7 - SPACING * (i + 1) as f64;
        assert!(place.point.distance(Point::new(15.0, y)) < 1e-6, "place {i}: {place:?}");
        assert!(place.facing.distance(Point::new(0.0, 1.0)) < 1e-6);
    }
}

#[test]
fn a_line_bends_around_a_column_and_back() {
    let column = rectangle(14.6, 42.0, 15.4, 42.8);
    let line = line_of(&hall((30.0, 50.0), &[column], vec![till(15.0, 49.7, (0.0, -1.0))]));
    assert_eq!(line.len(), 60);
    assert!(line.iter().any(|p| (p.point.x - 15.0).abs() > 0.5), "it passes beside the column");
    let end = &line[40..];
    assert!(end.windows(2).all(|p| (p[0].point.x - p[1].point.x).abs() < 0.01), "it leads away from the till again");
}

#[test]
fn a_line_turns_before_the_wall_and_leaves_a_way() {
    // People go from west to east past a till in the middle: the line may not reach from wall to wall.
    let mut place = hall((24.0, 8.0), &[], vec![till(12.0, 7.7, (0.0, -1.0))]);
    place.areas = vec![exit("west", 1.0, 4.0, 1.0), exit("east", 23.0, 4.0, 1.0)];
    let line = line_of(&place);
    assert!(line.len() >= 8, "{}", line.len());
    // Beside everyone in the line there are 0.8 m to the south wall.
    let lowest = line.iter().map(|p| p.point.y).fold(8.0, f64::min);
    assert!(lowest - BODY >= 0.8 - 1e-6, "{lowest}");
    // The straight way from exit to exit is free: 0.6 m for walkers, and the body.
    assert!(line.iter().all(|p| (p.point.y - 4.0).abs() >= 0.8 - 1e-6), "{line:?}");
}

#[test]
fn a_line_keeps_off_doors() {
    // A door opposite of the till, and one beside it.
    let mut place = hall((10.0, 6.0), &[rectangle(0.0, 6.0, 10.0, 6.2)], vec![till(5.0, 0.3, (0.0, 1.0))]);
    place.floors[0].walkable.push(Outline::new(rectangle(4.0, 6.0, 6.0, 8.0), "niche"));
    place.floors[0].obstacles.clear();
    let leaf = Segment::new(Point::new(4.0, 6.0), Point::new(6.0, 6.0));
    let kind = LinkKind::Door { floors: [GROUND, GROUND], segment: leaf, door: Door::default() };
    place.links.push(Link { name: "door".into(), kind, source: String::new() });
    let line = line_of(&place);
    assert!(line.len() >= 5, "{}", line.len());
    assert!(line.iter().all(|p| leaf.distance(p.point) >= 0.8), "{line:?}");
}

#[test]
fn a_line_in_a_passage_stops_before_it_closes_it() {
    // The till is on the wall of a passage of 1.3 m: its customer leaves 0.8 m, a line along the wall as well.
    let walls = [rectangle(0.0, 0.0, 30.0, 3.0), rectangle(0.0, 4.3, 30.0, 8.0)];
    let mut place = hall((30.0, 8.0), &walls, vec![till(15.0, 3.25, (0.0, 1.0))]);
    place.areas = vec![exit("west", 0.5, 3.65, 0.8), exit("east", 29.5, 3.65, 0.8)];
    let line = line_of(&place);
    for place in &line {
        assert!((4.3 - place.point.y).max(place.point.y - 3.0) >= 0.8 + BODY - 1e-6, "{place:?}");
    }
}

/// Returns six machines side by side, at a distance from each other, m.
fn machines(apart: f64) -> Built {
    let machine = |i: usize| {
        let kind = object_kind("ticket-machine").unwrap();
        let x = 4.0 + apart * i as f64;
        let mut machine = Object::new(format!("machine {i}"), kind, GROUND, vec![Point::new(x, 11.7)]);
        machine.facing = Some(Facing::Along(Point::new(0.0, -1.0)));
        machine
    };
    built(&hall((20.0, 12.0), &[], (0..6).map(machine).collect()))
}

#[test]
fn lines_of_neighbours_keep_apart_and_let_customers_out() {
    let built = machines(1.2);
    let objects = built.environment.objects();
    assert!(
        objects.iter().all(|o| o.line.len() >= 5),
        "{:?}",
        objects.iter().map(|o| o.line.len()).collect::<Vec<_>>()
    );
    check(&built.environment, 0);
    // Customers 0.7 m apart with a line behind each of them could not leave: 0.7 m less two bodies are 0.3 m.
    let built = machines(0.7);
    assert!(built.environment.objects().iter().any(|o| o.line.is_empty()));
    check(&built.environment, 0);
}

/// Checks what holds for the slots and lines of every environment.
fn check(env: &Environment, room: u64) {
    let world = env.as_given();
    for (i, object) in env.objects().iter().enumerate() {
        for slot in object.slots.iter().chain(&object.line) {
            assert!(
                env.cell_contains(slot.cell, slot.point) && env.cell_floor(slot.cell) == object.floor,
                "room {room}"
            );
            assert!(world.has_room(slot.cell, slot.point, BODY), "room {room}: {slot:?} of {}", object.name);
            assert!((slot.facing.norm() - 1.0).abs() < 1e-9, "room {room}");
        }
        for pair in object.line.windows(2) {
            let gap = pair[0].point.distance(pair[1].point);
            assert!((gap - SPACING).abs() < 1e-6, "room {room}: {gap} m between two places of {}", object.name);
            assert!(world.sees(pair[0].cell, pair[0].point, pair[1].point), "room {room}");
        }
        for other in &env.objects()[i + 1..] {
            check_apart(object, other, room);
        }
    }
}

fn check_apart(object: &EnvObject, other: &EnvObject, room: u64) {
    for a in &object.slots {
        assert!(other.slots.iter().all(|b| a.point.distance(b.point) >= APART - 1e-9), "room {room}");
    }
    for (line, all) in [(&object.line, other), (&other.line, object)] {
        for place in line {
            let mut others = all.slots.iter().chain(&all.line);
            assert!(others.all(|b| place.point.distance(b.point) >= SPACING - 1e-9), "room {room}: {place:?}");
        }
    }
}

/// Everyone in line stands on a grid of clearances that shares nothing with the search: the widest way between every two
/// exits stays as wide as a body.
#[test]
fn lines_in_a_thousand_rooms_have_room_and_never_close_the_only_way() {
    let (mut places, mut compared) = (0, 0);
    for room in 0..1_000 {
        let mut place = random_room(room);
        let Ok(empty) = build(&place, &BuildOptions::default()) else { continue };
        let mut grid = ClearanceGrid::of(&empty.sanitised, 0.05);
        let roomy: Vec<usize> = (0..grid.clearance().len()).filter(|&n| grid.clearance()[n] > 0.35).collect();
        if roomy.len() < 100 {
            continue;
        }
        let mut dice = Dice::new(room + 3_000_000);
        let mut spot = || grid.point(roomy[dice.below(roomy.len())]);
        let exits: Vec<Point> = (0..4).map(|_| spot()).collect();
        place.areas = exits.iter().enumerate().map(|(i, p)| exit(&format!("exit {i}"), p.x, p.y, 0.4)).collect();
        for (i, kind) in ["till", "vending-machine", "bench"].into_iter().enumerate() {
            place.objects.push(Object::new(format!("{kind} {i}"), object_kind(kind).unwrap(), GROUND, vec![spot()]));
        }
        let options = BuildOptions { objects_may_close: true, ..BuildOptions::default() };
        let env = build(&place, &options).unwrap_or_else(|e| panic!("room {room}: {e}")).environment;
        check(&env, room);
        let pairs: Vec<(usize, usize)> = (0..exits.len())
            .flat_map(|i| (i + 1..exits.len()).map(move |j| (i, j)))
            .map(|(i, j)| (grid.node(exits[i]), grid.node(exits[j])))
            .collect();
        let before = grid.widest(&pairs);
        let standing: Vec<Point> = env.objects().iter().flat_map(|o| &o.line).map(|slot| slot.point).collect();
        places += standing.len();
        grid.add_discs(&standing, BODY);
        for ((before, after), pair) in before.iter().zip(grid.widest(&pairs)).zip(&pairs) {
            // A body is 0.5 m wide. A grid of 0.05 m is wrong by less than its pitch.
            if *before < 0.25 + 0.05 {
                continue;
            }
            compared += 1;
            let (from, to) = (grid.point(pair.0), grid.point(pair.1));
            assert!(
                after >= 0.25 - 0.05,
                "room {room}: from {from:?} to {to:?} the way was {before:.2} m to either side, and is {after:.2} m"
            );
        }
    }
    println!("{places} places in lines, {compared} ways compared");
    assert!(places > 20_000 && compared > 3_000, "{places} {compared}");
}
