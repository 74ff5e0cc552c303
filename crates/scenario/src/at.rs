//! Where in a scenario something is: the keys and numbers that lead to it, and the byte at which they end.
//!
//! Entries as written stay plain; whoever proves one says by its path which of them is wrong.

use toml::de::{DeTable, DeValue};

use crate::error::Problem;

/// The way to an entry: `population[1].journey[0].leave`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct At(Vec<Part>);

#[derive(Clone, Debug, PartialEq)]
enum Part {
    Key(String),
    Item(usize),
}

impl At {
    /// The file.
    pub fn file() -> Self {
        At::default()
    }
    /// The value of a key of this table.
    pub fn key(&self, key: &str) -> Self {
        self.with(Part::Key(key.to_owned()))
    }
    /// An item of this list.
    pub fn item(&self, number: usize) -> Self {
        self.with(Part::Item(number))
    }
    /// What a path such as `reactions.front[1].quality` leads to from here.
    pub fn path(&self, path: &str) -> Self {
        let mut at = self.clone();
        for word in path.split(['.', '[']).filter(|w| !w.is_empty()) {
            let part = match word.strip_suffix(']').map(str::parse) {
                Some(Ok(number)) => Part::Item(number),
                _ => Part::Key(word.to_owned()),
            };
            at.0.push(part);
        }
        at
    }
    /// A problem with what is here.
    pub fn problem(&self, what: impl Into<String>, hint: impl Into<String>) -> Problem {
        Problem { at: self.clone(), what: what.into(), hint: hint.into() }
    }
    fn with(&self, part: Part) -> Self {
        let mut at = self.clone();
        at.0.push(part);
        at
    }
}

impl std::fmt::Display for At {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        for (i, part) in self.0.iter().enumerate() {
            match part {
                Part::Key(key) if i == 0 => f.write_str(key)?,
                Part::Key(key) => write!(f, ".{key}")?,
                Part::Item(number) => write!(f, "[{number}]")?,
            }
        }
        Ok(())
    }
}

/// Where every value of a TOML text begins.
pub(crate) struct Spans<'a>(Option<DeTable<'a>>);

impl<'a> Spans<'a> {
    /// The values of a text.
    pub fn of(text: &'a str) -> Self {
        Spans(DeTable::parse(text).ok().map(|table| table.into_inner()))
    }
    /// The byte at which an entry begins; that of the table around it when it is absent. `None` for the whole file.
    pub fn offset(&self, at: &At) -> Option<usize> {
        let (first, rest) = at.0.split_first()?;
        let Part::Key(key) = first else { return None };
        let mut here = self.0.as_ref()?.get(key.as_str())?;
        for part in rest {
            let next = match (part, here.get_ref()) {
                (Part::Key(key), DeValue::Table(table)) => table.get(key.as_str()),
                (Part::Item(number), DeValue::Array(array)) => array.get(*number),
                _ => None,
            };
            match next {
                Some(next) => here = next,
                None => break,
            }
        }
        Some(here.span().start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_to_bytes() {
        let text = "a = 1\n[[b]]\nc = 2\n[[b]]\nd = [3, { e = 4 }]\n";
        let spans = Spans::of(text);
        let start = |path: &str| spans.offset(&At::file().path(path)).map(|at| &text[at..at + 1]);
        assert_eq!(start("a"), Some("1"));
        assert_eq!(start("b[1].d[0]"), Some("3"));
        assert_eq!(start("b[1].d[1].e"), Some("4"));
        assert_eq!(start("b[1].d[1].f"), Some("{"), "what is absent is looked for in what is around it");
        assert_eq!(start("b[0].f"), Some("["));
        assert_eq!(start("f"), None);
    }
}
