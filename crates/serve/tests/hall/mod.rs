//! A house with a hand-made tape behind a real server, and pages that are real sockets.

use populace_harness::{Deadline, LONGEST, connect};
use populace_serve::protocol::{
    Act, Ask, Drawing, Head, Inspected, LayerKind, PackedFrame, Place, Property, Tell, VERSION, Welcome,
};
use populace_serve::tokio::runtime::{Builder, Runtime};
use populace_serve::tokio::sync::watch;
use populace_serve::wire::{from_bytes, to_bytes};
use populace_serve::{Audience, Broken, Card, House, Limits, Order, Refusal, Server, Show, Tape};
use populace_traj::Subject;
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex, mpsc};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// A gate at which requests wait, and the number of requests that came.
#[derive(Default)]
pub struct Gate {
    state: Mutex<(bool, usize)>,
    changed: Condvar,
}

impl Gate {
    fn pass(&self) {
        let mut state = self.state.lock().unwrap();
        state.1 += 1;
        self.changed.notify_all();
        let (state, waited) = self.changed.wait_timeout_while(state, LONGEST, |state| !state.0).unwrap();
        drop(state);
        assert!(!waited.timed_out(), "the gate stays shut");
    }
    /// Lets all requests through from now on.
    pub fn open(&self) {
        self.state.lock().unwrap().0 = true;
        self.changed.notify_all();
    }
    /// Waits until so many requests have come.
    pub fn wait_for(&self, count: usize) {
        let state = self.state.lock().unwrap();
        let (state, waited) = self.changed.wait_timeout_while(state, LONGEST, |state| state.1 < count).unwrap();
        assert!(!waited.timed_out(), "{} came instead of {count}", state.1);
    }
    /// Returns how many requests have come.
    pub fn came(&self) -> usize {
        self.state.lock().unwrap().1
    }
}

/// A run whose tape has frames without people.
pub struct Play {
    run: u32,
    pub tape: Tape,
    heads: Mutex<Option<watch::Sender<Head>>>,
    audience: Audience,
    orders: Mutex<mpsc::Sender<Order>>,
    gate: Arc<Gate>,
}

pub fn head(frames: u32) -> Head {
    Head {
        frames,
        rows: 0,
        people: 0,
        happenings: 0,
        trains: 0,
        running: true,
        speed: 1.0,
        reached: 1.0,
        ended: String::new(),
        viewers: 0,
    }
}

impl Play {
    /// Adds a frame whose columns take so many bytes, and tells the pages.
    pub fn add_frame(&self, bytes: usize) {
        let frame = PackedFrame {
            number: self.tape.frames(),
            count: 0,
            ids: vec![7; bytes],
            places: Vec::new(),
            statuses: Vec::new(),
            headings: Vec::new(),
            speeds: Vec::new(),
            floors: Vec::new(),
            destinations: Vec::new(),
        };
        self.tape.push_frame(&to_bytes(&frame)).unwrap();
        if let Some(heads) = &*self.heads.lock().unwrap() {
            heads.send_replace(head(self.tape.frames()));
        }
    }
}

impl Show for Play {
    fn welcome(&self) -> Welcome {
        Welcome {
            version: VERSION,
            populace: "test".into(),
            run: self.run,
            name: "play".into(),
            live: true,
            seed: "1".into(),
            recording: String::new(),
            frame_seconds: 0.1,
            until: 60.0,
            time_of_day: None,
            expected: 0,
            populations: Vec::new(),
            statuses: Vec::new(),
            phases: Vec::new(),
            levels: 1,
        }
    }
    fn place(&self, _: u32) -> Arc<Place> {
        Arc::new(Place {
            version: 1,
            name: "hall".into(),
            origin_x: 0.0,
            origin_y: 0.0,
            step: 0.001,
            width: 10.0,
            depth: 10.0,
            lowest: 0.0,
            highest: 0.0,
            area: 100.0,
            cells: 1,
            floors: Vec::new(),
            links: Vec::new(),
            areas: Vec::new(),
            objects: Vec::new(),
            measures: Vec::new(),
            trains: Vec::new(),
        })
    }
    fn tape(&self) -> &Tape {
        &self.tape
    }
    fn heads(&self) -> watch::Receiver<Head> {
        self.heads.lock().unwrap().as_ref().map_or_else(|| watch::channel(head(0)).1, watch::Sender::subscribe)
    }
    fn audience(&self) -> &Audience {
        &self.audience
    }
    fn order(&self, order: Order) {
        let _ = self.orders.lock().unwrap().send(order);
    }
    /// Waits at the gate for pedestrian 0. Panics for pedestrian 1.
    fn inspect(&self, pedestrian: u32, _: u32) -> Result<Inspected, Refusal> {
        assert_ne!(pedestrian, 1, "a fault on purpose");
        self.gate.pass();
        Err(Refusal::new("nobody is here", "wait"))
    }
    fn layer(&self, _: &LayerKind, _: u16, _: u32) -> Result<Drawing, Refusal> {
        Err(Refusal::new("nothing to draw", ""))
    }
    fn probe(&self, _: u16, _: f64, _: f64) -> Vec<Property> {
        Vec::new()
    }
    fn subject(&self, _: u16) -> Option<Subject> {
        None
    }
    fn act(&self, _: &Act) -> Result<(), Refusal> {
        Ok(())
    }
}

