//! Prints the TypeScript twin of the protocol.

fn main() {
    print!("{}", populace_serve::typescript::protocol());
}
