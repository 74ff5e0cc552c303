//! Pages that misbehave are closed, and no other page notices.

use std::io::{Read, Write};
use std::time::Duration;

use crate::hall::{Page, Theatre};
use populace_geom::Draws;
use populace_serve::protocol::{Ask, Tell};
use populace_serve::wire::to_bytes;
use populace_serve::{Limits, MOST_CLIENTS, Order};
use tungstenite::Message;
use tungstenite::protocol::frame::Frame;
use tungstenite::protocol::frame::coding::{Data, OpCode};

/// Starts a server with ten small frames, and opens a page that behaves.
fn watched() -> (Theatre, Page) {
    let stage = Theatre::new();
    (0..10).for_each(|_| stage.hall.play("").add_frame(100));
    let page = stage.page();
    (stage, page)
}

#[test]
fn messages_that_are_none_close_their_page_alone() {
    let (stage, mut other) = watched();
    let draws = Draws::new(5);
    let frames = to_bytes(&Ask::Frames { tag: 1, from: 0, count: 1, stride: 1 });
    let mut bad: Vec<Message> = vec![
        Message::Binary(Vec::new().into()),
        Message::Text("hello".into()),
        Message::Binary(vec![0].into()),
        Message::Binary(vec![255; 5000].into()),
        Message::Binary([frames.as_slice(), &[0]].concat().into()),
        // A list that claims four thousand million corners.
        Message::Binary(vec![14, 1, 0, 0, 0, 3, 0, 0, 255, 255, 255, 255].into()),
    ];
    bad.extend((1..frames.len()).map(|end| Message::Binary(frames[..end].to_vec().into())));
    // The first byte is not the number of a request; the rest is random.
    bad.extend((0..20).map(|i| {
        let noise = (0..1 + draws.bits(i, 0, 0) % 300).map(|b| draws.bits(i, b, 1) as u8);
        Message::Binary([200].into_iter().chain(noise).collect::<Vec<u8>>().into())
    }));
    for message in bad {
        let mut page = stage.page();
        page.socket.send(message.clone()).unwrap();
        assert_eq!(page.closed(), 1002, "{message:?}");
        other.check_alive();
    }
}

#[test]
fn bytes_that_are_no_frames_of_a_websocket_close_their_page_alone() {
    let (stage, mut other) = watched();
    let draws = Draws::new(6);
    for i in 0..20 {
        let mut page = stage.page();
        let noise: Vec<u8> = (0..200).map(|b| draws.bits(i, b, 0) as u8 | 0x70).collect();
        let _ = page.socket.get_mut().write_all(&noise);
        let _ = page.socket.get_mut().shutdown(std::net::Shutdown::Write);
        page.closed();
        other.check_alive();
    }
}

#[test]
fn a_message_of_more_than_a_mebibyte_closes_its_page_alone() {
    let (stage, mut other) = watched();
    let group = |count: usize| {
        let act = populace_serve::protocol::Act::Send { pedestrians: vec![1; count], area: 0 };
        Message::Binary(to_bytes(&Ask::Act { tag: 3, act }).into())
    };
    let mut page = stage.page();
    page.socket.send(group(200_000)).unwrap();
    while page.next() != Ok(Tell::Done { tag: 3 }) {}
    // The server may close before everything is sent.
    let _ = page.socket.send(group(300_000));
    page.closed();
    other.check_alive();
}

#[test]
fn too_many_requests_close_their_page_alone() {
    let (stage, mut other) = watched();
    let mut page = stage.page();
    // A page may send 400 messages at once and 200 per second.
    let play = Message::Binary(to_bytes(&Ask::Play {}).into());
    let _ = (0..20_000).all(|_| page.socket.send(play.clone()).is_ok());
    // Policy violation. A page that still writes when the server has closed may not get to read why.
    let code = page.closed();
    assert!([1008, 0].contains(&code), "{code}");
    other.check_alive();
}

