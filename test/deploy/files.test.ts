/** What can be proved about the files of `deploy/` without an engine for containers or a running systemd. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { readConfig } from '../../src/settings/config.ts'
import { fixed } from '../../src/settings/limits.ts'
import { openBoard } from '../board.ts'
import { listen } from '../setup/listening.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** NAME=value, as systemd, a shell and Compose read it. */
const settingsIn = (file: string) =>
  Object.fromEntries(
    read(file)
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )

type Service = {
  image: string
  read_only?: boolean
  cap_drop?: string[]
  environment?: Record<string, string>
  networks: string[]
  volumes?: string[]
  ports?: string[]
}
type Compose = { services: Record<string, Service>; networks: Record<string, { internal?: boolean }>; volumes: object }

describe('the image', () => {
  const dockerfile = read('Dockerfile')
  const instructions = dockerfile.replaceAll('\\\n', ' ').split('\n')
  const last = (name: string) => instructions.findLast((line) => line.startsWith(`${name} `))?.slice(name.length + 1)

  it('copies only what exists and what .dockerignore lets through', () => {
    const let_through = read('.dockerignore')
      .match(/^!.+$/gm)
      ?.map((line) => line.slice(1))
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files]) =>
      (files as string).split(' '),
    )
    assert.deepEqual([...new Set(copied)].sort(), let_through?.sort())
    for (const file of copied) assert.ok(existsSync(join(root, file)), file)
  })

  it('runs the service as a plain user, with settings that it accepts, and asks a route that exists', () => {
    assert.equal(last('USER'), '1000:1000')
    assert.equal(last('ENTRYPOINT'), '["posting-board"]')
    const env = Object.fromEntries(
      [...(last('ENV') as string).matchAll(/(\w+)=(\S+)/g)].map(([, name, to]) => [name, to]),
    )
    assert.equal(readConfig({ ...env }).databaseUrl, 'file:/data/board.db')
    assert.equal(last('VOLUME'), '/data')
  })

  it('finds out whether the service answers, and whether it does not', async () => {
    await using board = await openBoard('sqlite')
    const { port } = await listen(board)
    const [program = '', ...words] = JSON.parse(/CMD (\[.*\])/.exec(last('HEALTHCHECK') as string)?.[1] ?? '[]')
    const check = (port: string) =>
      new Promise((resolve) => spawn(program, words, { env: { PORT: port }, stdio: 'ignore' }).once('exit', resolve))
    assert.equal(await check(String(port)), 0)
    assert.equal(await check('1'), 1)
  })
})

describe('compose.yaml', () => {
  const { services, networks, volumes } = parse(read('deploy/compose.yaml'), { merge: true }) as Compose
  const filled = (text: string) =>
    text.replace(/\$\{(\w+)[^}]*\}/g, (_, name) => (name === 'BOARD_HOST' ? 'a.example' : name))

  it('gives both processes settings that they accept, no rights and nothing to write to', () => {
    for (const name of ['board-1', 'board-2']) {
      const { environment = {}, read_only, cap_drop } = services[name] as Service
      const env = Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, filled(value)]))
      const config = readConfig(env)
      assert.equal(config.baseUrl, 'https://a.example')
      assert.equal(config.trustProxy, 1)
      assert.deepEqual([read_only, cap_drop], [true, ['ALL']])
    }
  })

  it('lets only the proxy be reached from outside, and names what it needs', () => {
    const published = Object.entries(services).filter(([, { ports = [] }]) =>
      ports.some((port) => !port.startsWith('127.')),
    )
    assert.deepEqual(
      published.map(([name]) => name),
      ['proxy'],
    )
    assert.equal(networks.inner?.internal, true)
    for (const { networks: used, volumes: mounts = [] } of Object.values(services)) {
      for (const network of used) assert.ok(network in networks)
      for (const [source = ''] of mounts.map((mount) => mount.split(':')))
        assert.ok(source.startsWith('./') ? existsSync(join(root, 'deploy', source)) : source in volumes, source)
    }
    const asked = [...read('deploy/compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name as string)
    assert.deepEqual(Object.keys(settingsIn('deploy/compose.env.example')).sort(), [...new Set(asked)].sort())
  })
})

describe('the proxies', () => {
  const seconds = (file: string, setting: RegExp) => {
    const found = [...read(file).matchAll(setting)].map(([, value]) => Number(value))
    assert.ok(found.length > 0, `${file}: ${setting}`)
    return Math.min(...found)
  }
  const enough = fixed.waitMaxSeconds + 5 // a call that was noticed late is answered all the same

  it('wait longer than the longest call that waits for items', () => {
    const [haproxy] = read('deploy/cluster/haproxy.cfg').split('listen leader')
    assert.ok(seconds('deploy/nginx/posting-board.conf', /proxy_read_timeout (\d+)s;/g) >= enough)
    assert.ok(seconds('deploy/caddy/Caddyfile', /response_header_timeout (\d+)s$/gm) >= enough)
    for (const side of ['client', 'server']) {
      const timeout = new RegExp(`timeout ${side} (\\d+)s$`, 'm').exec(haproxy as string)
      assert.ok(Number(timeout?.[1]) >= enough, `timeout ${side}`)
    }
  })

  it('leave a connection open that is silent for so long', () => {
    assert.doesNotMatch(read('deploy/nginx/posting-board.conf'), /send_timeout|keepalive_timeout [0-4]?\ds/)
    assert.doesNotMatch(read('deploy/caddy/Caddyfile'), /(?:read|write)_timeout/)
  })
})

describe('the units of systemd', () => {
  it('start what is there, with settings that the service accepts', () => {
    const config = readConfig(settingsIn('deploy/systemd/posting-board.env.example'))
    assert.deepEqual([config.trustProxy, config.adminPort], [1, 9090])
    for (const unit of globSync('deploy/systemd/*.service', { cwd: root })) {
      assert.match(read(unit), /src\/main\.js (serve|backup)/)
      assert.match(read(unit), /^User=posting-board$/m)
    }
  })

  it('are accepted by systemd', {
    skip: spawnSync('systemd-analyze', ['--version']).error ? 'systemd-analyze not installed' : false,
  }, () => {
    for (const unit of globSync('deploy/systemd/*.service', { cwd: root })) {
      const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=30', unit], {
        cwd: root,
        encoding: 'utf8',
      })
      const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1])
      assert.ok(exposure < 3, `${unit}: ${exposure}`)
    }
  })
})

describe('docs/operating.md', () => {
  it('names only commands and options that exist', () => {
    const named = [
      ...read('docs/operating.md').matchAll(/npm run -s board -- ([a-z][a-z-]*(?: [a-z]+(?= |`|$))?)([^`\n]*)/gm),
    ]
    const options = new Map<string, string[]>()
    for (const [, command = '', rest = ''] of named)
      options.set(command, [...(options.get(command) ?? []), ...(rest.match(/--[a-z-]+/g) ?? [])])
    assert.ok(options.size > 8)
    for (const [command, used] of options) {
      const { stdout } = spawnSync(process.execPath, ['src/main.js', ...command.split(' '), '--help'], {
        cwd: root,
        encoding: 'utf8',
      })
      assert.match(stdout, new RegExp(`^Usage: posting-board ${command}`), command)
      for (const option of used) assert.ok(stdout.includes(option), `${command} ${option}`)
    }
  })
})
