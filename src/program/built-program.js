// Plain JavaScript, like the entry: it runs before the compile cache is of use.
import { readdirSync, readFileSync, statSync } from 'node:fs'

/**
 * Every file that the build is made of, with size and time, to find out whether one has changed.
 * @param {string} root the folder of the checkout or package, with a slash at its end
 */
export function describeSources(root) {
  const names = readdirSync(`${root}src`, { recursive: true }).map((name) => `src/${name}`)
  const described = [...names, 'package-lock.json'].sort().map((name) => {
    const { size, mtimeMs } = statSync(root + name)
    return `${name} ${size} ${mtimeMs}`
  })
  return `${described.join('\n')}\n`
}

/** @param {() => string} read */
function textOrNothing(read) {
  try {
    return read()
  } catch {
    return undefined
  }
}

/**
 * The build in dist/, unless a source is newer: then the sources run as they are. A package has no sources.
 * @param {string} root the same
 */
export function builtProgram(root) {
  const made = textOrNothing(() => readFileSync(`${root}dist/sources.txt`, 'utf8'))
  if (made === undefined) return undefined
  const sources = textOrNothing(() => describeSources(root))
  return sources === undefined || sources === made ? `${root}dist/program.js` : undefined
}
