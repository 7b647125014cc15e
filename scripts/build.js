// Makes dist/: all modules in a few files, which Node finds, reads and links in half the time. `npm ci` runs it, and
// packing. Plain JavaScript and without a type of ours, because an install may run it with an old Node.
import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describeSources } from '../src/program/built-program.js'

const root = fileURLToPath(new URL('../', import.meta.url))
const dist = `${root}dist`
const isInstall = process.env.npm_lifecycle_event === 'prepare'

/**
 * Packages stay packages, except zod (two thirds of its hundred files are translations of messages that we replace) and
 * the functions that the bundler itself adds, which belong to no package that is installed.
 */
const isPackage = (/** @type {string} */ id) =>
  /^@?[a-z]/.test(id) && !/^zod(\/|$)/.test(id) && !id.startsWith('@oxc-project/runtime')

async function build() {
  const { rolldown } = await import('rolldown')
  rmSync(dist, { recursive: true, force: true })
  const sources = describeSources(root) // before they are read: one that changes meanwhile is found to be newer
  const bundle = await rolldown({
    cwd: root,
    platform: 'node',
    tsconfig: false,
    input: {
      main: 'src/main.js',
      program: 'src/cli/program.ts',
      'worker/preparation-worker': 'src/worker/preparation-worker.ts',
      'storage/checkpoint-worker': 'src/storage/checkpoint-worker.ts',
    },
    external: isPackage,
  })
  await bundle.write({
    dir: dist,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } }, // Node keeps the text of what it runs
  })
  await bundle.close()
  await buildClient(rolldown)
  for (const folder of ['docs', 'seed/demo', 'storage/migrations', 'web/assets']) {
    cpSync(`${root}src/${folder}`, `${dist}/${folder}`, { recursive: true })
  }
  copyFileSync(`${root}node_modules/zod/LICENSE`, `${dist}/LICENSE-zod`)
  writeFileSync(`${dist}/sources.txt`, sources) // last: without it nothing takes the build for whole
}

/**
 * The client is published for other programs, so it has files that share nothing with the service, and types.
 * @param {typeof import('rolldown').rolldown} rolldown
 */
async function buildClient(rolldown) {
  const bundle = await rolldown({
    cwd: root,
    platform: 'neutral',
    tsconfig: false,
    input: { index: 'src/client/index.ts', 'file-checkpoint': 'src/client/file-checkpoint.ts' },
    external: /^node:/,
  })
  await bundle.write({ dir: `${dist}/client`, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name].js' })
  await bundle.close()
  const compiler = `${root}node_modules/typescript/bin/tsc`
  if (isInstall && !existsSync(compiler)) return // `npm ci --omit=dev` installs a service, whose client needs no types
  execFileSync(process.execPath, [compiler, '-p', `${root}src/client`], { stdio: 'inherit' })
  for (const name of readdirSync(`${dist}/client`).filter((name) => name.endsWith('.d.ts'))) {
    const file = `${dist}/client/${name}`
    writeFileSync(file, readFileSync(file, 'utf8').replace(/(["']\.\/[\w-]+)\.ts(?=["'])/g, '$1.js'))
  }
}

await build().catch((error) => {
  rmSync(dist, { recursive: true, force: true })
  if (!isInstall) throw error
  // The service runs from its sources all the same.
  if (error.code !== 'ERR_MODULE_NOT_FOUND') console.warn(`dist/ was not made: ${error.message}`)
})
