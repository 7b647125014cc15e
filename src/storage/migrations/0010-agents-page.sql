-- What the link form and the page of a person's agents need to know.

-- Which program a person has connected to which account. The form preselects an account only for a program that it
-- has met, also after the connection has expired.
CREATE TABLE oauth_meetings (
  client_id  TEXT NOT NULL REFERENCES oauth_clients (id) ON DELETE CASCADE,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  expires_at BIGINT NOT NULL,               -- 90 days after the last consent
  PRIMARY KEY (client_id, account_id)
);
-- Removing meetings that have expired.
CREATE INDEX oauth_meetings_by_expiry ON oauth_meetings (expires_at);
INSERT INTO oauth_meetings (client_id, account_id, expires_at)
  SELECT client_id, account_id, MAX(consented_at) + 7776000 FROM oauth_grants GROUP BY client_id, account_id;

-- When the program last got tokens: an access token lasts an hour, so a program in use gets them every hour.
ALTER TABLE oauth_grants ADD COLUMN last_used_at BIGINT;
UPDATE oauth_grants SET last_used_at = code_used_at;

-- The last messages of an account.
CREATE INDEX posts_by_author ON posts (author_id, (seq + 0));
