/**
 * Who may import whom. The kind of a file decides: in a domain folder `table.ts`, `rules.ts`, `view.ts` and `steps.ts`
 * are kinds, and every other file is one operation, the checks of the authorization server and of articles apart. Type imports
 * count like any other.
 */

const notDomains = 'program|settings|log|worker|assembly|kernel|storage|web|http|openapi|metrics|mcp|cli|client|docs'
const domain = `^src/(?!(?:${notDomains})/)`
const kinds = ['table', 'rules', 'view', 'steps']

const [table, rules, view, steps] = kinds.map((kind) => `${domain}.+/${kind}\\.ts$`)
/** The authorization server's requests: a folder each, whose index lists its checks, one a file. */
const exchanges = 'connections/(?:register|authorize|consent|token|revoke)/'
const exchange = `^src/${exchanges}`
/** Checks of a submission: pure functions, one check a file or folder. */
const checks = 'articles/checks/'
const check = `^src/${checks}`
const operation = `${domain}(?!${exchanges})(?!${checks})(?!.+/(?:${kinds.join('|')})\\.ts$).+/[^/]+\\.ts$`
const kernel = '^src/kernel/'
const storage = '^src/storage/'
const engine = '^src/storage/(?:sqlite|postgres)\\.ts$'
const limits = '^src/settings/(?:limits|tuning)\\.ts$'
const ownFiles = '^src/program/own-files\\.ts$'
const latePackages = '^src/program/late-packages\\.ts$'
const adapter = '^src/(?:http|openapi|metrics|mcp|web|cli)/'
const driver = ['^(?:node:)?sqlite$', '(?:^|/)node_modules/(?:pg|pg-[^/]+|better-sqlite3)/']

/** A rule of the form: of our own files, these may import only those. */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: '^src/', pathNot: allowed },
})

/**
 * The folders in their order: each may import only those before it. A reader learns the product from the top down, and
 * a new domain is added at its end. What something early must start in something late is handed in by `app.ts`.
 */
const order = [
  'kernel storage', // these two know each other's types
  'boards quotas accounts search inboxes topics publications changes karma pins votes connections me actions posts unsorted articles feeds owners',
  'operator seed web http openapi metrics mcp cli',
].flatMap((line, n) => (n === 0 ? [line.replace(' ', '|')] : line.split(' ')))

const followTheOrder = order.slice(0, -1).map((folder, n) => ({
  name: 'order-of-folders',
  comment: 'A folder imports only folders that stand before it: see ARCHITECTURE.md.',
  severity: 'error',
  from: { path: `^src/(?:${folder})/` },
  to: { path: `^src/(?:${order.slice(n + 1).join('|')})/` },
}))

/**
 * Inside a domain: its sub-folders stand on the files beside them, and on the sub-folders before them. The last of
 * each list are operations.
 */
export const domainOrders = {
  posts: 'publishing reading',
  articles: [
    'content highlights checks assets capacity items revisions votes policy templates events inbox words states rows reading acceptance',
    'requests submission uploads public guests site previews profile review capabilities',
  ].join(' '),
  connections: 'clients grants link-forms meetings browsers expired register authorize consent token revoke',
  operator: 'backup check stats moderation export',
}

const followTheDomains = Object.entries(domainOrders).flatMap(([domain, line]) =>
  ['[^/]+\\.ts$', ...line.split(' ').map((folder) => `${folder}/`)].map((part, n, parts) => ({
    name: 'order-inside-domains',
    comment: 'A sub-folder imports only the files beside it and the sub-folders before it.',
    severity: 'error',
    from: { path: `^src/${domain}/${part}` },
    to: { path: `^src/${domain}/(?!${parts.slice(0, n + 1).join('|')})` },
  })),
)

/** Inside http/: a request passes them in this order, and the routes that are not operations come after. */
const httpOrder = 'admission ladder body answers oauth agents guests site docs'.split(' ')

const followTheRequest = httpOrder.map((folder, n) => ({
  name: 'order-inside-http',
  comment: 'A folder of http/ imports only those before it.',
  severity: 'error',
  from: { path: `^src/http/${folder}/` },
  to: {
    path: `^src/http/(?:${[...httpOrder.slice(n + 1).map((later) => `${later}/`), '[^/]+\\.ts$'].join('|')})`,
  },
}))

const never = (name, from, to, comment) => ({ name, comment, severity: 'error', from, to })

