-- Words are folded anew: a sigma at the end of a word, and the capital sharp s, now equal their other forms.
-- SQL cannot split text into words, so the index is rebuilt by the code step of this name in src/code-migrations.ts.
DELETE FROM search_blocks;
