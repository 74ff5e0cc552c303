//! What a checkpoint of a run holds: the simulation, what was tallied so far, and the state hash of the last step.

use super::Tally;

/// First bytes, with the version of the layout.
const MAGIC: &[u8; 8] = b"run-1\0\0\0";

/// The state of a run.
pub struct Saved {
    pub simulation: Vec<u8>,
    pub tally: String,
    pub state_hash: u64,
}

impl Saved {
    /// Of a run as it is now.
    pub fn of(simulation: Vec<u8>, tally: &Tally, state_hash: u64) -> Self {
        let mut text = String::new();
        tally.save(&mut text);
        Saved { simulation, tally: text, state_hash }
    }
    /// The magic, the hash and the length of the simulation, 8 bytes each (little-endian), the simulation, and the tally as text.
    pub fn to_bytes(&self) -> Vec<u8> {
        let length = self.simulation.len() as u64;
        let parts = [&MAGIC[..], &self.state_hash.to_le_bytes(), &length.to_le_bytes(), &self.simulation];
        [&parts.concat(), self.tally.as_bytes()].concat()
    }
    /// `None` when the bytes are something else.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (hash, rest) = bytes.strip_prefix(MAGIC)?.split_first_chunk()?;
        let (length, rest) = rest.split_first_chunk()?;
        let (simulation, tally) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
        let tally = std::str::from_utf8(tally).ok()?.to_owned();
        Some(Saved { simulation: simulation.to_vec(), tally, state_hash: u64::from_le_bytes(*hash) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_and_others_are_refused() {
        let saved = Saved { simulation: vec![1, 2, 3], tally: "4 5".into(), state_hash: 6 };
        let bytes = saved.to_bytes();
        let back = Saved::from_bytes(&bytes).unwrap();
        assert_eq!((back.simulation, back.tally, back.state_hash), (vec![1, 2, 3], "4 5".to_owned(), 6));
        for end in 0..27 {
            assert!(Saved::from_bytes(&bytes[..end]).is_none(), "{end} bytes");
        }
        assert!(Saved::from_bytes(&[&[0], &bytes[1..]].concat()).is_none());
    }
}
