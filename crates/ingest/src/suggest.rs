//! "Did you mean …?": the nearest of the words that would have been right.

/// The word of `words` nearest to `wrong`, when it is near enough to be a slip of the pen.
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

/// Advice for a wrong word: the nearest right one, or all of them.
pub fn advice<'a>(wrong: &str, words: impl IntoIterator<Item = &'a str>) -> String {
    let words: Vec<&str> = words.into_iter().collect();
    match nearest(wrong, words.iter().copied()) {
        Some(word) => format!("did you mean {word:?}?"),
        None if words.is_empty() => String::new(),
        None if words.len() > 30 => format!("use one of: {}, …", words.get(..30).unwrap_or_default().join(", ")),
        None => format!("use one of: {}", words.join(", ")),
    }
}

/// Number of letters to insert, delete, replace or swap with their neighbour (optimal string alignment), on the first
/// 64 letters.
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
