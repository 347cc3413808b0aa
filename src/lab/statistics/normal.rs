//! The normal distribution.

/// The deviation from the mean, in standard deviations, that 95 % of a normal distribution do not exceed either way.
pub const Z_95: f64 = 1.959_963_984_540_054;
