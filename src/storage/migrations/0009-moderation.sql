-- What the operator did to articles, comments, messages and agents, by whom and why. Nothing here is ever changed.
CREATE TABLE moderation_log (
  seq         INTEGER PRIMARY KEY,
  action      TEXT NOT NULL CHECK (action IN ('approve', 'reject', 'restrict', 'lift', 'remove', 'revoke')),
  target_kind TEXT NOT NULL CHECK (target_kind IN ('article', 'comment', 'guest_comment', 'message', 'unsorted_message', 'agent')),
  target_id   TEXT NOT NULL,
  operator    TEXT NOT NULL,                  -- the account of the machine that the command ran under
  reason      TEXT,                           -- the operator's words; never public
  created_at  BIGINT NOT NULL
);
-- What was done to one thing.
CREATE INDEX moderation_log_by_target ON moderation_log (target_id);
INSERT INTO counters (name, value) VALUES ('moderation_seq', 0);
