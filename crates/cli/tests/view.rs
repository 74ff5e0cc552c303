//! `populace view` as its users see it: watching and asking do not change the run, acts change only what they should, and the run
//! can be repeated.

#![cfg(unix)]

use std::net::TcpListener;

use crate::running::{Rows, file, fresh, json, populace, refused, scene, text};
use crate::viewing::{Page, View, is_built, page_that_is_only_pinged};
use populace_serve::protocol::{Act, Ask, LayerKind, Tell};

#[test]
fn the_address_is_printed_and_shows_the_viewer() {
    if !is_built() {
        return;
    }
    let view = View::start(&[&scene("bottleneck.scenario.toml")]);
    assert_eq!(view.line, format!("populace view: http://{}/\n", view.address));
    let page = view.get("/");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<html"), "{page}");
    assert!(view.get("/gallery").ends_with("null"), "one run has no gallery");
    assert!(view.interrupt().success());
}

#[test]
fn without_an_argument_there_is_a_gallery() {
    if !is_built() {
        return;
    }
    let view = View::start(&[]);
    let gallery = view.get("/gallery");
    assert!(gallery.contains("\"/gallery/station\""), "{gallery}");
    for path in ["/gallery/..%2fstation", "/gallery/station.scenario.toml", "/gallery/..%2f..%2fCargo.toml"] {
        assert!(view.get(path).starts_with("HTTP/1.1 404"), "{path}");
    }
}

#[test]
fn another_address_needs_the_token_that_is_printed() {
    if !is_built() {
        return;
    }
    let view = View::start(&[&scene("bottleneck.scenario.toml"), "--address", "0.0.0.0"]);
    let (_, token) = view.line.trim().split_once("/?token=").unwrap_or_else(|| panic!("{}", view.line));
    assert_eq!(token.len(), 32);
    assert!(view.get("/gallery").starts_with("HTTP/1.1 401"));
    assert!(view.get(&format!("/gallery?token={token}")).starts_with("HTTP/1.1 200"));
}

#[test]
fn what_cannot_be_shown_or_listened_at_is_refused() {
    if !is_built() {
        return;
    }
    let message = refused(&["view", "no such scenario"]);
    assert!(message.contains("no such scenario: there is no such file or folder"), "{message}");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let message = refused(&["view", &scene("bottleneck.scenario.toml"), "--port", &port]);
    assert!(message.contains(&format!("cannot listen at 127.0.0.1:{port}")), "{message}");
    assert!(message.contains("choose another port with --port"), "{message}");
    let message = refused(&["view", &scene("bottleneck.scenario.toml"), "--speed", "0"]);
    assert!(message.contains("speed"), "{message}");
}

/// Asks every kind of question.
fn question(page: &mut Page, frame: u32, pedestrian: u32) {
    page.frames(1);
    page.answer(|tag| Ask::Inspect { tag, pedestrian, frame });
    page.answer(|tag| Ask::Inspect { tag, pedestrian, frame: frame / 2 });
    page.answer(|tag| Ask::Trail { tag, pedestrian, frame });
    let layers = [
        LayerKind::Cells {},
        LayerKind::Bottlenecks {},
        LayerKind::Hierarchy {},
        LayerKind::Neighbours {},
        LayerKind::Routes {},
    ];
    for layer in layers {
        page.answer(|tag| Ask::Layer { tag, layer, level: 1, frame });
    }
    page.answer(|tag| Ask::Probe { tag, floor: 0, x: 9.9, y: 5.0 });
    page.answer(|tag| Ask::Flow { tag, floor: 0, ax: 10.2, ay: 4.4, bx: 10.2, by: 5.6, frame });
    page.answer(|tag| Ask::Statistics { tag, from: 0 });
    page.answer(|tag| Ask::Happenings { tag, from: 0 });
    page.answer(|tag| Ask::Trains { tag, from: 0 });
    page.answer(|tag| Ask::Roster { tag, from: 0 });
}

