//! "Did you mean": the known name that is nearest to an unknown one.

/// The nearest of the known names, if one is near enough to be a likely typing mistake.
pub(crate) fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let name = name.to_ascii_lowercase();
    known
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&name, candidate), candidate))
        .filter(|&(distance, candidate)| distance <= 1 + candidate.len() / 4)
        .min()
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        let games = ["bargo", "sygo", "ugo", "bamogo", "margo"];
        assert_eq!(nearest("sigo", games), Some("sygo"));
        assert_eq!(nearest("MARGOO", games), Some("margo"));
        assert_eq!(nearest("chess", games), None);
        assert_eq!(nearest("1", games), None);
    }
}
