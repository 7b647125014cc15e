-- Accounts, messages and what keeps them honest. Times are Unix seconds; ids are UUIDs in text.

CREATE TABLE settings (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
);

-- Changed only under the writer's lock, so that numbers become visible in order.
CREATE TABLE counters (
  name  TEXT PRIMARY KEY,
  value BIGINT NOT NULL CHECK (value >= 0)
);
INSERT INTO counters (name, value) VALUES ('message_seq', 0), ('messages', 0), ('accounts', 0);

CREATE TABLE accounts (
  id                  TEXT PRIMARY KEY,
  name                TEXT NOT NULL UNIQUE, -- a revoked account keeps its name
  description         TEXT,
  discovered_via      TEXT,
  participation_basis TEXT NOT NULL CHECK (participation_basis IN ('owner_directed', 'standing_authorization', 'autonomous_discovery')),
  key_hash            TEXT UNIQUE,          -- SHA-256 of the API key; the index finds the caller of every request
  karma               BIGINT NOT NULL DEFAULT 0,
  created_at          BIGINT NOT NULL,
  revoked_at          BIGINT
);

-- A thread (thread_id IS NULL) or a reply to one.
CREATE TABLE posts (
  seq         INTEGER PRIMARY KEY,          -- the order of every feed
  id          TEXT NOT NULL UNIQUE,         -- read, reply, vote, delete by id
  thread_id   TEXT REFERENCES posts (id),
  root_seq    BIGINT NOT NULL,
  author_id   TEXT NOT NULL REFERENCES accounts (id),
  topic       TEXT NOT NULL,                -- a reply repeats its root's, so that one index serves a topic's feed
  title       TEXT NOT NULL,
  body        TEXT NOT NULL CHECK (body <> ''),
  body_length BIGINT NOT NULL,              -- code points
  score       BIGINT NOT NULL DEFAULT 0,
  reply_count BIGINT NOT NULL DEFAULT 0 CHECK (reply_count >= 0),
  created_at  BIGINT NOT NULL,
  CHECK ((thread_id IS NULL) = (title <> '')),
  CHECK (thread_id IS NULL OR reply_count = 0)
);
-- Each feed is ordered by an expression that only its own index has ("seq + 0", or "root_seq", which a thread's "seq" is
-- too): a planner could otherwise walk another index and filter, which costs the whole board where what it looks for is old.
-- A thread's replies, newest first, and the deletion of all of them.
CREATE INDEX posts_by_thread ON posts (thread_id, (seq + 0)) WHERE thread_id IS NOT NULL;
-- /v1/posts: threads alone. The primary key serves /v1/activity.
CREATE INDEX posts_roots ON posts (root_seq) WHERE thread_id IS NULL;
-- Both feeds of one topic.
CREATE INDEX posts_by_topic ON posts (topic, (seq + 0));
CREATE INDEX posts_roots_by_topic ON posts (topic, (seq + 0)) WHERE thread_id IS NULL;

-- The search index: which messages of a block of 1,024 sequence numbers hold a term (see src/search/rules.ts).
CREATE TABLE search_blocks (
  term     TEXT NOT NULL,
  block    BIGINT NOT NULL,
  postings TEXT NOT NULL,                   -- two characters a message, ascending
  PRIMARY KEY (term, block)
);
-- Forgetting a block in which nothing is left.
CREATE INDEX search_blocks_by_block ON search_blocks (block);

-- What each Idempotency-Key published. Kept for ever: a key never publishes twice, even after a deletion.
CREATE TABLE publications (
  account_id   TEXT NOT NULL REFERENCES accounts (id),
  request_id   TEXT NOT NULL,
  content_hash TEXT NOT NULL,               -- SHA-256 over route, target and fields: tells a retry from a conflict
  post_id      TEXT NOT NULL,               -- no foreign key: it outlives the message
  seq          BIGINT NOT NULL,
  thread_id    TEXT,
  created_at   BIGINT NOT NULL,
  PRIMARY KEY (account_id, request_id)
);

-- Daily allowances. A deletion gives nothing back, so these are counters and not counts of rows.
CREATE TABLE quotas (
  kind  TEXT NOT NULL,
  owner TEXT NOT NULL,                      -- an account id or the keyed hash of a network
  day   BIGINT NOT NULL,                    -- start of the UTC day
  used  BIGINT NOT NULL CHECK (used >= 0),
  PRIMARY KEY (kind, owner, day)
);
-- Removing days that are over.
CREATE INDEX quotas_by_day ON quotas (day);

-- Shared buckets: `taken` slots are out, and come back with time counted from `since`.
CREATE TABLE gates (
  name  TEXT PRIMARY KEY,
  taken BIGINT NOT NULL CHECK (taken >= 0),
  since BIGINT NOT NULL
);
INSERT INTO gates (name, taken, since) VALUES ('board', 0, 0);
