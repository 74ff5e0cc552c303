//! `populace models`: the tables of steering models, ways to follow routes and ways to perceive.

use std::fmt::Write;

use clap::Args;
use populace_perceive::PERCEPTIONS;
use populace_sim::{FOLLOWERS, Number};
use populace_steer::{MODELS, Parameter};
use serde_json::json;

use super::print;
use crate::failure::Failure;

#[derive(Args, Debug)]
pub struct ModelsArgs {
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub fn run(args: &ModelsArgs) -> Result<(), Failure> {
    print(&if args.json { format!("{}\n", as_json()) } else { as_text() })
}

fn as_json() -> serde_json::Value {
    let parameter = |p: &Parameter| {
        json!({
            "name": p.name, "about": p.about, "unit": p.unit,
            "default": p.default, "least": p.least, "most": p.most, "source": p.source,
        })
    };
    let models = MODELS.iter().map(|m| {
        let parameters: Vec<_> = (m.parameters)().iter().map(parameter).collect();
        json!({ "name": m.name, "about": m.about, "paper": m.paper, "parameters": parameters })
    });
    let perceptions = PERCEPTIONS.iter().map(|p| {
        let parameters: Vec<_> = (p.parameters)().iter().map(parameter).collect();
        json!({ "name": p.name, "about": p.about, "paper": p.paper, "parameters": parameters })
    });
    let number =
        |n: &Number| json!({ "name": n.name, "about": n.about, "unit": n.unit, "value": n.value, "source": n.source });
    let followers = FOLLOWERS.iter().map(|f| {
        let numbers: Vec<_> = f.numbers.iter().map(number).collect();
        json!({ "name": f.name, "about": f.about, "paper": f.paper, "numbers": numbers })
    });
    json!({ "models": models.collect::<Vec<_>>(), "followers": followers.collect::<Vec<_>>(), "perceptions": perceptions.collect::<Vec<_>>() })
}

fn as_text() -> String {
    let mut text = String::from("Steering models (`model` of a population; the first is the default)\n");
    for model in MODELS {
        let _ = writeln!(text, "\n{}: {}\n  {}", model.name, model.about, model.paper);
        write_parameters(&mut text, &(model.parameters)());
    }
    text.push_str("\nWays to follow a route (`follow` of a population; the first is the default)\n\n");
    for follower in FOLLOWERS {
        let _ = writeln!(text, "{}: {}\n  {}", follower.name, follower.about, follower.paper);
        let width = follower.numbers.iter().map(|n| n.name.len()).max().unwrap_or(0);
        for n in follower.numbers {
            let value = format!("{} {}", n.value, n.unit);
            let _ = writeln!(text, "    {:width$}  {value:9}  {} ({})", n.name, n.about, n.source);
        }
    }
    text.push_str("\nWays of perceiving (`[perception.…]` of a scenario; the first is the default)\n\n");
    for perception in PERCEPTIONS {
        let _ = writeln!(text, "{}: {}\n  {}", perception.name, perception.about, perception.paper);
        write_parameters(&mut text, &(perception.parameters)());
    }
    text
}

fn write_parameters(text: &mut String, parameters: &[Parameter]) {
    let width = parameters.iter().map(|p| p.name.len()).max().unwrap_or(0);
    for p in parameters {
        let value = format!("{} {}", p.default, p.unit);
        let limits = format!("{} … {}", p.least, p.most);
        let _ = writeln!(text, "    {:width$}  {:9} {:11}  {} ({})", p.name, value, limits, p.about, p.source);
    }
}
