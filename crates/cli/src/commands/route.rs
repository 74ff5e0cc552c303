//! `populace route`: the way from one point of a place to another, for one kind of pedestrian.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use populace_env::{BuildOptions, Built, Doors, Environment, LinkKind, Place, SegmentId, World, build_with};
use populace_ingest::suggest::advice;
use populace_plan::{
    Atlas, Corners, Found, Keys, Line, PLANNERS, PROFILES, PlannerEntry, Profile, PullScratch, Roadmap, Scratch,
    planner, pull, tight_portal, why_not,
};

use super::print;
use crate::ends::{Fit, RouteEnd, Typed};
use crate::failure::Failure;
use crate::journey::Journey;
use crate::output::{self, check_place_is_kept};
use crate::progress::Progress;
use crate::reading::{Limits, ReadingArgs, within};
use populace_draw::{FileKind, Scene, draw_route};

#[derive(Args, Debug)]
pub struct RouteArgs {
    #[command(flatten)]
    reading: ReadingArgs,
    /// Start: x,y in metres, and the floor by its name or by its number, counted from 0 in the order of the place
    #[arg(long, value_name = "X,Y[,FLOOR]", allow_hyphen_values = true)]
    from: String,
    /// Goal, in the same form
    #[arg(long, value_name = "X,Y[,FLOOR]", allow_hyphen_values = true)]
    to: String,
    /// Kind of pedestrian that walks
    #[arg(long, value_name = "NAME", value_parser = profile_names(), default_value = PROFILES[0].name)]
    profile: String,
    /// Width of the body, m [default: the profile's]
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    width: Option<f64>,
    /// Planner that finds the route
    #[arg(long, value_name = "NAME", value_parser = planner_names(), default_value = PLANNERS[0].name)]
    planner: String,
    /// The most key points per free segment
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=16))]
    keys: Option<u32>,
    /// The greatest distance by which an end is moved to where the body fits, m [default: 1]
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    snap: Option<f64>,
    /// A door to shut or a lift to take out of service first; may be repeated
    #[arg(long, value_name = "LINK")]
    close: Vec<String>,
    /// Draw the route into this file (.svg or .png)
    #[arg(long, value_name = "FILE")]
    draw: Option<PathBuf>,
    /// Width of the drawing, pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(300..=10_000))]
    size: u32,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
    /// Write no progress to standard error
    #[arg(long)]
    quiet: bool,
}

fn profile_names() -> PossibleValuesParser {
    PROFILES.iter().map(|p| PossibleValue::new(p.name).help(p.about)).collect::<Vec<_>>().into()
}

fn planner_names() -> PossibleValuesParser {
    PLANNERS.iter().map(|p| PossibleValue::new(p.name).help(p.about)).collect::<Vec<_>>().into()
}

/// The request of the user, proven.
struct Asked {
    from: Typed,
    to: Typed,
    profile: Profile,
    planner: &'static PlannerEntry,
    keys: Keys,
    reach: f64,
}

pub fn run(args: &RouteArgs) -> Result<(), Failure> {
    let kind = args.draw.as_deref().map(|path| FileKind::of("--draw", path)).transpose()?;
    check_place_is_kept(&args.reading.place, "--draw", args.draw.as_deref())?;
    let asked = asked(args)?;
    let mut progress = Progress::new(args.quiet || args.json);
    let outcome = built(args, &asked, &mut progress).and_then(|(place, built)| {
        let doors = closed(&built.environment, &args.close)?;
        progress.begin("planning");
        let journey = plan(World::new(&built.environment, &doors), &asked)?;
        Ok((place, built, doors, journey))
    });
    progress.clear();
    let (place, built, doors, journey) = outcome?;
    if let (Some(path), Some(kind)) = (&args.draw, kind) {
        let scene = Scene::new(&place, &built).with_doors(&doors);
        let picture = draw_route(&scene, &journey.drawn(), f64::from(args.size), kind)?;
        output::write(path, &picture)?;
    }
    let env = &built.environment;
    print(&if args.json { format!("{}\n", journey.json(env)) } else { journey.text(env) })
}

fn asked(args: &RouteArgs) -> Result<Asked, Failure> {
    let mut profile = Profile::named(&args.profile).unwrap_or_default();
    profile.width = within("width", args.width, profile.width, Limits(0.01, 10.0, "m"))?;
    let given = Keys::default();
    Ok(Asked {
        from: Typed::parse("--from", &args.from)?,
        to: Typed::parse("--to", &args.to)?,
        profile,
        planner: planner(&args.planner).unwrap_or(&PLANNERS[0]),
        keys: Keys { most: args.keys.unwrap_or(given.most), ..given },
        reach: within("snap", args.snap, 1.0, Limits(0.0, 1000.0, "m"))?,
    })
}

