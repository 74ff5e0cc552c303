//! Turns values into bytes: numbers are little-endian; texts and lists begin with their length, choices with their number.
//!
//! [`message!`](crate::message) declares a structure or a choice once. Reading, writing and the TypeScript twin follow from it.

/// The error of bytes that are not a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed;

/// A value that can be sent.
pub trait Wire: Sized {
    /// The fewest bytes that the value takes.
    const LEAST: usize;
    /// Writes the value.
    fn put(&self, to: &mut Vec<u8>);
    /// Reads a value.
    fn take(from: &mut Reader<'_>) -> Result<Self, Malformed>;
    /// Writes several values, one after the other.
    fn put_all(items: &[Self], to: &mut Vec<u8>) {
        items.iter().for_each(|item| item.put(to));
    }
    /// Returns the type in TypeScript. Structures and choices also add their definition to `book`.
    fn shape(book: &mut Book) -> Shape;
}

/// Bytes that are being read.
pub struct Reader<'a> {
    rest: &'a [u8],
    depth: u8,
}

impl<'a> Reader<'a> {
    /// Returns a reader at the first byte.
    pub fn new(bytes: &'a [u8]) -> Self {
        Reader { rest: bytes, depth: 0 }
    }
    fn bytes(&mut self, count: usize) -> Result<&'a [u8], Malformed> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(Malformed)?;
        self.rest = rest;
        Ok(taken)
    }
    /// Reads the length of a list whose items take at least `least` bytes. Refuses a length for which too few bytes are left.
    fn length(&mut self, least: usize) -> Result<usize, Malformed> {
        let length = u32::take(self)? as usize;
        if length > self.rest.len() / least.max(1) { Err(Malformed) } else { Ok(length) }
    }
    /// Returns whether everything was read.
    pub fn is_done(&self) -> bool {
        self.rest.is_empty()
    }
    /// Notes that a nested value begins. Refuses a depth that no message has.
    pub fn deeper(&mut self) -> Result<(), Malformed> {
        self.depth = self.depth.checked_add(1).filter(|&d| d < 200).ok_or(Malformed)?;
        Ok(())
    }
    /// Notes that the nested value ends.
    pub fn shallower(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }
}

/// Returns the bytes of a message.
pub fn to_bytes<T: Wire>(message: &T) -> Vec<u8> {
    let mut bytes = Vec::new();
    message.put(&mut bytes);
    bytes
}

/// Reads a message. Refuses bytes that are left over after it.
pub fn from_bytes<T: Wire>(bytes: &[u8]) -> Result<T, Malformed> {
    let mut reader = Reader::new(bytes);
    let message = T::take(&mut reader)?;
    if reader.is_done() { Ok(message) } else { Err(Malformed) }
}

