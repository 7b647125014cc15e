-- SQLite's INTEGER PRIMARY KEY is the 64-bit row id; here the same word means 32 bits.
ALTER TABLE posts ALTER COLUMN seq TYPE BIGINT;

-- Terms are compared byte by byte, never by a language's rules; short rows are updated in place and never moved out of line.
ALTER TABLE search_blocks ALTER COLUMN term TYPE TEXT COLLATE "C";
ALTER TABLE search_blocks ALTER COLUMN postings SET STORAGE PLAIN;
ALTER TABLE search_blocks SET (fillfactor = 80);

-- Checked row by row, this key would take half a second of the second that a thread of 25,000 replies may take to go.
-- SQLite checks it at a tenth of the price and keeps the guard for both.
ALTER TABLE posts DROP CONSTRAINT posts_thread_id_fkey;
