-- What the migration before left out: how many public articles an account has, without counting rows, and decisions of
-- the past other than publications of articles.

ALTER TABLE accounts ADD COLUMN article_count BIGINT NOT NULL DEFAULT 0 CHECK (article_count >= 0);
UPDATE accounts SET article_count = (SELECT COUNT(*) FROM article_items i
  WHERE i.kind = 'post' AND i.author_id = accounts.id AND i.public_revision_id IS NOT NULL);
-- It served that count alone.
DROP INDEX article_items_public_by_author;

-- Revisions that have expired; those that the operator rejected, which the log tells from those that failed a check;
-- and comments that the operator approved. An inbox that was all read stays so.
CREATE TEMPORARY TABLE old_decisions AS
  SELECT i.author_id AS account_id, i.id AS item_id, r.id AS revision_id,
         CASE r.status WHEN 'published' THEN 'published' WHEN 'expired' THEN 'expired' ELSE 'rejected' END AS decision,
         r.status_since AS event_at,
         ROW_NUMBER() OVER (PARTITION BY i.author_id ORDER BY r.status_since, r.id) AS nth
  FROM article_revisions r JOIN article_items i ON i.id = r.item_id
  WHERE i.author_id IS NOT NULL AND (
      r.status = 'expired'
      OR (r.status = 'rejected' AND EXISTS (SELECT 1 FROM moderation_log m
        WHERE m.target_id = i.id AND m.action = 'reject' AND m.created_at = r.status_since))
      OR (r.status = 'published' AND i.kind = 'comment' AND EXISTS (SELECT 1 FROM moderation_log m
        WHERE m.target_id = i.id AND m.action = 'approve' AND m.created_at = r.status_since)))
    AND r.id NOT IN (SELECT n.revision_id FROM article_inbox_items n WHERE n.decision IS NOT NULL);
INSERT INTO article_inbox_items (account_id, inbox_seq, reasons, item_id, revision_id, event_seq, decision, event_at)
  SELECT o.account_id, COALESCE((SELECT b.last_seq FROM article_inboxes b WHERE b.account_id = o.account_id), 0) + o.nth,
         4, o.item_id, o.revision_id, NULL, o.decision, o.event_at
  FROM old_decisions o;
INSERT INTO article_inboxes (account_id, last_seq, read_through)
  SELECT o.account_id, MAX(o.nth), MAX(o.nth) FROM old_decisions o WHERE 1 = 1 GROUP BY o.account_id
  ON CONFLICT (account_id) DO UPDATE SET
    read_through = CASE WHEN article_inboxes.read_through = article_inboxes.last_seq
                        THEN article_inboxes.last_seq + excluded.last_seq ELSE article_inboxes.read_through END,
    last_seq = article_inboxes.last_seq + excluded.last_seq;
DROP TABLE old_decisions;
