//! Objects: slots of every kind in a room, and what is wrong with objects that nobody can use.

use populace_env::objects::{APART, BODY, OBJECTS, PlatformEdge, SPACING, object_kind};
use populace_env::{
    Area, AreaKind, BuildError, BuildOptions, Built, Door, EnvObject, Facing, Floor, FloorId, Link, LinkKind, Object,
    Outline, Place, RepairKind, Slot, build,
};
use populace_geom::{Point, Segment};

const GROUND: FloorId = FloorId(0);

fn rectangle(x0: f64, y0: f64, x1: f64, y1: f64) -> Vec<Point> {
    [(x0, y0), (x1, y0), (x1, y1), (x0, y1)].map(|(x, y)| Point::new(x, y)).to_vec()
}

/// Returns a room of 20 × 12 m with obstacles and objects.
fn room(obstacles: &[Vec<Point>], objects: Vec<Object>) -> Place {
    let mut floor = Floor::level("room", 0.0);
    floor.walkable.push(Outline::new(rectangle(0.0, 0.0, 20.0, 12.0), "room"));
    floor.obstacles = obstacles.iter().map(|ring| Outline::new(ring.clone(), "obstacle")).collect();
    Place { floors: vec![floor], objects, ..Place::default() }
}

fn object(name: &str, kind: &str, footprint: Vec<Point>) -> Object {
    Object::new(name, object_kind(kind).expect("a kind"), GROUND, footprint)
}

fn at(name: &str, kind: &str, x: f64, y: f64) -> Object {
    object(name, kind, vec![Point::new(x, y)])
}

fn built(place: &Place) -> Built {
    let built = build(place, &BuildOptions::default()).unwrap_or_else(|e| panic!("{e}"));
    built.validate().expect("valid");
    built
}

fn refused(place: &Place) -> BuildError {
    build(place, &BuildOptions::default()).map(|_| ()).expect_err("nobody can use it")
}

fn named<'a>(built: &'a Built, name: &str) -> &'a EnvObject {
    &built.environment.objects()[built.environment.object(name).expect("the object").index()]
}

fn assert_near(slot: &Slot, x: f64, y: f64, facing: (f64, f64)) {
    assert!(slot.point.distance(Point::new(x, y)) < 1e-6, "{slot:?}");
    assert!(slot.facing.distance(Point::new(facing.0, facing.1)) < 1e-6, "{slot:?}");
}

fn repairs(built: &Built) -> Vec<(RepairKind, &str)> {
    // Obstacles of these rooms touch walls, which is repaired, too.
    let of_objects = built.sanitised.repairs.iter().filter(|r| r.source.starts_with("object"));
    of_objects.map(|r| (r.kind, r.source.as_str())).collect()
}

#[test]
fn a_customer_stands_before_a_till_in_an_obstacle_and_faces_it() {
    let counter = rectangle(8.0, 10.0, 12.0, 12.0);
    let built = built(&room(&[counter], vec![object("till", "till", rectangle(9.0, 10.0, 11.0, 11.0))]));
    let till = named(&built, "till");
    // 0.3 m before the middle of the only side with ground, looking north at it.
    assert_eq!(till.slots.len(), 1);
    assert_near(&till.slots[0], 10.0, 9.7, (0.0, 1.0));
    // The head of the line is 0.6 m behind the customer, and looks the same way.
    assert_near(&till.line[0], 10.0, 9.1, (0.0, 1.0));
    assert_eq!(till.offers, ["ticket"]);
}

#[test]
fn a_till_is_served_on_the_side_of_its_facing() {
    let mut till = object("till", "till", rectangle(9.0, 5.0, 11.0, 6.0));
    till.facing = Some(Facing::Along(Point::new(0.0, 5.0)));
    let place = room(&[rectangle(9.0, 5.0, 11.0, 6.0)], vec![till.clone()]);
    assert_near(&named(&built(&place), "till").slots[0], 10.0, 6.3, (0.0, -1.0));
    till.facing = Some(Facing::Towards(Point::new(10.0, 0.0)));
    let place = room(&[rectangle(9.0, 5.0, 11.0, 6.0)], vec![till]);
    assert_near(&named(&built(&place), "till").slots[0], 10.0, 4.7, (0.0, 1.0));
}

