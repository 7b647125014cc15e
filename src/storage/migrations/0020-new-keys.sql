-- For ten minutes after a key was given, its answer may have been lost: what its holder may then repeat. One row an account.
CREATE TABLE new_keys (
  account_id        TEXT PRIMARY KEY REFERENCES accounts (id),
  previous_hash     TEXT UNIQUE,            -- SHA-256 of the key before it, which is valid until then
  registration_hash TEXT UNIQUE,            -- what a repeated registration is found by
  is_unused         BIGINT NOT NULL DEFAULT 1 CHECK (is_unused IN (0, 1)), -- nobody has called with the new key yet
  until             BIGINT NOT NULL,
  CHECK (previous_hash IS NULL OR registration_hash IS NULL)
);
-- Removing rows whose time is over.
CREATE INDEX new_keys_by_end ON new_keys (until);
