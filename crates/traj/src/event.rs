//! Events: what happened in a run, in order.

/// The pedestrian of an event that concerns none.
pub const NOBODY: u32 = u32::MAX;
/// The subject of an event that has none: a pedestrian left without an exit, or reached a goal of its own.
pub const NOTHING: u32 = u32::MAX;

/// An event: something that happened in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Event {
    /// The step.
    pub step: u64,
    /// The pedestrian, or [`NOBODY`].
    pub pedestrian: u32,
    /// The kind of the event.
    pub kind: EventKind,
    /// The number of what the event concerns: an area, a link, a population …, as [`EventKind::subject`] says, or [`NOTHING`].
    pub subject: u32,
}

/// The kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum EventKind {
    /// A pedestrian came in; the subject is its population.
    Entered,
    /// A pedestrian left; the subject is the area.
    Left,
    /// A pedestrian reached an area or point of its journey; the subject is the stage.
    Reached,
    /// A pedestrian chose an exit; the subject is the area.
    Chose,
    /// A pedestrian has no way to its next stage; the subject is that stage.
    NoWay,
    /// A pedestrian planned again because its way was shut; the subject is the stage.
    Rerouted,
    /// A pedestrian has made no progress for a while; the subject is the [`Cause`].
    Stuck,
    /// A pedestrian that was stuck made progress; the subject is the stage.
    Freed,
    /// A pedestrian backs out of a place too narrow to pass; the subject is the stage.
    Withdrew,
    /// A pedestrian stepped into a lift; the subject is the link.
    Boarded,
    /// A pedestrian stepped out of a lift; the subject is the link.
    Alighted,
    /// A door was opened or a lift put into service; the subject is the link.
    Opened,
    /// A door was shut or a lift taken out of service; the subject is the link.
    Shut,
    /// A pedestrian could not come in yet for lack of room; the subject is the population.
    Delayed,
    /// The model of a pedestrian returned a velocity that is not finite, and the pedestrian stood still until the next decision; the subject is
    /// the population.
    Contained,
    /// The running simulation obeyed an act; the subject is the number of the act.
    Acted,
    /// An obstacle appeared; the subject is the floor.
    Blocked,
    /// A pedestrian stood where an obstacle appeared or a door shut, and was put beside it; the subject is the floor.
    MovedAside,
    /// A pedestrian dropped the rest of its journey and goes where it was sent; the subject is the area.
    Sent,
    /// A pedestrian joined a line; the subject is the object.
    Joined,
    /// A pedestrian began to use an object; the subject is the object.
    Served,
    /// A pedestrian gave back a slot; the subject is the object.
    Finished,
    /// A pedestrian left a line without a slot; the subject is the object.
    GaveUp,
    /// An object takes newcomers again; the subject is the object.
    Reopened,
    /// An object takes no more newcomers; the subject is the object.
    Closed,
    /// A pedestrian began a stage of its journey, or to do something about a need; the subject is the task.
    Began,
    /// A pedestrian accomplished that; the subject is the task.
    Achieved,
    /// The time for that is over; the subject is the task.
    Expired,
    /// A pedestrian gave that up; the subject is the task.
    Abandoned,
    /// A pedestrian interrupted what it did because of a need; the subject is the need.
    Interrupted,
    /// The head of a line got a slot, and walks there; the subject is the object with the slot.
    Called,
    /// A pedestrian wants more things at once than it can remember, or comes to no end with its thoughts; the subject is the stage.
    Overwhelmed,
    /// Somebody raised the alarm.
    Alarm,
    /// A pedestrian drops everything and gets out, because of the alarm; the subject is the stage that it drops.
    Heeded,
    /// A pedestrian has looked in vain for something that it does not know, and goes on with its journey; the subject is the stage.
    Lost,
    /// A pedestrian asks somebody on duty the way, and is answered; the subject is the pedestrian that answers.
    Asked,
    /// The stop of a train that goes on or comes next takes longer or takes place later, because somebody asked for that; the subject is the
    /// train.
    TrainDelayed,
    /// The next stop of a train does not take place, because somebody asked for that; the subject is the train.
    TrainCancelled,
    /// The doors of a train close: nobody gets on or off any more; the subject is the train.
    TrainCloses,
    /// A train has left its track; the subject is the train.
    TrainDeparted,
    /// A train stands at its track and its doors are open; the subject is the train.
    TrainArrived,
    /// A pedestrian got off a train; the subject is the train.
    GotOff,
    /// A pedestrian got on a train, and has left; the subject is the train.
    GotOn,
    /// A train left without a pedestrian that waited for it on the platform; the subject is the train.
    LeftBehind,
    /// A train left before a pedestrian that wanted to take it was on the platform; the subject is the train.
    CameLate,
    /// A pedestrian could not get off a train before it left, and stays in it; the subject is the train.
    CarriedOn,
}

impl EventKind {
    /// Every kind, with its word in files and the name of its subject.
    pub const ALL: [(EventKind, &'static str, &'static str); 46] = [
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
        (EventKind::Joined, "joined", "object"),
        (EventKind::Served, "served", "object"),
        (EventKind::Finished, "finished", "object"),
        (EventKind::GaveUp, "gave-up", "object"),
        (EventKind::Reopened, "reopened", "object"),
        (EventKind::Closed, "closed", "object"),
        (EventKind::Began, "began", "task"),
        (EventKind::Achieved, "achieved", "task"),
        (EventKind::Expired, "expired", "task"),
        (EventKind::Abandoned, "abandoned", "task"),
        (EventKind::Interrupted, "interrupted", "need"),
        (EventKind::Called, "called", "object"),
        (EventKind::Overwhelmed, "overwhelmed", "stage"),
        (EventKind::Alarm, "alarm", ""),
        (EventKind::Heeded, "heeded", "stage"),
        (EventKind::Lost, "lost", "stage"),
        (EventKind::Asked, "asked", "pedestrian"),
        (EventKind::TrainDelayed, "train-delayed", "train"),
        (EventKind::TrainCancelled, "train-cancelled", "train"),
        (EventKind::TrainCloses, "train-closes", "train"),
        (EventKind::TrainDeparted, "train-departed", "train"),
        (EventKind::TrainArrived, "train-arrived", "train"),
        (EventKind::GotOff, "got-off", "train"),
        (EventKind::GotOn, "got-on", "train"),
        (EventKind::LeftBehind, "left-behind", "train"),
        (EventKind::CameLate, "came-late", "train"),
        (EventKind::CarriedOn, "carried-on", "train"),
    ];
    /// Returns the word for the kind in files.
    pub fn word(self) -> &'static str {
        Self::ALL[self as usize].1
    }
    /// Returns what the number of the subject counts.
    pub fn subject(self) -> &'static str {
        Self::ALL[self as usize].2
    }
}

/// The reason why a pedestrian makes no progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[repr(u8)]
pub enum Cause {
    /// The pedestrians ahead want to go the same way.
    Crowd,
    /// The pedestrians ahead come the opposite way.
    Oncoming,
    /// A pedestrian stands in the way and stays there.
    Standing,
    /// The walls: nobody is near, and the body does not get past the walls.
    Walls,
}

impl Cause {
    /// Every cause, with its words in reports.
    pub const ALL: [(Cause, &'static str); 4] = [
        (Cause::Crowd, "stuck: crowd ahead"),
        (Cause::Oncoming, "stuck: others come the opposite way"),
        (Cause::Standing, "stuck: someone stands in the way"),
        (Cause::Walls, "stuck: walls"),
    ];
    /// Returns the words for the cause in reports.
    pub fn words(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}
