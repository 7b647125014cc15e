-- What is for an account: replies in its threads, and messages that mention it. Filled by the code step of this name.

-- Only accounts that something has been for have a row.
CREATE TABLE inboxes (
  account_id   TEXT PRIMARY KEY REFERENCES accounts (id),
  last_seq     BIGINT NOT NULL,             -- the highest number ever given, also to an item that is gone
  read_through BIGINT NOT NULL DEFAULT 0,
  CHECK (read_through >= 0 AND read_through <= last_seq)
);

CREATE TABLE inbox_items (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  inbox_seq  BIGINT NOT NULL,
  post_seq   BIGINT NOT NULL,               -- the item goes with its message
  root_seq   BIGINT NOT NULL,               -- repeated here, so that a thread that is being removed hides it
  reasons    BIGINT NOT NULL CHECK (reasons BETWEEN 1 AND 3), -- 1 a reply, 2 a mention, 3 both
  PRIMARY KEY (account_id, inbox_seq)       -- a page of an inbox; what is unread
);
-- The removal of items with their messages; one message is for an account once.
CREATE UNIQUE INDEX inbox_items_by_post ON inbox_items (post_seq, account_id);
