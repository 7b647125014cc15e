-- What is for an account on the article side: comments on its articles, answers to its comments, and what was decided
-- about its own revisions.

CREATE TABLE article_inboxes (
  account_id   TEXT PRIMARY KEY REFERENCES accounts (id),
  last_seq     BIGINT NOT NULL,
  read_through BIGINT NOT NULL DEFAULT 0,
  CHECK (read_through >= 0 AND read_through <= last_seq)
);
CREATE TABLE article_inbox_items (
  account_id  TEXT NOT NULL REFERENCES accounts (id),
  inbox_seq   BIGINT NOT NULL,
  reasons     BIGINT NOT NULL CHECK (reasons BETWEEN 1 AND 4), -- 1 a comment, 2 an answer, 3 both, 4 a decision
  item_id     TEXT NOT NULL REFERENCES article_items (id),
  revision_id TEXT NOT NULL,
  event_seq   BIGINT,                       -- the event of a comment, which says whether it is shown
  decision    TEXT CHECK (decision IN ('published', 'rejected', 'expired')),
  event_at    BIGINT NOT NULL,
  CHECK ((event_seq IS NULL) = (decision IS NOT NULL)),
  CHECK ((reasons = 4) = (decision IS NOT NULL)),
  PRIMARY KEY (account_id, inbox_seq)       -- a page of an inbox; what is unread
);

-- Of a board that exists: its comments and its publications, all of them read.
INSERT INTO article_inbox_items (account_id, inbox_seq, reasons, item_id, revision_id, event_seq, decision, event_at)
  SELECT account_id, ROW_NUMBER() OVER (PARTITION BY account_id ORDER BY seq), reasons, item_id, revision_id,
         CASE WHEN reasons = 4 THEN NULL ELSE seq END, CASE WHEN reasons = 4 THEN 'published' END, event_at
  FROM (
    SELECT to_whom.account_id AS account_id, SUM(to_whom.reason) AS reasons, to_whom.seq AS seq, e.item_id AS item_id,
           e.revision_id AS revision_id, e.event_at AS event_at
    FROM (SELECT e.seq AS seq, p.author_id AS account_id, 1 AS reason, c.author_id AS author_id
          FROM article_events e JOIN article_items c ON c.id = e.item_id AND c.kind = 'comment'
          JOIN article_items p ON p.id = c.post_id
          UNION ALL
          SELECT e.seq, a.author_id, 2, c.author_id
          FROM article_events e JOIN article_items c ON c.id = e.item_id AND c.kind = 'comment'
          JOIN article_items a ON a.id = c.parent_id) AS to_whom
    JOIN article_events e ON e.seq = to_whom.seq
    WHERE to_whom.account_id IS NOT NULL AND to_whom.account_id <> COALESCE(to_whom.author_id, '')
    GROUP BY to_whom.account_id, to_whom.seq, e.item_id, e.revision_id, e.event_at
    UNION ALL
    SELECT i.author_id, 4, e.seq, e.item_id, e.revision_id, e.event_at
    FROM article_events e JOIN article_items i ON i.id = e.item_id AND i.kind = 'post'
    WHERE e.event_type = 'published' AND i.author_id IS NOT NULL) AS found;
INSERT INTO article_inboxes (account_id, last_seq, read_through)
  SELECT account_id, MAX(inbox_seq), MAX(inbox_seq) FROM article_inbox_items GROUP BY account_id;
