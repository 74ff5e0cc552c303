//! S §3.3.3, avoid static obstacle: "in a wide area, characters try to remain far from borders, whereas they will be more tolerant of
//! being close to walls in a narrow alley. Likewise, characters will accept being close to walls when the place is crowded", and
//! "pedestrians walk at 80% of their wanted speed when the distance to an obstacle is below 81 centimeters".
//!
//! The mean distance of all people from walls says little: a few people keep the distance that they want, but a crowd also fills the
//! middle. So the tests look at the people who set out at a wall, and at how far they go away from it.

use std::sync::OnceLock;

use super::{head, mean, row, watch, without};
use crate::cases::bodies::Field;
use crate::cases::draft::{Draft, Xy, anyone, at_speed, rectangle};
use crate::{Figure, Look};

/// Densities that are set up, 1/m².
const DENSITIES: [f64; 7] = [0.2, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0];
/// Length and width of the corridor, m.
const CORRIDOR: (f64, f64) = (80.0, 6.0);
/// The times between which people are looked at, s. 20 s later the distances at the same density are about the same.
const WHEN: (f64, f64) = (30.0, 36.0);
/// The part of the corridor where people are looked at: the least and the greatest x, m. At those times the last people
/// have not passed it, and it is not near the end.
const WHERE: (f64, f64) = (50.0, 65.0);
/// A pedestrian sets out at a wall when its centre is nearer to the wall than this, m: about the width of a body.
const AT_A_WALL: f64 = 0.4;
/// Widths of passages, m.
const WIDTHS: [f64; 6] = [0.8, 1.2, 1.6, 2.0, 3.0, 6.0];
/// People who are nearer to an obstacle than this walk slower, m (S §3.3.3, after Brogan & Johnson 2003).
const NEAR: f64 = 0.81;
/// Near an obstacle people walk at this share of the wanted speed (S §3.3.3).
const SLOW: f64 = 0.8;
/// Mean wanted speed of S, m/s.
const WANTED: f64 = 1.36;

/// The distances that a stream keeps from walls, from the centres of bodies, m.
#[derive(Clone, Copy, Debug)]
struct Stream {
    /// The density where the stream was looked at, 1/m².
    density: f64,
    /// The mean distance of everyone.
    mean: f64,
    /// The 5th percentile of the distances.
    p05: f64,
    /// The mean distance of the people who set out at a wall.
    outer: f64,
}

/// Returns the streams of each density with the drive and without it.
fn streams() -> &'static [[Stream; 2]] {
    static STREAMS: OnceLock<Vec<[Stream; 2]>> = OnceLock::new();
    STREAMS.get_or_init(|| {
        DENSITIES.iter().map(|&density| [&[][..], &["avoid_obstacle"]].map(|off| stream(density, off))).collect()
    })
}

fn stream(density: f64, off: &[&str]) -> Stream {
    let (length, width) = CORRIDOR;
    let people = Field::new(length, width).rows((density * length * width) as usize, 0.21, 1);
    let from_wall = |y: f64| y.min(width - y);
    let places: Vec<Xy> = people.iter().map(|p| (p.x, p.y)).collect();
    let scene = Draft::new(WHEN.1)
        .ground(&rectangle((-1.0, 0.0), (length + 2.0, width)))
        .area("end", (length + 1.0, 0.0), (length + 2.0, width))
        .leavers("people", &places, "end", anyone())
        .scene();
    let observed = watch(&without(off), &scene, 1);
    let (mut frames, mut all, mut outer) = (0.0, Vec::new(), Vec::new());
    for frame in observed.frames.iter().filter(|f| f.time >= WHEN.0) {
        frames += 1.0;
        let everyone = frame.pedestrian.iter().zip(&frame.position);
        for (&who, p) in everyone.filter(|(_, p)| (WHERE.0..WHERE.1).contains(&p.x)) {
            all.push(from_wall(p.y));
            if from_wall(people[who as usize].y) < AT_A_WALL {
                outer.push(from_wall(p.y));
            }
        }
    }
    all.sort_by(f64::total_cmp);
    Stream {
        density: all.len() as f64 / frames / ((WHERE.1 - WHERE.0) * width),
        mean: mean(all.iter().copied()),
        p05: all[all.len() / 20],
        outer: mean(outer),
    }
}

