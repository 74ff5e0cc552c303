//! The scenes that are part of the program.

use populace_scenario::{Scenario, ScenarioError};

include!(concat!(env!("OUT_DIR"), "/scenes.rs"));

const ENDING: &str = ".scenario.toml";

/// Returns the names of the scenes. The station comes first, since it shows the most.
pub fn names() -> Vec<&'static str> {
    let mut names: Vec<&str> = FILES.iter().filter_map(|(file, _)| file.strip_suffix(ENDING)).collect();
    names.sort_by_key(|name| (*name != "station", *name));
    names
}

/// Returns the scene of a name.
pub fn scene(name: &str) -> Option<Result<Scenario, ScenarioError>> {
    let file = format!("{name}{ENDING}");
    let (_, bytes) = FILES.iter().find(|(f, _)| *f == file)?;
    let text = String::from_utf8_lossy(bytes);
    let owned = |(name, bytes): &(&str, &[u8])| ((*name).to_owned(), bytes.to_vec());
    let mut sources = vec![(file, bytes.to_vec())];
    // The place that the scenario names comes first, then the files that the place may import.
    let (place, others): (Vec<_>, Vec<_>) =
        FILES.iter().filter(|(f, _)| !f.ends_with(ENDING)).partition(|(f, _)| text.contains(&format!("\"{f}\"")));
    sources.extend(place.into_iter().map(owned));
    sources.extend(others.into_iter().map(owned));
    Some(Scenario::from_sources(&sources))
}

/// Returns what the scene shows: the comment at the top of the file.
pub fn about(name: &str) -> String {
    let file = format!("{name}{ENDING}");
    let text = FILES.iter().find(|(f, _)| *f == file).map(|(_, bytes)| String::from_utf8_lossy(bytes));
    let text = text.unwrap_or_default();
    let lines = text.lines().take_while(|l| l.starts_with('#')).map(|l| l.trim_start_matches('#').trim());
    lines.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scene_is_proven_and_says_what_there_is_to_see() {
        assert!(names().len() >= 10, "{:?}", names());
        for name in names() {
            assert!(scene(name).is_some_and(|s| s.is_ok()), "{name}");
            assert!(!about(name).is_empty(), "{name}");
        }
        assert!(scene("../station").is_none());
    }
}
