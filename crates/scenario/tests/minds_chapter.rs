//! The chapter on minds is made from the tables of needs, kinds and behaviours.

use populace_ingest::Range;
use populace_ingest::key_path::KeyPath;
use populace_mind::BEHAVIOURS;
use populace_scenario::{Scenario, Spread, built_in_kinds};
use populace_sim::Simulation;
use serde_json::Value;

fn chapter() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/minds.md")
}

/// Returns a number or how it is distributed in words.
fn words(spread: &Spread) -> String {
    let any = Range { name: "", low: 0.0, high: 1e9, unit: "" };
    spread.prove(&KeyPath::file(), any, 1.0).expect("the table is proven").words("").trim().to_owned()
}

fn kinds_and_needs() -> String {
    let table = built_in_kinds();
    let mut text = "### Built-in kinds\n\n| kind | who they are | their needs, in the order in which they are met | knows the place | offers on duty | response to an alarm, s |\n|---|---|---|---|---|---|\n".to_owned();
    for kind in &table.kind {
        let needs: Vec<&str> = kind.needs.iter().map(|need| need.name.as_str()).collect();
        let like = kind.like.as_ref().map_or(String::new(), |like| format!("those of `{like}`"));
        let without =
            if kind.without.is_empty() { String::new() } else { format!(" without {}", kind.without.join(", ")) };
        let about = kind.about.as_deref().unwrap_or_default();
        let knows = if kind.knows == Some(false) { "no" } else { "yes" };
        let response = match (&kind.response, &kind.like) {
            (Some(response), _) => words(response),
            (None, Some(like)) => format!("that of `{like}`"),
            (None, None) => populace_mind::RESPONSE.words("").trim().to_owned(),
        };
        let offers = match (&kind.offers, &kind.like) {
            (Some(offers), _) => format!("`{}`", offers.join("`, `")),
            (None, Some(like)) => format!("that of `{like}`"),
            (None, None) => "–".into(),
        };
        let needs = needs.join(", ");
        text += &format!("| `{}` | {about} | {like}{without}{needs} | {knows} | {offers} | {response} |\n", kind.name);
    }
    text += "\n### Built-in needs\n\n| need | what it is | start | growth, 1/s | decay, s | threshold | spare time, s | within, m | what is done |\n|---|---|---|---|---|---|---|---|---|\n";
    for need in &table.need {
        let number = |value: Option<f64>, absent: &str| value.map_or(absent.to_owned(), |value| value.to_string());
        let json = |value: Value| value.to_string().replace('"', "");
        let start = need.start.as_ref().map_or("0".into(), words);
        let remedy = need.remedy.as_ref().map_or(String::new(), |stage| json(serde_json::to_value(stage).unwrap()));
        text += &format!(
            "| `{}` | {} | {start} | {} | {} | {} | {} | {} | `{remedy}` |\n",
            need.name,
            need.about.as_deref().unwrap_or_default(),
            number(need.growth, "0"),
            number(need.decay, "60"),
            number(need.threshold, "0.75"),
            number(need.spare, "0"),
            number(need.within, "any"),
        );
    }
    text + "\n"
}

fn behaviours() -> String {
    let mut text = "| behaviour | key | what people do | source |\n|---|---|---|---|\n".to_owned();
    for entry in BEHAVIOURS {
        text +=
            &format!("| {} | `{}` | {} | {} |\n", entry.name, entry.key().unwrap_or("–"), entry.about, entry.source);
    }
    text + "\n"
}

#[test]
fn the_chapter_has_every_need_kind_and_behaviour() {
    let before = std::fs::read_to_string(chapter()).unwrap();
    let mut after = before.clone();
    for (mark, made) in
        [("<!-- made from the tables -->\n", kinds_and_needs()), ("<!-- made from the behaviours -->\n", behaviours())]
    {
        let (head, rest) = after.split_once(mark).unwrap();
        let (_, tail) = rest.split_once("<!-- end -->").unwrap();
        after = format!("{head}{mark}{made}<!-- end -->{tail}");
    }
    if std::env::var_os("POPULACE_WRITE").is_some() {
        std::fs::write(chapter(), after).unwrap();
        return;
    }
    assert!(before == after, "the chapter is stale: run this test with POPULACE_WRITE=1 and commit the file");
}

/// Returns the block of code after a mark of the chapter.
fn block(chapter: &str, mark: &str) -> Vec<u8> {
    let block = chapter.split(mark).nth(1).and_then(|rest| rest.split("```toml\n").nth(1)).expect("a mark and a block");
    block.split("```").next().expect("an end").as_bytes().to_vec()
}

/// Whoever copies the two files of the chapter gets a scene in which travellers do what the journey says, and strangers ask the officer.
#[test]
fn the_small_station_of_the_chapter_does_what_the_chapter_says() {
    let chapter = std::fs::read_to_string(chapter()).unwrap();
    let sources = [
        ("small.scenario.toml".to_owned(), block(&chapter, "<!-- the scenario of the small station -->")),
        ("small.place.toml".to_owned(), block(&chapter, "<!-- the place of the small station -->")),
    ];
    let scenario = Scenario::from_sources(&sources).unwrap_or_else(|e| panic!("{e}"));
    let mut simulation = Simulation::new(scenario.setup(None));
    let mut count = std::collections::BTreeMap::new();
    while simulation.time() < scenario.until().time {
        for event in simulation.step().events {
            *count.entry(event.kind.word()).or_insert(0) += 1;
        }
    }
    assert_eq!(simulation.census().inside, 1, "only the officer stays: {:?} {count:?}", simulation.census());
    assert_eq!((count.get("no-way"), count.get("stuck")), (None, None), "{count:?}");
    assert!(count["asked"] >= 1 && count["served"] >= 3 * 9, "{count:?}");
}
