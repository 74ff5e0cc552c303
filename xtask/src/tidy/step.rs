//! The step of the simulation fits on one screen, and so does the method of every phase.

use std::path::Path;

use super::{Finding, files_below};

/// Lines of a screen.
const SCREEN: usize = 60;
/// The methods of `simulation.rs` that list all phases in order.
const STEP: [&str; 2] = ["phases", "decide"];

pub fn check(root: &Path, findings: &mut Vec<Finding>) {
    let sim = root.join("crates/sim/src");
    let whole = sim.join("simulation.rs");
    let text = std::fs::read_to_string(&whole).unwrap_or_default();
    match STEP.iter().map(|name| lines_of(&text, name)).sum::<Option<usize>>() {
        None => findings.push(Finding::new(&whole, 0, format!("has no methods {}", STEP.join(" and ")))),
        Some(lines) if lines > SCREEN => {
            findings.push(Finding::new(
                &whole,
                0,
                format!("the step has {lines} lines, more than the {SCREEN} of a screen"),
            ));
        }
        Some(_) => {}
    }
    for file in files_below(&sim.join("phases"), "rs") {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        match lines_of(&text, &name) {
            None if name != "mod" => {
                findings.push(Finding::new(&file, 0, format!("has no method {name}: a phase is named as its file")))
            }
            Some(lines) if lines > SCREEN => {
                findings.push(Finding::new(
                    &file,
                    0,
                    format!("the phase has {lines} lines, more than the {SCREEN} of a screen"),
                ));
            }
            _ => {}
        }
    }
}

/// Returns how many lines the method of that name has, by the indentation that rustfmt gives to its end.
fn lines_of(text: &str, name: &str) -> Option<usize> {
    let begins = format!("fn {name}(");
    let mut lines = text.lines().skip_while(|line| !(line.starts_with("    ") && line.contains(&begins)));
    Some(lines.position(|line| line == "    }" || line.contains(&begins) && line.ends_with('}'))? + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_a_method_are_counted_to_its_end() {
        let text = "impl A {\n    fn one(&self) {\n        if x {\n        }\n    }\n\n    fn two(&self) {}\n}\n";
        assert_eq!((lines_of(text, "one"), lines_of(text, "two"), lines_of(text, "three")), (Some(4), Some(1), None));
    }

    #[test]
    fn a_step_longer_than_a_screen_is_found() {
        let root = std::env::temp_dir().join(format!("populace-tidy-step-{}", std::process::id()));
        let phases = root.join("crates/sim/src/phases");
        std::fs::create_dir_all(&phases).unwrap();
        let method =
            |name: &str, lines: usize| format!("    fn {name}(&self) {{\n{}    }}\n", "        a();\n".repeat(lines));
        let found = |decide: usize, plan: usize| {
            std::fs::write(root.join("crates/sim/src/simulation.rs"), method("phases", 20) + &method("decide", decide))
                .unwrap();
            std::fs::write(phases.join("plan.rs"), method("plan", plan)).unwrap();
            let mut findings = Vec::new();
            check(&root, &mut findings);
            findings.len()
        };
        assert_eq!((found(20, 40), found(50, 40), found(20, 70)), (0, 1, 1));
        std::fs::remove_dir_all(&root).unwrap();
    }
}
