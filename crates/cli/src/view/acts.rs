//! What a page does to a run, as the event of a scenario would be written.

use populace_serve::Refusal;
use populace_serve::protocol::{Act, Place, Welcome};
use serde_json::{Value, json};

/// People that one act sends or adds at most.
const MOST_PEOPLE: usize = 100_000;
/// Corners of an obstacle that is drawn at most.
const MOST_CORNERS: usize = 1000;

/// The event, and words for people.
pub fn written(act: &Act, place: &Place, welcome: &Welcome) -> Result<(Value, String), Refusal> {
    let unknown = |what: &str| Refusal::new(format!("there is no such {what}"), "reload the page");
    let area = |i: u16| place.areas.get(usize::from(i)).map(|a| &a.name).ok_or_else(|| unknown("area"));
    let population =
        |i: u16| welcome.populations.get(usize::from(i)).map(|p| &p.name).ok_or_else(|| unknown("population"));
    Ok(match act {
        Act::Door { link, open } => {
            let link = place.links.get(usize::from(*link)).ok_or_else(|| unknown("link"))?;
            let name = &link.name;
            if *open { (json!({ "open": name }), format!("open {name}")) } else { (json!({ "close": name }), format!("shut {name}")) }
        }
        Act::Add { population: p, area: a, count } => {
            let (p, a) = (population(*p)?, area(*a)?);
            if *count as usize > MOST_PEOPLE {
                return Err(Refusal::new(format!("{count} people are too many at once"), "add at most 100,000"));
            }
            let entry = json!({ "add": { "population": p, "area": a, "count": count } });
            (entry, format!("add {count} people ({p}) at {a}"))
        }
        Act::Block { floor, outline } => {
            let floor = place.floors.get(usize::from(*floor)).ok_or_else(|| unknown("floor"))?;
            let corners: Vec<&[f64]> = outline.chunks_exact(2).collect();
            let is_finite = outline.iter().all(|c| c.is_finite());
            if corners.len() < 3 || corners.len() > MOST_CORNERS || !is_finite {
                return Err(Refusal::new("that is no outline", "draw at least three corners"));
            }
            (json!({ "block": { "floor": floor.name, "outline": corners } }), format!("block a part of {}", floor.name))
        }
        Act::Set { population: p, parameter, value } => {
            let p = population(*p)?;
            let entry = json!({ "set": { "population": p, "parameter": parameter, "value": value } });
            (entry, format!("set {parameter} of {p} to {value}"))
        }
        Act::Send { pedestrians, area: a } => {
            let a = area(*a)?;
            if pedestrians.is_empty() || pedestrians.len() > MOST_PEOPLE {
                return Err(Refusal::new("nobody is chosen", "choose people first, at most 100,000"));
            }
            let entry = json!({ "send": { "pedestrians": pedestrians, "to": a } });
            (entry, format!("send {} people to {a}", pedestrians.len()))
        }
    })
}
