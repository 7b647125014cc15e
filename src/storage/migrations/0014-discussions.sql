-- "seq + 0": see 0001. A page of a discussion: comments on the article itself, and the answers to one comment.
CREATE INDEX article_top_comments ON article_items (post_id, (seq + 0)) WHERE kind = 'comment' AND readable = 1 AND parent_id IS NULL;
CREATE INDEX article_replies ON article_items (parent_id, (seq + 0)) WHERE readable = 1 AND parent_id IS NOT NULL;
