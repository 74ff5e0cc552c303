//! Turns gathered values into bytes for checkpoints, and back. Numbers come back with the same bits.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Returns the bytes of a value.
pub fn save<T: Serialize>(value: &T) -> Vec<u8> {
    // Writing plain data to memory does not fail. Empty bytes would be refused when they are loaded.
    postcard::to_allocvec(value).unwrap_or_default()
}

/// Reads the value from the bytes that [`save`] returned; `None` when they are something else.
pub fn load<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    let (value, rest) = postcard::take_from_bytes(bytes).ok()?;
    rest.is_empty().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_to_the_bit() {
        let numbers = [0.1 + 0.2, -0.0, 1e300, 5e-324, std::f64::consts::PI, f64::INFINITY];
        let back: Vec<f64> = load(&save(&numbers.to_vec())).unwrap();
        assert_eq!(back.iter().map(|n| n.to_bits()).collect::<Vec<_>>(), numbers.map(f64::to_bits));
    }

    #[test]
    fn other_bytes_are_refused() {
        let bytes = save(&vec![1.0, 2.0]);
        assert_eq!(load::<Vec<f64>>(&bytes[..bytes.len() - 1]), None);
        assert_eq!(load::<Vec<f64>>(&[&bytes[..], &[0]].concat()), None);
        // The bytes claim a length that they do not have.
        assert_eq!(load::<Vec<f64>>(&[0xff, 0xff, 0xff, 0xff, 0x0f]), None);
        assert_eq!(load::<Vec<f64>>(&[]), None);
    }
}
