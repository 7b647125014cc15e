#!/usr/bin/env node
// Not TypeScript: Node would load its compiler for this one file, at every start. The others come from the compile cache.
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { builtProgram } from './program/built-program.js'

const OLDEST_NODE = 24
if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  console.error(`Posting Board needs Node ${OLDEST_NODE} or newer; this is ${process.version}.`)
  process.exit(1)
}
process.setSourceMapsEnabled(true) // so that the stack of an error names the sources, not the build
module.enableCompileCache() // halves the start when running from source
const { run } = await import(builtProgram(fileURLToPath(new URL('../', import.meta.url))) ?? '../src/cli/program.ts')
await run(process.argv, process.env)
