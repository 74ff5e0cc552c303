//! One word, one type: no two crates have public types of the same name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::{Finding, files_below};

/// Words that several crates use for types of their own, with what each type is.
const SHARED: [(&str, &str); 12] = [
    ("Act", "what is asked of a run: as it is recorded, and as the simulation obeys it"),
    ("Body", "of a pedestrian: as it is simulated, and as it is drawn"),
    ("Figure", "a number that was measured; a drawing in a report of the laboratory"),
    ("Found", "what a planner and what a measure found"),
    ("Kind", "of a case of the laboratory; of a predicted collision"),
    ("Limits", "of files that are read; of requests that are served"),
    ("MeasureEntry", "a line of the table, and the entry of a scenario that names such lines"),
    ("PerceptionEntry", "a line of the table, and the entry of a scenario that names such a line"),
    ("PersonalSpace", "of a pedestrian: as its model has it, and as it is drawn"),
    ("Position", "of a pedestrian; of a character in a text"),
    ("Series", "of a chart, and of a figure of the laboratory that becomes one"),
    ("Shape", "of walkable ground; of a drawing; of a message"),
];
/// Modules whose types are messages. A message may have the name of the thing that it tells of.
const MESSAGES: [&str; 1] = ["protocol"];

/// Finds public types of one name in two crates.
pub fn check(root: &Path, findings: &mut Vec<Finding>) {
    let mut crates = Vec::new();
    for file in files_below(&root.join("crates"), "rs").into_iter().filter(|file| file.ends_with("src/lib.rs")) {
        let Some(folder) = file.parent() else { continue };
        let read = |file: &Path| std::fs::read_to_string(file).unwrap_or_default();
        let sources: Vec<_> = files_below(folder, "rs").iter().map(|file| (stem(folder, file), read(file))).collect();
        crates.push((file, sources));
    }
    let named: Vec<_> = crates.iter().map(|(file, sources)| (file, public_types(sources))).collect();
    let mut owners: BTreeMap<&str, Vec<&Path>> = BTreeMap::new();
    for (file, types) in &named {
        types.iter().for_each(|name| owners.entry(name).or_default().push(file));
    }
    for (name, files) in owners.iter().filter(|(name, files)| files.len() > 1 && !is_shared(name)) {
        let others: Vec<_> = files[..files.len() - 1]
            .iter()
            .map(|file| file.strip_prefix(root).unwrap_or(file).display().to_string())
            .collect();
        let what = format!("{name} is a type of {} too: one word, one type", others.join(" and "));
        findings.push(Finding::new(files[files.len() - 1], 0, what));
    }
}

fn is_shared(name: &str) -> bool {
    SHARED.iter().any(|(word, _)| *word == name)
}

/// Returns the path of a module from the sources of its crate: `measures` for `measures/mod.rs`.
fn stem(folder: &Path, file: &Path) -> String {
    let path = file.strip_prefix(folder).unwrap_or(file).with_extension("");
    path.to_string_lossy().trim_end_matches("/mod").to_owned()
}

/// Returns the types that a crate declares and lets others use: those that `lib` names, and those of its public modules.
fn public_types(sources: &[(String, String)]) -> BTreeSet<String> {
    let text = |module: &str| sources.iter().find(|(stem, _)| stem == module).map_or("", |(_, text)| text);
    let (mut used, modules) = exports(text("lib"));
    used.extend(declared(text("lib")));
    for module in modules.iter().filter(|module| !MESSAGES.contains(&module.as_str())) {
        used.extend(declared(text(module)));
        used.extend(exports(text(module)).0);
    }
    let declared: BTreeSet<String> = sources.iter().flat_map(|(_, text)| declared(text)).collect();
    used.intersection(&declared).cloned().collect()
}

/// Returns the public types that a file declares.
fn declared(text: &str) -> BTreeSet<String> {
    let name = |line: &str| {
        let rest = line.trim_start().strip_prefix("pub ")?;
        let (kind, rest) = rest.split_once(' ')?;
        let is_type = ["struct", "enum", "trait", "type"].contains(&kind);
        is_type.then(|| rest.chars().take_while(|c| c.is_alphanumeric()).collect())
    };
    text.lines().filter_map(name).collect()
}

/// Returns the names behind `pub use`, and the modules that are public or used with `*`.
fn exports(text: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let code: String =
        text.lines().filter(|line| !line.trim_start().starts_with("//")).map(|l| format!("{l}\n")).collect();
    let (mut names, mut modules) = (BTreeSet::new(), BTreeSet::new());
    for statement in code.split(';').map(str::trim) {
        if let Some((_, module)) = statement.rsplit_once("pub mod ") {
            modules.insert(module.to_owned());
        }
        let Some((_, used)) = statement.rsplit_once("pub use ") else { continue };
        if let Some(module) = used.strip_suffix("::*") {
            modules.insert(module.to_owned());
        }
        let words = used.split(['{', '}', ',', ':']).filter_map(|part| part.split_whitespace().next_back());
        names.extend(words.filter(|word| word.starts_with(char::is_uppercase)).map(str::to_owned));
    }
    (names, modules)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn types(sources: &[(&str, &str)]) -> Vec<String> {
        let sources: Vec<_> = sources.iter().map(|(stem, text)| ((*stem).to_owned(), (*text).to_owned())).collect();
        public_types(&sources).into_iter().collect()
    }

    #[test]
    fn types_are_public_when_the_crate_names_them_or_their_module() {
        let lib = "//! pub use a::Hidden;\nmod a;\npub mod b;\nmod place;\npub mod protocol;\n\
                   pub use a::{\n    Frame, MOST,\n    Spot,\n};\npub use place::*;\npub use other::Stage;";
        let a = "pub struct Frame {\npub(crate) struct Kept;\npub struct Spot(u32);\npub struct Hidden;\npub const MOST: u32 = 1;";
        let sources = [
            ("lib", lib),
            ("a", a),
            ("b", "pub enum Kind {"),
            ("place", "    pub struct FloorId;"),
            ("protocol", "pub struct Link"),
        ];
        assert_eq!(types(&sources), ["FloorId", "Frame", "Kind", "Spot"]);
    }

    #[test]
    fn a_type_of_two_crates_is_found_unless_the_word_is_shared() {
        let root = std::env::temp_dir().join(format!("populace-tidy-words-{}", std::process::id()));
        let found = |types: [&str; 2]| {
            for (name, declared) in ["a", "b"].into_iter().zip(types) {
                let folder = root.join("crates").join(name).join("src");
                std::fs::create_dir_all(&folder).unwrap();
                std::fs::write(folder.join("lib.rs"), format!("pub struct {declared};\n")).unwrap();
            }
            let mut findings = Vec::new();
            check(&root, &mut findings);
            findings.into_iter().map(|f| f.what).collect::<Vec<_>>()
        };
        assert_eq!(found(["Spot", "Spot"]), ["Spot is a type of crates/a/src/lib.rs too: one word, one type"]);
        assert!(found(["Spot", "Frame"]).is_empty());
        assert!(found([SHARED[0].0; 2]).is_empty());
        std::fs::remove_dir_all(&root).unwrap();
    }
}
