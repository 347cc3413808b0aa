//! What `kifu --version --verbose` prints.

use std::ffi::OsString;

/// The version, and what the program was built from, by which compiler and for what.
const VERBOSE: &str = concat!(
    "kifu ",
    env!("CARGO_PKG_VERSION"),
    "\ncommit: ",
    env!("KIFU_COMMIT"),
    "\nfeatures: ",
    env!("KIFU_FEATURES"),
    "\ntarget: ",
    env!("KIFU_TARGET"),
    "\nrustc: ",
    env!("KIFU_RUSTC"),
    "\n"
);

/// What to print if the arguments, after the name of the program, ask for the version with `--verbose`.
pub(super) fn verbose_version(arguments: &[OsString]) -> Option<&'static str> {
    let [_, one, other] = arguments else {
        return None;
    };
    let is_version = |argument: &OsString| argument == "--version" || argument == "-V";
    let asks =
        (is_version(one) && other == "--verbose") || (one == "--verbose" && is_version(other));
    asks.then_some(VERBOSE)
}
