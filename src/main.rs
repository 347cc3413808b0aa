//! kifu
fn main() {}