fn built(args: &RouteArgs, asked: &Asked, progress: &mut Progress) -> Result<(Place, Built), Failure> {
    progress.begin("reading");
    let place = args.reading.read()?;
    let given = BuildOptions::default();
    let max_vertices = args.reading.max_vertices.unwrap_or(given.max_vertices);
    let options = BuildOptions { body_width: asked.profile.width, max_vertices, ..given };
    let built = build_with(&place, &options, &mut |stage, event| progress.follow(stage, event))
        .map_err(|e| Failure::of_build(&args.reading.place, &e))?;
    Ok((place, built))
}

/// Returns the doors of the place with the named doors shut and the named lifts out of service.
fn closed(env: &Environment, names: &[String]) -> Result<Doors, Failure> {
    let mut doors = Doors::of(env);
    for name in names {
        let is_shut = env.link(name).is_some_and(|link| doors.set_door(env, link, false));
        if !is_shut {
            let closes = |k: &LinkKind| matches!(k, LinkKind::Door { .. } | LinkKind::Lift { .. });
            let known: Vec<&str> = env.links().iter().filter(|l| closes(&l.kind)).map(|l| l.name.as_str()).collect();
            let hint = if known.is_empty() { "this place has neither".into() } else { advice(name, known) };
            return Err(Failure::new(format!("--close {name}: no door or lift is called that")).hint(hint));
        }
    }
    Ok(doors)
}

fn plan(world: World<'_>, asked: &Asked) -> Result<Journey, Failure> {
    let fit = Fit { width: asked.profile.width, reach: asked.reach };
    let ends = [asked.from.stand(world, fit)?, asked.to.stand(world, fit)?];
    let env = world.env;
    let mut map = Roadmap::of(world, &asked.profile, asked.keys);
    let [from, to] = [ends[0].spot, ends[1].spot];
    let mut planner = (asked.planner.prepare)(Atlas { world, map: &map });
    let corners = Corners::of(env, asked.profile.radius());
    let (mut line, mut pulling, mut scratch) = (Line::default(), PullScratch::default(), Scratch::default());
    let mut tight: Vec<SegmentId> = Vec::new();
    while tight.len() < DETOURS {
        let atlas = Atlas { world, map: &map };
        let Some(Found { route, .. }) = planner.plan(atlas, from, to, &mut scratch) else {
            return Err(if tight.is_empty() { no_way(atlas, &ends, asked) } else { too_tight(env, &tight, asked) });
        };
        if pull(env, &corners, from, to, &route.portals, &mut pulling, &mut line) {
            return Ok(Journey { planner: asked.planner.name, ..Journey::along(env, &map, ends, route.portals, line) });
        }
        let Some(portal) = tight_portal(env, &corners, from, &route.portals, &mut pulling) else { break };
        tight.push(portal);
        let mut changed = Vec::new();
        map.bar(world, portal, &mut changed);
        planner.refresh(Atlas { world, map: &map }, &changed);
    }
    Err(too_tight(env, &tight, asked))
}

/// The most tight places that are avoided before the route is given up.
const DETOURS: usize = 32;

/// Returns the failure of a body that does not fit where floors join, although every edge by itself is wide enough.
fn too_tight(env: &Environment, tight: &[SegmentId], asked: &Asked) -> Failure {
    let mut text = format!("a body {} m wide does not fit through any route that was found", asked.profile.width);
    for &id in tight.iter().take(4) {
        let (segment, name) = (env.segment(id), |c| &env.floors()[env.cell_floor(c).index()].name);
        let at = segment.middle();
        text += &format!("\n  too tight near ({:.2}, {:.2}) on \"{}\"", at.x, at.y, name(segment.cells[0]));
    }
    Failure::new(text).hint("give a narrower --width or another point")
}

/// Says why there is no way: the body is wider than every passage, or something stands between the two ends.
fn no_way(atlas: Atlas<'_>, ends: &[RouteEnd; 2], asked: &Asked) -> Failure {
    let width = asked.profile.width;
    let widest = atlas.world.segments().iter().map(|s| s.length).fold(0.0, f64::max);
    let mut what = format!("there is no way from --from to --to for {} ({width} m wide)", asked.profile.name);
    if widest <= width {
        what += &format!(": the widest passage of the place is {widest:.2} m wide");
    }
    for obstacle in why_not(atlas, ends[0].spot, ends[1].spot).list {
        what += &format!("\n  {obstacle}");
    }
    Failure::new(what).hint("open what is shut, give a narrower --width, another --profile or another point")
}
