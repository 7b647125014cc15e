-- What was dropped makes room for what comes: a new database has no empty pages.
DROP INDEX article_items_by_parent;
DROP INDEX posts_voted;
-- A comment takes what is below it along in many short writes: a new kind of unfinished work.
ALTER TABLE unfinished_work RENAME TO unfinished_work_before;
CREATE TABLE unfinished_work (
  kind   TEXT NOT NULL CHECK (kind IN ('thread', 'unsorted_thread', 'search_block', 'article_events', 'comment')),
  number BIGINT NOT NULL,                   -- of the thread, the article, the comment or the block of the search index
  PRIMARY KEY (kind, number)
);
INSERT INTO unfinished_work (kind, number) SELECT kind, number FROM unfinished_work_before;
DROP TABLE unfinished_work_before;
-- The answers to a comment that do not follow it yet, and those that have answers themselves: how many there are below it.
CREATE INDEX article_items_by_parent ON article_items (parent_id, readable, comment_count)
  WHERE public_revision_id IS NOT NULL AND parent_id IS NOT NULL;
-- All that karma needs of a thread's messages: deleting the thread reads no others before it is hidden.
CREATE INDEX posts_voted ON posts (root_seq, author_id, score, up, down) WHERE up + down > 0;