/// Only whole messages used to be counted, so the parts of a message that never ends cost nothing.
#[test]
fn empty_parts_of_a_message_count_as_messages() {
    let (stage, mut other) = watched();
    let mut page = stage.page();
    let part = |kind, bytes: Vec<u8>, is_last| Message::Frame(Frame::message(bytes, OpCode::Data(kind), is_last));
    let _ = page.socket.send(part(Data::Binary, Vec::new(), false));
    let _ = (0..20_000).all(|_| page.socket.send(part(Data::Continue, Vec::new(), false)).is_ok());
    let frames = to_bytes(&Ask::Frames { tag: 5, from: 0, count: 1, stride: 1 });
    let _ = page.socket.send(part(Data::Continue, frames, true));
    let code = loop {
        match page.next() {
            Ok(Tell::Done { tag: 5 }) => panic!("20,000 parts were taken"),
            Ok(_) => {}
            Err(code) => break code,
        }
    };
    assert!([1008, 0].contains(&code), "{code}");
    other.check_alive();
}

/// A message in a few parts is still a message.
#[test]
fn a_message_may_come_in_parts() {
    let (_stage, mut page) = watched();
    let bytes = to_bytes(&Ask::Frames { tag: 5, from: 0, count: 3, stride: 1 });
    for (i, byte) in bytes.iter().enumerate() {
        let kind = OpCode::Data(if i == 0 { Data::Binary } else { Data::Continue });
        page.socket.send(Message::Frame(Frame::message(vec![*byte], kind, i + 1 == bytes.len()))).unwrap();
    }
    assert_eq!(page.numbers(5), [0, 1, 2]);
}

