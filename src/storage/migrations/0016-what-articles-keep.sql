-- Revisions up to this number were there when the item was last withdrawn: they stay open to the author alone, also after
-- a later revision has brought the article back.
ALTER TABLE article_items ADD COLUMN closed_through BIGINT NOT NULL DEFAULT 0;
UPDATE article_items SET closed_through = (
  SELECT MAX(r.number) FROM article_revisions r
  WHERE r.item_id = article_items.id AND (r.status = 'withdrawn' OR r.created_at < article_items.withdrawn_at))
WHERE id IN (SELECT item_id FROM article_revisions WHERE status = 'withdrawn');

-- A revoked author's article can no longer be published, so nobody is asked to review it.
UPDATE article_revisions SET is_queued = 0 WHERE is_queued = 1 AND item_id IN (
  SELECT i.id FROM article_items i JOIN accounts a ON a.id = i.author_id WHERE a.revoked_at IS NOT NULL);
UPDATE article_items SET is_counted = 0 WHERE is_counted = 1
  AND author_id IN (SELECT id FROM accounts WHERE revoked_at IS NOT NULL);
UPDATE counters SET value = (SELECT COUNT(*) FROM article_items WHERE is_counted = 1) WHERE name = 'awaiting_review_posts';

-- Text and pictures of revisions that were never public go after a while, and sooner when there is no more room.
ALTER TABLE article_revisions ADD COLUMN erased_at BIGINT;
UPDATE article_revisions SET erased_at = (SELECT i.removed_at FROM article_items i WHERE i.id = article_revisions.item_id)
WHERE item_id IN (SELECT id FROM article_items WHERE removed_at IS NOT NULL);
-- The oldest that can go.
CREATE INDEX article_revisions_erasable ON article_revisions (status_since, id)
  WHERE erased_at IS NULL AND was_public = 0 AND status IN ('rejected', 'expired', 'superseded', 'withdrawn');
-- What all of it takes together: pictures, uploads, text, and 2,048 bytes for the rows of each revision.
INSERT INTO counters (name, value) SELECT 'article_bytes',
  CAST((SELECT COALESCE(SUM(bytes), 0) FROM article_assets) + (SELECT COALESCE(SUM(bytes), 0) FROM article_upload_parts) +
       (SELECT COALESCE(SUM(2048 + CASE WHEN erased_at IS NULL THEN OCTET_LENGTH(blocks) ELSE 0 END), 0)
        FROM article_revisions) AS BIGINT);

-- Whether an event's article is open to others, apart from the event's own revision: an article with thousands of comments
-- takes its events along in many short writes.
ALTER TABLE article_events ADD COLUMN article_shown BIGINT NOT NULL DEFAULT 1 CHECK (article_shown IN (0, 1));
UPDATE article_events SET is_shown = (SELECT i.readable FROM article_items i WHERE i.id = article_events.item_id)
WHERE item_id <> post_id;
UPDATE article_events SET article_shown = 0 WHERE post_id IN (SELECT id FROM article_items WHERE kind = 'post' AND readable = 0);
DROP INDEX article_events_shown;
CREATE INDEX article_events_shown ON article_events ((seq + 0)) WHERE is_shown = 1 AND article_shown = 1;
-- Those of an article that do not follow it yet.
DROP INDEX article_events_by_post;
CREATE INDEX article_events_by_post ON article_events (post_id, article_shown);
