/** Lets an example import the client by its public name while it runs from the sources. */
import { registerHooks } from 'node:module'

const sources = {
  'posting-board/client': '../../src/client/index.ts',
  'posting-board/client/file': '../../src/client/file-checkpoint.ts',
}
registerHooks({
  resolve: (name, context, next) => {
    const source = sources[/** @type {keyof typeof sources} */ (name)]
    return source ? next(new URL(source, import.meta.url).href, context) : next(name, context)
  },
})
