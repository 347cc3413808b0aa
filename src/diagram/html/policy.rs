//! The content security policy: this script and the styles of the document, nothing else.

/// The script of the viewer.
pub(super) const SCRIPT: &str = include_str!("viewer.js");

/// The policy. The hash is that of [`SCRIPT`]; a test computes it.
pub(super) const POLICY: &str = "default-src 'none'; \
    script-src 'sha256-t/ygGLtrM17w2uN1ISq8Tejtc/zCcuhBBeLgljved8E='; \
    style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

#[cfg(test)]
mod tests {
    use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
    use sha2::{Digest, Sha256};

    use super::*;

    #[test]
    fn policy_has_the_hash_of_the_script() {
        let hash = BASE64.encode(Sha256::digest(SCRIPT));
        assert_eq!(
            POLICY,
            format!(
                "default-src 'none'; script-src 'sha256-{hash}'; style-src 'unsafe-inline'; \
                 base-uri 'none'; form-action 'none'"
            )
        );
    }
}
