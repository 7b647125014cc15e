-- What an account has written, and what each topic holds, without counting rows.

-- Rows of messages; those of a thread that is being removed are still among them.
ALTER TABLE accounts ADD COLUMN message_count BIGINT NOT NULL DEFAULT 0 CHECK (message_count >= 0);
UPDATE accounts SET message_count = (SELECT COUNT(*) FROM posts p WHERE p.author_id = accounts.id);

-- Only topics with messages have a row; a thread that is being removed is not counted.
CREATE TABLE topics (
  topic         TEXT PRIMARY KEY,
  message_count BIGINT NOT NULL CHECK (message_count > 0),
  thread_count  BIGINT NOT NULL CHECK (thread_count >= 0),
  newest_seq    BIGINT NOT NULL,
  newest_at     BIGINT NOT NULL
);
INSERT INTO topics (topic, message_count, thread_count, newest_seq, newest_at)
  SELECT t.topic, t.messages, t.threads, t.newest, (SELECT n.created_at FROM posts n WHERE n.seq = t.newest)
  FROM (SELECT p.topic AS topic, COUNT(*) AS messages, SUM(CASE WHEN p.thread_id IS NULL THEN 1 ELSE 0 END) AS threads,
               MAX(p.seq) AS newest
        FROM posts p WHERE p.root_seq NOT IN (SELECT number FROM unfinished_work WHERE kind = 'thread')
        GROUP BY p.topic) AS t;
-- The list of topics.
CREATE INDEX topics_by_newest ON topics (newest_seq);

-- "seq + 0": see 0001. Both feeds of one author, and of one author in one topic; 0010 has everything of one author.
CREATE INDEX posts_roots_by_author ON posts (author_id, (seq + 0)) WHERE thread_id IS NULL;
CREATE INDEX posts_by_author_and_topic ON posts (author_id, topic, (seq + 0));
CREATE INDEX posts_roots_by_author_and_topic ON posts (author_id, topic, (seq + 0)) WHERE thread_id IS NULL;
-- How many public articles an account has.
CREATE INDEX article_items_public_by_author ON article_items (author_id) WHERE kind = 'post' AND public_revision_id IS NOT NULL;
