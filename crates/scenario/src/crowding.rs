//! Proves that the people who are inside from the start fit on their ground.

use populace_env::Environment;
use populace_ingest::key_path::KeyPath;
use populace_sim::{Arrivals, Population, Starts, Where};

use crate::error::{Blame, Problem};
use crate::finder::Finder;

/// The ground that people take at the start.
pub(crate) struct Crowding<'a> {
    env: &'a Environment,
    /// By area, m².
    taken: Vec<f64>,
    /// By people who come in everywhere, m².
    taken_everywhere: f64,
}

/// A part of the ground that people share.
struct Share<'a> {
    name: &'a str,
    /// Its size, m².
    size: f64,
    /// The ground that people have taken of it so far, m².
    taken: &'a mut f64,
}

impl<'a> Crowding<'a> {
    pub fn of(env: &'a Environment) -> Self {
        Crowding { env, taken: vec![0.0; env.areas().len()], taken_everywhere: 0.0 }
    }

    /// Takes room for the people of a population that are inside from the start, on the ground from which they can begin their journey.
    pub fn take(&mut self, at: &KeyPath, population: &Population, starts: &Starts) -> Result<(), Problem> {
        for (i, arrivals) in population.arrivals.iter().enumerate() {
            if let Arrivals::AtStart { count, areas } = arrivals {
                let at = at.key("arrive").item(i).key("count");
                self.take_room(&at, *count, areas, starts, population.body.radius.most())?;
            }
        }
        Ok(())
    }

    /// Takes the room of some people, who are spread over the ground by its size.
    fn take_room(
        &mut self,
        at: &KeyPath,
        count: u32,
        areas: &Where,
        starts: &Starts,
        radius: f64,
    ) -> Result<(), Problem> {
        let mut shares = self.shares(areas, starts);
        let all: f64 = shares.iter().map(|share| share.size).sum();
        let free: f64 = shares.iter().map(|share| (share.size - *share.taken).max(0.0)).sum();
        let fits = Finder::fits(free, radius);
        if u64::from(count) > fits {
            let names: Vec<&str> = shares.iter().map(|share| share.name).collect();
            let what = format!(
                "{count} people do not fit into {}: {fits} do, on {free:.1} m² with {:.2} m each across",
                names.join(" and "),
                2.0 * radius
            );
            let hint =
                format!("give at most {fits}; people who are placed at random cover less than half of the ground");
            return Err(at.problem(what, hint));
        }
        // The ground that each pedestrian takes when the areas are full.
        let each = free / fits as f64;
        for share in &mut shares {
            *share.taken += each * f64::from(count) * share.size / all;
        }
        Ok(())
    }

    fn shares(&mut self, areas: &Where, starts: &Starts) -> Vec<Share<'_>> {
        let env = self.env;
        let Where::Areas(areas) = areas else {
            let size = starts.everywhere(env).size();
            return vec![Share { name: "the place", size, taken: &mut self.taken_everywhere }];
        };
        let mut taken: Vec<Option<&mut f64>> = self.taken.iter_mut().map(Some).collect();
        let share = |&number: &usize| {
            let area = &env.areas()[number];
            let size = starts.within(area).map_or(area.walkable_area(), |ground| ground.size());
            Some(Share { name: &area.name, size, taken: taken[number].take()? })
        };
        areas.iter().filter_map(share).collect()
    }
}
