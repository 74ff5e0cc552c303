//! Which requests are let in, which headers every answer has, and that the door stays free for others.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use crate::hall::Theatre;
use populace_serve::Limits;
use tungstenite::client::IntoClientRequest;

/// Returns the number after `HTTP/1.1`.
fn status(answer: &str) -> u16 {
    answer.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("no answer: {answer:?}"))
}

fn short(limit: impl FnOnce(&mut Limits)) -> Limits {
    let mut limits = Limits::default();
    limit(&mut limits);
    limits
}

#[test]
fn only_the_own_names_are_answered_and_no_other_site() {
    let stage = Theatre::new();
    let port = stage.address.port();
    let own = format!("127.0.0.1:{port}");
    let answer = |headers: &[(&str, &str)]| status(&stage.http("GET /gallery", headers));
    assert_eq!(answer(&[("Host", &own)]), 200);
    assert_eq!(answer(&[("Host", &format!("localhost:{port}"))]), 200);
    assert_eq!(answer(&[("Host", &own), ("Origin", &format!("http://{own}"))]), 200);
    assert_eq!(answer(&[]), 403);
    assert_eq!(answer(&[("Host", &format!("evil.example:{port}"))]), 403);
    assert_eq!(answer(&[("Host", &own), ("Origin", "http://evil.example")]), 403);
    assert_eq!(answer(&[("Host", &own), ("Origin", "null")]), 403);
    // The page itself is refused, too.
    assert_eq!(status(&stage.http("GET /", &[("Host", "evil.example")])), 403);
}

/// A request with two names used to be judged by the first name alone.
#[test]
fn a_request_with_two_hosts_is_refused() {
    let stage = Theatre::new();
    let own = stage.address.to_string();
    for (first, second) in [(own.as_str(), "evil.example"), ("evil.example", &own), (&own, &own)] {
        for line in ["GET /", "GET /gallery", "GET /socket"] {
            let answer = stage.http(line, &[("Host", first), ("Host", second)]);
            assert_eq!(status(&answer), 400, "{line} with {first} and {second}");
        }
    }
    let origin = format!("http://{own}");
    let origins = [("Host", own.as_str()), ("Origin", &origin), ("Origin", "http://evil.example")];
    assert_eq!(status(&stage.http("GET /gallery", &origins)), 403);
}

/// The files of the page used to be the answer to every method.
#[test]
fn only_get_and_head_are_answered() {
    let stage = Theatre::new();
    let own = stage.address.to_string();
    for path in ["/", "/nothing", "/gallery", "/gallery/one"] {
        for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"] {
            let answer = stage.http(&format!("{method} {path}"), &[("Host", &own)]);
            assert_eq!(status(&answer), 405, "{method} {path}");
            assert!(answer.to_lowercase().contains("\r\nallow: get,head\r\n"), "{method} {path}: {answer}");
        }
        let head = stage.http(&format!("HEAD {path}"), &[("Host", &own)]);
        assert_eq!(status(&head), status(&stage.get(path)), "{path}");
        assert!(head.ends_with("\r\n\r\n"), "{path}: {head}");
    }
}

#[test]
fn the_socket_is_shut_to_other_sites() {
    let stage = Theatre::new();
    let own = stage.address.to_string();
    let open = |origin: &str| {
        let mut request = format!("ws://{own}/socket").into_client_request().unwrap();
        request.headers_mut().insert("Origin", origin.parse().unwrap());
        tungstenite::client::client(request, stage.connect()).map(|_| ()).map_err(|e| e.to_string())
    };
    assert!(open(&format!("http://{own}")).is_ok());
    for origin in ["http://evil.example", "null", "file://", "http://127.0.0.1:1"] {
        let refused = open(origin).expect_err("another site");
        assert!(refused.contains("403"), "{origin}: {refused}");
    }
}

