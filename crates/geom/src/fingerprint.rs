//! Fingerprints: a fingerprint is a number of 64 bits. Two different values of a type almost certainly have
//! different fingerprints.
//!
//! A value is serialised into a [`Mixer`], so that everything that a type saves is part of its fingerprint without
//! another line of code. Every number becomes one word, and words are mixed with the finaliser of SplitMix64 (Steele,
//! Lea, Flood 2014). Floats count by their bits: 0.0 and -0.0 differ. A fingerprint finds mistakes and damage; it does
//! not withstand an attacker.

use std::fmt::{Display, Error};

use serde::ser::{
    Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use crate::draws::mix;

/// Returns the fingerprint of a value.
pub fn fingerprint<T: Serialize + ?Sized>(value: &T) -> u64 {
    let mut mixer = Mixer::default();
    mixer.take(value);
    mixer.result()
}

/// Takes values one after the other and makes one fingerprint of them.
#[derive(Clone, Copy, Debug)]
pub struct Mixer(u64);

impl Default for Mixer {
    fn default() -> Self {
        Mixer(0x9e37_79b9_7f4a_7c15)
    }
}

impl Mixer {
    /// Takes everything that a value serialises.
    #[inline]
    pub fn take<T: Serialize + ?Sized>(&mut self, value: &T) {
        // Nothing in here fails: an error could only come from a type that refuses to be serialised.
        if value.serialize(&mut *self).is_err() {
            self.word(u64::MAX);
        }
    }

    /// Takes bytes, eight at a time, and how many there are.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        for part in bytes.chunks(8) {
            let mut eight = [0; 8];
            eight[..part.len()].copy_from_slice(part);
            self.word(u64::from_le_bytes(eight));
        }
    }

    /// Takes one word of 64 bits.
    #[inline(always)]
    pub fn word(&mut self, word: u64) {
        self.0 = mix(self.0.wrapping_add(0x9e37_79b9_7f4a_7c15) ^ word);
    }

    /// Returns the fingerprint of everything that was taken.
    #[inline]
    pub fn result(self) -> u64 {
        self.0
    }
}

/// Writes the methods that serialise a value as one word.
macro_rules! words {
    ($($method:ident($type:ty),)*) => {
        $(#[inline(always)]
        fn $method(self, value: $type) -> Result<(), Error> {
            self.word(value as u64);
            Ok(())
        })*
    };
}

impl Serializer for &mut Mixer {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    words! {
        serialize_bool(bool),
        serialize_i8(i8),
        serialize_i16(i16),
        serialize_i32(i32),
        serialize_i64(i64),
        serialize_u8(u8),
        serialize_u16(u16),
        serialize_u32(u32),
        serialize_u64(u64),
        serialize_char(char),
    }
    #[inline(always)]
    fn serialize_f32(self, value: f32) -> Result<(), Error> {
        self.serialize_u32(value.to_bits())
    }
    #[inline(always)]
    fn serialize_f64(self, value: f64) -> Result<(), Error> {
        self.serialize_u64(value.to_bits())
    }
    fn serialize_str(self, text: &str) -> Result<(), Error> {
        self.serialize_bytes(text.as_bytes())
    }
    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), Error> {
        self.bytes(bytes);
        Ok(())
    }
    #[inline]
    fn serialize_none(self) -> Result<(), Error> {
        self.serialize_u8(0)
    }
    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        self.word(1);
        value.serialize(self)
    }
    fn serialize_unit(self) -> Result<(), Error> {
        Ok(())
    }
    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        Ok(())
    }
    #[inline]
    fn serialize_unit_variant(self, _: &'static str, number: u32, _: &'static str) -> Result<(), Error> {
        self.serialize_u32(number)
    }
    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        number: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        self.word(number.into());
        value.serialize(self)
    }
    #[inline]
    fn serialize_seq(self, length: Option<usize>) -> Result<Self, Error> {
        self.word(length.map_or(u64::MAX, |length| length as u64));
        Ok(self)
    }
    #[inline]
    fn serialize_tuple(self, _: usize) -> Result<Self, Error> {
        Ok(self)
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Error> {
        Ok(self)
    }
    fn serialize_tuple_variant(self, _: &'static str, number: u32, _: &'static str, _: usize) -> Result<Self, Error> {
        self.word(number.into());
        Ok(self)
    }
    fn serialize_map(self, length: Option<usize>) -> Result<Self, Error> {
        self.serialize_seq(length)
    }
    #[inline]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Error> {
        Ok(self)
    }
    fn serialize_struct_variant(self, _: &'static str, number: u32, _: &'static str, _: usize) -> Result<Self, Error> {
        self.word(number.into());
        Ok(self)
    }
    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<(), Error> {
        self.serialize_str(&value.to_string())
    }
    fn is_human_readable(&self) -> bool {
        false
    }
}

/// Implements the serialisers whose parts have no names.
macro_rules! lists {
    ($($kind:ident::$method:ident,)*) => {
        $(impl $kind for &mut Mixer {
            type Ok = ();
            type Error = Error;
            #[inline]
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                value.serialize(&mut **self)
            }
            fn end(self) -> Result<(), Error> {
                Ok(())
            }
        })*
    };
}
lists! {
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field,
}

/// Implements the serialisers whose parts have names; the names are not part of the fingerprint.
macro_rules! structs {
    ($($kind:ident),*) => {
        $(impl $kind for &mut Mixer {
            type Ok = ();
            type Error = Error;
            #[inline]
            fn serialize_field<T: Serialize + ?Sized>(&mut self, _: &'static str, value: &T) -> Result<(), Error> {
                value.serialize(&mut **self)
            }
            fn end(self) -> Result<(), Error> {
                Ok(())
            }
        })*
    };
}
structs!(SerializeStruct, SerializeStructVariant);

impl SerializeMap for &mut Mixer {
    type Ok = ();
    type Error = Error;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        key.serialize(&mut **self)
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        value.serialize(&mut **self)
    }
    fn end(self) -> Result<(), Error> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Serialize)]
    enum Kind {
        Nothing,
        Number(u32),
        Pair { a: f64, b: f64 },
    }

    #[test]
    fn values_that_differ_have_other_fingerprints() {
        all_differ(&[
            Kind::Nothing,
            Kind::Number(0),
            Kind::Number(1),
            Kind::Pair { a: 0.0, b: 1.0 },
            Kind::Pair { a: 1.0, b: 0.0 },
            Kind::Pair { a: -0.0, b: 1.0 },
        ]);
        all_differ(&[[vec![1, 2], vec![3]], [vec![1], vec![2, 3]], [vec![], vec![1, 2, 3]]]);
        all_differ(&[("ab", "c"), ("a", "bc"), ("abc", "")]);
        all_differ(&[None, Some(0), Some(1)]);
        all_differ(&[[0.0, 1.0], [1.0, 0.0], [f64::NAN, 0.0]]);
    }

    fn all_differ<T: Serialize>(values: &[T]) {
        let all: Vec<u64> = values.iter().map(fingerprint).collect();
        for (i, one) in all.iter().enumerate() {
            assert!(all[..i].iter().all(|other| other != one), "number {i}");
        }
    }

    #[test]
    fn a_fingerprint_is_the_same_on_every_machine() {
        // Computed by other code from the definition above: 1, the bits of 2.5, 5 and the bytes of "three", 2, 4 and 5.
        assert_eq!(fingerprint(&(1u32, 2.5f64, "three", [4u8, 5].as_slice())), 0x280a_c13d_c7aa_4f38);
    }
}
