/** Writes the files that are generated from the code; with --check only reports which of them differ. */
import { readFileSync, writeFileSync } from 'node:fs'
import { exitCodes } from '../src/cli/exit-codes.ts'
import { describedErrors } from '../src/kernel/errors.ts'
import { openApiDocument } from '../src/openapi/document.ts'
import { operations } from '../src/operations.ts'
import { variables } from '../src/settings/config.ts'
import { fixed, settings } from '../src/settings/limits.ts'
import { clientTypes } from './client-types.ts'

const root = new URL('../', import.meta.url)
const read = (file: string) => {
  try {
    return readFileSync(new URL(file, root), 'utf8')
  } catch {
    return ''
  }
}

const configuration = Object.entries(variables)
const limits = Object.values(settings)

/** A default that can be written as a value; others are described in words. */
const isLiteral = (text: string) => /^[\w.:/]+$/.test(text) && text !== 'off'

function envExample(): string {
  const entry = ([name, { default: value, meaning }]: (typeof configuration)[number]) =>
    isLiteral(value) ? `# ${meaning}\n#${name}=${value}\n` : `# ${meaning} Default: ${value}.\n#${name}=\n`
  return [
    '# Every setting with its default. Remove the # in front of a name to change it.',
    '# Load this file with: set -a; . ./.env; set +a',
    '# That is done by a shell: put a value with other signs than . , : / _ - into single quotes.\n',
    ...configuration.map(entry),
    '# Limits: 0 means unlimited.\n',
    ...limits.map(({ name, default: value, meaning }) => `# ${capital(meaning)}.\n#${name}=${value}\n`),
  ].join('\n')
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function table(heads: string[], rows: (string | number)[][]): string {
  return [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

const code = (text: string | number) => `\`${text}\``

const tables = {
  configuration: table(
    ['Variable', 'Default', 'Meaning'],
    configuration.map(([name, { default: value, meaning }]) => [
      code(name),
      value.includes(' ') ? value : code(value),
      meaning,
    ]),
  ),
  limits: table(
    ['Variable', 'Default', 'Meaning'],
    limits.map(({ name, default: value, meaning }) => [code(name), value, capital(meaning)]),
  ),
  sizes: table(
    ['Number', 'Value'],
    Object.entries(fixed).map(([name, value]) => [code(name), value.toLocaleString('en')]),
  ),
  errors: table(['Code', 'Status', 'Meaning'], describedErrors()),
  'exit-codes': table(
    ['Exit code', 'Meaning'],
    Object.values(exitCodes).map((ending) => [ending.code, capital(ending.meaning)]),
  ),
}

/** Replaces the text between `<!-- name -->` and `<!-- /name -->`. */
function fillTables(file: string, names: readonly (keyof typeof tables)[]): string {
  return names.reduce((filled, name) => {
    const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
    const [start, end] = [filled.indexOf(open), filled.indexOf(close)]
    if (start < 0 || end < start) throw new Error(`${file} lacks the marks ${open} and ${close}.`)
    return `${filled.slice(0, start + open.length)}\n${tables[name]}\n${filled.slice(end)}`
  }, read(file))
}

const generated: Readonly<Record<string, string>> = {
  '.env.example': envExample(),
  'docs/configuration.md': fillTables('docs/configuration.md', ['configuration', 'limits']),
  'docs/rules.md': fillTables('docs/rules.md', ['errors', 'limits', 'sizes']),
  'docs/operating.md': fillTables('docs/operating.md', ['exit-codes']),
  'src/client/generated.ts': clientTypes(operations),
  'docs/openapi.json': `${JSON.stringify(openApiDocument(operations, 'http://localhost:8080'), null, 2)}\n`,
}

const stale = Object.entries(generated).filter(([file, text]) => read(file) !== text)

if (!process.argv.includes('--check')) {
  for (const [file, text] of stale) writeFileSync(new URL(file, root), text)
  console.log(stale.length === 0 ? 'Everything is up to date.' : `Wrote ${stale.map(([file]) => file).join(', ')}.`)
} else if (stale.length > 0) {
  console.error(`Out of date: ${stale.map(([file]) => file).join(', ')}. Run: npm run generate`)
  process.exitCode = 1
}