#[test]
fn a_run_that_is_watched_and_questioned_has_the_bits_of_one_that_is_not() {
    if !is_built() {
        return;
    }
    let (scenario, live, alone) =
        (scene("bottleneck.scenario.toml"), fresh("watched", "live"), fresh("watched", "run"));
    let terms = ["--until", "20", "--seed", "7"];
    let speed = ["--out", text(&live), "--speed", "100", "--paused"];
    let view = View::start(&[&[scenario.as_str()][..], &terms, &speed].concat());
    // These questions come while people walk, however fast the run is afterwards.
    let (mut first, _, _) = view.page();
    for frames in 1..=5 {
        first.head(|head| head.frames >= frames);
        question(&mut first, frames - 1, 7);
        first.ask(&Ask::Step {});
    }
    first.head(|head| head.frames > 5);
    first.ask(&Ask::Play {});
    let watch = || {
        let (mut page, _, _) = view.page();
        loop {
            let head = page.head(|head| head.frames > 0);
            if !head.ended.is_empty() {
                return;
            }
            question(&mut page, head.frames - 1, head.frames % 100);
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(watch);
        scope.spawn(watch);
    });
    assert!(view.interrupt().success());
    let run = populace(&[&["run", &scenario, "--out", text(&alone), "--quiet"][..], &terms].concat());
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    Rows::of(&live).check_same(&Rows::of(&alone));
}

/// A page that waited for an answer used to throw away the head that said that the run has ended. It waited for another head for ever.
#[test]
fn a_page_that_waits_for_an_answer_still_learns_that_the_run_has_ended() {
    if !is_built() {
        return;
    }
    let view = View::start(&[&scene("bottleneck.scenario.toml"), "--until", "5", "--speed", "100", "--paused"]);
    let ((mut asking, ..), (mut waiting, ..)) = (view.page(), view.page());
    asking.ask(&Ask::Play {});
    waiting.end();
    for _ in 0..3 {
        asking.answer(|tag| Ask::Statistics { tag, from: 0 });
    }
    assert_eq!(asking.end().frames, 51, "5 s with ten frames each, and the one before the first step");
}

/// Each ping used to begin the time limit of the socket anew.
#[test]
#[should_panic(expected = "waited too long: the server does not tell what the page waits for")]
fn a_page_that_is_only_pinged_does_not_wait_for_ever() {
    page_that_is_only_pinged().head_within(std::time::Duration::from_millis(50), |_| true);
}

#[test]
fn a_run_that_was_acted_on_is_repeated_and_replayed_to_the_byte() {
    if !is_built() {
        return;
    }
    let out = fresh("acted_live", "recording");
    let scenario = scene("bottleneck.scenario.toml");
    let view = View::start(&[&scenario, "--until", "40", "--out", text(&out), "--paused", "--speed", "100"]);
    let (mut page, welcome, place) = view.page();
    let area = |name: &str| place.areas.iter().position(|a| a.name == name).unwrap() as u16;
    (2..12).for_each(|frames| page.step(frames));
    page.act(Act::Door { link: 0, open: false });
    (12..22).for_each(|frames| page.step(frames));
    page.act(Act::Add { population: 0, area: area("room"), count: 5 });
    page.act(Act::Block { floor: 0, outline: vec![12.0, 4.0, 13.0, 4.0, 13.0, 6.0, 12.0, 6.0] });
    let parameter = welcome.populations[0].parameters[0].clone();
    page.act(Act::Set { population: 0, parameter: parameter.name, value: parameter.value });
    (22..30).for_each(|frames| page.step(frames));
    page.act(Act::Send { pedestrians: vec![0, 1, 2], area: area("before the door") });
    page.act(Act::Door { link: 0, open: true });
    let bad = page.answer(|tag| Ask::Act { tag, act: Act::Door { link: 99, open: true } });
    assert!(matches!(bad, Tell::Refused { .. }), "{bad:?}");
    page.ask(&Ask::Play {});
    let head = page.end();
    let live = page.frames(head.frames);
    assert!(view.interrupt().success());

    let checked = json(&["replay-check", text(&out), "--json"]);
    assert_eq!((&checked["agree"], &checked["steps"]), (&true.into(), &800.into()), "40 s in steps of 0.05 s");
    assert_eq!(std::fs::read_to_string(out.join("acts.jsonl")).unwrap().lines().count(), 6);
    let view = View::start(&[text(&out)]);
    let (mut page, welcome, _) = view.page();
    assert!(!welcome.live);
    let head = page.end();
    let replayed = page.frames(head.frames);
    assert_eq!(live.len(), replayed.len());
    for (number, (live, replayed)) in live.iter().zip(&replayed).enumerate() {
        assert!(live == replayed, "frame {number} differs");
    }
}

