//! Tracks and timetables that cannot be.

use crate::trains::{LINE_1, PLATFORM, attempt_in, people, platform};

/// Checks that a scenario is refused at a line after its head, and with which words.
#[track_caller]
fn refuse(text: &str, line: usize, what: &str, hint: &str) {
    let error = attempt_in(PLATFORM, text).err().unwrap_or_else(|| panic!("accepted: {text}"));
    let said = error.to_string();
    assert!(error.what.contains(what) && error.hint.contains(hint), "{said}");
    assert_eq!(error.position.map(|p| p.line), Some(line + 4), "{said}");
}

/// Checks that a place is refused, and with which words.
#[track_caller]
fn refuse_place(from: &str, to: &str, what: &str, hint: &str) {
    let text = format!("{LINE_1}arrive = 60\n{}", people("on", 0, 1, "", "{ board = \"line 1\" }"));
    let place = PLATFORM.replace(from, to);
    assert_ne!(place, PLATFORM);
    let error = attempt_in(&place, &text).err().unwrap_or_else(|| panic!("accepted: {place}"));
    let said = error.to_string();
    assert!(said.contains(what) && said.contains(hint), "{said}");
    assert!(said.contains("object \"track 1\", line 10") || said.contains("here.place.toml: line 13"), "{said}");
}

#[test]
fn tracks_that_cannot_be_are_refused() {
    let line = "line = [[10, 0], [80, 0]]";
    refuse_place(line, "line = [[10, -20], [80, -20]]", "no ground beside it", "edge of a platform");
    refuse_place(line, "line = [[10, 4], [80, 4]]", "ground on both sides", "with no ground beyond it");
    refuse_place(line, "at = [10, 0]", "it is no line", "line = [[x, y], [x, y]]");
    refuse_place(line, "line = [[10, 0]]", "needs two points", "both of its ends");
    // The platform is 1 m wide there.
    refuse_place(
        "[[0, 0], [80, 0], [80, 8], [0, 8]]\n[[area]]",
        "[[0, 0], [80, 0], [80, 1], [9, 1], [9, 8], [0, 8]]\n[[area]]",
        "too narrow",
        "2.0 m deep",
    );
}

#[test]
fn trains_that_cannot_be_are_refused() {
    let on = people("on", 0, 1, "", "{ board = \"line 1\" }");
    let train = |more: &str| format!("{LINE_1}{more}\n{on}");
    refuse(
        &train("").replace("track = \"track 1\"", "track = \"trak 1\"").replace("cars = 2", "cars = 2\narrive = 60"),
        3,
        "no track \"trak 1\"",
        "\"track 1\"",
    );
    refuse(
        &train("arrive = 60").replace("track = \"track 1\"", "track = \"bench\""),
        3,
        "\"bench\" is a bench",
        "of the kind track",
    );
    // 4 · 20 m = 80 m on a track of 70 m.
    refuse(&train("arrive = 60").replace("cars = 2", "cars = 4"), 5, "the train is 80.0 m long", "longer track");
    refuse(&train("arrive = 5000"), 6, "it never comes", "earlier time");
    refuse(&train("arrive = [200, 230]"), 6, "230 s is not after 200 s", "leave `dwell` between them");
    refuse(&train("arrive = \"8:05\""), 6, "no time of day", "\"08:30\"");
    refuse(&train("arrive = 60\nevery = 30"), 7, "its track taken", "more than `dwell`");
    refuse(&train("arrive = 60\nuntil = 300"), 7, "goes with `every`", "how often");
    refuse(&train("arrive = 60\nleast_dwell = 90"), 7, "longer than the planned one", "at most `dwell`");
    refuse(&train("arrive = 60\ncapacity = 0"), 7, "the capacity is 0", "between 1 and");
    refuse(
        &train("arrive = 60\ncapacity = 10\naboard = 11"),
        8,
        "11 people are in a train that takes 10",
        "larger `capacity`",
    );
    let two = "[[train]]\nname = \"line 2\"\ntrack = \"track 1\"\n";
    refuse(&format!("{LINE_1}arrive = 60\n{two}arrive = 100\n{on}"), 10, "\"track 1\" is taken", "another track");
    refuse(&format!("{LINE_1}arrive = 60\n{}arrive = 300\n{on}", two.replace("line 2", "line 1")), 8, "line 1", "");
    // 60 people for each of two cars.
    let off = |count: u32| {
        format!(
            "[[population]]\nname = \"off\"\narrive = {{ train = \"line 1\", count = {count} }}\njourney = [{{ leave = \"street\" }}]\n"
        )
    };
    platform(&format!("{LINE_1}arrive = 60\n{}", off(120)));
    refuse(
        &format!("{LINE_1}arrive = 60\n{}", off(121)),
        9,
        "121 people arrive in \"line 1\", which takes 120",
        "let fewer people get off",
    );
    refuse(&format!("{LINE_1}arrive = 60\n{}", off(3)).replace("count = 3", "rate = 3"), 9, "`train` and `rate`", "");
    refuse(&format!("{LINE_1}arrive = 60\n{}", off(3)).replace(", count = 3", ""), 9, "nobody", "`count`");
    refuse(
        &train("arrive = 60").replace("board = \"line 1\"", "board = \"line 7\""),
        11,
        "no train is called \"line 7\"",
        "\"line 1\"",
    );
    refuse(&on, 5, "no train is called \"line 1\"", "add a [[train]]");
    refuse(
        &train("arrive = 60\n[[event]]\nat = 5\ncancel = \"line 7\""),
        9,
        "no train is called \"line 7\"",
        "\"line 1\"",
    );
    refuse(
        &train("arrive = 60\n[[event]]\nat = 5\ndelay = { train = \"line 1\", by = -5 }"),
        9,
        "the delay is -5",
        "between 0 and",
    );
}
