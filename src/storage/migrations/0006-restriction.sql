-- The operator may let an account only read: it publishes, votes and pins no more, and no program can be connected to it.
ALTER TABLE accounts ADD COLUMN restricted_at BIGINT;
