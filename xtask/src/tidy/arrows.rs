//! The arrows between crates: compares the dependencies of each Cargo.toml with the table of ARCHITECTURE.md.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::Finding;

/// The crate that the tests of all crates may use.
const HARNESS: &str = "harness";

/// A row of the table "Crates and their arrows".
#[derive(Debug, PartialEq, Eq)]
struct Row {
    allowed: BTreeSet<String>,
    /// Whether the table says the crate exists.
    exists: bool,
}

impl Row {
    /// Returns whether the crate of this row may depend on another crate. The tests of any crate may use the harness; nothing else
    /// may.
    fn allows(&self, arrow: &Arrow) -> bool {
        if arrow.to == HARNESS { arrow.is_of_tests } else { self.allowed.contains(&arrow.to) }
    }
}

/// A dependency on a crate of this workspace.
#[derive(Debug, PartialEq, Eq)]
struct Arrow {
    /// The line of Cargo.toml.
    line: usize,
    to: String,
    /// Whether only tests and examples have the dependency.
    is_of_tests: bool,
}

pub fn check(root: &Path, findings: &mut Vec<Finding>) {
    let page = root.join("ARCHITECTURE.md");
    let table = table(&std::fs::read_to_string(&page).unwrap_or_default());
    if table.is_empty() {
        return findings.push(Finding::new(page, 0, "has no table with the columns crate, may depend on and state"));
    }
    let crates = crates(root);
    for (name, manifest) in &crates {
        let text = std::fs::read_to_string(root.join(manifest)).unwrap_or_default();
        match table.get(name) {
            None => findings.push(Finding::new(&page, 0, format!("crate {name} is missing from the table"))),
            Some(row) => {
                if !row.exists {
                    findings.push(Finding::new(&page, 0, format!("crate {name} exists; its state should say so")));
                }
                for arrow in arrows(&text).into_iter().filter(|arrow| !row.allows(arrow)) {
                    let what = format!("arrow {name} → {} is not in the table of ARCHITECTURE.md", arrow.to);
                    findings.push(Finding::new(manifest, arrow.line, what));
                }
            }
        }
    }
    for (name, _) in table.iter().filter(|(name, row)| row.exists && !crates.contains_key(*name)) {
        findings.push(Finding::new(&page, 0, format!("the table says crate {name} exists, but there is none")));
    }
}

/// Returns the Cargo.toml of every crate by its name, relative to the root.
fn crates(root: &Path) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(root.join("crates")).into_iter().flatten().flatten();
    let names = entries.map(|e| e.file_name().to_string_lossy().into_owned());
    let mut found: BTreeMap<_, _> = names.map(|n| (n.clone(), format!("crates/{n}/Cargo.toml"))).collect();
    found.insert("xtask".into(), "xtask/Cargo.toml".into());
    found.retain(|_, manifest| root.join(manifest.as_str()).is_file());
    found
}

/// Returns the rows of the table whose header has the columns crate, may depend on and state.
fn table(page: &str) -> BTreeMap<String, Row> {
    let cells = |line: &str| -> Vec<String> {
        line.trim().trim_matches('|').split('|').map(|c| c.trim().trim_matches('`').to_string()).collect()
    };
    let mut lines = page.lines().skip_while(|l| !l.trim_start().starts_with("| crate |"));
    let Some(header) = lines.next().map(cells) else { return BTreeMap::new() };
    let column = |name: &str| header.iter().position(|c| c == name);
    let (Some(depends), Some(state)) = (column("may depend on"), column("state")) else { return BTreeMap::new() };
    lines
        .skip(1)
        .take_while(|l| l.trim_start().starts_with('|'))
        .map(cells)
        .filter_map(|row| {
            let allowed = row.get(depends)?.split_whitespace().filter(|w| *w != "–").map(String::from).collect();
            Some((row.first()?.clone(), Row { allowed, exists: row.get(state)? == "exists" }))
        })
        .collect()
}

/// Returns the dependencies on crates of this workspace.
fn arrows(manifest: &str) -> Vec<Arrow> {
    let mut section = String::new();
    let mut found = Vec::new();
    for (i, line) in manifest.lines().enumerate() {
        let arrow = |to: &str, section: &str| Arrow {
            line: i + 1,
            to: to.to_string(),
            is_of_tests: section.contains("dev-dependencies"),
        };
        if let Some(name) = line.strip_prefix('[') {
            section = name.trim_end_matches(']').to_string();
            // A dependency in its long form: [dependencies.populace-env]
            found.extend(section.split_once("dependencies.populace-").map(|(_, to)| arrow(to, &section)));
        } else if section.ends_with("dependencies")
            && let Some(rest) = line.strip_prefix("populace-")
        {
            let end = rest.find(['=', '.', ' ']).unwrap_or(rest.len());
            found.push(arrow(&rest[..end], &section));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_read_from_the_page() {
        let page = "words\n\n| crate | holds | may depend on | state |\n|---|---|---|---|\n\
                    | geom | points | – | exists |\n| `sim` | steps | geom env | to come |\n\nmore";
        let table = table(page);
        assert_eq!(table["geom"], Row { allowed: BTreeSet::new(), exists: true });
        assert_eq!(table["sim"], Row { allowed: ["env", "geom"].map(String::from).into(), exists: false });
    }

    #[test]
    fn arrows_are_found_in_every_way_of_writing_them() {
        let manifest = "[package]\nname = \"populace-env\"\n[dependencies]\npopulace-geom = { path = \"../geom\" }\n\
                        populace-plan.workspace = true\nserde = \"1\"\n[dev-dependencies.populace-sim]\n";
        let found: Vec<_> = arrows(manifest).into_iter().map(|arrow| (arrow.to, arrow.is_of_tests)).collect();
        assert_eq!(found, [("geom".into(), false), ("plan".into(), false), ("sim".into(), true)]);
    }

    #[test]
    fn an_arrow_that_is_not_in_the_table_is_found() {
        let root = std::env::temp_dir().join(format!("populace-tidy-arrows-{}", std::process::id()));
        let found = |allowed: &str| {
            let page = format!(
                "| crate | may depend on | state |\n|---|---|---|\n| env | {allowed} | exists |\n| geom | – | exists |\n"
            );
            for (name, manifest) in [("env", "[dependencies]\npopulace-geom = \"1\"\n"), ("geom", "")] {
                let folder = root.join("crates").join(name);
                std::fs::create_dir_all(&folder).unwrap();
                std::fs::write(folder.join("Cargo.toml"), manifest).unwrap();
            }
            std::fs::write(root.join("ARCHITECTURE.md"), page).unwrap();
            let mut findings = Vec::new();
            check(&root, &mut findings);
            findings.into_iter().map(|f| f.what).collect::<Vec<_>>()
        };
        assert!(found("geom").is_empty());
        assert_eq!(found("–"), ["arrow env → geom is not in the table of ARCHITECTURE.md"]);
        std::fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn tests_alone_may_use_the_harness() {
        let row = Row { allowed: ["geom".to_string()].into(), exists: true };
        let allows = |manifest: &str| arrows(manifest).iter().all(|arrow| row.allows(arrow));
        assert!(allows("[dependencies]\npopulace-geom = \"1\"\n[dev-dependencies]\npopulace-harness = \"1\"\n"));
        assert!(!allows("[dependencies]\npopulace-harness = \"1\"\n"));
        assert!(!allows("[dev-dependencies]\npopulace-sim = \"1\"\n"));
    }
}
