//! Typed ids: a `u32` index that cannot be mistaken for another kind of index.

/// Declares a typed `u32` id with `new`, `index` and an order. `serde` reads and writes the id as a plain number.
///
/// ```
/// populace_geom::typed_id! {
///     /// A door.
///     pub struct DoorId;
/// }
/// assert_eq!(DoorId::new(3).index(), 3);
/// ```
#[macro_export]
macro_rules! typed_id {
    ($(#[$meta:meta])* $vis:vis struct $name:ident;) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        $vis struct $name(pub u32);

        impl $name {
            /// Returns the id of row `index`.
            #[inline]
            pub fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("more than 4 billion rows"))
            }
            /// Returns the row that this id names.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl $crate::serde::Serialize for $name {
            #[inline]
            fn serialize<S: $crate::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_u32(self.0)
            }
        }
        impl<'de> $crate::serde::Deserialize<'de> for $name {
            #[inline]
            fn deserialize<D: $crate::serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                <u32 as $crate::serde::Deserialize>::deserialize(from).map($name)
            }
        }
    };
}
