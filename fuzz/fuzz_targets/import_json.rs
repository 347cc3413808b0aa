#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| (invariants::named("import_json").hold)(data));
