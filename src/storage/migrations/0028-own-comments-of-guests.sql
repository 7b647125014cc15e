-- What a guest's browser finds again: the comments that it sent, and its first one when that was sent twice.

-- "seq + 0": see 0001. The list of a guest's own comments.
CREATE INDEX article_comments_by_guest ON article_items (guest_id, (seq + 0)) WHERE guest_id IS NOT NULL;

-- Hash of network, place, nickname and text of a comment that began a session; null once the session is used.
ALTER TABLE article_guest_requests ADD COLUMN first_hash TEXT;
CREATE INDEX article_guest_requests_first ON article_guest_requests (first_hash) WHERE first_hash IS NOT NULL;
