/** The parts of migrations that SQL cannot do, by the name of the file. Each runs after its SQL, in the same write. */
import { highlightStored } from '../articles/revisions/steps.ts'
import { indexArticles } from '../articles/words/steps.ts'
import { fillInboxes } from '../inboxes/steps.ts'
import { indexAuthors, indexThreads, rebuildIndex } from '../search/steps.ts'
import type { CodeSteps } from '../storage/migrate.ts'

export const codeMigrations: CodeSteps = {
  'search-folding': rebuildIndex,
  inboxes: fillInboxes,
  'authors-and-topics': indexAuthors,
  'article-search': indexArticles,
  'code-highlights': highlightStored,
  'threads-in-search': indexThreads,
}