export default {
  forbidden: [
    ...followTheOrder,
    ...followTheDomains,
    ...followTheRequest,
    only(
      'kernel-knows-no-domain',
      kernel,
      [kernel, limits, '^src/storage/sql\\.ts$'],
      'The kernel serves every domain.',
    ),
    only('storage-knows-no-domain', storage, [storage, kernel, ownFiles], 'An engine must not care what it stores.'),
    only(
      'settings-know-no-domain',
      '^src/settings/',
      ['^src/settings/', kernel, storage],
      'Numbers, the environment and the secret stand below every domain.',
    ),
    only(
      'log-knows-no-domain',
      '^src/log/',
      ['^src/log/', kernel, '^src/settings/config\\.ts$'],
      'Lines are only written.',
    ),
    only(
      'program-knows-no-domain',
      '^src/program/',
      ['^src/program/', '^src/cli/program\\.ts$'],
      'Where the own files and packages are; the entry of the single executable starts the command line.',
    ),
    only(
      'worker-prepares-only',
      '^src/worker/',
      ['^src/worker/', kernel, limits, ownFiles, '^src/operations\\.ts$', '^src/http/body/input\\.ts$'],
      'A thread reads and prepares the input of an operation.',
    ),
    only(
      'assembly-uses-steps',
      '^src/assembly/',
      ['^src/assembly/', steps, check, kernel, storage, '^src/settings/config\\.ts$'],
      'What is put together from all domains is made of their steps and checks.',
    ),
    only(
      'table-is-sql-only',
      table,
      [storage, kernel, rules, limits],
      'A table turns arguments into SQL and rows into types.',
    ),
    only('rules-decide-only', rules, [rules, kernel, limits], 'A decision is a pure function over facts.'),
    only('view-shapes-only', view, [view, rules, table, check, kernel, limits], 'A view turns rows into public JSON.'),
    only(
      'steps-are-no-operations',
      steps,
      [steps, check, table, rules, view, storage, kernel, limits],
      'Steps are shared by operations, so they stand below them.',
    ),
    only(
      'operations-stand-alone',
      operation,
      [steps, table, rules, view, check, storage, kernel, limits],
      'Operations never import each other: what two of them share is a rule, a view or a step.',
    ),
    only(
      'checks-stand-below-operations',
      exchange,
      [exchange, steps, table, rules, view, storage, kernel, limits],
      'A check of the authorization server needs what an operation needs, and no operation.',
    ),
    only(
      'article-checks-decide-only',
      check,
      [check, rules, view, kernel, limits, latePackages],
      'A check is a pure function over a submission.',
    ),
    only(
      'client-stands-alone',
      '^src/client/',
      ['^src/client/'],
      'The client is published alone, without the service.',
    ),
    never(
      'client-needs-no-package',
      { path: '^src/client/' },
      { dependencyTypes: ['npm', 'core'], pathNot: '^(?:node:)?(?:fs|path)' },
      'The client runs wherever fetch does; only the checkpoint in a file needs files.',
    ),
    never(
      'client-needs-no-files',
      { path: '^src/client/', pathNot: '^src/client/file-checkpoint\\.ts$' },
      { dependencyTypes: ['core'] },
      'Edge workers have no files.',
    ),
    never(
      'rules-do-no-io',
      { path: rules },
      { dependencyTypes: ['core'], pathNot: '^(?:node:)?crypto$' },
      'Hashing is allowed; files, sockets and timers are not.',
    ),
    never('adapters-use-no-table', { path: adapter }, { path: table }, 'Adapters go through operations and steps.'),
    never(
      'root-uses-no-table',
      { path: '^src/(?:(?:program|settings|log|worker|assembly)/)?[^/]+\\.ts$' },
      { path: table },
      'Putting things together needs no SQL of a domain.',
    ),
    never(
      'engines-behind-open',
      { path: '^src/', pathNot: '^src/storage/open\\.ts$' },
      { path: engine },
      'Nobody else may know which engine is in use.',
    ),
    never(
      'drivers-in-storage',
      { path: '^src/', pathNot: storage },
      { path: driver },
      'A driver is one file’s secret.',
    ),
    never(
      'no-test-code',
      { path: '^src/' },
      { path: '^(?:test|bench|scripts)/' },
      'What ships must not need what checks it.',
    ),
    never(
      'only-declared-packages',
      { path: '^src/' },
      { dependencyTypes: ['npm-dev', 'npm-optional', 'npm-no-pkg', 'npm-unknown'] },
      'What runs is listed under dependencies.',
    ),
    never('nothing-missing', {}, { couldNotResolve: true }, 'Every import resolves.'),
    never('no-cycles', {}, { circular: true }, 'Two files that need each other are one file, or three.'),
  ],
  options: {
    // TypeScript 7 has no parser for other programs yet; without this line no .ts file would be found at all.
    parser: 'swc',
    // What browsers load imports nothing.
    exclude: { path: '^src/web/assets/' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