#[test]
fn on_an_address_that_others_reach_all_data_needs_the_token() {
    let stage = Theatre::at([0, 0, 0, 0], Limits::default(), 100);
    let token = stage.token.clone();
    assert_eq!(token.len(), 32);
    for path in ["/gallery", "/gallery/one", "/gallery/none", "/socket"] {
        for query in ["", "?token=", "?token=00000000000000000000000000000000", &format!("?tok={token}")] {
            assert_eq!(status(&stage.get(&format!("{path}{query}"))), 401, "{path}{query}");
        }
    }
    assert_eq!(stage.page_of("").err(), Some(401));
    assert_eq!(stage.page_of(&format!("?token={}", &token[1..])).err(), Some(401));
    assert!(stage.hall.opened.lock().unwrap().is_empty(), "nothing was opened for them");
    let gallery = stage.get(&format!("/gallery?token={token}"));
    assert!(gallery.contains(&format!("/gallery/one?token={token}")), "{gallery}");
    assert_eq!(status(&stage.get(&format!("/gallery/one?token={token}"))), 200);
    assert_eq!(stage.page_of(&format!("?scene=one&token={token}")).unwrap().run(), 1);
}

#[test]
fn other_addresses_of_this_machine_need_no_token() {
    let stage = Theatre::at([127, 0, 0, 2], Limits::default(), 100);
    assert_eq!(stage.token, "");
}

#[test]
fn no_path_of_a_request_reaches_the_file_system() {
    let stage = Theatre::new();
    let paths = [
        "/../../etc/passwd",
        "/..%2f..%2fetc%2fpasswd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/assets/../../../etc/passwd",
        "//etc/passwd",
        "/gallery/..%2f..%2fetc%2fpasswd",
        "/gallery/../../etc/passwd",
        "/gallery/%00",
        "/gallery/one%2f..%2fone",
        "/%67allery",
        "/etc/passwd",
        "/Cargo.toml",
    ];
    for path in paths {
        let answer = stage.get(path);
        assert_eq!(status(&answer), 404, "{path}: {answer}");
        assert!(!answer.contains("root:"), "{path}");
    }
    // The name of a scene is only a name, which the house knows or does not know.
    let mut page = stage.page_of("?scene=..%2f..%2fetc%2fpasswd").unwrap();
    assert!(matches!(page.next(), Ok(populace_serve::protocol::Tell::Broken { .. })));
    assert_eq!(page.closed(), 1013);
    assert_eq!(*stage.hall.opened.lock().unwrap(), ["../../etc/passwd"]);
}

#[test]
fn every_answer_is_hardened() {
    let stage = Theatre::new();
    let own = stage.address.to_string();
    let lines = [
        "GET /",
        "GET /nothing",
        "GET /gallery",
        "GET /gallery/one",
        "GET /gallery/two",
        "POST /gallery",
        "GET /socket",
    ];
    let mut answers: Vec<String> = lines.iter().map(|line| stage.http(line, &[("Host", &own)])).collect();
    answers.push(stage.http("GET /gallery", &[("Host", "evil.example")]));
    answers.push(stage.http("GET /socket?scene=a&scene=b", &[("Host", &own)]));
    for answer in answers {
        let head = answer.split("\r\n\r\n").next().unwrap_or_default().to_lowercase();
        for header in [
            "content-security-policy: default-src 'none';",
            "frame-ancestors 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "cross-origin-resource-policy: same-origin",
        ] {
            assert!(head.contains(header), "{header} is missing in {head}");
        }
        assert!(!head.contains("access-control-allow"), "{head}");
    }
}

