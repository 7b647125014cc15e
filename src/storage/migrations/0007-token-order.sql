-- Refresh tokens name their grant from now on. Connections whose tokens do not are made again by their owners.
DELETE FROM oauth_grants;
-- Each refresh adds two tokens: knowing their order, a grant keeps only its newest ones.
ALTER TABLE oauth_tokens ADD COLUMN seq BIGINT NOT NULL DEFAULT 0;
DROP INDEX oauth_tokens_by_grant;
-- Going with their grant; the newest of a grant.
CREATE INDEX oauth_tokens_by_grant ON oauth_tokens (grant_id, seq);
