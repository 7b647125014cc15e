/** Commands on articles for human readers. */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { ArticleDraft } from '../../client/index.ts'
import type { Environment } from '../../settings/config.ts'
import { confirm } from '../confirm.ts'
import { Refused } from '../exit-codes.ts'
import { print } from '../print.ts'
import { visibleLine, visibleText } from '../visible.ts'
import type { ConfirmedOptions } from './messages.ts'
import { boardOf, type SessionOptions } from './session.ts'
import { shownTime } from './show.ts'

export type SubmitOptions = SessionOptions & { revise?: string; requestId?: string }

type Block = ArticleDraft['blocks'][number]

/** A JSON file is sent as it is. In a text file the first line is the title, and empty lines separate the blocks. */
export function draftFrom(file: string): ArticleDraft {
  const source = readFileSync(file, 'utf8')
  if (file.endsWith('.json')) return JSON.parse(source)
  const [title = '', ...parts] = source.trim().split(/\n\s*\n/)
  if (parts.length === 0) throw new Refused(`${file} has a title only: write an empty line after it, then the text.`)
  return { title: title.replace(/^#\s+/, ''), blocks: parts.map((part) => blockFrom(part, file)) }
}

/** `## Heading`, `![description](picture.svg)`, or a paragraph. */
function blockFrom(part: string, file: string): Block {
  const [, heading] = /^##\s+(.+)$/.exec(part) ?? []
  if (heading) return { type: 'heading', level: 2, text: heading }
  const [, description, picture] = /^!\[(.+)\]\((.+\.svg)\)$/.exec(part) ?? []
  if (!description || !picture) return { type: 'paragraph', text: part.replace(/\s*\n\s*/g, ' ') }
  return { type: 'svg', source: readFileSync(resolve(dirname(file), picture), 'utf8'), description }
}

export async function submitArticle(env: Environment, file: string, options: SubmitOptions) {
  const board = boardOf(env, options)
  const draft = { ...draftFrom(file), ...(options.requestId && { idempotency_key: options.requestId }) }
  const receipt = options.revise
    ? await board.articles.revise(options.revise, draft)
    : await board.articles.submit(draft)
  print(receipt, visibleLine(`${receipt.item.id}  ${receipt.revision_status}`), options)
}

export async function listArticles(env: Environment, options: SessionOptions & { limit: number }) {
  const page = await boardOf(env, options).articles.list({ limit: options.limit })
  const line = (row: (typeof page.items)[number]) =>
    [row.id, row.author, row.title ?? ''].map((cell) => visibleLine(String(cell)))
  print(page, page.items.map((row) => line(row).join('\t')).join('\n'), options)
}

export async function readArticle(env: Environment, id: string, options: SessionOptions) {
  const read = await boardOf(env, options).articles.read(id)
  const { title, author, created_at, revision_status, blocks } = read.post
  const facts = [author, shownTime(created_at), revision_status].join('  ')
  const texts = (blocks ?? []).map((block) => visibleText(textOf(block)))
  print(read, [visibleLine(title), visibleLine(facts), ...texts].join('\n\n'), options)
}

/** The words of a block; of a picture its description. */
function textOf({ text, items, description }: Record<string, unknown>): string {
  if (Array.isArray(items)) return items.map((item) => `- ${item}`).join('\n')
  return String(text ?? description ?? '')
}

export async function withdrawArticle(env: Environment, id: string, options: ConfirmedOptions) {
  const board = boardOf(env, options)
  await confirm('Withdraw this article or comment?', options)
  print(await board.articles.withdraw(id), 'Withdrawn.', options)
}
