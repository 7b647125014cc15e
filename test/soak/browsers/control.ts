/** What the trial must notice, or it proves nothing: one page for each thing that must not happen. */
import { BARE_URL, type WatchingProxy } from './proxy.ts'
import type { Visitor } from './visitor.ts'
import { type Tally, visitsOf } from './visits.ts'

const outside = 'http://outside.example/x'
const pages: Record<string, [keyof Tally, string]> = {
  dialog: ['ran', '<script>alert(1)</script>'],
  handler: ['ran', '<main onclick="x()">x</main>'],
  address: ['ran', '<a href="java\nscript:x()" onfocus="x">x</a>'],
  image: ['loaded', `<img hidden src="${outside}.png">`],
  style: ['loaded', `<style>@import "${outside}.css";</style>`],
  secure: ['loaded', '<link rel="stylesheet" href="https://outside.example/x.css">'],
  move: ['navigated', '<script>setTimeout(() => { location = "/control/other" })</script>'],
  wide: ['outside', '<main><p style="width:3000px">x</p></main>'],
  picture: ['unpainted', '<img src="/control/none.svg">'],
}

export const controls = Object.keys(pages).length

/** The names of what a browser does and the trial does not see. */
export async function findOverlooked(visitor: Visitor, parts: Parameters<typeof visitsOf>[1]): Promise<string[]> {
  const proxy: WatchingProxy = parts.proxy
  proxy.pages.set('/control/other', 'another page')
  const overlooked: string[] = []
  for (const [name, [kind, content]] of Object.entries(pages)) {
    const path = `/control/${name}`
    proxy.pages.set(path, `<!doctype html><body>${content}`)
    const { tally, look, take } = visitsOf(visitor, { ...parts, isQuiet: true })
    await look(BARE_URL + path).catch(() => {}) // a page can leave while it is looked at
    await take(BARE_URL + path)
    if (tally[kind] === 0) overlooked.push(name)
  }
  return overlooked
}
