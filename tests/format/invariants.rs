//! The invariants that are fuzzed, held against the inputs that are known: seeds, and what has once broken
//! one of them.

use std::{fs, path::Path};

use crate::invariant::{INVARIANTS, named};

/// Holds an invariant against all inputs in its folder.
#[allow(clippy::print_stdout)] // Shown if the test fails.
fn check(name: &str) {
    let invariant = named(name);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/invariants/seeds");
    let mut count = 0;
    for entry in fs::read_dir(folder.join(invariant.reads)).expect("every invariant has seeds") {
        let path = entry.expect("a folder can be read").path();
        println!("{}", path.display());
        (invariant.hold)(&fs::read(&path).expect("a file can be read"));
        count += 1;
    }
    assert!(count >= 5, "{count} seeds");
}

macro_rules! invariants {
    ($($name:ident)*) => {
        const TESTED: &[&str] = &[$(stringify!($name)),*];
        $(
            #[test]
            fn $name() {
                check(stringify!($name));
            }
        )*
    };
}

invariants!(parse write fmt chunks report page tokens moves play key archive ruleset merge snapshot
    import_json import_listing import_abstractplay import_abstractplay_moves import_movelist import_go);

#[test]
fn every_invariant_is_tested_and_fuzzed() {
    let names = INVARIANTS.map(|invariant| invariant.name);
    assert_eq!(names, TESTED);
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/Cargo.toml");
    // The folder is not part of the package.
    if let Ok(manifest) = fs::read_to_string(manifest) {
        let targets: Vec<&str> = manifest
            .lines()
            .filter_map(|line| {
                line.strip_prefix("path = \"fuzz_targets/")?
                    .strip_suffix(".rs\"")
            })
            .collect();
        assert_eq!(targets, TESTED);
    }
}