/// Lets one pedestrian set out at a wall. Returns for every frame its distance from the nearer wall, m, and its speed
/// as a share of the wanted speed.
fn alone(width: f64) -> Vec<(f64, f64)> {
    let scene = Draft::new(120.0)
        .ground(&rectangle((-1.0, 0.0), (42.0, width)))
        .area("end", (41.0, 0.0), (42.0, width))
        .leavers("walker", &[(0.0, 0.25)], "end", at_speed(WANTED))
        .scene();
    let observed = watch(&without(&[]), &scene, 1);
    let path = &observed.paths()[0].1;
    let speed = |w: &[populace_geom::Point]| w[0].distance(w[2]) / (2.0 * observed.interval);
    path.windows(3).map(|w| (w[1].y.min(width - w[1].y), speed(w) / WANTED)).collect()
}

/// Returns the values of [`alone`] after three quarters of the frames, when the pedestrian has come to the distance
/// that it keeps.
fn settled(width: f64) -> (f64, f64) {
    let path = alone(width);
    path[path.len() * 3 / 4]
}

pub(super) fn table_of_densities() -> String {
    let columns = [
        "density",
        "set out at a wall",
        "5th percentile",
        "everyone",
        "set out at a wall, drive off",
        "everyone, drive off",
    ];
    let rows = streams().iter().map(|[on, off]| {
        let metres = [on.outer, on.p05, on.mean, off.outer, off.mean].map(|d| format!("{d:.2} m"));
        row(std::iter::once(format!("{:.1} /m²", on.density)).chain(metres))
    });
    head(&columns) + &rows.collect::<String>()
}

pub(super) fn table_of_widths() -> String {
    let rows = WIDTHS.map(|width| {
        let (distance, share) = settled(width);
        row([format!("{width} m"), format!("{distance:.2} m"), format!("{:.0} %", 100.0 * share)])
    });
    head(&["width", "distance from the wall", "speed"]) + &rows.concat()
}

pub(super) fn figure() -> Figure {
    let line = |of: fn(&[Stream; 2]) -> (f64, f64)| streams().iter().map(of).collect::<Vec<_>>();
    Figure::new("Distance from walls in a corridor 6 m wide", "density, 1/m²", "distance from the wall, m")
        .with(Look::Line, "set out at a wall", line(|[on, _]| (on.density, on.outer)))
        .with(Look::Line, "set out at a wall, drive off", line(|[_, off]| (off.density, off.outer)))
        .with(Look::Line, "5th percentile", line(|[on, _]| (on.density, on.p05)))
        .with(Look::Line, "5th percentile, drive off", line(|[_, off]| (off.density, off.p05)))
}

/// A crowd counts from 0.7 /m² on (`perception.rs`), so below 1 /m² the distance need not fall.
#[test]
fn the_denser_the_stream_the_nearer_people_come_to_walls() {
    let of = |value: fn(&Stream) -> f64| -> Vec<f64> { streams().iter().map(|[on, _]| value(on)).collect() };
    for distances in [of(|s| s.outer), of(|s| s.p05)] {
        let [one, two, three] = [2, 4, 6].map(|i| distances[i]);
        assert!(one > two + 0.05 && two > three + 0.05, "{distances:.2?} m");
        assert!(three < 0.75 * distances[0], "{distances:.2?} m");
    }
}

#[test]
fn without_the_drive_people_stay_at_walls_at_any_density() {
    for [on, off] in streams() {
        assert!(off.outer + 0.15 < on.outer, "{on:.2?} {off:.2?}");
    }
}

#[test]
fn people_keep_nearer_to_walls_in_a_narrower_passage() {
    let kept = WIDTHS.map(|width| settled(width).0);
    // In the two narrowest passages people keep the least distance of all: half a body and 5 cm.
    assert!(kept[1..].windows(2).all(|w| w[1] > w[0] + 0.05), "{kept:.2?} m");
    assert!((kept[0] - kept[1]).abs() < 0.05, "{kept:.2?} m");
}

#[test]
fn nearer_than_81_cm_to_a_wall_people_walk_at_80_percent() {
    // Nobody can be 0.81 m from both walls of 1.6 m.
    for width in [0.8, 1.2, 1.6] {
        let path = alone(width);
        assert!(path.iter().all(|&(distance, share)| distance < NEAR && share < SLOW + 1e-6), "{width} m wide");
        assert!((settled(width).1 - SLOW).abs() < 0.01, "{width} m wide");
    }
    let wide = alone(6.0);
    // A pedestrian that leaves the wall walks faster from that distance on, a second later at the latest.
    let left = wide.iter().position(|&(distance, _)| distance >= NEAR).expect("it keeps farther from walls");
    assert!(wide[..left].iter().all(|&(_, share)| share < SLOW + 0.1), "{wide:.2?}");
    assert!(wide[left + 10..wide.len() - 20].iter().all(|&(_, share)| share > 0.99), "{wide:.2?}");
}
