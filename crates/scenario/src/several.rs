//! A thing or a list of things: `"west"` and `["west", "east"]` both name areas.

use std::borrow::Cow;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer, StrDeserializer};
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

/// A list that may be written as its only item. It is read by hand, because an untagged enum of serde loses the place of an error.
#[derive(Clone, Debug, PartialEq)]
pub struct Several<T>(pub Vec<T>);

impl<T> Default for Several<T> {
    fn default() -> Self {
        Several(Vec::new())
    }
}

impl<T> From<T> for Several<T> {
    fn from(item: T) -> Self {
        Several(vec![item])
    }
}

impl From<&str> for Several<String> {
    fn from(name: &str) -> Self {
        Several(vec![name.to_owned()])
    }
}

impl<const N: usize> From<[&str; N]> for Several<String> {
    fn from(names: [&str; N]) -> Self {
        Several(names.map(str::to_owned).into())
    }
}

impl<T: Serialize> Serialize for Several<T> {
    /// Writes a single item without the list.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.as_slice() {
            [item] => item.serialize(serializer),
            items => items.serialize(serializer),
        }
    }
}

struct Reader<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Reader<T> {
    type Value = Vec<T>;
    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("one, or a list of them in [ ]")
    }
    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(vec![T::deserialize(StrDeserializer::new(text))?])
    }
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        Ok(vec![T::deserialize(MapAccessDeserializer::new(map))?])
    }
    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Self::Value, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(items))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Several<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader(PhantomData)).map(Several)
    }
}

impl<T: JsonSchema> JsonSchema for Several<T> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        format!("Several_{}", T::schema_name()).into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let item = generator.subschema_for::<T>();
        json_schema!({ "anyOf": [item, { "type": "array", "items": item }] })
    }
}