/// A house with a play for every name. It refuses names with a dot.
pub struct Hall {
    plays: Mutex<BTreeMap<String, Arc<Play>>>,
    runs: AtomicU32,
    /// Every name that was asked for.
    pub opened: Mutex<Vec<String>>,
    orders: mpsc::Sender<Order>,
    pub gate: Arc<Gate>,
    picture: Arc<Vec<u8>>,
}

impl Hall {
    /// Returns the play of a name.
    pub fn play(&self, name: &str) -> Arc<Play> {
        let mut plays = self.plays.lock().unwrap();
        let play = plays.entry(name.to_owned()).or_insert_with(|| {
            Arc::new(Play {
                run: self.runs.fetch_add(1, Ordering::SeqCst),
                tape: Tape::new().unwrap(),
                heads: Mutex::new(Some(watch::Sender::new(head(0)))),
                audience: Audience::default(),
                orders: Mutex::new(self.orders.clone()),
                gate: self.gate.clone(),
            })
        });
        play.clone()
    }
}

impl House for Hall {
    fn open(&self, scene: &str) -> Result<Arc<dyn Show>, Broken> {
        self.opened.lock().unwrap().push(scene.to_owned());
        if scene.contains('.') {
            let broken = |text: &str| text.to_owned();
            return Err(Broken { title: broken("nothing"), what: broken("no such scene"), hint: broken("go back") });
        }
        Ok(self.play(scene))
    }
    /// Refuses to begin a play anew that has not begun.
    fn restart(&self, scene: &str) -> Result<(), Refusal> {
        let play = self.plays.lock().unwrap().remove(scene).ok_or_else(|| Refusal::new("nothing is played", "wait"))?;
        *play.heads.lock().unwrap() = None;
        Ok(())
    }
    fn gallery(&self) -> Option<Vec<Card>> {
        let text = |text: &str| text.to_owned();
        Some(vec![Card { name: text("one"), title: text("One"), text: text("A scene"), people: 3 }])
    }
    fn picture(&self, scene: &str) -> Option<Arc<Vec<u8>>> {
        (scene == "one").then(|| self.picture.clone())
    }
}

/// A server that runs until it is dropped.
pub struct Theatre {
    pub address: SocketAddr,
    pub token: String,
    pub hall: Arc<Hall>,
    orders: mpsc::Receiver<Order>,
    runtime: Option<Runtime>,
}

