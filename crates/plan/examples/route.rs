//! Plans a route through a small place, pulls the line that a body walks along it, and asks why another body has no
//! route.
//!
//! ```text
//! cargo run -p populace-plan --example route
//! ```

use std::error::Error;

use populace_env::{BuildOptions, Environment, Floor, FloorId, Outline, Place, build};
use populace_geom::Point;
use populace_plan::{
    Atlas, Corners, Keys, Line, PLANNERS, Profile, PullScratch, Roadmap, Scratch, Spot, pull, snap, why_not,
};

const GROUND: FloorId = FloorId(0);

fn main() -> Result<(), Box<dyn Error>> {
    let env = rooms_along_a_corridor()?;
    for name in ["adult", "wheelchair"] {
        let profile = Profile::named(name).ok_or("no such profile")?;
        println!("{name}, {:.2} m wide, {:.2} m/s:", profile.width, profile.speed);
        plan(&env, &profile)?;
    }
    Ok(())
}

/// Plans from one room to the other with every planner, and prints the line along the route.
fn plan(env: &Environment, profile: &Profile) -> Result<(), Box<dyn Error>> {
    let world = env.as_given();
    let map = Roadmap::of(world, profile, Keys::default());
    let atlas = Atlas { world, map: &map };
    // A body does not fit right beside a wall: such a point is moved to where it fits.
    let spot = |x, y| -> Result<Spot, Box<dyn Error>> {
        let snapped = snap(world, GROUND, Point::new(x, y), profile.width, 1.0)?;
        println!("  ({x}, {y}) is moved by {:.3} m", snapped.moved);
        Ok(snapped.spot)
    };
    let (start, goal) = (spot(0.1, 4.0)?, spot(9.0, 4.0)?);

    let mut portals = None;
    for entry in PLANNERS {
        let planner = (entry.prepare)(atlas);
        match planner.plan(atlas, start, goal, &mut Scratch::default()) {
            Some(found) => {
                println!("  {:12} {} portals, {:.2} s", entry.name, found.route.portals.len(), found.route.time);
                portals = portals.or(Some(found.route.portals));
            }
            None => println!("  {:12} no route", entry.name),
        }
    }
    let Some(portals) = portals else {
        println!("  because {}", why_not(atlas, start, goal));
        return Ok(());
    };

    let corners = Corners::of(env, profile.radius());
    let mut line = Line::default();
    if pull(env, &corners, start, goal, &portals, &mut PullScratch::default(), &mut line) {
        println!("  the line is {:.2} m long and takes {:.2} s", line.length, map.time_along(env, &line, &portals));
        // Bends have many points: every eighth is enough to see the line, and its end.
        let last = line.points.len() - 1;
        for (_, waypoint) in line.points.iter().enumerate().filter(|&(i, _)| i % 8 == 0 || i == last) {
            println!("    ({:.2}, {:.2})", waypoint.point.x, waypoint.point.y);
        }
    }
    Ok(())
}

/// Builds two rooms along a corridor, with doorways of 1 m and of 0.75 m.
fn rooms_along_a_corridor() -> Result<Environment, Box<dyn Error>> {
    let rectangle = |x0: f64, y0: f64, x1: f64, y1: f64, source: &str| {
        Outline::new([(x0, y0), (x1, y0), (x1, y1), (x0, y1)].map(|(x, y)| Point::new(x, y)).to_vec(), source)
    };
    let mut floor = Floor::level("ground", 0.0);
    floor.walkable = vec![
        rectangle(0.0, 0.0, 10.0, 2.0, "corridor"),
        rectangle(0.0, 2.2, 4.9, 6.0, "western room"),
        rectangle(5.1, 2.2, 10.0, 6.0, "eastern room"),
        rectangle(2.0, 2.0, 3.0, 2.2, "doorway of the western room"),
        rectangle(7.0, 2.0, 7.75, 2.2, "doorway of the eastern room"),
    ];
    let place = Place { floors: vec![floor], ..Place::default() };
    Ok(build(&place, &BuildOptions::default())?.environment)
}
