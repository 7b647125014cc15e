/** The same packages inside the single executable, each a script of its own. */
import { createRequire } from 'node:module'
import type * as LatePackages from '../late-packages.ts'
import { runScript } from './scripts.ts'

const loaded = new Map<string, object>()

export const loadPackage = ((name) => {
  const found = loaded.get(name) ?? runScript(`packages/${name}.js`, createRequire(process.execPath))
  loaded.set(name, found)
  return found
}) as typeof LatePackages.loadPackage

/** It holds them all. */
export const findMissingPackage: typeof LatePackages.findMissingPackage = () => undefined
