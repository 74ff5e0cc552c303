//! Positions in a text, for messages: line, column and the line itself.

/// A place in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The number of the line, from 1.
    pub line: usize,
    /// Characters from the start of the line, counted from 1.
    pub column: usize,
}

impl Position {
    /// Returns the position of byte `offset` (clamped to the text).
    pub fn of(text: &[u8], offset: usize) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
        let start = before.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        let column = String::from_utf8_lossy(before.get(start..).unwrap_or(&[])).chars().count() + 1;
        Position { line, column }
    }
    /// Returns the line of the text with a mark under the column, as compilers show it; long lines are cut around the
    /// mark.
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

/// The starts of the lines of a text, so that many positions in it take one pass over the text.
pub struct LineIndex<'a> {
    text: &'a [u8],
    starts: Vec<usize>,
}

impl<'a> LineIndex<'a> {
    /// Finds the lines of `text`.
    pub fn new(text: &'a [u8]) -> Self {
        let breaks = text.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(i, _)| i + 1);
        LineIndex { text, starts: std::iter::once(0).chain(breaks).collect() }
    }
    /// Returns the position of byte `offset` (clamped to the text).
    pub fn position(&self, offset: usize) -> Position {
        let offset = offset.min(self.text.len());
        let line = self.starts.partition_point(|&start| start <= offset);
        let start = line.checked_sub(1).and_then(|i| self.starts.get(i)).copied().unwrap_or(0);
        let column = String::from_utf8_lossy(self.text.get(start..offset).unwrap_or(&[])).chars().count() + 1;
        Position { line, column }
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
        let lines = LineIndex::new(text);
        (0..30).for_each(|i| assert_eq!(lines.position(i), Position::of(text, i)));
        assert_eq!(Position { line: 2, column: 6 }.excerpt(text), "\n  2 | zwei drei\n    |      ^");
    }
}