#[test]
fn the_ninth_page_is_turned_away_and_the_others_are_not_disturbed() {
    let (stage, first) = watched();
    let mut pages = vec![first];
    pages.extend((1..MOST_CLIENTS).map(|_| stage.page()));
    pages.iter_mut().for_each(Page::check_alive);
    for _ in 0..3 {
        let mut ninth = stage.page();
        match ninth.next() {
            Ok(Tell::Broken { title, what, hint }) => {
                assert_eq!((title.as_str(), what.as_str()), ("Too many viewers", "8 pages are watching already"));
                assert!(hint.contains("close one"), "{hint}");
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(ninth.closed(), 1013);
    }
    pages.iter_mut().for_each(Page::check_alive);
    // A page leaves without a word, and the next page is let in.
    pages.pop();
    stage.wait_for_audience(7);
    stage.page().check_alive();
}

#[test]
fn requests_for_frames_are_bounded() {
    let (stage, mut page) = watched();
    (0..190).for_each(|_| stage.hall.play("").add_frame(10));
    let mut numbers = |from: u32, count: u16, stride: u16| {
        page.frames(1, from, count, stride);
        page.numbers(1)
    };
    assert_eq!(numbers(0, u16::MAX, 1), (0..64).collect::<Vec<_>>());
    assert_eq!(numbers(7, 3, 0), [7, 8, 9]);
    assert_eq!(numbers(10, 3, u16::MAX), [10]);
    assert_eq!(numbers(195, 64, 2), [195, 197, 199]);
    assert!(numbers(200, 5, 1).is_empty());
    assert!(numbers(u32::MAX, u16::MAX, u16::MAX).is_empty());
    assert!(numbers(3, 0, 1).is_empty());
}

#[test]
fn a_restart_sends_pages_to_the_new_run() {
    let (stage, mut page) = watched();
    let before = page.run();
    let mut other = stage.page();
    assert_eq!(other.run(), before);
    page.ask(&Ask::Restart { tag: 1 });
    // 1012: service restart.
    assert_eq!((page.closed(), other.closed()), (1012, 1012));
    assert_ne!(stage.page().run(), before);
}

#[test]
fn slow_answers_are_refused_when_there_are_too_many_not_queued() {
    let (stage, mut page) = watched();
    let inspect = |page: &mut Page, tag: u32| page.ask(&Ask::Inspect { tag, pedestrian: 0, frame: 0 });
    (0..4).for_each(|tag| inspect(&mut page, tag));
    stage.hall.gate.wait_for(4);
    inspect(&mut page, 4);
    let refusal = loop {
        if let Tell::Refused { tag, what, .. } = page.next().unwrap() {
            break (tag, what);
        }
    };
    assert_eq!(refusal, (4, "busy with other requests".into()));
    assert_eq!(stage.hall.gate.came(), 4);
    // Meanwhile frames are answered, and the slow answers come in the end.
    page.check_alive();
    stage.hall.gate.open();
    let mut tags: Vec<u32> = (0..4).map(|_| refused(&mut page).0).collect();
    tags.sort();
    assert_eq!(tags, [0, 1, 2, 3]);
    inspect(&mut page, 5);
    assert_eq!(refused(&mut page), (5, "nobody is here".into()));
}

fn refused(page: &mut Page) -> (u32, String) {
    loop {
        if let Tell::Refused { tag, what, .. } = page.next().expect("the page is not closed") {
            return (tag, what);
        }
    }
}

/// Answers are worked out to their end even when their page is closed. They used to pile up without limit when pages came and went.
#[test]
fn pages_that_come_and_go_do_not_pile_up_work() {
    let (stage, mut page) = watched();
    for visit in 1..=8 {
        let mut passing = stage.page();
        (0..4).for_each(|tag| passing.ask(&Ask::Inspect { tag, pedestrian: 0, frame: 0 }));
        stage.hall.gate.wait_for(4 * visit);
        drop(passing);
        stage.wait_for_audience(1);
    }
    page.ask(&Ask::Inspect { tag: 9, pedestrian: 0, frame: 0 });
    assert_eq!(refused(&mut page), (9, "busy with other requests".into()));
    assert_eq!(stage.hall.gate.came(), 32);
}

/// Each fault in an answer used to take away one of the four answers that a page may wait for, for ever.
#[test]
fn a_fault_in_an_answer_is_a_refusal() {
    let (_stage, mut page) = watched();
    for tag in 0..10 {
        page.ask(&Ask::Inspect { tag, pedestrian: 1, frame: 0 });
        assert_eq!(refused(&mut page), (tag, "this cannot be answered".into()));
    }
}

#[test]
fn a_page_that_never_reads_fills_no_memory_and_stops_nobody() {
    let (stage, mut other) = watched();
    let play = stage.hall.play("");
    (0..64).for_each(|_| play.add_frame(200_000));
    let mut silent = stage.page();
    let before = resident_megabytes();
    // 300 times 54 frames of 200 kB are 3 GB.
    (0..300).for_each(|tag| silent.frames(tag, 10, 64, 1));
    for round in 0..20 {
        play.add_frame(200_000);
        other.frames(1, 10 + round, 10, 1);
        assert_eq!(other.numbers(1).len(), 10);
    }
    let grown = resident_megabytes() - before;
    assert!(grown < 100.0, "{grown} MB");
}

/// Returns the memory that this process holds, MB.
fn resident_megabytes() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:")).unwrap_or("0 kB");
    line.trim().trim_end_matches("kB").trim().parse::<f64>().unwrap() * 1024.0 / 1e6
}

#[test]
fn a_page_that_never_reads_is_gone_after_a_while() {
    let limits = Limits { reading: Duration::from_millis(100), ..Limits::default() };
    let stage = Theatre::at([127, 0, 0, 1], limits, 100);
    (0..64).for_each(|_| stage.hall.play("").add_frame(1_000_000));
    let mut silent = stage.page();
    silent.frames(1, 0, 64, 1);
    stage.wait_for_order(Order::Watched(true));
    stage.wait_for_order(Order::Watched(false));
}

#[test]
fn a_page_that_vanishes_is_noticed_while_nothing_happens() {
    let limits = Limits { ping: Duration::from_millis(50), ..Limits::default() };
    let stage = Theatre::at([127, 0, 0, 1], limits, 100);
    stage.hall.play("").add_frame(10);
    // A page that reads everything but answers nothing, not even pings.
    let mut deaf = stage.page();
    stage.wait_for_order(Order::Watched(true));
    let mut taken = Vec::new();
    let _ = deaf.socket.get_mut().read_to_end(&mut taken);
    stage.wait_for_order(Order::Watched(false));
    // A page that answers pings stays, after many more pings than may be left unanswered.
    let mut page = stage.page();
    for _ in 0..10 {
        while !page.socket.read().unwrap().is_ping() {}
        page.socket.flush().unwrap();
    }
    page.check_alive();
}
