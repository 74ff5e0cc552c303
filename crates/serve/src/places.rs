//! The places at the door. Each open connection has one, until it ends, becomes a WebSocket or loses its place to a newer connection.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// All places, of which each address may have a part.
pub struct Places {
    most: usize,
    most_per_address: usize,
    taken: Mutex<Taken>,
    /// A connection ended, or waits for a request.
    changed: Notify,
}

#[derive(Default)]
struct Taken {
    connections: BTreeMap<u64, Connection>,
    /// Counts everything that happened so far, in place of a clock.
    turn: u64,
}

struct Connection {
    address: IpAddr,
    /// Whether the connection has asked before, and the turn since which it waits for a request. `None` while a request is answered.
    waits: Option<(bool, u64)>,
    lost: Arc<Notify>,
}

/// Why a connection gets no place.
#[derive(Debug, PartialEq, Eq)]
enum Full {
    /// Requests of the same address take all places that it may have.
    Address,
    /// Requests take all places.
    Door,
}

impl Places {
    pub fn new(most: usize, most_per_address: usize) -> Arc<Self> {
        Arc::new(Places { most, most_per_address, taken: Mutex::default(), changed: Notify::new() })
    }

    /// Returns a place for a new connection. Where no place is free, a connection that waits for a request loses its place: first a
    /// connection that never asked, then a connection that asked before; the oldest first. Returns `None` when all places of the
    /// address are busy with answers. Waits while all places of the door are busy with answers.
    pub async fn take(self: &Arc<Self>, address: IpAddr) -> Option<Place> {
        loop {
            match self.try_take(address) {
                Ok(place) => return Some(place),
                Err(Full::Address) => return None,
                Err(Full::Door) => self.changed.notified().await,
            }
        }
    }

    /// Takes the place of a connection that waits for a request, in the order of [`Places::take`]. Returns whether there was one.
    pub fn make_room(&self) -> bool {
        self.lock().make_room(|_| true)
    }

    fn try_take(self: &Arc<Self>, address: IpAddr) -> Result<Place, Full> {
        let mut taken = self.lock();
        let is_same = |connection: &Connection| connection.address == address;
        let own = taken.connections.values().filter(|c| is_same(c)).count();
        if own >= self.most_per_address && !taken.make_room(is_same) {
            return Err(Full::Address);
        }
        if taken.connections.len() >= self.most && !taken.make_room(|_| true) {
            return Err(Full::Door);
        }
        let (number, lost) = (taken.next_turn(), Arc::new(Notify::new()));
        taken.connections.insert(number, Connection { address, waits: Some((false, number)), lost: lost.clone() });
        Ok(Place { places: self.clone(), number, lost })
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Taken {
    fn next_turn(&mut self) -> u64 {
        self.turn += 1;
        self.turn
    }

    /// Takes the place of a connection that waits for a request. Returns whether there was one.
    fn make_room(&mut self, may_go: impl Fn(&Connection) -> bool) -> bool {
        let waiting = self.connections.iter().filter(|(_, c)| may_go(c));
        let first = waiting.filter_map(|(number, c)| Some((c.waits?, *number))).min();
        let gone = first.and_then(|(_, number)| self.connections.remove(&number));
        gone.inspect(|connection| connection.lost.notify_one()).is_some()
    }
}

/// The place of a connection, until it is dropped.
pub struct Place {
    places: Arc<Places>,
    number: u64,
    lost: Arc<Notify>,
}

impl Place {
    /// Notes that the head of a request has come. The place is safe until the answer.
    pub fn asked(&self) {
        self.set(|_| None);
    }
    /// Notes that the request is answered.
    pub fn answered(&self) {
        self.set(|turn| Some((true, turn)));
    }
    /// Waits until the place is lost.
    pub async fn lost(&self) {
        self.lost.notified().await;
    }

    fn set(&self, waits: impl FnOnce(u64) -> Option<(bool, u64)>) {
        let mut taken = self.places.lock();
        let turn = taken.next_turn();
        if let Some(connection) = taken.connections.get_mut(&self.number) {
            connection.waits = waits(turn);
        }
        self.places.changed.notify_one();
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.places.lock().connections.remove(&self.number);
        self.places.changed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        [10, 0, 0, last].into()
    }
    fn has(places: &Places, place: &Place) -> bool {
        places.lock().connections.contains_key(&place.number)
    }

    #[test]
    fn an_address_only_displaces_its_own_connections() {
        let places = Places::new(5, 2);
        let other = places.try_take(address(1)).expect("room");
        let own: Vec<Place> = (0..20).map(|_| places.try_take(address(2)).expect("room")).collect();
        assert!(has(&places, &other));
        let kept: Vec<bool> = own.iter().map(|place| has(&places, place)).collect();
        assert_eq!(kept.iter().filter(|is| **is).count(), 2);
        assert!(kept[18] && kept[19], "the newest stay");
    }

    #[test]
    fn a_connection_that_never_asked_goes_first_and_one_that_is_answered_stays() {
        let places = Places::new(3, 3);
        let take = || places.try_take(address(1));
        let (busy, kept, new) = (take().expect("room"), take().expect("room"), take().expect("room"));
        busy.asked();
        kept.asked();
        kept.answered();
        let newer = take().expect("the place of the connection that never asked");
        assert_eq!([&busy, &kept, &new, &newer].map(|place| has(&places, place)), [true, true, false, true]);
        newer.asked();
        let newest = take().expect("the place of the connection that was answered");
        assert_eq!([&busy, &kept, &newer].map(|place| has(&places, place)), [true, false, true]);
        newest.asked();
        assert_eq!(take().err(), Some(Full::Address));
        drop(busy);
        assert!(take().is_ok());
    }

    #[test]
    fn a_full_door_is_told_apart_from_a_full_address() {
        let places = Places::new(2, 2);
        let taken = [1, 2].map(|last| places.try_take(address(last)).expect("room"));
        taken.iter().for_each(Place::asked);
        assert_eq!(places.try_take(address(3)).err(), Some(Full::Door));
        taken[0].answered();
        assert!(places.try_take(address(3)).is_ok());
    }
}
