#!/usr/bin/env node
// Plain JavaScript: for a TypeScript file Node would load its compiler at every start. Other modules are in the compile
// cache.
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
