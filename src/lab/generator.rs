//! Random numbers for playouts: splitmix64, which needs a few instructions for each and gives the same numbers on
//! every machine.

/// A sequence of random numbers.
#[derive(Clone, Debug)]
pub(super) struct Generator(u64);

impl Generator {
    /// The sequence with this seed. Different numbers give different sequences.
    pub(super) fn new(seed: u64, number: u64) -> Generator {
        let mut generator = Generator(seed);
        let first = generator.next();
        Generator(first ^ number.wrapping_mul(0xd134_2543_de82_ef95))
    }

    /// The next number.
    #[inline]
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 up to, but not including, `end`, and another one of any size.
    #[inline]
    pub(super) fn below(&mut self, end: usize) -> (usize, u32) {
        let random = self.next();
        let high = random >> 32;
        (((high * end as u64) >> 32) as usize, random as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        // From the reference implementation, with the state 1234567.
        let mut generator = Generator(1_234_567);
        let first = [generator.next(), generator.next(), generator.next()];
        let known = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
        ];
        assert_eq!(first, known);
    }

    #[test]
    fn a_number_is_below_its_bound() {
        let mut generator = Generator::new(1, 2);
        let mut counts = [0; 5];
        for _ in 0..5_000 {
            counts[generator.below(5).0] += 1;
        }
        assert!(counts.iter().all(|count| (850..1_150).contains(count)));
    }
}
