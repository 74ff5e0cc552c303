//! Questions about the distance to walls: the nearest wall, room for a disc, the width of a passage.

use populace_geom::{Bounds, Point, Segment, Tiles};

use super::{CellId, Environment, World};
use crate::{FloorId, LinkId, LinkKind};

/// The point of a wall nearest to a pedestrian.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WallPoint {
    /// The point on the wall.
    pub point: Point,
    /// Its distance, m.
    pub distance: f64,
    /// The wall, from a to b; walkable ground is on the left of a → b.
    pub wall: (Point, Point),
}

/// The walls of a floor, and its door leaves, which are walls while they are shut.
#[derive(Clone, Debug, Default)]
pub(super) struct Walls {
    walls: Vec<Segment>,
    tiles: Tiles,
    leaves: Vec<(Segment, LinkId)>,
}

impl Walls {
    /// Collects the walls and door leaves of a floor.
    pub(super) fn of(env: &Environment, floor: FloorId) -> Self {
        let cells = env.floors[floor.index()].cells.clone();
        let edges = || cells.clone().flat_map(|c| env.cell_edges(CellId(c)));
        let walls: Vec<Segment> = edges().filter(|e| e.segment.is_none()).map(|e| Segment::new(e.a, e.b)).collect();
        let leaf = |e: super::Border| {
            let link = env.segment(e.segment?).link?;
            let is_door = matches!(env.links[link.index()].kind, LinkKind::Door { .. });
            is_door.then_some((Segment::new(e.a, e.b), link))
        };
        let tiles = Tiles::of(env.floors[floor.index()].bounds, walls.len(), |w| [walls[w].a, walls[w].b]);
        Walls { leaves: edges().filter_map(leaf).collect(), walls, tiles }
    }

    /// Returns the nearest point of a wall, or of a shut door leaf, within `reach` m. `is_shut` says which doors are
    /// shut.
    fn nearest(&self, p: Point, reach: f64, is_shut: impl Fn(LinkId) -> bool) -> Option<WallPoint> {
        let mut best: Option<(f64, u32)> = None;
        let limit = std::cell::Cell::new(reach);
        self.tiles.outwards(
            p,
            |least| least <= limit.get(),
            |w| {
                let d = self.walls[w as usize].distance(p);
                if d <= reach && best.is_none_or(|b| (d, w) < b) {
                    best = Some((d, w));
                    limit.set(d);
                }
            },
        );
        let wall = best.map(|(distance, w)| (distance, self.walls[w as usize]));
        let shut = self.leaves.iter().filter(|l| is_shut(l.1)).map(|l| (l.0.distance(p), l.0));
        wall.into_iter()
            .chain(shut.filter(|l| l.0 <= reach))
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(distance, wall)| WallPoint { point: wall.nearest(p), distance, wall: (wall.a, wall.b) })
    }
}

impl World<'_> {
    /// Returns the point of a wall or shut door nearest to `p` on a floor, within `reach` m.
    pub fn nearest_wall(self, floor: FloorId, p: Point, reach: f64) -> Option<WallPoint> {
        self.floors[floor.index()].walls.nearest(p, reach, |link| !self.is_open(link))
    }

    /// Returns whether a disc of `radius` m around a point of a cell touches no wall and no shut door, neither of its
    /// own floor nor of the floors that it reaches into across open links.
    pub fn has_room(self, cell: CellId, p: Point, radius: f64) -> bool {
        let mut cells = vec![cell];
        let mut next = 0;
        while let Some(&here) = cells.get(next) {
            next += 1;
            for edge in self.cell_edges(here).filter(|e| Segment::new(e.a, e.b).distance(p) < radius) {
                match edge.segment.filter(|&s| self.is_passable(s, 0.0)) {
                    None => return false,
                    Some(s) => {
                        let there = self.segment(s).other(here);
                        if !cells.contains(&there) {
                            cells.push(there);
                        }
                    }
                }
            }
        }
        true
    }

    /// Calls `visit` with every wall of a floor that comes near a box, and with every shut door of the floor.
    pub fn walls_near(self, floor: FloorId, bounds: &Bounds, mut visit: impl FnMut(&Segment)) {
        let walls = &self.floors[floor.index()].walls;
        walls.tiles.within(bounds).iter().for_each(|&w| visit(&walls.walls[w as usize]));
        walls.leaves.iter().filter(|l| !self.is_open(l.1)).for_each(|l| visit(&l.0));
    }

    /// Returns the width of the passage at `p`, m: the distance from the nearest wall, along its normal through `p`, to
    /// the wall on the other side. `None` when either wall is missing within `reach` m of `p`.
    pub fn passage_width(self, cell: CellId, p: Point, reach: f64) -> Option<f64> {
        let near = self.nearest_wall(self.cell_floor(cell), p, reach)?;
        let normal = (p - near.point).unit().or_else(|| (near.wall.1 - near.wall.0).left().unit())?;
        let far = self.floors[self.cell_floor(cell).index()].bounds.size().norm();
        let end = self.ray(cell, p, p + normal * reach.min(1e6 + far));
        end.wall.map(|_| end.point.distance(near.point))
    }
}
