//! The content security policy: this script and the styles of the document, nothing else.

/// The script of the viewer without its comments and indentation.
pub(super) fn script() -> String {
    let lines = SCRIPT.lines().map(str::trim_start);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Several files that see each other's names.
const SCRIPT: &str = concat!(
    "\"use strict\";\n(() => {\nconst pageRoot = document;\n",
    include_str!("page/page.js"),
    include_str!("page/positions.js"),
    include_str!("page/navigation.js"),
    include_str!("page/address.js"),
    include_str!("page/levels.js"),
    include_str!("page/board.js"),
    include_str!("page/panel.js"),
    include_str!("page/moves.js"),
    include_str!("page/theme.js"),
    include_str!("page/taking.js"),
    include_str!("page/menu.js"),
    include_str!("page/main.js"),
    "})();\n"
);

/// The policy. The hash is that of [`script`]; a test computes it.
pub(super) const POLICY: &str = "default-src 'none'; \
    script-src 'sha256-xeS1e9RgK8IqiZ+F5fP3W4OwA9sKTSsBtTCT5Z11OM0='; \
    style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

#[cfg(test)]
mod tests {
    use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
    use sha2::{Digest, Sha256};

    use super::*;

    #[test]
    fn policy_has_the_hash_of_the_script() {
        let hash = BASE64.encode(Sha256::digest(script()));
        assert_eq!(
            POLICY,
            format!(
                "default-src 'none'; script-src 'sha256-{hash}'; style-src 'unsafe-inline'; \
                 base-uri 'none'; form-action 'none'"
            )
        );
    }
}
