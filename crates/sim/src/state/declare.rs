//! The declaration from which everything about a part of the state is made: saving and loading (`serde`), the
//! fingerprint (which is a serialisation, too) and validation.
//!
//! A field that is added to a declaration is saved, loaded, hashed and validated without another line. Its type says
//! what is valid; where a plain number means more than its type says, the field names a rule of
//! [`Ranges`](crate::state::Ranges): `exit: u32 => area_or_none`.

/// Checks a value by the rule that its declaration names, or else by its type.
macro_rules! check {
    ($ranges:expr, $value:expr) => {
        $crate::state::Checked::check($value, $ranges)
    };
    ($ranges:expr, $value:expr, $rule:ident) => {
        $ranges.$rule($value)
    };
}

/// Declares a struct of the state.
///
/// With the groups `every_step { … } by_row { … }` the fields of the first group get into the step's hash as they are;
/// the fields of the second group are hashed row by row, see [`ByRow`](crate::state::ByRow).
macro_rules! state {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident {
            $($(#[$field_meta:meta])* $field_vis:vis $field:ident: $type:ty $(=> $rule:ident)?,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        $vis struct $name { $($(#[$field_meta])* $field_vis $field: $type,)* }

        impl $crate::state::Checked for $name {
            fn check(&self, ranges: &$crate::state::Ranges<'_>) -> Result<(), String> {
                $($crate::state::declare::check!(ranges, &self.$field $(, $rule)?)
                    .map_err(|what| format!("{}: {what}", stringify!($field)))?;)*
                Ok(())
            }
        }
    };
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident {
            every_step { $($(#[$m:meta])* $v:vis $few:ident: $t:ty $(=> $r:ident)?,)* }
            by_row { $($(#[$n:meta])* $w:vis $many:ident: $u:ty $(=> $s:ident)?,)* }
        }
    ) => {
        $crate::state::declare::state! {
            $(#[$meta])*
            $vis struct $name {
                $($(#[$m])* $v $few: $t $(=> $r)?,)*
                $($(#[$n])* $w $many: $u $(=> $s)?,)*
            }
        }

        impl $name {
            /// Mixes all fields that are not hashed row by row.
            fn mix(&self, mixer: &mut populace_geom::Mixer) {
                $(mixer.take(&self.$few);)*
            }
            /// Mixes a row of all fields that are hashed row by row; `ids` are the pedestrians by row.
            #[inline]
            fn mix_row(&self, row: usize, is_whole: bool, ids: &[u32], mixer: &mut populace_geom::Mixer) {
                $($crate::state::ByRow::mix(&self.$many, row, is_whole, ids, mixer);)*
            }
        }
    };
}

/// Declares the columns of the store. The first group is hashed in every step, the second in every 20th step only.
macro_rules! columns {
    (
        every_step { $($(#[$m:meta])* $hot:ident: $hot_type:ty $(=> $hot_rule:ident)?,)* }
        now_and_then { $($(#[$n:meta])* $cold:ident: $cold_type:ty $(=> $cold_rule:ident)?,)* }
    ) => {
        $crate::state::declare::columns! {
            @store $($(#[$m])* $hot: $hot_type $(=> $hot_rule)?,)* $($(#[$n])* $cold: $cold_type $(=> $cold_rule)?,)*
        }

        impl $crate::state::ByRow for People {
            #[inline]
            fn mix(&self, row: usize, is_whole: bool, _: &[u32], mixer: &mut populace_geom::Mixer) {
                $(mixer.take(&self.$hot[row]);)*
                if is_whole {
                    $(mixer.take(&self.$cold[row]);)*
                }
            }
        }
    };
    (@store $($(#[$meta:meta])* $name:ident: $type:ty $(=> $rule:ident)?,)*) => {
        $crate::state::declare::state! {
            /// All columns of one pedestrian.
            pub struct Person { $($(#[$meta])* pub $name: $type $(=> $rule)?,)* }
        }

        /// The people in the steering loop, by columns.
        #[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
        pub struct People { $($(#[$meta])* pub $name: Vec<$type>,)* }

        impl People {
            /// Adds a row at the end.
            pub fn push(&mut self, person: Person) {
                $(self.$name.push(person.$name);)*
            }
            /// Returns a copy of one row.
            pub fn person(&self, row: usize) -> Person {
                Person { $($name: self.$name[row].clone(),)* }
            }
            /// Swaps rows, one pair after the other.
            pub(crate) fn swap_all(&mut self, swaps: &[(u32, u32)]) {
                $(swaps.iter().for_each(|&(a, b)| self.$name.swap(a as usize, b as usize));)*
            }
            /// Takes a row out; the last row takes its place.
            pub fn swap_remove(&mut self, row: usize) -> Person {
                Person { $($name: self.$name.swap_remove(row),)* }
            }
        }

        impl $crate::state::Checked for People {
            fn check(&self, ranges: &$crate::state::Ranges<'_>) -> Result<(), String> {
                let rows = self.id.len();
                $(if self.$name.len() != rows {
                    return Err(format!("column {} has {} rows, not {rows}", stringify!($name), self.$name.len()));
                })*
                $(for (row, value) in self.$name.iter().enumerate() {
                    $crate::state::declare::check!(ranges, value $(, $rule)?)
                        .map_err(|what| format!("{} of pedestrian {}: {what}", stringify!($name), self.id[row]))?;
                })*
                Ok(())
            }
        }
    };
}

pub(crate) use {check, columns, state};
