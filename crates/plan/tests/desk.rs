//! The route desk: fair, deterministic, and aware of doors.

mod places;

use places::{Dice, built, p, random_spot, tower};
use populace_env::{Environment, FloorId};
use populace_plan::{
    Answer, Budget, Desk, Found, Keys, PLANNERS, Profile, Roadmap, Scratch, Spot, World, plan_all, planner,
};

fn pairs(env: &Environment, count: usize) -> Vec<(Spot, Spot)> {
    let mut dice = Dice::new(12);
    (0..count).map(|_| (random_spot(env, &mut dice), random_spot(env, &mut dice))).collect()
}

fn with_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads").install(work)
}

#[test]
fn a_batch_has_the_same_answers_at_any_number_of_threads() {
    let env = built(&tower());
    let map = Roadmap::of(&env, &Profile::default(), Keys::default());
    let world = World { env: &env, map: &map };
    let requests = pairs(&env, 500);
    for entry in PLANNERS {
        let planner = (entry.prepare)(world);
        let mut scratch = Scratch::default();
        let one_by_one: Vec<Option<Found>> =
            requests.iter().map(|&(from, to)| planner.plan(world, from, to, &mut scratch)).collect();
        for threads in [1, 2, 7] {
            let answers = with_threads(threads, || plan_all(&*planner, world, &requests));
            assert!(answers == one_by_one, "{} with {threads} threads", entry.name);
        }
    }
}

#[test]
fn nobody_waits_longer_than_the_queue_before_them() {
    let env = built(&tower());
    let map = Roadmap::of(&env, &Profile::default(), Keys::default());
    let world = World { env: &env, map: &map };
    let planner = (PLANNERS[0].prepare)(world);
    let (mut desk, mut asked, mut dice) = (Desk::default(), vec![None; 50], Dice::new(4));
    let budget = 7;
    for step in 0..200_usize {
        for pedestrian in 0..50 {
            if dice.below(4) == 0 {
                desk.request(pedestrian, random_spot(&env, &mut dice), random_spot(&env, &mut dice));
                let latest = step + desk.pending().div_ceil(budget);
                asked[pedestrian as usize].get_or_insert(latest);
            }
        }
        for Answer { pedestrian, .. } in desk.serve(world, &*planner, Budget::Requests(budget)) {
            let latest = asked[pedestrian as usize].take().expect("asked");
            assert!(step < latest, "{pedestrian} is answered in step {step}, not before {latest}");
        }
    }
    assert!(asked.iter().flatten().all(|&latest| latest >= 199), "somebody was forgotten");
}

#[test]
fn a_newer_request_keeps_the_place_of_the_older() {
    let env = built(&tower());
    let map = Roadmap::of(&env, &Profile::default(), Keys::default());
    let world = World { env: &env, map: &map };
    let planner = (PLANNERS[0].prepare)(world);
    let requests = pairs(&env, 4);
    let mut desk = Desk::default();
    for pedestrian in [5, 3, 9] {
        desk.request(pedestrian, requests[0].0, requests[0].1);
    }
    desk.request(5, requests[1].0, requests[1].1);
    assert_eq!(desk.pending(), 3);
    let served: Vec<u32> = desk.serve(world, &*planner, Budget::Requests(2)).iter().map(|a| a.pedestrian).collect();
    assert_eq!(served, [5, 3]);
    desk.request(5, requests[2].0, requests[2].1);
    let served: Vec<u32> = desk.serve(world, &*planner, Budget::Requests(9)).iter().map(|a| a.pedestrian).collect();
    assert_eq!(served, [9, 5]);
    desk.request(3, requests[2].0, requests[2].1);
    desk.forget(3);
    assert_eq!(desk.serve(world, &*planner, Budget::Requests(9)), []);
    assert!(desk.route(3).is_none());
}

