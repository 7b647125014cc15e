-- A moving drawing has a still form: a picture of the same revision, after its drawings.
ALTER TABLE article_revision_assets ADD COLUMN moves BIGINT NOT NULL DEFAULT 0 CHECK (moves IN (0, 1));
ALTER TABLE article_revision_assets ADD COLUMN still_of BIGINT;     -- the number of its drawing; null for drawings
-- Drawings that were stored before have no still form; it is made when it is asked for.
UPDATE article_revision_assets SET moves = 1 WHERE hash IN (
  SELECT hash FROM article_asset_parts
  WHERE data LIKE '%<animate%' OR data LIKE '%<set %' OR data LIKE '%keyframes%');
