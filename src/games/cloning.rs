//! `Clone` field by field.
//!
//! The derived `clone_from` allocates anew. A player that looks ahead copies the same position
//! thousands of times: with this macro it reuses the memory of the copy before.

/// Implements `Clone` for a struct of the listed fields, which must be all of them.
macro_rules! clone_by_field {
    ($({$($generics:tt)*})? $type:ty { $($field:ident),* $(,)? }) => {
        impl $(<$($generics)*>)? Clone for $type {
            fn clone(&self) -> Self {
                Self {
                    $($field: Clone::clone(&self.$field)),*
                }
            }

            fn clone_from(&mut self, source: &Self) {
                $(Clone::clone_from(&mut self.$field, &source.$field);)*
            }
        }
    };
}

pub(super) use clone_by_field;
