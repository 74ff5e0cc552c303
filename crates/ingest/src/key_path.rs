//! The position of an entry in a file: the keys and numbers that lead to it, and the byte at which it is written.
//!
//! Entries as written are plain values, so that code can build them. The code that proves an entry names it by its
//! [`KeyPath`]. When the entry came from a text, [`Spans`] turn that path into a line and a column.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The path to a value in a file, such as `population[1].journey[0].leave`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyPath(Vec<Part>);

/// A step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Key(String),
    Item(usize),
}

impl KeyPath {
    /// Returns the path of the file as a whole.
    pub fn file() -> Self {
        KeyPath::default()
    }
    /// Returns the path of a key of this table.
    pub fn key(&self, key: &str) -> Self {
        self.with(Part::Key(key.to_owned()))
    }
    /// Returns the path of an item of this list, counted from 0.
    pub fn item(&self, number: usize) -> Self {
        self.with(Part::Item(number))
    }
    /// Returns this path continued by a path such as `reactions.front[1].quality`.
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
    /// Returns whether this is the path of the file as a whole.
    pub fn is_file(&self) -> bool {
        self.0.is_empty()
    }
    /// Returns this path continued by a step.
    fn with(&self, part: Part) -> Self {
        let mut at = self.clone();
        at.0.push(part);
        at
    }
}

impl std::fmt::Display for KeyPath {
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

/// The bytes at which the keys and the values of a TOML text begin.
#[derive(Clone, Default)]
pub struct Spans<'a>(DeTable<'a>);

/// The error of a TOML text that is not the value that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TomlError {
    /// What is wrong, in the words of the TOML reader.
    pub message: String,
    /// The byte at which it is wrong, when that is known.
    pub offset: Option<usize>,
}

impl From<toml::de::Error> for TomlError {
    fn from(error: toml::de::Error) -> Self {
        TomlError { message: error.message().to_owned(), offset: error.span().map(|span| span.start) }
    }
}

/// Reads a value from a TOML text. Returns it with the positions of its parts.
pub fn from_toml<T: Serialize + DeserializeOwned>(text: &str) -> Result<(T, Spans<'_>), TomlError> {
    let table = DeTable::parse(text)?;
    let spans = Spans(table.get_ref().clone());
    let value = T::deserialize(toml::Deserializer::from(table))?;
    // Telling a value back fails only for keys that are not texts, which a TOML text cannot have.
    let told = serde_json::to_value(&value).unwrap_or_default();
    match spans.0.iter().find_map(|(key, written)| surplus(written, told.get(&**key.get_ref())?)) {
        Some(error) => Err(error),
        None => Ok((value, spans)),
    }
}

/// Returns the error of the first list that has more items than were read. The TOML reader ignores the surplus items of a list
/// of fixed length, such as a point.
fn surplus(written: &Spanned<DeValue>, told: &Value) -> Option<TomlError> {
    match (written.get_ref(), told) {
        (DeValue::Array(items), Value::Array(read)) if items.len() > read.len() => {
            let message = format!("invalid length {}, expected a list of {} items", items.len(), read.len());
            Some(TomlError { message, offset: Some(written.span().start) })
        }
        (DeValue::Array(items), Value::Array(read)) => items.iter().zip(read).find_map(|(w, t)| surplus(w, t)),
        // A list of one entry may be told as the entry alone.
        (DeValue::Array(items), _) => items.first().filter(|_| items.len() == 1).and_then(|item| surplus(item, told)),
        (DeValue::Table(table), _) => table.iter().find_map(|(key, item)| surplus(item, told.get(&**key.get_ref())?)),
        _ => None,
    }
}

impl Spans<'_> {
    /// Returns the byte at which a value begins. When the value is absent, returns the byte at which the innermost
    /// table or list around it begins, or `None` if that is the file as a whole.
    pub fn value(&self, at: &KeyPath) -> Option<usize> {
        self.find(at).map(|(_, value)| value)
    }
    /// Returns the byte at which the key of a value begins. When the value is absent or is an item of a list, returns
    /// the same as [`Spans::value`].
    pub fn key(&self, at: &KeyPath) -> Option<usize> {
        self.find(at).map(|(key, _)| key)
    }

    /// Returns where the key and where the value begin.
    fn find(&self, at: &KeyPath) -> Option<(usize, usize)> {
        let (first, rest) = at.0.split_first()?;
        let Part::Key(key) = first else { return None };
        let (key, mut here) = self.0.get_key_value(key.as_str())?;
        let mut found = (key.span().start, here.span().start);
        for part in rest {
            let next = match (part, here.get_ref()) {
                (Part::Key(key), DeValue::Table(table)) => {
                    table.get_key_value(key.as_str()).map(|(key, value)| (key.span().start, value))
                }
                (Part::Item(number), DeValue::Array(array)) => array.get(*number).map(|v| (v.span().start, v)),
                _ => None,
            };
            match next {
                Some((key, value)) => (here, found) = (value, (key, value.span().start)),
                None => return Some((found.1, found.1)),
            }
        }
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_to_bytes() {
        let text = "a = 1\n[[b]]\nc = 2\n[[b]]\nd = [3, { e = 4 }]\n";
        let (_, spans) = from_toml::<toml::Table>(text).unwrap();
        let start = |path: &str| spans.value(&KeyPath::file().path(path)).map(|at| &text[at..at + 1]);
        assert_eq!(start("a"), Some("1"));
        assert_eq!(start("b[1].d[0]"), Some("3"));
        assert_eq!(start("b[1].d[1].e"), Some("4"));
        assert_eq!(start("b[1].d[1].f"), Some("{"), "what is absent is looked for in what is around it");
        assert_eq!(start("b[0].f"), Some("["));
        assert_eq!(start("f"), None);
        let key = |path: &str| spans.key(&KeyPath::file().path(path)).map(|at| &text[at..at + 1]);
        assert_eq!(key("a"), Some("a"));
        assert_eq!(key("b[1].d"), Some("d"));
        assert_eq!(key("b[1].f"), Some("["));
    }

    /// Points with a third coordinate used to be read without it.
    #[test]
    fn a_list_that_is_longer_than_what_is_read_is_refused() {
        let text = "a = [[1, 2], [3, 4]]\nb = [[1, 2], [3, 4, 5]]\n";
        let read = |text| from_toml::<std::collections::BTreeMap<String, Vec<[f64; 2]>>>(text).map(|(value, _)| value);
        assert_eq!(read(&text[..20]).unwrap()["a"], [[1.0, 2.0], [3.0, 4.0]]);
        let error = read(text).unwrap_err();
        assert_eq!(error.message, "invalid length 3, expected a list of 2 items");
        assert_eq!(error.offset.map(|at| &text[at..]), Some("[3, 4, 5]]\n"));
    }

    #[test]
    fn a_path_is_shown_as_it_is_written() {
        let at = KeyPath::file().key("population").item(1).path("journey[0].leave");
        assert_eq!(at.to_string(), "population[1].journey[0].leave");
        assert_eq!(KeyPath::file().to_string(), "");
    }
}