impl Drop for Theatre {
    fn drop(&mut self) {
        self.hall.gate.open();
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl Theatre {
    pub fn new() -> Self {
        Self::at([127, 0, 0, 1], Limits::default(), 100)
    }
    /// Starts a server at an address, with limits, and with a picture of so many bytes.
    pub fn at(ip: [u8; 4], limits: Limits, picture: usize) -> Self {
        let (orders, receiver) = mpsc::channel();
        let hall = Arc::new(Hall {
            plays: Mutex::default(),
            runs: AtomicU32::new(1),
            opened: Mutex::default(),
            orders,
            gate: Arc::default(),
            picture: Arc::new(vec![1; picture]),
        });
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let server = runtime.block_on(Server::bind_within((ip, 0).into(), hall.clone(), limits)).unwrap();
        let port = server.address().port();
        let token = server.url().split_once("?token=").map(|(_, token)| token.to_owned()).unwrap_or_default();
        runtime.spawn(server.run(std::future::pending()));
        let address = ([127, 0, 0, 1], port).into();
        Theatre { address, token, hall, orders: receiver, runtime: Some(runtime) }
    }

    pub fn connect(&self) -> TcpStream {
        connect(self.address)
    }

    /// Sends the first line of a request with headers. Returns the whole answer.
    pub fn http(&self, line: &str, headers: &[(&str, &str)]) -> String {
        let mut stream = self.connect();
        let mut request = format!("{line} HTTP/1.1\r\nConnection: close\r\n");
        headers.iter().for_each(|(name, value)| request += &format!("{name}: {value}\r\n"));
        stream.write_all(format!("{request}\r\n").as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }
    /// Sends a request with the right host. Returns the whole answer.
    pub fn get(&self, path: &str) -> String {
        self.http(&format!("GET {path}"), &[("Host", &self.address.to_string())])
    }

    /// Opens a page that watches the play without a name.
    pub fn page(&self) -> Page {
        self.page_of("").expect("a page is let in")
    }
    pub fn page_of(&self, query: &str) -> Result<Page, u16> {
        let request = format!("ws://{}/socket{query}", self.address).into_client_request().unwrap();
        match tungstenite::client::client(request, self.connect()) {
            Ok((socket, _)) => Ok(Page { socket }),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
                Err(answer.status().as_u16())
            }
            Err(other) => panic!("{other}"),
        }
    }

    /// Waits until so many pages watch the play without a name.
    pub fn wait_for_audience(&self, count: u8) {
        while self.hall.play("").audience.count() != count {
            self.orders.recv_timeout(LONGEST).expect("somebody comes or leaves");
        }
    }
    /// Waits for an order.
    pub fn wait_for_order(&self, order: Order) {
        while self.orders.recv_timeout(LONGEST).expect("the order comes") != order {}
    }
}

/// A browser's page.
pub struct Page {
    pub socket: WebSocket<TcpStream>,
}

impl Page {
    pub fn ask(&mut self, ask: &Ask) {
        self.socket.send(Message::Binary(to_bytes(ask).into())).unwrap();
    }
    pub fn frames(&mut self, tag: u32, from: u32, count: u16, stride: u16) {
        self.ask(&Ask::Frames { tag, from, count, stride });
    }
    /// Returns the next message, or the code with which the server closed the page (0 when it gave none). Pings do not prolong the
    /// time limit.
    pub fn next(&mut self) -> Result<Tell, u16> {
        let deadline = Deadline::far();
        loop {
            self.socket.get_mut().set_read_timeout(Some(deadline.left("the server tells nothing"))).unwrap();
            match self.socket.read() {
                Ok(Message::Binary(bytes)) => return Ok(from_bytes(&bytes).expect("servers speak the protocol")),
                Ok(Message::Close(Some(frame))) => return Err(frame.code.into()),
                Ok(Message::Close(None)) => return Err(0),
                Ok(_) => {}
                Err(tungstenite::Error::Io(e)) if e.kind() == std::io::ErrorKind::WouldBlock => panic!("no answer"),
                Err(_) => return Err(0),
            }
        }
    }
    /// Returns the code with which the server closes the page, after any messages.
    pub fn closed(&mut self) -> u16 {
        loop {
            if let Err(code) = self.next() {
                return code;
            }
        }
    }
    /// Returns the numbers of the frames up to the end of the answer.
    pub fn numbers(&mut self, expected: u32) -> Vec<u32> {
        let mut numbers = Vec::new();
        loop {
            match self.next().expect("the page is not closed") {
                Tell::Frame { tag, frame } if tag == expected => numbers.push(frame.number),
                Tell::Done { tag } if tag == expected => return numbers,
                _ => {}
            }
        }
    }
    /// Checks that the server still answers with frames.
    pub fn check_alive(&mut self) {
        self.frames(99, 0, 1, 1);
        assert_eq!(self.numbers(99), [0]);
    }
    /// Returns the number of the run.
    pub fn run(&mut self) -> u32 {
        match self.next() {
            Ok(Tell::Welcome { welcome }) => welcome.run,
            other => panic!("{other:?} instead of a welcome"),
        }
    }
}
