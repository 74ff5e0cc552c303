//! A small world for tests and examples: people with goals, walls, k nearest neighbours, and bodies that are stopped
//! where they touch.
#![allow(dead_code)] // The examples use a part of it.

pub mod places;

use populace_geom::{Draws, Point, Segment};
use populace_steer::{Acquaintance, Crowd, Model, ModelScratch, NO_GROUP, Walls};

/// Everyone, by column.
#[derive(Clone, Default)]
pub struct World {
    pub id: Vec<u32>,
    pub position: Vec<Point>,
    pub velocity: Vec<Point>,
    pub radius: Vec<f64>,
    pub preferred: Vec<Point>,
    pub top_speed: Vec<f64>,
    pub group: Vec<u32>,
    pub population: Vec<u16>,
    /// The level of acquaintance between every two populations: `populations`² numbers, row by row.
    pub level: Vec<f64>,
    pub populations: usize,
    pub walls: Lines,
    pub near_start: Vec<u32>,
    pub near: Vec<u32>,
    pub step: u64,
    pub seed: u64,
}

/// The same walls for everyone.
#[derive(Clone, Default)]
pub struct Lines(pub Vec<Segment>);

impl Walls for World {
    fn around(&self, _row: usize) -> &[Segment] {
        &self.walls.0
    }
    fn within(&self, row: usize, reach: f64, into: &mut Vec<Segment>) {
        into.extend(self.walls.0.iter().filter(|wall| wall.distance(self.position[row]) < reach));
    }
    fn free_share(&self, _row: usize, _way: Point) -> f64 {
        1.0
    }
}

/// Time between two decisions, s.
pub const DT: f64 = 0.1;
/// Largest change of velocity between two decisions, m/s: 5 m/s².
const MOST_CHANGE: f64 = 0.5;

impl World {
    /// Adds a pedestrian of radius 0.25 m that walks as preferred already, and returns its row.
    pub fn add(&mut self, position: Point, preferred: Point) -> usize {
        self.id.push(self.id.len() as u32);
        self.position.push(position);
        self.velocity.push(preferred);
        self.radius.push(0.25);
        self.preferred.push(preferred);
        self.top_speed.push(1.3 * preferred.norm().max(1.0));
        self.group.push(NO_GROUP);
        self.population.push(0);
        self.id.len() - 1
    }
    fn acquaintance(&self) -> Acquaintance<'_> {
        Acquaintance { population: &self.population, level: &self.level, count: self.populations }
    }
    pub fn len(&self) -> usize {
        self.id.len()
    }
    pub fn crowd(&self) -> Crowd<'_> {
        Crowd {
            id: &self.id,
            position: &self.position,
            velocity: &self.velocity,
            radius: &self.radius,
            preferred: &self.preferred,
            top_speed: &self.top_speed,
            group: &self.group,
            acquaintance: self.acquaintance(),
            near_start: &self.near_start,
            near: &self.near,
            walls: self,
            draws: Draws::new(self.seed),
            step: self.step,
            time: self.step as f64 * DT,
            dt: DT,
        }
    }
    /// Makes everyone perceive the `k` nearest people among those in the tiles around, which reach about 4 m, or about
    /// 10 m where fewer than 3 `k` people are so near.
    pub fn perceive(&mut self, k: usize) {
        const SIDE: f64 = 2.0;
        let place = |p: Point| ((p.x / SIDE).floor() as i64, (p.y / SIDE).floor() as i64);
        let mut cells: Vec<((i64, i64), u32)> =
            self.position.iter().enumerate().map(|(i, &p)| (place(p), i as u32)).collect();
        cells.sort_unstable();
        (self.near_start, self.near) = (vec![0], vec![]);
        for (i, &p) in self.position.iter().enumerate() {
            let (x, y) = place(p);
            let mut found: Vec<(f64, u32)> = vec![];
            for ring in [2, 5] {
                found.clear();
                for column in x - ring..=x + ring {
                    let from = cells.partition_point(|c| c.0 < (column, y - ring));
                    let to = cells.partition_point(|c| c.0 <= (column, y + ring));
                    let others = cells[from..to].iter().map(|c| c.1).filter(|&j| j as usize != i);
                    found.extend(others.map(|j| ((self.position[j as usize] - p).norm2(), j)));
                }
                if found.len() >= 3 * k {
                    break;
                }
            }
            found.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            self.near.extend(found.iter().take(k).map(|f| f.1));
            self.near_start.push(self.near.len() as u32);
        }
    }
    /// Returns the velocities that the model gives everyone.
    pub fn steer(&self, model: &dyn Model) -> Vec<Point> {
        let rows: Vec<u32> = (0..self.len() as u32).collect();
        let mut out = vec![Point::ZERO; rows.len()];
        model.steer(&self.crowd(), &rows, &mut out, &mut ModelScratch::default());
        out
    }
    /// Lets everyone perceive, steer and move. Bodies stop where they touch.
    pub fn advance(&mut self, model: &dyn Model) {
        self.perceive(8);
        let chosen = self.steer(model);
        for (i, velocity) in chosen.into_iter().enumerate() {
            let before = self.position[i];
            let change = velocity - self.velocity[i];
            let velocity = self.velocity[i] + change * (MOST_CHANGE / change.norm().max(MOST_CHANGE));
            let way = self.out_of_walls(i, before + velocity * DT) - before;
            self.position[i] = before + way * self.free_share(i, way);
            self.velocity[i] = (self.position[i] - before) * (1.0 / DT);
        }
        self.step += 1;
    }
    /// Returns the smallest gap between two bodies, m; negative when they overlap.
    pub fn least_gap(&self) -> f64 {
        let mut least = f64::INFINITY;
        for i in 0..self.len() {
            for j in 0..i {
                least = least.min(self.position[i].distance(self.position[j]) - self.radius[i] - self.radius[j]);
            }
        }
        least
    }
    fn free_share(&self, i: usize, way: Point) -> f64 {
        let crowd = self.crowd();
        crowd.neighbours(i).iter().fold(1.0f64, |share, &j| {
            let j = j as usize;
            let offset = self.position[i] - self.position[j];
            let (a, b) = (way.norm2(), offset.dot(way));
            let reach = self.radius[i] + self.radius[j];
            let c = offset.norm2() - reach * reach;
            let discriminant = b * b - a * c;
            if b >= 0.0 || discriminant <= 0.0 {
                return share;
            }
            share.min(((-b - discriminant.sqrt()) / a).max(0.0))
        })
    }
    fn out_of_walls(&self, i: usize, mut p: Point) -> Point {
        for wall in &self.walls.0 {
            let away = p - wall.nearest(p);
            let distance = away.norm();
            if distance < self.radius[i] && distance > 0.0 {
                p += away * (self.radius[i] / distance - 1.0);
            }
        }
        p
    }
}
