-- Sessions of one account in the order of their start: several may start in one second, and a sixth ends the oldest.
ALTER TABLE article_uploads ADD COLUMN number BIGINT NOT NULL DEFAULT 0;
