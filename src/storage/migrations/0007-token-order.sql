-- Each refresh adds two tokens: knowing their order, a grant keeps only its newest ones.
ALTER TABLE oauth_tokens ADD COLUMN seq BIGINT NOT NULL DEFAULT 0;
DROP INDEX oauth_tokens_by_grant;
-- Going with their grant; the newest of a grant.
CREATE INDEX oauth_tokens_by_grant ON oauth_tokens (grant_id, seq);
