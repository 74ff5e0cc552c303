//! Tells in words what a pedestrian does, why and how. `populace inspect` and the viewer tell the same story.

use populace_env::Environment;
use populace_mind::{CallId, Goal, NONE, NameOf, Places, Target, TrainPhase, led_by};
use populace_sim::{Claimed, Inspected, NeedSeen, Simulation, Status};

use crate::view::words::PlaceNames;

/// A pedestrian within this distance of where it goes is there, m.
const THERE: f64 = 0.5;

/// The story of a pedestrian: what it does, why and how.
#[derive(Debug, Default)]
pub struct Story {
    /// The whole story in a sentence.
    pub sentence: String,
    /// The thing that the pedestrian wants to do now.
    pub what: String,
    /// The reason why the pedestrian does that.
    pub why: String,
    /// What the pedestrian has or waits for, and how far it has to go.
    pub how: String,
    /// The goals of the pedestrian in words, the current goal first.
    pub stack: Vec<Want>,
    /// The needs of the pedestrian, in the order in which they are met.
    pub needs: Vec<Felt>,
    /// The objects of which it knows, by name; `None` when it knows the whole place.
    pub knows: Option<Vec<String>>,
}

/// Something that a pedestrian wants to do.
#[derive(Debug)]
pub struct Want {
    /// The goal, in words.
    pub what: String,
    /// The time since which the pedestrian has had the goal, s.
    pub since: f64,
    /// The time at which the goal expires, s; infinity when it never does.
    pub until: f64,
    /// The thing that was chosen for the goal; empty when nothing was chosen.
    pub chosen: String,
    /// Whether the goal is a reaction to what is in the way.
    pub is_reaction: bool,
}

/// A need of a pedestrian.
#[derive(Debug)]
pub struct Felt {
    /// The name of the need.
    pub name: String,
    /// What the need is, in a sentence; empty when nobody wrote that.
    pub about: String,
    /// The level of the need, from 0 to 1.
    pub level: f64,
    /// The level from which on the pedestrian does something about it.
    pub threshold: f64,
    /// A time before which it is not felt, s; infinity when it will never be felt.
    pub felt_from: f64,
    /// Whether it is the reason for what the pedestrian does.
    pub is_pursued: bool,
}

impl Story {
    /// Tells the story of a pedestrian that was inspected. `signals` are the names of the scenario's signals.
    pub fn of(simulation: &Simulation, signals: &[String], seen: &Inspected) -> Self {
        let env = simulation.env();
        let teller = Teller { simulation, env, names: PlaceNames { env, signals, trains: simulation.trains() }, seen };
        let (needs, why) = (teller.needs(), teller.why());
        let reason = needs.iter().find(|need| need.is_pursued).map_or_else(
            || teller.stage().map_or_else(|| why.clone(), |stage| teller.words(stage)),
            |need| feeling(&need.name, &need.about),
        );
        let doing = teller.way_to_go().unwrap_or_else(|| joined(&[teller.doing(), teller.to_go()], "; "));
        let parts = [capital(&reason), to_spare(seen.spare), doing];
        Story {
            sentence: joined(&parts, "; "),
            what: seen.wants.as_ref().map_or(String::new(), |goal| teller.words(goal)),
            how: joined(&[teller.claims(), teller.train(), teller.to_go()], ", "),
            stack: teller.stack(),
            needs,
            why,
            knows: seen.knows.as_ref().map(|known| known.iter().map(|&object| teller.names.object(object)).collect()),
        }
    }
}

struct Teller<'a> {
    simulation: &'a Simulation,
    env: &'a Environment,
    names: PlaceNames<'a>,
    seen: &'a Inspected,
}

