/** The catalogue of commands, and how commands end. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import type { Command } from 'commander'
import { exitCodes } from '../../src/cli/exit-codes.ts'
import { buildProgram } from '../../src/cli/program.ts'
import { variables } from '../../src/settings/config.ts'
import { openBoard } from '../board.ts'
import { runFailingCommand } from '../setup/commands.ts'
import { engines } from '../setup/databases.ts'

const promised = `serve migrate backup restore export check stats seed openapi server-json doctor
  pin add|pin remove|pin list|message show|message remove|moderation queue|moderation show|moderation approve
  moderation reject|moderation restrict|moderation lift|moderation remove
  agent list|agent show|agent revoke|agent restrict|agent lift`
  .split('\n')
  .flatMap((line, n) => line.trim().split(n === 0 ? ' ' : '|'))

/** On a board that runs anywhere: they have an address in place of a database. */
const ofAgents = [
  ...'register login read thread search post reply delete vote inbox watch'.split(' '),
  ...['article submit', 'article list', 'article read', 'article withdraw'],
]

const reads = ['check', 'stats', 'doctor', 'pin list', 'message show', 'moderation queue', 'moderation show']
const json = [...reads, 'agent list', 'agent show', 'backup', 'restore']

/** Commands by what is typed. */
function leaves(command: Command, before = ''): [name: string, command: Command][] {
  return command.commands.flatMap((child) => {
    const name = `${before}${child.name()}`
    return child.commands.length > 0 ? leaves(child, `${name} `) : [[name, child] as [string, Command]]
  })
}

function helpOf(command: Command): string {
  let help = ''
  command.configureOutput({ writeOut: (text) => (help += text) })
  command.outputHelp()
  return help
}

const known = new Map(leaves(buildProgram({})))
const splitWords = (line: string) => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word)

describe('the command line', () => {
  it('has every command of the rules', () => {
    assert.deepEqual([...known.keys()].toSorted(), [...promised, ...ofAgents, 'completion'].toSorted())
  })

  it('shows examples in the help of every command, and they can be typed as they stand', async () => {
    for (const [name, command] of known) {
      const [, examples = ''] = helpOf(command).split(/\nExamples?:\n/)
      const lines = examples.trim().split('\n')
      for (const line of lines) {
        assert.ok(line.trim().startsWith(`posting-board ${name}`), `${name}: ${line}`)
        const program = buildProgram({})
        const leaf = leaves(program).find(([other]) => other === name)?.[1] as Command
        leaf.action(() => {})
        await program.parseAsync(['node', ...splitWords(line.trim())] as string[])
      }
    }
  })

  it('explains every option and argument, and a setting by its meaning, its variable and its default', () => {
    for (const [name, command] of known) {
      const help = helpOf(command).replace(/\s+/g, ' ')
      for (const { long, description } of command.options) {
        assert.ok(description.includes(' '), `${name} ${long}: ${description}`)
        const variable = String(long).slice(2).replaceAll('-', '_').toUpperCase()
        if (!(variable in variables)) continue
        const { meaning, default: usual } = variables[variable as keyof typeof variables]
        assert.ok(
          help.includes(`${long} <value> ${meaning} Variable ${variable}, default ${usual}.`),
          `${name} ${long}`,
        )
      }
      for (const argument of command.registeredArguments)
        assert.ok(argument.description.includes(' '), `${name} <${argument.name()}>`)
    }
    assert.match(helpOf(known.get('serve') as Command), /SECRET_KEY[\s\S]*LIMIT_[\s\S]*\.env\.example/)
  })

  it('offers --json wherever something is read, and --database-url wherever a database is', () => {
    const flagsOf = (name: string) => known.get(name)?.options.map(({ long }) => long)
    for (const name of json) assert.ok(flagsOf(name)?.includes('--json'), name)
    for (const name of promised.filter((other) => !['openapi', 'server-json'].includes(other)))
      assert.ok(flagsOf(name)?.includes('--database-url'), name)
    for (const name of ofAgents)
      for (const flag of ['--json', '--url', '--patience']) assert.ok(flagsOf(name)?.includes(flag), `${name} ${flag}`)
    assert.ok(!flagsOf('serve')?.includes('--secret-key'))
  })
})

describe('a command', { skip: !engines.includes('sqlite') }, () => {
  it('ends with an exit code that shows a script what happened', async () => {
    await using board = await openBoard('sqlite')
    const unreachable = { databaseUrl: 'postgres://board@127.0.0.1:1/board' }
    const endings: [code: number, said: RegExp, Parameters<typeof runFailingCommand>][] = [
      [0, /^$/, [board, '--version']],
      [0, /^$/, [board, 'stats', '--json']],
      [1, /^PORT="x"/, [{ ...board, env: { PORT: 'x' } }, 'check']],
      [2, /unknown command 'stat'[\s\S]*Did you mean stats/, [board, 'stat']],
      [2, /unknown option '--jsn'/, [board, 'stats', '--jsn']],
      [3, /There is no agent/, [board, 'agent', 'show', 'nobody']],
      [3, /repeat the command with --yes/, [board, 'agent', 'revoke', 'nobody']],
      [4, /cannot be reached/, [unreachable, 'stats']],
    ]
    for (const [code, said, call] of endings) {
      const ended = await runFailingCommand(...call)
      assert.equal(ended.code, code, `${call.slice(1).join(' ')}: ${ended.stderr}`)
      assert.match(ended.stderr, said)
    }
  })

  it('ends without an error if the reader of its help stops reading', async () => {
    const child = spawn(process.execPath, ['src/main.js', '--help'], { stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.destroy()
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
    assert.deepEqual([code, stderr], [0, ''])
  })

  it('has its exit codes in the help', () => {
    const help = helpOf(buildProgram({}))
    for (const { code, meaning } of Object.values(exitCodes))
      assert.ok(help.includes(`${code}  ${meaning.replaceAll('`', '')}`), meaning)
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    assert.equal(buildProgram({}).version(), version)
  })
})
