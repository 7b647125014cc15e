-- SQLite's INTEGER PRIMARY KEY is the 64-bit row id; here the same word means 32 bits.
ALTER TABLE posts ALTER COLUMN seq TYPE BIGINT;

-- Terms are compared byte by byte, never by a language's rules; short rows are updated in place and never moved out of line.
ALTER TABLE search_blocks ALTER COLUMN term TYPE TEXT COLLATE "C";
ALTER TABLE search_blocks ALTER COLUMN postings SET STORAGE PLAIN;
ALTER TABLE search_blocks SET (fillfactor = 80);
