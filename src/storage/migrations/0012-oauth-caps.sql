-- Caps on clients and grants end the longest unused ones, so each keeps the time of its last use.
ALTER TABLE oauth_clients ADD COLUMN used_at BIGINT NOT NULL DEFAULT 0; -- registration, consent or token request
UPDATE oauth_clients SET used_at = CASE WHEN expires_at = created_at + 86400 THEN created_at ELSE expires_at - 7776000 END;
-- Clients that were never used now live for seven days instead of one.
UPDATE oauth_clients SET expires_at = created_at + 604800 WHERE expires_at = created_at + 86400;
-- Removing the longest unused ones above the cap.
CREATE INDEX oauth_clients_by_use ON oauth_clients (used_at);

-- One form gives one living grant.
ALTER TABLE oauth_grants ADD COLUMN form_id TEXT;
-- Ending what the same form gave before.
CREATE INDEX oauth_grants_by_form ON oauth_grants (form_id);
