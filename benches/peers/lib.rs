//! Benchmarks of kifu against other readers of game records; see `benches/speed.rs`.
