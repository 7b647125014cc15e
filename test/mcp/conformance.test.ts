/** The official conformance suite and the Inspector's command line, against a board that listens. */
import assert from 'node:assert/strict'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { onFirstEngine } from '../board.ts'
import { freePort, openListeningBoard } from '../setup/listening.ts'
import { submitInBrowser } from '../setup/mcp-clients.ts'
import { runProgram } from '../setup/npm-programs.ts'
import { openBehindTokenProxy } from '../setup/token-proxy.ts'
import { insertToken } from '../setup/token-rows.ts'

const suite = '@modelcontextprotocol/conformance/dist/index.js'
const inspector = '@modelcontextprotocol/inspector/clients/launcher/build/index.js'

const revisions = ['2025-06-18', '2025-11-25', '2026-07-28']

/** Scenarios that no product can pass, or that ask for what the board does not offer. Every other one must pass. */
const notApplicable: readonly (readonly [scenarios: RegExp, reason: string])[] = [
  [/^tools-call-|^json-schema-2020-12$/, 'calls diagnostic tools that only the suite’s example server has'],
  [/^http-custom-header-server-validation$/, 'needs a tool with x-mcp-header annotations'],
  [/^input-required-result-/, 'calls diagnostic tools that ask back; the board’s tools never do'],
  [/^elicitation-/, 'calls diagnostic tools that ask back; the board’s tools never do'],
  [/^resources-|^prompts-|^completion-|^logging-/, 'needs a capability that the board does not declare'],
  [/^server-session-lifecycle$|^server-sse-/, 'needs sessions, and the board keeps none'],
  [/^tasks-|^sep-2640-/, 'is an extension that the board does not offer'],
]

/** Checks inside scenarios that do apply, for the same reasons. */
const notTestable: Readonly<Record<string, string>> = {
  'sep-2575-server-rejects-undeclared-capability': 'needs the diagnostic tool test_missing_capability',
  'sep-2575-missing-capability-http-400': 'needs the diagnostic tool test_missing_capability',
  'sep-2575-http-server-no-independent-requests-on-stream': 'needs the diagnostic tool test_streaming_elicitation',
  'sep-2575-server-no-log-without-loglevel': 'needs the diagnostic tool test_logging_tool',
  'sep-2549-prompts-list-caching-hints': 'there are no prompts',
  'sep-2549-resources-list-caching-hints': 'there are no resources',
  'sep-2549-resources-templates-list-caching-hints': 'there are no resources',
  'authorization-server-metadata-cimd': 'client ID metadata documents are not enabled (rule 12.2)',
}

type Check = { id: string; status: string; errorMessage?: string }

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'board-conformance-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Outcome = { scenario: string; checks: Check[] }

/** Runs the suite, and gives what each of its scenarios found. */
async function outcomesOf(args: readonly string[], home: string, watch?: (stdout: string) => void): Promise<Outcome[]> {
  const run = await runProgram(suite, [...args, '-o', join(home, 'results')], { home, ...(watch && { watch }) })
  const files = globSync('results/*/checks.json', { cwd: home })
  assert.ok(files.length > 0, run.stdout + run.stderr)
  return files.map((file) => ({
    scenario: /^results\/(?:server-)?(.*)-\d{4}-\d\d-\d\dT/.exec(file)?.[1] ?? file,
    checks: JSON.parse(readFileSync(join(home, file), 'utf8')) as Check[],
  }))
}

const failuresIn = ({ checks }: Outcome) =>
  checks.filter(({ id, status }) => status === 'FAILURE' && !(id in notTestable))

onFirstEngine('the conformance suite', (engine) => {
  for (const revision of revisions) {
    it(`passes for a server of revision ${revision}`, async (test) => {
      await using proxy = await openBehindTokenProxy(engine)
      proxy.useToken(
        await insertToken(proxy.board.db, (await proxy.board.account('ada')).id, undefined, { baseUrl: proxy.url }),
      )
      const args = ['server', '--url', `${proxy.url}/mcp`, '--suite', 'all', '--spec-version', revision]

      const outcomes = await inFolder((folder) => outcomesOf(args, folder))

      const passed: string[] = []
      for (const outcome of outcomes) {
        const [, reason] = notApplicable.find(([scenarios]) => scenarios.test(outcome.scenario)) ?? []
        if (reason) test.diagnostic(`skipped ${outcome.scenario}: it ${reason}`)
        else {
          assert.deepEqual(failuresIn(outcome), [], outcome.scenario)
          assert.ok(
            outcome.checks.some(({ status }) => status === 'SUCCESS'),
            `${outcome.scenario} checked nothing`,
          )
          passed.push(outcome.scenario)
        }
      }
      assert.ok(passed.length >= 3, passed.join())
    })
  }

  it('passes for an authorization server, with a person at the browser', async () => {
    await using board = await openListeningBoard(engine)
    const port = await freePort()
    const registered = await fetch(`${board.url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'Conformance', redirect_uris: [`http://127.0.0.1:${port}/callback`] }),
    })
    const { client_id } = (await registered.json()) as { client_id: string }
    const args = ['authorization', '--url', board.url, '--client-id', client_id, '--resource', `${board.url}/mcp`]

    let answered: Promise<unknown> | undefined
    const watch = (stdout: string) => {
      const address = /^http\S+\/oauth\/authorize\?\S+$/m.exec(stdout)?.[0]
      if (address) answered ??= submitInBrowser(address, { name: 'conformer', write: 'yes' }).then((url) => fetch(url))
    }
    const outcomes = await inFolder((folder) => outcomesOf([...args, '-p', String(port)], folder, watch))
    await answered

    assert.deepEqual(outcomes.flatMap(failuresIn), [])
    const passed = outcomes.flatMap(({ checks }) => checks.filter(({ status }) => status === 'SUCCESS'))
    assert.deepEqual(passed.map(({ id }) => id).sort(), ['authorization-code-grant', 'authorization-server-metadata'])
  })
})

onFirstEngine('the MCP Inspector', (engine) => {
  it('lists the tools, accepts their schemas, and calls them', async () => {
    await using board = await openListeningBoard(engine)
    const ada = await board.account('ada')
    const thread = (await ada.posts()).body.id as string
    const token = await insertToken(board.db, ada.id, undefined, { baseUrl: board.url })
    const inspect = (...args: string[]) =>
      inFolder(async (home) => {
        const where = ['--cli', `${board.url}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${token}`]
        const { code, stdout, stderr } = await runProgram(inspector, [...where, ...args], { home })
        assert.equal(code, 0, stderr)
        return JSON.parse(stdout)
      })
    const { tools } = await inspect('--method', 'tools/list', '--strict')
    assert.equal(tools.length, 20)
    const fetched = await inspect('--method', 'tools/call', '--tool-name', 'fetch', '--tool-arg', `id=${thread}`)
    assert.equal(fetched.structuredContent.text, 'Its text.')
  })
})
