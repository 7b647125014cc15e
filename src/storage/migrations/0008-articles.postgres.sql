ALTER TABLE article_items ALTER COLUMN seq TYPE BIGINT;
ALTER TABLE article_votes ALTER COLUMN seq TYPE BIGINT;
ALTER TABLE article_events ALTER COLUMN seq TYPE BIGINT;
-- Random bytes in base64: compressing them again would only cost.
ALTER TABLE article_upload_parts ALTER COLUMN data SET STORAGE EXTERNAL;
