/**
 * Makes build/posting-board, or the same in another folder that is named: one executable file for the platform on which
 * this runs, with Node, all packages and the program's own files inside. LICENSES beside it has the licenses of these.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { type OutputOptions, type Plugin, rolldown } from 'rolldown'
import { latePackages } from '../src/program/late-packages.ts'

const root = join(import.meta.dirname, '..')
const folder = resolve(process.argv[2] ?? join(root, 'build'))
const parts = join(folder, 'parts')
const executable = join(folder, 'posting-board')

/** The folders of files that the program reads. */
const ownFolders = ['docs', 'seed/demo', 'storage/migrations', 'web/assets']
/** Scripts that are run by their name and not imported: see src/program/executable/scripts.ts. */
const scripts: Readonly<Record<string, string>> = {
  'worker/preparation-worker.js': 'src/worker/preparation-worker.ts',
  'storage/checkpoint-worker.js': 'src/storage/checkpoint-worker.ts',
  ...Object.fromEntries(latePackages.map((name) => [`packages/${name}.js`, name])),
}

/** Modules that work differently inside an executable have a counterpart of the same name in program/executable/. */
const insideExecutable: Plugin = {
  name: 'inside-executable',
  resolveId(source, importer) {
    if (importer === undefined) return null
    const counterpart = join(root, 'src/program/executable', basename(source))
    return dirname(resolve(dirname(importer), source)) === join(root, 'src/program') && existsSync(counterpart)
      ? counterpart
      : null
  },
}

async function bundle(input: string, output: OutputOptions) {
  const made = await rolldown({
    cwd: root,
    platform: 'node',
    tsconfig: false,
    input,
    plugins: [insideExecutable],
    external: ['pg-native'], // pg looks for it only when asked to
  })
  const {
    output: [{ code, moduleIds }],
  } = await made.generate({ codeSplitting: false, ...output })
  await made.close()
  return { code, moduleIds }
}

/** The text of each license goes with every copy, whether the license requires it or not. */
function licensesOf(modules: readonly string[]): string {
  const packages = new Set(modules.flatMap((id) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []))
  const node = resolve(dirname(realpathSync(process.execPath)), '..')
  return [root, node, ...[...packages].sort()]
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice)/i.test(file))
      return [`${name} ${version} (${license})`, ...files.map((file) => readFileSync(join(folder, file), 'utf8'))].join(
        '\n\n',
      )
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`)
}

/** Node without its debug symbols, which only a debugger of Node's code needs: a quarter smaller. */
function smallerNode(): string {
  const copy = join(parts, 'node')
  copyFileSync(process.execPath, copy)
  if (process.platform === 'linux') spawnSync('strip', [copy])
  return copy
}

rmSync(parts, { recursive: true, force: true })
mkdirSync(parts, { recursive: true })
const assets: Record<string, string> = { '../package.json': join(root, 'package.json') }
for (const name of ownFolders.flatMap((place) => globSync(`${place}/**/*.*`, { cwd: join(root, 'src') })))
  assets[name] = join(root, 'src', name)

const main = await bundle('src/program/executable/main.ts', { format: 'esm' })
writeFileSync(join(parts, 'main.mjs'), main.code)
const scriptModules: string[] = []
for (const [name, input] of Object.entries(scripts)) {
  const { code, moduleIds } = await bundle(input, { format: 'cjs', exports: 'named' })
  const file = join(parts, encodeURIComponent(name))
  writeFileSync(file, `(function (require, exports) {${code}\n})`)
  assets[name] = file
  scriptModules.push(...moduleIds)
}

const settings = {
  main: join(parts, 'main.mjs'),
  mainFormat: 'module',
  executable: smallerNode(),
  output: executable,
  assets,
  useCodeCache: true,
  disableExperimentalSEAWarning: true,
  execArgv: ['--v8-pool-size=0', '--max-semi-space-size=4'],
}
writeFileSync(join(parts, 'settings.json'), JSON.stringify(settings))
execFileSync(process.execPath, ['--build-sea', join(parts, 'settings.json')], {
  stdio: ['ignore', 'ignore', 'inherit'],
})
if (process.platform === 'darwin') execFileSync('codesign', ['--sign', '-', executable]) // macOS runs nothing unsigned
writeFileSync(join(folder, 'LICENSES'), licensesOf([...main.moduleIds, ...scriptModules]))
rmSync(parts, { recursive: true })
console.log(`${relative(process.cwd(), executable)}: ${Math.round(statSync(executable).size / 1e6)} MB`)
