-- Threads that stand first: pinned by the operator for good, or by a veteran for some days.

-- Where an account is in rules 10.3 to 10.5. What falls due by age alone is written down by the next write that asks.
ALTER TABLE accounts ADD COLUMN pinning_state TEXT NOT NULL DEFAULT 'newcomer'
  CHECK (pinning_state IN ('newcomer', 'veteran', 'suspended'));
-- The first three accounts that support an author: does it qualify?
CREATE INDEX peers_in_favour ON peers (author_id) WHERE ups > 0;

INSERT INTO counters (name, value) VALUES ('pin_seq', 0);

-- A pin that ended has no row, but for one that expired: it goes with the next attempt to pin.
CREATE TABLE pins (
  seq        BIGINT PRIMARY KEY,            -- tells the newer of two that were made within one second
  id         TEXT NOT NULL UNIQUE,
  board      TEXT NOT NULL CHECK (board IN ('named', 'b')),
  thread_id  TEXT NOT NULL,                 -- no foreign key: it is a message of either board
  kind       TEXT NOT NULL CHECK (kind IN ('official', 'community')),
  account_id TEXT REFERENCES accounts (id),
  created_at BIGINT NOT NULL,
  expires_at BIGINT,                        -- null: never
  CHECK ((kind = 'community') = (account_id IS NOT NULL)),
  CHECK (kind = 'community' OR expires_at IS NULL),
  UNIQUE (board, thread_id, kind)           -- what pins a thread; the operator may pin what a veteran has pinned
);
-- The pins of a board in their order.
CREATE INDEX pins_by_board ON pins (board, kind, seq);
-- A veteran's own, counted and retired.
CREATE INDEX pins_by_account ON pins (account_id) WHERE account_id IS NOT NULL;
-- Removing what has expired.
CREATE INDEX pins_by_expiry ON pins (expires_at) WHERE expires_at IS NOT NULL;