#[test]
fn a_budget_of_nodes_serves_at_least_one_and_stops_when_it_is_spent() {
    let env = built(&tower());
    let map = Roadmap::of(&env, &Profile::default(), Keys::default());
    let world = World { env: &env, map: &map };
    let flat = (planner("flat").expect("in the table").prepare)(world);
    let mut desk = Desk::default();
    for (pedestrian, (from, to)) in pairs(&env, 100).into_iter().enumerate() {
        desk.request(pedestrian as u32, from, to);
    }
    let nodes = |answers: &[Answer]| -> u64 {
        answers.iter().map(|a| a.route.as_ref().map_or(map.key_count() as u64, |f| u64::from(f.expanded).max(1))).sum()
    };
    assert_eq!(desk.serve(world, &*flat, Budget::Nodes(0)).len(), 1);
    let mut served = 1;
    while desk.pending() > 0 {
        let answers = desk.serve(world, &*flat, Budget::Nodes(300));
        let last = answers.len() - 1;
        assert!(nodes(&answers[..last]) < 300 && (nodes(&answers) >= 300 || desk.pending() == 0));
        served += answers.len();
    }
    assert_eq!(served, 100);
}

/// From a room in the south-west of the ground floor to one in the north-west: two doors.
#[test]
fn a_route_is_planned_again_when_a_door_ahead_closes() {
    let mut env = built(&tower());
    let mut map = Roadmap::of(&env, &Profile::default(), Keys::default());
    let spot = |env: &Environment, x: f64, y: f64| Spot {
        cell: env.locate(FloorId(0), p(x, y), None).expect("walkable"),
        point: p(x, y),
    };
    let flat = populace_plan::Flat;
    let mut desk = Desk::default();
    let (from, to) = (spot(&env, 1.0, 1.0), spot(&env, 1.0, 15.0));
    desk.request(1, from, to);
    desk.request(2, from, to);
    desk.serve(World { env: &env, map: &map }, &flat, Budget::Requests(2));
    // The second is in the corridor already.
    let corridor = spot(&env, 3.6, 8.0);
    let first_door = env.link("ground south-west").expect("a door");
    let passed = desk.route(2).expect("a route").found.route.portals.iter();
    let passed = passed.take_while(|&&s| env.segment(s).link != Some(first_door)).count() + 1;
    desk.advance(2, passed, corridor);

    let set = |env: &mut Environment, map: &mut Roadmap, desk: &mut Desk, name: &str, open: bool| {
        let link = env.link(name).expect("a door");
        env.set_door(link, open);
        map.refresh(env, &mut Vec::new());
        desk.doors_changed(World { env, map })
    };
    assert_eq!(set(&mut env, &mut map, &mut desk, "ground south-east", false), [], "a door that nobody passes");
    assert_eq!(set(&mut env, &mut map, &mut desk, "ground south-west", false), [1], "behind the second");
    let answers = desk.serve(World { env: &env, map: &map }, &flat, Budget::Requests(9));
    let why = answers[0].route.as_ref().expect_err("locked in").to_string();
    assert_eq!((answers.len(), answers[0].pedestrian, &*why), (1, 1, "door \"ground south-west\" is shut"));
    assert!(desk.route(1).is_none());
    assert_eq!(set(&mut env, &mut map, &mut desk, "ground north-west", false), [2]);
    let answers = desk.serve(World { env: &env, map: &map }, &flat, Budget::Requests(9));
    assert_eq!(
        answers[0].route.as_ref().map_err(ToString::to_string).expect_err("shut"),
        "door \"ground north-west\" is shut"
    );
}

#[test]
fn the_desk_gives_the_same_answers_at_any_number_of_threads() {
    let run = |threads: usize| {
        with_threads(threads, || {
            let mut env = built(&tower());
            let mut map = Roadmap::of(&env, &Profile::default(), Keys::default());
            let mut planner = (PLANNERS[0].prepare)(World { env: &env, map: &map });
            let (mut desk, mut dice, mut answers) = (Desk::default(), Dice::new(2), Vec::new());
            for step in 0..30 {
                for _ in 0..20 {
                    desk.request(dice.below(60) as u32, random_spot(&env, &mut dice), random_spot(&env, &mut dice));
                }
                let changed = places::change(&mut env, &mut map, &mut dice);
                let world = World { env: &env, map: &map };
                planner.refresh(world, &changed);
                desk.doors_changed(world);
                let budget = if step % 2 == 0 { Budget::Requests(25) } else { Budget::Nodes(2000) };
                answers.extend(desk.serve(world, &*planner, budget));
            }
            answers
        })
    };
    let one = run(1);
    assert!(one.len() > 300 && one == run(2) && one == run(5));
}
