//! Suggests the right word for a misspelt one: "did you mean …?".

/// Returns the word of `words` that is nearest to `wrong`, when it is near enough for a spelling mistake.
pub fn nearest<'a>(wrong: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wrong = wrong.to_lowercase();
    let limit = (wrong.chars().count() / 3).max(1);
    words
        .into_iter()
        .map(|word| (distance(&wrong, &word.to_lowercase()), word))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, word)| word)
}

/// Returns the advice for a wrong word: the nearest right word, or all right words.
pub fn advice<'a>(wrong: &str, words: impl IntoIterator<Item = &'a str>) -> String {
    let words: Vec<&str> = words.into_iter().collect();
    match nearest(wrong, words.iter().copied()) {
        Some(word) => format!("did you mean {word:?}?"),
        None if words.is_empty() => String::new(),
        None if words.len() > 30 => format!("use one of: {}, …", words.get(..30).unwrap_or_default().join(", ")),
        None => format!("use one of: {}", words.join(", ")),
    }
}

/// Splits the message of serde about a misspelt field or word into what is wrong and the nearest right word.
pub fn explain(message: &str) -> (String, String) {
    let message = message.trim();
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let misspelt = message.starts_with("unknown field") || message.starts_with("unknown variant");
    match quoted.split_first() {
        Some((wrong, right)) if misspelt => {
            let what = message.split(", expected").next().unwrap_or(message);
            (what.to_owned(), advice(wrong, right.iter().copied()))
        }
        _ => (message.to_owned(), String::new()),
    }
}

/// Returns how many letters have to be inserted, deleted, replaced or swapped with their neighbour to turn one word
/// into the other (optimal string alignment). Only the first 64 letters count.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().take(64).collect();
    let b: Vec<char> = b.chars().take(64).collect();
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let best = replaced.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                let swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                if swapped { best.min(rows[i - 2][j - 2] + 1) } else { best }
            };
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_pen_are_recognised() {
        let words = ["width", "elevation", "name", "outline"];
        assert_eq!(nearest("widht", words), Some("width"));
        assert_eq!(nearest("Outlines", words), Some("outline"));
        assert_eq!(nearest("elevaton", words), Some("elevation"));
        assert_eq!(nearest("colour", words), None);
        assert_eq!(advice("colour", ["a", "b"]), "use one of: a, b");
    }
}
