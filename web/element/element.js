// (later)
