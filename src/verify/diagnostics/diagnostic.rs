use crate::verify::codes::Code;

/// The facts of a finding. A finding without a code, a message or a help text does not compile; severity
/// and rule come with the [`Code`].
pub(in crate::verify) trait Diagnostic {
    /// The kind of finding.
    fn code(&self) -> Code;

    /// What is wrong, in one sentence without a full stop.
    fn message(&self) -> String;

    /// What would be right; empty if there is nothing to say.
    fn help(&self) -> String;
}
