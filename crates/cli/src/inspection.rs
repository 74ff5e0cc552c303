//! The output of `populace inspect`: a pedestrian, its neighbours, and every stage of its decision.

use std::cmp::Ordering;
use std::fmt::Write;

use populace_geom::{Point, maths};
use populace_sim::{Claimed, Inspected, Status};
use populace_steer::reactive::{Examined, Pipe, Predicted};
use populace_steer::{CollisionSeen, DriveSeen, Inspection, PersonalSpace, StageSeen};
use serde_json::{Map, Value, json};

use crate::story::Story;

/// The names of things for which an inspection has only numbers.
pub struct Of<'a> {
    pub population: &'a str,
    pub floor: &'a str,
    /// The story of what the pedestrian does, why and how.
    pub story: Story,
}

/// Writes what was inspected as text.
pub fn text(seen: &Inspected, of: &Of<'_>) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "pedestrian {} ({}) decides at {:.2} s", seen.pedestrian, of.population, seen.time);
    let _ = writeln!(text, "{}\n", of.story.sentence);
    let cell = format!("on {:?}, cell {}, radius {:.2} m", of.floor, seen.cell.0, seen.radius);
    let status = seen.stuck.map_or(word(seen.status), |cause| cause.words());
    let speeds = format!("{}, at most {:.2} m/s here", velocity(seen.velocity), seen.top_speed);
    for (name, value) in [("position", format!("{} m {cell}", pair(seen.position))), ("moves at", speeds)] {
        let _ = writeln!(text, "{name:12}{value}");
    }
    let _ = writeln!(text, "{:12}{status}", "status");
    mind(&of.story, &mut text);
    if let Some(hook) = seen.pulled_to {
        let length = seen.position.distance(hook.point);
        let _ = writeln!(text, "{:12}{} m, by a bar of {length:.2} m", "pulled to", pair(hook.point));
    }
    if let Some(known) = &of.story.knows {
        let known =
            if known.is_empty() { "no object: it sees none, and no sign to any".into() } else { known.join(", ") };
        let _ = writeln!(text, "\nknows only  {known}");
    }
    neighbours(seen, &mut text);
    match &seen.steering {
        Some(steering) => pipe(steering, &mut text),
        None => {
            let _ = writeln!(text, "\npreferred   {}\nits model does not show its stages", velocity(seen.preferred));
        }
    }
    text
}

