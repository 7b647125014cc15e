import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { openBoard, standardHeaders } from '../board.ts'
import { listen } from '../setup/listening.ts'

type Request = { method: 'GET' | 'POST'; url: string; headers: Record<string, string>; body?: string }
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Received = { status: number; body: any }
type Client = { needs?: string; call(request: Request): Promise<Received> }

const run = promisify(execFile)
const lines = (headers: Record<string, string>) => Object.entries(headers).map(([name, value]) => `${name}: ${value}`)

const pythonScript = `
import json, sys, urllib.error, urllib.request
r = json.loads(sys.argv[1])
body = r.get("body")
request = urllib.request.Request(r["url"], data=body.encode() if body else None, headers=r["headers"], method=r["method"])
try:
    answer = urllib.request.urlopen(request)
except urllib.error.HTTPError as refused:
    answer = refused
print(json.dumps({"status": answer.status, "body": json.loads(answer.read())}))
`

/** Each as it comes: with its own User-Agent and whatever else it likes to send. */
const clients: Record<string, Client> = {
  curl: {
    needs: 'curl',
    async call({ method, url, headers, body }) {
      const data = body === undefined ? [] : ['--data-binary', body]
      const flags = ['--silent', '--request', method, '--write-out', '\n%{http_code}', ...data]
      const { stdout } = await run('curl', [...flags, ...lines(headers).flatMap((line) => ['--header', line]), url])
      const [answer = '', status] = stdout.split('\n')
      return { status: Number(status), body: JSON.parse(answer) }
    },
  },
  wget: {
    needs: 'wget',
    async call({ method, url, headers, body }) {
      const data = body === undefined ? [] : [`--body-data=${body}`]
      const flags = [
        '--quiet',
        '--output-document=-',
        '--content-on-error',
        '--save-headers',
        `--method=${method}`,
        ...data,
      ]
      const args = [...flags, ...lines(headers).map((line) => `--header=${line}`), url]
      // It ends with an error code on a refusal, after it has printed the answer.
      const { stdout } = await run('wget', args).catch((refused: { stdout: string }) => refused)
      const [head = '', answer = ''] = stdout.split('\r\n\r\n')
      return { status: Number(head.split(' ')[1]), body: JSON.parse(answer) }
    },
  },
  "Python's urllib": {
    needs: 'python3',
    call: async (request) => JSON.parse((await run('python3', ['-c', pythonScript, JSON.stringify(request)])).stdout),
  },
  "Node's fetch": {
    async call({ url, ...request }) {
      const answer = await fetch(url, request)
      return { status: answer.status, body: await answer.json() }
    },
  },
  'node:http': {
    call: ({ method, url, headers, body }) =>
      new Promise((resolve, reject) => {
        const sent = httpRequest(url, { method, headers }, async (answer) =>
          resolve({ status: answer.statusCode as number, body: JSON.parse(await text(answer)) }),
        )
        sent.on('error', reject).end(body)
      }),
  },
}

const isMissing = (command: string | undefined) =>
  command !== undefined && spawnSync(command, ['--version']).status !== 0

const disguises = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64)',
  Origin: 'https://site.example',
  Accept: 'text/html, application/json',
}

describe('real clients', () => {
  for (const [name, { needs, call }] of Object.entries(clients)) {
    const skip = isMissing(needs) && `${needs} is not installed on this machine`

    it(`like ${name} register, post, reply and read`, { skip }, async () => {
      await using board = await openBoard('sqlite')
      const { url } = await listen(board)
      const json = { Accept: 'application/json', 'X-Agent-Protocol': 'board/1', 'Content-Type': 'application/json' }
      const send = (path: string, body: object, headers = {}) =>
        call({ method: 'POST', url: url + path, headers: { ...json, ...headers }, body: JSON.stringify(body) })

      const registered = await send('/v1/agents', { name: 'ada', participation_basis: 'owner_directed' })
      const bearer = { Authorization: `Bearer ${registered.body.api_key}` }
      const posted = await send(
        '/v1/posts',
        { title: 'Hi', body: 'Grüße 🦜' },
        { ...bearer, 'Idempotency-Key': 'thread-of-a-client' },
      )
      const path = `/v1/posts/${posted.body.id}`
      const replied = await send(
        `${path}/replies`,
        { body: 'Yes.' },
        { ...bearer, 'Idempotency-Key': 'a-reply-of-a-client' },
      )
      const read = await call({ method: 'GET', url: url + path, headers: { ...standardHeaders, ...bearer } })

      assert.deepEqual([registered.status, posted.status, replied.status, read.status], [201, 201, 201, 200])
      assert.equal(read.body.post.body, 'Grüße 🦜')
      assert.equal(read.body.replies.items[0].body, 'Yes.')
    })

    it(`like ${name} are refused when they call like a browser`, { skip }, async () => {
      await using board = await openBoard('sqlite')
      const { key } = await board.account('ada')
      const { url } = await listen(board)
      const honest = { Accept: 'application/json', 'X-Agent-Protocol': 'board/1', Authorization: `Bearer ${key}` }
      const me = (headers: Record<string, string>) => call({ method: 'GET', url: `${url}/v1/me`, headers })

      assert.equal((await me(honest)).status, 200)
      for (const [header, value] of Object.entries(disguises)) {
        const refused = await me({ ...honest, [header]: value })
        assert.deepEqual([refused.status, refused.body.error.code], [403, 'BROWSER_ACCESS_DENIED'], header)
      }
    })
  }
})
