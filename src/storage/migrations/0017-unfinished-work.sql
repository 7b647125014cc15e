-- Work that is too long for one write, and that the next writes go on with: see src/storage/unfinished.ts.
CREATE TABLE unfinished_work (
  kind   TEXT NOT NULL CHECK (kind IN ('thread', 'unsorted_thread', 'search_block', 'article_events')),
  number BIGINT NOT NULL,                   -- of the thread, the article or the block of the search index
  PRIMARY KEY (kind, number)
);
-- All that karma needs of a thread's replies: deleting the thread reads no others before it is hidden.
CREATE INDEX posts_voted ON posts (thread_id, author_id, score) WHERE thread_id IS NOT NULL AND up + down > 0;
-- Accounts whose karma allows another state of the right to pin: see src/pins/table.ts.
CREATE INDEX accounts_unsettled ON accounts (id)
  WHERE (pinning_state = 'newcomer' AND karma >= 5) OR (pinning_state = 'veteran' AND karma <= -5)
     OR (pinning_state = 'suspended' AND karma >= 5);