/// Writes what the pedestrian does, why and how; then its memory as a stack, and its needs over their thresholds.
fn mind(story: &Story, text: &mut String) {
    for (name, words) in [("what", &story.what), ("why", &story.why), ("how", &story.how)] {
        if !words.is_empty() {
            let _ = writeln!(text, "{name:12}{words}");
        }
    }
    if !story.stack.is_empty() {
        text.push_str("\nmemory, the current goal first                                since      until  chosen\n");
    }
    for want in &story.stack {
        let until = if want.until.is_finite() { format!("{:.1} s", want.until) } else { "–".into() };
        let since = format!("{:.1} s", want.since);
        let line = format!("  {:56}{since:>9}{until:>11}  {}", want.what, want.chosen);
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if !story.needs.is_empty() {
        text.push_str("\nneed                  level  felt from   not before\n");
    }
    for need in &story.needs {
        let mark = if need.is_pursued { "*" } else { " " };
        let why = if need.is_pursued { "  this is why" } else { "" };
        let bar = bar(need.level, need.threshold);
        let when = if need.felt_from.is_finite() { format!("{:.0} s", need.felt_from) } else { "never".into() };
        let (name, level, threshold) = (&need.name, need.level, need.threshold);
        let _ = writeln!(text, "{mark} {name:18}{level:7.2}{threshold:11.2}{when:>13}  {bar}{why}");
    }
}

/// Draws a level as a bar of twenty places, with a mark at its threshold.
fn bar(level: f64, threshold: f64) -> String {
    const PLACES: usize = 20;
    let place = |share: f64| ((share * PLACES as f64).round() as usize).min(PLACES);
    let (filled, mark) = (place(level), place(threshold).clamp(1, PLACES) - 1);
    (0..PLACES)
        .map(|i| {
            if i == mark {
                '|'
            } else if i < filled {
                '='
            } else {
                '.'
            }
        })
        .collect()
}

fn neighbours(seen: &Inspected, text: &mut String) {
    if seen.neighbours.is_empty() {
        text.push_str("\nsees nobody\n");
        return;
    }
    text.push_str("\nsees          distance  position             velocity\n");
    for n in &seen.neighbours {
        let place = format!("{} m", pair(n.position));
        let _ = writeln!(text, "  {:<10}{:8.2} m  {place:21}{} m/s", n.pedestrian, n.distance, pair(n.velocity));
    }
}

fn pipe(s: &Inspection, text: &mut String) {
    text.push_str("\nstage                velocity                speed       turn\n");
    for StageSeen { name, velocity, note } in &s.stages {
        let (place, turn) = (format!("{} m/s", pair(*velocity)), turn(*velocity, s.preferred));
        let line = format!("{name:21}{place:24}{:9}   {turn:14}{note}", speed(*velocity));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if let Some(pipe) = s.pipe.as_ref().filter(|pipe| !pipe.propositions.is_empty() && !pipe.gave_way) {
        propositions(&pipe.propositions, s.preferred, text);
    }
    drives(&s.drives, text);
    if let Some(space) = &s.space {
        let PersonalSpace { intimate, personal, social, side, .. } = space;
        let zones = format!("intimate to {intimate:.2} m, personal to {personal:.2} m, social to {social:.2} m");
        let _ = writeln!(text, "\nzones       {zones}; senses others {side:.2} m to its sides");
    }
}

fn propositions(propositions: &[Examined], preferred: Point, text: &mut String) {
    text.push_str("\nproposition          velocity                speed       turn        quality  answers\n");
    for p in propositions {
        let answers = if p.time.is_finite() { format!("{:.2} s", p.time) } else { "–".into() };
        let (place, turn) = (format!("{} m/s", pair(p.velocity)), turn(p.velocity, preferred));
        let mark = if p.chosen { "*" } else { " " };
        let line = format!(
            "{mark} {:19}{place:24}{:9}   {turn:12}{:7.3}  {answers:9}{}",
            name(p),
            speed(p.velocity),
            p.quality,
            fate(p)
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
}

/// Writes the drives, in descending order of interest.
fn drives(drives: &[DriveSeen], text: &mut String) {
    if drives.is_empty() {
        return;
    }
    text.push_str("\ndrive                target    interest  turn          speed       \n");
    let mut sorted: Vec<&DriveSeen> = drives.iter().collect();
    sorted.sort_by(|a, b| (b.emergency, b.interest).partial_cmp(&(a.emergency, a.interest)).unwrap_or(Ordering::Equal));
    for d in sorted {
        let mark = if d.chosen { "*" } else { " " };
        let target = d.target.map_or("–".into(), |id| id.to_string());
        let speed = format!("{:.2} m/s", d.speed);
        let line = format!(
            "{mark} {:19}{target:10}{:8.3}  {:14}{speed:12}{}{}",
            d.name,
            d.interest,
            degrees(d.turn.to_degrees()),
            if d.emergency { "emergency: " } else { "" },
            d.about
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
}

fn name(p: &Examined) -> &'static str {
    p.module.map_or("as it is", |m| m.word())
}

/// Says what the search did with a proposition.
fn fate(p: &Examined) -> String {
    match (&p.collision, p.chosen, p.examined) {
        (Some(hit), true, _) => format!("{}, accepted: chosen", collision(hit)),
        (None, true, _) => "free: chosen".into(),
        (Some(hit), false, _) => collision(hit),
        (None, false, true) => "free".into(),
        (None, false, false) => "not examined".into(),
    }
}

fn collision(hit: &Predicted) -> String {
    let touching = if hit.touching { ", within reach already" } else { "" };
    format!("{} collision with {} in {:.2} s{touching}", hit.kind.word(), hit.pedestrian, hit.time)
}

/// Returns what was inspected as JSON.
pub fn json(seen: &Inspected, of: &Of<'_>) -> Value {
    let neighbours = seen.neighbours.iter().map(|n| {
        json!({
            "pedestrian": n.pedestrian, "distance_m": n.distance, "position_m": xy(n.position),
            "velocity_m_per_s": xy(n.velocity), "radius_m": n.radius,
        })
    });
    json!({
        "pedestrian": seen.pedestrian,
        "population": of.population,
        "time_s": seen.time,
        "position_m": xy(seen.position),
        "floor": of.floor,
        "cell": seen.cell.0,
        "radius_m": seen.radius,
        "status": word(seen.status),
        "story": of.story.sentence,
        "what": of.story.what,
        "why": of.story.why,
        "how": of.story.how,
        "wants": of.story.stack.iter().map(|want| &want.what).collect::<Vec<_>>(),
        "memory": of.story.stack.iter().map(|want| {
            json!({
                "what": want.what, "since_s": want.since, "until_s": want.until.is_finite().then_some(want.until),
                "chosen": want.chosen, "reaction": want.is_reaction,
            })
        }).collect::<Vec<_>>(),
        "needs": of.story.needs.iter().map(|need| {
            json!({
                "name": need.name, "about": need.about, "level": need.level, "threshold": need.threshold,
                "pursued": need.is_pursued, "not_before_s": need.felt_from.is_finite().then_some(need.felt_from),
            })
        }).collect::<Vec<_>>(),
        "knows": of.story.knows,
        "claims": seen.claims.iter().map(claim).collect::<Vec<_>>(),
        "stuck": seen.stuck.map(|cause| cause.words()),
        "velocity_m_per_s": xy(seen.velocity),
        "top_speed_m_per_s": seen.top_speed,
        "preferred_m_per_s": xy(seen.preferred),
        "bar": seen.pulled_to.map(|hook| json!({ "hook_m": xy(hook.point), "length_m": seen.position.distance(hook.point) })),
        "neighbours": neighbours.collect::<Vec<_>>(),
        "steering": seen.steering.as_ref().map(steering),
    })
}

fn claim(claim: &Claimed) -> Value {
    match claim {
        Claimed::Slot { object, slot } => json!({ "object": object, "slot": slot }),
        Claimed::Place { object, place, of } => json!({ "object": object, "place": place, "of": of }),
    }
}

fn steering(s: &Inspection) -> Value {
    let stage =
        |stage: &StageSeen| json!({ "stage": stage.name, "velocity_m_per_s": xy(stage.velocity), "note": stage.note });
    let drive = |d: &DriveSeen| {
        json!({
            "drive": d.name, "about": d.about, "target": d.target, "interest": d.interest, "turn_rad": d.turn,
            "speed_m_per_s": d.speed, "emergency": d.emergency, "chosen": d.chosen,
        })
    };
    let hit = |c: &CollisionSeen| json!({ "pedestrian": c.pedestrian, "time_s": c.time, "type": c.kind, "touching": c.touching });
    let space = |space: &PersonalSpace| {
        json!({
            "intimate_m": space.intimate, "personal_m": space.personal, "social_m": space.social, "side_m": space.side,
            "heading": xy(space.heading),
        })
    };
    let mut shown = json!({
        "preferred_m_per_s": xy(s.preferred),
        "stages": s.stages.iter().map(stage).collect::<Vec<_>>(),
        "velocity_m_per_s": xy(s.velocity),
        "collision": s.collision.as_ref().map(hit),
        "drives": s.drives.iter().map(drive).collect::<Vec<_>>(),
        "personal_space": s.space.as_ref().map(space),
    });
    if let (Some(pipe), Some(shown)) = (&s.pipe, shown.as_object_mut()) {
        shown.extend(searched(pipe));
    }
    shown
}

/// Returns what only the model `reactive` shows: its search among propositions.
fn searched(s: &Pipe) -> Map<String, Value> {
    let hit = |c: &Predicted| json!({ "pedestrian": c.pedestrian, "time_s": c.time, "type": c.kind.word(), "touching": c.touching });
    let proposition = |p: &Examined| {
        json!({
            "module": p.module.map(|m| m.word()),
            "velocity_m_per_s": xy(p.velocity),
            "quality": p.quality,
            "answers_s": p.time.is_finite().then_some(p.time),
            "examined": p.examined,
            "chosen": p.chosen,
            "collision": p.collision.as_ref().map(hit),
        })
    };
    let mut shown = Map::new();
    for (key, value) in [
        ("personal_space_m_per_s", json!(xy(s.personal_space))),
        ("pushed_m_per_s", json!(xy(s.pushed))),
        ("gave_way", json!(s.gave_way)),
        ("kept_side", json!(s.kept)),
        ("propositions", json!(s.propositions.iter().map(proposition).collect::<Vec<_>>())),
        ("avoidance_m_per_s", json!(xy(s.avoidance))),
        ("security_s", json!(s.security_time)),
    ] {
        shown.insert(key.into(), value);
    }
    shown
}

fn xy(p: Point) -> [f64; 2] {
    [p.x, p.y]
}

fn word(status: Status) -> &'static str {
    Status::ALL[status as usize].1
}

/// Writes a pair of numbers with two decimals, without a minus on zero.
fn pair(p: Point) -> String {
    let short = |v: f64| (v * 100.0).round() / 100.0 + 0.0;
    format!("({:.2}, {:.2})", short(p.x), short(p.y))
}

fn velocity(v: Point) -> String {
    format!("{} m/s: {}", pair(v), speed(v))
}

fn speed(v: Point) -> String {
    format!("{:.2} m/s", v.norm())
}

/// Writes how far a velocity is turned from the preferred velocity.
fn turn(v: Point, preferred: Point) -> String {
    if v == Point::ZERO || preferred == Point::ZERO {
        return "–".into();
    }
    degrees(maths::atan2(preferred.cross(v), preferred.dot(v)).to_degrees())
}

fn degrees(degrees: f64) -> String {
    let side = if degrees > 0.0 { "left" } else { "right" };
    if degrees.abs() < 0.05 { "0°".into() } else { format!("{:.1}° {side}", degrees.abs()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_to_the_left_or_right_of_the_preferred_way() {
        let north = Point::new(0.0, 1.3);
        assert_eq!(turn(Point::new(1.0, 1.0), north), "45.0° right");
        assert_eq!(turn(Point::new(-1.0, 0.0), north), "90.0° left");
        assert_eq!(turn(north, north), "0°");
        assert_eq!(turn(Point::ZERO, north), "–");
    }

    #[test]
    fn no_zero_is_negative() {
        assert_eq!(pair(Point::new(-0.001, 1.0)), "(0.00, 1.00)");
    }
}
