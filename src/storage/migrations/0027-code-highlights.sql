-- Which parts of a revision's code are keywords, strings and so on (see src/articles/checks/highlight.ts): JSON with a text
-- for each block of code, or nothing. The code step of this name fills it for what can be read now.
ALTER TABLE article_revisions ADD COLUMN highlights TEXT NOT NULL DEFAULT '';
