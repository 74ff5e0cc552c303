//! Checks that no code iterates over a hash map, because the order differs from run to run. The check is a heuristic
//! over one file at a time.

use std::collections::BTreeSet;
use std::path::Path;

use super::Finding;
use super::sources::{code_of, has_word};

const ITERATING: [&str; 8] =
    ["iter()", "iter_mut()", "into_iter()", "keys()", "values()", "values_mut()", "drain(", "into_values()"];

pub fn check(file: &Path, text: &str, findings: &mut Vec<Finding>) {
    let names = hashed_names(text);
    for (i, line) in text.lines().enumerate() {
        let code = code_of(line);
        if let Some(name) = names.iter().find(|n| iterates(&code, n)) {
            let what = format!("{name} is hashed and iterated: sort it first, or use a BTreeMap or a sorted Vec");
            findings.push(Finding::new(file, i + 1, what));
        }
    }
}

/// Returns the variables and fields that are declared as `HashMap` or `HashSet`.
fn hashed_names(text: &str) -> BTreeSet<String> {
    let word = |text: &str| text.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().map(String::from);
    text.lines()
        .map(code_of)
        .filter(|code| !code.trim_start().starts_with("use "))
        .filter_map(|code| {
            let at = code.find("HashMap").or_else(|| code.find("HashSet"))?;
            let before = &code[..at];
            match before.rfind("let ") {
                Some(bound) => before[bound + 4..]
                    .trim_start()
                    .trim_start_matches("mut ")
                    .split(|c: char| !c.is_alphanumeric() && c != '_')
                    .next()
                    .map(String::from),
                None => {
                    let name = before.trim_end_matches("std::collections::").trim_end_matches(['&', ' ']);
                    word(name.trim_end_matches("&mut").trim_end().strip_suffix(':')?.trim_end())
                }
            }
        })
        .filter(|name| !name.is_empty())
        .collect()
}

fn iterates(code: &str, name: &str) -> bool {
    let calls = ITERATING.iter().any(|call| has_word(code, &format!("{name}.{call}")));
    let loops = code
        .split_once(" in ")
        .filter(|(before, _)| before.trim_start().starts_with("for "))
        .map(|(_, after)| after.trim_start_matches("&mut ").trim_start_matches('&').trim_start_matches("self."))
        .and_then(|after| after.strip_prefix(name))
        .is_some_and(|rest| rest.trim_start().starts_with('{'));
    calls || loops
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::lines_found;

    fn lines(text: &str) -> Vec<usize> {
        lines_found(|findings| check(Path::new("a.rs"), text, findings))
    }

    #[test]
    fn iterating_a_hash_map_is_found_and_looking_up_is_not() {
        let text = "let mut seen: HashMap<u32, u32> = HashMap::new();\nseen.get(&1);\nfor (a, b) in &seen {\n\
                    let all: Vec<_> = seen.values().collect();\nunseen.values();";
        assert_eq!(lines(text), [3, 4]);
    }

    #[test]
    fn fields_and_arguments_count() {
        assert_eq!(lines("struct A {\n  nodes: HashMap<u32, u32>,\n}\nself.nodes.keys()"), [4]);
        assert_eq!(lines("fn f(nodes: &HashMap<u32, u32>) {\nfor n in nodes {"), [2]);
    }
}
