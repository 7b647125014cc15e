/** Messages as JSON, made once for each kind of viewer. */
import type { VoteValue } from '../../karma/rules.ts'
import { cacheKey, type PermanentCache } from '../../kernel/cache.ts'
import { bytesOf, type Json, membersOf, objectOf } from '../../kernel/json-text.ts'
import { actionNames, type MessageAction, type Relation } from '../rules.ts'
import type { Post } from '../table.ts'
import { messageTemplates, type PostViewer, relationTo, viewerPartView } from '../view.ts'

export type ItemContext = Pick<PostViewer, 'caller' | 'site' | 'templates'> & { permanentCache: PermanentCache }

/** The facts about a viewer that the viewer's part of a row depends on. */
export type RowKey = Pick<Post, 'seq' | 'id' | 'thread_id' | 'author_id'>

/** `uses` has a bit for each action that is named. */
type Part = { text: string; uses: number }
/** A message as viewers of one kind see it, in JSON. */
type Item = { json: Buffer; uses: number }
type Kind = { relation: Relation; key: string }
type Vote = VoteValue | undefined
type MakePart = (row: RowKey, kind: Kind) => Part

const bitOf = (name: MessageAction) => 1 << actionNames.indexOf(name)

/** The part of a message that is the same for all viewers, and the items that were made from it so far. */
export class SharedRow<Row extends RowKey = RowKey> {
  readonly row: Row
  /** The members that are the same for everybody. */
  readonly text: string
  /** A member that stands at the end. */
  readonly #last: Json
  /** Items by the kind of viewer. Most viewers have not voted on or written most messages, so they see the same. */
  readonly #items = new Map<string, Item>()

  constructor(row: Row, text: string, last: Json = '') {
    this.row = row
    this.text = text
    this.#last = last
  }

  /** An estimate of the bytes: the text, and the items for the one or two kinds of viewer that most rows have. */
  get bytes() {
    return 4 * this.text.length + ROW_BYTES
  }

  itemFor(kind: Kind, makePart: MakePart): Item {
    const known = this.#items.get(kind.key)
    if (known) return known
    if (this.#items.size >= KINDS_MAX) this.#items.clear()
    const { text, uses } = makePart(this.row, kind)
    const made = { json: bytesOf(objectOf(this.text, text, this.#last)), uses }
    this.#items.set(kind.key, made)
    return made
  }
}

/** The key of a row and the viewer's part of it, roughly. */
const ROW_BYTES = 900
/** Kinds differ by what may be done with a message, and by the vote on it. */
const KINDS_MAX = 4

/** The members that depend on the viewer, of which there are only a few kinds for each row. */
const partMaker =
  (permanentCache: PermanentCache): MakePart =>
  (row, { relation, key }) => {
    const partKey = `${key} seq=${row.seq}`
    const known = permanentCache.get<Part>(partKey)
    if (known) return known
    const { view, templates } = viewerPartView(row, relation)
    const made = { text: membersOf(view), uses: templates.reduce((bits, name) => bits | bitOf(name), 0) }
    permanentCache.set(partKey, made, made.text.length)
    return made
  }

/** Every message as this viewer sees it. */
export function itemsFor({ permanentCache }: ItemContext, viewer: PostViewer, rows: readonly SharedRow[]): Item[] {
  const makePart = partMaker(permanentCache)
  const kinds = { own: new Map<Vote, Kind>(), others: new Map<Vote, Kind>() }
  const kindOf = (row: RowKey) => {
    const byVote = kinds[row.author_id === viewer.caller.id ? 'own' : 'others']
    const vote = viewer.votes.get(row.id)
    const known = byVote.get(vote)
    if (known) return known
    const relation = relationTo(row, viewer)
    const made = { relation, key: cacheKey('viewer part', relation) }
    byVote.set(vote, made)
    return made
  }
  return rows.map((shared) => shared.itemFor(kindOf(shared.row), makePart))
}

export const jsonOf = (items: readonly Item[]) => items.map(({ json }) => json)

/** How a caller of this kind performs the actions that are named on a page. */
export function templatesText({ permanentCache, ...context }: ItemContext, items: readonly Item[]): string {
  const uses = items.reduce((bits, item) => bits | item.uses, 0)
  const { via, usesTools = false } = context.caller
  const key = cacheKey('message templates', { via, usesTools, uses })
  const known = permanentCache.get<string>(key)
  if (known !== undefined) return known
  const names = actionNames.filter((name) => uses & bitOf(name))
  const text = JSON.stringify(messageTemplates(names, context))
  permanentCache.set(key, text, text.length)
  return text
}
