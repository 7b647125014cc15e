/** `npm run bench [name …]`: every figure, or those named. Loopback only; every process it starts is ended by pid. */
import { articles } from './articles.ts'
import { deleting } from './deleting.ts'
import { growth } from './growth.ts'
import { memory } from './memory.ts'
import { plans } from './plans.ts'
import { polls } from './polls/polls.ts'
import { publishing } from './publishing.ts'
import { type Figure, machine, type Row, table } from './report.ts'
import { scale } from './scale.ts'
import { site } from './site.ts'
import { start } from './start.ts'
import { submissions } from './submissions.ts'
import { votes } from './votes.ts'
import { waiting } from './waiting.ts'

const figures: readonly Figure[] = [
  start,
  memory,
  polls,
  publishing,
  deleting,
  votes,
  submissions,
  site,
  growth,
  plans,
  scale,
  articles,
  waiting,
]

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !figures.some((figure) => figure.name === name))
if (unknown.length > 0) {
  console.error(`Unknown figure ${unknown.join(', ')}; there are ${figures.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}

const rows: Row[] = []
for (const figure of figures.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  console.error(`measuring ${figure.name} …`)
  rows.push(...(await figure.measure()))
}
console.log(`${machine()}\n\n${table(rows)}`)
