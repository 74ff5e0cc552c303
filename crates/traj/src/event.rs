//! What happened, in order.

/// An event that concerns no pedestrian.
pub const NOBODY: u32 = u32::MAX;
/// An event that concerns nothing by number: who left without an exit, or reached a goal of its own.
pub const NOTHING: u32 = u32::MAX;

/// Something that happened in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Event {
    /// The step.
    pub step: u64,
    /// Who, or [`NOBODY`].
    pub pedestrian: u32,
    /// What.
    pub kind: EventKind,
    /// What it concerns, by its number: the area, link, population … that [`EventKind::subject`] says, or [`NOTHING`].
    pub subject: u32,
}

/// What can happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum EventKind {
    /// Someone came in, of a population.
    Entered,
    /// Someone left through an area.
    Left,
    /// Someone reached an area or point of the journey, by stage.
    Reached,
    /// Someone chose an exit, by area.
    Chose,
    /// Someone has no way to the next stage, by stage.
    NoWay,
    /// Someone planned again because the way was shut, by stage.
    Rerouted,
    /// Someone has not got on for a while, by [`Cause`].
    Stuck,
    /// Someone who was stuck got on, by stage.
    Freed,
    /// Someone goes back from a place too narrow to pass, by stage.
    Withdrew,
    /// Someone stepped into a lift, by link.
    Boarded,
    /// Someone stepped out of a lift, by link.
    Alighted,
    /// A door was opened or a lift put into service, by link.
    Opened,
    /// A door was shut or a lift taken out of service, by link.
    Shut,
    /// Someone could not come in yet for lack of room, by population.
    Delayed,
    /// Someone's state was not finite and was put back, by population.
    Contained,
    /// What someone asked of the running simulation was obeyed, by the number of the act.
    Acted,
    /// An obstacle appeared, by floor.
    Blocked,
    /// Someone stood where an obstacle appeared and was put beside it, by floor.
    MovedAside,
    /// Someone dropped the rest of the journey and goes where it was sent, by area.
    Sent,
}

impl EventKind {
    /// Every kind with its word in files and what its subject is.
    pub const ALL: [(EventKind, &'static str, &'static str); 19] = [
        (EventKind::Entered, "entered", "population"),
        (EventKind::Left, "left", "area"),
        (EventKind::Reached, "reached", "stage"),
        (EventKind::Chose, "chose", "area"),
        (EventKind::NoWay, "no-way", "stage"),
        (EventKind::Rerouted, "rerouted", "stage"),
        (EventKind::Stuck, "stuck", "cause"),
        (EventKind::Freed, "freed", "stage"),
        (EventKind::Withdrew, "withdrew", "stage"),
        (EventKind::Boarded, "boarded", "link"),
        (EventKind::Alighted, "alighted", "link"),
        (EventKind::Opened, "opened", "link"),
        (EventKind::Shut, "shut", "link"),
        (EventKind::Delayed, "delayed", "population"),
        (EventKind::Contained, "contained", "population"),
        (EventKind::Acted, "acted", "act"),
        (EventKind::Blocked, "blocked", "floor"),
        (EventKind::MovedAside, "moved-aside", "floor"),
        (EventKind::Sent, "sent", "area"),
    ];
    /// Its word in files.
    pub fn word(self) -> &'static str {
        Self::ALL[self as usize].1
    }
    /// What the number of the subject counts.
    pub fn subject(self) -> &'static str {
        Self::ALL[self as usize].2
    }
}

/// Why someone does not get on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Cause {
    /// Others who want to go the same way stand ahead.
    Crowd,
    /// Others come the opposite way.
    Oncoming,
    /// Someone stands in the way and stays there.
    Standing,
    /// Nobody is near: the body does not get past the walls.
    Walls,
}

impl Cause {
    /// Every cause with its words in reports.
    pub const ALL: [(Cause, &'static str); 4] = [
        (Cause::Crowd, "stuck: crowd ahead"),
        (Cause::Oncoming, "stuck: others come the opposite way"),
        (Cause::Standing, "stuck: someone stands in the way"),
        (Cause::Walls, "stuck: walls"),
    ];
    /// Its words in reports.
    pub fn words(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}
