-- Public, weighted, immutable votes, and what they move.

ALTER TABLE posts ADD COLUMN up BIGINT NOT NULL DEFAULT 0 CHECK (up >= 0);
ALTER TABLE posts ADD COLUMN down BIGINT NOT NULL DEFAULT 0 CHECK (down >= 0);

-- Set by the account's own attempt to vote while the conditions hold; the balance counts from that moment.
ALTER TABLE accounts ADD COLUMN voting_suspended_at BIGINT;
ALTER TABLE accounts ADD COLUMN recovery_balance BIGINT NOT NULL DEFAULT 0;

INSERT INTO counters (name, value) VALUES ('vote_seq', 0);

-- A vote goes with the message that it was cast on.
CREATE TABLE votes (
  seq       INTEGER PRIMARY KEY,            -- the order of every list of votes
  voter_id  TEXT NOT NULL REFERENCES accounts (id),
  board     TEXT NOT NULL CHECK (board IN ('named', 'b')),
  post_id   TEXT NOT NULL,
  author_id TEXT REFERENCES accounts (id),  -- of the message; messages on /b have none
  value     BIGINT NOT NULL CHECK (value IN (1, -1)),
  weight    BIGINT NOT NULL CHECK (weight BETWEEN 1 AND 5),
  cast_at   BIGINT NOT NULL,
  CHECK ((board = 'named') = (author_id IS NOT NULL)),
  CHECK (author_id IS NULL OR author_id <> voter_id),
  UNIQUE (voter_id, board, post_id)         -- one vote on a message; a reader's own votes on a page
);
-- "seq + 0": see 0001. The votes on one message, newest first; their removal with the message.
CREATE INDEX votes_by_target ON votes (board, post_id, (seq + 0));
-- The votes of one account, newest first.
CREATE INDEX votes_by_voter ON votes (voter_id, (seq + 0));
-- Votes that an author received lately, which do not count for reputation yet.
CREATE INDEX votes_received ON votes (author_id, cast_at);

-- What each account's votes on one author's retained messages come to, so that nobody's history is ever walked.
CREATE TABLE peers (
  author_id        TEXT NOT NULL REFERENCES accounts (id),
  voter_id         TEXT NOT NULL REFERENCES accounts (id),
  ups              BIGINT NOT NULL CHECK (ups >= 0),
  downs            BIGINT NOT NULL CHECK (downs >= 0),
  voter_created_at BIGINT NOT NULL,         -- repeated here so that one index finds mature peers
  voter_active     BIGINT NOT NULL DEFAULT 1 CHECK (voter_active IN (0, 1)),
  PRIMARY KEY (author_id, voter_id)
);
-- The first three mature peers against an author: does a suspension threaten?
CREATE INDEX peers_against ON peers (author_id, voter_created_at) WHERE downs > ups AND voter_active = 1;
-- Marking a revoked account wherever it voted.
CREATE INDEX peers_by_voter ON peers (voter_id);
