/**
 * Runs a program of Node with the variables of a file, read by the rules of systemd.exec(5) for EnvironmentFile=:
 *   node with-environment.js FILE PROGRAM WORDS…
 * A shell reads such a file in another way: it would cut a password at & and replace what follows a $.
 */
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

function readEnvironment(text) {
  const variables = {}
  let at = 0
  const take = (pattern) => {
    const found = new RegExp(pattern, 'y').exec(text.slice(at))
    at += found?.[0].length ?? 0
    return found
  }
  while (at < text.length) {
    take(/\s*/)
    if (take(/[#;][^\n\r]*/)) continue
    const [name] = take(/[^=\n\r]*/)
    if (take(/=/)) variables[name.trimEnd()] = readValue(take)
  }
  const isName = ([name]) => /^[A-Za-z_]\w*$/.test(name)
  return Object.fromEntries(Object.entries(variables).filter(isName))
}

/** Quoted parts, and then the rest of the line. Nothing is replaced in it, and # has no meaning. */
function readValue(take) {
  let value = ''
  for (;;) {
    take(/[ \t]*/)
    const [, single, double] = take(/'([^']*)'?|"((?:\\[\s\S]|[^"\\])*)"?/) ?? []
    if (single === undefined && double === undefined) break
    value += single ?? double.replace(/\\([\s\S])/g, inQuotes)
  }
  const [rest] = take(/(?:\\[\s\S]|[^\\\n\r])*/)
  return value + rest.replace(/\\([\s\S])|[ \t]+$/g, (_, escaped = '') => withoutNewline(escaped))
}

/** In double quotes a backslash stands for itself, except before these four characters and at the end of a line. */
const inQuotes = (pair, escaped) => ('"\\`$\n'.includes(escaped) ? withoutNewline(escaped) : pair)

/** A backslash at the end of a line continues it. */
const withoutNewline = (escaped) => (escaped === '\n' ? '' : escaped)

const [node, , file, program, ...words] = process.argv
Object.assign(process.env, readEnvironment(readFileSync(file, 'utf8')))
process.argv = [node, program, ...words]
await import(pathToFileURL(program).href)
