-- The words of public articles, in the form of search_blocks: a number is first_published_seq, the order of the feed.
-- Only articles that people can read are in it. SQL cannot split text into words, so the code step of this name fills it.
CREATE TABLE article_search_blocks (
  term     TEXT NOT NULL,
  block    BIGINT NOT NULL,
  postings TEXT NOT NULL,                     -- two characters an article
  PRIMARY KEY (term, block)
);
-- The recount of one block.
CREATE INDEX article_search_blocks_by_block ON article_search_blocks (block);

-- Of the public revision: how long it takes to read. Zero where there is none.
ALTER TABLE article_items ADD COLUMN word_count BIGINT NOT NULL DEFAULT 0 CHECK (word_count >= 0);
