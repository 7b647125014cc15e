-- OAuth: programs that may ask, what people granted them, and the tokens that stand for it.
-- Codes and tokens are kept as SHA-256 only. What has expired goes a few rows at a time, with the writes that come by.

CREATE TABLE oauth_clients (
  id            TEXT PRIMARY KEY,
  name          TEXT NOT NULL,              -- what the program calls itself: nobody has verified it
  redirect_uris TEXT NOT NULL,              -- a JSON list
  created_at    BIGINT NOT NULL,
  expires_at    BIGINT NOT NULL             -- a day after registration, or 90 days after the last use
);
-- Removing clients that nobody uses.
CREATE INDEX oauth_clients_by_expiry ON oauth_clients (expires_at);

-- One consent. Its one-use code lives in the same row, so that a second use finds what it has to end.
CREATE TABLE oauth_grants (
  id             TEXT PRIMARY KEY,
  client_id      TEXT NOT NULL REFERENCES oauth_clients (id) ON DELETE CASCADE,
  account_id     TEXT NOT NULL REFERENCES accounts (id),
  scope          TEXT NOT NULL,             -- words, as in the protocol
  resource       TEXT NOT NULL,             -- the audience of every token
  redirect_uri   TEXT NOT NULL,
  code_hash      TEXT NOT NULL UNIQUE,
  code_challenge TEXT NOT NULL,
  code_used_at   BIGINT,
  consented_at   BIGINT NOT NULL,
  expires_at     BIGINT NOT NULL            -- the code's end until it is used, then 30 days after consent
);
-- Ending every connection of a revoked account.
CREATE INDEX oauth_grants_by_account ON oauth_grants (account_id);
-- Going with their client.
CREATE INDEX oauth_grants_by_client ON oauth_grants (client_id);
-- Removing grants that are over.
CREATE INDEX oauth_grants_by_expiry ON oauth_grants (expires_at);

CREATE TABLE oauth_tokens (
  hash        TEXT PRIMARY KEY,
  grant_id    TEXT NOT NULL REFERENCES oauth_grants (id) ON DELETE CASCADE,
  kind        TEXT NOT NULL CHECK (kind IN ('access', 'refresh')),
  scope       TEXT NOT NULL,
  replaced_at BIGINT,                       -- a refresh token's first use: kept, so that a late second use is noticed
  expires_at  BIGINT NOT NULL,
  CHECK (kind = 'refresh' OR replaced_at IS NULL)
);
-- Going with their grant.
CREATE INDEX oauth_tokens_by_grant ON oauth_tokens (grant_id);
-- Removing tokens that are over.
CREATE INDEX oauth_tokens_by_expiry ON oauth_tokens (expires_at);

-- Which account a link form made: sent again, it finds that account and makes no second one.
CREATE TABLE oauth_links (
  form_id    TEXT NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (form_id, account_id)
);
-- Removing forms that are over.
CREATE INDEX oauth_links_by_expiry ON oauth_links (expires_at);
