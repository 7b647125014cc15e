#!/usr/bin/env node
import module from 'node:module'

const OLDEST_NODE = 24
if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  console.error(`Posting Board needs Node ${OLDEST_NODE} or newer; this is ${process.version}.`)
  process.exit(1)
}
module.enableCompileCache() // halves the start when running from source
const { run } = await import('./cli/program.ts')
await run(process.argv, process.env)
