-- Compressing takes PostgreSQL half a second of processor time for the pictures of the largest article, most of it while
-- the writer's lock is held. What is stored already stays as it is.
ALTER TABLE article_asset_parts ALTER COLUMN data SET STORAGE EXTERNAL;
ALTER TABLE article_upload_parts ALTER COLUMN data SET STORAGE EXTERNAL;
ALTER TABLE article_revisions ALTER COLUMN blocks SET STORAGE EXTERNAL;