#[test]
fn who_does_not_finish_a_request_is_sent_away_and_the_door_is_free() {
    let stage =
        Theatre::at([127, 0, 0, 1], short(|l| (l.connections, l.asking) = (4, Duration::from_millis(100))), 100);
    let beginnings = ["", "GET /gall", "GET /socket HTTP/1.1\r\nUpgrade: websocket\r\nHost: ", "POST / HTTP/1.1\r\n"];
    let idlers: Vec<_> = beginnings
        .iter()
        .cycle()
        .take(12)
        .map(|beginning| {
            let mut stream = stage.connect();
            stream.write_all(beginning.as_bytes()).unwrap();
            stream
        })
        .collect();
    // More connections are open than are allowed at once, so this request waits until some were closed.
    assert_eq!(status(&stage.get("/gallery")), 200);
    for mut idler in idlers {
        let mut rest = Vec::new();
        // The server ended the connection, in whatever manner.
        let ended = idler.read_to_end(&mut rest);
        assert!(!ended.is_err_and(|e| e.kind() == std::io::ErrorKind::WouldBlock), "the server keeps an idler");
    }
}

/// A new page used to wait until the time of enough unfinished requests was over.
#[test]
fn a_page_does_not_wait_for_requests_that_are_never_finished() {
    let hour = Duration::from_secs(3600);
    let stage = Theatre::at([127, 0, 0, 1], short(|l| (l.asking, l.connection) = (hour, hour)), 100);
    let request = format!("GET /gallery HTTP/1.1\r\nHost: {}\r\n\r\n", stage.address);
    let answered = |stream: &mut TcpStream| {
        let mut answer = [0; 4096];
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let length = stream.read(&mut answer).expect("an answer within 20 s");
        status(&String::from_utf8_lossy(&answer[..length]))
    };
    let mut kept = stage.connect();
    assert_eq!(answered(&mut kept), 200);
    let unfinished: Vec<_> = (0..150)
        .map(|_| {
            let mut stream = stage.connect();
            // The door may be shut to this connection already.
            let _ = stream.write_all(b"GET /gallery HTTP/1.1\r\nHost: ");
            stream
        })
        .collect();
    assert_eq!(answered(&mut stage.connect()), 200);
    // A connection that has asked before keeps its place.
    assert_eq!(answered(&mut kept), 200);
    // The oldest of the unfinished requests had to go.
    let ended = (&unfinished[0]).read(&mut [0; 100]);
    assert!(!ended.is_err_and(|e| e.kind() == std::io::ErrorKind::WouldBlock), "the server keeps the oldest");
}

#[test]
fn who_does_not_read_the_answer_is_sent_away() {
    let limits = short(|l| (l.connections, l.connection) = (1, Duration::from_millis(100)));
    let stage = Theatre::at([127, 0, 0, 1], limits, 50_000_000);
    let mut stream = stage.connect();
    let request = format!("GET /gallery/one HTTP/1.1\r\nHost: {}\r\n\r\n", stage.address);
    stream.write_all(request.as_bytes()).unwrap();
    // The door takes one connection at a time.
    assert_eq!(status(&stage.get("/gallery")), 200);
}

#[test]
fn a_connection_does_not_ask_for_ever() {
    let stage = Theatre::at([127, 0, 0, 1], short(|l| l.connection = Duration::from_millis(100)), 100);
    let mut stream = stage.connect();
    let request = format!("GET /gallery HTTP/1.1\r\nHost: {}\r\n\r\n", stage.address);
    let mut answer = [0; 4096];
    while stream.write_all(request.as_bytes()).is_ok() {
        if stream.read(&mut answer).unwrap_or(0) == 0 {
            break;
        }
    }
}

#[test]
fn a_head_without_end_is_refused() {
    let stage = Theatre::new();
    let mut stream = stage.connect();
    let _ = stream.write_all(b"GET /gallery HTTP/1.1\r\n");
    // The request has 10 MB. The server stops reading long before.
    let is_refused =
        (0..10_000).any(|i| stream.write_all(format!("X-{i}: {}\r\n", "a".repeat(1000)).as_bytes()).is_err());
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    assert!(is_refused || answer.starts_with(b"HTTP/1.1 4"), "{}", String::from_utf8_lossy(&answer));
    assert_eq!(status(&stage.get("/gallery")), 200);
}
