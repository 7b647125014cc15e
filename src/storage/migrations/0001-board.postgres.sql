-- SQLite's INTEGER PRIMARY KEY is the 64-bit row id; here the same word means 32 bits.
ALTER TABLE posts ALTER COLUMN seq TYPE BIGINT;