#[test]
fn a_counter_has_as_many_slots_as_seats_and_fit() {
    let mut desk = object("desk", "information", rectangle(8.0, 11.0, 10.0, 12.0));
    desk.seats = Some(4);
    let place = room(&[rectangle(8.0, 11.0, 10.0, 12.0)], vec![desk]);
    let built = built(&place);
    // 2 m of desk, 0.8 m for each.
    assert_eq!(named(&built, "desk").slots.len(), 2);
    assert_eq!(repairs(&built), [(RepairKind::Seats, "object \"desk\": 4 asked for, 2 fit")]);
}

#[test]
fn a_bench_has_a_seat_every_half_metre_along_its_longer_side() {
    // As an obstacle at the wall, on open ground, and turned round by `facing`.
    let ring = rectangle(5.0, 11.0, 7.0, 11.5);
    let bench = object("bench", "seat", ring.clone());
    let at_wall = built(&room(&[rectangle(5.0, 11.0, 7.0, 12.0)], vec![bench.clone()]));
    let seats = &named(&at_wall, "bench").slots;
    assert_eq!(seats.len(), 4);
    for (i, seat) in seats.iter().enumerate() {
        assert!(
            (seat.point.x - (5.25 + 0.5 * i as f64)).abs() < 1e-6
                || (seat.point.x - (6.75 - 0.5 * i as f64)).abs() < 1e-6
        );
        assert!((seat.point.y - 10.78).abs() < 1e-6 && seat.facing.y < -0.99, "{seat:?}");
    }
    let open = built(&room(&[], vec![object("bench", "bench", rectangle(5.0, 5.0, 7.0, 5.5))]));
    let seats = &named(&open, "bench").slots;
    assert_eq!(seats.len(), 4);
    assert!(seats.iter().all(|s| (s.point.y - 5.25).abs() < 1e-6), "they sit on the bench: {seats:?}");
    let mut north = object("bench", "bench", rectangle(5.0, 5.0, 7.0, 5.5));
    north.facing = Some(Facing::Along(Point::new(0.0, 1.0)));
    let north = built(&room(&[], vec![north]));
    assert!(named(&north, "bench").slots.iter().all(|s| s.facing.y > 0.99));
    assert_eq!(named(&north, "bench").kind.name, "bench");
}

#[test]
fn observers_of_a_performance_stand_in_a_row_and_a_sparse_second_row() {
    let mut stage = at("band", "performance", 10.0, 6.0);
    stage.radius = Some(1.0);
    let full = built(&room(&[], vec![stage.clone()]));
    let slots = &named(&full, "band").slots;
    let rows = [0, 1].map(|rank| slots.iter().filter(|s| s.rank == rank).collect::<Vec<_>>());
    // 2π · 1.6 m / 0.6 m and 2π · 2.4 m / 1.2 m, a little less along chords and around the corners of the ring.
    assert!(
        (15..=16).contains(&rows[0].len()) && (11..=12).contains(&rows[1].len()),
        "{} {}",
        rows[0].len(),
        rows[1].len()
    );
    for slot in slots {
        let inwards = (Point::new(10.0, 6.0) - slot.point).unit().unwrap();
        assert!(slot.facing.dot(inwards) > 0.999);
    }
    // T's semi-circle: before the front only.
    stage.facing = Some(Facing::Along(Point::new(0.0, -1.0)));
    let half = built(&room(&[], vec![stage]));
    assert!(named(&half, "band").slots.iter().all(|s| s.point.y < 6.01));
    // A wall cuts the circle.
    let mut stage = at("band", "performance", 10.0, 11.0);
    stage.radius = Some(1.0);
    let cut = built(&room(&[], vec![stage]));
    let count = named(&cut, "band").slots.len();
    assert!(count >= 8 && count < slots.len(), "{count}");
}

