/** Which answers pages of other sites may read: what is public, the same for everybody, and changed by no cookie. */
import { servedPaths } from './routes.ts'

const open: ReadonlySet<string> = new Set([...servedPaths, '/humanfeed/feed.atom', '/humanfeed/feed.json'])
const publicRead = /^\/reference\/|^\/api\/humanfeed\/(?!.*\bhuman-(?:session|comments)\b)/

export const isForAnySite = (path: string) => open.has(path) || publicRead.test(path)

/** The answer to the question of a browser whether it may ask with such headers. */
export const readPreflight = {
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': 'Accept, If-None-Match',
  'access-control-max-age': 86_400,
}
