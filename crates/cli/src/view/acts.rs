//! Acts of pages, written as events of a scenario and in words.

use populace_serve::Refusal;
use populace_serve::protocol::{Act, Place, Welcome};
use serde_json::{Value, json};

/// The most people that one act sends.
const MOST_PEOPLE: usize = 100_000;
/// The most corners of an obstacle, as in scenarios.
const MOST_CORNERS: usize = 100;

/// Writes an act of a page as an event of a scenario.
pub fn written(act: &Act, place: &Place, welcome: &Welcome) -> Result<Value, Refusal> {
    let unknown = |what: &str| Refusal::new(format!("there is no such {what}"), "reload the page");
    let area = |i: u16| place.areas.get(usize::from(i)).map(|a| &a.name).ok_or_else(|| unknown("area"));
    let population =
        |i: u16| welcome.populations.get(usize::from(i)).map(|p| &p.name).ok_or_else(|| unknown("population"));
    Ok(match act {
        Act::Door { link, open } => {
            let link = place.links.get(usize::from(*link)).ok_or_else(|| unknown("link"))?;
            if *open { json!({ "open": link.name }) } else { json!({ "close": link.name }) }
        }
        Act::Serve { object, open } => {
            let object = place.objects.get(usize::from(*object)).ok_or_else(|| unknown("object"))?;
            if *open { json!({ "open": object.name }) } else { json!({ "close": object.name }) }
        }
        Act::Alarm {} => json!({ "alarm": true }),
        Act::Delay { train, seconds } => {
            let train = place.trains.get(usize::from(*train)).ok_or_else(|| unknown("train"))?;
            json!({ "delay": { "train": train.name, "by": seconds } })
        }
        Act::Cancel { train } => {
            let train = place.trains.get(usize::from(*train)).ok_or_else(|| unknown("train"))?;
            json!({ "cancel": train.name })
        }
        Act::Add { population: p, area: a, count } => {
            json!({ "add": { "population": population(*p)?, "area": area(*a)?, "count": count } })
        }
        Act::Block { floor, outline } => {
            let floor = place.floors.get(usize::from(*floor)).ok_or_else(|| unknown("floor"))?;
            let corners: Vec<&[f64]> = outline.chunks_exact(2).collect();
            let is_finite = outline.iter().all(|c| c.is_finite());
            if corners.len() < 3 || corners.len() > MOST_CORNERS || !is_finite {
                let hint = format!("draw 3 to {MOST_CORNERS} corners");
                return Err(Refusal::new("that is no outline", hint));
            }
            json!({ "block": { "floor": floor.name, "outline": corners } })
        }
        Act::Set { population: p, parameter, value } => {
            json!({ "set": { "population": population(*p)?, "parameter": parameter, "value": value } })
        }
        Act::Send { pedestrians, area: a } => {
            if pedestrians.is_empty() || pedestrians.len() > MOST_PEOPLE {
                return Err(Refusal::new("nobody is chosen", "choose people first, at most 100,000"));
            }
            json!({ "send": { "pedestrians": pedestrians, "to": area(*a)? } })
        }
    })
}

/// Writes an event in words.
pub fn words(entry: &Value) -> String {
    let plain = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    };
    let of = |kind: &str, key: &str| plain(&entry[kind][key]);
    let each = entry.as_object().into_iter().flatten().map(|(kind, value)| match kind.as_str() {
        "open" => format!("open {}", plain(value)),
        "close" => format!("shut {}", plain(value)),
        "signal" => format!("give the signal {}", plain(value)),
        "alarm" => "raise the alarm".to_owned(),
        "delay" => format!("delay {} by {} s", of(kind, "train"), of(kind, "by")),
        "cancel" => format!("cancel {}", plain(value)),
        "add" => format!("add {} people ({}) at {}", of(kind, "count"), of(kind, "population"), of(kind, "area")),
        "block" => format!("block a part of {}", value["floor"].as_str().unwrap_or("the floor")),
        "set" => format!("set {} of {} to {}", of(kind, "parameter"), of(kind, "population"), of(kind, "value")),
        "send" => {
            let whom = value["pedestrians"].as_array().map(|list| match list.len() {
                1 => format!("pedestrian {}", list[0]),
                count => format!("{count} people"),
            });
            format!("send {} to {}", whom.unwrap_or_else(|| of(kind, "population")), of(kind, "to"))
        }
        other => other.to_owned(),
    });
    each.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acts_have_words() {
        let send = json!({ "send": { "pedestrians": [1, 2], "to": "exit" } });
        assert_eq!(words(&send), "send 2 people to exit");
        assert_eq!(words(&json!({ "close": ["a", "b"], "signal": "go" })), "shut a, b, give the signal go");
        let set = json!({ "set": { "population": "p", "parameter": "reach", "value": 0.5 } });
        assert_eq!(words(&set), "set reach of p to 0.5");
        let late = json!({ "delay": { "train": "line 1", "by": 90.0 }, "cancel": "line 2" });
        assert_eq!(words(&late), "cancel line 2, delay line 1 by 90.0 s");
    }
}