#[test]
fn people_at_a_meeting_point_keep_their_personal_distance() {
    let built = built(&room(&[], vec![at("clock tower", "meeting-point", 10.0, 6.0)]));
    let slots = &named(&built, "clock tower").slots;
    assert_eq!(slots.len(), 20);
    for (i, slot) in slots.iter().enumerate() {
        let nearest = slots
            .iter()
            .enumerate()
            .filter(|(j, _)| *j != i)
            .map(|(_, s)| s.point.distance(slot.point))
            .fold(9.0, f64::min);
        // Hall 1966: personal distance is 0.45 to 1.2 m.
        assert!((0.45..=1.2).contains(&nearest), "{nearest}");
    }
}

#[test]
fn a_board_is_read_from_where_it_is_seen() {
    // A screen hides the west of the room from the board on the north wall.
    let screen = rectangle(6.0, 4.0, 6.2, 12.0);
    let built = built(&room(&[screen], vec![object("board", "board", rectangle(7.0, 11.9, 9.0, 12.0))]));
    let slots = &named(&built, "board").slots;
    assert_eq!(slots.len(), 12);
    for slot in slots {
        assert!(slot.point.x > 6.2, "{slot:?}");
        assert!(slot.facing.dot((Point::new(8.0, 11.88) - slot.point).unit().unwrap()) > 0.999);
        assert!(built.environment.as_given().sees(slot.cell, slot.point, Point::new(8.0, 11.8)));
    }
}

#[test]
fn a_gate_has_a_slot_in_its_passage_and_a_line_behind_it() {
    let walls = [rectangle(9.0, 0.0, 11.0, 5.0), rectangle(9.0, 7.0, 11.0, 12.0)];
    let mut gate = at("gate", "gate", 10.0, 6.0);
    gate.facing = Some(Facing::Along(Point::new(1.0, 0.0)));
    let built = built(&room(&walls, vec![gate]));
    let gate = named(&built, "gate");
    assert_near(&gate.slots[0], 10.0, 6.0, (1.0, 0.0));
    assert!(gate.line.len() >= 8, "{}", gate.line.len());
    assert!(gate.line.iter().all(|p| p.point.x < 10.0));
    // 30 persons per minute.
    assert_eq!(gate.service.as_ref().map(|s| s.least()), Some(2.0));
}

#[test]
fn customers_of_a_shop_stand_at_its_shelves_or_around_its_stall() {
    let shelf = rectangle(4.0, 4.0, 8.0, 4.4);
    let inside = built(&room(&[shelf], vec![object("shop", "shop", rectangle(3.0, 2.0, 9.0, 7.0))]));
    let slots = &named(&inside, "shop").slots;
    assert!(slots.len() >= 8, "{slots:?}");
    assert!(slots.iter().filter(|s| s.facing.y.abs() > 0.9).all(|s| (4.0..=8.0).contains(&s.point.x)));
    let stall = built(&room(&[], vec![object("shop", "shop", rectangle(9.0, 5.0, 11.0, 6.0))]));
    assert!(named(&stall, "shop").slots.len() >= 6);
}

#[test]
fn a_drawn_queue_has_a_place_every_spacing_from_its_head() {
    let mut queue = object("queue", "queue", vec![Point::new(2.0, 2.0), Point::new(5.0, 2.0), Point::new(5.0, 4.0)]);
    queue.is_line = true;
    let built = built(&room(&[], vec![queue]));
    let line = &named(&built, "queue").line;
    assert!((line[0].point.distance(Point::new(2.0, 2.0))) < 1e-9);
    assert!((line[5].point.distance(Point::new(5.0, 2.0))) < 1e-9);
    // 5 m of line, the corner included: nine places, eight gaps.
    assert_eq!(line.len(), 9);
    assert!(line.windows(2).all(|pair| pair[0].point.distance(pair[1].point) >= SPACING - 1e-9));
    assert!(line[3].facing.x < -0.99, "everyone looks at the person before");
}

#[test]
fn a_queue_on_an_outline_winds_to_and_fro() {
    let mut till = at("till", "till", 10.0, 11.7);
    till.queue = Some("queue".into());
    let place = room(&[], vec![object("queue", "queue", rectangle(8.0, 6.0, 12.0, 10.0)), till]);
    let built = built(&place);
    let queue = named(&built, "queue");
    // 4 m hold six places and a bit: 6.67 in 3.4 m; rows every 0.9 m of 3.4 m.
    assert!(queue.line.len() >= 20, "{}", queue.line.len());
    assert!(queue.line[0].point.y > 9.0, "the head is nearest to the till");
    assert_eq!(named(&built, "till").queue, built.environment.object("queue"));
    assert!(named(&built, "till").line.is_empty());
}

