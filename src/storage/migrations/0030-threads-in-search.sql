-- The threads of one author, and what one author wrote in one topic, are found by the search index, which holds authors
-- and topics of messages. The code step of this name adds which messages are threads. Each of these indexes cost a
-- publication one more page of SQLite's log, because messages that follow each other have different authors.
DROP INDEX posts_roots_by_author;
DROP INDEX posts_by_author_and_topic;
DROP INDEX posts_roots_by_author_and_topic;
