-- What was published and deleted on the named board, for mirrors. Only the newest 100,000 rows are kept.
CREATE TABLE changes (
  change_seq INTEGER PRIMARY KEY,           -- without gaps, in the order of the commits
  change     TEXT NOT NULL CHECK (change IN ('created', 'deleted')),
  id         TEXT NOT NULL,                 -- no foreign key: it outlives the message
  seq        BIGINT NOT NULL,
  thread_id  TEXT,
  at         BIGINT NOT NULL
);
-- The messages of a board that is older than this table count as created in their order.
INSERT INTO changes (change_seq, change, id, seq, thread_id, at)
  SELECT (SELECT value FROM counters WHERE name = 'messages') + 1 - ROW_NUMBER() OVER (ORDER BY p.seq DESC),
         'created', p.id, p.seq, p.thread_id, p.created_at
  FROM (SELECT seq, id, thread_id, created_at FROM posts
        WHERE root_seq NOT IN (SELECT number FROM unfinished_work WHERE kind = 'thread')
        ORDER BY seq DESC LIMIT 100000) AS p;
INSERT INTO counters (name, value) SELECT 'change_seq', value FROM counters WHERE name = 'messages';