#[test]
fn two_tills_share_one_queue_that_is_found_from_its_head() {
    let counter = rectangle(6.0, 11.0, 14.0, 12.0);
    let mut tills = [7.0, 12.0].map(|x| object(&format!("till {x}"), "till", rectangle(x, 11.0, x + 1.0, 12.0)));
    tills.iter_mut().for_each(|till| till.queue = Some("queue".into()));
    let mut objects = vec![at("queue", "queue", 10.0, 9.0)];
    objects.extend(tills);
    let built = built(&room(&[counter], objects));
    let queue = named(&built, "queue");
    assert!(queue.slots.is_empty() && queue.line.len() >= 12, "{}", queue.line.len());
    assert_near(&queue.line[0], 10.0, 9.0, (0.0, 1.0));
    assert!(queue.line[1].point.y < 8.5, "it leads away from the tills");
}

#[test]
fn an_object_inside_walls_is_refused() {
    let error = refused(&room(&[rectangle(5.0, 5.0, 15.0, 11.0)], vec![at("till", "till", 10.0, 8.0)]));
    assert_eq!(error.location, "object \"till\"");
    assert!(error.what.contains("nobody can stand at it"), "{error}");
    assert!(!error.hint.is_empty());
    let clock = refused(&room(&[rectangle(5.0, 5.0, 15.0, 11.0)], vec![at("clock", "clock", 10.0, 8.0)]));
    assert!(clock.what.contains("nobody can look at it"), "{clock}");
}

/// Walls of 0.2 m around a pocket of 2 × 2 m.
fn pocket() -> Vec<Vec<Point>> {
    vec![
        rectangle(4.8, 4.8, 7.2, 5.0),
        rectangle(4.8, 7.0, 7.2, 7.2),
        rectangle(4.8, 5.0, 5.0, 7.0),
        rectangle(7.0, 5.0, 7.2, 7.0),
    ]
}

#[test]
fn an_object_in_a_closed_pocket_is_refused_unless_people_start_there() {
    let mut place = room(&pocket(), vec![at("till", "till", 6.0, 6.0)]);
    let error = refused(&place);
    assert!(error.what.contains("closed pocket"), "{error}");
    let outline = Outline::new(rectangle(5.2, 5.2, 6.8, 6.8), "cell");
    place.areas.push(Area { name: "cell".into(), kind: AreaKind::Region, floor: GROUND, outline });
    assert_eq!(named(&built(&place), "till").slots.len(), 1);
}

#[test]
fn slots_that_overlap_those_of_an_object_before_are_dropped() {
    let band = |x: f64| at(&format!("band {x}"), "performance", x, 6.0);
    let built = built(&room(&[], vec![band(8.0), band(11.0)]));
    let (first, second) = (named(&built, "band 8"), named(&built, "band 11"));
    for a in &first.slots {
        assert!(second.slots.iter().all(|b| b.point.distance(a.point) >= APART - 1e-9));
    }
    let told = repairs(&built);
    assert_eq!(told[0].0, RepairKind::SlotOverlap);
    assert!(told[0].1.contains("slots, taken by object \"band 8\""), "{told:?}");
    let error = refused(&room(&[], vec![at("one", "till", 5.0, 5.0), at("two", "till", 5.2, 5.0)]));
    assert!(error.what.contains("all its slots overlap those of object \"one\""), "{error}");
}

#[test]
fn a_till_without_room_for_a_queue_has_a_line_without_places() {
    // A corridor of 0.6 m between the till and the wall behind its customer.
    let counter = rectangle(0.0, 1.0, 20.0, 12.0);
    let mut place = room(&[counter], vec![]);
    place.objects.push(object("till", "till", rectangle(9.0, 1.0, 10.0, 2.0)));
    let built = built(&place);
    assert_eq!(named(&built, "till").slots.len(), 1);
    assert!(named(&built, "till").line.is_empty());
    assert_eq!(repairs(&built).last(), Some(&(RepairKind::NoLine, "object \"till\"")));
}

