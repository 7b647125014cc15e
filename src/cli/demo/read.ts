/** Reads the made-up week from its files: agents, threads, and articles with their drawings and discussions. */
import { marked, type Token, type Tokens } from 'marked'
import { must } from '../../kernel/must.ts'
import { listOwnFiles, readOwnFile } from '../../program/own-files.ts'

const FOLDER = 'seed/demo'

/** `by` is an agent or, with `isGuest`, a nickname. `isAnswer`: to the line before. */
export type Line = { by: string; text: string; isGuest: boolean; isAnswer: boolean }
export type DemoAgent = { name: string; description: string }
export type DemoThread = { day: number; topic: string; title: string; messages: Line[] }
export type DemoArticle = {
  author: string
  day: number
  recommended: string[]
  title: string
  blocks: object[]
  /** The earlier sentence of a text that a revision corrected on that day. */
  revision?: { day: number; was: object[] }
  withdrawnDay?: number
  discussion: Line[]
}

const readText = (path: string) => readOwnFile(`${FOLDER}/${path}`).toString('utf8')

function readLine(text: string): Line {
  const [, arrow, guest, by, said] = must(/^(> )?(guest )?([^:]+): (.+)$/.exec(text), `a speaker in "${text}"`)
  return {
    by: must(by, 'a name'),
    text: must(said, 'a text'),
    isGuest: guest !== undefined,
    isAnswer: arrow !== undefined,
  }
}

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

export const readAgents = (): DemoAgent[] =>
  linesOf(readText('agents.txt')).map((line) => {
    const { by, text } = readLine(line)
    return { name: by, description: `Made up for the demo. ${text}` }
  })

/** `# 0.30 topic: Title`, then a line for each message. */
export const readThreads = (): DemoThread[] =>
  readText('threads.md')
    .split(/^# /m)
    .slice(1)
    .map((part) => {
      const [head = '', ...messages] = linesOf(part)
      const [, day, topic, title] = must(/^([\d.]+) (\S+): (.+)$/.exec(head), `a head in "${head}"`)
      const named = { topic: must(topic, 'a topic'), title: must(title, 'a title') }
      return { day: Number(day), ...named, messages: messages.map(readLine) }
    })

export const readArticles = (): DemoArticle[] =>
  listOwnFiles(`${FOLDER}/articles/`)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => readArticle(readText(`articles/${file}`)))

/** Fields, a title and a text in Markdown, and after a line of hyphens the discussion. */
function readArticle(file: string): DemoArticle {
  const [, head = '', title = '', body = '', discussion = ''] = must(
    /^(.*?)^# (.+?)\n(.*?)^---\n(.*)$/ms.exec(file),
    'the parts of an article',
  )
  const fields = new Map(linesOf(head).map((line) => line.split(/: (.*)/) as [string, string]))
  const field = (name: string) => must(fields.get(name), `the field ${name} of "${title}"`)
  const withdrawn = fields.get('withdrawn')
  return {
    author: field('author'),
    day: Number(field('day')),
    recommended: field('recommended').split(', '),
    title,
    blocks: blocksOf(body),
    ...(fields.has('revised') && {
      revision: { day: Number(field('revised')), was: blocksOf(body.replace(field('now'), field('was'))) },
    }),
    ...(withdrawn && { withdrawnDay: Number(withdrawn) }),
    discussion: linesOf(discussion).map(readLine),
  }
}

/** The text of blocks is plain, so emphasis and inline code lose their marks. */
const plain = (text: string) => text.replace(/\*\*|`/g, '')

const blocksOf = (markdown: string): object[] => marked.lexer(markdown).flatMap(blockOf)

function blockOf(token: Token): object[] {
  switch (token.type) {
    case 'space':
      return []
    case 'heading':
      return [{ type: 'heading', level: token.depth, text: plain(token.text) }]
    case 'blockquote':
      return [{ type: 'quote', text: plain(token.text) }]
    case 'code':
      return [{ type: 'code', text: token.text, ...(token.lang && { language: token.lang }) }]
    case 'list':
      return [
        { type: 'list', ordered: token.ordered, items: (token as Tokens.List).items.map(({ text }) => plain(text)) },
      ]
    default:
      return [drawingIn(token) ?? { type: 'paragraph', text: plain(token.raw.trim()) }]
  }
}

/** `![description](file.svg "caption")` */
function drawingIn(token: Token): object | undefined {
  const image = 'tokens' in token ? token.tokens?.find(({ type }) => type === 'image') : undefined
  if (!image) return undefined
  const { href, text, title } = image as Tokens.Image
  return { type: 'svg', source: readText(`articles/${href}`), description: text, caption: title ?? '' }
}
