//! The status of a pedestrian: what it is doing, or why it cannot go on. Frames have it in the column `status`; here
//! are its words, too.

use crate::Cause;

/// The status of a pedestrian: what it is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[repr(u8)]
pub enum Status {
    /// The pedestrian has come in and has not begun its journey yet.
    Preparing,
    /// The pedestrian stands, because its journey says so.
    Waiting,
    /// The pedestrian has asked for a route.
    Planning,
    /// The pedestrian follows a route.
    Walking,
    /// The pedestrian goes back from a place where two people cannot pass each other.
    Withdrawing,
    /// The pedestrian has gone back from a place where two people cannot pass each other, and lets others pass before
    /// its journey goes on.
    Pausing,
    /// The pedestrian stands at a lift.
    Queueing,
    /// The pedestrian is in a lift, or about to step in.
    Riding,
    /// The pedestrian has no way to the next stage of its journey.
    NoWay,
    /// The pedestrian has left and is taken out at the end of the step.
    Gone,
    /// The pedestrian stands in line for an object.
    InLine,
    /// The pedestrian is served, at a till, a machine, a desk or a gate.
    Served,
    /// The pedestrian sits.
    Sitting,
    /// The pedestrian watches or looks at something.
    Watching,
    /// The pedestrian stands, because it wants more things at once than it can remember, or comes to no end with its
    /// thoughts.
    Overwhelmed,
    /// The pedestrian talks with others.
    Chatting,
    /// The pedestrian performs for others.
    Performing,
    /// The pedestrian stands guard, or looks around on patrol.
    Guarding,
    /// The pedestrian has looked in vain for something that it does not know.
    Lost,
}

// Frames, recordings and the viewer give a status one byte.
const _: () = assert!(Status::WORDS.len() <= 1 << u8::BITS);

impl Status {
    /// Every status, with its word in reports.
    pub const ALL: [(Status, &'static str); 19] = [
        (Status::Preparing, "preparing"),
        (Status::Waiting, "waiting"),
        (Status::Planning, "planning"),
        (Status::Walking, "walking"),
        (Status::Withdrawing, "backing out of a narrow place"),
        (Status::Pausing, "letting others pass"),
        (Status::Queueing, "queueing for a lift"),
        (Status::Riding, "riding a lift"),
        (Status::NoWay, "no way"),
        (Status::Gone, "gone"),
        (Status::InLine, "standing in line"),
        (Status::Served, "being served"),
        (Status::Sitting, "sitting"),
        (Status::Watching, "watching"),
        (Status::Overwhelmed, "overwhelmed"),
        (Status::Chatting, "chatting"),
        (Status::Performing, "performing"),
        (Status::Guarding, "standing guard"),
        (Status::Lost, "lost"),
    ];

    /// The words, by the number in frames: first of every status, then of every cause of being stuck.
    pub const WORDS: [&'static str; Status::ALL.len() + Cause::ALL.len()] = {
        let mut words = [""; Status::ALL.len() + Cause::ALL.len()];
        let mut i = 0;
        while i < words.len() {
            words[i] = if i < Status::ALL.len() { Status::ALL[i].1 } else { Cause::ALL[i - Status::ALL.len()].1 };
            i += 1;
        }
        words
    };

    /// Returns the number that frames give a pedestrian with this status; `stuck` is the cause when the pedestrian is
    /// stuck. [`Status::WORDS`] has the word of the number. Nobody is stuck in a lift.
    #[inline]
    pub fn number(self, stuck: Option<Cause>) -> u8 {
        match stuck {
            Some(cause) if self != Status::Riding => Status::ALL.len() as u8 + cause as u8,
            _ => self as u8,
        }
    }

    /// Returns whether the pedestrian stands or sits because its mind says so.
    pub fn is_at_rest(self) -> bool {
        use Status::{
            Chatting, Guarding, InLine, Lost, Overwhelmed, Pausing, Performing, Preparing, Served, Sitting, Waiting,
            Watching,
        };
        matches!(
            self,
            Preparing
                | Waiting
                | Pausing
                | InLine
                | Served
                | Sitting
                | Watching
                | Overwhelmed
                | Chatting
                | Performing
                | Guarding
                | Lost
        )
    }

    /// Returns whether the pedestrian follows a way.
    pub fn is_on_foot(self) -> bool {
        matches!(self, Status::Walking | Status::Withdrawing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_the_word_of_its_status_or_cause() {
        for (status, word) in Status::ALL {
            assert_eq!(Status::WORDS[usize::from(status.number(None))], word);
        }
        for (cause, words) in Cause::ALL {
            assert_eq!(Status::WORDS[usize::from(Status::Walking.number(Some(cause)))], words);
            assert_eq!(Status::Riding.number(Some(cause)), Status::Riding.number(None));
        }
    }
}