#[test]
fn a_bench_nobody_can_sit_on_is_refused() {
    // Seats would look into the obstacle beside it.
    let mut bench = object("bench", "bench", rectangle(5.0, 11.0, 7.0, 11.5));
    bench.facing = Some(Facing::Along(Point::new(0.0, -1.0)));
    let error = refused(&room(&[rectangle(4.0, 10.0, 8.0, 12.0)], vec![bench]));
    assert!(error.what.contains("nobody can sit on it"), "{error}");
}

#[test]
fn a_thousand_seats_on_a_square_metre_are_as_many_as_fit() {
    let mut bench = object("bench", "bench", rectangle(5.0, 5.0, 6.0, 6.0));
    bench.seats = Some(1000);
    let built = built(&room(&[], vec![bench]));
    assert_eq!(named(&built, "bench").slots.len(), 2);
    assert_eq!(repairs(&built), [(RepairKind::Seats, "object \"bench\": 1000 asked for, 2 fit")]);
}

#[test]
fn a_queue_that_is_none_or_elsewhere_is_refused() {
    let mut till = at("till", "till", 5.0, 5.0);
    till.queue = Some("line".into());
    assert!(refused(&room(&[], vec![till.clone()])).what.contains("no object is called \"line\""));
    let bench = at("line", "bench", 8.0, 8.0);
    assert!(refused(&room(&[], vec![till.clone(), bench])).what.contains("is a bench, not a queue"));
    let mut place = room(&[], vec![till]);
    let mut upper = Floor::level("upper", 3.0);
    upper.walkable.push(Outline::new(rectangle(0.0, 0.0, 20.0, 12.0), "upper"));
    place.floors.push(upper);
    let mut queue = at("line", "queue", 8.0, 8.0);
    queue.floor = FloorId(1);
    place.objects.push(queue);
    assert!(refused(&place).what.contains("is on floor \"upper\", not on \"room\""));
}

#[test]
fn numbers_that_cannot_be_are_refused() {
    let with = |change: fn(&mut Object)| {
        let mut bench = at("bench", "bench", 5.0, 5.0);
        change(&mut bench);
        refused(&room(&[], vec![bench]))
    };
    assert!(with(|o| o.radius = Some(f64::NAN)).what.contains("radius"));
    assert!(with(|o| o.seats = Some(0)).what.contains("seats"));
    assert!(with(|o| o.footprint.clear()).what.contains("footprint"));
    assert!(with(|o| o.footprint.push(Point::new(5000.0, 0.0))).what.contains("size"));
    assert!(with(|o| o.facing = Some(Facing::Along(Point::new(f64::INFINITY, 0.0)))).what.contains("facing"));
    let service = populace_geom::Distribution::Constant(-1.0);
    let mut bench = at("bench", "bench", 5.0, 5.0);
    bench.service = Some(service);
    assert!(refused(&room(&[], vec![bench])).what.contains("service"));
}

#[test]
fn objects_that_an_obstacle_covers_are_closed_where_that_is_asked_for() {
    let place =
        room(&[rectangle(4.0, 4.0, 16.0, 11.9)], vec![at("till", "till", 10.0, 8.0), at("seat", "seat", 1.0, 1.0)]);
    let options = BuildOptions { objects_may_close: true, ..BuildOptions::default() };
    let built = build(&place, &options).expect("builds");
    assert_eq!(built.environment.objects().len(), 2);
    assert!(named(&built, "till").slots.is_empty() && named(&built, "till").line.is_empty());
    assert_eq!(named(&built, "seat").slots.len(), 1);
    assert!(repairs(&built).is_empty());
}

#[test]
fn the_fingerprint_knows_slots_and_lines() {
    let with = |x: f64| built(&room(&[], vec![at("till", "till", x, 11.7)])).environment.fingerprint();
    assert_eq!(with(5.0), with(5.0));
    assert_ne!(with(5.0), with(5.1));
    assert_ne!(with(5.0), built(&room(&[], vec![])).environment.fingerprint());
}