/// An act delays the train, which was to come at 180 s and stay for 40 s, by 30 s. At 300 s the scenario cancels its second stop.
#[test]
fn pages_know_what_trains_do_live_and_in_replay() {
    if !is_built() {
        return;
    }
    let changes = |page: &mut Page| match page.answer(|tag| Ask::Trains { tag, from: 0 }) {
        Tell::Trains { list, .. } => list,
        other => panic!("{other:?}"),
    };
    let out = fresh("trains", "recording");
    file("trains_shown", "halt.place.toml", std::fs::read(scene("behaviours/halt.place.toml")).unwrap());
    let given = std::fs::read_to_string(scene("behaviours/board.scenario.toml")).unwrap();
    let cancels = "\n[[event]]\nat = 300\ncancel = \"to the coast\"\n";
    let scenario = file("trains_shown", "board.scenario.toml", format!("{given}{cancels}"));
    let view = View::start(&[text(&scenario), "--out", text(&out), "--paused", "--speed", "100"]);
    let (mut page, welcome, place) = view.page();
    assert_eq!(welcome.time_of_day, Some(7.0 * 3600.0 + 55.0 * 60.0));
    let train = &place.trains[0];
    assert_eq!((train.name.as_str(), train.cars, train.doors.len()), ("to the coast", 2, 2 * 4));
    assert_eq!(train.calls, [180.0, 220.0, 180.0, 220.0, 360.0, 400.0, 360.0, 400.0]);
    page.step(2);
    page.act(Act::Delay { train: 0, seconds: 30.0 });
    let bad = page.answer(|tag| Ask::Act { tag, act: Act::Delay { train: 7, seconds: 30.0 } });
    assert!(matches!(bad, Tell::Refused { .. }), "{bad:?}");
    page.step(3);
    page.ask(&Ask::Play {});
    let head = page.end();
    let live = changes(&mut page);
    assert_eq!(live.len() as u32, head.trains);
    let told: Vec<(&str, &str, u32, f64, f64)> =
        live.iter().map(|c| (c.kind.as_str(), c.phase.as_str(), c.call, c.arrives, c.departs)).collect();
    assert_eq!(
        told,
        [
            ("train-delayed", "away", 0, 210.0, 250.0),
            ("train-arrived", "open", 0, 180.0, 250.0),
            ("train-closes", "closing", 0, 180.0, 250.0),
            ("train-departed", "away", 1, 360.0, 400.0),
            ("train-cancelled", "away", 2, 0.0, 0.0),
        ]
    );
    // 10 frames per second; the first frame that shows what happened at 210 s is the next one.
    assert_eq!(live[1].frame, 2101);
    assert!(view.interrupt().success());
    assert_eq!(json(&["replay-check", text(&out), "--json"])["agree"], true);
    let view = View::start(&[text(&out)]);
    let (mut page, _, again) = view.page();
    page.end();
    assert_eq!((changes(&mut page), &again.trains), (live, &place.trains));
}

