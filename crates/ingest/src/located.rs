//! Where in a text a byte is, for messages: line, column and the line itself.

/// A place in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Counted from 1.
    pub line: usize,
    /// Characters from the start of the line, counted from 1.
    pub column: usize,
}

impl Position {
    /// The position of byte `offset` (clamped to the text).
    pub fn of(text: &[u8], offset: usize) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
        let start = before.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        let column = String::from_utf8_lossy(before.get(start..).unwrap_or(&[])).chars().count() + 1;
        Position { line, column }
    }
    /// The line in the text with a mark under the column, as compilers show it; long lines are cut around the mark.
    pub fn excerpt(&self, text: &[u8]) -> String {
        let line = text.split(|&b| b == b'\n').nth(self.line - 1).unwrap_or(&[]);
        let line: Vec<char> = String::from_utf8_lossy(line).trim_end().chars().take(100_000).collect();
        let from = self.column.saturating_sub(50);
        let shown: String = line.iter().skip(from).take(90).map(|&c| if c.is_control() { ' ' } else { c }).collect();
        let number = self.line.to_string();
        let pad = " ".repeat(number.len());
        format!("\n  {number} | {shown}\n  {pad} | {}^", " ".repeat(self.column - 1 - from.min(self.column - 1)))
    }
}

impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters_from_one() {
        let text = "één\nzwei drei\n".as_bytes();
        assert_eq!(Position::of(text, 0), Position { line: 1, column: 1 });
        assert_eq!(Position::of(text, 5), Position { line: 1, column: 4 });
        assert_eq!(Position::of(text, 6 + 5), Position { line: 2, column: 6 });
        assert_eq!(Position::of(text, 9999).line, 3);
        assert_eq!(Position { line: 2, column: 6 }.excerpt(text), "\n  2 | zwei drei\n    |      ^");
    }
}