#[test]
fn a_slot_has_room_when_a_door_beside_it_is_shut() {
    let mut place = room(&[rectangle(9.9, 0.0, 10.1, 5.0), rectangle(9.9, 7.0, 10.1, 12.0)], vec![]);
    let segment = Segment::new(Point::new(10.0, 5.0), Point::new(10.0, 7.0));
    let kind = LinkKind::Door { floors: [GROUND, GROUND], segment, door: Door::default() };
    place.links.push(Link { name: "door".into(), kind, source: String::new() });
    place.objects = vec![at("seat", "seat", 10.05, 6.0)];
    let built = built(&place);
    let seat = named(&built, "seat").slots[0];
    assert!(segment.distance(seat.point) >= BODY, "{seat:?}");
}

/// A sign on the northern wall at (10, 12) is read up to 20 m away and 60° from its front, and shows the way to what is named.
#[test]
fn a_sign_is_read_from_before_it_and_shows_what_is_named() {
    let mut sign = at("sign", "sign", 10.0, 12.0);
    sign.facing = Some(Facing::Along(Point::new(0.0, -1.0)));
    sign.shows = Some(vec!["drink".into(), "seats".into()]);
    let others =
        [at("machine", "vending-machine", 3.0, 0.0), at("seats", "bench", 17.0, 1.0), at("till", "till", 8.0, 0.0)];
    let place = room(&[], others.into_iter().chain([sign.clone()]).collect());
    let built = built(&place);
    let known = named(&built, "sign");
    assert!(known.slots.is_empty() && known.line.is_empty());
    assert_eq!(known.shows.iter().map(|id| id.index()).collect::<Vec<_>>(), [0, 1]);
    let sight = known.sight.expect("a sign is read");
    assert!(sight.face.distance(Point::new(10.0, 12.0)) < 0.1, "{sight:?}");
    // 8.6 m to the side and 5 m before it: 60°.
    assert!(sight.reaches(Point::new(10.0, 1.0)) && sight.reaches(sight.face + Point::new(8.6, -5.0)));
    assert!(!sight.reaches(sight.face + Point::new(8.8, -5.0)), "it is seen from the side");
    assert!(!sight.reaches(sight.face + Point::new(0.0, -20.5)), "it is too far");
    assert!(!sight.reaches(sight.face + Point::new(0.0, 1.0)), "it is seen from behind");
    let all = place.objects.iter().cloned().map(|object| Object { shows: None, ..object }).collect();
    assert_eq!(named(&self::built(&room(&[], all)), "sign").shows.len(), 3, "a sign without `shows` shows everything");
    sign.shows = Some(vec!["toilet".into()]);
    let error = refused(&room(&[], vec![sign.clone()]));
    assert!(error.what.contains("\"toilet\"") && error.location.contains("sign"), "{error:?}");
    sign.footprint = vec![Point::new(10.0, 30.0)];
    assert!(refused(&room(&[], vec![sign])).what.contains("nobody can read it"));
}

#[test]
fn every_kind_has_its_words_and_its_slots_in_an_empty_room() {
    for kind in OBJECTS {
        assert!(!kind.about.is_empty() && !kind.places.is_empty() && !kind.source.is_empty(), "{}", kind.name);
        for word in std::iter::once(&kind.name).chain(kind.aliases) {
            assert_eq!(object_kind(word).map(|k| k.name), Some(kind.name));
        }
        let it = if kind.name == "track" { track(&[(2.0, 0.0), (18.0, 0.0)]) } else { at("it", kind.name, 10.0, 6.0) };
        let built = built(&room(&[], vec![it]));
        let it = named(&built, "it");
        let has_slots = !matches!(kind.name, "queue" | "lift" | "sign");
        assert_eq!(!it.slots.is_empty(), has_slots, "{}", kind.name);
        assert_eq!(!it.line.is_empty(), kind.has_line, "{}", kind.name);
    }
}

/// Returns a track along some points.
fn track(line: &[(f64, f64)]) -> Object {
    let line = line.iter().map(|&(x, y)| Point::new(x, y)).collect();
    Object { is_line: true, ..object("it", "track", line) }
}