#[test]
fn ctrl_c_leaves_a_recording_that_goes_on_to_the_same_bits() {
    if !is_built() {
        return;
    }
    let (scenario, out, whole) = (scene("bottleneck.scenario.toml"), fresh("ctrl_c", "live"), fresh("ctrl_c", "whole"));
    let view = View::start(&[&scenario, "--out", text(&out), "--paused"]);
    let (mut page, _, _) = view.page();
    (2..32).for_each(|frames| page.step(frames));
    assert!(view.interrupt().success());
    assert_eq!(Rows::of(&out).last_step(), 60, "30 frames of two steps after the first");
    for arguments in [["--resume", text(&out)].as_slice(), &[&scenario, "--out", text(&whole)]] {
        let output = populace(&[&["run"], arguments, &["--until", "10", "--quiet"]].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    Rows::of(&out).check_same(&Rows::of(&whole));
}

#[test]
fn a_broken_scenario_says_where_and_runs_after_it_was_repaired() {
    if !is_built() {
        return;
    }
    file("broken_view", "bottleneck.place.toml", std::fs::read(scene("bottleneck.place.toml")).unwrap());
    let good = std::fs::read_to_string(scene("bottleneck.scenario.toml")).unwrap();
    let broken = good.replace("leave = \"outside\"", "leave = \"outsid\"");
    let path = file("broken_view", "mine.scenario.toml", &broken);
    let line = 1 + broken.lines().position(|l| l.contains("outsid\"")).unwrap();
    let view = View::start(&[text(&path)]);
    for _ in 0..2 {
        match view.socket().next() {
            Tell::Broken { title, what, hint } => {
                assert_eq!(title, "mine.scenario.toml cannot be run");
                assert!(what.contains("mine.scenario.toml") && what.contains(&format!("line {line}")), "{what}");
                assert!(hint.contains("\"outside\""), "{hint}");
            }
            other => panic!("{other:?}"),
        }
    }
    std::fs::write(&path, good).unwrap();
    let (_, welcome, place) = view.page();
    assert_eq!((welcome.live, place.links.len()), (true, 1));
}

#[test]
fn a_run_that_is_over_can_still_be_questioned() {
    if !is_built() {
        return;
    }
    let view = View::start(&[&scene("bottleneck.scenario.toml"), "--until", "5", "--speed", "100"]);
    let (mut page, _, place) = view.page();
    let head = page.end();
    // 5 s with ten frames each, and the frame before the first step.
    assert_eq!((head.frames, head.running), (51, false));
    for frame in [50, 20] {
        match page.answer(|tag| Ask::Inspect { tag, pedestrian: 99, frame }) {
            Tell::Inspected { inspected, .. } => {
                assert_eq!((inspected.pedestrian, inspected.frame), (99, frame));
                assert!(inspected.x > 0.0 && inspected.x < place.width, "{}", inspected.x);
            }
            other => panic!("{other:?}"),
        }
    }
    let late = page.answer(|tag| Ask::Act { tag, act: Act::Door { link: 0, open: false } });
    assert!(matches!(&late, Tell::Refused { what, .. } if what.contains("over")), "{late:?}");
    // A page that comes later sees the same.
    let (mut later, _, _) = view.page();
    assert_eq!(later.frames(51), page.frames(51));
}

/// A page that began a run anew again and again used to make a recording each time.
#[test]
fn a_run_is_not_begun_anew_again_and_again() {
    if !is_built() {
        return;
    }
    let folder = fresh("anew", "recordings");
    std::fs::create_dir_all(&folder).unwrap();
    let out = folder.join("recording");
    let view = View::start(&[&scene("bottleneck.scenario.toml"), "--out", text(&out), "--paused"]);
    let (mut page, before, _) = view.page();
    assert!(matches!(page.answer(|tag| Ask::Restart { tag }), Tell::Done { .. }));
    let (mut page, after, _) = view.page();
    assert_ne!(before.run, after.run);
    for _ in 0..20 {
        match page.answer(|tag| Ask::Restart { tag }) {
            Tell::Refused { what, hint, .. } => {
                assert_eq!((what.as_str(), hint.as_str()), ("a run began a moment ago", "wait 5 s, then begin anew"));
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(view.interrupt().success());
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2, "one recording of each run");
}

/// Every act may add many people, and there used to be no limit below the two million of any run.
#[test]
fn pages_add_a_limited_number_of_people() {
    if !is_built() {
        return;
    }
    let view = View::start(&[&scene("bottleneck.scenario.toml"), "--paused"]);
    let ((mut page, _, place), (mut other, ..)) = (view.page(), view.page());
    let area = place.areas.iter().position(|a| a.name == "room").unwrap() as u16;
    let add = |count| Act::Add { population: 0, area, count };
    let refusal = |page: &mut Page, count| match page.answer(|tag| Ask::Act { tag, act: add(count) }) {
        Tell::Refused { what, hint, .. } => format!("{what}; {hint}"),
        told => panic!("{told:?}"),
    };
    page.act(add(9_000));
    assert_eq!(
        refusal(&mut page, 1_001),
        "pages may add 10000 people to a run, and 9000 have been added; add at most 1000, or begin the run anew"
    );
    // What was refused does not count.
    other.act(add(1_000));
    assert!(refusal(&mut other, 1).ends_with("; begin the run anew"));
}

/// Refused acts used to count like others: after a few long ones, no page could act on the run any more.
#[test]
fn acts_that_are_refused_leave_room_for_others() {
    if !is_built() {
        return;
    }
    let view = View::start(&[&scene("bottleneck.scenario.toml"), "--paused"]);
    let (mut page, ..) = view.page();
    let long = "x".repeat(1_000_000);
    for _ in 0..20 {
        let set = Act::Set { population: 0, parameter: long.clone(), value: 1.0 };
        let told = page.answer(|tag| Ask::Act { tag, act: set });
        assert!(matches!(told, Tell::Refused { .. }));
    }
    page.act(Act::Door { link: 0, open: false });
}

/// The recording used to lose its open segment.
#[cfg(target_os = "linux")]
#[test]
fn a_run_whose_frames_find_no_room_leaves_a_whole_recording() {
    if !is_built() {
        return;
    }
    let (scenario, out) = (scene("bottleneck.scenario.toml"), fresh("no_room", "live"));
    let view = View::limited("-f 256", &[&scenario, "--out", text(&out), "--speed", "100"]);
    let (mut page, ..) = view.page();
    let head = page.end();
    assert!(head.ended.contains("is full"), "{}", head.ended);
    assert!(view.interrupt().success());
    assert_eq!(Rows::of(&out).last_step(), 2 * u64::from(head.frames), "the step of the frame that found no room");
    assert_eq!(json(&["replay-check", text(&out), "--json"])["agree"], true);
}