/// A type in TypeScript.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A number, by the name of its reader.
    Number(&'static str),
    /// A list of numbers: a typed array, by the name of its reader.
    Numbers(&'static str),
    /// True or false.
    Flag,
    /// Text.
    Text,
    /// A list.
    List(Box<Shape>),
    /// A value that may be absent.
    Perhaps(Box<Shape>),
    /// A structure or choice with a name.
    Named(&'static str),
}

/// A field of a structure.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The documentation of the field.
    pub doc: String,
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub shape: Shape,
}

/// A structure or a choice.
#[derive(Clone, Debug, PartialEq)]
pub enum Definition {
    /// Some fields, one after the other.
    Structure {
        /// The documentation of the structure.
        doc: String,
        /// Its name.
        name: &'static str,
        /// Its fields, in order.
        fields: Vec<Field>,
    },
    /// One of several variants, by number.
    Choice {
        /// The documentation of the choice.
        doc: String,
        /// Its name.
        name: &'static str,
        /// The number, documentation, name and fields of each variant.
        variants: Vec<(u8, String, &'static str, Vec<Field>)>,
    },
}

/// All definitions so far, in order.
#[derive(Default)]
pub struct Book {
    known: Vec<&'static str>,
    /// The definitions.
    pub definitions: Vec<Definition>,
}

impl Book {
    /// Adds a definition, unless it is there already.
    pub fn define(&mut self, name: &'static str, describe: impl FnOnce(&mut Book) -> Definition) -> Shape {
        if !self.known.contains(&name) {
            self.known.push(name);
            let definition = describe(self);
            self.definitions.push(definition);
        }
        Shape::Named(name)
    }
}

macro_rules! number {
    ($($type:ty, $reader:literal;)*) => {$(
        impl Wire for $type {
            const LEAST: usize = size_of::<$type>();
            fn put(&self, to: &mut Vec<u8>) {
                to.extend_from_slice(&self.to_le_bytes());
            }
            fn take(from: &mut Reader<'_>) -> Result<Self, Malformed> {
                let bytes = from.bytes(size_of::<$type>())?;
                Ok(<$type>::from_le_bytes(bytes.try_into().map_err(|_| Malformed)?))
            }
            fn shape(_: &mut Book) -> Shape {
                Shape::Number($reader)
            }
        }
    )*};
}
number! {
    u16, "u16";
    u32, "u32";
    i32, "i32";
    f32, "f32";
    f64, "f64";
}

impl Wire for u8 {
    const LEAST: usize = 1;
    fn put(&self, to: &mut Vec<u8>) {
        to.push(*self);
    }
    fn take(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        from.bytes(1).map(|bytes| bytes[0])
    }
    /// Copies the bytes at once, because most of a frame is bytes.
    fn put_all(items: &[Self], to: &mut Vec<u8>) {
        to.extend_from_slice(items);
    }
    fn shape(_: &mut Book) -> Shape {
        Shape::Number("u8")
    }
}

impl Wire for bool {
    const LEAST: usize = 1;
    fn put(&self, to: &mut Vec<u8>) {
        to.push(u8::from(*self));
    }
    fn take(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        match u8::take(from)? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(Malformed),
        }
    }
    fn shape(_: &mut Book) -> Shape {
        Shape::Flag
    }
}

impl Wire for String {
    const LEAST: usize = 4;
    fn put(&self, to: &mut Vec<u8>) {
        (self.len() as u32).put(to);
        to.extend_from_slice(self.as_bytes());
    }
    fn take(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        let length = from.length(1)?;
        let bytes = from.bytes(length)?;
        std::str::from_utf8(bytes).map(str::to_owned).map_err(|_| Malformed)
    }
    fn shape(_: &mut Book) -> Shape {
        Shape::Text
    }
}

impl<T: Wire> Wire for Vec<T> {
    const LEAST: usize = 4;
    fn put(&self, to: &mut Vec<u8>) {
        (self.len() as u32).put(to);
        to.reserve(self.len() * T::LEAST);
        T::put_all(self, to);
    }
    fn take(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        let length = from.length(T::LEAST)?;
        (0..length).map(|_| T::take(from)).collect()
    }
    fn shape(book: &mut Book) -> Shape {
        match T::shape(book) {
            Shape::Number(reader) => Shape::Numbers(reader),
            item => Shape::List(Box::new(item)),
        }
    }
}

/// A box is sent as its content. So a choice can keep the fields of a large variant in a box.
impl<T: Wire> Wire for Box<T> {
    const LEAST: usize = T::LEAST;
    fn put(&self, to: &mut Vec<u8>) {
        (**self).put(to);
    }
    fn take(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        T::take(from).map(Box::new)
    }
    fn shape(book: &mut Book) -> Shape {
        T::shape(book)
    }
}

impl<T: Wire> Wire for Option<T> {
    const LEAST: usize = 1;
    fn put(&self, to: &mut Vec<u8>) {
        self.is_some().put(to);
        if let Some(item) = self {
            item.put(to);
        }
    }
    fn take(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        if bool::take(from)? { T::take(from).map(Some) } else { Ok(None) }
    }
    fn shape(book: &mut Book) -> Shape {
        Shape::Perhaps(Box::new(T::shape(book)))
    }
}

/// Declares a structure or a choice that can be sent.
#[macro_export]
macro_rules! message {
    ($(#[doc = $doc:literal])* struct $name:ident { $($(#[doc = $field_doc:literal])* $field:ident: $type:ty,)* }) => {
        $(#[doc = $doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name { $($(#[doc = $field_doc])* pub $field: $type,)* }

        impl $crate::wire::Wire for $name {
            const LEAST: usize = 0 $(+ <$type as $crate::wire::Wire>::LEAST)*;
            fn put(&self, to: &mut Vec<u8>) {
                $(self.$field.put(to);)*
                let _ = to;
            }
            fn take(from: &mut $crate::wire::Reader<'_>) -> Result<Self, $crate::wire::Malformed> {
                from.deeper()?;
                $(let $field = <$type as $crate::wire::Wire>::take(from)?;)*
                from.shallower();
                Ok($name { $($field,)* })
            }
            fn shape(book: &mut $crate::wire::Book) -> $crate::wire::Shape {
                book.define(stringify!($name), |book| $crate::wire::Definition::Structure {
                    doc: concat!($($doc, "\n",)*).into(),
                    name: stringify!($name),
                    fields: $crate::message!(@fields book $($(#[doc = $field_doc])* $field: $type,)*),
                })
            }
        }
    };
    ($(#[doc = $doc:literal])* enum $name:ident {
        $($(#[doc = $variant_doc:literal])* $number:literal $variant:ident { $($(#[doc = $field_doc:literal])* $field:ident: $type:ty,)* },)*
    }) => {
        $(#[doc = $doc])*
        #[derive(Clone, Debug, PartialEq)]
        #[allow(missing_docs)] // The documentation of a variant describes its fields.
        pub enum $name { $($(#[doc = $variant_doc])* $variant { $($(#[doc = $field_doc])* $field: $type,)* },)* }

        impl $crate::wire::Wire for $name {
            const LEAST: usize = 1;
            fn put(&self, to: &mut Vec<u8>) {
                match self {
                    $($name::$variant { $($field,)* } => {
                        to.push($number);
                        $($field.put(to);)*
                    })*
                }
            }
            fn take(from: &mut $crate::wire::Reader<'_>) -> Result<Self, $crate::wire::Malformed> {
                from.deeper()?;
                let taken = match <u8 as $crate::wire::Wire>::take(from)? {
                    $($number => $name::$variant { $($field: <$type as $crate::wire::Wire>::take(from)?,)* },)*
                    _ => return Err($crate::wire::Malformed),
                };
                from.shallower();
                Ok(taken)
            }
            fn shape(book: &mut $crate::wire::Book) -> $crate::wire::Shape {
                book.define(stringify!($name), |book| $crate::wire::Definition::Choice {
                    doc: concat!($($doc, "\n",)*).into(),
                    name: stringify!($name),
                    variants: vec![$((
                        $number,
                        concat!("", $($variant_doc, "\n",)*).into(),
                        stringify!($variant),
                        $crate::message!(@fields book $($(#[doc = $field_doc])* $field: $type,)*),
                    ),)*],
                })
            }
        }
    };
    (@fields $book:ident $($(#[doc = $doc:literal])* $field:ident: $type:ty,)*) => {{
        let _ = &$book;
        vec![$($crate::wire::Field {
            doc: concat!("", $($doc, "\n",)*).into(),
            name: stringify!($field),
            shape: <$type as $crate::wire::Wire>::shape($book),
        },)*]
    }};
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::message! {
        /// A pair.
        struct Pair {
            /// One.
            one: u16,
            /// Perhaps many.
            many: Option<Vec<String>>,
        }
    }

    #[test]
    fn what_was_written_is_read() {
        let pair = Pair { one: 513, many: Some(vec!["é".into(), String::new()]) };
        let bytes = to_bytes(&pair);
        assert_eq!(bytes, [1, 2, 1, 2, 0, 0, 0, 2, 0, 0, 0, 0xc3, 0xa9, 0, 0, 0, 0]);
        assert_eq!(from_bytes(&bytes), Ok(pair));
    }

    #[test]
    fn every_shorter_or_longer_message_is_malformed() {
        let bytes = to_bytes(&Pair { one: 1, many: Some(vec!["four".into(); 3]) });
        for end in 0..bytes.len() {
            assert_eq!(from_bytes::<Pair>(&bytes[..end]), Err(Malformed));
        }
        assert_eq!(from_bytes::<Pair>(&[bytes.as_slice(), &[0]].concat()), Err(Malformed));
    }

    #[test]
    fn a_list_that_claims_more_than_there_is_takes_no_memory() {
        assert_eq!(from_bytes::<Vec<u32>>(&[0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4]), Err(Malformed));
        assert_eq!(from_bytes::<Vec<String>>(&[0xff, 0xff, 0xff, 0x0f]), Err(Malformed));
    }
}
