-- The colours of code count in the room that all articles share, like the text.
UPDATE counters SET value = value + (
  SELECT COALESCE(SUM(OCTET_LENGTH(highlights)), 0) FROM article_revisions WHERE erased_at IS NULL)
WHERE name = 'article_bytes';
