//! The pairs of lines that a DXF file consists of: a group code and its value.

use crate::{ReadError, Source};

/// A group code with its value.
#[derive(Clone, Copy)]
pub struct Pair<'a> {
    /// The group code, which says what the value is.
    pub code: i32,
    /// The value, without surrounding space.
    pub value: &'a [u8],
    /// The line of the value, from 1.
    pub line: usize,
}

impl Pair<'_> {
    /// Returns the value as text; bytes of old code pages are replaced.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(self.value).chars().take(256).collect()
    }
}

/// Reads pair by pair.
pub struct Pairs<'a> {
    source: &'a Source<'a>,
    at: usize,
    line: usize,
}

impl<'a> Pairs<'a> {
    /// Begins at the start of a file.
    pub fn new(source: &'a Source<'a>) -> Self {
        let at = if source.bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        Pairs { source, at, line: 0 }
    }

    /// Reads the next pair that is not a comment. The end of the file is an error, because a drawing ends with a pair EOF.
    pub fn next(&mut self) -> Result<Pair<'a>, ReadError> {
        loop {
            let code = self.next_line()?;
            let number = std::str::from_utf8(code).ok().and_then(|text| text.parse::<i32>().ok());
            let Some(code) = number else {
                let shown: String = String::from_utf8_lossy(code).chars().take(30).collect();
                return Err(self
                    .error(self.line, format!("expected a group code, found {shown:?}"))
                    .hint("the file is damaged or no ASCII DXF; export it again"));
            };
            let value = self.next_line()?;
            if code != 999 {
                return Ok(Pair { code, value, line: self.line });
            }
        }
    }

    /// Reads the next line, without surrounding space.
    fn next_line(&mut self) -> Result<&'a [u8], ReadError> {
        let rest = self.source.bytes.get(self.at..).unwrap_or(&[]);
        if rest.is_empty() {
            return Err(self
                .error(self.line, "the drawing ends before its EOF: it was cut off")
                .hint("copy or export the file again"));
        }
        let length = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
        self.at += length + 1;
        self.line += 1;
        Ok(rest.get(..length).unwrap_or(rest).trim_ascii())
    }

    /// Returns an error at a line.
    pub fn error(&self, line: usize, what: impl Into<String>) -> ReadError {
        ReadError::new(self.source.path, what).at(format!("line {line}"))
    }
}