impl Teller<'_> {
    fn words(&self, goal: &Goal) -> String {
        self.simulation.tasks().task(goal.task).words(goal, &self.names)
    }

    /// Returns the goal that is a stage of the journey.
    fn stage(&self) -> Option<&Goal> {
        self.seen.memory.goals().iter().rfind(|goal| goal.nth != NONE)
    }

    fn stack(&self) -> Vec<Want> {
        let goals = self.seen.memory.goals().iter().rev();
        let want = |goal: &Goal| Want {
            what: self.words(goal),
            since: goal.since,
            until: goal.until,
            chosen: self.chosen(goal),
            is_reaction: self.simulation.is_reaction(goal),
        };
        goals.map(want).collect()
    }

    /// Returns what was chosen for a goal, by name.
    fn chosen(&self, goal: &Goal) -> String {
        match (goal.target, self.simulation.tasks().task(goal.task).places()) {
            (Target::Object(object), _) => self.names.object(object),
            (Target::Area(area), _) => self.names.area(area),
            (Target::Pedestrian(who), _) => format!("pedestrian {who}"),
            (Target::Nothing, Places::Exits(..)) if goal.choice != NONE => self.names.area(goal.choice),
            _ => String::new(),
        }
    }

    fn needs(&self) -> Vec<Felt> {
        let rules = &self.simulation.populations()[self.seen.population].mind.kind.needs;
        let felt = |(i, need): (usize, &NeedSeen)| Felt {
            name: need.name.clone(),
            about: rules.get(i).map_or(String::new(), |rule| rule.about.clone()),
            level: need.level,
            threshold: need.threshold,
            felt_from: need.felt_from,
            is_pursued: i as u32 == self.seen.pursues,
        };
        self.seen.needs.iter().enumerate().map(felt).collect()
    }

    /// Says why the pedestrian does what it does: because of a need, because of its journey, or because it was sent.
    fn why(&self) -> String {
        if let Some(NeedSeen { name, level, threshold, .. }) = self.seen.needs.get(self.seen.pursues as usize) {
            return format!("{name}, {:.0} %: felt from {:.0} % on", 100.0 * level, 100.0 * threshold);
        }
        if let Some(stage) = self.stage() {
            let stages = self.simulation.populations()[self.seen.population].journey.len();
            return format!("stage {} of {stages} of its journey: {}", stage.nth.saturating_add(1), self.words(stage));
        }
        match self.seen.wants.map(|goal| goal.target) {
            Some(Target::Area(_)) => "it was sent there".into(),
            Some(_) => "its journey".into(),
            None => String::new(),
        }
    }

    /// Says what the pedestrian has of objects, and where it stands in line.
    fn claims(&self) -> String {
        let words = |claim: &Claimed| match *claim {
            Claimed::Slot { object, slot } => {
                let slots = self.env.objects().get(object as usize).map_or(0, |object| object.slots.len());
                let which = if slots > 1 { format!("slot {} of {slots}", slot + 1) } else { "the slot".into() };
                format!("has {which} of {}", self.names.object(object))
            }
            Claimed::Place { object, place, of } => {
                format!("is {} of {of} in the line of {}", ordinal(place + 1), self.names.object(object))
            }
        };
        joined(&self.seen.claims.iter().map(words).collect::<Vec<_>>(), ", ")
    }

    /// Says when the train comes or goes that the pedestrian takes.
    fn train(&self) -> String {
        let mut goals = self.seen.memory.goals().iter();
        let boards = |goal: &&Goal| !self.simulation.tasks().task(goal.task).trains().is_empty();
        let Some(id) = goals.find(boards).and_then(|goal| CallId::of(goal.choice)) else { return String::new() };
        let (name, now) = (self.names.train(id.train), self.simulation.time());
        match (self.simulation.expected_call(id), self.simulation.trains_now().get(id.train as usize)) {
            (Some(call), Some(train)) if train.call == id.call && train.phase != TrainPhase::Away => {
                format!("{name} departs in {:.0} s", (call.departs - now).max(0.0))
            }
            (Some(call), Some(_)) => format!("{name} arrives in {:.0} s", (call.arrives - now).max(0.0)),
            _ => String::new(),
        }
    }

    /// Says what the pedestrian is seen to do.
    fn doing(&self) -> String {
        let status = Status::ALL[self.seen.status as usize].1;
        let object = self.object().map_or(String::new(), |object| self.names.object(object));
        let place = self.seen.claims.iter().find_map(|claim| match claim {
            Claimed::Place { place, .. } => Some(ordinal(place + 1)),
            Claimed::Slot { .. } => None,
        });
        let at = |verb: &str| if object.is_empty() { verb.into() } else { format!("{verb} at {object}") };
        match (self.seen.stuck, self.seen.status) {
            (Some(cause), _) => cause.words().into(),
            (None, Status::InLine) => joined(&[at("stands in line"), place.unwrap_or_default()], ", "),
            (None, Status::Served) => at("is served"),
            (None, Status::Sitting) if !object.is_empty() => format!("sits on {object}"),
            (None, Status::Watching) if !object.is_empty() => format!("looks at {object}"),
            (None, Status::Waiting) => at("waits"),
            (None, Status::Walking) => match self.where_to() {
                to if to.is_empty() => "walks".into(),
                to => joined(&[format!("walks {}", led_by("to", &to)), place.unwrap_or_default()], ", "),
            },
            _ => at(status),
        }
    }

    /// Returns the object about which the pedestrian does something, by number.
    fn object(&self) -> Option<u32> {
        let of_claim = self.seen.claims.first().map(|claim| match *claim {
            Claimed::Slot { object, .. } | Claimed::Place { object, .. } => object,
        });
        let of_goal = || match self.seen.wants?.target {
            Target::Object(object) => Some(object),
            _ => None,
        };
        of_claim.or_else(of_goal)
    }

    /// Returns where the pedestrian goes, by name; empty when that has no name.
    fn where_to(&self) -> String {
        if let Some(object) = self.object() {
            return self.names.object(object);
        }
        if let Some(exit) = self.seen.exit {
            return self.names.area(exit);
        }
        let area = self.seen.wants.and_then(|goal| self.simulation.tasks().task(goal.task).destination(&goal));
        area.map_or(String::new(), |area| self.names.area(area))
    }

    /// Says how far it is to where the pedestrian walks, as the crow flies; `None` when it does not walk, is there, or the goal has no name.
    fn way_to_go(&self) -> Option<String> {
        let away = self.seen.goal.map(|goal| goal.point.distance(self.seen.position)).filter(|&away| away > THERE)?;
        let to = self.where_to();
        let walks = self.seen.stuck.is_none() && self.seen.status == Status::Walking && !to.is_empty();
        walks.then(|| format!("{to} is {away:.0} m away"))
    }

    /// Says how far the pedestrian has to go as the crow flies; nothing when it stands, or is nearly there.
    fn to_go(&self) -> String {
        let away = self.seen.goal.map(|goal| goal.point.distance(self.seen.position));
        away.filter(|&away| away > THERE).map_or(String::new(), |away| format!("{away:.0} m to go"))
    }
}

