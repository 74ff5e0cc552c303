//! Checks that transcendental maths is in one place: only geom depends on `libm`, and `clippy.toml` refuses the standard functions.

use std::path::Path;

use super::{Finding, files_below};

/// The one crate that may depend on `libm`.
const DOOR: &str = "crates/geom/Cargo.toml";
/// Methods of floating-point numbers whose last bit depends on the machine.
const REFUSED: [&str; 26] = [
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "cos", "cosh", "exp", "exp2", "exp_m1",
    "hypot", "ln", "ln_1p", "log", "log10", "log2", "powf", "powi", "sin", "sin_cos", "sinh", "tan", "tanh",
];

/// Adds a finding for every other crate that depends on `libm` and for every method that `clippy.toml` does not refuse.
pub fn check(root: &Path, findings: &mut Vec<Finding>) {
    for file in files_below(&root.join("crates"), "toml").into_iter().chain([root.join("xtask/Cargo.toml")]) {
        if !file.ends_with(DOOR) {
            only_geom(&file, &std::fs::read_to_string(&file).unwrap_or_default(), findings);
        }
    }
    let clippy = root.join("clippy.toml");
    refused(&clippy, &std::fs::read_to_string(&clippy).unwrap_or_default(), findings);
}

fn only_geom(file: &Path, text: &str, findings: &mut Vec<Finding>) {
    for (i, line) in text.lines().enumerate() {
        if line.split(['=', '.']).next().is_some_and(|name| name.trim() == "libm") {
            findings.push(Finding::new(file, i + 1, "libm: use populace_geom::maths, the one door to it"));
        }
    }
}

fn refused(file: &Path, text: &str, findings: &mut Vec<Finding>) {
    for method in ["f64", "f32"].iter().flat_map(|number| REFUSED.map(|name| format!("{number}::{name}"))) {
        if !text.lines().any(|line| !line.trim_start().starts_with('#') && line.contains(&format!("\"{method}\""))) {
            findings.push(Finding::new(
                file,
                0,
                format!("does not refuse {method}, whose last bit depends on the machine"),
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_door_is_found() {
        let mut findings = Vec::new();
        only_geom(Path::new("a/Cargo.toml"), "[dependencies]\nlibm = \"0.2\"\nlibmath = \"1\"\n", &mut findings);
        assert_eq!(findings.iter().map(|f| f.line).collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn a_method_that_is_let_through_is_found() {
        let mut findings = Vec::new();
        refused(Path::new("clippy.toml"), "# \"f64::sin\"\n{ path = \"f64::cos\" }", &mut findings);
        assert!(findings.iter().any(|f| f.what.contains("f64::sin,")), "{findings:?}");
        assert!(!findings.iter().any(|f| f.what.contains("f64::cos,")), "{findings:?}");
        assert_eq!(findings.len(), 2 * REFUSED.len() - 1);
    }
}
