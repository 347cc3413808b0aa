//! What the program says when it crashes.

use std::{
    io::{self, Write},
    panic,
    sync::Once,
};

/// Lets a panic say where it can be reported, after the usual message.
pub(super) fn tell_where_to_report() {
    static IS_SET: Once = Once::new();
    static IS_TOLD: Once = Once::new();
    IS_SET.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            usual(info);
            IS_TOLD.call_once(|| {
                // If standard error is closed, there is nobody to tell.
                let _ = io::stderr().lock().write_all(MESSAGE.as_bytes());
            });
            if cfg!(panic = "abort") {
                crate::interrupt::end_crashed();
            }
        }));
    });
}

const MESSAGE: &str = concat!(
    "\nkifu ",
    env!("CARGO_PKG_VERSION"),
    " (commit ",
    env!("KIFU_COMMIT"),
    ") has crashed. That is a bug of kifu, whatever it was given.\n\
     Please report it, with the message above, the command, and the record if you may show it:\n  ",
    env!("CARGO_PKG_REPOSITORY"),
    "/issues\n"
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_names_the_version_and_an_address() {
        assert!(MESSAGE.contains(env!("CARGO_PKG_VERSION")));
        assert!(MESSAGE.contains("\n  https://") && MESSAGE.ends_with("/issues\n"));
    }
}