/// How people feel who have a built-in need; about other needs a scenario says what they are.
const FEELINGS: [(&str, &str); 10] = [
    ("ticket", "without a ticket"),
    ("orientation", "does not know the way"),
    ("departures", "wants to see the departures"),
    ("thirst", "thirsty"),
    ("hunger", "hungry"),
    ("tiredness", "tired"),
    ("curiosity", "curious"),
    ("shopping", "wants to shop"),
    ("bladder", "needs a toilet"),
    ("impatience", "wants to know the time"),
];

/// Says how a pedestrian feels that has a need.
pub fn feeling(name: &str, about: &str) -> String {
    let known = FEELINGS.iter().find(|(need, _)| *need == name).map(|(_, feels)| (*feels).to_owned());
    known.unwrap_or_else(|| if about.is_empty() { name.to_owned() } else { without_stop(about) })
}

/// Says how much time there is to spare, s; nothing when a pedestrian does not have to be anywhere.
fn to_spare(seconds: f64) -> String {
    let minutes = (seconds / 60.0).floor();
    match seconds {
        s if !s.is_finite() => String::new(),
        s if s < 1.0 => "no time to spare".into(),
        s if s < 60.0 => format!("{s:.0} s to spare"),
        s if s < 120.0 => "a minute to spare".into(),
        s if s < 5400.0 => format!("{minutes:.0} minutes to spare"),
        _ => format!("{:.0} hours to spare", seconds / 3600.0),
    }
}

/// Writes a number as the place in an order.
fn ordinal(n: u32) -> String {
    const WORDS: [&str; 10] =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    let word = usize::try_from(n).ok().and_then(|n| WORDS.get(n.wrapping_sub(1)));
    let ending = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    word.map_or_else(|| format!("{n}{ending}"), |word| (*word).into())
}

/// Joins the parts that are not empty.
fn joined(parts: &[String], between: &str) -> String {
    parts.iter().filter(|part| !part.is_empty()).map(String::as_str).collect::<Vec<_>>().join(between)
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn without_stop(sentence: &str) -> String {
    sentence.trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_in_an_order_have_words_up_to_ten_and_endings_beyond() {
        let words = [1, 3, 10, 11, 12, 13, 21, 22, 23, 111].map(ordinal);
        assert_eq!(words, ["first", "third", "tenth", "11th", "12th", "13th", "21st", "22nd", "23rd", "111th"]);
    }

    #[test]
    fn needs_are_told_as_feelings_and_time_to_spare_in_words() {
        assert_eq!(feeling("thirst", "Wants a drink."), "thirsty");
        assert_eq!(feeling("longing", "Wants to go home."), "Wants to go home");
        assert_eq!(feeling("longing", ""), "longing");
        let told = [f64::INFINITY, 0.0, 59.0, 60.0, 6.5 * 60.0, 7200.0].map(to_spare);
        let words =
            ["", "no time to spare", "59 s to spare", "a minute to spare", "6 minutes to spare", "2 hours to spare"];
        assert_eq!(told, words);
    }

    #[test]
    fn empty_parts_leave_nothing_between_the_others() {
        assert_eq!(joined(&["a".into(), String::new(), "b".into()], "; "), "a; b");
    }
}
