//! The chapter on minds is made from the tables of needs, kinds and behaviours.

use populace_mind::BEHAVIOURS;
use populace_scenario::built_in_kinds;
use serde_json::Value;

fn chapter() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/minds.md")
}

fn kinds_and_needs() -> String {
    let table = built_in_kinds();
    let mut text = "### Built-in kinds\n\n| kind | who they are | their needs, in the order in which they are met | knows the place | response to an alarm, s |\n|---|---|---|---|---|\n".to_owned();
    for kind in &table.kind {
        let needs: Vec<&str> = kind.needs.iter().map(|need| need.name.as_str()).collect();
        let like = kind.like.as_ref().map_or(String::new(), |like| format!("those of `{like}`"));
        let without =
            if kind.without.is_empty() { String::new() } else { format!(" without {}", kind.without.join(", ")) };
        let about = kind.about.as_deref().unwrap_or_default();
        let knows = if kind.knows == Some(false) { "no" } else { "yes" };
        let response = match (&kind.response, &kind.like) {
            (Some(response), _) => serde_json::to_value(response).unwrap().to_string().replace('"', ""),
            (None, Some(like)) => format!("that of `{like}`"),
            (None, None) => "{uniform:[0,60]}".into(),
        };
        let needs = needs.join(", ");
        text += &format!("| `{}` | {about} | {like}{without}{needs} | {knows} | {response} |\n", kind.name);
    }
    text += "\n### Built-in needs\n\n| need | what it is | start | growth, 1/s | decay, s | threshold | spare time, s | within, m | what is done |\n|---|---|---|---|---|---|---|---|---|\n";
    for need in &table.need {
        let number = |value: Option<f64>, absent: &str| value.map_or(absent.to_owned(), |value| value.to_string());
        let json = |value: Value| value.to_string().replace('"', "");
        let start = need.start.as_ref().map_or("0".into(), |start| json(serde_json::to_value(start).unwrap()));
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
