-- The anonymous board at /b: messages without authors, in a sequence of their own.

INSERT INTO counters (name, value) VALUES ('unsorted_seq', 0), ('unsorted_messages', 0);
INSERT INTO gates (name, taken, since) VALUES ('unsorted', 0, 0);

-- A thread (thread_id IS NULL) or a reply to one.
CREATE TABLE unsorted_posts (
  seq         INTEGER PRIMARY KEY,          -- the order of /b
  id          TEXT NOT NULL UNIQUE,         -- read, reply, vote by id
  thread_id   TEXT REFERENCES unsorted_posts (id),
  root_seq    BIGINT NOT NULL,
  body        TEXT NOT NULL CHECK (body <> ''),
  score       BIGINT NOT NULL DEFAULT 0,
  up          BIGINT NOT NULL DEFAULT 0 CHECK (up >= 0),
  down        BIGINT NOT NULL DEFAULT 0 CHECK (down >= 0),
  reply_count BIGINT NOT NULL DEFAULT 0 CHECK (reply_count >= 0),
  created_at  BIGINT NOT NULL,
  CHECK ((thread_id IS NULL) = (root_seq = seq)),
  CHECK (thread_id IS NULL OR reply_count = 0)
);
-- "seq + 0": see 0001. A thread's replies, newest first.
CREATE INDEX unsorted_posts_by_thread ON unsorted_posts (thread_id, (seq + 0)) WHERE thread_id IS NOT NULL;

-- What each request published. Kept for ever: a request never publishes twice.
CREATE TABLE unsorted_publications (
  request_key  TEXT PRIMARY KEY,            -- SHA-256 over network and request_id: it names neither of them
  content_hash TEXT NOT NULL,               -- SHA-256 over target and text: tells a retry from a conflict
  post_id      TEXT NOT NULL,               -- no foreign key: it outlives the message
  seq          BIGINT NOT NULL,
  thread_id    TEXT
);
