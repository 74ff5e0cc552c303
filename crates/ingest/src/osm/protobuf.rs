//! The part of the protocol buffer wire format that OSM PBF needs, with every length checked.

/// The value of a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    /// A variable-length number.
    Number(u64),
    /// A string, a message or packed numbers.
    Bytes(&'a [u8]),
    /// A number of fixed width, which nothing here uses.
    Fixed,
}

/// The fields of a message, in order.
pub struct Fields<'a>(pub &'a [u8]);

impl<'a> Fields<'a> {
    /// Reads the number and the value of the next field; `None` at the end.
    pub fn next(&mut self) -> Result<Option<(u64, Value<'a>)>, String> {
        if self.0.is_empty() {
            return Ok(None);
        }
        let key = varint(&mut self.0)?;
        let value = match key & 7 {
            0 => Value::Number(varint(&mut self.0)?),
            1 => self.take(8).map(|_| Value::Fixed)?,
            2 => {
                let length = varint(&mut self.0)?;
                Value::Bytes(self.take(length)?)
            }
            5 => self.take(4).map(|_| Value::Fixed)?,
            kind => return Err(format!("a field has the unknown wire type {kind}")),
        };
        Ok(Some((key >> 3, value)))
    }
    /// Takes bytes from the message.
    fn take(&mut self, length: u64) -> Result<&'a [u8], String> {
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let (head, rest) = self.0.split_at_checked(length).ok_or("a field is longer than its message")?;
        self.0 = rest;
        Ok(head)
    }
}

/// Reads a variable-length number and moves on behind it.
pub fn varint(bytes: &mut &[u8]) -> Result<u64, String> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first().ok_or("a number is cut off")?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Ok(number);
        }
    }
    Err("a number has more than ten bytes".into())
}

/// Returns packed variable-length numbers.
pub fn packed(mut bytes: &[u8]) -> Result<Vec<u64>, String> {
    let mut numbers = Vec::new();
    while !bytes.is_empty() {
        numbers.push(varint(&mut bytes)?);
    }
    Ok(numbers)
}

/// Returns the numbers that packed differences, in zigzag code, add up to.
pub fn packed_deltas(bytes: &[u8]) -> Result<Vec<i64>, String> {
    let mut sum = 0_i64;
    let mut numbers = Vec::new();
    for delta in packed(bytes)? {
        sum = sum.wrapping_add(zigzag(delta));
        numbers.push(sum);
    }
    Ok(numbers)
}

/// Returns the signed number of a zigzag code: 0, 1, 2, 3 … stand for 0, −1, 1, −2 ….
pub fn zigzag(number: u64) -> i64 {
    ((number >> 1) as i64) ^ -((number & 1) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_the_specification_says() {
        // The examples of the protocol buffer encoding guide: 150 is 96 01; zigzag 1 → −1, 4294967294 → 2147483647.
        assert_eq!(varint(&mut &[0x96, 0x01][..]), Ok(150));
        assert_eq!(zigzag(1), -1);
        assert_eq!(zigzag(4_294_967_294), 2_147_483_647);
        assert_eq!(Fields(&[0x08, 0x96, 0x01]).next(), Ok(Some((1, Value::Number(150)))));
    }

    #[test]
    fn lengths_beyond_the_message_are_refused() {
        assert!(Fields(&[0x0a, 0x7f, 0x00]).next().is_err());
        assert!(varint(&mut &[0xff; 11][..]).is_err());
        assert!(varint(&mut &[0x80][..]).is_err());
    }
}
