//! Sources as code hosts name them: relative to the folder of the repository.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// The characters of a path that are not percent-encoded, besides letters and digits.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The path of a source, relative to the root if it is inside.
pub(super) fn relative<'s>(source: &'s str, root: Option<&str>) -> &'s str {
    let inside = root.and_then(|root| {
        let rest = source.strip_prefix(root.trim_end_matches('/'))?;
        rest.strip_prefix('/')
    });
    let mut path = inside.unwrap_or(source);
    while let Some(rest) = path.strip_prefix("./") {
        path = rest.trim_start_matches('/');
    }
    path
}

/// Whether a path begins at the root of the file system, or at a drive.
pub(super) fn is_absolute(path: &str) -> bool {
    let drive = |path: &str| {
        let mut bytes = path.bytes();
        bytes
            .next()
            .is_some_and(|letter| letter.is_ascii_alphabetic())
            && bytes.next() == Some(b':')
            && bytes.next() == Some(b'/')
    };
    path.starts_with('/') || drive(path)
}

/// A path as a URI: relative, or of the scheme `file`.
pub(super) fn uri(path: &str) -> String {
    let encoded = utf8_percent_encode(path, ENCODED);
    if is_absolute(path) {
        format!("file:///{}", encoded.to_string().trim_start_matches('/'))
    } else {
        encoded.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_named_from_the_root() {
        let root = Some("/home/me/games");
        assert_eq!(relative("a/b.sgf", root), "a/b.sgf");
        assert_eq!(relative("././/a.sgf", root), "a.sgf");
        assert_eq!(relative("/home/me/games/a.sgf", root), "a.sgf");
        assert_eq!(
            relative("/home/me/games2/a.sgf", root),
            "/home/me/games2/a.sgf"
        );
        assert_eq!(relative("/a.sgf", Some("/")), "a.sgf");
        assert_eq!(relative("../a.sgf", None), "../a.sgf");
    }

    #[test]
    fn what_a_uri_cannot_hold_is_encoded() {
        assert_eq!(uri("a b/ž%#?.sgf"), "a%20b/%C5%BE%25%23%3F.sgf");
        assert_eq!(uri("a:b.sgf"), "a%3Ab.sgf");
        assert_eq!(uri("/a b.sgf"), "file:///a%20b.sgf");
        assert_eq!(uri("C:/a.sgf"), "file:///C%3A/a.sgf");
        assert_eq!(uri("javascript:alert(1)"), "javascript%3Aalert%281%29");
    }
}
