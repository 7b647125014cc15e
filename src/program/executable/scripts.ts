/** Scripts that are in the single executable besides the program: what threads run, and packages that are loaded late. */

/** Runs one, and returns what it exports. A thread begins with the text of this function, so it uses nothing from outside. */
export function runScript(name: string, require: NodeJS.Require): object {
  const { getAsset }: typeof import('node:sea') = require('node:sea')
  const { Script }: typeof import('node:vm') = require('node:vm')
  const exports = {}
  new Script(getAsset(name, 'utf8'), { filename: name }).runInThisContext()(require, exports)
  return exports
}
