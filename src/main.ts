#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

enableCompileCache() // halves the start when running from source
const { run } = await import('./cli/program.ts')
await run(process.argv, process.env)