/// A line of 16 m has room for 20 people side by side, 0.8 m apart, in rows 1.0, 1.7 and 2.4 m from it. They look at the track, in whichever
/// direction the line is drawn.
#[test]
fn people_wait_at_a_track_in_three_rows_and_look_at_it() {
    for line in [[(2.0, 0.0), (18.0, 0.0)], [(18.0, 0.0), (2.0, 0.0)]] {
        let built = built(&room(&[], vec![track(&line)]));
        let it = named(&built, "it");
        assert_eq!(it.slots.len(), 60);
        let first = it.slots.iter().min_by(|a, b| a.point.x.total_cmp(&b.point.x)).expect("slots");
        assert_near(first, 2.4, 1.0, (0.0, -1.0));
        assert_near(&it.slots[20], if line[0].0 < 10.0 { 2.4 } else { 17.6 }, 1.7, (0.0, -1.0));
        assert_eq!(it.slots.iter().map(|slot| slot.rank).max(), Some(2));
        let edge = PlatformEdge::of(it).expect("it is a track");
        let (point, inward) = edge.at(4.0);
        assert!(inward.distance(Point::new(0.0, 1.0)) < 1e-9 && (edge.length() - 16.0).abs() < 1e-9);
        assert!((edge.along(point + inward * 3.0) - 4.0).abs() < 1e-9);
        assert_eq!(edge.is_platform_left(), line[0].0 < 10.0);
    }
}

/// Behind a row there is room for a body and 0.8 m of way: 1.0 m. On 2.2 m of ground there is one row, on 1.9 m there is none.
#[test]
fn on_a_narrow_platform_people_wait_in_one_row_or_not_at_all() {
    let narrow = |depth: f64| room(&[rectangle(0.0, depth, 20.0, 12.0)], vec![track(&[(2.0, 0.0), (18.0, 0.0)])]);
    assert_eq!(named(&built(&narrow(2.2)), "it").slots.len(), 20);
    assert!(refused(&narrow(1.9)).what.contains("too narrow"));
}

/// The edge of a platform may bend: the eastern half of this one recedes by 4 m, over 3 m of its length.
#[test]
fn a_track_follows_the_edge_of_its_platform() {
    let recess = [(9.0, 0.0), (20.0, 0.0), (20.0, 4.0), (12.0, 4.0)].map(|(x, y)| Point::new(x, y)).to_vec();
    let built = built(&room(&[recess], vec![track(&[(1.0, 0.0), (9.0, 0.0), (12.0, 4.0), (19.0, 4.0)])]));
    let edge = PlatformEdge::of(named(&built, "it")).expect("it is a track");
    // 8 m, then 5 m along the slope, then 7 m.
    assert!((edge.length() - 20.0).abs() < 1e-9);
    let (point, inward) = edge.at(10.5);
    assert!(point.distance(Point::new(10.5, 2.0)) < 1e-9, "{point:?}");
    assert!(inward.distance(Point::new(-0.8, 0.6)) < 1e-9, "{inward:?}");
    let corners = [(7.0, 0.0), (9.0, 0.0), (12.0, 4.0), (13.0, 4.0)].map(|(x, y)| Point::new(x, y));
    let part = edge.part(6.0, 14.0);
    assert!(part.len() == 4 && part.iter().zip(corners).all(|(a, b)| a.distance(b) < 1e-9), "{part:?}");
    let far = edge.at(99.0).0;
    assert!(far.distance(Point::new(19.0, 4.0)) < 1e-9, "beyond its end is its end");
}

#[test]
fn a_track_has_the_platform_on_one_side_and_nothing_on_the_other() {
    let wrong = |line: &[(f64, f64)]| refused(&room(&[], vec![track(line)])).what;
    assert!(wrong(&[(2.0, 6.0), (18.0, 6.0)]).contains("ground on both sides"));
    assert!(wrong(&[(2.0, -9.0), (18.0, -9.0)]).contains("no ground beside it"));
    let mut ring = track(&[(2.0, 0.0), (18.0, 0.0)]);
    ring.is_line = false;
    assert!(refused(&room(&[], vec![ring])).what.contains("no line"));
}
